"""Ranked play as it goes on: who waits, who is paired, which bouts there are; rules no bout itself.

Has no socket; what comes and goes through one is brought here.
"""

import asyncio
import secrets
import sqlite3
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace

from relay.envelope import Allowance, Code, Error, Ping, Pong, Refused, Role, encode
from relay.hosting import Hosting
from relay.ledger import Ledger, Result, player_of
from relay.limits import Bucket, Limits
from relay.meeting import Cancel, Cancelled, Counts, Hello, Matched, Welcome, shown
from relay.members import Member, Membership, Outlet, bucket, digest
from relay.queue import Queue
from relay.rating import Rating
from relay.referee import Opponent, Referee, Verdict, draw_secret, legible
from relay.room import Room
from relay.rooms import Rooms
from relay.scribe import Scribe

SEATED = 3
"""Members of a ranked room that do not watch: the referee and the two."""
COUNTS_EVERY = 2.0
CHECK_EVERY = 5.0
"""Seconds between two looks at whether a ledger that could not be written can be again."""
NO_LEDGER = "The ledger cannot be written now, so no ranked game begins. Private tables go on."
NO_RANKED = "There are no ranked games at this lodge. Private tables are open."


@dataclass(eq=False, repr=False, slots=True)
class Seeker:
    """Somebody's socket at the queue."""

    identity: bytes
    name: str
    outlet: Outlet
    bucket: Bucket
    since: float
    rating: Rating


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


