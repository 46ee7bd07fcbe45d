"""What one seat knows of the game, built from an allow-list. Holds no secret of another seat."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action
from engine.events import Event, Result
from engine.line import Line
from engine.match import Match
from engine.round import Hands, Round, legal_actions
from engine.rules import Setup
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class View:
    """A round and its match as ``seat`` sees them; a watcher's seat is None, its hand empty.

    ``counts`` are the tiles in each hand, ``boneyard`` how many are left to draw, ``legal``
    what this seat may do now, ``record`` what everybody saw in this round, oldest first.
    ``hands`` is None until the round is over.
    """

    seat: int | None
    setup: Setup
    results: tuple[Result, ...]
    scores: tuple[int, ...]
    winner: int | None
    hand: tuple[Tile, ...]
    line: Line
    turn: int | None
    counts: tuple[int, ...]
    boneyard: int
    legal: tuple[Action, ...]
    record: tuple[Event, ...]
    result: Result | None
    hands: Hands | None


def view_of(match: Match, round: Round, seat: int | None) -> View:
    """What ``seat`` may know of ``round``, played within ``match``."""
    over = round.result is not None
    return View(
        seat=seat,
        setup=match.setup,
        results=match.results,
        scores=match.scores,
        winner=match.winner,
        hand=() if seat is None else round.hands[seat],
        line=round.line,
        turn=None if over else round.turn,
        counts=tuple(len(hand) for hand in round.hands),
        boneyard=len(round.boneyard),
        legal=legal_actions(round) if seat == round.turn else (),
        record=round.record,
        result=round.result,
        hands=round.hands if over else None,
    )
