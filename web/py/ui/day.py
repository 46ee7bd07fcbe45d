"""A moment as its day, in words. Knows no clock; a day is that of Greenwich."""

from __future__ import annotations

from ui.texts import dated

DAY = 86_400
ERA = 146_097
"""Days of 400 years, after which the calendar begins anew."""


def day(seconds: int) -> str:
    """``seconds`` since 1970 as "30 Nov 2026"."""
    year, month, number = _date(seconds // DAY)
    return dated(number, month, year)


def machine_day(seconds: int) -> str:
    """The same for machines: "2026-11-30"."""
    year, month, number = _date(seconds // DAY)
    return f"{year:04}-{month:02}-{number:02}"


def _date(days: int) -> tuple[int, int, int]:
    """Years are counted from 1 March here, so that a leap day is the last of its year."""
    era, rest = divmod(days + 719_468, ERA)
    year = (rest - rest // 1_460 + rest // 36_524 - rest // 146_096) // 365
    rest -= 365 * year + year // 4 - year // 100
    months = (5 * rest + 2) // 153
    number = rest - (153 * months + 2) // 5 + 1
    month = months + 3 if months < 10 else months - 9
    return 400 * era + year + (month <= 2), month, number
