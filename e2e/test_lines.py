"""Lines that break at a table of friends: reloads, second tabs, dead relays, hosts who are gone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e import servers
from e2e.company import Friend, actor, deal, gathered, in_step
from e2e.conftest import NewContext
from e2e.guard import Guard
from e2e.pages import PATIENCE
from e2e.servers import Server

GRACE = "3"  # seconds: a host who is gone is not waited for as long as in life
CUT = r"WebSocket connection to 'ws:.*' failed|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED"


@pytest.fixture(scope="module")
def quick(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A relay that gives an absent host little time."""
    with servers.relay(site, tmp_path_factory.mktemp("quick"), LODGE_GRACE=GRACE) as server:
        yield server.url


def on_turn(friends: list[Friend], wanted: Friend) -> None:
    """Play until it is the turn of `wanted`, who can play, and everybody sees that.

    Where nothing fits the page itself goes on drawing, and the hand does not stay as it is.
    """
    while (now := actor(friends)) is not wanted or not now.fitting:
        now.play_turn()
    in_step(friends)


def test_a_reload_in_mid_turn_finds_the_same_chair_hand_and_clock(
    new_context: NewContext, lodge_url: str
) -> None:
    friends = host, guest = gathered(new_context, lodge_url, "Anouk", "Inés", Chairs="2")
    deal(friends)
    on_turn(friends, guest)
    tiles, line, left = guest.tiles, guest.line, guest.seconds_left
    guest.page.reload()
    guest.wait_for_table()
    assert (guest.tiles, guest.line) == (tiles, line)
    assert guest.seconds_left <= left
    guest.wait_for_my_turn()
    guest.play_turn()

    on_turn(friends, host)
    tiles, line = host.tiles, host.line
    host.page.reload()
    host.wait_for_table()
    assert (host.tiles, host.line) == (tiles, line)
    host.wait_for_my_turn()
    host.play_turn()
    expect(guest.page.get_by_role("list", name="Line of play")).to_be_visible()
    on_turn(friends, guest)


def test_a_second_tab_takes_the_chair_and_the_first_offers_to_take_it_back(
    new_context: NewContext, lodge_url: str
) -> None:
    friends = host, guest = gathered(new_context, lodge_url, "Anouk", "Inés", Chairs="2")
    deal(friends)
    for friend in (guest, host):
        second = Friend(friend.page.context.new_page())
        second.open(friend.page.url)
        second.wait_for_table()
        taken = friend.page.get_by_text("Your chair is in another tab")
        expect(taken).to_be_visible(timeout=PATIENCE)
        assert second.tiles == friend.tiles
        friend.press(friend.button("Take over here"))
        expect(taken).to_be_hidden(timeout=PATIENCE)
        expect(second.page.get_by_text("Your chair is in another tab")).to_be_visible()
        friend.wait_for_table()
        second.close()
    on_turn(friends, guest)
    on_turn(friends, host)


def test_the_relay_is_killed_and_started_again_in_mid_round(
    own_lodge: Server, new_context: NewContext, guard: Guard
) -> None:
    guard.allow(CUT)
    friends = host, guest = gathered(new_context, own_lodge.url, "Anouk", "Inés", Chairs="2")
    deal(friends)
    on_turn(friends, guest)
    before = {friend: (friend.tiles, friend.line) for friend in friends}
    own_lodge.kill()
    for friend in friends:
        expect(friend.banner).to_be_visible(timeout=PATIENCE)
        banner, seat = friend.banner.bounding_box(), friend.seats.first.bounding_box()
        assert banner
        assert seat
        assert banner["y"] + banner["height"] <= seat["y"]
    own_lodge.start()
    for friend in friends:
        expect(friend.banner).to_be_hidden(timeout=PATIENCE)
        assert (friend.tiles, friend.line) == before[friend]
    on_turn(friends, guest)
    on_turn(friends, host)


def test_half_a_minute_offline_is_made_up_for_at_once(
    new_context: NewContext, lodge_url: str, guard: Guard
) -> None:
    guard.allow(CUT)
    friends = host, guest = gathered(new_context, lodge_url, "Anouk", "Inés", Chairs="2")
    deal(friends)
    on_turn(friends, guest)
    guest.page.context.set_offline(True)
    guest.page.wait_for_timeout(30_000)
    guest.page.context.set_offline(False)
    guest.page.evaluate("dispatchEvent(new Event('online'))")
    expect(guest.banner).to_be_hidden(timeout=PATIENCE)
    guest.play_turn()
    on_turn(friends, host)


