"""The rules once more, on hands as bits, to play many rounds out. Knows neither chance nor views.

Tiles are numbered by weight: the highest bit of a hand is its heaviest tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engine.rules import HAND, Rules
from engine.tiles import Tile, full_set

TILES = sorted(full_set(9), key=lambda tile: (tile.pips, tile.high))
BIT = {tile: 1 << at for at, tile in enumerate(TILES)}
DOUBLES = sum(bit for tile, bit in BIT.items() if tile.is_double)
BEARING = [sum(bit for tile, bit in BIT.items() if tile.bears(value)) for value in range(10)]
"""All tiles that bear a value."""

LEFT, RIGHT = 0, 1


class Laying(NamedTuple):
    """A tile's bit, the end that it can go to, and the value that then lies open there."""

    bit: int
    end: int
    value: int


@dataclass(slots=True)
class Position:
    """A round under way, to be changed in place. The boneyard is drawn from its front."""

    hands: list[int]
    boneyard: tuple[int, ...]
    ends: list[int]
    turn: int
    passes: int = 0


def mask(tiles: Iterable[Tile]) -> int:
    return sum(map(BIT.__getitem__, tiles))


def pips(hand: int) -> int:
    total = 0
    while hand:
        heaviest = hand.bit_length() - 1
        total += TILES[heaviest].pips
        hand ^= 1 << heaviest
    return total


def deal(rules: Rules, seats: int, deck: Sequence[Tile]) -> Position:
    """Deal ``deck``, which is one of each tile, and lay the opening tile for its seat."""
    hands = [mask(deck[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)]
    dealt = sum(hands)
    opening = TILES[(dealt & DOUBLES or dealt).bit_length() - 1]
    opener = next(seat for seat in range(seats) if hands[seat] & BIT[opening])
    hands[opener] ^= BIT[opening]
    boneyard = tuple(BIT[tile] for tile in deck[HAND * seats :]) if rules.drawing else ()
    return Position(hands, boneyard, [*opening], turn=(opener + 1) % seats)


def play_out(position: Position, choose: Callable[[Sequence[Laying]], Laying]) -> None:
    """Play to the round's end. ``choose`` is asked at each play, however few there are."""
    hands, ends = position.hands, position.ends
    turn, passes = position.turn, position.passes
    undrawn = iter(position.boneyard)
    while all(hands) and passes < len(hands):
        hand = hands[turn]
        while not (plays := _plays(hand, ends)) and (drawn := next(undrawn, 0)):
            hand |= drawn
        if plays:
            bit, end, value = choose(plays)
            hand ^= bit
            ends[end] = value
            passes = 0
        else:
            passes += 1
        hands[turn] = hand
        turn = (turn + 1) % len(hands)
    position.boneyard = tuple(undrawn)
    position.turn, position.passes = turn, passes


def _plays(hand: int, ends: list[int]) -> tuple[Laying, ...]:
    left, right = ends
    return _onto(LEFT, left, hand & BEARING[left]) + _onto(RIGHT, right, hand & BEARING[right])


@cache
def _onto(end: int, value: int, hand: int) -> tuple[Laying, ...]:
    """How each tile of ``hand`` goes on an end of ``value``, which all of them bear."""
    return tuple(Laying(bit, end, tile.other(value)) for tile, bit in BIT.items() if hand & bit)
