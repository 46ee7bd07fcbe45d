"""What somebody has chosen for themselves: it acts at once, and is still so the next time."""

import re
from itertools import pairwise

from playwright.sync_api import Page, expect

from e2e import kept
from e2e.pages import PATIENCE, Lodge

DRAW_FOR_ME = "Draw for me when nothing fits"
PASS_FOR_ME = "Pass for me when nothing is left to draw"


def test_with_auto_draw_off_one_draws_oneself_until_a_tile_fits(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_2, kept.our_turn))
    lodge.switch(DRAW_FOR_ME, on=False)
    lodge.take_up(kept.text_of(kept.DRAW_2, kept.must_draw))
    held = lodge.tiles
    assert lodge.fitting == []
    expect(page.locator("#say")).to_contain_text("Nothing fits: draw a tile")
    lodge.button("Pass").click()
    expect(page.locator("#say")).to_contain_text("Draw first: the boneyard is not empty")
    boneyard = lodge.boneyard
    while not lodge.fitting:
        before = len(lodge.tiles)
        lodge.button("Draw").click()
        expect(lodge.hand.get_by_role("button")).to_have_count(before + 1)
    drawn = len(lodge.tiles) - len(held)
    assert (drawn >= 1, lodge.boneyard) == (True, boneyard - drawn)

    for wrong in ("Draw", "Pass"):
        lodge.button(wrong).click()
        tile = lodge.fitting[0]
        expect(page.locator("#say")).to_contain_text(f"You hold {tile}, which fits")
        expect(lodge.tile(tile)).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")
        expect(lodge.tile(tile)).to_have_attribute("aria-pressed", "false")

    lodge.open()  # the choice is kept, and so is the match
    lodge.take_chair()
    lodge.button("Settings").click()
    expect(page.get_by_role("switch", name=DRAW_FOR_ME)).not_to_be_checked()


def test_with_auto_draw_on_the_table_draws_and_says_why(page: Page) -> None:
    lodge = Lodge(page)
    lodge.keep("solo", kept.text_of(kept.DRAW_2, kept.must_draw_once))
    lodge.open()
    page.evaluate(
        """() => {
            window.words = [];
            const look = () => words.push(document.getElementById("say").innerText);
            new MutationObserver(look).observe(document.getElementById("say"),
                { childList: true, subtree: true, characterData: true });
        }"""
    )
    lodge.take_chair()
    expect(page.locator("#hand [aria-description]").first).to_be_visible(timeout=PATIENCE)
    assert "Nothing fits: drawing for you" in page.evaluate("words.join()")


def test_with_auto_pass_off_one_passes_oneself(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.BLOCK, kept.our_turn))
    lodge.switch(PASS_FOR_ME, on=False)
    lodge.take_up(kept.text_of(kept.BLOCK, kept.must_pass))
    expect(page.locator("#say")).to_contain_text("Nothing fits: pass")
    lodge.button("Draw").click()
    expect(page.locator("#say")).to_contain_text("Nobody draws in Block")
    line = lodge.line
    lodge.button("Pass").click()
    expect(page).not_to_have_title(re.compile("^Your turn"))
    assert lodge.wait_for_turn() is False or lodge.line != line


def test_sort_pips_and_the_rest_act_at_once_and_outlast_a_reload(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_2, kept.our_turn))
    by_suit = lodge.tiles
    assert by_suit == sorted(by_suit)
    lodge.change("Sort my hand by", "Pips")
    pips = [sum(map(int, name.split("-"))) for name in lodge.tiles]
    assert all(one >= other for one, other in pairwise(pips))
    lodge.change("Pips", "A colour a value")
    lodge.change("Contrast", "More")
    lodge.change("Text", "Large")
    lodge.change("Motion", "Reduced")
    lodge.set_speed("Quickly")
    chosen = {"tiles": "colour", "contrast": "more", "text": "large", "motion": "reduced"}
    for name, value in chosen.items():
        expect(page.locator("body")).to_have_attribute(f"data-{name}", value)
    by_pips = lodge.tiles

    page.reload()
    lodge.wait_for_brain()
    for name, value in chosen.items():
        expect(page.locator("body")).to_have_attribute(f"data-{name}", value)
    lodge.take_chair()
    assert lodge.tiles == by_pips
    lodge.button("Settings").click()
    speed = lodge.dialog("Settings").get_by_role("group", name="The regulars play")
    expect(speed.get_by_label("Quickly")).to_be_checked()
