"""A ranked table: who is there, what that is worth, when a bout is over and whether it counts.

Knows its two guests and its watchers as members of a room, and neither the room nor the ledger.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from secrets import token_bytes
from typing import NamedTuple

from engine.chairs import clean_name
from engine.codec import Unreadable
from engine.deal import SECRET_BYTES
from engine.letters import Bout, Contender, Stage
from engine.messages import Act, Command, Commit, Leave, React, Refused, Rematch, Reveal
from engine.ranked import Finish
from relay.desk import Desk
from relay.duel import Duel
from relay.rating import Rating

MEETING, GRACE, LINGER = 20.0, 60.0, 60.0
"""Seconds for both to come, for one who is gone to come back, and for a rematch to be agreed on."""


class Opponent(NamedTuple):
    member: str
    player: str
    name: str
    rating: Rating


class Verdict(NamedTuple):
    """A bout that is over and counts."""

    id: str
    finish: str
    winner: int | None
    transcript: str

    def __repr__(self) -> str:
        return f"Verdict({self.id})"


class Referee:
    """``say`` takes a letter for a member, and whether a newer one of its kind may replace it;
    ``record`` takes what is to be written down, and ``recorded`` is to be called with the outcome;
    ``again`` is called when both want a rematch, and answered by ``begin_again`` or
    ``refuse_again``.
    ``secret`` draws a fresh one for a fair deal.
    """

    def __init__(
        self,
        room: str,
        opponents: tuple[Opponent, Opponent],
        *,
        say: Callable[[str, str, bool], None],
        record: Callable[[Verdict], None],
        again: Callable[[], None],
        clock: Callable[[], float],
        secret: Callable[[], bytes],
    ) -> None:
        self.stage = Stage.MEETING
        self.is_closed = False
        self._desk = Desk(say)
        self._record = record
        self._both_want_another = again
        self._clock = clock
        self._secret = secret
        self._opponents = opponents
        self._seats = {opponent.member: seat for seat, opponent in enumerate(opponents)}
        self._ratings = [opponent.rating for opponent in opponents]
        self._gained: list[int | None] = [None, None]
        self._since = clock()
        """When this stage began."""
        self._gone: list[float | None] = [self._since, self._since]
        self._again: set[int] = set()
        self._told_watchers = 0
        self._finish: Finish | None = None
        self._winner: int | None = None
        self._room = room
        self._duels = 1
        self._duel = self._next_duel(version=0)

    @property
    def id(self) -> str:
        """That of the bout, and of its result."""
        return self._duel.id

    @property
    def is_over(self) -> bool:
        return self.stage not in (Stage.MEETING, Stage.PLAYING)

    @property
    def is_settled(self) -> bool:
        """Over, and nothing is to be written any more."""
        return self.is_over and self.stage is not Stage.WRITING

    @property
    def is_deserted(self) -> bool:
        """Both are gone from a round that has begun."""
        return self.stage is Stage.PLAYING and None not in self._gone

    @property
    def watchers(self) -> int:
        return len(self._desk.watching)

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        """With their ratings of now."""
        pairs = zip(self._opponents, self._ratings)
        return tuple(opponent._replace(rating=rating) for opponent, rating in pairs)

    # What is heard of the room

    def meet(self, members: Mapping[str, bool]) -> None:
        """These are members now, and here or not; one who is none any more has left."""
        before = self._bout()
        for seat, opponent in enumerate(self._opponents):
            if opponent.member not in members:
                if self._gone[seat] is None:
                    self._come_or_go(seat, is_here=False)
                self._leave(seat)
            elif members[opponent.member] is (self._gone[seat] is not None):
                self._come_or_go(seat, members[opponent.member])
        here = {member for member, is_here in members.items() if is_here}
        self._let_watch(here - {opponent.member for opponent in self._opponents})
        if self.stage is Stage.MEETING and self._gone == [None, None]:
            self._begin()
        if replace(self._bout(), watchers=before.watchers) != before:
            self._tell_bout()

    def tell(self, member: str) -> None:
        """``member`` has missed something: give it everything."""
        if member in self._desk.watching:
            self._show(member)
        elif member in self._seats:
            self._duel.lodge.tell(member)
            self._desk.tell(self._bout(), member)

    def hear(self, member: str, text: str) -> None:
        """Do what a letter of one of the two asks, once; whatever it is, it does no harm."""
        try:
            command = self._desk.read(member, text)
        except Unreadable as error:
            self._desk.reply(member, Refused("unreadable", str(error)))
            return
        if command is None:
            self._duel.lodge.tell(member)
        else:
            self._do(self._seats[member], member, command)

    def tick(self, now: float) -> None:
        """Time has passed: who was waited for is waited for no longer.

        How many watch is told here alone: they come and go as often as they like, and each letter
        is one more for the two to acknowledge.
        """
        if self.watchers != self._told_watchers:
            self._tell_bout()
        waited = now - self._since
        if self.stage is Stage.MEETING:
            if waited >= MEETING:
                self._end(Finish.AWAY, None, counts=False)
        elif self.stage is Stage.PLAYING:
            self._part_with_the_gone(now)
        elif self.stage is not Stage.WRITING and waited >= LINGER:
            self.is_closed = True

    def cancel(self, member: str) -> None:
        """``member`` wants no bout after all."""
        self._leave(self._seats[member])

    def close(self) -> None:
        """Nothing goes on here any more: what is not over is void."""
        self.is_closed = True
        self._duel.stop()
        if not self.is_over:
            self._enter(Stage.VOID)
            self._tell_bout()

    # What is heard of the ledger

    def recorded(self, ratings: tuple[Rating, Rating] | None) -> None:
        """The result is written, with these ratings after it; or None: it cannot be."""
        if ratings is None:
            self._enter(Stage.UNWRITTEN)
        else:
            self._gained = [new.shown - old.shown for new, old in zip(ratings, self._ratings)]
            self._ratings = list(ratings)
            self._enter(Stage.RATED)
        self._tell_bout()

    # What is heard of whoever keeps the tables

    def begin_again(self) -> None:
        """At another table, for the last may have been left in the middle of a round."""
        if self.stage is not Stage.RATED or len(self._again) < len(self._opponents):
            return  # one of them has gone meanwhile
        self._duels += 1
        self._again, self._gained = set(), [None, None]
        self._finish = self._winner = None
        self._duel = self._next_duel(self._duel.version + 1)
        for opponent in self._opponents:
            self._duel.lodge.enter(opponent.member)
        self._begin()
        self._tell_bout()

    def refuse_again(self, code: str, message: str) -> None:
        """There can be no rematch now."""
        self._again = set()
        for opponent in self._opponents:
            self._desk.reply(opponent.member, Refused(code, message))
        self._tell_bout()

    # Underneath

    def _do(self, seat: int, member: str, command: Command) -> None:
        match command:
            case Act() | Commit() | Reveal() if self.stage is not Stage.PLAYING:
                self._desk.reply(member, Refused("not_now", "Nothing is being played."))
            case Act() | Commit() | Reveal() | React():
                self._duel.lodge.command(member, command)
            case Leave():
                self._leave(seat)
                self._duel.lodge.tell(member)
            case Rematch() if self.stage is Stage.RATED and self._gone == [None, None]:
                self._again.add(seat)
                self._duel.lodge.tell(member)
                self._tell_bout()
                if len(self._again) == len(self._opponents):
                    self._both_want_another()
            case Rematch():
                text = "A rematch is for two who are there, once the bout is rated."
                self._desk.reply(member, Refused("not_now", text))
            case _:
                text = "At a ranked table the referee sees to that."
                self._desk.reply(member, Refused("ranked", text))

    def _next_duel(self, version: int) -> Duel:
        return Duel(
            self._room,
            {opponent.member: opponent.name for opponent in self._opponents},
            say=self._desk.reply,
            changed=self._look,
            clock=self._clock,
            secret=self._secret,
            number=self._duels,
            version=version,
        )

    def _begin(self) -> None:
        self._enter(Stage.PLAYING)
        self._duel.begin()

    def _come_or_go(self, seat: int, is_here: bool) -> None:
        member = self._opponents[seat].member
        if is_here:
            self._gone[seat] = None
            self._duel.lodge.enter(member)
            self._desk.tell(self._bout(), member)
        else:
            self._gone[seat] = self._clock()
            self._again.discard(seat)
            self._duel.lodge.leave(member)

    def _let_watch(self, here: set[str]) -> None:
        new, self._desk.watching = here - self._desk.watching, here
        for member in new:
            self._show(member)

    def _leave(self, seat: int) -> None:
        if self.stage is Stage.MEETING:
            self._end(Finish.LEFT, None, counts=False)
        elif self.stage is Stage.PLAYING:
            self._end(Finish.LEFT, 1 - seat)
        elif self.stage is not Stage.WRITING:
            self.is_closed = True

    def _part_with_the_gone(self, now: float) -> None:
        lost = self._lost(now)
        if all(lost):
            self._end(Finish.AWAY, None, counts=False)
        elif any(lost) and None in self._gone:
            self._end(Finish.AWAY, lost.index(False))

    def _lost(self, now: float) -> list[bool]:
        """Who of the two has been gone for longer than anybody waits."""
        return [since is not None and now - since >= GRACE for since in self._gone]

    def _look(self) -> None:
        """The lodge's table has changed, and nobody has been told yet."""
        if self.stage is not Stage.PLAYING:
            return
        if all(self._lost(self._clock())):  # nobody was there to see what the clock did
            self._end(Finish.AWAY, None, counts=False)
        elif ending := self._duel.ending:
            self._end(*ending)

    def _end(self, finish: Finish, winner: int | None, counts: bool = True) -> None:
        self._finish = finish
        self._duel.stop()
        if counts and self._duel.has_begun:
            self._winner = winner
            self._enter(Stage.WRITING)
            self._record(Verdict(self.id, finish, winner, self._duel.transcript()))
        else:
            self._enter(Stage.VOID)
        self._tell_bout()

    def _enter(self, stage: Stage) -> None:
        self.stage, self._since = stage, self._clock()

    # What is said

    def _bout(self) -> Bout:
        first, second = (self._contender(seat) for seat in range(2))
        contenders = first, second
        return Bout(self.id, self.stage, self._finish, self._winner, contenders, self.watchers)

    def _contender(self, seat: int) -> Contender:
        rating, gone = self._ratings[seat], self._gone[seat]
        grace = MEETING if self.stage is Stage.MEETING else GRACE
        return Contender(
            player=self._opponents[seat].player,
            rating=rating.shown,
            deviation=rating.deviation,
            provisional=rating.is_provisional,
            gained=self._gained[seat],
            away=None if gone is None else round(max(gone + grace - self._clock(), 0.0), 1),
            rematch=seat in self._again,
        )

    def _tell_bout(self) -> None:
        self._told_watchers = self.watchers
        self._desk.tell(self._bout(), *self._seats, *self._desk.watching)

    def _show(self, member: str) -> None:
        self._desk.show(member, self._duel.watched(), self._bout())


def draw_secret() -> bytes:
    """A fresh one for a fair deal."""
    return token_bytes(SECRET_BYTES)


def legible(name: str) -> str:
    """As a name stands at a table."""
    return clean_name(name)
