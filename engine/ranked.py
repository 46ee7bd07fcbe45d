"""What a ranked result is: one round of Block that counts. Knows no guest, no rating, no clock."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from engine.codec import Unreadable
from engine.replay import Replay, replay
from engine.rules import Setup, Variant
from engine.transcript import By, Deed, read

SETUP = Setup(Variant.BLOCK, 2, None)
PATIENCE = 2
"""Turns of one seat that may run out before it has lost."""


class Finish(StrEnum):
    """How a ranked bout ended: by the rules, or because of the seat that lost it."""

    PLAYED = "played"
    LEFT = "left"
    AWAY = "away"
    RAN_OUT = "ran_out"


def has_begun(deeds: tuple[Deed, ...]) -> bool:
    """Somebody has acted; before that nothing is rated."""
    return any(deed.by is By.PLAYER for deed in deeds)


def out_of_time(deeds: tuple[Deed, ...]) -> int | None:
    """The seat that let too many turns run out."""
    late = Counter(deed.seat for deed in deeds if deed.by is By.LODGE)
    return next((seat for seat, turns in late.items() if turns >= PATIENCE), None)


def objection(id: str, finish: str, winner: int | None, text: str) -> str | None:
    """Why ``text`` is no transcript of this result, in one sentence; None where it is."""
    try:
        transcript = read(text)
    except Unreadable as error:
        return f"its transcript cannot be read: {error}"
    if transcript.setup != SETUP or len(transcript.rounds) != 1:
        return "expected a transcript of one round of Block between two"
    [kept] = transcript.rounds
    if kept.fair is None or f"{kept.fair.table}.{kept.fair.round}" != id:
        return "its deal is not that of this bout"
    if finish not in tuple(Finish):
        return f"expected one of {', '.join(Finish)}, got {finish!r:.40}"
    played = replay(transcript)
    if played.fault is not None:
        return f"its transcript does not replay: {played.fault.message}"
    return _other_outcome(Finish(finish), winner, played)


def _other_outcome(finish: Finish, winner: int | None, played: Replay) -> str | None:
    match, deeds = played.match, played.transcript.rounds[0].deeds
    if match.over != (finish is Finish.PLAYED):
        return f"its round {'has' if match.over else 'has not'} ended, which is not {finish}"
    if match.over and match.winner != winner:
        return f"its round has the winner {match.winner}, the ledger {winner}"
    if not match.over and winner not in (0, 1):
        return f"{finish} makes a winner, got {winner}"
    if not has_begun(deeds):
        return "nobody has acted in it, so nothing is rated"
    if finish is Finish.RAN_OUT and out_of_time(deeds) in (None, winner):
        return "the turns that ran out are not in its transcript"
    return None
