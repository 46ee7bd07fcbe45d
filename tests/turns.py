"""Turns from which many tests start: ours, another's, one in which nothing fits."""

from __future__ import annotations

from engine.tiles import Tile
from tests.page import at, seen

HAND = "3-5 3-4 1-2 2-5"
LINE = "5-6 6-3"
"""Ends 5 and 3: of ``HAND``, 3-5 fits both, 3-4 the right, 2-5 the left, 1-2 none."""

MINE = at(seen(HAND, LINE))
THEIRS = at(seen(HAND, LINE, turn=1))
ONLY_DRAW = seen("1-2", LINE)


def tile(text: str | None) -> Tile | None:
    return None if text is None else Tile.parse(text)