class Ranked:
    """``online`` counts all who are at the lodge. Without a scribe nothing is ranked here."""

    def __init__(self, limits: Limits, online: Callable[[], int], scribe: Scribe | None) -> None:
        self.is_draining = False
        self.scribe = scribe
        self.rooms = Rooms(replace(limits, members=SEATED), secrets.token_bytes, None)
        self._limits = limits
        self._online = online
        self._queue = Queue()
        self._seekers: dict[bytes, Seeker] = {}
        self._bouts: dict[bytes, Bout] = {}
        """Each of them twice, until its room is closed."""
        self._told: Counts | None = None
        self._tell_at = self._check_at = 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def ledger(self) -> Ledger | None:
        """To read in."""
        return self.scribe.reading if self.scribe else None

    @property
    def matching(self) -> int:
        return len(self._queue)

    @property
    def bouts(self) -> list[Bout]:
        """Those that may be watched, the newest last."""
        return [bout for bout in dict.fromkeys(self._bouts.values()) if not bout.referee.is_over]

    def seek(self, hello: Hello, outlet: Outlet, now: float) -> Seeker:
        """Somebody wants to play. Raises Refused where that cannot be."""
        if self.scribe is None:
            raise _refused(outlet, "closed", NO_RANKED)
        if self.is_draining:
            raise Refused(Code.RESTARTING, "the relay is closing")
        identity, name = digest(hello.secret), legible(hello.name)
        try:
            guest = self.scribe.reading.guest(identity)
        except sqlite3.Error as problem:
            raise _refused(outlet, "ledger", NO_LEDGER) from problem
        allowed = bucket(Role.GUEST, self._limits, now)
        seeker = Seeker(identity, name, outlet, allowed, now, guest.rating)
        bout = self._bout_of(identity)
        if not bout and not self.scribe.can_write:
            raise _refused(outlet, "ledger", NO_LEDGER)
        if before := self._seekers.pop(identity, None):
            before.outlet.close(Code.REPLACED, "the same guest came in by a newer connection")
        if bout:
            self._seekers[identity] = seeker
            self._tell_matched(seeker, bout)
            return seeker
        self._seekers[identity] = seeker
        self._queue.join(identity, guest.rating.shown, now)
        outlet.tell(
            encode(
                Welcome(
                    player=guest.player,
                    rating=guest.rating.shown,
                    deviation=guest.rating.deviation,
                    provisional=guest.rating.is_provisional,
                    bouts=guest.bouts,
                    online=self._online(),
                    matching=self.matching,
                    limits=_allowance(seeker, self._limits),
                )
            )
        )
        return seeker

    def hear(self, seeker: Seeker, said: Cancel | Ping, now: float) -> None:
        if not seeker.bucket.take(now):
            raise Refused(Code.TOO_MANY, "too many messages")
        match said:
            case Ping(at):
                seeker.outlet.tell(encode(Pong(at=at)))
            case Cancel():
                if bout := self._bout_of(seeker.identity):
                    bout.referee.cancel(bout.opponent(seeker.identity).member)
                self.leave(seeker)
                seeker.outlet.tell(encode(Cancelled()))
                seeker.outlet.close(Code.LEFT, "cancelled")

    def leave(self, seeker: Seeker) -> None:
        """The socket is gone, or wants no more."""
        if self._seekers.get(seeker.identity) is seeker:
            del self._seekers[seeker.identity]
            self._queue.leave(seeker.identity)

    def tick(self, now: float) -> None:
        self.rooms.tick(now)
        for bout in list(dict.fromkeys(self._bouts.values())):
            bout.referee.tick(asyncio.get_running_loop().time())
            if bout.referee.is_closed:
                self._close(bout)
        if self.scribe is None or self.is_draining:
            return
        if self.scribe.can_write:
            for one, other in self._queue.pair(now):
                self._begin(self._pair(self._seekers[one], self._seekers[other]))
        elif now >= self._check_at:
            self._check_at = now + CHECK_EVERY
            self._begin(self._check())
        if now >= self._tell_at:
            self._tell_at = now + COUNTS_EVERY
            self._tell_counts()

    async def close(self) -> None:
        """The relay closes: what is over is written down, what is not is void, and both hear it."""
        self.is_draining = True
        while self._bouts:
            _, bout = self._bouts.popitem()
            bout.referee.close()
        while self._tasks:
            await asyncio.wait(self._tasks)
        if self.scribe:
            self.scribe.close()

    def _bout_of(self, identity: bytes) -> Bout | None:
        """The bout that this one is in. One that is over is left, for there is another to find."""
        bout = self._bouts.get(identity)
        if bout is None:
            return None
        if bout.referee.is_settled:
            self._close(bout)
            return None
        return bout

    async def _check(self) -> None:
        """Whoever waits is told, if the ledger still cannot be written."""
        assert self.scribe is not None
        if not await self.scribe.check():
            for seeker in [one for one in self._seekers.values() if one.identity in self._queue]:
                self._turn_away(seeker)

    async def _pair(self, one: Seeker, other: Seeker) -> None:
        """Have the two meet, if a result could be written and both still want it."""
        assert self.scribe is not None
        can_write = await self.scribe.check()
        here = [seeker for seeker in (one, other) if self._seekers.get(seeker.identity) is seeker]
        if not can_write:
            for seeker in here:
                self._turn_away(seeker)
        elif len(here) == 2 and not self.is_draining:
            self._open(one, other)
        else:
            for seeker in here:
                self._queue.join(seeker.identity, seeker.rating.shown, seeker.since)

    def _turn_away(self, seeker: Seeker) -> None:
        refused = _refused(seeker.outlet, "ledger", NO_LEDGER)
        seeker.outlet.close(refused.code, refused.reason)
        self.leave(seeker)

    def _open(self, one: Seeker, other: Seeker) -> None:
        now = time.monotonic()
        ours = self.rooms.fresh()
        host = Membership(ours.member, Role.HOST, digest(ours.token), None, has_hosted=True)
        members = [Member.restored(host, self._limits, now)]
        opponents = []
        for seeker in (one, other):
            id = self.rooms.fresh().member
            membership = Membership(id, Role.GUEST, seeker.identity, None, has_hosted=False)
            members.append(Member.restored(membership, self._limits, now))
            player = player_of(seeker.identity)
            opponents.append(Opponent(id, player, seeker.name, seeker.rating))
        room = Room(members, self.rooms.limits, now)
        hosting = Hosting(room, ours)
        bout = Bout(self.rooms.add(room), (one.identity, other.identity), hosting)
        hosting.referee = Referee(
            bout.room,
            (opponents[0], opponents[1]),
            say=hosting.say,
            record=lambda verdict: self._begin(self._record(bout, verdict)),
            clock=asyncio.get_running_loop().time,
            secret=draw_secret,
        )
        for seeker in (one, other):
            self._bouts[seeker.identity] = bout
            self._tell_matched(seeker, bout)

    async def _record(self, bout: Bout, verdict: Verdict) -> None:
        assert self.scribe is not None
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
        bout.referee.recorded(await self.scribe.record(result))

    def _close(self, bout: Bout) -> None:
        bout.referee.close()
        bout.hosting.leave()
        for identity in bout.identities:
            self._bouts.pop(identity, None)

    def _tell_matched(self, seeker: Seeker, bout: Bout) -> None:
        opponent = bout.opponent(seeker.identity, ahead=1)
        public = shown(opponent.player, opponent.name, opponent.rating)
        seeker.outlet.tell(encode(Matched(bout.room, bout.referee.id, public)))

    def _tell_counts(self) -> None:
        counts = Counts(self._online(), self.matching)
        if counts == self._told:
            return
        self._told = counts
        frame = encode(counts)
        for identity, seeker in self._seekers.items():
            if identity in self._queue:
                seeker.outlet.tell(frame)

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _refused(outlet: Outlet, code: str, message: str) -> Refused:
    outlet.tell(encode(Error(code, message)))
    return Refused(Code.FULL, message)


def _allowance(seeker: Seeker, limits: Limits) -> Allowance:
    rate, burst = seeker.bucket.rate, seeker.bucket.burst
    return Allowance(limits.frame, limits.depth, burst, rate, limits.silence)
