"""A table at rest: all that it takes to set it up again. For the authority alone, never sent."""

from __future__ import annotations

from dataclasses import dataclass

from engine.chairs import Chair, Level
from engine.promises import Promises
from engine.rules import Setup
from engine.transcript import KeptRound


@dataclass(frozen=True, slots=True, repr=False)
class Snapshot:
    """``members`` are the ids in each chair, "" for a regular; ``left`` the turn's seconds.

    ``earlier`` counts the rounds of matches that were played at this table before.
    """

    table: str
    setup: Setup
    levels: tuple[Level, ...]
    chairs: tuple[Chair, ...]
    members: tuple[str, ...]
    host: str
    version: int
    earlier: int
    dealing: bool
    promises: Promises | None
    rounds: tuple[KeptRound, ...]
    left: float | None
