"""One domino tile and the sets it comes from. Knows no game."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple


class _Halves(NamedTuple):
    low: int
    high: int


class Tile(_Halves):
    """A tile, always low half first: ``Tile(5, 3) == Tile(3, 5)``. Sorts by low, then high."""

    __slots__ = ()

    def __new__(cls, one: int, other: int) -> Tile:
        return super().__new__(cls, *sorted((one, other)))

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read ``3-5`` or ``5-3``. Raises ValueError for anything else."""
        if found := re.fullmatch("([0-9])-([0-9])", text):
            return cls(int(found[1]), int(found[2]))
        raise ValueError(f"expected a tile like 3-5, got {text!r:.40}")

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"

    @property
    def pips(self) -> int:
        return self.low + self.high

    @property
    def is_double(self) -> bool:
        return self.low == self.high

    def bears(self, value: int) -> bool:
        return value in self

    def other(self, value: int) -> int:
        """The half across from ``value``, which this tile must bear."""
        return self.high if value == self.low else self.low


@cache
def full_set(highest: int) -> tuple[Tile, ...]:
    """Every tile from 0-0 to the highest double, ascending: 28 up to 6, 55 up to 9."""
    return tuple(Tile(low, high) for low in range(highest + 1) for high in range(low, highest + 1))


def pips(tiles: tuple[Tile, ...]) -> int:
    return sum(tile.pips for tile in tiles)
