"""The tally as this browser keeps it, beside the last matches. What cannot be read is set aside."""

from __future__ import annotations

import asyncio

from app.outcome import Outcome, Sitting
from app.storage import Keep
from app.tally import Tally, keepsake, read
from engine.codec import Unreadable

PAGE, SET_ASIDE = "statistics", "statistics.unreadable"
"""The names under which are kept: the tally, and one that could not be read."""


class Notebook:
    """Every call may raise StorageError."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._writing = asyncio.Lock()
        """What is told first is counted first."""

    async def tally(self) -> Tally | None:
        """An empty one where there is none; None where one could not be read and is set aside."""
        text = await self._keep.get(PAGE)
        try:
            return Tally() if text is None else read(text)
        except Unreadable:
            await self._keep.put(SET_ASIDE, text or "")
            await self._keep.drop(PAGE)
            return None

    async def count(self, sitting: Sitting, outcome: Outcome | None) -> bool:
        """Whether what was kept before could be read. With nobody between reading and writing,
        as another tab may count too."""
        async with self._writing:
            readable = await self.tally() is not None
            await self._keep.change(
                PAGE, lambda text: keepsake(_known(text).heard(sitting, outcome))
            )
        return readable

    async def erase(self) -> None:
        """All but where we sit, so that no round of before counts again and the next one does."""
        async with self._writing:
            await self._keep.change(PAGE, lambda text: keepsake(Tally(sat=_known(text).sat)))
            await self._keep.drop(SET_ASIDE)


def _known(text: str | None) -> Tally:
    try:
        return Tally() if text is None else read(text)
    except Unreadable:
        return Tally()
