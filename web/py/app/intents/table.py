"""What the player asks of a table, and what any table lets the app know."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action
from engine.ai.reasons import Reason
from engine.line import End
from engine.messages import Reply
from engine.tiles import Tile
from engine.witness import Checked


@dataclass(frozen=True, slots=True)
class TapTile:
    tile: Tile


@dataclass(frozen=True, slots=True)
class PlayChosen:
    """Lay the chosen tile at ``end``."""

    end: End


@dataclass(frozen=True, slots=True)
class TurnLens:
    """Look at the line enlarged, or whole again."""


@dataclass(frozen=True, slots=True)
class AskDraw:
    pass


@dataclass(frozen=True, slots=True)
class AskPass:
    pass


@dataclass(frozen=True, slots=True)
class AskHint:
    """What would the best mind do in the player's place?"""


@dataclass(frozen=True, slots=True)
class Hinted:
    """The answer to a hint that was asked for at ``version`` of the table."""

    version: int
    action: Action
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class AskNextRound:
    pass


@dataclass(frozen=True, slots=True)
class AskRematch:
    pass


@dataclass(frozen=True, slots=True)
class Told:
    """The table has said something; ``checked`` is what became of a deal whose round is over."""

    reply: Reply
    checked: Checked | None = None


@dataclass(frozen=True, slots=True)
class Ticked:
    """A second has passed."""


@dataclass(frozen=True, slots=True)
class ActForMe:
    """The pause before an automatic draw or pass is over, if ``version`` still stands."""

    version: int


Playing = (
    TapTile
    | PlayChosen
    | TurnLens
    | AskDraw
    | AskPass
    | AskHint
    | Hinted
    | AskNextRound
    | AskRematch
    | ActForMe
)
