"""All that may be asked in a position, and what the engine makes of it. Forms no sentence."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action, Draw, IllegalAction, Pass, Play, Refusal
from engine.events import Event
from engine.line import End
from engine.round import Round, legal_actions, step
from engine.tiles import Tile
from web.lessons.lesson import WE, Lesson, Shows


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a choice: the round after it, what was seen of that, what may be chosen then.

    ``refusal`` is why nothing has happened; ``ends`` are those between which is still to choose.
    """

    round: Round
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    ends: tuple[End, ...] = ()
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A tile, an end for the tile chosen before, a draw or a pass."""

    of: Tile | End | Draw | Pass
    came: Came

    @property
    def fits(self) -> bool:
        return self.came.refusal is None


def choices(lesson: Lesson) -> tuple[Choice, ...]:
    """What may be asked in our turn: every tile in hand, then a draw, a pass."""
    return _Turn(lesson.shows).choices(lesson.round, lesson.round.hands[WE])


@dataclass(frozen=True, slots=True)
class _Turn:
    shows: Shows
    more: int = 1
    """Turns that may follow this one."""

    def choices(self, round: Round, tiles: tuple[Tile, ...]) -> tuple[Choice, ...]:
        asked = [Choice(tile, self._tile(round, tile)) for tile in sorted(tiles)]
        return (*asked, *(Choice(act, self._came(round, act)) for act in (Draw(), Pass())))

    def _tile(self, round: Round, tile: Tile) -> Came:
        """As at the table: a tile goes where it fits; where it fits both ends, they ask."""
        came = {end: self._came(round, Play(tile, end)) for end in End}
        fits = tuple(end for end in End if came[end].refusal is None)
        if len(fits) == 2:
            return Came(round, ends=fits, choices=tuple(Choice(end, came[end]) for end in fits))
        return came[fits[0] if fits else End.LEFT]

    def _came(self, round: Round, action: Action) -> Came:
        try:
            after, events = step(round, WE, action)
        except IllegalAction as refused:
            return Came(round, refusal=refused.code)
        if isinstance(action, Draw):
            return Came(after, events, choices=self.choices(after, after.hands[WE][-1:]))
        if self.shows in (Shows.ANSWER, Shows.TURN):
            after, answers = _answered(after)
            events += answers
        if self.shows is Shows.TURN and self.more and after.turn == WE and not after.result:
            again = _Turn(self.shows, self.more - 1).choices(after, after.hands[WE])
            return Came(after, events, choices=again)
        return Came(after, events)


def _answered(round: Round) -> tuple[Round, tuple[Event, ...]]:
    """The others in turn, each with the first thing that the rules allow."""
    seen: tuple[Event, ...] = ()
    while round.result is None and round.turn != WE:
        round, events = step(round, round.turn, legal_actions(round)[0])
        seen += events
    return round, seen
