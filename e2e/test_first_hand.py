"""A hand that is asked for before the brain is awake lies there at once, and is the one played."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import SlowPage
from e2e.guard import Guard
from e2e.overheard import normal
from e2e.pages import PATIENCE, Lodge

BRAIN = r"/app-\w+\.marshal"
FOLLOW = """
    window.moments = [];
    new MutationObserver(() => {
        const names = (found) =>
            [...document.querySelectorAll(found)].map((tile) => tile.ariaLabel.slice(0, 3));
        moments.push([names("#hand button"), names("#line [role=listitem]")]);
    }).observe(document, { subtree: true, childList: true });
"""
SECRETS = """
    window.drawn = [];
    const draw = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (bytes) => (drawn.push(draw(bytes)), bytes);
"""
REACHED = """() => {
    const two = (byte) => byte.toString(16).padStart(2, "0");
    const hex = drawn.map((bytes) => [...bytes].map(two).join(""));
    const text = JSON.stringify([lodge, { ...localStorage }, document.documentElement.outerHTML]);
    return [hex.length, hex.filter((secret) => text.includes(secret)).length];
}"""


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
    slow_page.page.get_by_role("list", name="Line of play").wait_for(timeout=PATIENCE)


def followed(page: Page) -> list[tuple[list[str], list[str]]]:
    """Hand and line at each moment since the first hand lay there."""
    seen = [(hand, [*map(normal, line)]) for hand, line in page.evaluate("moments")]
    return seen[next(at for at, (hand, _) in enumerate(seen) if hand) :]


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
    expect(page.locator("#say")).to_contain_text("The others come as the lanterns are lit")
    expect(page.get_by_role("status")).to_contain_text("Your tiles")
    expect(page.get_by_role("progressbar", name="Lighting the lanterns")).to_be_visible()
    assert access_faults(page) == []

    wake(slow_page)
    for hand, line in followed(page):
        assert {*first} <= {*hand, *line}
    expect(page.get_by_role("progressbar")).to_have_count(0)


def test_the_page_keeps_no_secret_of_the_deal_once_the_brain_has_it(slow_page: SlowPage) -> None:
    slow_page.page.add_init_script(SECRETS)
    asked_for_early(slow_page)
    assert slow_page.page.evaluate(REACHED) == [2, 2]  # they are found where they are
    wake(slow_page)
    assert slow_page.page.evaluate(REACHED) == [2, 0]


def test_a_tile_can_be_chosen_meanwhile_and_nothing_is_played_unseen(slow_page: SlowPage) -> None:
    page = slow_page.page
    lodge = asked_for_early(slow_page, Chairs="2")
    lightest = min(lodge.tiles, key=lambda name: sum(map(int, name.split("-"))))
    tile = lodge.hand.get_by_role("button", name=lightest)
    for pressed in ("true", "false", "true"):
        tile.click()
        expect(tile).to_have_attribute("aria-pressed", pressed)
    for act in ("Play left", "Play right", "Draw", "Pass"):
        lodge.button(act).click(force=True)
    tile.focus()
    wake(slow_page)
    told = page.locator("#hand [aria-pressed=true], #say .refusal")  # that it does not fit
    expect(told).to_have_count(1)
    expect(tile).to_be_focused()
    assert page.evaluate("lodge.queue") is None
    assert lightest in lodge.tiles


@pytest.mark.parametrize("way", ["the lantern", "the browser"])
def test_the_hearth_is_a_step_away_and_nothing_was_dealt(slow_page: SlowPage, way: str) -> None:
    page = slow_page.page
    lodge = asked_for_early(slow_page)
    if way == "the lantern":
        lodge.button("Back to the hearth").click()
    else:
        page.go_back()
    expect(lodge.button("Play solo")).to_be_focused()
    expect(page.get_by_role("progressbar", name="Lighting the lanterns")).to_be_visible()
    lodge.button("Deal the tiles").dblclick()
    lodge.hand.wait_for()
    again = {*lodge.tiles}
    wake(slow_page)
    assert again <= {*lodge.tiles, *lodge.line}


def test_who_has_asked_for_something_else_since_gets_that(slow_page: SlowPage) -> None:
    page = slow_page.page
    lodge = Lodge(page)
    slow_page.hold(BRAIN)
    slow_page.hold(r"/dealt-\w+\.json")
    page.goto("/")
    lodge.button("Play solo").click()
    with page.expect_request(lambda request: "dealt" in request.url):
        lodge.button("Deal the tiles").click()
    lodge.button("Watch a match").click()
    slow_page.let_go()
    expect(page.get_by_role("heading", name="Watch a match")).to_be_visible(timeout=PATIENCE)
    assert not lodge.hand.is_visible()


def test_a_hand_lies_as_its_player_wishes_it_and_in_his_language(slow_page: SlowPage) -> None:
    page = slow_page.page
    wishes = json.dumps({"sort": "pips", "language": "de", "tiles": "colour", "text": "large"})
    page.add_init_script(f"localStorage.setItem('lodge.settings', {wishes!r})")
    page.add_init_script(FOLLOW)
    slow_page.hold(BRAIN)
    page.goto("/")
    page.get_by_role("button", name="Solo spielen").click()
    page.get_by_role("button", name="Steine geben").click()
    page.get_by_role("group", name="Deine Steine").wait_for()
    expect(page.locator("#say")).to_contain_text("sobald die Laternen brennen")
    expect(page.locator("body[data-tiles=colour][data-text=large]")).to_be_attached()
    slow_page.let_go()
    page.locator("#seats li").first.wait_for(timeout=PATIENCE)
    for held, _ in followed(page):
        pips = [sum(map(int, tile.split("-"))) for tile in held]
        assert pips == sorted(pips, reverse=True)


def test_where_the_brain_never_comes_the_hearth_says_so(slow_page: SlowPage, guard: Guard) -> None:
    guard.allow(BRAIN + "|net::|lodge: |MessageEvent|Event object could not be cloned")
    lodge = asked_for_early(slow_page)
    slow_page.answer(BRAIN, status=404)
    slow_page.drop()
    again = lodge.page.locator("#line").get_by_text("The lodge asks for it again.")
    expect(again).to_be_visible()
    sorry = lodge.page.get_by_role("alert").get_by_text("The lanterns would not light")
    expect(sorry).to_be_visible(timeout=PATIENCE)
    assert not lodge.hand.is_visible()
    expect(lodge.page.get_by_role("link", name="Load the page again")).to_be_focused()


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
