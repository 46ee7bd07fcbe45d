"""Somebody comes back: to the match they left, to one that was finished, or to bad writing."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from e2e import kept
from e2e.conftest import SlowPage
from e2e.guard import Guard
from e2e.pages import BY_HAND, Lodge
from e2e.profile import Profile
from e2e.servers import Server

AGAIN = "Take your chair again"
ABOUT = 3  # seconds by which a clock may be off


def table(lodge: Lodge) -> tuple[list[str], list[str], list[str], str]:
    return lodge.tiles, lodge.line, lodge.others, lodge.sheet


def test_a_reload_in_mid_turn_leads_back_to_the_same_table_and_the_clock_runs_on(
    slow_page: SlowPage,
) -> None:
    lodge = Lodge(slow_page.page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.our_turn, left=40.0))
    before = table(lodge)
    assert abs(lodge.seconds_left - 40) <= ABOUT
    lodge.wait_until_clock(34)

    slow_page.hold(r"pyodide\.asm\.wasm")
    lodge.page.reload()
    card = lodge.button(AGAIN)
    expect(card).to_be_visible()
    assert lodge.page.locator("body[data-ready]").count() == 0
    card.click()  # before the brain is there
    slow_page.let_go()

    lodge.wait_for_table()
    assert table(lodge) == before
    left = lodge.seconds_left
    assert abs(left - 34) <= ABOUT
    lodge.wait_until_clock(left - 2)
    expect(lodge.page).to_have_title(re.compile("^Your turn"))


def test_a_closed_browser_leads_back_to_the_same_table(own_lodge: Server, profile: Profile) -> None:
    lodge = Lodge(profile.open())
    lodge.page.add_init_script(BY_HAND)
    lodge.open(own_lodge.url)
    lodge.deal(Chairs="3")
    lodge.set_speed()
    for _ in range(2):
        assert lodge.wait_for_turn()
        lodge.play_turn()
    assert lodge.wait_for_turn()
    lodge.wait_until_kept()
    before, left = table(lodge), lodge.seconds_left
    profile.close()

    lodge = Lodge(profile.open())
    lodge.open(own_lodge.url)
    lodge.take_chair()
    assert table(lodge) == before
    assert left - ABOUT <= lodge.seconds_left <= 90
    lodge.set_speed()
    lodge.play_round()
    expect(lodge.page.get_by_role("dialog")).to_contain_text("Dealt fairly")


def test_a_play_just_made_is_not_lost_by_a_reload(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.our_turn))
    laid = lodge.line
    lodge.play_turn()
    page.reload()
    lodge.wait_for_brain()
    lodge.take_chair()
    assert len(lodge.line) > len(laid)


def test_who_goes_back_to_the_hearth_can_take_the_chair_again(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.our_turn, left=40.0))
    before = table(lodge)
    lodge.button("Back to the hearth").click()
    expect(lodge.hand).to_have_count(0)
    expect(page).to_have_title("Lantern Lodge Dominoes")
    warm = page.get_by_role("region", name="Your chair is still warm")
    expect(warm).to_contain_text("Lantern draw, round 1. You 0,")
    lodge.take_chair()
    assert table(lodge) == before
    assert 35 <= lodge.seconds_left <= 40


def test_a_finished_match_is_not_offered_again(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.BLOCK, kept.last_tile))
    lodge.play_turn()
    expect(lodge.dialog("Match over")).to_be_visible()
    lodge.wait_until_nothing_is_kept()
    page.reload()
    lodge.wait_for_brain()
    expect(lodge.button("Play solo")).to_be_visible()
    expect(lodge.button(AGAIN)).to_have_count(0)
    assert lodge.kept("solo") is None


@pytest.mark.parametrize(
    "text",
    [
        "\x00 not ours at all {",
        json.dumps({"game": "chess", "rounds": [1, 2, 3]}),
    ],
    ids=["garbage", "foreign"],
)
def test_what_cannot_be_read_is_set_aside_with_one_sentence(page: Page, text: str) -> None:
    lodge = Lodge(page)
    lodge.keep("solo", text)
    page.evaluate("localStorage.setItem('lodge.settings', '[\"no settings')")
    lodge.open()
    sentence = "An unfinished match could not be read and was set aside."
    expect(page.locator("#hearth-note")).to_have_text(sentence)
    expect(page.get_by_role("status")).to_have_text(sentence)
    expect(lodge.button(AGAIN)).to_have_count(0)
    assert (lodge.kept("solo"), lodge.kept("solo.unreadable")) == (None, text)
    lodge.deal(Chairs="2")
    assert lodge.wait_for_turn()
    lodge.wait_until_kept()


def test_with_storage_refused_one_plays_on_and_is_told_so(
    own_lodge: Server, profile: Profile, guard: Guard
) -> None:
    guard.allow("dispatchEvent.*already being dispatched")  # PyScript's, on a database refused
    profile.prefer({"profile": {"default_content_setting_values": {"cookies": 2}}})
    page = profile.open()
    lodge = Lodge(page)
    lodge.open(own_lodge.url)
    assert page.evaluate("() => { try { return !localStorage } catch { return true } }")
    lodge.deal(Game="Block")
    said = "This browser keeps nothing here: you can play on, but not continue later."
    expect(page.locator("#say")).to_contain_text(said)
    lodge.set_speed()
    lodge.play_round()
    expect(lodge.dialog("Match over")).to_be_visible()
    page.reload()
    lodge.wait_for_brain()
    expect(lodge.button(AGAIN)).to_have_count(0)


def test_the_tab_that_takes_the_chair_last_has_the_match_and_the_other_says_so(
    page: Page,
) -> None:
    first = Lodge(page)
    first.take_up(kept.text_of(kept.DRAW_5, kept.our_turn))
    second = Lodge(page.context.new_page())
    second.open()
    second.take_chair()
    said = "#hearth-note", "The match goes on in another tab"
    expect(page.locator(said[0]).get_by_text(said[1])).to_be_visible()
    second.play_turn()
    second.wait_until_kept()
    before = table(second)
    first.take_chair()
    first.hand.wait_for()
    assert (first.tiles, first.sheet) == (before[0], before[3])
    expect(second.page.locator(said[0]).get_by_text(said[1])).to_be_visible()


def test_back_leads_from_the_table_to_the_hearth_and_the_focus_goes_along(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.our_turn))
    expect(lodge.hand.locator("button:focus")).to_have_count(1)
    page.go_back()
    expect(lodge.button("Play solo")).to_be_focused()
    lodge.take_chair()
    lodge.button("Back to the hearth").click()
    expect(lodge.button("Play solo")).to_be_focused()
    lodge.take_chair()
    expect(lodge.hand.locator("button:focus")).to_have_count(1)
