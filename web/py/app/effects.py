"""What an update asks to be done outside the model: at the table's link, in time, on the page."""

from __future__ import annotations

from dataclasses import dataclass

from app.intents import Intent
from engine.chairs import Level
from engine.messages import Command
from engine.rules import Setup


@dataclass(frozen=True, slots=True)
class StartSolo:
    """Set a solo table; ``levels`` are the chairs' regulars', seat by seat."""

    setup: Setup
    levels: tuple[Level, ...]
    pace: float


@dataclass(frozen=True, slots=True)
class ResumeSolo:
    """Set the unfinished solo table again."""

    pace: float


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Leave the table; what can be continued stays kept."""


@dataclass(frozen=True, slots=True)
class Say:
    command: Command


@dataclass(frozen=True, slots=True)
class SetPace:
    seconds: float


@dataclass(frozen=True, slots=True)
class SetPaused:
    """Stop or go on with the table's clock, where the table is ours alone."""

    paused: bool


@dataclass(frozen=True, slots=True)
class Later:
    seconds: float
    intent: Intent


@dataclass(frozen=True, slots=True)
class Store:
    """Keep a text in this browser under ``lodge.<key>``, where the page can see it."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Focus:
    """Put the keyboard's focus on the element of this id."""

    id: str


Effect = StartSolo | ResumeSolo | CloseTable | Say | SetPace | SetPaused | Later | Store | Focus
