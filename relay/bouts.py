"""The ranked tables there are: sets one for two who meet, has its result written, closes it.

Pairs nobody, and rules no bout itself.
"""

import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import NamedTuple

from relay import clock
from relay.envelope import Role
from relay.hosting import Hosting
from relay.ledger import Result, player_of
from relay.limits import Limits
from relay.members import Member, Membership, digest
from relay.rating import Rating
from relay.referee import Opponent, Referee, Verdict, draw_secret
from relay.room import Room
from relay.rooms import Rooms
from relay.scribe import Scribe

SEATED = 3
"""Members of a ranked room that do not watch: the referee and the two."""
NO_BOUT = "No ranked game can begin now. Private tables go on."


class Entrant(NamedTuple):
    """Who is to play: ``identity`` is the digest of the guest's secret."""

    identity: bytes
    name: str
    rating: Rating

    def __repr__(self) -> str:
        return "Entrant()"


@dataclass(eq=False, repr=False, slots=True)
class Bout:
    """A ranked room, and the identities of the two in it, by seat."""

    room: str
    identities: tuple[bytes, bytes]
    hosting: Hosting

    @property
    def referee(self) -> Referee:
        return self.hosting.referee

    def opponent(self, identity: bytes, ahead: int = 0) -> Opponent:
        """Who ``identity`` is, or ``ahead`` one, whom it meets."""
        seat = self.identities.index(identity)
        return self.referee.opponents[(seat + ahead) % 2]


class Bouts:
    """``begin`` lets work go on beside the rest; ``can_begin`` tells whether a bout may, now.

    Without a scribe there are none.
    """

    def __init__(
        self,
        limits: Limits,
        scribe: Scribe | None,
        begin: Callable[[Coroutine[object, object, None]], None],
        can_begin: Callable[[], Awaitable[bool]],
    ) -> None:
        self.rooms = Rooms(replace(limits, members=SEATED), secrets.token_bytes, None)
        self._limits = limits
        self._scribe = scribe
        self._begin = begin
        self._can_begin = can_begin
        self._bouts: dict[bytes, Bout] = {}
        """Each of them twice, until its room is closed."""

    @property
    def going_on(self) -> list[Bout]:
        """Those that may be watched, the newest last."""
        return [
            bout
            for bout in dict.fromkeys(self._bouts.values())
            if not (bout.referee.is_over or bout.referee.is_deserted)
        ]

    def of(self, identity: bytes) -> Bout | None:
        """The bout that this one is in. One that is over is left, for there is another to find."""
        bout = self._bouts.get(identity)
        if bout is None:
            return None
        if bout.referee.is_settled:
            self._close(bout)
            return None
        return bout

    def open(self, one: Entrant, other: Entrant) -> Bout:
        now = clock.now()
        ours = self.rooms.fresh()
        host = Membership(ours.member, Role.HOST, digest(ours.token), None, has_hosted=True)
        members = [Member.restored(host, self._limits, now)]
        opponents = []
        for identity, name, rating in (one, other):
            id = self.rooms.fresh().member
            membership = Membership(id, Role.GUEST, identity, None, has_hosted=False)
            members.append(Member.restored(membership, self._limits, now))
            opponents.append(Opponent(id, player_of(identity), name, rating))
        room = Room(members, self.rooms.limits, now)
        hosting = Hosting(room, ours)
        bout = Bout(self.rooms.add(room), (one.identity, other.identity), hosting)
        hosting.referee = Referee(
            bout.room,
            (opponents[0], opponents[1]),
            say=hosting.say,
            record=lambda verdict: self._begin(self._record(bout, verdict)),
            again=lambda: self._begin(self._play_again(bout)),
            clock=clock.now,
            secret=draw_secret,
        )
        self._bouts |= dict.fromkeys(bout.identities, bout)
        return bout

    def tick(self, now: float) -> None:
        self.rooms.tick(now)
        for bout in list(dict.fromkeys(self._bouts.values())):
            bout.referee.tick(now)
            if bout.referee.is_closed:
                self._close(bout)

    def close(self) -> None:
        """The relay closes: what is over is written down, what is not is void, and both hear it."""
        while self._bouts:
            _, bout = self._bouts.popitem()
            bout.referee.close()

    async def _record(self, bout: Bout, verdict: Verdict) -> None:
        assert self._scribe is not None
        first, second = bout.referee.opponents
        result = Result(
            verdict.id,
            int(time.time()),
            verdict.finish,
            verdict.winner,
            verdict.transcript,
            bout.identities,
            (first.name, second.name),
        )
        bout.referee.recorded(await self._scribe.record(result))

    async def _play_again(self, bout: Bout) -> None:
        if await self._can_begin():
            bout.referee.begin_again()
        else:
            bout.referee.refuse_again("ledger", NO_BOUT)

    def _close(self, bout: Bout) -> None:
        bout.referee.close()
        bout.hosting.leave()
        for identity in bout.identities:
            self._bouts.pop(identity, None)
