"""How a language counts, and writes numbers, lists and days. Knows no language and no word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Locale:
    """``forms`` are the plural forms of those whole numbers that go with another than "other";
    ``pair``, ``inner`` and ``last`` join the names of a list; ``months`` are the short names."""

    forms: Mapping[int, str]
    point: str
    group: str
    pair: str
    inner: str
    last: str
    day: str
    months: tuple[str, ...]

    def form(self, count: int) -> str:
        return self.forms.get(count, "other")

    def number(self, number: float, digits: int = 0) -> str:
        """With so many digits after the point; the thousands are set apart."""
        return f"{number:,.{digits}f}".translate({ord(","): self.group, ord("."): self.point})

    def listed(self, names: Sequence[str]) -> str:
        if len(names) < 3:
            return self.pair.format(*names) if len(names) == 2 else "".join(names)
        *most, last = names
        together, *others = most
        for name in others:
            together = self.inner.format(together, name)
        return self.last.format(together, last)

    def dated(self, day: int, month: int, year: int) -> str:
        return self.day.format(day=day, month=self.months[month - 1], year=year)
