"""Whatever the screen and the text, a turn is in sight, and every tile whole and in reach."""

from itertools import combinations
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect

from e2e import kept
from e2e.conftest import NewContext
from e2e.pages import Lodge
from e2e.paint import inside, lines_of_51, overlap, paint
from e2e.probes import CROWDED

PHONE = ViewportSize(width=320, height=568)
TALL_PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1280, height=800)


def test_text_of_twice_the_size_is_neither_cut_nor_laid_over_other_text(page: Page) -> None:
    page.set_viewport_size(PHONE)
    lodge = Lodge(page)
    lodge.keep("solo", kept.text_of(kept.DRAW_5, kept.our_turn))
    lodge.open()
    lodge.button("Play solo").click()
    set_text_twice_as_large(page)
    assert page.evaluate(CROWDED) == []
    lodge.choose("Game", "Block")
    assert page.evaluate(CROWDED) == []
    for match in (None, kept.hand_of_31()):
        if match is None:
            lodge.take_chair()
        else:
            lodge.take_up(match)
            set_text_twice_as_large(page)
        for size in (PHONE, TALL_PHONE):
            page.set_viewport_size(size)
            page.wait_for_function(FITTED)
            assert page.evaluate(CROWDED) == []
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
        assert page.evaluate(CROWDED) == []
        assert page.evaluate(LINES, "#say > p") <= 3


def test_a_page_that_failed_keeps_only_the_doors_that_open(page: Page) -> None:
    page.goto("/")
    play, rules = (page.get_by_role("button", name=name) for name in ("Play solo", "How to play"))
    expect(play).to_be_visible()
    page.evaluate("document.body.dataset.failed = ''")
    expect(play).to_be_hidden()
    expect(page.locator(".lighting")).to_be_hidden()
    expect(rules).to_be_visible()


def set_text_twice_as_large(page: Page) -> None:
    """As somebody does who tells the browser to: what is measured in em or rem grows."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")


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
