"""Days are those of the calendar."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from babel.dates import format_skeleton
from hypothesis import given
from hypothesis import strategies as st

from ui.day import day, machine_day


@given(st.integers(0, 7_000_000_000))
def test_a_day_is_that_of_the_calendar(seconds: int) -> None:
    date = datetime.fromtimestamp(seconds, UTC).date()
    assert machine_day(seconds) == date.isoformat()
    assert day(seconds) == format_skeleton("yMMMd", date, locale="en_001")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "1 Jan 1970"),
        (951_782_399, "28 Feb 2000"),
        (951_782_400, "29 Feb 2000"),
        (951_868_800, "1 Mar 2000"),
        (1_796_083_199, "30 Nov 2026"),
        (4_107_542_400, "1 Mar 2100"),
    ],
)
def test_leap_days_come_when_they_are_due(seconds: int, words: str) -> None:
    assert day(seconds) == words
