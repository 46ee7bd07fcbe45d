"""What this browser keeps of what was played: looked at, saved as a file, erased."""

from __future__ import annotations

from dataclasses import dataclass

from app.tally import Tally


@dataclass(frozen=True, slots=True)
class FoundTally:
    """What this browser has counted so far."""

    tally: Tally


@dataclass(frozen=True, slots=True)
class FoundTallyUnreadable:
    """What this browser had counted could not be read, and has been set aside."""


@dataclass(frozen=True, slots=True)
class SaveTally:
    """The statistics, as a file."""


@dataclass(frozen=True, slots=True)
class SaveAll:
    """Settings, statistics and the last matches, as one file."""


@dataclass(frozen=True, slots=True)
class FoundAll:
    """What this browser keeps of what was played: the tally, and transcripts, newest first."""

    tally: Tally
    transcripts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EraseTally:
    pass


@dataclass(frozen=True, slots=True)
class EraseAll:
    pass


@dataclass(frozen=True, slots=True)
class Erased:
    """What was to be erased is gone, the tally with it."""


Keeping = (
    FoundTally
    | FoundTallyUnreadable
    | SaveTally
    | SaveAll
    | FoundAll
    | EraseTally
    | EraseAll
    | Erased
)
