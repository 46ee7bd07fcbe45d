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
        if round.result.winner is None:
            return 0
        return round.result.points if round.result.winner == seat else -round.result.points
    after = [won(step(round, round.turn, action)[0], seat) for action in legal_actions(round)]
    return max(after) if round.turn == seat else min(after)


def reckoned(round: Round, low: int = LOST, high: int = -LOST, most: int = 100_000) -> int:
    """The same by the endgame, for the seat that is not in turn: as if it had just laid a tile."""
    masks = masks_of(round.rules.highest)
    theirs, ours = (masks.mask(round.hands[seat]) for seat in (round.turn, 1 - round.turn))
    left, right = round.line.ends
    thinking = Endgame(masks, most).after(ours, theirs, masks.pair[left][right], low, high)
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            return int(done.value)


@given(SEEDS)
def test_it_finds_what_trying_every_way_finds(seed: int) -> None:
    for setup in (BLOCK, DRAW):
        one = play_on(setup, Random(seed))
        for round in reversed(one.rounds[:-1]):
            if round.boneyard or len(round.hands[0]) + len(round.hands[1]) > 8:
                break
            if not round.passes:
                assert reckoned(round) == won(round, 1 - round.turn)


@given(SEEDS)
def test_a_bound_lies_on_the_right_side(seed: int) -> None:
    round = play_on(BLOCK, Random(seed), 8).round
    assume(round.result is None and not round.passes)
    exact = reckoned(round)
    for mark in (exact - 3, exact, exact + 3):
        assert (reckoned(round, mark, mark + 1) > mark) is (exact > mark)


def test_it_gives_up_a_position_that_has_too_much_to_it() -> None:
    with pytest.raises(TooLong):
        reckoned(play_on(BLOCK, Random(1), 0).round, most=50)
