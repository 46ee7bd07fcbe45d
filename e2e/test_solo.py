"""Somebody alone plays to the end: by mouse, by touch, by keys, from any host, without network."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import NewContext
from e2e.pages import Keyboard, Lodge, Mouse, Touch, Way
from e2e.profile import Profile
from e2e.servers import Server

PHONE = {"width": 360, "height": 740}


@pytest.fixture(params=["mouse", "touch", "keyboard"])
def lodge(request: pytest.FixtureRequest, new_context: NewContext) -> Lodge:
    """The page, for somebody with one way to press."""
    ways: dict[str, Way] = {"mouse": Mouse(), "touch": Touch(), "keyboard": Keyboard()}
    touch = request.param == "touch"
    options = {"has_touch": True, "is_mobile": True, "viewport": PHONE} if touch else {}
    return Lodge(new_context(**options).new_page(), ways[request.param])


def test_a_draw_match_against_four_regulars_is_played_to_its_end(lodge: Lodge) -> None:
    lodge.open()
    lodge.deal(Chairs="5", First_to="100")
    lodge.set_speed()
    rounds = lodge.play_match()
    assert_match_ended(lodge, rounds)


def test_it_plays_from_a_plain_static_server_in_a_sub_folder(page: Page, static_url: str) -> None:
    lodge = Lodge(page)
    lodge.open(static_url)
    lodge.deal(Chairs="2", First_to="100")
    lodge.set_speed()
    lodge.play_round()


def test_it_plays_on_with_the_server_gone_and_the_browser_restarted(
    own_lodge: Server, profile: Profile
) -> None:
    page = profile.open()
    Lodge(page).open(own_lodge.url)
    page.evaluate("navigator.serviceWorker.ready")
    profile.close()
    own_lodge.stop()

    lodge = Lodge(profile.open())
    lodge.open(own_lodge.url)
    lodge.deal(Game="Block")
    lodge.set_speed()
    assert lodge.play_match() == 1


def assert_match_ended(lodge: Lodge, rounds: int) -> None:
    over = lodge.dialog("Match over")
    expect(over.get_by_role("button", name="Rematch")).to_be_visible()
    if rounds > 1:
        expect(over.locator(".rounds tbody tr")).to_have_count(rounds)
