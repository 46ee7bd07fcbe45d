"""A hand that is asked for before the brain is awake lies there at once, and is the one played."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import SlowPage
from e2e.guard import Guard
from e2e.pages import PATIENCE, Lodge

BRAIN = r"/app-\w+\.marshal"
FOLLOW = """
    window.hands = [];
    new MutationObserver(() => {
        const held = [...document.querySelectorAll("#hand [data-value]")];
        hands.push(held.map((tile) => tile.dataset.value).join(" "));
    }).observe(document, { subtree: true, childList: true });
"""
SEATS = "#seats [id^='seat-']"


def asked_for_early(slow_page: SlowPage, **choices: str) -> Lodge:
    """A first hand, while the brain cannot wake."""
    slow_page.page.add_init_script(FOLLOW)
    slow_page.hold(BRAIN)
    slow_page.page.goto("/")
    lodge = Lodge(slow_page.page)
    lodge.button("Play solo").click()
    for group, choice in choices.items():
        lodge.choose(group, choice)
    lodge.button("Deal the tiles").click()
    lodge.hand.wait_for()
    return lodge


def wake(slow_page: SlowPage) -> None:
    slow_page.let_go()
    slow_page.page.locator(SEATS).first.wait_for(timeout=PATIENCE)


def hands_since(page: Page) -> list[list[str]]:
    """Every hand that has lain there, in order, from the first on."""
    seen: list[str] = page.evaluate("hands")
    return [hand.split() for hand in seen[next(at for at, hand in enumerate(seen) if hand) :]]


@pytest.mark.parametrize(("game", "highest"), [("Lantern draw", 9), ("Block", 6)])
def test_our_hand_lies_there_before_the_brain_is_awake_and_stays(
    slow_page: SlowPage, game: str, highest: int, access_faults: Callable[..., list[str]]
) -> None:
    page = slow_page.page
    lodge = asked_for_early(slow_page, Game=game)
    first = lodge.tiles
    assert len(set(first)) == 7
    assert max(int(half) for tile in first for half in tile.split("-")) <= highest
    assert page.locator("body[data-ready]").count() == 0
    expect(lodge.hand.get_by_role("button").first).to_be_focused()
    expect(page.get_by_text("The others come as the lanterns are lit")).to_be_visible()
    expect(page.get_by_role("progressbar", name="Lighting the lanterns")).to_be_visible()
    assert access_faults(page) == []

    wake(slow_page)
    opened = {*lodge.line}
    for hand in hands_since(page):
        assert {*first} - {*hand} <= opened
    expect(page.get_by_role("progressbar")).to_have_count(0)


def test_a_tile_that_is_chosen_meanwhile_is_chosen(slow_page: SlowPage) -> None:
    page = slow_page.page
    lodge = asked_for_early(slow_page)
    lightest = min(lodge.tiles, key=lambda name: sum(map(int, name.split("-"))))
    tile = lodge.hand.get_by_role("button", name=lightest)
    tile.click()
    wake(slow_page)
    lodge.wait_for_turn()
    taken = page.locator("[aria-pressed=true], .notice")  # chosen, or told why it cannot be
    expect(taken.first).to_be_visible()
    expect(tile).to_be_focused()


def test_a_hand_lies_as_its_player_wishes_it_sorted_and_in_his_language(
    slow_page: SlowPage,
) -> None:
    page = slow_page.page
    wishes = json.dumps({"sort": "pips", "language": "de"})
    page.add_init_script(f"localStorage.setItem('lodge.settings', {wishes!r})")
    page.add_init_script(FOLLOW)
    slow_page.hold(BRAIN)
    page.goto("/")
    page.get_by_role("button", name="Solo spielen").click()
    page.get_by_role("button", name="Steine geben").click()
    hand = page.get_by_role("group", name="Deine Steine")
    hand.wait_for()
    expect(page.get_by_text("Die anderen kommen, sobald die Laternen brennen")).to_be_visible()
    wake(slow_page)
    for held in hands_since(page):
        pips = [sum(map(int, tile.split("-"))) for tile in held]
        assert pips == sorted(pips, reverse=True)


def test_where_the_brain_never_comes_the_hearth_says_so(slow_page: SlowPage, guard: Guard) -> None:
    guard.allow(BRAIN + "|net::|lodge: |MessageEvent|Event object could not be cloned")
    lodge = asked_for_early(slow_page)
    assert len(lodge.tiles) == 7
    slow_page.answer(BRAIN, status=404)
    slow_page.drop()
    again = lodge.page.get_by_text("The lodge asks for it again.")
    expect(again).to_be_visible()
    sorry = lodge.page.get_by_text("The lanterns would not light")
    expect(sorry).to_be_visible(timeout=PATIENCE)
    assert not lodge.hand.is_visible()


def test_without_what_draws_it_the_first_hand_is_the_brains(
    slow_page: SlowPage, guard: Guard
) -> None:
    guard.allow(r"dealt(-\w+)?\.json|Failed to load resource")
    slow_page.answer(r"/dealt-\w+\.json", status=404)
    page = slow_page.page
    lodge = Lodge(page)
    slow_page.hold(BRAIN)
    page.goto("/")
    lodge.button("Play solo").click()
    with page.expect_response(lambda response: "dealt" in response.url):
        lodge.button("Deal the tiles").click()
    assert lodge.hand.count() == 0
    slow_page.let_go()
    lodge.wait_for_table()
