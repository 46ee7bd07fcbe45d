"""What happens to the page itself, whatever it shows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Sheet(StrEnum):
    """What may lie over the page when asked for."""

    SETTINGS = "settings"
    SCORE = "score"
    READ = "read"
    KEYS = "keys"
    LEAVE = "leave"
    """Asks whether a ranked bout is to be left."""
    STATISTICS = "statistics"
    ERASE_TALLY = "erase_tally"
    ERASE_ALL = "erase_all"


@dataclass(frozen=True, slots=True)
class OpenSheet:
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class StepBack:
    """The browser's own Back: puts aside what is open, then leads to the Hearth."""


@dataclass(frozen=True, slots=True)
class PutAside:
    """Escape: close the sheet, or lay down the chosen tile."""


@dataclass(frozen=True, slots=True)
class Change:
    """One setting."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Measured:
    """The area named ``what`` is ``width`` by ``height`` CSS pixels."""

    what: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PageHidden:
    hidden: bool


@dataclass(frozen=True, slots=True)
class StorageRefused:
    pass


@dataclass(frozen=True, slots=True)
class FoundNewer:
    """This browser has a newer build of the page than the one that is open."""


@dataclass(frozen=True, slots=True)
class AskReload:
    pass


@dataclass(frozen=True, slots=True)
class FoundOtherTabs:
    """The newer build does not come in while other tabs have this one open."""
