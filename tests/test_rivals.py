"""What the relay tells anybody of ranked play is read in full, or refused with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from app.rivals import (
    Career,
    Counts,
    OpenBout,
    RatedBout,
    Rival,
    read_best,
    read_bouts,
    read_career,
    read_counts,
)
from engine.codec import Unreadable
from engine.letters import Stage

ADA = {"player": "a", "name": "Ada", "rating": 1611, "deviation": 339, "provisional": True}
BO = {"player": "b", "name": "Bo", "rating": 1389, "deviation": 170, "provisional": False}
RESULT = {
    "id": "room.1", "at": 1_796_000_000, "finish": "left", "winner": 0, "seat": 1,
    "opponent": {**BO, "bouts": 9}, "rating": 1611,
}  # fmt: skip


def text(plain: Any) -> str:
    return json.dumps(plain)


def test_how_many_are_here_is_read_whatever_else_is_told() -> None:
    assert read_counts(text({"online": 3, "matching": 1, "tables": 7})) == Counts(3, 1)


def test_the_leaderboard_is_read_best_first() -> None:
    guests = {"guests": [{**ADA, "bouts": 2}, {**BO, "bouts": 9}]}
    ada, bo = Rival("a", "Ada", 1611, 339, True, 2), Rival("b", "Bo", 1389, 170, False, 9)
    assert read_best(text(guests)) == (ada, bo)
    assert read_best(text({"guests": []})) == ()


def test_bouts_are_read_with_both_who_play() -> None:
    bouts = {"bouts": [{"room": "r", "stage": "playing", "watchers": 4, "contenders": [ADA, BO]}]}
    ada, bo = Rival("a", "Ada", 1611, 339, True), Rival("b", "Bo", 1389, 170, False)
    assert read_bouts(text(bouts)) == (OpenBout("r", Stage.PLAYING, 4, (ada, bo)),)


def test_a_career_is_read_with_each_bout() -> None:
    bo = Rival("b", "Bo", 1389, 170, False, 9)
    known = RatedBout("room.1", 1_796_000_000, 0, 1, bo, 1611)
    unknown = RatedBout("room.1", 1_796_000_000, None, 1, None, 1611)
    results = [RESULT, {**RESULT, "winner": None, "opponent": None}]
    read = read_career(text({**ADA, "bouts": 2, "results": results}))
    assert read == Career(Rival("a", "Ada", 1611, 339, True, 2), (known, unknown))


@pytest.mark.parametrize(
    ("read", "plain"),
    [
        (read_counts, []), (read_counts, {"online": "3", "matching": 1}), (read_counts, {}),
        (read_best, {}), (read_best, {"guests": {}}), (read_best, {"guests": [1]}),
        (read_best, {"guests": [{**ADA, "rating": 1.5}]}), (read_best, None),
        (read_bouts, {"bouts": [{"room": "r"}]}),
        (read_bouts, {"bouts": [{"room": "r", "stage": "x", "watchers": 0,
                                 "contenders": [ADA, BO]}]}),
        (read_bouts, {"bouts": [{"room": "r", "stage": "playing", "watchers": 0,
                                 "contenders": [ADA]}]}),
        (read_career, ADA), (read_career, {**ADA, "results": [7]}),
        (read_career, {**ADA, "results": [{**RESULT, "opponent": "Bo"}]}),
    ],
    ids=str,
)  # fmt: skip
def test_anything_else_is_refused_with_a_sentence(read: Callable[[str], Any], plain: Any) -> None:
    with pytest.raises(Unreadable, match="expected"):
        read(text(plain))
    with pytest.raises(Unreadable, match="expected"):
        read("{")
