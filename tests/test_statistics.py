"""The statistics sheet as it is read: tables with names, numbers, and what may be done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.intents.page import Sheet
from app.model import Model, Notice, Screen
from app.tally import Game, Met, Tally
from engine.chairs import Level, Regular
from engine.rules import Variant
from tests.page import Element, at, region, seen

TALLY = Tally(
    games=(
        Game(Variant.DRAW, 4, 3, 1, 12, 4, 100, 209, 41, 33),
        Game(Variant.BLOCK, 2, 1, 1, 1, 1, 17, 0, 17, 1),
    ),
    regulars=(
        Met(Regular.FERRYMAN, Level.STEADY, 12, 4, 100, 60),
        Met(Regular.FERRYMAN, Level.SHARP, 3, 0, 0, 50),
        Met(Regular.WARDEN, Level.EASY, 1, 1, 0, 0),
    ),
)
SHOWN = Model(sheet=Sheet.STATISTICS, tally=TALLY)


def sheet(model: Model) -> Element:
    return region(model, "dialog").one("dialog")


def rows(table: Element) -> list[list[str]]:
    return [[cell.text for cell in row if cell.tag in ("th", "td")] for row in table.tagged("tr")]


def captions(model: Model) -> list[str]:
    return [caption.text for caption in sheet(model).tagged("caption")]


def test_each_game_has_a_table_of_its_own() -> None:
    draw, block, _ = sheet(SHOWN).all("table")
    assert captions(SHOWN)[:2] == ["Lantern draw, 4 chairs", "Block"]
    assert rows(draw) == [
        ["Matches played", "3"],
        ["Matches won", "1"],
        ["Rounds played", "12"],
        ["Rounds won", "4"],
        ["Points won a round", "8.3"],
        ["Points lost a round", "17.4"],
        ["Best round", "41"],
        ["Longest line", "33 tiles"],
    ]
    assert rows(block)[-1] == ["Longest line", "1 tile"]
    assert {th["scope"] for th in draw.tagged("th")} == {"row"}


def test_the_regulars_are_told_level_by_level() -> None:
    table = sheet(SHOWN).all("table")[2]
    assert captions(SHOWN)[2].startswith("Against the regulars.")
    assert rows(table) == [
        ["Plays", "Rounds", "You won", "Net"],
        ["Ferryman"], ["steady", "12", "4", "+3.3"], ["sharp", "3", "0", "−16.7"],
        ["Warden"], ["easy", "1", "1", "0.0"],
    ]  # fmt: skip
    scopes = [th["scope"] for th in table.tagged("th")]
    assert scopes == ["col"] * 4 + ["rowgroup", "row", "row", "rowgroup", "row"]


def test_a_loss_that_rounds_to_nothing_has_no_sign() -> None:
    near = Met(Regular.WARDEN, Level.EASY, 1000, 0, 0, 1)
    table = sheet(replace(SHOWN, tally=replace(TALLY, regulars=(near,)))).all("table")[2]
    assert rows(table)[-1][-1] == "0.0"


def test_where_only_friends_were_met_there_is_no_table_of_regulars() -> None:
    model = replace(SHOWN, tally=replace(TALLY, regulars=()))
    assert captions(model) == ["Lantern draw, 4 chairs", "Block"]


def test_where_nothing_was_played_that_is_said_and_nothing_of_it_is_to_be_saved() -> None:
    empty = sheet(replace(SHOWN, tally=Tally()))
    assert "Nothing has been played here yet." in empty.text
    assert empty.all("table") == []
    assert [b.name for b in empty.all("button")] == [
        "Close", "Save everything as a file", "Erase everything",
    ]  # fmt: skip


def test_saving_and_erasing_are_buttons_with_names_and_erasing_asks_first() -> None:
    buttons = sheet(SHOWN)
    assert buttons.one("button", "Save as a file")["data-msg"] == "save_tally"
    assert buttons.one("button", "Save everything as a file")["data-msg"] == "save_all"
    for name, value in (("Erase", "erase_tally"), ("Erase everything", "erase_all")):
        assert buttons.one("button", name)["data-msg"] == "open"
        assert buttons.one("button", name)["data-value"] == value


@pytest.mark.parametrize(
    ("asked", "yes", "stays"),
    [
        (Sheet.ERASE_TALLY, "Erase the statistics", "the last matches"),
        (Sheet.ERASE_ALL, "Erase everything", "Files that you have saved"),
    ],
)
def test_a_question_says_what_goes_and_what_stays(asked: Sheet, yes: str, stays: str) -> None:
    question = sheet(replace(SHOWN, sheet=asked))
    goes, not_erased = [p.text for p in question.tagged("p")]
    assert "cannot be brought back" in goes
    assert stays in not_erased
    assert question.one("button", yes)["data-msg"] == asked.value
    assert question.one("button", "Keep it")["data-msg"] == "put_aside"


def test_at_a_table_everything_can_be_saved_and_only_the_statistics_erased() -> None:
    dialog = sheet(replace(at(seen("3-5", "3-3")), sheet=Sheet.STATISTICS, tally=TALLY))
    assert dialog.all("button", "Erase everything") == []
    assert "from the hearth" in dialog.text
    dialog.one("button", "Erase")
    dialog.one("button", "Save everything as a file")


def test_where_the_browser_keeps_nothing_that_is_said() -> None:
    refused = sheet(Model(sheet=Sheet.STATISTICS, kept=False))
    assert "This browser keeps nothing here, so nothing is counted." in refused.text
    assert [button.name for button in refused.all("button")] == ["Close"]


@pytest.mark.parametrize("notice", [Notice.ERASED, Notice.TALLY_UNREADABLE])
def test_what_became_of_the_statistics_is_told_on_the_sheet(notice: Notice) -> None:
    [told] = sheet(replace(SHOWN, notice=notice)).all("status")
    assert told.text
    assert sheet(replace(SHOWN, notice=Notice.COPIED)).one("status").text == ""


@pytest.mark.parametrize("screen", [Screen.HEARTH, Screen.REPLAY])
def test_the_settings_lead_to_the_statistics(screen: Screen) -> None:
    model = Model(screen=screen, sheet=Sheet.SETTINGS)
    way_in = sheet(model).one("button", "Statistics, and what is kept here")
    assert (way_in["data-msg"], way_in["data-value"]) == ("open", "statistics")
