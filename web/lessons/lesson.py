"""The positions that one may try on the rules' pages; knows what lies where, not what comes of it.

A line is written from left to right as it lies, hands by seat. We sit in seat 0 and are to act.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.actions import Pass
from engine.events import Opened, Played
from engine.line import End, Laid, Line
from engine.round import Round, deal, step
from engine.rules import RULES, Variant
from engine.tiles import Tile

WE = 0


class Shows(StrEnum):
    """How far a lesson goes on after a tile is laid."""

    ENDS = "ends"
    """To the ends that lie open then."""
    HAND = "hand"
    """To what of our own hand would fit them."""
    ANSWER = "answer"
    """To what the others do then."""
    TURN = "turn"
    """To our next turn, with all that may be done in it."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A turn of ours, to be played."""

    round: Round
    shows: Shows = Shows.ENDS


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with a seat for an answer. ``hands`` are as they were dealt, or at the end."""

    round: Round
    hands: tuple[tuple[Tile, ...], ...]


def _tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, text.split()))


def _round(variant: Variant, line: str, *hands: str, boneyard: str = "") -> Round:
    laid = [Laid(*map(int, tile.split("-"))) for tile in line.split()]
    opening = (len(laid) - 1) // 2
    return Round(
        rules=RULES[variant],
        hands=tuple(map(_tiles, hands)),
        boneyard=_tiles(boneyard),
        line=Line(tuple(laid), opening),
        turn=WE,
        passes=0,
        record=(Opened(WE, laid[opening].tile), Played(len(hands) - 1, laid[-1].tile, End.RIGHT)),
    )


def _blocked(variant: Variant, line: str, *hands: str) -> Asked:
    """The end of a round in which nobody could play any more, the last of us to say so."""
    begun = replace(_round(variant, line, *hands), turn=len(hands) - 1, passes=len(hands) - 1)
    over, _ = step(begun, begun.turn, Pass())
    return Asked(over, over.hands)


def _dealt(*hands: str) -> Asked:
    """A deal of Block."""
    held, rules = tuple(map(_tiles, hands)), RULES[Variant.BLOCK]
    given = [tile for hand in held for tile in hand]
    rest = [tile for tile in rules.tiles if tile not in given]
    return Asked(deal(rules, len(held), [*given, *rest]), held)


LESSONS = {
    "either_end": Lesson(_round(Variant.DRAW, "3-6 6-6 6-5", "1-3 2-4 3-5", "0-2 1-8")),
    "waiting_double": Lesson(
        _round(Variant.BLOCK, "6-2 2-3", "1-2 3-4 4-4", "0-2 1-6"), Shows.TURN
    ),
    "drawing": Lesson(
        _round(Variant.DRAW, "7-3 3-3 3-2", "0-1 5-9", "1-1 6-6", boneyard="3-8 2-6 0-4")
    ),
    "last_drawn": Lesson(_round(Variant.DRAW, "9-4 4-1", "5-6", "0-2 3-7", boneyard="0-8")),
    "passing": Lesson(_round(Variant.BLOCK, "6-1 1-4", "0-1 2-5", "2-4 0-3"), Shows.ANSWER),
    "going_out": Lesson(_round(Variant.DRAW, "8-2 2-2 2-5", "5-7", "0-3 4-4", "1-8")),
    "keep_values": Lesson(
        _round(Variant.BLOCK, "6-1 1-2", "2-5 2-6 3-5 5-5", "0-4 0-0 1-3 3-4"), Shows.HAND
    ),
    "leave_them": Lesson(
        _round(Variant.BLOCK, "4-1 1-2", "0-4 2-4 2-6", "0-5 3-5 6-6"), Shows.ANSWER
    ),
}
LINES = {
    "a_line": _round(Variant.DRAW, "6-3 3-3 3-5", "", ""),
    "a_double": _round(Variant.DRAW, "6-3 3-3 3-5 5-5", "", ""),
}
QUESTIONS = {
    "opening": _dealt("0-2 1-5 2-6 3-3 3-6 4-6 5-6", "0-0 0-4 1-3 1-6 2-5 3-4 4-4"),
    "opening_no_double": _dealt("0-1 0-6 1-2 1-4 2-6 3-5 4-5", "0-2 0-5 1-3 1-6 2-4 3-4 3-6"),
    "blocked": _blocked(Variant.DRAW, "2-2", "0-1 4-5", "0-3", "3-4 1-4", "1-6"),
    "blocked_block": _blocked(Variant.BLOCK, "2-2", "1-4", "4-6"),
    "tied": _blocked(Variant.BLOCK, "2-2", "0-6", "1-5"),
}
