"""Somebody alone asks what a better player would do, by a button or a key."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from e2e.pages import Lodge

SAID = re.compile(r"(\d-\d) on the (left|right): .+\.$")


@pytest.mark.parametrize("way", ["button", "key"])
def test_a_hint_names_a_play_with_its_reason_and_that_play_can_be_made(
    page: Page, access_faults: Callable[[Page], list[str]], way: str
) -> None:
    page.set_viewport_size(ViewportSize(width=320, height=568))
    lodge = Lodge(page)
    lodge.open()
    lodge.deal("sharp", Chairs="3")
    lodge.set_speed()
    ask = lodge.button("Hint")
    while lodge.wait_for_turn() and not ask.is_visible():
        lodge.play_turn()
    laid = len(lodge.line)
    assert access_faults(page) == []
    if way == "button":
        ask.click()
    else:
        page.keyboard.press("h")
    advice = page.locator("#say .notice")
    expect(advice).to_have_text(SAID)
    expect(page.get_by_role("status")).to_contain_text(advice.inner_text())
    expect(ask).to_be_hidden()
    found = SAID.search(advice.inner_text())
    assert found is not None
    tile, end = found.groups()
    expect(lodge.tile(tile)).to_have_attribute("aria-pressed", "true")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 320
    lodge.press(lodge.button(f"Play {end}"))
    page.wait_for_function(
        "before => document.querySelectorAll('#line [role=listitem]').length > before", arg=laid
    )
    expect(advice).to_be_hidden()


def test_each_chair_can_be_set_to_play_sharply(page: Page) -> None:
    lodge = Lodge(page)
    lodge.open()
    lodge.press(lodge.button("Play solo"))
    page.get_by_label("The other chairs").select_option("each")
    page.get_by_label("Ferryman").select_option("sharp")
    page.get_by_label("Warden").select_option("easy")
    lodge.press(lodge.button("Deal the tiles"))
    lodge.wait_for_table()
    lodge.set_speed()
    lodge.play_round()
    expect(page.locator(":popover-open")).to_be_visible()
