"""Dragging a tile to an end is an extra: it does what two taps do, and swipes still scroll."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from e2e import kept
from e2e.conftest import NewContext
from e2e.fingers import Fingers, Point, middle
from e2e.pages import Lodge

PHONE: ViewportSize = {"width": 360, "height": 740}


def fitting_both(lodge: Lodge) -> Locator:
    return lodge.hand.locator("button[aria-description='fits both ends']").first


def open_end(page: Page, name: str) -> Locator:
    return page.locator(f"#slot-{name} .ghost")


@contextmanager
def dragged(page: Page, tile: Locator, to: Point) -> Iterator[None]:
    """The tile held by the mouse, there."""
    x, y = middle(tile)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 12)
    page.mouse.move(*to, steps=4)
    yield
    page.mouse.up()


@pytest.fixture
def phone(new_context: NewContext) -> Page:
    return new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()


def test_a_tile_dropped_on_an_end_is_laid_there(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.two_ends))
    tile = fitting_both(lodge)
    name = tile.get_attribute("aria-label") or ""
    with dragged(page, tile, middle(open_end(page, "right"))):
        for end in ("left", "right"):  # both take light, at once
            expect(page.locator(f"#line[data-drag~={end}]")).to_have_count(1)
            expect(page.locator(f"#slot-{end}.fits")).to_have_count(1)
        expect(page.locator(".dragged")).to_have_count(1)
    expect(lodge.tile(name)).to_have_count(0)
    expect(page.locator(".dragged")).to_have_count(0)
    said = page.get_by_role("status").get_by_text(f"You laid {name}")
    expect(said).to_have_count(1)
    expect(said).to_contain_text("right")


def test_a_tile_dropped_elsewhere_glides_back_and_is_chosen_as_by_a_tap(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.two_ends))
    tile, laid = fitting_both(lodge), lodge.line
    with dragged(page, tile, middle(page.locator("#seats"))):
        pass
    expect(page.locator(".dragged")).to_have_count(0)
    expect(tile).to_have_attribute("aria-pressed", "true")
    with dragged(page, tile, middle(tile)):  # put down where it was: that is no second tap
        expect(page.locator(".dragged")).to_have_count(1)
    expect(page.locator(".dragged")).to_have_count(0)
    expect(tile).to_have_attribute("aria-pressed", "true")
    with dragged(page, tile, middle(open_end(page, "left"))):
        page.keyboard.press("Escape")
        expect(page.locator(".dragged")).to_have_count(0)
    assert lodge.line == laid


def test_a_tile_that_does_not_fit_says_so_as_at_a_tap(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.two_ends))
    laid = lodge.line
    misfit = lodge.hand.locator("button:not([aria-description])").first
    with dragged(page, misfit, middle(open_end(page, "left"))):
        expect(page.locator("#line[data-drag~=left]")).to_have_count(0)
    expect(page.locator("#say").get_by_text("does not fit")).to_be_visible()
    expect(page.locator(".dragged")).to_have_count(0)
    assert lodge.line == laid


def test_a_press_that_slips_is_a_tap_still(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.two_ends))
    tile = fitting_both(lodge)
    x, y = middle(tile)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3, y - 3)
    page.mouse.up()
    expect(tile).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".dragged")).to_have_count(0)


def test_a_finger_drags_a_tile_towards_the_line(phone: Page) -> None:
    lodge, finger = Lodge(phone), Fingers(phone)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.two_ends))
    tile, end = fitting_both(lodge), middle(open_end(phone, "left"))
    name = tile.get_attribute("aria-label") or ""
    start = middle(tile)
    finger.put(start)
    finger.glide(start, (start[0], start[1] - 60))
    expect(phone.locator(".dragged")).to_have_count(1)
    finger.glide((start[0], start[1] - 60), end)
    finger.lift()
    expect(lodge.tile(name)).to_have_count(0)
    expect(phone.get_by_role("status").get_by_text(f"You laid {name}")).to_have_count(1)


def test_a_swipe_that_starts_on_a_tile_scrolls_a_long_hand(phone: Page) -> None:
    lodge, finger = Lodge(phone), Fingers(phone)
    lodge.take_up(kept.hand_of_31())
    tile = lodge.hand.get_by_role("button").nth(15)
    start = middle(tile)
    finger.put(start)
    finger.glide(start, (start[0], start[1] - 120))
    phone.wait_for_function("document.querySelector('.hand').scrollTop > 40")
    finger.lift()
    expect(phone.locator(".dragged")).to_have_count(0)
    expect(phone.locator("#hand [aria-pressed=true]")).to_have_count(0)


def test_a_finger_that_rests_on_a_tile_of_a_long_hand_picks_it_up(phone: Page) -> None:
    lodge, finger = Lodge(phone), Fingers(phone)
    lodge.take_up(kept.hand_of_31())
    tile = lodge.tile(lodge.fitting[0])
    tile.scroll_into_view_if_needed()
    name = tile.get_attribute("aria-label") or ""
    fits = (tile.get_attribute("data-fits") or "").split()[0]
    scrolled = phone.evaluate("document.querySelector('.hand').scrollTop")
    start, end = middle(tile), middle(open_end(phone, fits))
    finger.put(start)
    expect(phone.locator(".dragged")).to_have_count(1)
    finger.glide(start, end)
    assert phone.evaluate("document.querySelector('.hand').scrollTop") == scrolled
    finger.lift()
    expect(phone.get_by_role("status").get_by_text(f"You laid {name}")).to_have_count(1)


def test_a_touch_that_the_browser_takes_away_leaves_the_tile_in_the_hand(phone: Page) -> None:
    lodge, finger = Lodge(phone), Fingers(phone)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.two_ends))
    tile, laid = fitting_both(lodge), lodge.line
    start = middle(tile)
    finger.put(start)
    finger.glide(start, middle(open_end(phone, "left")))
    expect(phone.locator(".dragged")).to_have_count(1)
    finger.lose()
    expect(phone.locator(".dragged")).to_have_count(0)
    expect(phone.locator("#line[data-drag]")).to_have_count(0)
    assert lodge.line == laid
    expect(tile).to_have_attribute("aria-pressed", "true")
