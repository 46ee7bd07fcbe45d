"""Rooms in one SQLite file, so that they outlive the process; does not know what a room is."""

import logging
import sqlite3
from collections.abc import Iterator, MutableMapping
from pathlib import Path

_log = logging.getLogger(__name__)

PATIENCE = 0.1
"""Seconds for which everybody waits while another process holds the file."""


class SavedRooms(MutableMapping[str, bytes]):
    """Written at once, but left to the system to bring to the disk: a kill loses nothing."""

    def __init__(self, path: Path) -> None:
        self._file = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = OFF")
        self._file.execute("CREATE TABLE IF NOT EXISTS rooms (id TEXT PRIMARY KEY, room BLOB)")
        [found] = self._file.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":  # after a power cut; never after a kill
            raise sqlite3.DatabaseError(found)

    def __getitem__(self, id: str) -> bytes:
        row = self._file.execute("SELECT room FROM rooms WHERE id = ?", (id,)).fetchone()
        if row is None:
            raise KeyError(id)
        room: bytes = row[0]
        return room

    def __setitem__(self, id: str, room: bytes) -> None:
        self._write("INSERT OR REPLACE INTO rooms VALUES (?, ?)", id, room)

    def __delitem__(self, id: str) -> None:
        if self._write("DELETE FROM rooms WHERE id = ?", id) == 0:
            raise KeyError(id)

    def __iter__(self) -> Iterator[str]:
        return iter([id for (id,) in self._file.execute("SELECT id FROM rooms ORDER BY rowid")])

    def __len__(self) -> int:
        [count] = self._file.execute("SELECT count(*) FROM rooms").fetchone()
        return int(count)

    def close(self) -> None:
        self._file.close()

    def _write(self, statement: str, *values: str | bytes) -> int | None:
        """How many rooms it changed, or None: a full disk ends no game."""
        try:
            return self._file.execute(statement, values).rowcount
        except sqlite3.Error as problem:
            _log.error("A room is not kept: %s", problem)
            return None
