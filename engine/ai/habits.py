"""How the search goes about each game, as found by experiment. Knows no position."""

from __future__ import annotations

from typing import NamedTuple

from engine.rules import Setup, Variant


class Habit(NamedTuple):
    """How to search in one game.

    Each play still in question is played out in ``worlds`` imagined deals, all plays together at
    most ``rollouts`` times. For each deal that is played out, ``spare`` are guessed; the likelier
    ones are then played out more often, each after ``drift`` tries to swap two of its tiles.

    To the points that a play wins on average, ``prior`` are added for each hundredth of a pip that
    it is worth by the weights. One that does worse than the best by more than ``doubt`` standard
    errors is given up.

    Of all players one meets, ``minds`` are the shares that weigh, that lay doubles first, and that
    lay their heaviest. To one that weighs, a play is e times as likely as another that is worth
    ``warmth`` hundredths of a pip less.
    """

    worlds: int
    spare: float
    drift: int
    rollouts: int
    prior: float
    doubt: float
    minds: tuple[float, float, float]
    warmth: int


BLOCK = Habit(900, 1.4, 0, 2500, 0.001, 2.5, (0.6, 0.3, 0.1), 150)
DRAW = Habit(1000, 0.2, 10, 1200, 0.003, 2.5, (0.34, 0.33, 0.33), 500)
"""Where tiles are drawn, so few guesses are likely that it is better to let them drift."""
FIRST, EVERY = 32, 16
"""Plays are given up after ``FIRST`` worlds at the earliest, then after every ``EVERY``, and ever
more seldom."""
DOUBLE_FIRST = 1.5
"""In Block a regular lays a double that promises at most so many points less than the best."""


def habit_of(setup: Setup) -> Habit:
    return BLOCK if setup.variant is Variant.BLOCK else DRAW
