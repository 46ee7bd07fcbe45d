"""A dialog over the table: all that lies behind it is out of reach until it is answered."""

from playwright.sync_api import Page, expect

from e2e import kept
from e2e.pages import Keyboard, Lodge

WATCHED = """window.CloseWatcher = class {
    constructor() { window.watcher = this; }
    destroy() { window.watcher = null; }
}"""
"""In place of the system's own Back, which no driver can press."""

AT = "([x, y]) => document.elementFromPoint(x, y).closest('button, #dialog').id"


def test_nothing_behind_it_is_heard_pressed_or_come_to_by_tab(page: Page) -> None:
    lodge = Lodge(page, Keyboard())
    lodge.take_up(kept.text_of(kept.DRAW_2, kept.two_ends))
    tile = lodge.hand.get_by_role("button").first
    box = lodge.button("Back to the hearth").bounding_box()
    assert box
    place = [box["x"] + 5, box["y"] + 5]  # beside what a sheet covers
    page.keyboard.press("?")
    sheet = lodge.dialog("Keys")
    expect(sheet).to_be_visible()
    expect(tile).to_have_count(0)
    expect(page.get_by_role("status")).to_have_count(1)
    assert page.evaluate(AT, place) == "dialog"
    for key in ("Tab", "Tab", "Shift+Tab", "Shift+Tab"):
        page.keyboard.press(key)
        expect(sheet.locator("*:focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(tile).to_be_visible()
    page.wait_for_function(f"(place) => ({AT})(place) !== 'dialog'", arg=place)  # a frame later


def test_tab_goes_round_within_it(page: Page) -> None:
    lodge = Lodge(page, Keyboard())
    lodge.open()
    lodge.press(lodge.button("Settings"))
    sheet = lodge.dialog("Settings")
    close = sheet.get_by_role("button", name="Close")
    expect(close).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(close).not_to_be_focused()
    expect(sheet.locator("*:focus")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(close).to_be_focused()


def test_a_telephones_back_puts_it_aside_and_no_more(page: Page) -> None:
    page.add_init_script(WATCHED)
    lodge = Lodge(page, Keyboard())
    lodge.take_up(kept.text_of(kept.DRAW_2, kept.two_ends))
    lodge.press(lodge.button("Settings"))
    expect(lodge.dialog("Settings")).to_be_visible()
    page.evaluate("watcher.onclose()")
    expect(lodge.dialog("Settings")).to_be_hidden()
    expect(lodge.button("Settings")).to_be_focused()
    assert page.evaluate("watcher") is None


def test_the_focus_of_a_script_is_drawn_back_into_it(page: Page) -> None:
    lodge = Lodge(page, Keyboard())
    lodge.take_up(kept.text_of(kept.DRAW_2, kept.two_ends))
    lodge.press(lodge.button("Settings"))
    expect(lodge.dialog("Settings")).to_be_visible()
    page.evaluate("document.querySelector('#hand button').focus()")
    expect(lodge.dialog("Settings").locator("*:focus")).to_have_count(1)
