"""Somebody plays by keys alone: what each does, and where the focus goes."""

import re

from playwright.sync_api import Locator, Page, expect

from e2e import kept
from e2e.pages import PATIENCE, SETTLED, STATE, Keyboard, Lodge

WATCH_POINTERS = """
    window.pointed = [];
    for (const kind of ["pointerdown", "mousedown", "touchstart"])
        addEventListener(kind, () => pointed.push(kind), true);
"""

WATCH_FOCUS = """() => {
    window.lost = [];
    let rests = null;
    const look = (now) => {
        const it = document.activeElement;
        rests = it.localName === "main" ? rests ?? now : null;
        if (it === document.body || (rests && now - rests > 1000))
            lost.push(`${it.localName}: ${document.title}`);
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""

MOVE_ON = """() => document.querySelector(":popover-open").addEventListener("toggle", () => {
    document.querySelector("#hand button:last-of-type").focus();
})"""
"""As quick fingers do, before the page has settled what a closed dialog leaves."""


def test_every_key_does_what_the_list_of_keys_says(page: Page) -> None:
    lodge = Lodge(page, Keyboard())
    lodge.take_up(kept.text_of(kept.DRAW_2, kept.two_ends))
    keys = page.keyboard

    keys.press("?")
    sheet = lodge.dialog("Keys")
    expect(sheet).to_be_visible()
    for key in ("L", "R", "D", "P", "Esc", "?", "Enter"):
        expect(sheet.get_by_text(key, exact=True).first).to_be_visible()
    for _ in range(4):  # no key leads out of a dialog to what lies under it
        keys.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body"
            " || document.querySelector(':popover-open').contains(document.activeElement)"
        )
    keys.press("d")
    keys.press("Escape")
    expect(sheet).to_be_hidden()

    names = lodge.tiles
    lodge.tile(names[0]).focus()
    keys.press("ArrowRight")
    expect(lodge.tile(names[1])).to_be_focused()
    keys.press("ArrowLeft")
    expect(lodge.tile(names[0])).to_be_focused()
    keys.press("End")
    expect(lodge.tile(names[-1])).to_be_focused()
    keys.press("Home")
    expect(lodge.tile(names[0])).to_be_focused()

    keys.press("d")
    expect(page.locator("#say")).to_contain_text("which fits")
    keys.press("Escape")
    keys.press("p")
    expect(page.locator("#say")).to_contain_text("which fits")
    keys.press("Escape")
    keys.press("L")
    expect(page.locator("#say")).to_contain_text("Choose a tile first")

    misfit = next(name for name in names if name not in lodge.fitting)
    lodge.press(lodge.tile(misfit))
    expect(page.locator("#say")).to_contain_text(f"{misfit} does not fit: the ends are")
    both = lodge.hand.locator("button[aria-description='fits both ends']").first
    name = both.get_attribute("aria-label") or ""
    lodge.press(both)
    expect(both).to_have_attribute("aria-pressed", "true")
    expect(both).to_be_focused()
    keys.press("Enter")
    expect(page.locator("#say")).to_contain_text("It fits both ends: left or right?")
    keys.press("Escape")
    expect(both).to_have_attribute("aria-pressed", "false")
    lodge.press(both)
    laid = lodge.line
    keys.press("r")
    expect(lodge.tile(name)).to_have_count(0)
    at = lodge.line.index(laid[-1]) + 1
    assert sorted(lodge.line[at].split("-")) == sorted(name.split("-"))


def test_a_round_from_the_hearth_to_the_next_deal_by_keys_alone(page: Page) -> None:
    """Nothing is pointed at and no script gives the focus: there are Tab, arrows and letters."""
    page.add_init_script(WATCH_POINTERS)
    lodge = Lodge(page, Keyboard())
    lodge.open()
    keys = page.keyboard
    lodge.press(lodge.button("Settings"))
    for name in ("Draw for me when nothing fits", "Pass for me when nothing is left to draw"):
        switch = page.get_by_role("switch", name=name)
        tab_to(switch)
        keys.press("Space")
        expect(switch).not_to_be_checked()
    arrow_to(page.get_by_role("radio", name="Briskly"), page.get_by_role("radio", name="At once"))
    keys.press("Escape")
    expect(lodge.button("Settings")).to_be_focused()

    lodge.press(lodge.button("Play solo"))
    chairs = page.get_by_role("group", name="Chairs")
    arrow_to(chairs.get_by_label("4"), chairs.get_by_label("2"))
    lodge.press(lodge.button("Deal the tiles"))
    lodge.wait_for_table()
    while lodge.wait_for_turn():
        before = page.evaluate(STATE)
        if lodge.button("Hint").is_visible():
            keys.press("h")  # whoever sits here does as the sharpest regular would
            tile = lodge.hand.get_by_role("button", pressed=True)
            expect(tile).to_have_count(1, timeout=PATIENCE)
        elif fitting := lodge.fitting:
            tile = lodge.tile(fitting[0])
            lodge.press(tile)
            expect(tile).to_have_attribute("aria-pressed", "true")
        if lodge.fitting:
            left = tile.get_attribute("aria-description") == "fits the left end"
            keys.press("l" if left else "r")
        else:
            keys.press("d" if lodge.boneyard else "p")
        page.wait_for_function(
            f"before => {STATE} !== before || document.querySelector(':popover-open') !== null",
            arg=before,
            timeout=PATIENCE,
        )
    lodge.press(lodge.button("Deal the next round"))
    expect(page.get_by_role("dialog")).to_be_hidden()
    lodge.wait_for_table()
    assert page.evaluate("pointed") == []


def tab_to(target: Locator) -> None:
    """Tab on until it has the focus."""
    for _ in range(Keyboard.MOST_KEYS):
        if target.evaluate("wanted => wanted === document.activeElement"):
            return
        target.page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {target}")


def arrow_to(chosen: Locator, wanted: Locator) -> None:
    """Of a group of radios, come to the one that is chosen, then on to the one that is wanted."""
    tab_to(chosen)
    for _ in range(9):
        if wanted.is_checked():
            return
        chosen.page.keyboard.press("ArrowRight")
    raise AssertionError(f"no arrow leads to {wanted}")


def test_an_open_end_reached_by_tab_takes_the_chosen_tile_with_enter(page: Page) -> None:
    lodge = Lodge(page, Keyboard())
    lodge.take_up(kept.text_of(kept.DRAW_2, kept.two_ends))
    both = lodge.hand.locator("button[aria-description='fits both ends']").first
    name = both.get_attribute("aria-label") or ""
    lodge.press(both)
    expect(both).to_have_attribute("aria-pressed", "true")
    left = page.get_by_role("button", name=re.compile("^Left end, "))
    expect(page.get_by_role("button", name=re.compile("^Right end, "))).to_be_visible()
    laid = lodge.line
    lodge.press(left)
    expect(lodge.tile(name)).to_have_count(0)
    at = lodge.line.index(laid[0]) - 1  # the others may have laid more to the left since then
    assert sorted(lodge.line[at].split("-")) == sorted(name.split("-"))
    focus_is_on_the_hand(page)


def test_the_focus_is_never_lost_and_each_dialog_gives_it_back(page: Page) -> None:
    lodge = Lodge(page, Keyboard())
    lodge.take_up(kept.text_of(kept.BLOCK, kept.our_turn))
    lodge.set_speed()
    expect(lodge.button("Settings")).to_be_focused()
    for opener, dialog in (("Score sheet", "Score sheet"), ("Read the table", None)):
        lodge.press(lodge.button(opener))
        opened = lodge.dialog(dialog) if dialog else page.get_by_role("dialog")
        expect(opened).to_be_visible()
        assert page.evaluate(
            "document.querySelector(':popover-open').contains(document.activeElement)"
        )
        page.keyboard.press("Escape")
        expect(lodge.button(opener)).to_be_focused()

    lodge.hand.get_by_role("button").first.focus()
    page.keyboard.press("?")
    expect(lodge.dialog("Keys")).to_be_visible()
    page.evaluate(MOVE_ON)
    page.keyboard.press("Escape")
    expect(lodge.dialog("Keys")).to_be_hidden()
    page.evaluate(SETTLED)
    expect(lodge.hand.get_by_role("button").last).to_be_focused()  # not drawn back

    page.evaluate(WATCH_FOCUS)
    while lodge.wait_for_turn():
        lodge.play_turn()
        if page.locator(":popover-open").count() == 0 and lodge.tiles:
            focus_is_seen(page)
    expect(lodge.button("Rematch")).to_be_focused()
    assert page.evaluate("lost") == []
    page.keyboard.press("Enter")
    expect(lodge.dialog("Match over")).to_be_hidden()
    lodge.wait_for_turn()
    focus_is_seen(page)  # on the hand, or where it was


def focus_is_on_the_hand(page: Page) -> None:
    page.wait_for_function("document.activeElement.closest('#hand') !== null")
    focus_is_seen(page)


def focus_is_seen(page: Page) -> None:
    """Something other than the page has the focus, once the picture is settled, and is drawn so."""
    page.wait_for_function("!document.activeElement.matches('body, main')")
    shown = page.evaluate(
        """() => {
            const it = document.activeElement;
            const drawn = [it, ...it.querySelectorAll("*")].map((each) => getComputedStyle(each));
            const marked = it.matches(":focus-visible")
                && drawn.some((style) => style.outlineStyle !== "none");
            return [it.localName, marked];
        }"""
    )
    assert shown[1], f"no visible focus on {shown[0]}"
