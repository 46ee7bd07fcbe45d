"""Nobody is shut out: axe finds nothing, nothing runs out of the screen, every tile is in reach."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from e2e import kept
from e2e.conftest import NewContext
from e2e.pages import Lodge
from e2e.paint import inside, lines_of_51, overlap, paint

PHONE = ViewportSize(width=320, height=568)
DESK = ViewportSize(width=1280, height=800)
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])

Faults = Callable[[Page], list[str]]


class Look:
    """Looks at one screen after another and remembers what is wrong with each."""

    def __init__(self, page: Page, faults: Faults) -> None:
        self._page = page
        self._faults = faults
        self.wrong: list[str] = []

    def at(self, screen: str) -> None:
        """Look at what is there once it stands still."""
        self._page.wait_for_function(
            "document.getAnimations().every(each => each.playState !== 'running'"
            " || each.effect.getComputedTiming().iterations === Infinity)"
        )
        self.wrong += [f"{screen}: {fault}" for fault in self._faults(self._page)]
        wide = self._page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            self.wrong.append(f"{screen}: {wide} px wider than the screen")


@SIZES
def test_every_screen_of_a_match_is_open_to_everybody(
    page: Page, access_faults: Faults, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    look, lodge = Look(page, access_faults), Lodge(page)
    lodge.keep("solo", kept.text_of(kept.DRAW_5, kept.our_turn))
    look.at("how to play")
    lodge.open()
    look.at("hearth with a warm chair")
    lodge.button("Play solo").click()
    page.get_by_label("The other chairs").select_option("each")
    look.at("hearth, chair by chair")
    lodge.choose("Game", "Block")
    lodge.button("Invite friends").click(force=True)
    expect(page.locator("#hearth-note")).not_to_be_empty()
    look.at("hearth, block, a closed door")

    lodge.take_chair()
    look.at("our turn")
    lodge.tile(lodge.fitting[0]).click()
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(1)
    look.at("a tile chosen")
    for opener in ("Score sheet", "Read the table", "Settings"):
        lodge.button(opener).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        look.at(opener)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("?")
    expect(lodge.dialog("Keys")).to_be_visible()
    look.at("keys")
    page.keyboard.press("Escape")
    lodge.set_speed("Calmly")
    lodge.play_turn()
    expect(page.locator("#say")).to_contain_text("to play")
    look.at("another's turn")
    assert look.wrong == []


@SIZES
def test_the_ends_of_round_and_match_are_open_to_everybody_in_every_dress(
    page: Page, access_faults: Faults, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    look, lodge = Look(page, access_faults), Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.one_tile_too_light))
    for setting, choice in (
        ("Pips", "A colour a value"),
        ("Contrast", "More"),
        ("Text", "Large"),
    ):
        lodge.change(setting, choice)
    look.at("our turn, dressed")
    lodge.tile(lodge.fitting[0]).click()
    look.at("a tile chosen, dressed")
    lodge.button("Settings").click()
    expect(lodge.dialog("Settings")).to_be_visible()
    look.at("settings, dressed")
    page.keyboard.press("Escape")
    lodge.play_turn()
    expect(lodge.dialog("Round over")).to_be_visible()
    look.at("round over, dressed")
    for dress in ("tiles", "contrast", "text"):
        page.evaluate("dress => delete document.body.dataset[dress]", dress)
    look.at("round over")
    lodge.take_up(kept.text_of(kept.BLOCK, kept.last_tile))
    lodge.play_turn()
    expect(lodge.dialog("Match over")).to_be_visible()
    page.get_by_text("The last round").click()
    look.at("match over, dressed")
    for dress in ("tiles", "contrast", "text"):
        page.evaluate("dress => delete document.body.dataset[dress]", dress)
    look.at("match over")
    assert look.wrong == []


def test_a_line_of_51_tiles_lies_inside_its_area_and_no_tile_on_another(
    page: Page, tmp_path: Path
) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.our_turn))
    for width, height in ((320, 568), (768, 1024), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FITTED)
        room = page.evaluate(ROOM)
        for number, drawing in enumerate(lines_of_51((room[0], room[1]))):
            tiles, ends, area = paint(page, drawing)
            page.screenshot(path=tmp_path / f"line-{width}-{number}.png")
            assert (len(tiles), len(ends)) == (51, 2)
            assert all(inside(box, area) for box in (*tiles, *ends))
            pairs = combinations((*tiles, *ends), 2)
            assert not [pair for pair in pairs if overlap(*pair)], f"{width}: line {number}"
            assert min(min(box[2:]) for box in tiles) >= 12  # nine pips that can be told apart


ROOM = """() => {
    const { width, height } = document.getElementById("line").getBoundingClientRect();
    return [width, height];
}"""
FITTED = """() => {
    const line = document.getElementById("line"), drawn = line.querySelector("svg").viewBox.baseVal;
    return Math.abs(drawn.width - line.clientWidth) < 1
        && Math.abs(drawn.height - line.clientHeight) < 1;
}"""
"""The page has drawn its line anew for the room that there is now."""


def test_each_of_31_tiles_in_hand_is_in_reach_of_a_thumb_on_a_small_phone(
    new_context: NewContext,
) -> None:
    context = new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    lodge = Lodge(page)
    lodge.take_up(kept.hand_of_31())
    assert len(lodge.tiles) == 31
    for tile in lodge.hand.get_by_role("button").all():
        tile.scroll_into_view_if_needed()
        reached = tile.evaluate(
            """tile => {
                const box = tile.getBoundingClientRect();
                const hand = tile.closest("[role=group]").getBoundingClientRect();
                const x = box.x + box.width / 2, y = box.y + box.height / 2;
                return { hit: tile.contains(document.elementFromPoint(x, y)),
                    within: x > hand.left && x < hand.right && y > hand.top && y < hand.bottom,
                    size: [box.width, box.height], over: box.right - innerWidth };
            }"""
        )
        assert reached["hit"]
        assert reached["within"]
        assert min(reached["size"]) >= 44
        assert reached["over"] <= 0
    fitting = lodge.tile(lodge.fitting[-1])
    fitting.tap()
    expect(fitting).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
