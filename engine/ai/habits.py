"""How the search goes about each game, as found by experiment. Knows no position."""

from __future__ import annotations

from typing import NamedTuple

from engine.rules import Setup, Variant


class Habit(NamedTuple):
    """How to search in one game.

    Each play still in question is played out in ``worlds`` imagined deals, all plays together at
    most ``rollouts`` times. For each deal that is played out, ``spare`` are guessed; the likelier
    ones are then played out more often. To the points that a play wins on average, ``prior`` are
    added for each hundredth of a pip that it is worth by the weights. One that does worse than the
    best by more than ``doubt`` standard errors is given up.

    Of all players one meets, ``minds`` are the shares that weigh, that lay doubles first, and that
    lay their heaviest. To one that weighs, a play is e times as likely as another that is worth
    ``warmth`` hundredths of a pip less.
    """

    worlds: int
    spare: float
    rollouts: int
    prior: float
    doubt: float
    minds: tuple[float, float, float]
    warmth: int


BLOCK = Habit(900, 1.4, 2500, 0.001, 2.5, (0.6, 0.3, 0.1), 150)
DRAW = Habit(1000, 0.56, 1200, 0.003, 2.5, (0.34, 0.33, 0.33), 500)
"""Where tiles are drawn, the boneyard's order is chance enough to play one deal out twice."""
FIVE = DRAW._replace(worlds=400, spare=1.4, doubt=2.0)
"""So many hands take long to guess, and more worlds have not been seen to help."""
FIRST, EVERY = 32, 16
"""Plays are given up after ``FIRST`` worlds at the earliest, then after every ``EVERY``, and ever
more seldom."""
DOUBLE_FIRST = 1.5
"""In Block a regular lays a double that promises at most so many points less than the best."""


def habit_of(setup: Setup) -> Habit:
    if setup.variant is Variant.BLOCK:
        return BLOCK
    return FIVE if setup.seats == 5 else DRAW
