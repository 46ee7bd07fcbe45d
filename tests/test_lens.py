"""The line enlarged: where that helps, with both ends at hand, and whole again."""

from __future__ import annotations

import pytest

from app.intents.page import PutAside
from app.intents.table import TurnLens
from app.model import Lens, Model, Screen
from app.update import update
from engine.line import End
from engine.tiles import Tile
from tests.page import Element, at, region, seen
from ui.line import NEAR

HAND = "3-5 3-4 1-2"
LONG = "5-6 6-3 3-3 3-2 2-2 2-7 7-7 7-1 1-1 1-8 8-8 8-0 0-0 0-9 9-9 9-4 4-4 4-5"
PHONE, DESK = (300.0, 100.0), (1400.0, 700.0)


def table(lens: Lens = Lens.WHOLE, area: tuple[float, float] = PHONE, line: str = LONG) -> Model:
    return at(seen(HAND, line), lens=lens, line_area=area)


def buttons(model: Model, name: str) -> list[str]:
    return [each.name for each in region(model, name) if each.role == "button"]


def drawing(model: Model) -> Element:
    return next(each for each in region(model, "line") if each.tag == "svg")


def test_where_tiles_come_out_small_the_line_may_be_enlarged() -> None:
    assert "Enlarge the line" in buttons(table(), "top")
    assert drawing(table()).attributes["data-msg"] == "lens"


@pytest.mark.parametrize("lens", Lens)
@pytest.mark.parametrize(("area", "line"), [(DESK, LONG), (PHONE, "5-6 6-3")])
def test_where_they_are_large_there_is_no_lens(
    lens: Lens, area: tuple[float, float], line: str
) -> None:
    model = table(lens, area, line)
    assert "Enlarge the line" not in buttons(model, "top")
    assert "data-msg" not in drawing(model).attributes
    assert "width" not in drawing(model).attributes


def test_enlarged_every_tile_is_wide_enough_and_lies_as_before() -> None:
    whole, near = drawing(table()), drawing(table(Lens.NEAR))
    assert near.attributes["viewbox"] == whole.attributes["viewbox"]
    [lay] = [each for each in near if "lay" in each.classes]
    scale = float(lay.attributes["transform"].partition("scale(")[2].rstrip(")"))
    shown = int(near.attributes["width"]) / PHONE[0]
    assert 32 * scale * shown == pytest.approx(NEAR, rel=0.01)


def test_enlarged_both_ends_are_at_hand_and_lead_there() -> None:
    assert buttons(table(Lens.NEAR), "line") == ["Show the left end, 5", "Show the right end, 5"]


def test_the_end_that_the_chosen_tile_fits_is_played_at_by_its_button() -> None:
    model = at(seen(HAND, LONG), lens=Lens.NEAR, line_area=PHONE, chosen=Tile(3, 5))
    chips = [each for each in region(model, "line") if "chip" in each.classes]
    assert [each.attributes["data-msg"] for each in chips] == ["play", "play"]
    assert [each.attributes["data-value"] for each in chips] == [*End]


def test_the_lens_is_turned_and_turned_back() -> None:
    near, _ = update(table(), TurnLens())
    assert near.lens is Lens.NEAR
    assert update(near, TurnLens())[0].lens is Lens.WHOLE


def test_escape_shows_the_whole_line() -> None:
    assert update(table(Lens.NEAR), PutAside())[0].lens is Lens.WHOLE


def test_another_table_begins_with_the_whole_line() -> None:
    assert table(Lens.NEAR).without_table(Screen.TABLE).lens is Lens.WHOLE
