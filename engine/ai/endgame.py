"""Two seats and no boneyard: each knows the other's hand, so the best play can be reckoned out."""

from __future__ import annotations

from collections.abc import Generator

from engine.ai.masks import Masks

Known = dict[tuple[int, int, int], tuple[int, int]]
LOST = -1000
"""Less than any round can cost."""


class TooLong(Exception):
    """The position has more to it than was allowed."""


class Endgame:
    """Alpha-beta over what is left of a round, in points won by the seat to play.

    Generators, so that the caller may rest: they give way every few hundred positions. Raises
    TooLong after ``most`` positions.
    """

    def __init__(self, masks: Masks, most: int) -> None:
        self.masks = masks
        self.left = most
        self.known: Known = {}

    def value(
        self, ours: int, theirs: int, pair: int, passed: bool, low: int, high: int
    ) -> Generator[None, None, int]:
        """The value if it lies between ``low`` and ``high``, else a bound on that side of it."""
        self.left -= 1
        if self.left < 0:
            raise TooLong
        if not self.left & 255:
            yield
        masks = self.masks
        fits = ours & masks.matching[pair]
        if not fits:
            if passed:
                return self._blocked(ours, theirs)
            return -(yield from self.value(theirs, ours, pair, True, -high, -low))
        key = (ours, theirs, pair)
        least, most = self.known.get(key, (LOST, -LOST))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        best, floor = LOST, low
        onward = masks.onward[pair]
        while fits and best < high:
            bit = 1 << (fits.bit_length() - 1)
            fits ^= bit
            rest = ours ^ bit
            if not rest:
                best = max(best, masks.pips(theirs))
                continue
            for to in onward[bit]:
                value = -(yield from self.value(theirs, rest, to, False, -high, -floor))
                if value > best:
                    best = value
                    floor = max(floor, value)
                    if best >= high:
                        break
        if best <= low:
            most = best
        elif best >= high:
            least = best
        else:
            least = most = best
        self.known[key] = (least, most)
        return best

    def _blocked(self, ours: int, theirs: int) -> int:
        mine, others = self.masks.pips(ours), self.masks.pips(theirs)
        return 0 if mine == others else others if mine < others else -mine
