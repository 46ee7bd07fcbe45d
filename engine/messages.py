"""What is said between a seat and its table: two closed unions.

The sender of a command is known from its connection and stands in no message.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.actions import Action
from engine.chairs import Chair, Level
from engine.deal import FairDeal
from engine.events import Event
from engine.rules import Setup
from engine.view import View


class Phase(StrEnum):
    GATHERING = "gathering"
    DEALING = "dealing"
    PLAYING = "playing"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"


class Phrase(StrEnum):
    """The only reactions there are."""

    WELL_LAID = "well_laid"
    GOOD_ROUND = "good_round"
    THINKING = "thinking"
    OH_NO = "oh_no"
    THANKS = "thanks"


@dataclass(frozen=True, slots=True)
class Join:
    name: str


@dataclass(frozen=True, slots=True)
class Configure:
    """Host only. ``levels`` gives each chair's regular its level, seat by seat."""

    setup: Setup
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    on: bool


@dataclass(frozen=True, slots=True)
class Start:
    """Host only."""


@dataclass(frozen=True, slots=True)
class Act:
    """``version`` is the update's that the action answers; any other is refused as stale."""

    version: int
    action: Action


@dataclass(frozen=True, slots=True)
class Commit:
    """A seat's part in a fair deal: the digest that its secret will have."""

    digest: str


@dataclass(frozen=True, slots=True, repr=False)
class Reveal:
    """The secret itself, once everybody's commitment is published."""

    secret: str


@dataclass(frozen=True, slots=True)
class NextRound:
    """Host only."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """Host only."""


@dataclass(frozen=True, slots=True)
class React:
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Rename:
    name: str


@dataclass(frozen=True, slots=True)
class Kick:
    """Host only."""

    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    pass


Command = (
    Join
    | Configure
    | Ready
    | Start
    | Commit
    | Reveal
    | Act
    | NextRound
    | Rematch
    | React
    | Rename
    | Kick
    | Leave
)


@dataclass(frozen=True, slots=True)
class Reacted:
    """A reaction, among an update's events."""

    seat: int
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class PlayedFor:
    """A person's clock ran out, and the lodge has played that turn; among an update's events."""

    seat: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The round was dealt without the secret of this seat; among an update's events."""

    seat: int


News = Event | Reacted | PlayedFor | LeftOut
"""What an update may tell as new."""


@dataclass(frozen=True, slots=True)
class Update:
    """The whole of a table as one member may know it, so that any one of them is enough.

    ``left`` is the seconds left in the turn, None when no clock runs; ``paused`` when it stands
    still. ``fair`` is what may be known of how the round was or is being dealt. ``events`` are
    what is new; they decorate, ``view`` alone is the truth.
    """

    version: int
    phase: Phase
    setup: Setup
    seat: int | None
    host: int | None
    chairs: tuple[Chair, ...]
    left: float | None
    paused: bool
    view: View | None
    fair: FairDeal | None
    events: tuple[News, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The command changed nothing. ``code`` is a Refusal's, or a Denied's of the table."""

    code: str
    message: str


Reply = Update | Refused
