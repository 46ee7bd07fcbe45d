"""How the search goes about it in each game, as found by experiment. Knows no position."""

from __future__ import annotations

from typing import NamedTuple

from engine.rules import Setup, Variant


class Habit(NamedTuple):
    """How to search in one game: found by experiment.

    ``worlds`` are played out for each play still in question, in all at most ``rollouts`` rounds.
    For each, ``spare`` deals are guessed: likelier ones stand in for the others. ``prior`` is what
    a hundredth of the weights' word counts beside the mean. A play falls behind when it is worse
    by ``doubt`` standard errors. ``minds`` is how often one meets somebody who weighs, who lays
    doubles first, who lays the heaviest; ``warmth`` how much worth, in hundredths of a pip, makes
    a play e times as likely to one who weighs.
    """

    worlds: int
    spare: float
    rollouts: int
    prior: float
    doubt: float
    minds: tuple[float, float, float]
    warmth: int


BLOCK = Habit(900, 1.4, 2500, 0.001, 2.5, (0.6, 0.3, 0.1), 150)
DRAW = Habit(1000, 0.56, 1500, 0.003, 2.5, (0.34, 0.33, 0.33), 500)
"""Where tiles are drawn, the boneyard's order is chance enough to play one deal out twice."""
FIVE = DRAW._replace(worlds=400, spare=1.4, rollouts=1200, doubt=2.0)
"""So many hands take long to guess, and more worlds have not been seen to help."""
FIRST, EVERY = 32, 16
"""When the plays that have fallen behind are dropped: after so many worlds, then every so many,
and ever more seldom."""
DOUBLE_FIRST = 1.5
"""In Block a regular lays a double that promises at most so many points less."""


def habit_of(setup: Setup) -> Habit:
    if setup.variant is Variant.BLOCK:
        return BLOCK
    return FIVE if setup.seats == 5 else DRAW
