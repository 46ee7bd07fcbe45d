"""The line of play as a drawing and as a list; where it lies is layout's, what is legal is not."""

from __future__ import annotations

from functools import lru_cache

from app.model import Lens
from engine.events import Opened, Played
from engine.line import End, Line
from engine.view import View
from ui import layout
from ui.html import Html, classes, join, tag
from ui.texts import text
from ui.tile import FULL_CUT_FROM, laid

NEAR = 36
"""How many pixels across a tile of the enlarged line is."""

Area = tuple[float, float]


def line(
    view: View,
    area: Area,
    ends: tuple[End, ...],
    *,
    lens: Lens = Lens.WHOLE,
    came: str | None = None,
) -> Html:
    """The line in an area of CSS pixels; ``ends`` are those that the chosen tile fits.

    ``came`` is the place from which the last tile has just been laid, None if that was long ago.
    Enlarged, the line is gone over in its area, with both open ends at hand.
    """
    plan = _plan(view.line, area)
    if not is_small(view, area):
        return tag("div", _drawing(view, plan, area, ends, came), class_="pane")
    if lens is Lens.WHOLE:
        drawing = _drawing(view, plan, area, ends, came, data_msg="lens")
        return tag("div", drawing, class_="pane")
    width, height = (round(length * NEAR / plan.half) for length in area)
    drawing = _drawing(view, plan, area, ends, came, width=width, height=height, data_msg="lens")
    pane = tag(
        "div",
        drawing,
        class_="pane near",
        tabindex=0,
        role="group",
        aria_label=text("line.near"),
        data_pane=True,
    )
    if view.result is not None:
        return pane
    return join(pane, [_chip(view, end, fits=end in ends) for end in End])


def is_small(view: View, area: Area) -> bool:
    """Whether its tiles come out so small that enlarging the line helps."""
    return _plan(view.line, area).half < FULL_CUT_FROM


@lru_cache(maxsize=2)
def _plan(line: Line, area: Area) -> layout.Line:
    pairs = [(tile.left, tile.right) for tile in line.laid]
    return layout.lay(pairs, line.opening, *area)


def _drawing(
    view: View,
    plan: layout.Line,
    area: Area,
    ends: tuple[End, ...],
    came: str | None,
    **attributes: str | int,
) -> Html:
    pairs = [(tile.left, tile.right) for tile in view.line.laid]
    small = plan.half < FULL_CUT_FROM and "width" not in attributes
    last = _last_laid(view)
    tiles = [
        laid(
            spot.first,
            spot.second,
            spot.x,
            spot.y,
            upright=spot.upright,
            small=small,
            role="listitem",
            aria_label=_named(pairs[index], last=index == last),
            id=f"laid-{index - view.line.opening}",
            data_came=came if index == last else None,
        )
        for index, spot in enumerate(plan.spots)
    ]
    slots = []
    if view.result is None:
        slots = [
            _slot(view, plan.left, End.LEFT, fits=End.LEFT in ends),
            _slot(view, plan.right, End.RIGHT, fits=End.RIGHT in ends),
        ]
    lay = tag(
        "g",
        tag("g", tiles, role="list", aria_label=text("line.name")),
        _corners(plan.spots[last], id=f"last-{last - view.line.opening}", data_came=came),
        slots,
        class_=classes("lay", came is not None and "grown"),
        transform=f"translate({plan.dx:.2f} {plan.dy:.2f}) scale({plan.scale:.4f})",
    )
    return tag("svg", lay, viewBox=f"0 0 {area[0]:g} {area[1]:g}", **attributes)


def _named(pair: tuple[int, int], *, last: bool) -> str:
    name = f"{pair[0]}-{pair[1]}"
    return f"{name}, {text('line.last')}" if last else name


def _last_laid(view: View) -> int:
    """The index in the line of the tile that was laid last."""
    for event in reversed(view.record):
        if isinstance(event, Played):
            return 0 if event.end is End.LEFT else len(view.line.laid) - 1
        if isinstance(event, Opened):
            break
    return view.line.opening


def _corners(spot: layout.Spot, **attributes: str | None) -> Html:
    right, down = spot.width / 2 + 4, spot.height / 2 - 5
    paths = [
        tag("path", d=f"M{m * right:g} {n * down:g}v{n * 9}h{-m * 9}")
        for m, n in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    place = f"translate({spot.x:g} {spot.y:g})"
    return tag("g", paths, class_="last", transform=place, **attributes)


def _chip(view: View, end: End, *, fits: bool) -> Html:
    """An open end of the enlarged line, always in sight: plays there, or else leads there."""
    value, letter = view.line.value(end), end.value[0].upper()
    label = text(f"end.{end}" if fits else f"line.show.{end}", value=value)
    return tag(
        "button",
        [letter, " ", tag("b", value)] if end is End.LEFT else [tag("b", value), " ", letter],
        type="button",
        class_=classes("chip", end.value, fits and "fits"),
        id=f"chip-{end}",
        data_msg="play" if fits else None,
        data_value=end.value if fits else None,
        data_show=None if fits else f"slot-{end}",
        aria_label=label,
    )


def _slot(view: View, place: layout.End, end: End, *, fits: bool) -> Html:
    """An open end: its value and its letter; a button where the chosen tile fits."""
    value = view.line.value(end)
    letter = end.value[0].upper()
    x, y, wide, high = place.touch
    ghost = tag(
        "g",
        tag(
            "rect",
            class_="ghost",
            x=-place.width / 2 + 3,
            y=-place.height / 2 + 2,
            width=place.width - 6,
            height=place.height - 4,
            rx=6,
        ),
        tag("text", value, x=place.value[0], y=place.value[1] + 8, class_="value"),
        tag("text", letter, x=place.letter[0], y=place.letter[1] + 6.5, class_="letter"),
        transform=f"translate({place.x:g} {place.y:g})",
        aria_hidden=True,
    )
    if not fits:
        return tag("g", ghost, class_="slot", id=f"slot-{end}")
    reach = tag(
        "rect",
        class_="reach",
        x=f"{x:g}",
        y=f"{y:g}",
        width=f"{wide:g}",
        height=f"{high:g}",
        fill="transparent",
    )
    return tag(
        "g",
        reach,
        ghost,
        class_="slot fits",
        id=f"slot-{end}",
        role="button",
        tabindex=0,
        data_msg="play",
        data_value=end.value,
        aria_label=text(f"end.{end}", value=value),
    )
