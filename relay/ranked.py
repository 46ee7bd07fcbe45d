"""Ranked play as it goes on: who waits, and who is paired. Knows no room, and rules no bout.

Has no socket; what comes and goes through one is brought here.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

from relay.bouts import Bout, Bouts, Entrant
from relay.envelope import Code, Error, Ping, Pong, Refused, Role, encode
from relay.ledger import Ledger
from relay.limits import Bucket, Limits
from relay.meeting import Cancel, Cancelled, Counts, Hello, Matched, Welcome, shown
from relay.members import Outlet, allowance, bucket, digest
from relay.queue import Queue
from relay.referee import legible
from relay.scribe import Scribe

COUNTS_EVERY = 2.0
CHECK_EVERY = 5.0
"""Seconds between two looks at whether a ledger that could not be written can be again."""
NO_LEDGER = "The ledger cannot be written now, so no ranked game begins. Private tables go on."
NO_RANKED = "There are no ranked games at this lodge. Private tables are open."


@dataclass(eq=False, repr=False, slots=True)
class Seeker:
    """Somebody's socket at the queue."""

    entrant: Entrant
    outlet: Outlet
    bucket: Bucket
    since: float

    @property
    def identity(self) -> bytes:
        return self.entrant.identity


class Ranked:
    """``online`` counts all who are at the lodge. Without a scribe nothing is ranked here."""

    def __init__(self, limits: Limits, online: Callable[[], int], scribe: Scribe | None) -> None:
        self.is_draining = False
        self.scribe = scribe
        self.bouts = Bouts(limits, scribe, self._begin, self._can_begin)
        self._limits = limits
        self._online = online
        self._queue = Queue()
        self._seekers: dict[bytes, Seeker] = {}
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
        seeker = Seeker(Entrant(identity, name, guest.rating), outlet, allowed, now)
        bout = self.bouts.of(identity)
        if not bout and not self.scribe.can_write:
            raise _refused(outlet, "ledger", NO_LEDGER)
        if before := self._seekers.pop(identity, None):
            before.outlet.close(Code.REPLACED, "the same guest came in by a newer connection")
        self._seekers[identity] = seeker
        if bout:
            self._tell_matched(seeker, bout)
            return seeker
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
                    limits=allowance(allowed, self._limits),
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
                if bout := self.bouts.of(seeker.identity):
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
        self.bouts.tick(now)
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
        self.bouts.close()
        while self._tasks:
            await asyncio.wait(self._tasks)
        if self.scribe:
            self.scribe.close()

    async def _check(self) -> None:
        """Whoever waits is told, if the ledger still cannot be written."""
        assert self.scribe is not None
        if not await self.scribe.check():
            for seeker in [one for one in self._seekers.values() if one.identity in self._queue]:
                self._turn_away(seeker)

    async def _can_begin(self) -> bool:
        """Whether a result could be written. The relay may close while that is found out."""
        can_write = self.scribe is not None and await self.scribe.check()
        return can_write and not self.is_draining

    async def _pair(self, one: Seeker, other: Seeker) -> None:
        """Have the two meet, if a result could be written and both still want it."""
        assert self.scribe is not None
        can_write = await self.scribe.check()
        here = [seeker for seeker in (one, other) if self._seekers.get(seeker.identity) is seeker]
        if not can_write:
            for seeker in here:
                self._turn_away(seeker)
        elif len(here) == 2 and not self.is_draining:
            bout = self.bouts.open(one.entrant, other.entrant)
            for seeker in here:
                self._tell_matched(seeker, bout)
        else:
            for seeker in here:
                self._queue.join(seeker.identity, seeker.entrant.rating.shown, seeker.since)

    def _turn_away(self, seeker: Seeker) -> None:
        refused = _refused(seeker.outlet, "ledger", NO_LEDGER)
        seeker.outlet.close(refused.code, refused.reason)
        self.leave(seeker)

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
