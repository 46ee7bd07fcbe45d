"""A table at rest: all that it takes to set it up again. For the authority alone, never sent."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.actions import Action
from engine.chairs import Chair, Level
from engine.rules import Setup
from engine.tiles import Tile


class By(StrEnum):
    """Who chose an action: the person, the regular in that chair, or the lodge for somebody."""

    PLAYER = "player"
    AI = "ai"
    LODGE = "lodge"


@dataclass(frozen=True, slots=True)
class Deed:
    seat: int
    action: Action
    by: By


@dataclass(frozen=True, slots=True, repr=False)
class KeptRound:
    """One round as it must be replayed: its deck in dealing order, then every deed."""

    deck: tuple[Tile, ...]
    deeds: tuple[Deed, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Snapshot:
    """``members`` are the ids in each chair, "" for a regular; ``left`` the turn's seconds."""

    setup: Setup
    levels: tuple[Level, ...]
    chairs: tuple[Chair, ...]
    members: tuple[str, ...]
    host: str
    version: int
    dealing: bool
    rounds: tuple[KeptRound, ...]
    left: float | None
