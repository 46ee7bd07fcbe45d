from math import isclose

import pytest

from engine.estimate import estimate, share


def test_an_interval_narrows_with_the_root_of_the_deals() -> None:
    few, many = estimate([1.0, 3.0] * 8), estimate([1.0, 3.0] * 128)
    assert few.mean == many.mean == 2
    assert isclose((few.high - few.low) / (many.high - many.low), 4, rel_tol=0.05)


def test_an_interval_holds_nineteen_in_twenty() -> None:
    found = estimate([-1.0, 0.0, 1.0])
    assert found.high == -found.low == pytest.approx(1.96 / 3**0.5)


def test_one_deal_tells_nothing_of_others() -> None:
    with pytest.raises(ValueError, match="expected two deals at least, got 1"):
        estimate([1.0])


def test_a_share_of_what_always_moves_with_the_whole_is_certain() -> None:
    part = share([1.0, 2.0, 3.0], [2.0, 4.0, 6.0])
    assert (part.mean, part.low, part.high) == (0.5, 0.5, 0.5)


def test_nothing_has_no_shares() -> None:
    with pytest.raises(ValueError, match="expected something to have a share of"):
        share([1.0, 2.0], [1.0, -1.0])
