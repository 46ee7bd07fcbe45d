"""Somebody plays, looks at what was counted, saves it, and has it erased."""

import json
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from e2e.pages import Lodge

STATISTICS = "statistics"


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
    page.wait_for_function("localStorage['lodge.settings'] === ''")
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
