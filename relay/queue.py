"""Who waits for an opponent, and who meets whom; has no socket, no clock, and plays nothing."""

from bisect import bisect, insort
from typing import NamedTuple

REACH, PATIENCE = 60.0, 12.0
"""Points of rating between two who are paired at once, and how many more with each second."""


class Waiting(NamedTuple):
    guest: bytes
    rating: float
    since: float


class Queue:
    def __init__(self) -> None:
        self._waiting: dict[bytes, Waiting] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, guest: bytes) -> bool:
        return guest in self._waiting

    def join(self, guest: bytes, rating: float, now: float) -> None:
        """Whoever waits already goes on waiting, and is there once."""
        self._waiting.setdefault(guest, Waiting(guest, rating, now))

    def leave(self, guest: bytes) -> bool:
        """Whether it still waited."""
        return self._waiting.pop(guest, None) is not None

    def pair(self, now: float) -> list[tuple[bytes, bytes]]:
        """Whoever has waited longest meets the nearest in rating, as far as its patience reaches.

        Who is paired waits no more.
        """
        pairs = []
        by_rating = sorted(self._waiting.values(), key=_rating)
        for one in sorted(self._waiting.values(), key=lambda waiting: waiting.since):
            if one.guest not in self._waiting:
                continue
            by_rating.remove(one)
            other = _nearest(by_rating, one)
            if other and abs(other.rating - one.rating) <= REACH + PATIENCE * (now - one.since):
                by_rating.remove(other)
                del self._waiting[one.guest], self._waiting[other.guest]
                pairs.append((one.guest, other.guest))
            else:
                insort(by_rating, one, key=_rating)
        return pairs


def _rating(waiting: Waiting) -> float:
    return waiting.rating


def _nearest(by_rating: list[Waiting], one: Waiting) -> Waiting | None:
    at = bisect(by_rating, one.rating, key=_rating)
    beside = by_rating[max(at - 1, 0) : at + 1]
    return min(beside, key=lambda other: abs(other.rating - one.rating), default=None)
