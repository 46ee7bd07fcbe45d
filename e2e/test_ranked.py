"""Ranked Block by the relay's queue: two meet and play, others watch; each in their browser."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocket, expect

from e2e import servers
from e2e.company import actor, in_step
from e2e.conftest import NewContext
from e2e.guard import Guard
from e2e.overheard import held_by_page, normal, tiles_named
from e2e.pages import PATIENCE, Watch
from e2e.rivals import Rival, matched, play_out
from e2e.servers import ROOT, Server


@pytest.fixture
def lodge(site: Path, tmp_path: Path) -> Iterator[Server]:
    """A relay with a ledger of its own."""
    with servers.relay(site, tmp_path, LODGE_LEDGER=str(tmp_path / "ledger.db")) as server:
        yield server


def test_two_meet_through_the_queue_and_their_ratings_move(
    new_context: NewContext, lodge: Server, tmp_path: Path
) -> None:
    rivals = ada, bo = matched(new_context, lodge.url, "Ada", "Bo")
    expect(ada.seats).to_contain_text("1500 ± 350 ?")
    bo.press(bo.button("Say something"))
    bo.press(bo.button("Well laid"))
    expect(ada.seats).to_contain_text("Well laid")
    play_out(ada, bo)
    for rival in rivals:
        expect(rival.over.get_by_text("Dealt fairly")).to_be_visible()
        expect(rival.over.get_by_text("1500 before, now")).to_have_count(2)

    with ada.page.expect_download() as downloading:
        ada.press(ada.over.get_by_role("button", name="Save the transcript").first)
    _is_confirmed(downloading.value.path())

    ada.press(ada.button("Rematch"))
    expect(bo.over.get_by_text("waits for a rematch")).to_be_visible(timeout=PATIENCE)
    bo.press(bo.button("Rematch"))
    for rival in rivals:
        expect(rival.over).to_be_hidden(timeout=PATIENCE)
        rival.wait_for_table()
    for rival in rivals:
        rival.wait_until_rated()

    ada.press(ada.button("Find another opponent"))
    ada.press(ada.button("Cancel"))
    last = ada.section("Your last bouts").get_by_role("listitem")
    expect(last).to_have_count(2, timeout=PATIENCE)
    best = ada.page.get_by_role("table").get_by_role("row")
    expect(best).to_have_count(3)
    assert {"Ada", "Bo"} <= set(re.findall("Ada|Bo", "".join(best.all_inner_texts())))
    with ada.page.expect_download() as downloading:
        ada.press(last.last.get_by_role("button", name="Save the transcript"))
    _is_confirmed(downloading.value.path())
    ada.press(last.last.get_by_role("button", name="Watch it again"))
    expect(Watch(ada.page).seats).to_have_count(2, timeout=PATIENCE)
    ada.press(ada.button("Close"))
    expect(ada.button("Find an opponent")).to_be_visible()


def _is_confirmed(transcript: Path) -> None:
    command = [sys.executable, "-m", "engine", "replay", str(transcript)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


def test_who_watches_comes_in_the_middle_and_sees_no_hand_before_the_end(
    new_context: NewContext, lodge: Server
) -> None:
    rivals = ada, bo = matched(new_context, lodge.url, "Ada", "Bo")
    for _ in range(2):
        actor([ada, bo]).play_turn()
    told: list[str] = []

    def listen(wire: WebSocket) -> None:
        wire.on("framereceived", lambda frame: told.append(str(frame)))

    cy = Rival(new_context().new_page())
    cy.page.on("websocket", listen)
    cy.enter(lodge.url, "Cy")
    cy.watch_first()
    expect(ada.page.get_by_text("Ranked, 1 watching")).to_be_visible(timeout=PATIENCE)
    assert cy.page.get_by_role("group", name="Your hand").count() == 0
    expect(cy.seats).to_have_count(2)
    actor([ada, bo]).play_turn()
    in_step([ada, bo, cy])

    line = {normal(tile) for tile in cy.line}
    hands = {normal(tile) for rival in rivals for tile in rival.tiles} - line
    assert hands
    frames = "".join(told).replace("\\", "")
    named = {normal(tile) for tile in re.findall(r'"(\d-\d)"', frames)}
    assert line <= named
    assert not named & hands
    assert not (held_by_page(cy.page) - tiles_named(cy.page.url)) & hands

    play_out(ada, bo)
    cy.wait_until_rated()
    cy.press(cy.over.get_by_text("The last round"))
    expect(cy.over.get_by_role("list", name="All hands turned up")).to_be_visible()
    assert cy.over.get_by_role("button", name="Rematch").count() == 0
    cy.press(cy.button("Back to ranked block"))
    expect(cy.button("Find an opponent")).to_be_visible()
    expect(ada.page.get_by_text("watching")).to_have_count(0, timeout=PATIENCE)


def test_who_leaves_in_the_middle_has_lost(new_context: NewContext, lodge: Server) -> None:
    ada, bo = matched(new_context, lodge.url, "Ada", "Bo")
    actor([ada, bo]).play_turn()
    bo.press(bo.button("Back to the hearth"))
    bo.press(bo.dialog("Leave the bout?").get_by_role("button", name="Stay"))
    expect(bo.hand).to_be_visible()
    bo.leave()
    expect(bo.button("Play solo")).to_be_visible()
    expect(bo.page).not_to_have_url(re.compile("#"))
    expect(ada.over.get_by_text(re.compile("Bo.? left, so you win"))).to_be_visible(
        timeout=PATIENCE
    )
    ada.wait_until_rated()
    assert ada.over.get_by_role("button", name="Rematch").count() == 0
    with ada.page.expect_download() as downloading:
        ada.press(ada.over.get_by_role("button", name="Save the transcript").first)
    _is_confirmed(downloading.value.path())


def test_a_reload_leads_back_to_the_bout_and_a_second_tab_takes_it_over(
    new_context: NewContext, lodge: Server
) -> None:
    ada, bo = matched(new_context, lodge.url, "Ada", "Bo")
    actor([ada, bo]).play_turn()
    held = sorted(ada.tiles)
    ada.page.reload()
    expect(bo.seats).to_contain_text("away, loses in", timeout=PATIENCE)
    ada.wait_for_table()
    assert sorted(ada.tiles) == held
    expect(bo.seats).not_to_contain_text("away")

    for _ in range(2):  # Back asks each time, and the address stays that of the bout
        ada.page.go_back()
        ada.press(ada.dialog("Leave the bout?").get_by_role("button", name="Stay"))
        expect(ada.dialog("Leave the bout?")).to_be_hidden()
    ada.page.go_back()
    expect(ada.dialog("Leave the bout?")).to_be_visible()
    ada.page.go_back()  # as one puts away any dialog on a phone
    expect(ada.dialog("Leave the bout?")).to_be_hidden()
    ada.page.evaluate("location.hash = '#bout=another'")
    ada.press(ada.dialog("Leave the bout?").get_by_role("button", name="Stay"))
    assert sorted(ada.tiles) == held
    ada.page.reload()
    ada.wait_for_table()
    assert sorted(ada.tiles) == held

    second = Rival(ada.page.context.new_page())
    second.enter(lodge.url, "Ada")
    second.find()
    second.wait_for_table()
    assert sorted(second.tiles) == held
    expect(ada.dialog("Your bout is in another tab")).to_be_visible(timeout=PATIENCE)
    ada.press(ada.button("Take over here"))
    ada.wait_for_table()
    expect(second.dialog("Your bout is in another tab")).to_be_visible(timeout=PATIENCE)
    play_out(ada, bo)


def test_a_second_tab_takes_over_the_search(new_context: NewContext, lodge: Server) -> None:
    ada = Rival(new_context().new_page())
    ada.enter(lodge.url, "Ada")
    ada.find()
    waiting = re.compile("^Looking for an opponent")
    expect(ada.section("Find an opponent").get_by_text(waiting)).to_be_visible(timeout=PATIENCE)
    second = Rival(ada.page.context.new_page())
    second.enter(lodge.url, "Ada")
    second.find()
    taken = ada.section("Find an opponent").get_by_text("Another tab of this browser looks")
    expect(taken).to_be_visible(timeout=PATIENCE)
    expect(ada.button("Find an opponent")).to_be_visible()
    expect(second.section("Find an opponent").get_by_text("1 matching")).to_be_visible()


def test_where_nothing_is_ranked_the_screen_says_what_works(
    new_context: NewContext, lodge_url: str
) -> None:
    ada = Rival(new_context().new_page())
    ada.enter(lodge_url, "Ada")
    ada.find()
    door = ada.section("Find an opponent")
    expect(door.get_by_text("There are no ranked games at this lodge")).to_be_visible(
        timeout=PATIENCE
    )
    ada.press(ada.button("Invite friends"))
    ada.wait_until_seated()
    ada.choose("Game", "Block")
    expect(ada.chairs).to_have_count(2)
    expect(ada.page.get_by_text("Two chairs, one round")).to_be_visible()


def test_without_a_relay_playing_solo_is_named_as_what_works(
    static_url: str, page: Page, guard: Guard
) -> None:
    guard.allow(r"404|Failed to load resource")
    ada = Rival(page)
    ada.open(static_url)
    ada.press(ada.button("Ranked block"))
    door = ada.section("Find an opponent")
    expect(door.get_by_text("Playing solo works; ranked play needs a connection.")).to_be_visible(
        timeout=PATIENCE
    )
