"""What a seat may ask of a round, and the reasons for which a round refuses."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.line import End
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Play:
    tile: Tile
    end: End


@dataclass(frozen=True, slots=True)
class Draw:
    pass


@dataclass(frozen=True, slots=True)
class Pass:
    pass


Action = Play | Draw | Pass


class Refusal(StrEnum):
    """Why a round refuses an action, in the order in which the reasons are checked."""

    ROUND_OVER = "round_over"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_IN_HAND = "not_in_hand"
    DOES_NOT_MATCH = "does_not_match"
    NO_DRAWING = "no_drawing"
    MUST_PLAY = "must_play"
    BONEYARD_EMPTY = "boneyard_empty"
    MUST_DRAW = "must_draw"


class IllegalAction(Exception):
    """An action that the rules refuse; nothing has changed. ``str()`` is one sentence."""

    def __init__(self, code: Refusal, message: str) -> None:
        super().__init__(message)
        self.code = code
