"""Buckets and the doorkeeper, against a clock that the test moves."""

from __future__ import annotations

import pytest

from relay.limits import Bucket, Doorkeeper, Limits, household


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(burst=20, rate=3, now=0)
    assert [bucket.take(0) for _ in range(21)] == [True] * 20 + [False]
    assert [bucket.take(1) for _ in range(4)] == [True] * 3 + [False]
    assert sum(bucket.take(1000) for _ in range(100)) == 20


def test_new_rooms_are_counted_over_an_hour() -> None:
    keeper = Doorkeeper(Limits(address_rooms=2))
    for now in (0, 10):
        assert keeper.may_open_room("a", now)
        keeper.opened_room("a", now)
    assert not keeper.may_open_room("a", 3599)
    assert keeper.may_open_room("b", 3599)
    assert keeper.may_open_room("a", 3600)


def test_misses_are_counted_over_a_minute() -> None:
    keeper = Doorkeeper(Limits(address_misses=2))
    keeper.missed("a", 0)
    keeper.missed("a", 30)
    assert not keeper.may_guess("a", 59)
    assert keeper.may_guess("a", 60)


def test_joins_are_counted_over_a_minute() -> None:
    keeper = Doorkeeper(Limits(address_joins=2))
    assert [keeper.may_join("a", now) for now in (0, 30, 59, 60)] == [True, True, False, True]
    assert keeper.may_join("b", 59)


def test_connections_are_counted_while_they_last() -> None:
    keeper = Doorkeeper(Limits(address_connections=1, connections=2))
    assert keeper.connect("a")
    assert not keeper.connect("a")
    assert keeper.connect("b")
    assert not keeper.connect("c")
    keeper.disconnect("a")
    assert keeper.connect("c")


def test_who_did_nothing_lately_is_forgotten() -> None:
    keeper = Doorkeeper(Limits())
    keeper.opened_room("a", 0)
    keeper.missed("b", 0)
    keeper.may_guess("c", 0)
    keeper.may_join("d", 0)
    keeper.tick(3600)
    assert keeper == Doorkeeper(Limits())


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:0:0:1", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_an_address_stands_for_its_household(address: str, counted_as: str) -> None:
    assert household(address) == counted_as


def test_who_looks_in_again_and_again_is_online_once() -> None:
    keeper = Doorkeeper(Limits())
    keeper.connect("a")
    for now in (0, 8, 16):
        for address in ("a", "b", "c"):
            keeper.looked(address, now)
    assert keeper.online(16) == 3
    keeper.looked("b", 24)
    assert keeper.online(40) == 2
    keeper.disconnect("a")
    keeper.tick(60)
    assert keeper == Doorkeeper(Limits())
