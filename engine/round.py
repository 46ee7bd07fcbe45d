"""One round, from deal to ending. Holds every secret; never leaves the authority."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from engine.actions import Action, Draw, IllegalAction, Pass, Play, Refusal
from engine.events import Drew, Ended, Ending, Event, Opened, Passed, Played, Result
from engine.line import End, Line
from engine.rules import HAND, Rules
from engine.tiles import Tile, pips

Hands = tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, slots=True, repr=False)
class Round:
    """Everything about a round. ``record`` is what all have seen so far, oldest first.

    A hand stands in the order in which its tiles came. The boneyard is drawn from its front;
    in Block the tiles that lie unused are no boneyard and are kept nowhere.
    """

    rules: Rules
    hands: Hands
    boneyard: tuple[Tile, ...]
    line: Line
    turn: int
    passes: int
    record: tuple[Event, ...]
    result: Result | None = None

    def __repr__(self) -> str:
        return f"<Round of {self.rules.variant}, {len(self.line.laid)} laid>"


def deal(rules: Rules, seats: int, deck: Sequence[Tile]) -> Round:
    """Deal ``deck``, seven to each seat in turn, and lay the opening tile for its seat.

    The highest double opens, else the tile of the highest total, of equals the higher end.
    Raises ValueError when the deck is not one of each tile.
    """
    check_deck(rules, deck)
    hands = tuple(tuple(deck[HAND * seat : HAND * (seat + 1)]) for seat in range(seats))
    opening = max((tile for hand in hands for tile in hand), key=_claim_to_open)
    opener = next(seat for seat in range(seats) if opening in hands[seat])
    return Round(
        rules=rules,
        hands=_without(hands, opener, opening),
        boneyard=tuple(deck[HAND * seats :]) if rules.drawing else (),
        line=Line.opened_with(opening),
        turn=(opener + 1) % seats,
        passes=0,
        record=(Opened(opener, opening),),
    )


def legal_actions(round: Round) -> tuple[Action, ...]:
    """What the seat in turn may do: plays by tile, left before right; none once it is over."""
    if round.result is not None:
        return ()
    return actions_open_to(round.hands[round.turn], round.line, bool(round.boneyard))


def actions_open_to(hand: Sequence[Tile], line: Line, boneyard: bool) -> tuple[Action, ...]:
    """The same from what one seat sees: its hand, the line, and whether a boneyard is left."""
    left, right = line.ends
    plays: list[Action] = []
    for tile in sorted(hand):
        if tile.bears(left):
            plays.append(Play(tile, End.LEFT))
        if tile.bears(right):
            plays.append(Play(tile, End.RIGHT))
    return tuple(plays or ([Draw()] if boneyard else [Pass()]))


def step(round: Round, seat: int, action: Action) -> tuple[Round, tuple[Event, ...]]:
    """The round after ``seat`` has done ``action``, and what everybody saw of it.

    Raises IllegalAction with the first refusal that applies; the round is unchanged.
    """
    _refuse_out_of_turn(round, seat)
    match action:
        case Play(tile, end):
            after = _play(round, seat, tile, end)
        case Draw():
            after = _draw(round, seat)
        case Pass():
            after = _pass(round, seat)
        case _:
            assert_never(action)
    return after, after.record[len(round.record) :]


def check_deck(rules: Rules, deck: Sequence[Tile]) -> None:
    """Raise ValueError, naming the first wrong tile, unless ``deck`` is one of each."""
    counts = Counter(deck)
    for tile in rules.tiles:
        if counts[tile] != 1:
            raise ValueError(
                f"expected a deck of {len(rules.tiles)} different tiles,"
                f" got {tile} {counts[tile]} times"
            )
    if len(deck) != len(rules.tiles):
        stranger = next(tile for tile in deck if tile not in rules.tiles)
        raise ValueError(f"expected tiles up to {rules.highest}-{rules.highest}, got {stranger}")


def _claim_to_open(tile: Tile) -> tuple[bool, int, int]:
    return tile.is_double, tile.pips, tile.high


def _without(hands: Hands, seat: int, tile: Tile) -> Hands:
    return _with_hand(hands, seat, tuple(held for held in hands[seat] if held != tile))


def _with_hand(hands: Hands, seat: int, hand: tuple[Tile, ...]) -> Hands:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _refuse_out_of_turn(round: Round, seat: int) -> None:
    if round.result is not None:
        raise IllegalAction(Refusal.ROUND_OVER, "The round is over.")
    if seat != round.turn:
        raise IllegalAction(
            Refusal.NOT_YOUR_TURN, f"It is seat {round.turn}'s turn, not seat {seat}'s."
        )


def _play(round: Round, seat: int, tile: Tile, end: End) -> Round:
    if tile not in round.hands[seat]:
        raise IllegalAction(Refusal.NOT_IN_HAND, f"{tile} is not in this hand.")
    if not tile.bears(round.line.value(end)):
        raise IllegalAction(
            Refusal.DOES_NOT_MATCH,
            f"The {end} end asks for a {round.line.value(end)}; {tile} has none.",
        )
    return _settled(
        replace(
            round,
            hands=_without(round.hands, seat, tile),
            line=round.line.lay(tile, end),
            turn=_next(round),
            passes=0,
            record=(*round.record, Played(seat, tile, end)),
        )
    )


def _draw(round: Round, seat: int) -> Round:
    if not round.rules.drawing:
        raise IllegalAction(Refusal.NO_DRAWING, "In this game nobody draws.")
    _refuse_while_playable(round, seat)
    if not round.boneyard:
        raise IllegalAction(Refusal.BONEYARD_EMPTY, "The boneyard is empty.")
    drawn, *left = round.boneyard
    return replace(
        round,
        hands=_with_hand(round.hands, seat, (*round.hands[seat], drawn)),
        boneyard=tuple(left),
        record=(*round.record, Drew(seat)),
    )


def _pass(round: Round, seat: int) -> Round:
    _refuse_while_playable(round, seat)
    if round.boneyard:
        raise IllegalAction(
            Refusal.MUST_DRAW, f"The boneyard still holds {len(round.boneyard)}: draw first."
        )
    return _settled(
        replace(
            round,
            turn=_next(round),
            passes=round.passes + 1,
            record=(*round.record, Passed(seat)),
        )
    )


def _refuse_while_playable(round: Round, seat: int) -> None:
    for tile in sorted(round.hands[seat]):
        if round.line.fits(tile):
            raise IllegalAction(Refusal.MUST_PLAY, f"{tile} fits, so it must be played.")


def _next(round: Round) -> int:
    return (round.turn + 1) % len(round.hands)


def _settled(round: Round) -> Round:
    """The round with its result, if the last play or pass ended it."""
    if () not in round.hands and round.passes < len(round.hands):
        return round
    result = _result(round.hands)
    return replace(round, result=result, record=(*round.record, Ended(result)))


def _result(hands: Hands) -> Result:
    """What hands that end a round come to.

    The winner scores what everybody else is left with; its own pips are not taken off.
    """
    left = tuple(pips(hand) for hand in hands)
    if () in hands:
        return Result(Ending.DOMINO, hands.index(()), sum(left), left)
    if left.count(min(left)) > 1:
        return Result(Ending.TIED, None, 0, left)
    winner = left.index(min(left))
    return Result(Ending.BLOCKED, winner, sum(left) - left[winner], left)
