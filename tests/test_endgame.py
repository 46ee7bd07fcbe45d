from random import Random

import pytest
from hypothesis import assume, given

from engine.ai.endgame import LOST, Endgame, TooLong
from engine.ai.masks import masks_of
from engine.round import Round, legal_actions, step
from engine.rules import Setup, Variant
from tests.strategies import SEEDS, play_on

DRAW = Setup(Variant.DRAW, 2, 100)
BLOCK = Setup(Variant.BLOCK, 2, None)


def won(round: Round, seat: int) -> int:
    """What ``seat`` wins if both play on as well as can be: every way is tried."""
    if round.result is not None:
        points = round.result.points
        return (
            0 if round.result.winner is None else points if round.result.winner == seat else -points
        )
    after = [won(step(round, round.turn, action)[0], seat) for action in legal_actions(round)]
    return max(after) if round.turn == seat else min(after)


def reckoned(round: Round, most: int = 100_000) -> int:
    """The same for the seat in turn, by the endgame."""
    masks = masks_of(round.rules.highest)
    ours, theirs = (masks.mask(round.hands[seat]) for seat in (round.turn, 1 - round.turn))
    low, high = round.line.ends
    # As if the other had just laid a tile.
    thinking = Endgame(masks, most).after(theirs, ours, masks.pair[low][high], LOST, -LOST)
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            return -int(done.value)


@given(SEEDS)
def test_it_finds_what_trying_every_way_finds(seed: int) -> None:
    for setup in (BLOCK, DRAW):
        one = play_on(setup, Random(seed))
        for round in reversed(one.rounds[:-1]):
            if round.boneyard or len(round.hands[0]) + len(round.hands[1]) > 8:
                break
            if not round.passes:
                assert reckoned(round) == won(round, round.turn)


@given(SEEDS)
def test_a_bound_lies_on_the_right_side(seed: int) -> None:
    round = play_on(BLOCK, Random(seed), 8).round
    assume(round.result is None and not round.passes)
    masks = masks_of(6)
    ours, theirs = (masks.mask(round.hands[seat]) for seat in (round.turn, 1 - round.turn))
    low, high = round.line.ends
    exact = -reckoned(round)
    for mark in (exact - 3, exact, exact + 3):
        *_, value = _run(Endgame(masks, 100_000), theirs, ours, masks.pair[low][high], mark)
        assert (value > mark) is (exact > mark)


def _run(endgame: Endgame, kept: int, other: int, pair: int, mark: int) -> list[int]:
    thinking = endgame.after(kept, other, pair, mark, mark + 1)
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            return [done.value]


def test_it_gives_up_a_position_that_has_too_much_to_it() -> None:
    with pytest.raises(TooLong):
        reckoned(play_on(BLOCK, Random(1), 0).round, most=50)
