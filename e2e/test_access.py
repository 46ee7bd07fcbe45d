"""Nobody is shut out: axe finds nothing, nothing runs out of the screen, every tile is in reach."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from e2e import kept, servers
from e2e.conftest import NewContext
from e2e.pages import PATIENCE, Lodge
from e2e.paint import inside, lines_of_51, overlap, paint
from e2e.rivals import Rival, play_out

PHONE = ViewportSize(width=320, height=568)
TALL_PHONE = ViewportSize(width=390, height=844)
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
def test_every_screen_of_a_ranked_bout_is_open_to_everybody(
    new_context: NewContext, site: Path, tmp_path: Path, access_faults: Faults, size: ViewportSize
) -> None:
    ledger = str(tmp_path / "ledger.db")
    with servers.relay(site, tmp_path, LODGE_LEDGER=ledger) as lodge:
        ada, bo, cy = (Rival(new_context(viewport=size).new_page()) for _ in range(3))
        look, aside = Look(ada.page, access_faults), Look(cy.page, access_faults)
        for rival, name in ((ada, "Ada"), (bo, "Bo the Lighthouse Keeper"), (cy, "Cy")):
            rival.enter(lodge.url, name)
        ada.find()
        expect(ada.button("Cancel")).to_be_visible()
        look.at("looking for an opponent")
        bo.find()
        for rival in (ada, bo):
            rival.wait_for_table()
        look.at("a ranked table")
        ada.press(ada.button("Back to the hearth"))
        expect(ada.dialog("Leave the bout?")).to_be_visible()
        look.at("leave the bout?")
        ada.press(ada.button("Stay"))
        expect(cy.section("Tables to watch").get_by_role("button")).to_be_visible(timeout=PATIENCE)
        aside.at("tables to watch")
        cy.watch_first()
        aside.at("watching")
        play_out(ada, bo)
        expect(ada.button("Watch it again")).to_be_visible(timeout=PATIENCE)
        look.at("the end of a bout")
        cy.press(cy.button("Back to ranked block"))
        expect(cy.section("Leaderboard").get_by_role("table")).to_be_visible(timeout=PATIENCE)
        aside.at("leaderboard")
    assert look.wrong + aside.wrong == []


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
    look.at("hearth, block")
    lodge.button("Ranked block").click()
    expect(page.get_by_text("online")).to_be_visible(timeout=PATIENCE)
    look.at("ranked block")
    lodge.button("Back to the hearth").click()

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
        page.evaluate(UNDRESS, dress)
    look.at("round over")
    lodge.take_up(kept.text_of(kept.BLOCK, kept.last_tile))
    lodge.play_turn()
    expect(lodge.dialog("Match over")).to_be_visible()
    page.get_by_text("The last round").click()
    look.at("match over, dressed")
    for dress in ("tiles", "contrast", "text"):
        page.evaluate(UNDRESS, dress)
    look.at("match over")
    assert page.evaluate(LINES, "dialog .acts .btn.wood") <= 2
    assert look.wrong == []


def test_text_of_twice_the_size_is_neither_cut_nor_laid_over_other_text(page: Page) -> None:
    page.set_viewport_size(PHONE)
    lodge = Lodge(page)
    lodge.keep("solo", kept.text_of(kept.DRAW_5, kept.our_turn))
    lodge.open()
    lodge.button("Play solo").click()
    set_text_twice_as_large(page)
    assert page.evaluate(CROWDED, "#hearth") == []
    lodge.choose("Game", "Block")
    assert page.evaluate(CROWDED, "#hearth") == []
    for match in (None, kept.hand_of_31()):
        if match is None:
            lodge.take_chair()
        else:
            lodge.take_up(match)
            set_text_twice_as_large(page)
        for size in (PHONE, TALL_PHONE):
            page.set_viewport_size(size)
            page.wait_for_function(FITTED)
            assert page.evaluate(CROWDED, "#table-screen") == []
            assert page.evaluate(LINES, "#say > p") <= 3
            assert page.evaluate(OUT_OF_SIGHT, ["#line"]) == []
            page.locator("#pass").scroll_into_view_if_needed()
            assert page.evaluate(OUT_OF_SIGHT, ACTS) == []
            page.evaluate("scrollTo(0, 0)")
    # on the larger phone, even with that hand, nothing is out of sight
    assert page.evaluate(OUT_OF_SIGHT, TURN) == []


def test_a_turn_in_large_text_is_all_in_sight_on_a_small_phone(page: Page) -> None:
    page.set_viewport_size(PHONE)
    lodge = Lodge(page)
    for match in (kept.text_of(kept.DRAW_5, kept.our_turn), kept.hand_of_31()):
        lodge.take_up(match)
        if page.locator("body[data-text=large]").count() == 0:
            lodge.change("Text", "Large")
        page.wait_for_function(FITTED)
        assert page.evaluate(OUT_OF_SIGHT, TURN) == []
        assert page.evaluate(CROWDED, "#table-screen") == []
        assert page.evaluate(LINES, "#say > p") <= 3


def test_a_page_that_failed_keeps_only_the_doors_that_open(page: Page) -> None:
    page.goto("/")
    play, rules = (page.get_by_role("button", name=name) for name in ("Play solo", "How to play"))
    expect(play).to_be_visible()
    page.evaluate("document.body.dataset.failed = ''")
    expect(play).to_be_hidden()
    expect(page.locator("#lighting")).to_be_hidden()
    expect(rules).to_be_visible()


def set_text_twice_as_large(page: Page) -> None:
    """As somebody does who tells the browser to: what is measured in em or rem grows."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")


