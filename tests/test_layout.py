"""The line lies on the table without a tile on another or over the edge."""

from __future__ import annotations

import time
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import GAMES, play_on
from ui.layout import GAP, HALF, Line, Pair, Place, columns, lay

Rect = tuple[float, float, float, float]

AREAS = [
    (300, 180),  # the smallest phone on its side
    (180, 300),
    (320, 190),
    (344, 310),
    (360, 330),
    (736, 560),
    (1010, 420),
    (560, 140),
    (2160, 980),
    (1380, 2000),
]
areas = st.sampled_from(AREAS) | st.tuples(st.integers(180, 2400), st.integers(140, 2000))


@st.composite
def lines(draw: st.DrawFn, most: int = 51) -> tuple[list[Pair], int]:
    """Any chain of double-nine tiles that touch by equal values, and which of them opened it."""
    wanted = draw(st.integers(1, most))
    eager = draw(st.booleans())  # lay a double as soon as it fits, so that bends meet doubles
    a = draw(st.integers(0, 9))
    b = draw(st.integers(0, 9))
    chain, used = [(a, b)], {frozenset((a, b))}
    random = draw(st.randoms(use_true_random=False))
    while len(chain) < wanted:
        end = chain[-1][1]
        free = [v for v in range(10) if frozenset((end, v)) not in used]
        if not free:
            break
        value = end if eager and end in free else random.choice(free)
        chain.append((end, value))
        used.add(frozenset((end, value)))
    return chain, draw(st.integers(0, len(chain) - 1))


@given(lines(), areas)
def test_no_two_tiles_or_open_ends_overlap(line: tuple[list[Pair], int], area: Pair) -> None:
    laid = lay(*line, *area)
    for one, other in combinations(_rects(laid), 2):
        assert _apart(one, other) >= GAP * laid.scale - 1e-6


@given(lines(), areas)
def test_everything_lies_inside_the_area(line: tuple[list[Pair], int], area: Pair) -> None:
    laid = lay(*line, *area)
    for left, top, right, bottom in _rects(laid) + _touches(laid):
        assert left >= -1e-6
        assert top >= -1e-6
        assert right <= area[0] + 1e-6
        assert bottom <= area[1] + 1e-6


def test_in_600_rounds_at_320_pixels_no_tile_lies_on_another_or_on_the_edge() -> None:
    random, longest = Random("320"), 0
    for number in range(600):
        setup = GAMES[number % len(GAMES)]
        line = play_on(setup, random).round.line
        laid = lay(
            [(one.left, one.right) for one in line.laid],
            line.opening,
            320,
            (190, 250, 310)[number % 3],
        )
        rects = _rects(laid)
        assert all(_apart(*pair) > 0 for pair in combinations(rects, 2))
        assert min(min(left, top) for left, top, _, _ in rects) >= 0
        assert max(right for _, _, right, _ in rects) <= 320
        assert max(bottom for *_, bottom in rects) <= (190, 250, 310)[number % 3]
        longest = max(longest, len(line.laid))
    assert longest > 40


@given(lines(), areas)
def test_equal_values_face_each_other_across_the_gap(
    line: tuple[list[Pair], int], area: Pair
) -> None:
    laid = lay(*line, *area)
    for index, (one, other) in enumerate(pairwise(line[0])):
        value = one[1]
        assert value == other[0]
        facing = [
            (here, there)
            for here in _halves(laid, index, value)
            for there in _halves(laid, index + 1, value)
            if _faces(here, there, GAP * laid.scale)
        ]
        assert facing


@given(lines(), areas)
def test_every_spot_shows_its_own_tile(line: tuple[list[Pair], int], area: Pair) -> None:
    tiles, opener = line
    laid = lay(tiles, opener, *area)
    assert [{s.first, s.second} for s in laid.spots] == [set(tile) for tile in tiles]
    assert (laid.spots[opener].x, laid.spots[opener].y) == (0, 0)


@given(lines(), areas)
def test_open_ends_lie_a_gap_from_their_tile(line: tuple[list[Pair], int], area: Pair) -> None:
    tiles, _ = line
    laid = lay(*line, *area)
    rects = _rects(laid)
    assert _apart(rects[-2], rects[0]) == pytest.approx(GAP * laid.scale)
    assert _apart(rects[-1], rects[-3]) == pytest.approx(GAP * laid.scale)
    for end, index, value in ((laid.left, 0, tiles[0][0]), (laid.right, -1, tiles[-1][1])):
        sign = _square(laid, end.x + end.value[0], end.y + end.value[1])
        halves = _halves(laid, index % len(tiles), value)
        assert any(_faces(sign, half, GAP * laid.scale) for half in halves)


@given(lines(), areas)
def test_the_two_open_ends_are_never_one_target(line: tuple[list[Pair], int], area: Pair) -> None:
    left, right = _touches(lay(*line, *area))
    assert _apart(left, right) >= -1e-6


@given(lines(), st.tuples(st.integers(320, 2400), st.integers(240, 2000)))
def test_an_open_end_has_room_for_a_thumb(line: tuple[list[Pair], int], area: Pair) -> None:
    laid = lay(*line, *area)
    left, right = _touches(laid)
    parted = _apart(left, right) < 1e-6
    for box in (left, right):
        assert parted or min(box[2] - box[0], box[3] - box[1]) >= 44 - 1e-6


