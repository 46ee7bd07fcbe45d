"""Quick choices by a few features of each play. Sees one View; remembers nothing."""

from __future__ import annotations

from random import Random

from engine.actions import Action, Play
from engine.ai.weights import DOUBLE_FIRST, Weights, weights_of
from engine.chairs import Level, Regular
from engine.line import Line
from engine.rules import Variant
from engine.tiles import Tile
from engine.view import View

WHIM = 0.3
"""The chance that ``easy`` plays any legal tile instead of its heaviest."""


def choose(view: View, level: Level, random: Random, regular: Regular | None = None) -> Action:
    """What a regular of ``level`` takes without searching; ``view`` must be of the seat in turn.

    Only ``easy`` has a way of its own: any other level weighs its plays.
    """
    plays = [action for action in view.legal if isinstance(action, Play)]
    if not plays:
        return view.legal[0]
    if level is Level.EASY:
        return random.choice(plays) if random.random() < WHIM else _heaviest(plays)
    return _steadiest(view, plays, regular)


def worth(view: View, play: Play, weights: Weights) -> int:
    """What ``play`` promises, in hundredths of a pip; only differences mean anything."""
    line = view.line.lay(play.tile, play.end)
    kept = {value for tile in view.hand if tile != play.tile for value in tile}
    return (
        weights.pips * play.tile.pips
        + weights.double * play.tile.is_double
        + weights.ours * (_fitting(view.hand, line) - line.fits(play.tile))
        - weights.unseen * _fitting(_unseen(view), line)
        + weights.values * len(kept)
    )


def _heaviest(plays: list[Play]) -> Play:
    return max(plays, key=lambda play: play.tile.pips)


def _steadiest(view: View, plays: list[Play], regular: Regular | None) -> Play:
    weights = weights_of(view.setup, regular)
    worths = {play: worth(view, play, weights) for play in plays}
    best = max(plays, key=worths.__getitem__)
    if regular is not None and view.setup.variant is Variant.BLOCK:
        doubles = [play for play in plays if play.tile.is_double]
        double = max(doubles, key=worths.__getitem__, default=best)
        if worths[best] - worths[double] <= DOUBLE_FIRST:
            return double
    return best


def _unseen(view: View) -> tuple[Tile, ...]:
    seen = {*view.hand, *(laid.tile for laid in view.line.laid)}
    return tuple(tile for tile in view.setup.rules.tiles if tile not in seen)


def _fitting(tiles: tuple[Tile, ...], line: Line) -> int:
    return sum(line.fits(tile) for tile in tiles)
