"""Who meets whom, against a clock that the test moves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from relay.queue import PATIENCE, REACH, Queue


def queue_of(*waiting: tuple[bytes, float, float]) -> Queue:
    queue = Queue()
    for guest, rating, since in waiting:
        queue.join(guest, rating, since)
    return queue


def test_two_alike_meet_at_once() -> None:
    queue = queue_of((b"a", 1500, 0), (b"b", 1500 + REACH, 0))
    assert queue.pair(0) == [(b"a", b"b")]
    assert len(queue) == 0
    assert queue.pair(9) == []


def test_two_unlike_meet_once_one_of_them_has_waited_long_enough() -> None:
    queue = queue_of((b"a", 1500, 0), (b"b", 1500 + REACH + 10 * PATIENCE, 5))
    assert queue.pair(9.9) == []
    assert queue.pair(10) == [(b"a", b"b")]


def test_nobody_waits_for_ever() -> None:
    queue = queue_of((b"a", 300, 0), (b"b", 2700, 0))
    assert queue.pair(600) == [(b"a", b"b")]


def test_nobody_meets_themself() -> None:
    queue = queue_of((b"a", 1500, 0), (b"a", 1500, 1))
    assert len(queue) == 1
    assert queue.pair(600) == []


def test_who_has_left_is_not_met() -> None:
    queue = queue_of((b"a", 1500, 0), (b"b", 1500, 0))
    assert queue.leave(b"b")
    assert not queue.leave(b"b")
    assert b"b" not in queue
    assert queue.pair(600) == []


def test_the_longest_waiting_meets_the_nearest() -> None:
    queue = queue_of((b"late", 1500, 2), (b"far", 1540, 1), (b"old", 1510, 0), (b"near", 1519, 3))
    assert queue.pair(3) == [(b"old", b"near"), (b"far", b"late")]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(800, 2200), st.integers(0, 60))))
def test_each_is_paired_at_most_once_and_the_rest_goes_on_waiting(
    waiting: list[tuple[int, int, int]],
) -> None:
    queue = queue_of(*((bytes([guest]), rating, since) for guest, rating, since in waiting))
    there = {bytes([guest]) for guest, _, _ in waiting}
    paired = [guest for pair in queue.pair(60) for guest in pair]
    assert len(set(paired)) == len(paired)
    assert there - set(paired) == {guest for guest in there if guest in queue}
    assert len(queue) == len(there) - len(paired)
