"""Who plays ranked and what came of it, in one SQLite file; knows the hash of a secret, no secret.

One writer; everything that is written is on the disk when the call returns, or not at all.
"""

import sqlite3
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

from relay.rating import NEWCOMER, Rating, rated

PATIENCE = 3.0
"""Seconds for which the writer waits while another process holds the file."""
MARK, FORMAT = 0x4C616E74, 1
"""By which a file says that it is a ledger, and of which make."""
BEST = 100
LATEST = 50

_TABLES = f"""
BEGIN IMMEDIATE;
PRAGMA application_id = {MARK};
PRAGMA user_version = {FORMAT};
CREATE TABLE IF NOT EXISTS guests (
    digest BLOB PRIMARY KEY, player TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    mu REAL NOT NULL, sigma REAL NOT NULL, bouts INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS results (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL,
    finish TEXT NOT NULL, winner INTEGER, transcript TEXT NOT NULL,
    player0 TEXT NOT NULL, mu0 REAL NOT NULL, sigma0 REAL NOT NULL,
    player1 TEXT NOT NULL, mu1 REAL NOT NULL, sigma1 REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS best ON guests (mu - 2 * sigma DESC);
CREATE INDEX IF NOT EXISTS of0 ON results (player0, number);
CREATE INDEX IF NOT EXISTS of1 ON results (player1, number);
CREATE TABLE IF NOT EXISTS checks (passed INTEGER NOT NULL);
COMMIT;
"""
_GUESTS = "SELECT player, name, mu, sigma, bouts FROM guests"
_ENTRIES = """
SELECT id, at, finish, winner, transcript, player0, mu0, sigma0, player1, mu1, sigma1 FROM results
"""


class Result(NamedTuple):
    """A bout that is over, between the guests in seat 0 and in seat 1."""

    id: str
    at: int
    """Seconds since 1970."""
    finish: str
    winner: int | None
    transcript: str
    guests: tuple[bytes, bytes]
    names: tuple[str, str]

    def __repr__(self) -> str:
        return f"Result({self.id})"


class Guest(NamedTuple):
    player: str
    name: str
    rating: Rating
    bouts: int


class Entry(NamedTuple):
    """A result as it is written, with both ratings after it."""

    id: str
    at: int
    finish: str
    winner: int | None
    transcript: str
    players: tuple[str, str]
    ratings: tuple[Rating, Rating]

    def __repr__(self) -> str:
        return f"Entry({self.id})"


class Ledger:
    """Every method may raise sqlite3.Error, after ``patience`` seconds where the file is held."""

    def __init__(
        self,
        path: Path,
        patience: float = PATIENCE,
        mode: Literal["rwc", "ro", "memory"] = "rwc",
    ) -> None:
        """``mode`` is SQLite's: ``ro`` writes nothing, ``rwc`` makes a ledger where none is, and
        one of ``memory`` is gone when it is closed.
        """
        self._file = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            timeout=patience,
            check_same_thread=False,
        )
        try:
            if mode != "ro" and self._says("SELECT count(*) FROM sqlite_master") == 0:
                self._file.execute("PRAGMA journal_mode = WAL")
                self._file.executescript(_TABLES)
            self._expect_a_ledger()
            self._file.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error:
            self._file.close()
            raise

    def close(self) -> None:
        self._file.close()

    def check(self) -> None:
        """Raises where nothing could be written now."""
        with self._writing():
            self._file.execute("DELETE FROM checks")
            self._file.execute("INSERT INTO checks VALUES (1)")

    def record(self, result: Result) -> tuple[Rating, Rating]:
        """Write ``result`` down, once, however often it comes; both ratings after it."""
        with self._writing():
            if written := self.entry(result.id):
                return written.ratings
            one, two = (self.guest(guest) for guest in result.guests)
            after = rated(one.rating, two.rating, result.winner)
            for digest, guest, name, rating in zip(
                result.guests, (one, two), result.names, after, strict=True
            ):
                self._file.execute(
                    "INSERT OR REPLACE INTO guests VALUES (?, ?, ?, ?, ?, ?)",
                    (digest, guest.player, name, *rating, guest.bouts + 1),
                )
            self._file.execute(
                "INSERT INTO results VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*result[:5], one.player, *after[0], two.player, *after[1]),
            )
        return after

    def guest(self, digest: bytes) -> Guest:
        """A newcomer, for one that nothing is written of."""
        found = self._guests("WHERE digest = ?", digest)
        return found[0] if found else Guest(player_of(digest), "", NEWCOMER, 0)

    def known(self, player: str) -> Guest | None:
        return next(iter(self._guests("WHERE player = ?", player)), None)

    def best(self) -> list[Guest]:
        return self._guests("ORDER BY mu - 2 * sigma DESC LIMIT ?", BEST)

    def guests(self) -> list[tuple[bytes, Guest]]:
        """All of them, by the digests of their secrets."""
        digests = self._file.execute("SELECT digest FROM guests ORDER BY player")
        return [(digest, self.guest(digest)) for (digest,) in digests.fetchall()]

    def entry(self, id: str) -> Entry | None:
        return next(self._entries("WHERE id = ?", id), None)

    def latest(self, player: str) -> list[Entry]:
        """What ``player`` has played lately, newest first."""
        either = "WHERE player0 = ? OR player1 = ? ORDER BY number DESC LIMIT ?"
        return list(self._entries(either, player, player, LATEST))

    def entries(self) -> Iterator[Entry]:
        """All of them, oldest first."""
        return self._entries("ORDER BY number")

    @contextmanager
    def at_rest(self) -> Iterator[None]:
        """What is read meanwhile is all of one moment."""
        self._file.execute("BEGIN")
        try:
            yield
        finally:
            self._file.execute("ROLLBACK")

    def _expect_a_ledger(self) -> None:
        if self._says("PRAGMA application_id") != MARK:
            raise sqlite3.DatabaseError("a file of something else")
        if (format := self._says("PRAGMA user_version")) != FORMAT:
            raise sqlite3.DatabaseError(f"a ledger of format {format}, not {FORMAT}")
        if (problem := self._says("PRAGMA quick_check(1)")) != "ok":
            raise sqlite3.DatabaseError(" ".join(str(problem).split()))

    def _says(self, question: str) -> object:
        [answer] = self._file.execute(question).fetchone()
        return answer

    def _guests(self, which: str, *values: bytes | str | int) -> list[Guest]:
        rows = self._file.execute(f"{_GUESTS} {which}", values)
        return [Guest(player, name, Rating(mu, sigma), n) for player, name, mu, sigma, n in rows]

    def _entries(self, which: str, *values: str | int) -> Iterator[Entry]:
        for row in self._file.execute(f"{_ENTRIES} {which}", values):
            id, at, finish, winner, transcript, player0, mu0, sigma0, player1, mu1, sigma1 = row
            ratings = Rating(mu0, sigma0), Rating(mu1, sigma1)
            yield Entry(id, at, finish, winner, transcript, (player0, player1), ratings)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._file.execute("COMMIT")
        except BaseException:
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
            raise


def player_of(digest: bytes) -> str:
    """What others may know a guest by."""
    name = sha256(b"lantern-lodge/player/1\0" + digest).digest()[:9]
    return urlsafe_b64encode(name).decode()
