"""Friends at one table by a link: they come, play to the end, and leave; each in their browser."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from e2e import servers
from e2e.company import Friend, actor, deal, gathered, playing
from e2e.conftest import NewContext
from e2e.guard import Guard
from e2e.overheard import held_by_page, normal
from e2e.pages import PATIENCE

MATCH = 240_000
"""Milliseconds within which five people who press at once have played a match."""
SIT_DOWN = "document.getElementById('sit')?.click()"
"""Where it still can be pressed: on a slow machine the other is seated by then."""
MARKUP = '<img src=x onerror="document.title=1">'
TURNED = "\u202eevil\u2066 name"


def test_five_friends_play_a_whole_match_by_one_link(
    new_context: NewContext, lodge_url: str
) -> None:
    names = ("Anouk", "Inés", MARKUP, TURNED, "x" * 300)
    friends = gathered(new_context, lodge_url, *names, First_to="100")
    host = friends[0]

    sixth = Friend(new_context().new_page())
    sixth.come(host.invite)
    expect(sixth.page.get_by_text("Every chair is taken. You may watch.")).to_be_visible()
    shown = sixth.chairs.all_inner_texts()
    assert len(shown) == 5
    assert any(MARKUP[:24].strip() in chair for chair in shown)
    assert any("x" * 24 in chair and "x" * 25 not in chair for chair in shown)
    assert "\u202e" not in "".join(shown)
    assert sixth.page.locator("img").count() == 0

    deal(friends)
    sixth.page.get_by_role("list", name="Line of play").wait_for(timeout=PATIENCE)
    assert sixth.page.get_by_role("group", name="Your hand").count() == 0
    with playing(friends):
        while not host.page.get_by_role("dialog", name="Match over").count():
            over = host.dialog("Round over").or_(host.dialog("Match over"))
            over.wait_for(timeout=MATCH)
            if host.dialog("Round over").count():
                for guest in friends[1:]:
                    expect(guest.dialog("Round over")).to_be_visible(timeout=PATIENCE)
                    assert guest.button("Deal the next round").count() == 0
                expect(host.dialog("Round over").get_by_text("Dealt fairly")).to_be_visible()
                host.press(host.button("Deal the next round"))
                expect(host.dialog("Round over")).to_be_hidden()
    for friend in (*friends[1:], sixth):
        expect(friend.dialog("Match over")).to_be_visible(timeout=PATIENCE)
        assert friend.button("Rematch").count() == 0
        assert friend.page.get_by_text("Anouk").count()

    host.press(host.button("Rematch"))
    for friend in friends:
        expect(friend.dialog("Match over")).to_be_hidden(timeout=PATIENCE)
        friend.wait_for_table()


def test_the_link_is_copied_and_the_host_alone_arranges_the_table(
    new_context: NewContext, lodge_url: str
) -> None:
    context = new_context(permissions=["clipboard-read", "clipboard-write"])
    host = Friend(context.new_page())
    link = host.set_table(lodge_url)
    expect(host.page).to_have_url(link)
    host.press(host.button("Copy link"))
    expect(host.page.get_by_text("copied").first).to_be_visible()
    assert host.page.evaluate("navigator.clipboard.readText()") == link

    guest = Friend(new_context().new_page())
    guest.come(link)
    guest.sit_down("Inés")
    assert guest.page.get_by_role("group", name="Game").count() == 0
    guest.be_ready()
    host.choose("Chairs", "3")
    expect(guest.chairs).to_have_count(3)
    expect(guest.button("Ready")).to_have_attribute("aria-pressed", "false")  # for this, not yet
    host.choose("Game", "Block")
    expect(guest.chairs).to_have_count(2)
    host.press(host.page.get_by_role("button", name=re.compile("Send away .*Inés")))
    host.press(host.dialog("Send \u2068Inés\u2069 away?").get_by_role("button", name="Send away"))
    expect(guest.page.get_by_text("The host has asked you to leave")).to_be_visible()
    expect(host.chairs.nth(1)).to_contain_text("A regular")


def test_two_take_the_last_chair_and_one_may_watch(new_context: NewContext, lodge_url: str) -> None:
    host = Friend(new_context().new_page())
    link = host.set_table(lodge_url, Chairs="2")
    ada, bo = (Friend(new_context().new_page()) for _ in range(2))
    for guest, name in ((ada, "Ada"), (bo, "Bo")):
        guest.come(link)
        guest.page.get_by_label("Your name").fill(name)
    for guest in (ada, bo):
        guest.page.evaluate(SIT_DOWN)
    for guest in (ada, bo):
        full = guest.page.get_by_text("Every chair is taken")
        expect(guest.button("Ready").or_(full).first).to_be_visible(timeout=PATIENCE)
    seated, other = (ada, bo) if ada.button("Ready").count() else (bo, ada)
    expect(other.page.get_by_text("Every chair is taken").first).to_be_visible(timeout=PATIENCE)
    expect(seated.button("Ready")).to_be_visible()
    expect(host.chairs).to_have_count(2)
    expect(other.chairs).to_have_count(2)


def test_a_guests_page_holds_no_tile_of_another_hand_during_a_round(
    new_context: NewContext, lodge_url: str, guard: Guard
) -> None:
    sent: list[str] = []
    host, guest = gathered(new_context, lodge_url, "Anouk", "Inés", Chairs="2")
    for friend in (host, guest):
        friend.page.on("websocket", lambda wire: sent.append(wire.url))
    guest.again()
    guest.page.on(
        "websocket", lambda wire: wire.on("framereceived", lambda got: sent.append(str(got)))
    )
    deal([host, guest])
    for _ in range(3):
        playing_now = actor([host, guest])
        playing_now.play_turn()
    line = {normal(tile) for tile in host.line}
    secret = {normal(tile) for tile in host.tiles} - line
    assert secret
    assert not held_by_page(guest.page) & secret
    mine = {normal(tile) for tile in guest.tiles}
    assert not held_by_page(host.page) & (mine - line)
    assert not any(re.search(r"\b\d-\d\b", frame) for frame in sent)


def test_a_saved_link_to_a_table_that_has_ended_says_so_and_leads_on(
    new_context: NewContext, lodge_url: str
) -> None:
    host = Friend(new_context().new_page())
    link = host.set_table(lodge_url)
    guest = Friend(new_context().new_page())
    guest.come(link)
    host.press(host.button("Close the table"))
    expect(host.button("Play solo")).to_be_visible()
    expect(host.page).not_to_have_url(re.compile("#"))
    expect(guest.page.get_by_text("The host has closed the table")).to_be_visible()
    late = Friend(new_context().new_page())
    late.open(link)
    expect(late.page.get_by_text("That table is not there")).to_be_visible(timeout=PATIENCE)
    late.press(late.button("Set a new table"))
    late.wait_until_seated()
    bad = Friend(new_context().new_page())
    bad.open(lodge_url + "#table=x&key=y")
    expect(bad.page.get_by_text("That link is not whole")).to_be_visible(timeout=PATIENCE)
    bad.press(bad.button("Back to the hearth"))
    expect(bad.button("Play solo")).to_be_visible()


def test_a_page_from_any_static_host_finds_its_relay_by_one_setting(
    site: Path, static_url: str, tmp_path: Path, new_context: NewContext
) -> None:
    origin = static_url.removesuffix("/lodge/")
    with servers.relay(site, tmp_path, LODGE_ORIGINS=origin) as server:
        url = f"{static_url}?relay={server.url}"
        host, guest = friends = gathered(new_context, url, "Anouk", "Inés", Chairs="2")
        assert host.invite.startswith(url)
        deal(friends)
        actor(friends).play_turn()
        assert {normal(tile) for tile in host.tiles}.isdisjoint(map(normal, guest.tiles))


def test_without_a_relay_playing_solo_still_works(
    static_url: str, page: Page, guard: Guard
) -> None:
    guard.allow(r"501|Failed to load resource")
    lodge = Friend(page)
    lodge.open(static_url)
    lodge.press(lodge.button("Invite friends"))
    expect(page.get_by_text("Playing solo works; friends need a connection.")).to_be_visible()
    lodge.press(lodge.button("Back to the hearth"))
    lodge.deal()
