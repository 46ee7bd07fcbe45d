"""What the Replay screen answers: a match to open, and a moment of it to look at."""

from __future__ import annotations

from dataclasses import dataclass

from app.shelf import PastMatch


@dataclass(frozen=True, slots=True)
class GoToReplay:
    """To the Replay screen, where a match can be chosen."""


@dataclass(frozen=True, slots=True)
class WatchAgain:
    """To the Replay screen, with the match that has just been played."""


@dataclass(frozen=True, slots=True)
class SaveTranscript:
    """As a file: of the match at the table, or of the one that is replayed."""


@dataclass(frozen=True, slots=True)
class OpenPast:
    """A match of this browser's list."""

    number: int


@dataclass(frozen=True, slots=True)
class OpenText:
    """A transcript, wherever it comes from; None where it has gone, or is too large to read."""

    text: str | None


@dataclass(frozen=True, slots=True)
class FoundPast:
    """The matches that this browser has kept, newest first."""

    matches: tuple[PastMatch, ...]


@dataclass(frozen=True, slots=True)
class CloseReplay:
    """Back to where the Replay screen was opened from."""


@dataclass(frozen=True, slots=True)
class Step:
    """So many moments forward, or back."""

    moments: int


@dataclass(frozen=True, slots=True)
class Jump:
    """To a moment of the match, counted from 0."""

    moment: int


@dataclass(frozen=True, slots=True)
class LookFrom:
    """From a seat's chair; None: with all hands up."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class PlayReplay:
    """Let it go on by itself, or stop that."""


@dataclass(frozen=True, slots=True)
class ReplayGoesOn:
    """It has played by itself for a while, if ``run`` is still the one."""

    run: int


Watching = (
    GoToReplay
    | WatchAgain
    | SaveTranscript
    | OpenPast
    | OpenText
    | FoundPast
    | CloseReplay
    | Step
    | Jump
    | LookFrom
    | PlayReplay
    | ReplayGoesOn
)
