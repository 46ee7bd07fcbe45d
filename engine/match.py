"""A match: rounds added up until somebody reaches the target. Knows results, never tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.events import Result
from engine.rules import Setup


@dataclass(frozen=True, slots=True)
class Match:
    """What was agreed and how each finished round ended."""

    setup: Setup
    results: tuple[Result, ...] = ()

    @property
    def scores(self) -> tuple[int, ...]:
        won = [0] * self.setup.seats
        for result in self.results:
            if result.winner is not None:
                won[result.winner] += result.points
        return tuple(won)

    @property
    def over(self) -> bool:
        """True once the target is reached, or after the one round that decides."""
        if self.setup.target is None:
            return bool(self.results)
        return max(self.scores) >= self.setup.target

    @property
    def winner(self) -> int | None:
        """The winning seat; None while it goes on, and where the one round was a tie."""
        return self.results[-1].winner if self.over else None

    def settle(self, result: Result) -> Match:
        if self.over:
            raise ValueError("the match is over; no round can be added")
        return replace(self, results=(*self.results, result))
