"""The line of play: tiles end to end with two open ends. Knows neither hands nor turns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.tiles import Tile


class End(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class Laid(NamedTuple):
    """A tile as it lies, left half first."""

    left: int
    right: int

    def __str__(self) -> str:
        return f"{self.left}-{self.right}"

    @property
    def tile(self) -> Tile:
        return Tile(self.left, self.right)


@dataclass(frozen=True, slots=True)
class Line:
    """Laid tiles from left to right, never none; ``opening`` is the opening tile's index."""

    laid: tuple[Laid, ...]
    opening: int = 0

    @classmethod
    def opened_with(cls, tile: Tile) -> Line:
        return cls((Laid(*tile),))

    def value(self, end: End) -> int:
        return self.laid[0].left if end is End.LEFT else self.laid[-1].right

    @property
    def ends(self) -> tuple[int, int]:
        return self.laid[0].left, self.laid[-1].right

    def fits(self, tile: Tile) -> bool:
        return tile.bears(self.laid[0].left) or tile.bears(self.laid[-1].right)

    def lay(self, tile: Tile, end: End) -> Line:
        """The line with ``tile``, which bears that end's value, turned to touch it."""
        touching = self.value(end)
        free = tile.other(touching)
        if end is End.LEFT:
            return Line((Laid(free, touching), *self.laid), self.opening + 1)
        return Line((*self.laid, Laid(touching, free)), self.opening)
