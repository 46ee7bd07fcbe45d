"""What a table tells of one round for the tally: where we sat, and how it ended. Counts nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.chairs import Level, Regular
from engine.messages import Phase, Update
from engine.rules import Variant

Opponent = tuple[Regular, Level]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Our seat in one round at one table; ``counted`` once that round's end is in the tally."""

    table: str = field(repr=False)
    round: int
    seat: int
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended, told from ``seat``: ``regulars`` sit chair by chair, None for a person.

    ``line`` is how many tiles lay; ``last`` says that the match is over too.
    """

    variant: Variant
    seats: int
    seat: int
    winner: int | None
    points: int
    line: int
    regulars: tuple[Opponent | None, ...]
    last: bool

    @property
    def won(self) -> bool:
        return self.winner == self.seat


def sitting_in(update: Update) -> Sitting | None:
    """Our seat in the round that is played or just over; None for whoever only watches."""
    if update.phase not in (Phase.PLAYING, Phase.ROUND_OVER, Phase.MATCH_OVER):
        return None
    if update.seat is None or update.fair is None:
        return None
    return Sitting(update.fair.table, update.fair.round, update.seat)


def outcome_of(update: Update) -> Outcome | None:
    """How the round ended, None before that. What a host tells is held to what a round can be."""
    view, seat = update.view, update.seat
    if seat is None or view is None or view.result is None or update.phase is Phase.DEALING:
        return None
    tiles, winner = update.setup.rules.tiles, view.result.winner
    return Outcome(
        variant=update.setup.variant,
        seats=update.setup.seats,
        seat=seat,
        winner=winner if winner in range(len(update.chairs)) else None,
        points=min(max(view.result.points, 0), sum(tile.pips for tile in tiles)),
        line=min(len(view.line.laid), len(tiles)),
        regulars=tuple(
            None if chair.regular is None or chair.level is None else (chair.regular, chair.level)
            for chair in update.chairs
        ),
        last=update.phase is Phase.MATCH_OVER,
    )
