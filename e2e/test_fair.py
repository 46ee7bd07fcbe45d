"""Whoever doubts a deal checks it: the seal, the numbers behind it, the transcript."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from e2e import kept
from e2e.overheard import normal
from e2e.pages import Lodge
from e2e.servers import ROOT
from engine.deal import digest, shuffled
from engine.tiles import full_set

PHONE = ViewportSize(width=320, height=568)
DESK = ViewportSize(width=1280, height=800)
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])

LISTED = """list => [...list.children].reduce((found, item) => {
    if (item.localName === 'dt') found.push([item.textContent]);
    else found.at(-1).push(item.querySelector('code').textContent);
    return found;
}, [])"""
"""Each entry of the numbers: its name, then what stands there in code."""


def test_the_numbers_on_the_page_give_the_deck_that_was_played(page: Page) -> None:
    lodge = Lodge(page)
    lodge.open()
    lodge.deal(Game="Block")
    lodge.set_speed()
    lodge.wait_for_turn()
    held = {normal(name) for name in lodge.tiles}
    lodge.play_round()
    over = lodge.dialog("Match over")
    expect(seal(over)).to_contain_text("Dealt fairly")

    (_, table), (_, number), *givers = numbers(over)
    assert [name for name, *_ in givers] == ["The lodge", "You seat 0"]
    secrets = {}
    for who, (_, commitment, secret) in zip(("lodge", "0"), givers, strict=True):
        secrets[who] = bytes.fromhex(secret)
        assert digest(table, int(number), who, secrets[who]) == commitment
    deck = shuffled(full_set(6), secrets["lodge"], {0: secrets["0"]})
    ours, theirs = ({str(tile) for tile in deck[at : at + 7]} for at in (0, 7))
    assert held <= ours
    assert len(ours - held) <= 1  # the tile that opened, where it was ours

    over.get_by_text("The last round").click()
    hands = over.get_by_role("list", name="All hands turned up").get_by_role("listitem").all()
    for hand in hands:
        mine = hand.locator("b").inner_text() == "You"
        left = {tile.get_attribute("aria-label") for tile in hand.get_by_role("img").all()}
        assert left <= (ours if mine else theirs)

    saved, replayed = save(page, over)
    assert saved["rounds"][0]["deck"] == [str(tile) for tile in deck]
    fair = saved["rounds"][0]["fair"]
    assert fair["secrets"] == {who: secret.hex() for who, secret in secrets.items()}
    assert replayed["ok"] is True
    assert replayed["rounds"][0]["result"] is not None


@SIZES
def test_a_round_that_is_over_can_be_checked_and_saved_with_what_goes_on_in_reach(
    page: Page, access_faults: Callable[[Page], list[str]], size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    lodge = Lodge(page)
    over = lodge.dialog("Round over")
    while not over.count():  # a very rare first round is the whole match
        lodge.open()
        lodge.deal(Chairs="2", First_to="200")
        lodge.set_speed()
        lodge.play_round()
    expect(seal(over)).to_contain_text("Dealt fairly")
    assert numbers(over)[1] == ["Round at this table", "1"]
    assert access_faults(page) == []
    go_on = over.get_by_role("button", name="Deal the next round")
    for wanted in (over.get_by_text("Dealt fairly"), saving(over)):
        wanted.scroll_into_view_if_needed()
        expect(go_on).to_be_in_viewport(ratio=1)
        wanted.click(trial=True)  # nothing lies over it

    saved, replayed = save(page, over)
    assert len(saved["rounds"]) == len(replayed["rounds"]) == 1
    assert replayed["ok"] is True


def test_a_deal_without_secrets_is_not_called_fair(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.BLOCK, kept.last_tile))
    lodge.play_turn()
    over = lodge.dialog("Match over")
    expect(seal(over)).to_contain_text("Not proven")
    expect(seal(over)).not_to_contain_text("fairly")


def test_the_recipe_opens_beside_the_table(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.BLOCK, kept.last_tile))
    lodge.play_turn()
    over = lodge.dialog("Match over")
    seal(over).get_by_text("The numbers").click()
    with page.expect_popup() as opened:
        seal(over).get_by_role("link").click()
    expect(opened.value.get_by_role("heading", name="Fair deals")).to_be_in_viewport()
    expect(over).to_be_visible()


def seal(over: Locator) -> Locator:
    return over.get_by_role("group", name="Fair-deal seal")


def saving(over: Locator) -> Locator:
    return over.get_by_role("button", name="Save the transcript")


def numbers(over: Locator) -> list[list[str]]:
    """Unfold the numbers, and read them."""
    seal(over).get_by_text("The numbers").click()
    listed = seal(over).locator("dl")
    expect(listed).to_be_visible()
    found: list[list[str]] = listed.evaluate(LISTED)
    return found


def save(page: Page, over: Locator) -> tuple[dict[str, Any], dict[str, Any]]:
    """Save the transcript, and have the engine's command line replay it."""
    with page.expect_download() as download:
        saving(over).click()
    path = download.value.path()
    replayed = subprocess.run(
        [sys.executable, "-m", "engine", "replay", path],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(path.read_text()), json.loads(replayed.stdout)
