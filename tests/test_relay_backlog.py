"""What is kept for a member that drops, and what no longer is."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from msgspec import Raw

from relay.backlog import Backlog
from relay.limits import Limits

LIMITS = Limits(kept_frames=4, kept_bytes=1000, kept_seconds=120)


@pytest.fixture
def backlog() -> Backlog:
    return Backlog(LIMITS)


def add(backlog: Backlog, p: str, *, view: bool = False, epoch: int = 1, now: float = 0) -> None:
    backlog.add("host", epoch, Raw(json.dumps(p).encode()), view, now)


def after(backlog: Backlog, last: int | None, now: float = 0) -> list[str] | None:
    sent = backlog.after(last, now)
    return None if sent is None else [json.loads(each.frame)["p"] for each in sent]


def test_all_that_came_after_comes_again(backlog: Backlog) -> None:
    for p in "abc":
        add(backlog, p)
    assert after(backlog, 0) == ["a", "b", "c"]
    assert after(backlog, 2) == ["c"]
    assert after(backlog, 3) == []


def test_a_number_that_was_never_given_is_a_miss(backlog: Backlog) -> None:
    add(backlog, "a")
    assert after(backlog, 2) is None
    assert after(Backlog(LIMITS), 1) is None


def test_who_remembers_nothing_missed_nothing_only_of_nothing(backlog: Backlog) -> None:
    assert after(backlog, None) == []
    add(backlog, "a")
    assert after(backlog, None) is None


def test_only_the_last_frames_are_kept(backlog: Backlog) -> None:
    for p in "abcdef":
        add(backlog, p)
    assert after(backlog, 1) is None
    assert after(backlog, 2) == ["c", "d", "e", "f"]


def test_only_so_many_bytes_are_kept(backlog: Backlog) -> None:
    add(backlog, "a")
    add(backlog, "b" * 900)
    assert after(backlog, 0) is None
    assert after(backlog, 1) == ["b" * 900]
    add(backlog, "c" * 2000)
    assert after(backlog, 2) is None
    assert after(backlog, 3) == []


def test_nothing_is_kept_for_long(backlog: Backlog) -> None:
    add(backlog, "a", now=0)
    add(backlog, "b", now=60)
    assert after(backlog, 0, now=120) == ["a", "b"]
    assert after(backlog, 0, now=121) is None
    assert after(backlog, 1, now=121) == ["b"]


def test_what_is_acknowledged_is_let_go(backlog: Backlog) -> None:
    for p in "abc":
        add(backlog, p)
    backlog.acknowledge(2)
    backlog.acknowledge(1)
    assert after(backlog, 1) is None
    assert after(backlog, 2) == ["c"]
    backlog.acknowledge(99)
    assert after(backlog, 3) == []


def test_frames_of_an_older_epoch_are_dropped(backlog: Backlog) -> None:
    add(backlog, "a", epoch=1)
    backlog.drop_before(2)
    add(backlog, "b", epoch=2)
    assert after(backlog, 0) is None
    assert after(backlog, 1) == ["b"]


def test_a_newer_view_replaces_an_older_without_a_miss() -> None:
    backlog = Backlog(replace(LIMITS, kept_frames=64))
    add(backlog, "view 1", view=True)
    add(backlog, "said")
    add(backlog, "view 2", view=True)
    backlog.add("another", 1, Raw(b'"their view"'), True, 0)
    assert after(backlog, 0) == ["said", "view 2", "their view"]
    assert after(backlog, 1) == ["said", "view 2", "their view"]


def test_replaced_views_take_no_room() -> None:
    backlog = Backlog(LIMITS)
    add(backlog, "said")
    for _ in range(50):
        add(backlog, "v" * 300, view=True)
    assert after(backlog, 0) == ["said", "v" * 300]


@pytest.mark.parametrize("last", [None, 0, 3, 57])
def test_what_went_with_the_process_before_is_missed_once(last: int | None) -> None:
    backlog = Backlog(LIMITS, is_new=False)
    for p in "abcdef":
        add(backlog, p)
    backlog.acknowledge(1)
    assert after(backlog, last) is None
    add(backlog, "g")
    assert after(backlog, 6) == ["g"]


def test_no_payload_is_shown(backlog: Backlog) -> None:
    add(backlog, "hand")
    assert repr(backlog.after(0, 0)) == "[Sent(1)]"
