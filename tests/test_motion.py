"""The marks of motion: on what has just happened, with where it came from, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.intents.page import Sheet
from app.model import Happening, Model
from engine.events import Drew, Ended, Ending, Opened, Passed, Played, Result
from engine.line import End
from engine.messages import News
from engine.rules import Setup, Variant
from engine.tiles import Tile
from tests.page import Element, at, region, seen

HAND, LINE = "3-5 3-4 1-2", "5-6 6-3"
FOUR = Setup(Variant.DRAW, 4, 100)
LAID = Tile(3, 6)


def table(*events: News, drawn: Tile | None = None, told: bool = True) -> Model:
    """A table for four at which this has just happened, or else long ago."""
    played = tuple(event for event in events if isinstance(event, Played | Drew | Passed))
    update = seen(HAND, LINE, setup=FOUR, record=(Opened(1, Tile(5, 6)), *played))
    fresh = tuple(Happening(at, event, drawn) for at, event in enumerate(events, 7))
    return at(update, told=fresh, fresh=fresh if told else ())


def marked(model: Model, name: str, mark: str) -> list[Element]:
    return [each for each in region(model, name) if mark in each.attributes]


def of_class(model: Model, name: str, wanted: str) -> list[Element]:
    return [each for each in region(model, name) if wanted in each.classes]


@pytest.mark.parametrize(
    ("seat", "place"), [(0, "mine"), (1, "1-of-3"), (2, "2-of-3"), (3, "3-of-3")]
)
def test_the_tile_just_laid_comes_from_the_place_of_its_seat(seat: int, place: str) -> None:
    model = table(Played(seat, LAID, End.RIGHT))
    came = marked(model, "line", "data-came")
    assert {each.attributes["data-came"] for each in came} == {place}
    [tile] = [each for each in came if each.attributes.get("role") == "listitem"]
    assert tile.attributes["aria-label"].startswith("6-3")


def test_the_opening_tile_comes_from_whoever_opened() -> None:
    assert marked(table(Opened(2, Tile(5, 6))), "line", "data-came")


def test_a_drawn_tile_leaves_the_boneyard_for_whoever_drew() -> None:
    model = table(Drew(2))
    [back] = of_class(model, "pile", "taken")
    assert back.attributes["data-goes"] == "2-of-3"
    assert not of_class(model, "hand", "new")


def test_the_tile_that_we_drew_comes_to_our_hand() -> None:
    model = table(Drew(0), drawn=Tile(1, 2))
    [back] = of_class(model, "pile", "taken")
    assert back.attributes["data-goes"] == "mine"
    assert [each.name for each in of_class(model, "hand", "new")] == ["1-2"]


@pytest.mark.parametrize("event", [Passed(1), Drew(1), Played(1, LAID, End.RIGHT)])
def test_a_deed_just_done_gives_a_sign_beside_its_seat_alone(event: News) -> None:
    [sign] = of_class(table(event), "seats", "sign")
    assert sign.attributes["id"] == "sign-7"


def test_each_deed_has_a_mark_of_its_own_so_that_the_next_one_moves_again() -> None:
    model = table(Drew(1), Drew(1))
    assert [each.attributes["id"] for each in of_class(model, "seats", "sign")] == ["sign-8"]
    assert [each.attributes["id"] for each in of_class(model, "pile", "taken")] == ["taken-8"]


@pytest.mark.parametrize("event", [Passed(1), Drew(1), Played(1, LAID, End.RIGHT)])
def test_what_happened_long_ago_has_no_mark(event: News) -> None:
    model = table(event, told=False)
    assert not marked(model, "line", "data-came")
    assert not of_class(model, "pile", "taken")
    assert not of_class(model, "seats", "sign")


@pytest.mark.parametrize("told", [True, False])
def test_a_dialog_tells_of_a_round_that_has_ended_before_our_eyes(told: bool) -> None:
    result = Result(Ending.BLOCKED, 0, 12, (1, 4, 4, 4))
    model = replace(table(Ended(result), told=told), sheet=Sheet.SETTINGS)
    in_marked = [each.tag for mark in of_class(model, "dialog", "ended") for each in mark]
    assert in_marked.count("dialog") == told
