"""What is said of a choice and of an answer; asks the engine nothing, draws nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.actions import Refusal
from engine.chairs import Chair, Level, Regular
from engine.events import Drew, Ended, Ending, Event, Opened, Passed, Played, Result
from engine.round import Round
from engine.tiles import Tile, pips
from web.lessons.choices import Choice
from web.lessons.lesson import WE, Asked, Shows
from web.lessons.words import Words

CHAIRS = (Chair(), *(Chair(regular=regular, level=Level.STEADY) for regular in Regular))
"""Who sits where: we, then the regulars in the order in which they fill the chairs."""
REFUSALS = {
    Refusal.DOES_NOT_MATCH: "notice.does_not_fit",
    Refusal.MUST_PLAY: "notice.must_play",
    Refusal.MUST_DRAW: "notice.must_draw",
    Refusal.NO_DRAWING: "notice.no_drawing",
    Refusal.BONEYARD_EMPTY: "notice.boneyard_empty",
}
"""Under which key the table says why it refuses."""


def name_of(seat: int, words: Words) -> str:
    regular = CHAIRS[seat].regular
    return words("you" if regular is None else regular)


def listed(tiles: Iterable[object]) -> str:
    return ", ".join(map(str, tiles))


def of_choice(choice: Choice, shows: Shows, words: Words) -> list[str]:
    """What the table says of it, then what a lesson adds."""
    came = choice.came
    left, right = came.round.line.ends
    if came.refusal is not None:
        fits = [tile for tile in sorted(came.round.hands[WE]) if came.round.line.fits(tile)]
        about = choice.of if came.refusal is Refusal.DOES_NOT_MATCH else next(iter(fits), None)
        return [words(REFUSALS[came.refusal], tile=about, left=left, right=right)]
    if came.ends:
        return [words("notice.choose_end")]
    said = [sentence for event in came.events for sentence in _event(event, came.round, words)]
    if came.round.result is None and not isinstance(came.events[0], Drew):
        said.append(words("lesson.ends", left=left, right=right))
    if shows is Shows.HAND:
        said += _hand(came.round, words)
    return said


def of_opener(asked: Asked, seat: int, words: Words) -> str:
    """Whether this seat opens the round that was dealt, and why."""
    opened = asked.round.record[0]
    assert isinstance(opened, Opened)
    if seat != opened.seat:
        return words("lesson.opens.not", tile=opened.tile)
    if opened.tile.is_double:
        return words("lesson.opens.double", tile=opened.tile)
    dealt = {tile for hand in asked.hands for tile in hand} - {opened.tile}
    equal = [tile for tile in dealt if tile.pips == opened.tile.pips]
    if equal:
        return words("lesson.opens.equal", tile=opened.tile, other=equal[0])
    return words("lesson.opens.total", tile=opened.tile)


def of_winner(result: Result, seat: int | None, words: Words) -> list[str]:
    """Whether this seat, or with None nobody, wins the blocked round, with the sum."""
    if seat == result.winner:
        return _result(result, words)
    if seat is None:
        return [words("lesson.one_least")]
    tied = result.kind is Ending.TIED and result.pips[seat] == min(result.pips)
    key = "lesson.tied" if tied else "lesson.more_left"
    return [words(key, name=name_of(seat, words), pips=result.pips[seat])]


def _event(event: Event, round: Round, words: Words) -> list[str]:
    match event:
        case Played(seat, tile, end):
            return [_by(f"told.played.{end}", seat, words, tile=tile)]
        case Drew(seat):
            return [words("told.drew.you.tile", tile=round.hands[seat][-1])]
        case Passed(seat):
            return [_by("told.passed", seat, words)]
        case Ended(result):
            return _result(result, words)
        case Opened():
            raise ValueError("expected a round under way, got its opening")
        case _:
            assert_never(event)


def _by(key: str, seat: int, words: Words, **values: object) -> str:
    if seat == WE:
        return words(f"{key}.you", **values)
    return words(key, name=_called(seat, words), **values)


def _called(seat: int, words: Words) -> str:
    """Within a sentence, as the subject of it."""
    return words.within(f"the.{CHAIRS[seat].regular}")


def _result(result: Result, words: Words) -> list[str]:
    if result.winner is None:
        return [words("round.tied"), words("round.no_points") + "."]
    key = "round.out" if result.kind is Ending.DOMINO else "round.blocked"
    others = [left for seat, left in enumerate(result.pips) if seat != result.winner]
    written = " + ".join(map(str, others)) + (f" = {result.points}" if len(others) > 1 else "")
    return [_by(key, result.winner, words), f"{name_of(result.winner, words)}: {written}."]


def _hand(round: Round, words: Words) -> list[str]:
    kept = round.hands[WE]
    fit: list[Tile] = [tile for tile in sorted(kept) if round.line.fits(tile)]
    said = words("lesson.fit", tiles=listed(fit)) if fit else words("lesson.fit.none")
    return [said, words("lesson.keep", pips=pips(kept))]
