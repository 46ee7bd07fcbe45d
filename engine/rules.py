"""The two games as data. Everything that differs between them stands here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.tiles import Tile, full_set

HAND = 7
"""Tiles dealt to each seat, in both games."""
TURN_SECONDS = 90


class Variant(StrEnum):
    DRAW = "draw"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class Rules:
    """One game: its set, who may sit, whether one draws, and what a match is played to.

    A target of None means that one round decides.
    """

    variant: Variant
    highest: int
    seats: range
    drawing: bool
    targets: tuple[int | None, ...]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return full_set(self.highest)


RULES = {
    Variant.DRAW: Rules(Variant.DRAW, 9, range(2, 6), drawing=True, targets=(100, 150, 200)),
    Variant.BLOCK: Rules(Variant.BLOCK, 6, range(2, 3), drawing=False, targets=(None, 50, 100)),
}


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the first deal. Raises ValueError when the game does not have it."""

    variant: Variant
    seats: int
    target: int | None

    def __post_init__(self) -> None:
        rules = self.rules
        if self.seats not in rules.seats:
            wanted = " to ".join(str(n) for n in sorted({rules.seats[0], rules.seats[-1]}))
            raise ValueError(f"expected {wanted} seats for {self.variant}, got {self.seats}")
        if self.target not in rules.targets:
            raise ValueError(
                f"expected a target out of {list(rules.targets)} for {self.variant},"
                f" got {self.target}"
            )

    @property
    def rules(self) -> Rules:
        return RULES[self.variant]
