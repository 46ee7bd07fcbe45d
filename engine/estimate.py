"""Means over many deals, and how sure they are. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the ends of its 95 % interval."""

    mean: float
    low: float
    high: float


def estimate(values: Sequence[float]) -> Estimate:
    """From one value a deal. Raises ValueError for fewer than two."""
    if len(values) < 2:
        raise ValueError(f"expected two deals at least, got {len(values)}")
    mean = sum(values) / len(values)
    return _around(mean, sum((value - mean) ** 2 for value in values), len(values))


def share(part: Sequence[float], whole: Sequence[float]) -> Estimate:
    """How much of ``whole`` its ``part`` makes up, both measured on the same deals.

    A ratio estimator: its interval is that of the residuals. Raises ValueError for an empty whole.
    """
    if not sum(whole):
        raise ValueError("expected something to have a share of, got 0")
    mean = sum(whole) / len(whole)
    ratio = sum(part) / sum(whole)
    squares = sum(((one - ratio * other) / mean) ** 2 for one, other in zip(part, whole))
    return _around(ratio, squares, len(part))


def _around(mean: float, squares: float, count: int) -> Estimate:
    """``squares`` is the sum of the squared deviations of ``count`` values."""
    reach = 1.96 * sqrt(squares / (count - 1) / count)
    return Estimate(mean, mean - reach, mean + reach)
