"""A ranked bout as the page knows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.duel import Duel, bout_link, room_in
from engine.letters import Stage
from tests.bouts import ADA, BO, HERS, ROOM, bout_of

PLAYED = Duel(ROOM, BO, bout_of())


@pytest.mark.parametrize("stage", Stage)
def test_it_is_over_once_nothing_is_awaited_or_played(stage: Stage) -> None:
    duel = Duel(ROOM, BO, bout_of(stage))
    assert duel.is_over is (stage not in (Stage.MEETING, Stage.PLAYING))
    assert duel.is_played is (stage is Stage.PLAYING)


def test_before_the_referee_has_said_anything_it_is_neither() -> None:
    duel = Duel(ROOM)
    assert not duel.is_over
    assert not duel.is_played
    assert not duel.waits
    assert duel.a_second_later() == duel


def test_a_rematch_begins_with_nothing_held_against_anybody() -> None:
    spent = replace(PLAYED, late=frozenset({0}), left=True, recorded=True)
    assert spent.heard(bout_of(Stage.RATED)) == replace(spent, bout=bout_of(Stage.RATED))
    again = bout_of(id=f"{ROOM}.2")
    assert spent.heard(again) == Duel(ROOM, BO, again)


def test_the_seconds_of_whoever_is_away_are_counted_down_to_none() -> None:
    away = Duel(ROOM, BO, bout_of(us=replace(ADA, away=1.5)))
    assert away.waits
    later = away.a_second_later()
    assert later.bout == bout_of(us=replace(ADA, away=0.5))
    assert later.a_second_later().bout == bout_of(us=replace(ADA, away=0.0))
    assert not later.a_second_later().waits


def test_nobody_is_waited_for_once_it_is_over() -> None:
    over = Duel(ROOM, BO, bout_of(Stage.RATED, other=replace(HERS, away=20.0)))
    assert not over.waits
    assert over.a_second_later() == over


def test_a_link_leads_to_its_room_and_to_nothing_else() -> None:
    link = bout_link("https://lodge.example/?relay=x#table=y", ROOM)
    assert link == f"https://lodge.example/?relay=x#bout={ROOM}"
    assert room_in(link) == ROOM
    for other in ("", "https://lodge.example/", "x#table=y&key=z", "x#bout=", f"x#bout={ROOM}a",
                  "x#bout=../../v1/stats?aaaaaa"):  # fmt: skip
        assert room_in(other) is None
