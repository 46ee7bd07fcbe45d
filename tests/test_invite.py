"""The invite card: a link that can be read, copied, passed on and scanned."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import zxingcpp

from app.model import Model
from app.standing import Role, Standing, Tie
from tests.page import LINK, Element, at_friends, gathered, region
from ui.invite import qr_code

HERE = gathered("Ada")
SIDE = 6
"""Pixels to a module, as a camera may see it."""
RUN = re.compile(r"M(-?\d+) (-?\d+)h(\d+)v(\d+)h-(\d+)z")


def card(model: Model) -> Element:
    [section] = [e for e in region(model, "gather-side") if "invite" in e.classes]
    return section


def scanned(code: Element) -> str:
    """What a camera reads from the drawing."""
    left, top, width, height = map(int, code["viewbox"].split())
    across = width * SIDE
    pixels = bytearray(b"\x80" * across * height * SIDE)
    for path in code.tagged("path"):
        ink = bytes([int(path["fill"][1:3], 16)])
        assert RUN.sub("", path["d"]) == ""
        for x, y, wide, tall, back in (map(int, run) for run in RUN.findall(path["d"])):
            assert wide == back
            for row in range((y - top) * SIDE, (y - top + tall) * SIDE):
                start = row * across + (x - left) * SIDE
                pixels[start : start + wide * SIDE] = ink * (wide * SIDE)
    assert 0x80 not in pixels  # the pane leaves no hole
    image = memoryview(bytes(pixels)).cast("B", shape=[height * SIDE, across])
    [found] = zxingcpp.read_barcodes(image)
    return found.text


@pytest.mark.parametrize(
    "link",
    [
        LINK,
        "http://localhost:8600/#table=AAAAAAAAAAAAAAAAAAAAAA&key=zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
        "https://lödge.example/游/#table=AAAAAAAAAAAAAAAAAAAAAA",
        "https://lodge.example/" + "deep/" * 30 + "?relay=wss%3A%2F%2Frelay.example#table=A&key=_",
    ],
)
def test_a_camera_reads_exactly_the_link(link: str) -> None:
    model = at_friends(HERE, standing=Standing(Role.HOST, Tie.HERE, link))
    assert scanned(card(model).one("img", "QR code of the invite link")) == link


def test_another_table_has_another_code() -> None:
    one, other = (Standing(Role.HOST, Tie.HERE, f"{LINK}{end}") for end in "xy")
    for standing in (one, other, one):
        assert scanned(card(at_friends(HERE, standing=standing)).one("img")) == standing.invite


def test_the_code_has_light_all_round_it() -> None:
    [pane, ink] = qr_code_paths(LINK)
    assert int(pane["fill"][1:3], 16) > 0xE0 > 0x40 > int(ink["fill"][1:3], 16)
    runs = [tuple(map(int, run)) for run in RUN.findall(ink["d"])]
    side = max(y for _, y, *_ in runs) + 1
    assert RUN.findall(pane["d"]) == [("-4", "-4", str(side + 8), str(side + 8), str(side + 8))]
    assert all(x >= 0 and x + wide <= side for x, _, wide, *_ in runs)


def qr_code_paths(link: str) -> list[Element]:
    return (
        card(at_friends(HERE, standing=Standing(Role.HOST, Tie.HERE, link)))
        .one("img")
        .tagged("path")
    )


def test_the_same_link_is_drawn_only_once() -> None:
    assert qr_code(LINK) is qr_code(LINK)


def test_the_link_stands_there_and_its_button_bears_it() -> None:
    on_card = card(at_friends(HERE))
    [output] = on_card.tagged("output")
    assert (output.name, output.raw_text) == ("Invite link", LINK)
    copy = on_card.one("button", "Copy link")
    assert copy["data-copy"] == LINK
    assert "data-msg" not in copy.attributes  # the shell copies, and then says whether it could


def test_it_can_be_shared_only_where_the_browser_offers_that() -> None:
    assert not card(at_friends(HERE)).all("button", "Share")
    share = card(at_friends(HERE, can_share=True)).one("button", "Share")
    assert share["data-share"] == LINK
    assert "data-msg" not in share.attributes


@pytest.mark.parametrize(("sealed", "said"), [(True, "is sealed"), (False, "is not sealed")])
def test_it_is_said_whether_the_table_is_sealed(sealed: bool, said: str) -> None:
    standing = Standing(Role.HOST, Tie.HERE, LINK, sealed)
    assert said in card(at_friends(HERE, standing=standing)).text


def test_without_a_link_there_is_no_card() -> None:
    for model in (
        at_friends(HERE, standing=Standing(Role.HOST, Tie.COMING)),
        replace(at_friends(HERE), standing=None),
    ):
        assert not [e for e in region(model, "gather-side") if "invite" in e.classes]


def test_a_link_that_is_markup_stays_text() -> None:
    link = 'https://x.example/"><img src=x onerror=alert(1)>'
    on_card = card(at_friends(HERE, standing=Standing(Role.HOST, Tie.HERE, link)))
    assert not on_card.tagged("img")
    assert on_card.one("button", "Copy link")["data-copy"] == link
    assert scanned(on_card.one("img")) == link
