"""A long line on a small phone: enlarged by a tap, a pinch or a button, and whole again."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from e2e import kept
from e2e.conftest import NewContext
from e2e.fingers import Fingers, middle
from e2e.pages import Lodge
from e2e.paint import overlap

SMALLEST: ViewportSize = {"width": 320, "height": 568}
READABLE = 20
"""Pixels across from which on a tile needs no enlarging."""
IN_SIGHT = """(wanted) => {
    const pane = document.getElementById("line").getBoundingClientRect();
    const { x, y, width, height } = wanted.getBoundingClientRect();
    return x + width / 2 > pane.left && x + width / 2 < pane.right
        && y + height / 2 > pane.top && y + height / 2 < pane.bottom;
}"""
REST = """() => ["top", "seats", "mine"].map((part) => {
    const { x, y, width, height } = document.getElementById(part).getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""


@pytest.fixture
def page(new_context: NewContext) -> Page:
    return new_context(viewport=SMALLEST, has_touch=True, is_mobile=True).new_page()


@pytest.fixture
def lodge(page: Page) -> Lodge:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.long_line))
    return lodge


def lens(lodge: Lodge) -> Locator:
    return lodge.button("Enlarge the line")


def width_of_a_tile(page: Page) -> float:
    return float(page.evaluate("32 * document.querySelector('#line .lay').getScreenCTM().a"))


def is_whole(lodge: Lodge) -> None:
    expect(lens(lodge)).to_have_attribute("aria-pressed", "false")
    expect(lodge.page.locator(".near")).to_have_count(0)


def is_enlarged(lodge: Lodge) -> None:
    expect(lens(lodge)).to_have_attribute("aria-pressed", "true")
    expect(lodge.page.locator(".near")).to_have_count(1)


def pinch(page: Page, apart: Sequence[float]) -> None:
    """Two fingers on the line, so far apart one moment after the other."""
    (x, y), fingers = middle(page.locator("#line")), Fingers(page)
    places = [((x - each / 2, y), (x + each / 2, y)) for each in apart]
    fingers.put(*places[0])
    for place in places[1:]:
        fingers.move(*place)
    fingers.lift()


def test_a_tap_enlarges_a_small_line_about_its_last_tile_and_another_shows_it_whole(
    lodge: Lodge, page: Page
) -> None:
    assert width_of_a_tile(page) < READABLE
    before = page.evaluate(REST)
    page.locator("#line svg").tap(position={"x": 4, "y": 4})
    is_enlarged(lodge)
    page.wait_for_function("document.getAnimations().length === 0")
    assert width_of_a_tile(page) > 1.5 * READABLE
    assert page.locator("#line .last").evaluate(IN_SIGHT)
    assert page.evaluate(REST) == before
    page.locator("#line .near").tap(position={"x": 150, "y": 90})
    is_whole(lodge)
    assert page.evaluate(REST) == before


def test_both_ends_stay_at_hand_while_it_is_enlarged_and_take_the_chosen_tile(
    lodge: Lodge, page: Page
) -> None:
    lens(lodge).tap()
    is_enlarged(lodge)
    for end in ("left", "right"):
        chip = page.locator(f"#chip-{end}")
        assert chip.evaluate(IN_SIGHT)
        box = chip.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
        chip.tap()  # no tile is chosen: it leads to its end
        page.wait_for_function(f"({IN_SIGHT})(document.querySelector('#slot-{end} .ghost'))")
    tile = lodge.hand.locator("button[aria-description='fits both ends']").first
    name = tile.get_attribute("aria-label") or ""
    tile.tap()
    page.locator("#chip-left.fits").tap()
    expect(page.get_by_role("status").get_by_text(f"You laid {name}")).to_have_count(1)
    is_enlarged(lodge)
    page.wait_for_function(f"({IN_SIGHT})(document.querySelector('#line .last'))")
    value = lodge.line[0].split("-")
    expect(page.locator("#chip-left b")).to_have_text(value[0])


def test_keys_alone_enlarge_it_go_over_it_and_show_it_whole(lodge: Lodge, page: Page) -> None:
    lens(lodge).focus()
    page.keyboard.press("Enter")
    is_enlarged(lodge)
    page.locator(".near").focus()
    at = page.evaluate("document.querySelector('.near').scrollLeft")
    key = "ArrowLeft" if at else "ArrowRight"
    page.keyboard.press(key)
    page.wait_for_function("at => document.querySelector('.near').scrollLeft !== at", arg=at)
    assert "Choose a tile first" not in lodge.word
    page.keyboard.press("Escape")
    is_whole(lodge)


def test_two_fingers_that_part_enlarge_it_and_closing_show_it_whole(
    lodge: Lodge, page: Page
) -> None:
    pinch(page, [60, 80, 110, 150])
    is_enlarged(lodge)
    pinch(page, [150, 120, 90, 60])
    is_whole(lodge)
    assert page.evaluate("visualViewport.scale") == 1


def test_a_line_that_is_large_enough_offers_no_lens(lodge: Lodge, page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(lens(lodge)).to_have_count(0)
    assert width_of_a_tile(page) >= READABLE


def test_no_tile_of_a_long_line_lies_on_a_name_or_a_button(lodge: Lodge, page: Page) -> None:
    boxes = page.evaluate(
        """() => {
            const seen = (found) => [...document.querySelectorAll(found)].map((each) => {
                const { x, y, width, height } = each.getBoundingClientRect();
                return [x, y, width, height];
            }).filter((box) => box[2] && box[3]);
            return [seen("#line .laid, #line .ghost"),
                seen("#table-screen button:not(#line *), .seat > *, .pile, .clock, .say")];
        }"""
    )
    tiles, rest = boxes
    assert len(tiles) > 38
    assert len(rest) > 20
    assert not [pair for pair in combinations(tiles, 2) if overlap(*pair)]
    assert not [(one, other) for one in tiles for other in rest if overlap(one, other)]
