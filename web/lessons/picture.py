"""Pictures for the rules' pages by what draws the table; each comes with its name in words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.line import End
from engine.match import Match
from engine.round import Round
from engine.rules import Setup
from engine.tiles import Tile
from engine.view import View, view_of
from ui import layout
from ui.html import Html, tag
from ui.line import line
from ui.tile import named
from web.lessons.lesson import WE
from web.lessons.sayings import listed
from web.lessons.words import Words

AREA = (1300.0, 110.0)
"""Wide enough for every line here to lie in one row, and no higher than a tile."""
MARGIN = 6
"""About a line, in pixels: the ends are stroked, and a last tile has its corners."""
TALL = 112


def of_tiles(tiles: Iterable[Tile]) -> Html:
    """Tiles that stand side by side, ascending, each named."""
    return tag("span", named(tiles), class_="tiles")


def of_line(round: Round, words: Words, ends: tuple[End, ...] = ()) -> Html:
    """The line as the table draws it, cut to where it lies; ``ends`` are those that ask."""
    setup = Setup(round.rules.variant, len(round.hands), round.rules.targets[0])
    view = view_of(Match(setup), round, WE)
    svg = _still(line(view, AREA, ends))
    left, width = _extent(view)
    top = AREA[1] / 2 - TALL / 2
    cut = f'viewBox="{left:.0f} {top:.0f} {width:.0f} {TALL}" width="{width:.0f}" height="{TALL}"'
    drawn = Html(re.sub('viewBox="[^"]*"', cut, svg, count=1))
    return tag("div", drawn, class_="line", role="img", aria_label=_read(round, words))


def _extent(view: View) -> tuple[float, float]:
    """Where the line and its open ends begin, and how far they reach, in pixels."""
    pairs = [(tile.left, tile.right) for tile in view.line.laid]
    plan = layout.lay(pairs, view.line.opening, *AREA)
    places = (*plan.spots, plan.left, plan.right)
    first = min(place.x - place.width / 2 for place in places) * plan.scale + plan.dx - MARGIN
    last = max(place.x + place.width / 2 for place in places) * plan.scale + plan.dx + MARGIN
    return first, last - first


def _still(svg: Html) -> str:
    """A picture has no parts to be found, read or pressed: its own name says it all."""
    return re.sub(r' (?:id|role|tabindex|(?:aria|data)-[\w-]+)="[^"]*"', "", svg)


def _read(round: Round, words: Words) -> str:
    left, right = round.line.ends
    tiles = listed(round.line.laid)
    if round.result is not None:
        return words("lesson.line.over", tiles=tiles)
    return words("lesson.line", tiles=tiles, left=left, right=right)
