"""Writes the ledger by a thread of its own, so that nobody waits for the disk; rates nothing."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from relay.ledger import Ledger, Result
from relay.rating import Rating

_log = logging.getLogger(__name__)

Done = TypeVar("Done")


class Scribe:
    """``reading`` is the same file, for reading at once: that waits for no writer."""

    def __init__(self, path: Path) -> None:
        self.can_write = True
        """As far as is known."""
        self._writing = Ledger(path)
        self.reading = Ledger(path, patience=0, mode="ro")
        self._thread = ThreadPoolExecutor(1, "ledger")

    async def check(self) -> bool:
        """Whether a result could be written now."""
        await self._do(self._writing.check)
        return self.can_write

    async def record(self, result: Result) -> tuple[Rating, Rating] | None:
        """Both ratings, once ``result`` is in the file; None if it cannot be."""
        return await self._do(lambda: self._writing.record(result))

    def close(self) -> None:
        """After all that is to be written is."""
        self._thread.shutdown()
        self._writing.close()
        self.reading.close()

    async def _do(self, write: Callable[[], Done]) -> Done | None:
        try:
            done = await asyncio.get_running_loop().run_in_executor(self._thread, write)
        except sqlite3.Error as problem:
            if self.can_write:
                _log.error("The ledger cannot be written: %s", problem)
            self.can_write = False
            return None
        self.can_write = True
        return done
