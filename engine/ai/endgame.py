"""Two seats and no boneyard: each knows the other's hand, so the best play can be reckoned out."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from engine.ai.masks import Masks

LOST = -1000
"""Less than any round can cost."""
BREATH = 128
"""Positions from one rest to the next."""


class TooLong(Exception):
    """The position has more to it than was allowed."""


class Endgame:
    """Alpha-beta over what is left of a round; raises TooLong after ``most`` positions.

    Its generators give way every ``BREATH`` positions and return points.
    """

    def __init__(self, masks: Masks, most: int) -> None:
        self.masks = masks
        self.left = most
        self.known: dict[tuple[int, int, int], tuple[int, int]] = {}
        """The least and the most that a position can be worth to the seat in turn."""

    def after(
        self, ours: int, theirs: int, pair: int, low: int, high: int
    ) -> Generator[None, None, int]:
        """Points for the seat that has just laid a tile, kept ``ours`` and left the ends ``pair``.

        They are exact if they lie between ``low`` and ``high``, else a bound on the same side.
        """
        if not ours:
            return self.masks.pips(theirs)
        return -(yield from self._value(theirs, ours, pair, -high, -low, passed=False))

    def _value(
        self, ours: int, theirs: int, pair: int, low: int, high: int, *, passed: bool
    ) -> Generator[None, None, int]:
        self.left -= 1
        if self.left < 0:
            raise TooLong
        if not self.left % BREATH:
            yield
        fits = ours & self.masks.matching[pair]
        if not fits:
            if passed:
                return self._blocked(ours, theirs)
            return -(yield from self._value(theirs, ours, pair, -high, -low, passed=True))
        key = ours, theirs, pair
        least, most = self.known.get(key, (LOST, -LOST))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        best = LOST
        for bit, to in self._ways(fits, pair):
            floor = max(low, best)
            best = max(best, (yield from self.after(ours ^ bit, theirs, to, floor, high)))
            if best >= high:
                break
        self.known[key] = (best if best > low else least, best if best < high else most)
        return best

    def _ways(self, fits: int, pair: int) -> Iterator[tuple[int, int]]:
        """Every play, heaviest first, and the ends it leaves."""
        while fits:
            bit = 1 << (fits.bit_length() - 1)
            fits ^= bit
            for to in self.masks.onward[pair][bit]:
                yield bit, to

    def _blocked(self, ours: int, theirs: int) -> int:
        mine, others = self.masks.pips(ours), self.masks.pips(theirs)
        return 0 if mine == others else others if mine < others else -mine
