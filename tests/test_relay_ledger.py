"""The file with all ranked results: written once, and whole or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from relay.ledger import MARK, Ledger, Result, player_of
from relay.rating import NEWCOMER, rated

ANN, BEN, CYD = (bytes([at]) * 32 for at in range(3))


def result(id: str = "r.1", **changes: Any) -> Result:
    plain = Result(id, 7, "played", 0, "{}", (ANN, BEN), ("Ann", "Ben"))
    return plain._replace(**changes)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    with closing(Ledger(path)) as ledger:
        yield ledger


def test_a_result_moves_both_ratings(ledger: Ledger) -> None:
    after = ledger.record(result())
    assert after == rated(NEWCOMER, NEWCOMER, 0)
    assert [ledger.guest(guest).rating for guest in (ANN, BEN)] == list(after)
    assert [ledger.guest(guest).bouts for guest in (ANN, BEN, CYD)] == [1, 1, 0]


def test_a_result_that_comes_again_counts_once(ledger: Ledger) -> None:
    assert ledger.record(result()) == ledger.record(result(winner=1))
    assert ledger.guest(ANN).bouts == 1
    assert len(list(ledger.entries())) == 1


def test_what_is_written_is_there_when_it_is_opened_again(ledger: Ledger, path: Path) -> None:
    after = ledger.record(result())
    with closing(Ledger(path)) as again:  # as after a kill
        [entry] = again.entries()
        assert (entry.id, entry.at, entry.finish, entry.winner) == ("r.1", 7, "played", 0)
        assert entry.players == (player_of(ANN), player_of(BEN))
        assert entry.ratings == after
        assert again.entry("r.1") == entry
        assert again.entry("r.2") is None


def test_a_guest_has_a_history_newest_first(ledger: Ledger) -> None:
    ledger.record(result("r.1"))
    ledger.record(result("r.2", guests=(CYD, ANN), names=("Cyd", "Ann")))
    ledger.record(result("r.3", guests=(BEN, CYD), names=("Ben", "Cyd")))
    assert [entry.id for entry in ledger.latest(player_of(ANN))] == ["r.2", "r.1"]


def test_the_best_is_who_is_surely_good(ledger: Ledger) -> None:
    for at in range(10):
        ledger.record(result(f"r.{at}"))
    ledger.record(result("s", guests=(CYD, BEN), names=("Cyd", "Ben")))
    assert [guest.name for guest in ledger.best()] == ["Ann", "Cyd", "Ben"]


def test_a_guest_goes_by_the_last_name_that_was_given(ledger: Ledger) -> None:
    ledger.record(result("r.1"))
    ledger.record(result("r.2", names=("Anna", "Ben")))
    known = ledger.known(player_of(ANN))
    assert known is not None
    assert (known.name, known.bouts) == ("Anna", 2)
    assert ledger.known("nobody") is None


def test_no_secret_is_in_what_others_may_know_a_guest_by(ledger: Ledger) -> None:
    assert player_of(ANN) != player_of(BEN)
    assert len(player_of(ANN)) == 12


def test_a_ledger_that_another_holds_is_no_place_to_write(path: Path) -> None:
    with closing(Ledger(path, patience=0)) as ledger, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            ledger.check()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            ledger.record(result())
        other.rollback()
        ledger.check()
        ledger.record(result())
        assert ledger.guest(ANN).bouts == 1


def test_a_full_disk_leaves_nothing_half_written(ledger: Ledger) -> None:
    ledger.record(result("r.1"))
    [pages] = ledger._file.execute("PRAGMA page_count").fetchone()
    ledger._file.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        ledger.record(result("r.2", transcript="a" * 100_000))
    assert ledger.guest(ANN).bouts == 1
    assert [entry.id for entry in ledger.entries()] == ["r.1"]


def test_a_file_that_is_no_ledger_is_not_opened(path: Path) -> None:
    path.write_bytes(b"no database at all" * 1000)
    with pytest.raises(sqlite3.DatabaseError):
        Ledger(path)


@pytest.mark.parametrize(
    ("inside", "problem"),
    [
        ("CREATE TABLE rooms (id TEXT PRIMARY KEY, room BLOB)", "a file of something else"),
        (f"PRAGMA application_id = {MARK}; CREATE TABLE guests (digest BLOB)", "of format 0, not"),
        (
            f"PRAGMA application_id = {MARK}; PRAGMA user_version = 2; CREATE TABLE a (b)",
            "format 2",
        ),
    ],
)
def test_a_file_of_something_else_or_another_format_is_left_as_it_is(
    path: Path, inside: str, problem: str
) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.executescript(inside)
    before = path.read_bytes()
    with pytest.raises(sqlite3.DatabaseError, match=problem):
        Ledger(path)
    assert path.read_bytes() == before


def test_a_damaged_ledger_is_not_opened_and_is_said_to_be_one_in_one_line(path: Path) -> None:
    with closing(Ledger(path)) as ledger:
        ledger.record(result())
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * 4096 + whole[8192:])
    with pytest.raises(sqlite3.DatabaseError, match=r"^[^\n]+$"):
        Ledger(path)


def test_who_only_reads_can_neither_write_nor_make_a_ledger(ledger: Ledger, path: Path) -> None:
    ledger.record(result())
    with closing(Ledger(path, mode="ro")) as reader:
        assert reader.guest(ANN).bouts == 1
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            reader.record(result("r.2"))
    with pytest.raises(sqlite3.OperationalError):
        Ledger(path.with_name("none.db"), mode="ro")
    assert not path.with_name("none.db").exists()
