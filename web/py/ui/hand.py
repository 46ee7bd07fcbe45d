"""Our own hand: one button a tile, sorted as wished, each state in a shape of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.model import Model
from app.settings import Sort
from engine.line import End
from engine.tiles import Tile
from engine.view import View
from ui.emblem import icon
from ui.html import Html, classes, tag
from ui.layout import columns
from ui.motion import newly_held
from ui.texts import text
from ui.tile import standing

PHONE_ROW, WIDE_ROW = 7, 11
"""Tiles in one row at most, on a phone and where there is room."""

ORDER: dict[Sort, Callable[[Tile], tuple[int, ...]]] = {
    Sort.SUIT: lambda tile: (tile.low, tile.high),
    Sort.PIPS: lambda tile: (-tile.pips, -tile.high),
    Sort.DOUBLES: lambda tile: (not tile.is_double, -tile.pips, -tile.high),
}


def hand(model: Model, view: View) -> Html:
    tiles = sorted(view.hand, key=ORDER[model.settings.sort])
    new = newly_held(model)
    return rack([held(model, tile, new=tile in new) for tile in tiles])


def rack(tiles: Sequence[Html]) -> Html:
    """Where held tiles stand, in rows of even length."""
    return tag(
        "fieldset",
        tiles,
        class_=f"hand cols-{columns(len(tiles), PHONE_ROW)} wide-{columns(len(tiles), WIDE_ROW)}",
        role="group",
        aria_label=text("hand.name"),
        data_roving=True,
    )


def held(model: Model, tile: Tile, *, new: bool = False) -> Html:
    ends = model.ends_for(tile)
    chosen = model.chosen == tile
    return tag(
        "button",
        standing(tile.low, tile.high, dim=model.my_turn and not ends, lip=True),
        icon("flame", "0 0 10 13", "mark") if ends else None,
        type="button",
        class_=classes("held-tile", bool(ends) and "fits", new and "new"),
        id=f"tile-{tile}",
        data_msg="tile",
        data_value=str(tile),
        data_fits=" ".join(ends) or None,
        aria_pressed=chosen,
        aria_label=str(tile),
        aria_description=fitting(ends),
    )


def fitting(ends: tuple[End, ...]) -> str | None:
    """Which ends a tile fits, in words; None where it fits neither."""
    if not ends:
        return None
    return text("hand.fits_both" if len(ends) == 2 else f"hand.fits_{ends[0]}")
