"""Draws tiles out of the page's sprite; it knows values and sizes, never a hand or a rule."""

from __future__ import annotations

from collections.abc import Iterable

from engine.tiles import Tile
from ui.html import Attribute, Html, classes, tag

FULL_CUT_FROM = 20
"""Below so many pixels across, a tile takes the small cut: larger pips, heavier bar, no bevel."""

STANDING = "-17 -33 34 70"


def standing(a: int, b: int, *, small: bool = False, dim: bool = False, lip: bool = False) -> Html:
    """A tile by itself, `a` above `b`; in the hand its pips get their lit lip too."""
    lit = tag("g", _use(f"n{a}", 0.7, -15.2), _use(f"n{b}", 0.7, 16.8), class_="lip")
    return tag(
        "svg",
        _use("sv" if small else "bv" if dim else "lv"),
        lit if lip and not small else None,
        _halves(a, b, upright=True, small=small),
        class_=classes("tile", _inks(a, b), dim and "dim"),
        viewBox=STANDING,
        aria_hidden=True,
    )


def named(tiles: Iterable[Tile]) -> list[Html]:
    """Tiles that are only looked at, ascending, each with its name."""
    return [
        tag("span", standing(tile.low, tile.high), role="img", aria_label=str(tile))
        for tile in sorted(tiles)
    ]


def back() -> Html:
    """A tile face down."""
    return tag("svg", _use("back"), class_="tile", viewBox=STANDING, aria_hidden=True)


def laid(
    a: int,
    b: int,
    x: float,
    y: float,
    *,
    upright: bool,
    small: bool = False,
    **attributes: Attribute,
) -> Html:
    """A tile of the line, centred on `x`, `y` in units of which a half is 32; the caller names it.

    `a` is the half above, or to the left where the tile lies.
    """
    return tag(
        "g",
        _use(("s" if small else "l") + ("v" if upright else "h")),
        _halves(a, b, upright=upright, small=small),
        class_=classes("laid", _inks(a, b)),
        transform=f"translate({x:g} {y:g})",
        **attributes,
    )


def _halves(a: int, b: int, *, upright: bool, small: bool) -> list[Html]:
    """Pips turn with the tile; the body under them does not, as the light stays above."""
    cut = "s" if small else "n"
    hues = _use(("t" if small else "r") + ("v" if upright else "h"), class_="hues")
    if upright:
        return [_use(f"{cut}{a}", y=-16), hues, _use(f"{cut}{b}", y=16)]
    return [
        _use(f"{cut}{a}", transform="translate(-16)rotate(90)"),
        hues,
        _use(f"{cut}{b}", transform="translate(16)rotate(90)"),
    ]


def _inks(a: int, b: int) -> str:
    """Tells the bar both values, for the set with a colour for each."""
    return f"a{a} b{b}"


def _use(drawing: str, x: float = 0, y: float = 0, **attributes: Attribute) -> Html:
    return tag("use", href=f"#{drawing}", x=_short(x), y=_short(y), **attributes)


def _short(offset: float) -> str | None:
    return f"{offset:g}" if offset else None