def test_a_page_that_was_frozen_is_in_step_again(new_context: NewContext, lodge_url: str) -> None:
    friends = host, guest = gathered(new_context, lodge_url, "Anouk", "Inés", Chairs="2")
    deal(friends)
    on_turn(friends, host)
    freezer = guest.page.context.new_cdp_session(guest.page)
    freezer.send("Page.setWebLifecycleState", {"state": "frozen"})
    host.play_turn()
    host.page.wait_for_timeout(30_000)
    freezer.send("Page.setWebLifecycleState", {"state": "active"})
    line = host.line
    guest.page.wait_for_function(
        "many => document.querySelectorAll('#line [role=listitem]').length >= many",
        arg=len(line),
        timeout=PATIENCE,
    )
    on_turn(friends, guest)
    on_turn(friends, host)


def gathering(friends: list[Friend]) -> None:
    pass


def dealing(friends: list[Friend]) -> None:
    for guest in friends[1:]:
        guest.be_ready()
    friends[0].start()


def hosts_turn(friends: list[Friend]) -> None:
    deal(friends)
    on_turn(friends, friends[0])


def anothers_turn(friends: list[Friend]) -> None:
    deal(friends)
    on_turn(friends, friends[1])


def round_over(friends: list[Friend]) -> None:
    deal(friends)
    for friend in friends:
        friend.play_by_itself()
    expect(friends[0].over).to_be_visible(timeout=4 * PATIENCE)


@pytest.mark.parametrize("phase", [gathering, dealing, hosts_turn, anothers_turn, round_over])
def test_the_hosts_tab_is_closed_and_the_next_browser_takes_over(
    new_context: NewContext, quick: str, phase: object
) -> None:
    friends = host, ada, bo = gathered(new_context, quick, "Anouk", "Ada", "Bo", Chairs="3")
    assert callable(phase)
    phase(friends)
    before = (ada.tiles, ada.line) if phase in (hosts_turn, anothers_turn) else None
    host.close()
    expect(ada.banner).to_be_visible(timeout=PATIENCE)
    expect(ada.banner).to_be_hidden(timeout=PATIENCE)
    expect(bo.banner).to_be_hidden(timeout=PATIENCE)
    if phase is gathering:
        expect(ada.button("Deal the tiles")).to_be_visible()
        expect(bo.page.get_by_text("The host").first).to_be_visible()
        return
    if phase is round_over:
        onward = ada.button("Deal the next round").or_(ada.button("Rematch"))
        expect(onward).to_be_visible()
        ada.press(onward)
    ada.wait_for_table()
    bo.wait_for_table()
    if before is not None:
        assert (ada.tiles, ada.line) == before
    expect(ada.seats.filter(has_text="Anouk")).to_contain_text("away")
    if phase is hosts_turn:
        host.again()  # finds its chair, as a guest, and its turn still there
        host.wait_for_my_turn()
        host.play_turn()
        on_turn([ada, bo, host], ada)
    elif phase is anothers_turn:
        on_turn([ada, bo], ada)
        ada.play_turn()


def test_the_hosts_hidden_page_deals_and_keeps_the_clock(
    new_context: NewContext, lodge_url: str
) -> None:
    friends = host, guest = gathered(new_context, lodge_url, "Anouk", "Inés", Chairs="3")
    deal(friends)
    hide(host.page)
    for friend in friends:
        friend.play_by_itself()
    expect(guest.over).to_be_visible(timeout=4 * PATIENCE)


def hide(page: Page) -> None:
    page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { get: () => true });
            Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )


def test_who_leaves_may_come_back_to_the_same_chair(
    new_context: NewContext, lodge_url: str
) -> None:
    friends = host, guest = gathered(new_context, lodge_url, "Anouk", "Inés", Chairs="3")
    deal(friends)
    guest.press(guest.button("Back to the hearth"))
    expect(host.seats.filter(has_text="Inés")).to_contain_text("played by the lodge")
    guest.press(guest.button("Return to the table"))
    guest.wait_for_table()
    expect(host.seats.filter(has_text="Inés")).not_to_contain_text("by the lodge")
    on_turn(friends, guest)
