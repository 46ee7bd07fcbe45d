import pytest

from engine.events import Ending, Result
from engine.match import Match
from engine.rules import Setup, Variant

TO_A_HUNDRED = Setup(Variant.DRAW, 3, 100)
ONE_ROUND = Setup(Variant.BLOCK, 2, None)


def won(winner: int, points: int) -> Result:
    return Result(Ending.DOMINO, winner, points, (0,))


TIE = Result(Ending.TIED, None, 0, (7, 7, 9))


def after(setup: Setup, *results: Result) -> Match:
    match = Match(setup)
    for result in results:
        match = match.settle(result)
    return match


@pytest.mark.parametrize(
    ("results", "scores", "winner"),
    [
        ((), (0, 0, 0), None),
        ((won(1, 99),), (0, 99, 0), None),
        ((won(1, 100),), (0, 100, 0), 1),
        ((won(1, 101),), (0, 101, 0), 1),
        ((won(1, 60), won(0, 40), won(1, 40)), (40, 100, 0), 1),
        ((won(1, 60), TIE), (0, 60, 0), None),
        ((TIE, TIE, TIE), (0, 0, 0), None),
        ((won(1, 99), won(2, 99), TIE, won(2, 1)), (0, 99, 100), 2),
        ((won(0, 0),), (0, 0, 0), None),
    ],
    ids=str,
)
def test_the_first_to_reach_the_target_wins(
    results: tuple[Result, ...], scores: tuple[int, ...], winner: int | None
) -> None:
    match = after(TO_A_HUNDRED, *results)
    assert (match.scores, match.winner) == (scores, winner)
    assert match.over is (winner is not None)
    assert match.results == results


@pytest.mark.parametrize("target", [100, 150, 200])
def test_each_target_is_reached_exactly(target: int) -> None:
    setup = Setup(Variant.DRAW, 2, target)
    almost = after(setup, won(0, target - 1))
    assert not almost.over
    assert almost.settle(won(0, 1)).winner == 0


@pytest.mark.parametrize(
    ("result", "winner"), [(won(1, 12), 1), (won(0, 0), 0), (TIE, None)], ids=str
)
def test_one_round_of_block_decides(result: Result, winner: int | None) -> None:
    assert not Match(ONE_ROUND).over
    assert Match(ONE_ROUND).winner is None
    match = after(ONE_ROUND, result)
    assert match.over
    assert match.winner == winner


def test_block_can_be_played_to_a_target_too() -> None:
    match = after(Setup(Variant.BLOCK, 2, 50), won(0, 49), TIE)
    assert not match.over
    assert match.settle(won(0, 1)).winner == 0


@pytest.mark.parametrize(
    "over", [after(TO_A_HUNDRED, won(1, 100)), after(ONE_ROUND, TIE)], ids=["match", "round"]
)
def test_nothing_is_added_to_a_match_that_is_over(over: Match) -> None:
    with pytest.raises(ValueError, match="the match is over"):
        over.settle(won(0, 5))


def test_settling_leaves_the_match_before_as_it_was() -> None:
    before = Match(TO_A_HUNDRED)
    before.settle(won(0, 5))
    assert before == Match(TO_A_HUNDRED)
