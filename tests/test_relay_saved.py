"""The file in which rooms outlive the process."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from relay.saved import SavedRooms


def test_rooms_are_there_when_it_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "rooms.db"
    with closing(SavedRooms(path)) as rooms:
        rooms["a"] = b"1"
        rooms["b"] = b"2"
        rooms["a"] = b"3"
        del rooms["b"]
        with closing(SavedRooms(path)) as again:  # as after a kill
            assert dict(again) == {"a": b"3"}
            assert len(again) == 1


def test_a_room_that_is_not_there_is_missed(tmp_path: Path) -> None:
    with closing(SavedRooms(tmp_path / "rooms.db")) as rooms:
        for miss in (rooms.__getitem__, rooms.__delitem__):
            with pytest.raises(KeyError, match="a"):
                miss("a")
        assert rooms.pop("a", None) is None


def test_a_room_that_cannot_be_written_is_a_complaint_and_no_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "rooms.db"
    with closing(SavedRooms(path)) as rooms, closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE rooms")
        rooms["a"] = b"a token's digest"
        del rooms["a"]
    assert caplog.messages == ["A room is not kept: no such table: rooms"] * 2


def test_a_file_that_another_holds_is_not_waited_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "rooms.db"
    with closing(SavedRooms(path)) as rooms, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        rooms["a"] = b"1"
        other.rollback()
        rooms["a"] = b"2"
        assert rooms["a"] == b"2"
    assert caplog.messages == ["A room is not kept: database is locked"]


def test_a_damaged_file_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "rooms.db"
    with closing(SavedRooms(path)) as rooms:
        for at in range(200):
            rooms[str(at)] = bytes(1000)
    inside = bytearray(path.read_bytes())
    inside[8192:40_000] = b"\xff" * (40_000 - 8192)
    path.write_bytes(inside)
    with pytest.raises(sqlite3.DatabaseError):
        SavedRooms(path)