UNDRESS = """dress => {
    for (const whole of [document.documentElement, document.body]) delete whole.dataset[dress];
}"""

ACTS = ["#play-left", "#play-right", "#draw", "#pass"]
TURN = ["#top", "#seats", "#line", ".say", ".hand", *ACTS]
"""All that somebody needs for a turn."""

OUT_OF_SIGHT = """wanted => wanted.filter(name => {
    const { top, bottom, left, right, height } =
        document.querySelector(name).getBoundingClientRect();
    return height < 44 || top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
})"""
"""Those of the wanted that are not wholly on the screen."""

LINES = """name => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(name));
    const boxes = [...range.getClientRects()].filter(box => box.width > 0);
    const middles = boxes.map(box => (box.top + box.bottom) / 2).sort((a, b) => a - b);
    return middles.filter((middle, at) => at === 0 || middle - middles[at - 1] > 6).length;
}"""
"""How many lines of text there are."""

CROWDED = """name => {
    const wrong = [], texts = [];  // of other nodes
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) wrong.push(`${wide} px wider than the screen`);
    const walker = document.createTreeWalker(
        document.querySelector(name), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, words = node.data.trim(), around = [];
        for (let each = node.parentElement; each; each = each.parentElement) around.push(each);
        const styles = around.map(each => getComputedStyle(each));
        if (!words || node.parentElement.closest("svg")) continue;
        if (styles.some(each => each.clipPath !== "none")) continue; // it is only read out
        const own = [], range = document.createRange();
        range.selectNodeContents(node);
        for (const { left, top, right, bottom, height } of range.getClientRects()) {
            const box = { words, left, right, top: top + height / 4, bottom: bottom - height / 4 };
            if (left === right || styles.some(each => each.visibility === "hidden")) continue;
            styles.forEach((style, i) => {
                if (style.overflowX === "visible" || around[i] === document.documentElement) return;
                const pane = around[i].getBoundingClientRect();
                const cut = Math.max(pane.left - box.left, box.right - pane.right);
                if (cut > 1 && style.textOverflow !== "ellipsis") wrong.push(`${words}: cut`);
                box.left = Math.max(box.left, pane.left);
                box.right = Math.min(box.right, pane.right);
            });
            for (const other of texts)
                if (Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1
                    && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1)
                    wrong.push(`${words}: over ${other.words}`);
            own.push(box);
        }
        texts.push(...own);
    }
    return wrong;
}"""
"""What is wrong with the text in a part of the page: it is cut, or lies on other text."""


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
