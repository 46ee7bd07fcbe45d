"""Where the tiles of the line lie on the table; it knows lengths and values, never what is legal.

The opener lies in the middle row. The right arm runs to the right and winds down; the left arm is
the same rule turned half round, so the whole is an S. Doubles stand across, except at a bend,
where they lie along. Lengths are in units: a half tile is 32 of them, two tiles lie `GAP` apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

HALF = 32.0
TILE = 2 * HALF
GAP = 4.0
ROW = TILE + GAP
"""Rows are two halves and a gap apart, so that doubles of neighbouring rows never touch."""
EDGE = 6.0
"""Kept free all round, for a tile's thickness and the corners of the last one laid."""
SHORTEST = 272.0
"""The shortest row worth trying: the opener and a tile and a bend on either side of it."""
STEP = 12.0
LEAST = (120.0, 60.0)
"""An area smaller than this, in pixels, is laid out as if it were this large: it cannot be read."""
TOUCH = 44.0
"""What a thumb needs, in pixels."""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """A place for one tile, by its centre."""

    x: float
    y: float
    upright: bool

    @property
    def width(self) -> float:
        return HALF if self.upright else TILE

    @property
    def height(self) -> float:
        return TILE if self.upright else HALF


@dataclass(frozen=True, slots=True)
class Spot(Place):
    """A tile's place; `first` is its half above, or to the left where it lies."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class End(Place):
    """An open end: where the next tile goes, which side bears the value, and where a tap counts.

    `value` and `letter` are the offsets from the centre of those two signs; `touch` is
    (x, y, width, height), within the area and clear of the other end's.
    """

    value: tuple[float, float]
    letter: tuple[float, float]
    touch: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """The line laid out: draw it in units, moved by `dx`, `dy` pixels after scaling by `scale`."""

    spots: tuple[Spot, ...]
    left: End
    right: End
    scale: float
    dx: float
    dy: float

    @property
    def half(self) -> float:
        """How many pixels wide a tile is, which decides its cut."""
        return HALF * self.scale


def lay(tiles: Sequence[Pair], opener: int, width: float, height: float) -> Line:
    """Lays the tiles, given as they touch from left to right, into an area of these pixels.

    Room is kept for both open ends, whether or not they are shown: choosing a tile must not move
    the line. Rows are at first as long as the area allows at the greatest size of tile; longer
    rows of smaller tiles are taken only where they come out larger than fitting these in would.
    A tile more therefore moves the others only when the line outgrows its area.
    """
    width, height = max(width, LEAST[0]), max(height, LEAST[1])
    right = [_doubled(tile) for tile in tiles[opener + 1 :]]
    left = [_doubled(tile) for tile in reversed(tiles[:opener])]
    start = (HALF / 2 if _doubled(tiles[opener]) else HALF) + GAP
    most = min(72.0, max(46.0, width / 20)) / HALF

    length = max(SHORTEST, width / most - 2 * EDGE)
    best, best_length = 0.0, length
    while width / (length + 2 * EDGE) > best:
        top, bottom = -_depth(left, start, length / 2), _depth(right, start, length / 2)
        tall = max(bottom, HALF) - min(top, -HALF) + 2 * EDGE
        scale = min(most, width / (length + 2 * EDGE), height / tall)
        if scale > best:
            best, best_length = scale, length
        length += STEP
    return _drawn(tiles, opener, start, best_length / 2, best, width, height)


def columns(count: int, most: int) -> int:
    """How many tiles go in a row so that all rows, none longer than `most`, come out even."""
    return ceil(count / ceil(count / most)) if count else 1


@dataclass(frozen=True, slots=True)
class _Reach(Place):
    """A place on an arm; `near` is the offset of the half that is nearer the opener."""

    near: tuple[float, float]


def _doubled(tile: Pair) -> bool:
    return tile[0] == tile[1]


def _depth(doubles: Iterable[bool], start: float, limit: float) -> float:
    """How far down an arm reaches, its open end included: `_arm` without the places."""
    x, y, low, way, bent = start, 0.0, HALF / 2, 1.0, False
    for double in doubles:
        across = double and not bent
        size = HALF if across else TILE
        if x * way + size + GAP + HALF <= limit:
            if across:
                low = y + HALF
            x += way * (size + GAP)
            bent = False
        else:
            y += ROW
            x += way * HALF
            way = -way
            low = y + HALF / 2
            bent = True
    if x * way + TILE + GAP + HALF > limit:
        low = max(low, y + HALF + HALF / 2)
    return low


def _arm(doubles: Iterable[bool], start: float, limit: float) -> list[_Reach]:
    """The places of the right arm: along the row, a standing tile at each bend, and back below."""
    places = []
    x, y, way, bent = start, 0.0, 1.0, False
    for double in doubles:
        across = double and not bent
        size = HALF if across else TILE
        if x * way + size + GAP + HALF <= limit:
            near = (0.0, -HALF / 2) if across else (-way * HALF / 2, 0.0)
            places.append(_Reach(x + way * size / 2, y, across, near))
            x += way * (size + GAP)
            bent = False
        else:
            places.append(_Reach(x + way * HALF / 2, y + HALF / 2, True, (0.0, -HALF / 2)))
            y += ROW
            x += way * HALF
            way = -way
            bent = True
    return places


def _drawn(
    tiles: Sequence[Pair],
    opener: int,
    start: float,
    limit: float,
    scale: float,
    width: float,
    height: float,
) -> Line:
    right = _arm([*map(_doubled, tiles[opener + 1 :]), False], start, limit)
    left = _arm([*map(_doubled, reversed(tiles[:opener])), False], start, limit)

    spots = [_turned(place, *tile) for place, tile in zip(left, reversed(tiles[:opener]))]
    spots.reverse()
    spots.append(Spot(0.0, 0.0, _doubled(tiles[opener]), *tiles[opener]))
    spots += [_straight(place, *tile) for place, tile in zip(right, tiles[opener + 1 :])]

    ends = (_Reach(-left[-1].x, -left[-1].y, left[-1].upright, _opposite(left[-1].near)), right[-1])
    dx = width / 2
    dy = _height_of_opener(spots, ends, scale, height)
    touches = _touches(ends, scale, dx, dy, width, height)
    first, second = (
        End(end.x, end.y, end.upright, end.near, _opposite(end.near), touch)
        for end, touch in zip(ends, touches)
    )
    return Line(tuple(spots), first, second, scale, dx, dy)


def _straight(place: _Reach, near: int, far: int) -> Spot:
    first = sum(place.near) < 0
    values = (near, far) if first else (far, near)
    return Spot(place.x, place.y, place.upright, *values)


def _turned(place: _Reach, far: int, near: int) -> Spot:
    first = sum(place.near) > 0
    values = (near, far) if first else (far, near)
    return Spot(-place.x, -place.y, place.upright, *values)


def _opposite(offset: tuple[float, float]) -> tuple[float, float]:
    return (-offset[0], -offset[1])


def _height_of_opener(
    spots: Iterable[Place], ends: Iterable[Place], scale: float, height: float
) -> float:
    """Centres the rows, not the outline, so that a double in the last row moves nothing."""
    places = (*spots, *ends)
    rows = {round(place.y / ROW) for place in places}
    middle = height / 2 - (min(rows) + max(rows)) / 2 * ROW * scale
    highest = (EDGE - min(place.y - place.height / 2 for place in places)) * scale
    lowest = height - (EDGE + max(place.y + place.height / 2 for place in places)) * scale
    return min(max(middle, highest), lowest)


def _touches(
    ends: Iterable[Place], scale: float, dx: float, dy: float, width: float, height: float
) -> list[tuple[float, float, float, float]]:
    """A thumb's room about each end: inside the area, and parted where the two would meet."""
    boxes = []
    for end in ends:
        wide = max(end.width, TOUCH / scale)
        tall = max(end.height, TOUCH / scale)
        left = min(max(end.x - wide / 2, -dx / scale), (width - dx) / scale - wide)
        top = min(max(end.y - tall / 2, -dy / scale), (height - dy) / scale - tall)
        boxes.append([left, top, left + wide, top + tall])
    _part(*boxes)
    return [(x, y, right - x, bottom - y) for x, y, right, bottom in boxes]


def _part(one: list[float], other: list[float]) -> None:
    """Where two boxes overlap, both give way by half, along the side where less is lost."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    if across <= 0 or down <= 0:
        return
    low, high = (0, 2) if across < down else (1, 3)
    before, after = sorted((one, other), key=lambda box: box[low] + box[high])
    before[high] = after[low] = (before[high] + after[low]) / 2
