"""Somebody plays, looks at what was counted, saves it, and has it erased."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from e2e.pages import Lodge
from e2e.test_access import CROWDED, Look, set_text_twice_as_large

STATISTICS = "statistics"
PHONE, DESK = ViewportSize(width=320, height=568), ViewportSize(width=1280, height=800)
MUCH = json.dumps(
    {
        "format": "lantern-lodge/statistics/1",
        "games": [
            {
                "variant": variant, "seats": seats, "matches": 12, "matches_won": 3, "rounds": 1048,
                "rounds_won": 211, "points_won": 8412, "points_lost": 25018, "best_round": 214,
                "longest_line": 55,
            }
            for variant, seats in (("draw", 2), ("draw", 3), ("draw", 4), ("draw", 5), ("block", 2))
        ],
        "regulars": [
            {
                "regular": regular, "level": level, "rounds": 1048, "rounds_won": 211,
                "points_won": 8412, "points_lost": 25018,
            }
            for regular in ("ferryman", "warden", "cartographer", "innkeeper")
            for level in ("easy", "steady", "sharp")
        ],
        "sat": [],
    }
)  # fmt: skip
"""A long winter's playing, as this browser keeps it."""


def number(table: Locator, row: str) -> Locator:
    return table.get_by_role("row", name=row).get_by_role("cell")


def test_a_match_is_counted_shown_saved_and_after_a_question_erased(
    page: Page, tmp_path: Path
) -> None:
    lodge = Lodge(page)
    lodge.open()
    lodge.button("Statistics").click()
    sheet = lodge.dialog("Statistics")
    expect(sheet).to_contain_text("Nothing has been played here yet.")
    page.keyboard.press("Escape")
    expect(lodge.button("Statistics")).to_be_focused()

    lodge.deal(Game="Block")
    lodge.set_speed()
    lodge.play_match()
    won = "You win." in lodge.dialog("Match over").inner_text()
    lodge.dialog("Match over").get_by_role("button", name="Back to the hearth").click()
    page.reload()
    lodge.wait_for_brain()
    lodge.button("Statistics").click()
    block = sheet.get_by_role("table", name="Block")
    expect(number(block, "Matches played")).to_have_text("1")
    expect(number(block, "Matches won")).to_have_text("1" if won else "0")
    expect(number(block, "Rounds played")).to_have_text("1")
    regulars = sheet.get_by_role("table", name="Against the regulars")
    expect(regulars.get_by_role("rowheader", name="Ferryman")).to_be_visible()
    expect(number(regulars, "steady").first).to_have_text("1")

    with page.expect_download() as saving:
        sheet.get_by_role("button", name="Save as a file", exact=True).click()
    saving.value.save_as(tmp_path / saving.value.suggested_filename)
    document = json.loads((tmp_path / "lantern-lodge-statistics.json").read_text("utf-8"))
    assert document["format"] == "lantern-lodge/statistics/1"
    assert [game["matches"] for game in document["games"]] == [1]

    sheet.get_by_role("button", name="Erase", exact=True).click()
    question = lodge.dialog("Erase the statistics?")
    expect(question).to_contain_text("the last matches")
    page.keyboard.press("Escape")
    expect(block).to_be_visible()
    sheet.get_by_role("button", name="Erase", exact=True).click()
    question.get_by_role("button", name="Erase the statistics").click()
    expect(sheet.get_by_role("status")).to_have_text("That is erased.")
    expect(sheet).to_contain_text("Nothing has been played here yet.")
    assert json.loads(lodge.kept(STATISTICS) or "")["games"] == []
    assert lodge.kept("matches") is not None

    with page.expect_download() as saving:
        sheet.get_by_role("button", name="Save everything as a file").click()
    saving.value.save_as(tmp_path / saving.value.suggested_filename)
    document = json.loads((tmp_path / "lantern-lodge-kept.json").read_text("utf-8"))
    assert len(document["matches"]) == 1
    assert document["settings"]["speed"] == "at_once"
    sheet.get_by_role("button", name="Erase everything").click()
    everything = lodge.dialog("Erase everything?")
    everything.get_by_role("button", name="Erase everything").click()
    expect(sheet.get_by_role("status")).to_have_text("That is erased.")
    assert lodge.kept("matches") is None
    assert page.evaluate("localStorage['lodge.settings']") == ""
    page.keyboard.press("Escape")
    expect(lodge.button("Statistics")).to_be_focused()


def test_a_record_of_a_newer_page_is_set_aside_and_said_in_a_sentence(page: Page) -> None:
    lodge = Lodge(page)
    lodge.keep(STATISTICS, '{"format":"lantern-lodge/statistics/2"}')
    lodge.open()
    lodge.button("Statistics").click()
    sheet = lodge.dialog("Statistics")
    said = "The statistics could not be read and were set aside."
    expect(sheet.get_by_role("status")).to_have_text(said)
    expect(sheet).to_contain_text("Nothing has been played here yet.")
    assert lodge.kept("statistics.unreadable") == '{"format":"lantern-lodge/statistics/2"}'


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_winter_of_statistics_is_open_to_everybody(
    page: Page, access_faults: Callable[[Page], list[str]], size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    look, lodge = Look(page, access_faults), Lodge(page)
    lodge.keep(STATISTICS, MUCH)
    lodge.open()
    look.at("hearth")
    lodge.button("Statistics").click()
    expect(lodge.dialog("Statistics").get_by_role("table")).to_have_count(6)
    look.at("statistics")
    assert page.locator("dialog .inside").evaluate("one => one.scrollHeight > one.clientHeight")
    for text in ("100%", "125%"):
        page.evaluate("size => document.documentElement.style.fontSize = size", text)
        assert page.evaluate(CROWDED, "dialog") == []
    if size == PHONE:
        set_text_twice_as_large(page)
        assert page.evaluate(CROWDED, "dialog") == []
    for erase, question in (
        ("Erase", "Erase the statistics?"),
        ("Erase everything", "Erase everything?"),
    ):
        lodge.button(erase).click()
        expect(lodge.dialog(question)).to_be_visible()
        look.at(question)
        lodge.button("Keep it").click()
        expect(lodge.dialog("Statistics")).to_be_visible()
    assert look.wrong == []
