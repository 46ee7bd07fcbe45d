"""A ledger gone through again: whatever is changed in it afterwards is found and named."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from engine.deal import LODGE, Commitment, FairDeal, Secret, digest
from engine.ranked import SETUP, objection
from engine.round import Round, deal, legal_actions, step
from engine.transcript import By, Deed, KeptRound, Transcript, write
from relay.__main__ import main
from relay.audit import first_difference
from relay.ledger import Ledger, Result

ANN, BEN, CYD = (bytes([at]) * 32 for at in range(3))
GUESTS = [(ANN, BEN), (BEN, CYD), (CYD, ANN), (ANN, BEN), (ANN, CYD), (BEN, ANN)]


def a_round(room: str, number: int, deeds: int = 100, late: int | None = None) -> Transcript:
    """A round dealt fairly and played by the first legal actions, at most so many.

    The turns of the seat ``late`` run out.
    """
    random = Random(f"{room}.{number}")
    secrets = [Secret(who, random.randbytes(32).hex()) for who in (LODGE, "0", "1")]
    promises = [Commitment(one.who, digest(room, number, one.who, one.raw)) for one in secrets]
    fair = FairDeal(room, number, tuple(promises), tuple(secrets))
    deck = fair.deck(SETUP.rules.tiles)
    round, done = deal(SETUP.rules, 2, deck), list[Deed]()
    while round.result is None and len(done) < deeds:
        by = By.LODGE if round.turn == late else By.PLAYER
        done.append(Deed(round.turn, legal_actions(round)[0], by))
        round, _ = step(round, round.turn, done[-1].action)
    return Transcript(SETUP, (KeptRound(deck, tuple(done), fair),), ("Ann", "Ben"))


def end_of(transcript: Transcript) -> Round:
    [kept] = transcript.rounds
    round = deal(SETUP.rules, 2, kept.deck)
    for deed in kept.deeds:
        round, _ = step(round, deed.seat, deed.action)
    return round


def a_result(room: str, guests: tuple[bytes, bytes] = (ANN, BEN)) -> Result:
    transcript = a_round(room, 1)
    result = end_of(transcript).result
    assert result is not None
    text = write(transcript)
    return Result(f"{room}.1", 7, "played", result.winner, text, guests, ("Ann", "Ben"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ledger.db"
    with closing(Ledger(path)) as ledger:
        for at, guests in enumerate(GUESTS):
            ledger.record(a_result(f"room{at}", guests))
    return path


@pytest.fixture
def audit(path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    monkeypatch.setattr("sys.argv", ["relay", "audit", str(path)])
    return main


def test_what_the_relay_wrote_holds(
    audit: Callable[[], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit() == 0
    said = "All 6 results replay, and every rating follows from them.\n"
    assert capsys.readouterr() == (said, "")


def test_an_empty_ledger_holds(tmp_path: Path) -> None:
    with closing(Ledger(tmp_path / "ledger.db")) as ledger:
        assert first_difference(ledger) is None


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("UPDATE results SET mu0 = mu0 + 0.001 WHERE number = 4", "Result 4, room3.1: "),
        ("UPDATE results SET winner = 1 - winner WHERE number = 2", "Result 2, room1.1: "),
        ("UPDATE results SET winner = NULL WHERE number = 2", "Result 2, room1.1: "),
        ("UPDATE results SET finish = 'left' WHERE number = 3", "Result 3, room2.1: "),
        ("UPDATE results SET finish = 'luck' WHERE number = 3", "Result 3, room2.1: "),
        ("UPDATE results SET player1 = player0 WHERE number = 1", "Result 1, room0.1: "),
        ("UPDATE results SET id = 'room9.1' WHERE number = 1", "Result 1, room9.1: "),
        ("UPDATE results SET transcript = '{}' WHERE number = 6", "Result 6, room5.1: "),
        (
            "UPDATE results SET transcript = (SELECT min(transcript) FROM results)",
            "Result 1, room0.1: its deal is not that of this bout.",
        ),
        ("DELETE FROM results WHERE number = 1", "Result 1, room1.1: "),
        ("DELETE FROM results WHERE number = 6", "Guest "),
        ("UPDATE guests SET mu = 50 WHERE player = (SELECT max(player) FROM guests)", "Guest "),
        ("DELETE FROM guests WHERE player = (SELECT max(player) FROM guests)", "Guest "),
        ("UPDATE guests SET bouts = bouts + 1", "Guest "),
        (
            "UPDATE guests SET digest = x'00' WHERE player = (SELECT max(player) FROM guests)",
            "Guest ",
        ),
    ],
)
def test_whatever_is_changed_is_found_and_named(
    path: Path,
    audit: Callable[[], int],
    capsys: pytest.CaptureFixture[str],
    change: str,
    found: str,
) -> None:
    with closing(sqlite3.connect(path)) as file:
        assert file.execute(change).rowcount > 0
        file.commit()
    assert audit() == 1
    said, complaint = capsys.readouterr()
    assert said.startswith(found)
    assert said.count("\n") == 1
    assert complaint == ""


@pytest.mark.parametrize("inside", [None, b"", b"no database" * 1000])
def test_what_is_no_ledger_is_one_sentence(
    path: Path,
    audit: Callable[[], int],
    capsys: pytest.CaptureFixture[str],
    inside: bytes | None,
) -> None:
    path.unlink()
    if inside is not None:
        path.write_bytes(inside)
    assert audit() == 2
    said, complaint = capsys.readouterr()
    assert (said + complaint).count("\n") == 1
    assert inside is None or path.read_bytes() == inside


def test_a_round_that_ended_is_no_forfeit() -> None:
    result = a_result("r")
    assert objection(result.id, "played", result.winner, result.transcript) is None
    for finish in ("left", "away", "ran_out"):
        assert objection(result.id, finish, 0, result.transcript)


@pytest.mark.parametrize("finish", ["left", "away"])
def test_a_forfeit_needs_that_somebody_has_acted(finish: str) -> None:
    assert objection("r.1", finish, 0, write(a_round("r", 1, deeds=1))) is None
    assert objection("r.1", finish, 0, write(a_round("r", 1, deeds=0)))
    assert objection("r.1", finish, None, write(a_round("r", 1, deeds=1)))


def test_turns_that_ran_out_are_in_the_transcript() -> None:
    for late in (0, 1):
        text = write(a_round("r", 1, deeds=4, late=late))
        assert objection("r.1", "ran_out", 1 - late, text) is None
        assert objection("r.1", "ran_out", late, text)
        assert objection("r.1", "ran_out", 1 - late, write(a_round("r", 1, deeds=4)))
