"""The order into which secrets put a deck, so that nobody can choose it. It knows no tile.

Numbers and hashes alone: MicroPython runs it too, where the page deals before the brain is awake.
"""

import hmac
from hashlib import sha256
from struct import unpack

WORD = 1 << 64


def shuffled_places(count: int, secrets: list[bytes]) -> list[int]:
    """Places from 0 below ``count`` in the order that the secrets give: a Fisher-Yates shuffle.

    ``secrets`` are 32 bytes each: the lodge's, then those of the seats that gave any, ascending.
    """
    words = _Words(sha256(b"lantern-lodge/deal/1\0" + b"".join(secrets)).digest())
    places = list(range(count))
    for last in range(count - 1, 0, -1):
        other = words.below(last + 1)
        places[last], places[other] = places[other], places[last]
    return places


class _Words:
    """Unsigned 64-bit numbers without end, four from each HMAC of a counter."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._counter = 0
        self._ready: list[int] = []

    def below(self, bound: int) -> int:
        """An even choice out of ``bound``: words beyond its last whole multiple are passed over."""
        fair = WORD - WORD % bound
        word = self._next()
        while word >= fair:
            word = self._next()
        return word % bound

    def _next(self) -> int:
        if not self._ready:
            counter = self._counter.to_bytes(8, "big")
            self._ready = list(unpack(">4Q", hmac.new(self._key, counter, "sha256").digest()))
            self._counter += 1
        return self._ready.pop(0)
