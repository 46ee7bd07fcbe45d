"""The last matches of this browser, kept as transcripts under a short list, newest first."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.storage import Keep
from engine import codec
from engine.rules import Setup

LIST, MOST = "matches", 12


@dataclass(frozen=True, slots=True)
class PastMatch:
    """What the list says of a match. ``number`` finds its transcript; ``seat`` was the player's,
    None for one who only watched.
    """

    number: int
    setup: Setup
    scores: tuple[int, ...]
    winner: int | None
    names: tuple[str, ...]
    seat: int | None = 0

    def __post_init__(self) -> None:
        if not len(self.scores) == len(self.names) == self.setup.seats:
            raise ValueError(f"expected scores and names of {self.setup.seats}")
        if self.winner is not None and self.winner not in range(self.setup.seats):
            raise ValueError(f"expected a seat as winner, got {self.winner}")


class Shelf:
    """Every call may raise StorageError."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep

    async def matches(self) -> tuple[PastMatch, ...]:
        """Newest first; none where the list cannot be read."""
        text = await self._keep.get(LIST)
        try:
            found: tuple[PastMatch, ...] = codec.from_text(tuple[PastMatch, ...], text or "[]")
        except codec.Unreadable:
            return ()
        return found

    async def add(self, match: PastMatch, transcript: str) -> None:
        """Put a match first, whatever its number; the oldest beyond MOST go."""
        before = await self.matches()
        number = 1 + max((past.number for past in before), default=0)
        await self._keep.put(_name(number), transcript)
        kept = (replace(match, number=number), *before)
        await self._keep.put(LIST, codec.to_text(kept[:MOST]))
        for past in kept[MOST:]:
            await self._keep.drop(_name(past.number))

    async def transcript(self, number: int) -> str | None:
        return await self._keep.get(_name(number))


def _name(number: int) -> str:
    return f"match.{number}"
