"""Invites and what is remembered of them: read back whole, or refused as what they are."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.links.membership import Membership, names_a_table

RELAY = "https://relay.test/"
ROOM, SECRET, TOKEN = "r" * 22, "s" * 43, "t" * 43
OURS = Membership(RELAY, ROOM, SECRET, TOKEN)


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("https://lodge.test/", f"https://lodge.test/#table={ROOM}&key={SECRET}"),
        ("https://lodge.test/?relay=x#old", f"https://lodge.test/?relay=x#table={ROOM}&key={SECRET}"),
        ("", f"#table={ROOM}&key={SECRET}"),
    ],
)  # fmt: skip
def test_an_invite_leads_others_to_the_same_table_without_our_place_in_it(
    page: str, link: str
) -> None:
    assert OURS.invite(page) == link
    assert names_a_table(link)
    assert Membership.invited(link, RELAY) == OURS.with_token("")
    assert TOKEN not in link


def test_what_follows_the_hash_is_the_only_place_of_the_secret() -> None:
    before, _, _ = OURS.invite("https://lodge.test/?a=b").partition("#")
    assert ROOM not in before
    assert SECRET not in before
    assert SECRET not in OURS.socket


def test_a_table_that_is_not_sealed_has_an_invite_without_a_key() -> None:
    open_table = Membership(RELAY, ROOM, "")
    assert open_table.invite("https://lodge.test/") == f"https://lodge.test/#table={ROOM}"
    assert Membership.invited(open_table.invite(""), RELAY) == open_table


@pytest.mark.parametrize(
    ("relay", "socket"),
    [
        ("https://relay.test/", "wss://relay.test/v1/rooms/"),
        ("http://localhost:8000/", "ws://localhost:8000/v1/rooms/"),
        ("https://relay.test/http/", "wss://relay.test/http/v1/rooms/"),
    ],
)
def test_a_relays_socket_is_as_safe_as_its_page(relay: str, socket: str) -> None:
    assert Membership(relay, ROOM, "").socket == socket + ROOM


@pytest.mark.parametrize(
    "link",
    [
        "",
        "#",
        "https://lodge.test/",
        f"table={ROOM}&key={SECRET}",
        f"https://lodge.test/?table={ROOM}&key={SECRET}",
        f"#table={ROOM[1:]}&key={SECRET}",
        f"#table={ROOM}r&key={SECRET}",
        f"#table={ROOM}&key={SECRET[1:]}",
        f"#table={ROOM}&key={SECRET}s",
        f"#table={ROOM}&key={SECRET[1:]}+",
        f"#table={ROOM}\n&key={SECRET}",
        f"#table={ROOM}&key={SECRET}\n",
        f"#table={ROOM[2:]}/.&key={SECRET}",
        f"#table={ROOM[1:]}é&key={SECRET}",
        f"#key={SECRET}",
        f"##table={ROOM}",
        "#table=" + "r" * 100_000,
    ],
    ids=count(),
)
def test_a_link_that_is_cut_or_changed_leads_nowhere(link: str) -> None:
    with pytest.raises(ValueError, match="expected a link that ends in #table=…&key=…"):
        Membership.invited(link, RELAY)


@given(st.text() | st.text().map(lambda text: f"#table={ROOM}&{text}"))
def test_whatever_somebody_follows_is_an_invite_or_is_refused(link: str) -> None:
    try:
        invited = Membership.invited(link, RELAY)
    except ValueError:
        return
    assert len(invited.room) == 22
    assert len(invited.secret) in (0, 43)
    assert invited.token == ""


def test_a_membership_shows_neither_its_token_nor_its_secret() -> None:
    for shown in (repr(OURS), str(OURS), f"{[OURS]}"):
        assert TOKEN not in shown
        assert SECRET not in shown
    with pytest.raises(ValueError, match="expected a link") as refused:
        Membership.invited(f"#table={ROOM}&key={SECRET}s", RELAY)
    assert SECRET not in str(refused.value)
