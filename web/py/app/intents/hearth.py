"""What leads from the Hearth to a table and back: a new one, a kept one, none."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.chairs import Level
from engine.rules import Setup

FirstSecrets = tuple[bytes, bytes]
"""Of the lodge and of the player, 32 bytes each: of a deal that the page has begun to show."""


@dataclass(frozen=True, slots=True)
class DealSolo:
    setup: Setup
    levels: tuple[Level, ...]
    secrets: FirstSecrets | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class TakeChair:
    """Go on with the unfinished match."""


@dataclass(frozen=True, slots=True)
class GoToHearth:
    pass


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that can be gone on with, as the Hearth tells it."""

    setup: Setup
    round: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FoundUnfinished:
    """What this browser has kept: a match to go on with, or none."""

    unfinished: Unfinished | None


@dataclass(frozen=True, slots=True)
class FoundUnreadable:
    """What this browser had kept could not be read, and has been set aside."""


@dataclass(frozen=True, slots=True)
class SatElsewhere:
    """Another tab of this browser has taken the player's chair."""
