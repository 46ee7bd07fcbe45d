import itertools

import pytest

from engine.line import End, Laid, Line
from engine.tiles import Tile, full_set


def line(text: str, opening: int = 0) -> Line:
    return Line(tuple(Laid(int(one[0]), int(one[2])) for one in text.split()), opening)


def shown(line: Line) -> str:
    return " ".join(map(str, line.laid))


@pytest.mark.parametrize("text", ["9-9", "3-6"])
def test_the_opening_tile_lies_alone_and_opens_both_its_halves(text: str) -> None:
    opened = Line.opened_with(Tile.parse(text))
    assert shown(opened) == text
    assert opened.ends == (int(text[0]), int(text[2]))
    assert opened.opening == 0


@pytest.mark.parametrize(
    ("before", "tile", "end", "after"),
    [
        ("3-5", "3-4", End.LEFT, "4-3 3-5"),
        ("3-5", "2-3", End.LEFT, "2-3 3-5"),
        ("3-5", "5-6", End.RIGHT, "3-5 5-6"),
        ("3-5", "1-5", End.RIGHT, "3-5 5-1"),
        ("3-5", "3-5", End.LEFT, "5-3 3-5"),
        ("3-5", "3-5", End.RIGHT, "3-5 5-3"),
        ("3-5", "3-3", End.LEFT, "3-3 3-5"),
        ("3-5", "5-5", End.RIGHT, "3-5 5-5"),
        ("0-0", "0-9", End.LEFT, "9-0 0-0"),
        ("4-2 2-4", "4-7", End.LEFT, "7-4 4-2 2-4"),
        ("4-2 2-4", "4-7", End.RIGHT, "4-2 2-4 4-7"),
    ],
)
def test_a_tile_turns_so_that_equal_values_touch(
    before: str, tile: str, end: End, after: str
) -> None:
    assert shown(line(before).lay(Tile.parse(tile), end)) == after


def test_the_line_remembers_where_it_began() -> None:
    laid = line("3-5").lay(Tile(3, 4), End.LEFT).lay(Tile(5, 6), End.RIGHT)
    laid = laid.lay(Tile(4, 4), End.LEFT)
    assert shown(laid) == "4-4 4-3 3-5 5-6"
    assert laid.laid[laid.opening] == Laid(3, 5)


@pytest.mark.parametrize(
    ("tile", "fits"),
    [("1-3", True), ("6-7", True), ("3-6", True), ("5-5", False), ("0-5", False), ("0-0", False)],
)
def test_only_the_two_ends_are_open(tile: str, fits: bool) -> None:
    assert line("3-5 5-5 5-6").fits(Tile.parse(tile)) is fits


def test_each_end_has_its_value() -> None:
    both = line("3-5 5-6")
    assert (both.value(End.LEFT), both.value(End.RIGHT)) == both.ends == (3, 6)


def test_a_laid_tile_is_still_that_tile() -> None:
    assert Laid(5, 3).tile == Laid(3, 5).tile == Tile(3, 5)


def test_laying_changes_only_the_new_line() -> None:
    before = line("3-5")
    before.lay(Tile(3, 4), End.LEFT)
    assert before == line("3-5")


def test_the_longest_line_of_lantern_draw_has_51_tiles() -> None:
    # Each value stands on nine tiles that are no doubles: an odd number, ten times. A line can
    # leave two values odd, so at least four tiles, covering the other eight, stay out.
    left_out = {Tile(2, 3), Tile(4, 5), Tile(6, 7), Tile(8, 9)}
    longest = Line.opened_with(Tile(0, 0))
    for left, right in _trail([tile for tile in full_set(9) if tile not in left_out]):
        assert longest.value(End.RIGHT) == left
        longest = longest.lay(Tile(left, right), End.RIGHT)
    assert len({laid.tile for laid in longest.laid}) == len(longest.laid) == 51
    assert set(longest.ends) == {0, 1}
    assert not any(longest.fits(tile) for tile in left_out)


def _trail(tiles: list[Tile]) -> list[tuple[int, int]]:
    """Hierholzer's walk over every tile but 0-0, from 0."""
    free = {tile for tile in tiles if tile != Tile(0, 0)}
    stack, walk = [0], list[int]()
    while stack:
        onward = next((tile for tile in sorted(free) if tile.bears(stack[-1])), None)
        if onward is None:
            walk.append(stack.pop())
        else:
            free.remove(onward)
            stack.append(onward.other(stack[-1]))
    walk.reverse()
    return list(itertools.pairwise(walk))