@given(lines(), areas)
def test_one_tile_more_never_makes_the_others_larger(
    line: tuple[list[Pair], int], area: Pair
) -> None:
    tiles, opener = line
    if opener < len(tiles) - 1:
        assert lay(tiles, opener, *area).scale <= lay(tiles[:-1], opener, *area).scale + 1e-9


def test_a_growing_line_seldom_lies_anew() -> None:
    tiles, opener = _longest(), 25
    order = sorted(range(51), key=lambda index: (abs(index - opener), index))
    for area in AREAS:
        anew = 0
        before: dict[int, tuple[float, float]] = {}
        for count in range(1, 52):
            low, high = min(order[:count]), max(order[:count])
            laid = lay(tiles[low : high + 1], opener - low, *area)
            now = {low + i: (spot.x, spot.y) for i, spot in enumerate(laid.spots)}
            anew += any(now[i] != place for i, place in before.items())
            before = now
        assert anew <= 14, area


@pytest.mark.parametrize("area", AREAS)
def test_the_longest_line_is_large_enough_to_read(area: Pair) -> None:
    laid = lay(_longest(), 25, *area)
    fair = (area[0] * area[1] / (51 * (64 + GAP) * (64 + GAP))) ** 0.5
    assert laid.scale >= min(0.85 * fair, 46 / HALF)


def test_the_longest_line_is_laid_in_an_instant() -> None:
    tiles = _longest()
    times = []
    for _ in range(5):
        start = time.perf_counter()
        for area in AREAS:
            lay(tiles, 25, *area)
        times.append((time.perf_counter() - start) / len(AREAS))
    assert min(times) < 0.020  # about 1 ms here; a busy machine may take longer


@pytest.mark.parametrize("area", [(0, 0), (0, 500), (500, 0), (1, 1), (-8, -8), (2500, 1)])
def test_an_area_too_small_to_read_is_no_trouble(area: Pair) -> None:
    start = time.perf_counter()
    laid = lay(_longest(), 25, *area)
    assert time.perf_counter() - start < 0.5
    assert len(laid.spots) == 51
    assert laid.scale > 0


@pytest.mark.parametrize(
    ("count", "most", "expected"),
    [(1, 7, 1), (7, 7, 7), (8, 7, 4), (9, 7, 5), (9, 10, 9), (30, 7, 6), (0, 7, 1)],
)
def test_columns_spread_a_hand_evenly(count: int, most: int, expected: int) -> None:
    assert columns(count, most) == expected


def _longest() -> list[Pair]:
    """Fifty-one double-nine tiles end to end, all ten doubles among them."""
    left = {frozenset((a, b)) for a in range(10) for b in range(a + 1)}
    chain: list[Pair] = []

    def extend(end: int) -> bool:
        if len(chain) == 51:
            return True
        for value in sorted(range(10), key=lambda v: (v != end, sum(v in t for t in left))):
            tile = frozenset((end, value))
            if tile in left:
                left.remove(tile)
                chain.append((end, value))
                if extend(value):
                    return True
                chain.pop()
                left.add(tile)
        return False

    assert extend(9)
    return chain


def _rects(laid: Line) -> list[Rect]:
    places: list[Place] = [*laid.spots, laid.left, laid.right]
    return [_scaled(laid, p.x - p.width / 2, p.y - p.height / 2, p.width, p.height) for p in places]


def _touches(laid: Line) -> list[Rect]:
    return [_scaled(laid, *end.touch) for end in (laid.left, laid.right)]


def _halves(laid: Line, index: int, value: int) -> list[Rect]:
    spot = laid.spots[index]
    aside, down = (0.0, HALF / 2) if spot.upright else (HALF / 2, 0.0)
    return [
        _square(laid, spot.x + sign * aside, spot.y + sign * down)
        for sign, shown in ((-1, spot.first), (1, spot.second))
        if shown == value
    ]


def _square(laid: Line, x: float, y: float) -> Rect:
    return _scaled(laid, x - HALF / 2, y - HALF / 2, HALF, HALF)


def _scaled(laid: Line, x: float, y: float, width: float, height: float) -> Rect:
    left, top = x * laid.scale + laid.dx, y * laid.scale + laid.dy
    return (left, top, left + width * laid.scale, top + height * laid.scale)


def _apart(one: Rect, other: Rect) -> float:
    """The gap between two rectangles; negative where they overlap."""
    across = max(one[0], other[0]) - min(one[2], other[2])
    down = max(one[1], other[1]) - min(one[3], other[3])
    return max(across, down)


def _faces(one: Rect, other: Rect, gap: float) -> bool:
    """Side by side, a gap apart, along at least half their length."""
    across = max(one[0], other[0]) - min(one[2], other[2])
    down = max(one[1], other[1]) - min(one[3], other[3])
    near, along = max(across, down), min(across, down)
    return near == pytest.approx(gap) and along <= -(one[2] - one[0]) / 2 + 1e-6
