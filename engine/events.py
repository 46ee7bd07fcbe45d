"""What has happened in a round and everybody saw. Never holds a tile that is still hidden."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.line import End
from engine.tiles import Tile


class Ending(StrEnum):
    DOMINO = "domino"
    BLOCKED = "blocked"
    TIED = "tied"


@dataclass(frozen=True, slots=True)
class Result:
    """How a round ended. ``pips`` is what each seat was left with; a tie has no winner."""

    kind: Ending
    winner: int | None
    points: int
    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """The lodge laid the opening tile for ``seat`` as part of the deal."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Played:
    seat: int
    tile: Tile
    end: End


@dataclass(frozen=True, slots=True)
class Drew:
    seat: int


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int


@dataclass(frozen=True, slots=True)
class Ended:
    result: Result


Event = Opened | Played | Drew | Passed | Ended
