"""What a play is worth by a few features, in hundredths of a pip. Knows who leans which way."""

from __future__ import annotations

from typing import NamedTuple

from engine.chairs import Regular
from engine.rules import Setup, Variant


class Weights(NamedTuple):
    """What a play is worth, in hundredths of a pip.

    It gains ``pips`` for each pip of its tile, ``double`` if that is one, and ``ours`` for each
    tile left in hand that fits the new ends; it loses ``unseen`` for each hidden tile that does.
    It gains ``values`` for each value that stays in hand: the more there are, the likelier one of
    them can be laid next time.
    """

    pips: int
    double: int
    ours: int
    unseen: int
    values: int = 0


BLOCK = Weights(100, 0, 215, 228)
DRAW = {
    2: Weights(100, 192, 527, 941),
    3: Weights(100, 480, 439, 449),
    4: Weights(100, 2110, 538, 329),
    5: Weights(100, 4090, 1280, 176),
}
"""Tuned by self-play; one set for each number of seats."""
KEEN = Weights(43, 1333, 267, 150, 1000)
"""What ``sharp`` goes by for itself where five meet; with fewer seats nothing was gained by it.

Fitted to what plays had led to in long searches, then tuned against ``steady`` and ``doubles``.
"""


def weights_of(setup: Setup, regular: Regular | None = None) -> Weights:
    """What ``steady`` goes by, bent a little by whoever plays."""
    return _bent(_plain(setup), regular)


def keen_weights(setup: Setup, regular: Regular | None = None) -> Weights:
    """What ``sharp`` goes by for its own plays, bent likewise."""
    return _bent(KEEN if setup.seats == 5 else _plain(setup), regular)


def _plain(setup: Setup) -> Weights:
    return BLOCK if setup.variant is Variant.BLOCK else DRAW[setup.seats]


def _bent(plain: Weights, regular: Regular | None) -> Weights:
    """The Ferryman likes a light boat, the Warden shut gates, the Cartographer ways of its own; the
    Innkeeper puts the doubles on the table first.
    """
    match regular:
        case Regular.FERRYMAN:
            return plain._replace(pips=plain.pips * 5 // 4)
        case Regular.WARDEN:
            return plain._replace(unseen=plain.unseen * 5 // 4)
        case Regular.CARTOGRAPHER:
            return plain._replace(ours=plain.ours * 5 // 4)
        case Regular.INNKEEPER:
            return plain._replace(double=plain.double + 200)
    return plain


DOUBLE_FIRST = 500
"""In Block a regular lays a double that is worth at most so many hundredths of a pip less."""
