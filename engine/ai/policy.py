"""Quick choices by a few features of each play. Sees one View; remembers nothing."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from engine.actions import Action, Play
from engine.chairs import Level
from engine.line import Line
from engine.rules import Variant
from engine.tiles import Tile
from engine.view import View


class Weights(NamedTuple):
    """What a play is worth: its pips, being a double, what it leaves for us and for the others.

    ``ours`` counts our remaining tiles that fit the new ends, ``unseen`` all hidden ones that do.
    """

    pips: float
    double: float
    ours: float
    unseen: float


BLOCK = Weights(1, 0, 2.15, 2.28)
DRAW = {
    2: Weights(1, 1.92, 5.27, 9.41),
    3: Weights(1, 4.8, 4.39, 4.49),
    4: Weights(1, 21.1, 5.38, 3.29),
    5: Weights(1, 40.9, 12.8, 1.76),
}
"""Tuned by self-play; one set for each number of seats."""

WHIM = 0.3
"""How often ``easy`` plays any legal tile instead of its heaviest."""


def choose(view: View, level: Level, random: Random) -> Action:
    """The legal action that a regular of ``level`` takes. ``view`` must be of the seat in turn."""
    plays = [action for action in view.legal if isinstance(action, Play)]
    if not plays:
        return view.legal[0]
    if level is Level.EASY:
        return random.choice(plays) if random.random() < WHIM else _heaviest(plays)
    return _steadiest(view, plays)


def _heaviest(plays: list[Play]) -> Play:
    return max(plays, key=lambda play: play.tile.pips)


def _steadiest(view: View, plays: list[Play]) -> Play:
    block = view.setup.variant is Variant.BLOCK
    weights = BLOCK if block else DRAW[view.setup.seats]
    unseen = _unseen(view)

    def worth(play: Play) -> float:
        line = view.line.lay(play.tile, play.end)
        return (
            weights.pips * play.tile.pips
            + weights.double * play.tile.is_double
            + weights.ours * (_fitting(view.hand, line) - line.fits(play.tile))
            - weights.unseen * _fitting(unseen, line)
        )

    return max(plays, key=worth)


def _unseen(view: View) -> tuple[Tile, ...]:
    seen = {*view.hand, *(laid.tile for laid in view.line.laid)}
    return tuple(tile for tile in view.setup.rules.tiles if tile not in seen)


def _fitting(tiles: tuple[Tile, ...], line: Line) -> int:
    return sum(line.fits(tile) for tile in tiles)
