"""A player's page is told no tile that the player may not see: not before the round's end."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.overheard import LISTEN, heard, held_by_page, normal, tiles_named
from e2e.pages import Lodge

OVER = re.compile(r'id=\\?"(round|match)-over')


@pytest.mark.parametrize(
    ("game", "highest"), [({"Chairs": "3"}, 9), ({"Game": "Block"}, 6)], ids=["draw", "block"]
)
def test_nothing_that_reaches_the_page_names_a_hidden_tile_before_the_end(
    page: Page, game: dict[str, str], highest: int
) -> None:
    page.add_init_script(LISTEN)
    lodge = Lodge(page)
    lodge.open()
    lodge.deal(**game)
    lodge.set_speed()
    assert not page.evaluate("crossOriginIsolated")  # no shared memory: messages are all there is

    seen: set[str] = set()  # what lies on the line or has been in our hand
    told: list[str] = []
    held: set[str] = set()
    turn = 0
    while lodge.wait_for_turn():
        seen |= {normal(name) for name in (*lodge.tiles, *lodge.line)}
        told += heard(page)
        if turn in (2, 5):  # a long look
            held |= held_by_page(page)
        turn += 1
        lodge.play_turn()
    told += heard(page)

    over = page.locator(":popover-open")
    if over.get_by_text("The last round").count():
        over.get_by_text("The last round").click()
    hands = over.get_by_role("list", name="All hands turned up")
    expect(hands).to_be_visible()
    in_hands = {normal(str(n.get_attribute("aria-label"))) for n in hands.get_by_role("img").all()}
    line = {normal(name) for name in lodge.line}
    tiles = {f"{low}-{high}" for high in range(highest + 1) for low in range(high + 1)}
    others = in_hands - seen
    secret = tiles - seen - line
    assert others <= secret

    end = next(at for at, text in enumerate(told) if OVER.search(text))
    assert sum(map(len, told[:end])) > 10_000  # they did talk
    before = set().union(*map(tiles_named, told[:end]))
    assert before >= seen - line  # our own hand is among it: the names are read right
    assert not before & secret
    assert not held & secret
    assert tiles_named(told[end]) >= others  # and at the end all hands are turned up
    unseen = secret - in_hands
    assert not set().union(*map(tiles_named, told)) & unseen  # the boneyard never is

    _every_tile_was_seen_before_it_was_named(told[:end])


def _every_tile_was_seen_before_it_was_named(told: list[str]) -> None:
    """At each message: what it names lies on the line, or is or was in our hand."""
    shown: set[str] = set()
    for text in told:
        plain = text.replace('\\"', '"')
        shown |= {normal(name) for name in re.findall(r'id="tile-(\d-\d)"', plain)}
        for public in (r'role="listitem" aria-label="(\d-\d)', r"opened (?:with |<b>)*(\d-\d)"):
            shown |= {normal(name) for name in re.findall(public, plain)}
        assert tiles_named(text) <= shown, "a tile was named before it was shown"
