"""Who is in a room, as the relay tells it."""

from __future__ import annotations

from typing import Any

import pytest

from app.links.company import Company
from app.seal import Peer
from app.standing import Role


def member(name: str, role: str = "guest", here: bool = True, **key: str) -> dict[str, Any]:
    return {"member": name, "role": role, "here": here, **key}


HOST, ADA = member("h", "host", key="H"), member("a", key="A")
AWAY, KIM = member("b", here=False, key="B"), member("k", "watch")


def met(*members: dict[str, Any]) -> Company:
    company = Company()
    company.meet(list(members))
    return company


def test_before_anybody_is_met_nobody_is_known() -> None:
    company = Company()
    assert (company.host, company.here, company.watchers) == ("", {}, 0)
    assert company.peer("a") is None
    assert company.role_of("a") is Role.WATCHER


def test_all_are_known_by_their_keys_and_who_is_here_is_apart() -> None:
    company = met(HOST, ADA, AWAY, KIM)
    assert company.host == "h"
    assert company.here == {"h": "H", "a": "A", "k": None}
    assert company.peer("b") == Peer("b", "B")
    assert company.peer("k") == Peer("k", None)
    assert [company.role_of(name) for name in "hak"] == [Role.HOST, Role.GUEST, Role.WATCHER]


def test_only_watchers_who_are_here_are_counted() -> None:
    company = met(HOST, ADA, KIM, member("l", "watch"), member("m", "watch", here=False))
    assert company.watchers == 2


def test_the_latest_word_counts_alone() -> None:
    company = met(HOST, ADA, KIM)
    company.meet([member("h"), member("a", "host", key="new")])
    assert company.host == "a"
    assert company.here == {"h": None, "a": "new"}
    assert company.peer("a") == Peer("a", "new")
    assert company.peer("k") is None
    assert company.role_of("h") is Role.GUEST


def test_the_host_stays_who_it_was_while_none_is_named() -> None:
    company = met(HOST)
    company.meet([ADA])
    assert company.host == "h"


@pytest.mark.parametrize("bad", [{}, {"member": "x"}, member("x", "king"), None, "x"])
def test_a_list_that_cannot_be_read_changes_nothing(bad: Any) -> None:
    company = met(HOST, ADA)
    with pytest.raises((KeyError, TypeError, AttributeError)):
        company.meet([KIM, bad])
    assert (company.host, company.here) == ("h", {"h": "H", "a": "A"})
    assert company.peer("a") == Peer("a", "A")
    assert company.role_of("a") is Role.GUEST


def test_it_holds_no_more_than_it_was_last_told() -> None:
    company = Company()
    for number in range(1000):
        company.meet([HOST, member(f"guest {number}")])
    assert len(company._peers) == len(company._roles) == len(company.here) == 2
