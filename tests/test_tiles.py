import pytest

from engine.tiles import Tile, full_set, pips


@pytest.mark.parametrize(("highest", "count", "total"), [(9, 55, 495), (6, 28, 168)])
def test_a_set_holds_every_tile_once(highest: int, count: int, total: int) -> None:
    tiles = full_set(highest)
    assert len(tiles) == len(set(tiles)) == count
    assert pips(tiles) == total
    assert list(tiles) == sorted(tiles)
    assert (tiles[0], tiles[-1]) == (Tile(0, 0), Tile(highest, highest))


@pytest.mark.parametrize(("highest", "heaviest"), [(9, 111), (6, 69)])
def test_the_heaviest_seven_tiles(highest: int, heaviest: int) -> None:
    assert sum(sorted(tile.pips for tile in full_set(highest))[-7:]) == heaviest


def test_a_tile_is_the_same_either_way_round() -> None:
    assert Tile(5, 3) == Tile(3, 5)
    assert len({Tile(5, 3), Tile(3, 5)}) == 1
    assert (Tile(5, 3).low, Tile(5, 3).high) == (3, 5)


@pytest.mark.parametrize("text", ["3-5", "5-3"])
def test_a_tile_knows_its_text(text: str) -> None:
    assert Tile.parse(text) == Tile(3, 5)
    assert str(Tile.parse(text)) == "3-5"


@pytest.mark.parametrize("tile", full_set(9))
def test_parse_undoes_str(tile: Tile) -> None:
    assert Tile.parse(str(tile)) == tile


@pytest.mark.parametrize(
    "text",
    ["", "3", "3-", "-5", "3-10", "10-3", "3 - 5", "3-5 ", "3-5\n", "3–5", "9-x", "٣-٥", "3-5-1"],
)
def test_what_is_no_tile_is_refused_and_shown(text: str) -> None:
    with pytest.raises(ValueError, match="expected a tile like 3-5, got '"):
        Tile.parse(text)


def test_a_long_text_is_not_repeated_in_full() -> None:
    with pytest.raises(ValueError, match="expected a tile") as caught:
        Tile.parse("9" * 5000)
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize(
    ("text", "total", "double"), [("0-0", 0, True), ("0-7", 7, False), ("9-9", 18, True)]
)
def test_pips_and_doubles(text: str, total: int, double: bool) -> None:
    tile = Tile.parse(text)
    assert (tile.pips, tile.is_double) == (total, double)


@pytest.mark.parametrize(
    ("text", "value", "bears"),
    [("3-5", 3, True), ("3-5", 5, True), ("3-5", 4, False), ("0-5", 0, True), ("3-5", 0, False)],
)
def test_blank_is_the_value_nought_and_matches_only_nought(
    text: str, value: int, bears: bool
) -> None:
    assert Tile.parse(text).bears(value) is bears


@pytest.mark.parametrize(("text", "value", "other"), [("3-5", 3, 5), ("3-5", 5, 3), ("4-4", 4, 4)])
def test_the_other_half(text: str, value: int, other: int) -> None:
    assert Tile.parse(text).other(value) == other


def test_a_tile_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Tile(3, 5).low = 6  # type: ignore[misc]
