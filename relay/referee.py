"""One ranked table: the engine's own, with a lodge that never thinks. Holds every secret of it.

Knows its two guests and its watchers as members of a room, and neither the room nor the ledger.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from secrets import token_bytes
from typing import NamedTuple

from engine import letters, ranked
from engine.actions import Action
from engine.chairs import Level, clean_name
from engine.codec import Unreadable
from engine.deal import SECRET_BYTES
from engine.letters import Ask, Bout, Contender, Letter, Stage, Tell
from engine.lodge import Lodge
from engine.messages import (
    Act,
    Command,
    Commit,
    Join,
    Leave,
    Phase,
    React,
    Ready,
    Refused,
    Rematch,
    Reply,
    Reveal,
    Start,
    Update,
)
from engine.ranked import SETUP, Finish, has_begun, out_of_time
from engine.table import Table
from engine.transcript import Deed
from engine.transcript import write as write_transcript
from engine.view import View
from relay.rating import Rating

_log = logging.getLogger(__name__)

MEETING, GRACE, LINGER = 20.0, 60.0, 60.0
"""Seconds for both to come, for one who is gone to come back, and for a rematch to be agreed on."""
WATCHERS = "watchers"
"""Who watches sees the same as everybody who does; no member of a room has so long an id."""
NOBODY = ""

objection = ranked.objection
"""Only the engine can tell an auditor why a transcript is none of a result."""


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
    ``record`` takes what is to be written down, and ``recorded`` is to be called with the outcome.
    ``secret`` draws a fresh one for a fair deal.
    """

    def __init__(
        self,
        room: str,
        opponents: tuple[Opponent, Opponent],
        *,
        say: Callable[[str, str, bool], None],
        record: Callable[[Verdict], None],
        clock: Callable[[], float],
        secret: Callable[[], bytes],
    ) -> None:
        self.stage = Stage.MEETING
        self.is_closed = False
        self._say_text = say
        self._record = record
        self._clock = clock
        self._secret = secret
        self._opponents = opponents
        self._ratings = [opponent.rating for opponent in opponents]
        self._gained: list[int | None] = [None, None]
        self._since = clock()
        """When this stage began."""
        self._gone: list[float | None] = [self._since, self._since]
        self._again: set[int] = set()
        self._watching: set[str] = set()
        self._heard: dict[str, tuple[str, int]] = {}
        self._finish: Finish | None = None
        self._winner: int | None = None
        self._bouts = 1
        self._table = _set_up(room, opponents)
        self._lodge = self._drive()
        self._driving: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        """That of the bout, and of its result."""
        return f"{self._table.id}.{self._bouts}"

    @property
    def is_over(self) -> bool:
        return self.stage not in (Stage.MEETING, Stage.PLAYING)

    @property
    def is_settled(self) -> bool:
        """Over, and nothing is to be written any more."""
        return self.is_over and self.stage is not Stage.WRITING

    @property
    def watchers(self) -> int:
        return len(self._watching)

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
                self._leave(seat)
            elif members[opponent.member] is (self._gone[seat] is not None):
                self._come_or_go(seat, members[opponent.member])
        here = {member for member, is_here in members.items() if is_here}
        self._let_watch(here - {opponent.member for opponent in self._opponents})
        if self.stage is Stage.MEETING and self._gone == [None, None]:
            self._begin()
        if self._bout() != before:
            self._tell_bout()

    def tell(self, member: str) -> None:
        """``member`` has missed something: give it everything."""
        if member in self._watching:
            self._show(member)
        elif member in self._table.seating.seat_of:
            self._lodge.tell(member)
            self._post(member, self._bout())

    def hear(self, member: str, text: str) -> None:
        """Do what a letter of one of the two asks, once; whatever it is, it does no harm."""
        seat = self._table.seating.seat_of[member]
        try:
            letter = letters.read(text)
        except Unreadable as error:
            self._say(member, Refused("unreadable", str(error)))
            return
        if not isinstance(letter, Ask):
            self._say(member, Refused("unreadable", "Expected an ask."))
            return
        page, heard = self._heard.get(member, ("", 0))
        if page == letter.page and letter.number <= heard:
            self._lodge.tell(member)
            return
        self._heard[member] = letter.page, letter.number
        self._do(seat, member, letter.command)

    def tick(self, now: float) -> None:
        """Time has passed: who was waited for is waited for no longer."""
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
        self._leave(self._table.seating.seat_of[member])

    def close(self) -> None:
        """Nothing goes on here any more: what is not over is void."""
        self.is_closed = True
        self._stop()
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

    # Underneath

    def _do(self, seat: int, member: str, command: Command) -> None:
        match command:
            case Act() | Commit() | Reveal() if self.stage is not Stage.PLAYING:
                self._say(member, Refused("not_now", "Nothing is being played."))
            case Act() | Commit() | Reveal() | React():
                self._lodge.command(member, command)
            case Leave():
                self._leave(seat)
                self._lodge.tell(member)
            case Rematch() if self.stage is Stage.RATED and self._gone == [None, None]:
                self._again.add(seat)
                if len(self._again) == len(self._opponents):
                    self._begin_again()
                self._lodge.tell(member)
                self._tell_bout()
            case Rematch():
                text = "A rematch is for two who are there, once the bout is rated."
                self._say(member, Refused("not_now", text))
            case _:
                self._say(member, Refused("ranked", "At a ranked table the referee sees to that."))

    def _drive(self) -> Lodge:
        """A lodge for the table, in which nobody thinks."""
        lodge = Lodge(
            self._table,
            mind=_first_legal,
            secret=self._secret,
            clock=self._clock,
            say=self._say,
            changed=self._look,
            complain=_log.error,
        )
        lodge.enter(WATCHERS)
        return lodge

    def _begin(self) -> None:
        self._enter(Stage.PLAYING)
        self._driving = asyncio.create_task(self._lodge.run())

    def _begin_again(self) -> None:
        """At another table, for the last may have been left in the middle of a round."""
        before = self._table
        self._table = _set_up(before.id, self._opponents)
        self._table.earlier, self._table.version = self._bouts, before.version + 1
        self._bouts += 1
        self._again, self._gained = set(), [None, None]
        self._finish = self._winner = None
        self._lodge = self._drive()
        for opponent in self._opponents:
            self._lodge.enter(opponent.member)
        self._begin()

    def _come_or_go(self, seat: int, is_here: bool) -> None:
        member = self._opponents[seat].member
        if is_here:
            self._gone[seat] = None
            self._lodge.enter(member)
            self._post(member, self._bout())
        else:
            self._gone[seat] = self._clock()
            self._again.discard(seat)
            self._lodge.leave(member)

    def _let_watch(self, here: set[str]) -> None:
        new, self._watching = here - self._watching, here
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
        elif self._table.phase is Phase.MATCH_OVER:
            self._end(Finish.PLAYED, self._table.match.winner)
        elif (loser := out_of_time(self._deeds)) is not None:
            self._end(Finish.RAN_OUT, 1 - loser)

    @property
    def _deeds(self) -> tuple[Deed, ...]:
        rounds = self._table.rounds
        return rounds[-1].deeds if rounds else ()

    def _end(self, finish: Finish, winner: int | None, counts: bool = True) -> None:
        self._finish = finish
        self._stop()
        if counts and has_begun(self._deeds):
            self._winner = winner
            self._enter(Stage.WRITING)
            transcript = replace(self._table.transcript, rounds=tuple(self._table.rounds))
            self._record(Verdict(self.id, finish, winner, write_transcript(transcript)))
        else:
            self._enter(Stage.VOID)
        self._tell_bout()

    def _stop(self) -> None:
        if self._driving:
            self._driving.cancel()
        self._driving = None

    def _enter(self, stage: Stage) -> None:
        self.stage, self._since = stage, self._clock()

    # What is said

    def _bout(self) -> Bout:
        first, second = (self._contender(seat) for seat in range(2))
        contenders = first, second
        return Bout(
            self.id, self.stage, self._finish, self._winner, contenders, len(self._watching)
        )

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
        text = letters.write(self._bout())
        for opponent in self._opponents:
            self._say_text(opponent.member, text, False)
        for member in self._watching:
            self._say_text(member, text, False)

    def _show(self, member: str) -> None:
        """All of it, to one who watches."""
        self._post(member, Tell("", 0, self._table.update(WATCHERS, (), self._clock())))
        self._post(member, self._bout())

    def _say(self, member: str, reply: Reply) -> None:
        """What the lodge tells; the same to all who watch."""
        is_view = isinstance(reply, Update)
        if member != WATCHERS:
            page, heard = self._heard.get(member, ("", 0))
            self._say_text(member, letters.write(Tell(page, heard, reply)), is_view)
        elif self._watching:
            text = letters.write(Tell("", 0, reply))
            for watcher in self._watching:
                self._say_text(watcher, text, is_view)

    def _post(self, member: str, letter: Letter) -> None:
        self._say_text(member, letters.write(letter), isinstance(letter, Tell))


def draw_secret() -> bytes:
    """A fresh one for a fair deal."""
    return token_bytes(SECRET_BYTES)


def legible(name: str) -> str:
    """As a name stands at a table."""
    return clean_name(name)


def _set_up(room: str, opponents: tuple[Opponent, Opponent]) -> Table:
    """A table with both seated and about to be dealt to, which nobody is the host of."""
    host, guest = opponents
    table = Table(room, host.member, host.name, SETUP, ())
    for command in (Join(guest.name), Ready(on=True)):
        table.command(guest.member, command, 0)
    table.command(host.member, Start(), 0)
    table.host = NOBODY
    for opponent in opponents:
        table.away(opponent.member)
    return table


async def _first_legal(view: View, level: Level) -> Action:  # noqa: ARG001  (nobody thinks)
    return view.legal[0]
