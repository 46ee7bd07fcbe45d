"""What one result makes of two ratings, beside the published formula."""

from __future__ import annotations

from math import exp, isclose, sqrt

import pytest

from relay.rating import NEWCOMER, Rating, rated

BETA, TAU = 25 / 6, 25 / 300


def expected(one: Rating, two: Rating, winner: int | None) -> tuple[float, float]:
    """The new mu of both, after the formula in the docstring of relay/rating.py."""
    s1, s2 = one.sigma**2 + TAU**2, two.sigma**2 + TAU**2
    c = sqrt(s1 + s2 + 2 * BETA**2)
    p = exp(one.mu / c) / (exp(one.mu / c) + exp(two.mu / c))
    win, loss = 1 - p, -p
    share = {0: win, 1: loss, None: (win + loss) / 2}[winner]
    return one.mu + s1 / c * share, two.mu - s2 / c * share


@pytest.mark.parametrize("winner", [0, 1, None])
@pytest.mark.parametrize(
    "pair", [(NEWCOMER, NEWCOMER), (Rating(31, 2), Rating(24, 7)), (Rating(10, 1), Rating(40, 1))]
)
def test_the_rating_follows_the_formula_that_is_written_down(
    pair: tuple[Rating, Rating], winner: int | None
) -> None:
    one, two = rated(*pair, winner)
    first, second = expected(*pair, winner)
    assert isclose(one.mu, first)
    assert isclose(two.mu, second)


def test_a_newcomer_is_shown_at_the_middle_and_uncertain() -> None:
    assert (NEWCOMER.shown, NEWCOMER.deviation, NEWCOMER.is_provisional) == (1500, 350, True)


def test_the_same_result_always_makes_the_same_ratings() -> None:
    assert rated(NEWCOMER, Rating(30, 2), 1) == rated(NEWCOMER, Rating(30, 2), 1)


def test_results_make_a_rating_sure() -> None:
    one, two = NEWCOMER, NEWCOMER
    for bout in range(40):
        assert one.is_provisional or bout > 20
        one, two = rated(one, two, bout % 2)
    assert not one.is_provisional
    assert abs(one.shown - 1500) < 100


def test_a_tie_brings_two_together() -> None:
    weak, strong = rated(Rating(20, 4), Rating(30, 4), None)
    assert weak.mu > 20
    assert strong.mu < 30
