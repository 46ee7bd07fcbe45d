"""Ranked Block over real sockets: two meet in the queue, play under the referee, and are rated."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main as engine
from engine.letters import Stage
from engine.witness import Verdict
from tests.relaying import Relay, relay
from tests.rivals import meet, play_out

FREE = {"LODGE_ADDRESS_JOINS": "10000", "LODGE_ADDRESS_CONNECTIONS": "1000"}
"""Everybody here comes from one address."""


@pytest.fixture(scope="module")
def lodge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Relay]:
    folder = tmp_path_factory.mktemp("relay")
    with relay(folder, LODGE_LEDGER=str(folder / "ledger.db"), **FREE) as running:
        yield running


def get(lodge: Relay, path: str) -> Any:
    status, text = lodge.ask(path)
    assert status == 200
    return json.loads(text)


def test_two_meet_play_and_are_rated(lodge: Relay, tmp_path: Path) -> None:
    ann, ben = meet(lodge)
    assert ann.matched["opponent"]["name"] == "Ben"
    play_out(ann, ben)
    assert ann.bout == ben.bout
    assert ann.bout is not None
    assert ann.bout.stage is Stage.RATED
    assert {rival.checked.verdict for rival in (ann, ben) if rival.checked} == {Verdict.FAIR}
    gained = [contender.gained for contender in ann.bout.contenders]
    winner = ann.bout.winner
    assert winner is None or (gained[winner] or 0) > 0 > (gained[1 - winner] or 0)
    transcript = tmp_path / "transcript.json"
    transcript.write_text(json.dumps(get(lodge, f"/v1/ranked/{ann.bout.id}")))
    assert engine(["replay", str(transcript)]) == 0
