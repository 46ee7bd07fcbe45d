"""What an update asks to be done outside the model: at the table's link, in time, on the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from app.intents import Intent
from app.intents.hearth import FirstSecrets
from app.model import Model
from app.outcome import Outcome, Sitting
from app.standing import Role
from engine.chairs import Level
from engine.messages import Command
from engine.rules import Setup

FILE_NAME = "lantern-lodge.json"
"""What a transcript is called as a file."""


@dataclass(frozen=True, slots=True)
class StartSolo:
    """Set a solo table; ``levels`` are the chairs' regulars', seat by seat."""

    setup: Setup
    levels: tuple[Level, ...]
    pace: float
    secrets: FirstSecrets | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ResumeSolo:
    """Set the unfinished solo table again."""

    pace: float


@dataclass(frozen=True, slots=True)
class SetForFriends:
    """Set a table to which friends are invited; ``name`` is the host's."""

    setup: Setup
    levels: tuple[Level, ...]
    name: str
    pace: float


@dataclass(frozen=True, slots=True)
class FollowInvite:
    """Go to the table of this link."""

    link: str = field(repr=False)
    name: str
    pace: float


@dataclass(frozen=True, slots=True)
class GoBack:
    """Go to the table of friends that this browser remembers."""

    name: str
    pace: float


@dataclass(frozen=True, slots=True)
class ChangePlace:
    """Sit down at the table that we watch, or only watch it."""

    wish: Role
    name: str
    pace: float


@dataclass(frozen=True, slots=True)
class Wake:
    """Make sure of the line to the relay."""


@dataclass(frozen=True, slots=True)
class ShowAddress:
    """Have the page's address lead back to this table; "": to none."""

    link: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Reload:
    """Load the page anew."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Leave the table, or the queue; what can be continued stays kept. ``for_all``: nobody shall
    play on.
    """

    for_all: bool = False


@dataclass(frozen=True, slots=True)
class OpenLobby:
    """Read what the Ranked screen shows."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Look for an opponent at the relay's queue."""

    name: str


@dataclass(frozen=True, slots=True)
class GoToBout:
    """To our own chair there, or to watch."""

    room: str


@dataclass(frozen=True, slots=True)
class RememberPlayer:
    """By this id our results can be asked for."""

    player: str


@dataclass(frozen=True, slots=True)
class ReadRated:
    """Open the transcript of the rated bout of this id."""

    id: str


@dataclass(frozen=True, slots=True)
class FetchRated:
    """Find the same to be saved as a file."""

    id: str


@dataclass(frozen=True, slots=True)
class ListPast:
    """Look for the matches that this browser has kept."""


@dataclass(frozen=True, slots=True)
class ReadPast:
    """Open the kept match of this number."""

    number: int


@dataclass(frozen=True, slots=True)
class KeepMatch:
    """Put the match that is over at our table among those that this browser keeps."""


@dataclass(frozen=True, slots=True)
class ReadTable:
    """Open the transcript of the match at our table."""


@dataclass(frozen=True, slots=True)
class SaveTable:
    """Save the transcript of the match at our table as a file."""


@dataclass(frozen=True, slots=True)
class Download:
    """Give the player a text as a file."""

    text: str
    name: str = FILE_NAME


@dataclass(frozen=True, slots=True)
class Count:
    """Let the tally hear what our seat was told of a round; no ``outcome`` while it goes on."""

    sitting: Sitting
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class LookAtTally:
    """Look for what this browser has counted."""


@dataclass(frozen=True, slots=True)
class FetchAll:
    """Fetch what this browser keeps of what was played."""


@dataclass(frozen=True, slots=True)
class ForgetTally:
    """Erase what this browser has counted, and nothing else."""


@dataclass(frozen=True, slots=True)
class ForgetAll:
    """Erase all that this browser keeps for the worker."""


@dataclass(frozen=True, slots=True)
class Say:
    command: Command


@dataclass(frozen=True, slots=True)
class ThinkHint:
    """Find out what the best mind would do in the player's place, at ``version`` of the table."""

    version: int


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


class Cue(StrEnum):
    """What can be heard or felt at once. Rain is none: it lasts."""

    CLICK = "click"
    BELL = "bell"
    VIBRATION = "vibration"


@dataclass(frozen=True, slots=True)
class Give:
    """Let the player hear or feel this now, or never."""

    cue: Cue


Effect = (
    StartSolo
    | ResumeSolo
    | SetForFriends
    | FollowInvite
    | GoBack
    | ChangePlace
    | Wake
    | ShowAddress
    | Reload
    | CloseTable
    | OpenLobby
    | Seek
    | GoToBout
    | RememberPlayer
    | ReadRated
    | FetchRated
    | ListPast
    | ReadPast
    | KeepMatch
    | ReadTable
    | SaveTable
    | Download
    | Count
    | LookAtTally
    | FetchAll
    | ForgetTally
    | ForgetAll
    | Say
    | ThinkHint
    | SetPace
    | SetPaused
    | Later
    | Store
    | Focus
    | Give
)

Changed = tuple[Model, tuple[Effect, ...]]
"""What becomes of the model, and what is to be done besides."""
