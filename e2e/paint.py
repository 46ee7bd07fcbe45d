"""Draws lines of play that no story would reach, with the page's own drawing; knows no story."""

from itertools import pairwise
from random import Random

from playwright.sync_api import Page

from engine.events import Opened
from engine.line import End, Laid, Line
from engine.rules import Setup, Variant
from engine.tiles import Tile, full_set
from engine.view import View
from ui.line import line as drawn

Box = tuple[float, float, float, float]  # x, y, width, height

PAINT = """html => {
    const line = document.getElementById("line");
    line.innerHTML = html;
    const box = (each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height];
    };
    return [[...line.querySelectorAll("[role=listitem]")].map(box),
        [...line.querySelectorAll(".slot .ghost")].map(box), box(line)];
}"""

SLACK = 0.75  # pixels; a tile's thickness may touch its neighbour


def lines_of_51(area: tuple[float, float]) -> list[str]:
    """The longest lines there are, begun at either end and in the middle, with both ends open."""
    cut = ((0, 7), (1, 25), (2, 25), (3, 44), (4, 0), (5, 50))
    return [drawn(_view(_longest(Random(seed)), at), area, tuple(End)) for seed, at in cut]


def longest_line(seed: int, opening: int) -> Line:
    """One of the longest lines there are: 51 tiles, begun with the one at ``opening``."""
    return Line(_longest(Random(seed)), opening)


def paint(page: Page, html: str) -> tuple[list[Box], list[Box], Box]:
    """Put a drawn line on the table: where its tiles, its open ends and its area are."""
    tiles, ends, room = page.evaluate(PAINT, html)
    return tiles, ends, room


def overlap(one: Box, other: Box) -> bool:
    return all(
        min(one[at] + one[at + 2], other[at] + other[at + 2]) - max(one[at], other[at]) > SLACK
        for at in (0, 1)
    )


def inside(box: Box, room: Box) -> bool:
    return all(
        box[at] >= room[at] - SLACK and box[at] + box[at + 2] <= room[at] + room[at + 2] + SLACK
        for at in (0, 1)
    )


def _longest(random: Random) -> tuple[Laid, ...]:
    """A walk over all tiles but four, which between them hold eight of the values: 51 tiles."""
    out = {Tile(2, 3), Tile(4, 5), Tile(6, 7), Tile(8, 9)}
    free = [tile for tile in full_set(9) if tile not in out]
    random.shuffle(free)
    stack, walk = [0], list[int]()
    while stack:
        onward = next((tile for tile in free if tile.bears(stack[-1])), None)
        if onward is None:
            walk.append(stack.pop())
        else:
            free.remove(onward)
            stack.append(onward.other(stack[-1]))
    return tuple(Laid(left, right) for left, right in pairwise(walk))


def _view(laid: tuple[Laid, ...], opening: int) -> View:
    return View(
        seat=0,
        setup=Setup(Variant.DRAW, 2, 100),
        results=(),
        scores=(0, 0),
        winner=None,
        hand=(Tile(2, 3),),
        line=Line(laid, opening),
        turn=0,
        counts=(1, 3),
        boneyard=0,
        legal=(),
        record=(Opened(0, laid[opening].tile),),
        result=None,
        hands=None,
    )
