"""The line of play as a drawing and as a list; where it lies is layout's, what is legal is not."""

from __future__ import annotations

from engine.events import Opened, Played
from engine.line import End
from engine.view import View
from ui import layout
from ui.html import Html, tag
from ui.texts import text
from ui.tile import FULL_CUT_FROM, laid


def line(view: View, area: tuple[float, float], ends: tuple[End, ...]) -> Html:
    """The line in an area of CSS pixels; ``ends`` are those that the chosen tile fits."""
    width, height = area
    pairs = [(tile.left, tile.right) for tile in view.line.laid]
    plan = layout.lay(pairs, view.line.opening, width, height)
    small = plan.half < FULL_CUT_FROM
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
        _corners(plan.spots[last]),
        slots,
        class_="lay",
        transform=f"translate({plan.dx:.2f} {plan.dy:.2f}) scale({plan.scale:.4f})",
    )
    return tag("svg", lay, viewBox=f"0 0 {width:g} {height:g}")


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


def _corners(spot: layout.Spot) -> Html:
    right, down = spot.width / 2 + 4, spot.height / 2 - 5
    paths = [
        tag("path", d=f"M{m * right:g} {n * down:g}v{n * 9}h{-m * 9}")
        for m, n in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return tag("g", paths, class_="last", transform=f"translate({spot.x:g} {spot.y:g})")


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
