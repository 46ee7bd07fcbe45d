from __future__ import annotations

from dataclasses import replace

import pytest

from app.outcome import Outcome, Sitting, outcome_of, sitting_in
from engine.chairs import Chair, Level, Regular
from engine.deal import FairDeal
from engine.events import Ending
from engine.messages import Phase, Update
from engine.rules import Variant
from tests.page import BLOCK_ROUND, DRAW_100, ended, first_ending, gathered, seen

FAIR = FairDeal("table", 3)
PLAYED = replace(seen("3-5 0-1", "5-3 3-3"), fair=FAIR)
OVER = replace(ended(first_ending(Ending.DOMINO, DRAW_100)), fair=FAIR)
SITTING = Sitting("table", 3, 0)


@pytest.mark.parametrize("told", [PLAYED, OVER])
def test_a_seat_is_known_by_its_table_and_round(told: Update) -> None:
    assert sitting_in(told) == SITTING
    assert sitting_in(replace(told, seat=1)) == Sitting("table", 3, 1)


@pytest.mark.parametrize(
    "told",
    [
        replace(OVER, seat=None), replace(OVER, fair=None), replace(OVER, phase=Phase.DEALING),
        gathered("Ada"),
    ],
)  # fmt: skip
def test_who_watches_or_waits_sits_in_no_round(told: Update) -> None:
    assert sitting_in(told) is None


def test_a_round_that_is_played_has_no_outcome() -> None:
    assert outcome_of(PLAYED) is None
    assert outcome_of(gathered("Ada")) is None
    assert outcome_of(replace(OVER, seat=None)) is None
    assert outcome_of(replace(OVER, phase=Phase.DEALING)) is None


def test_an_outcome_tells_who_won_what_and_whom_we_met() -> None:
    assert OVER.view is not None
    assert OVER.view.result is not None
    assert outcome_of(OVER) == Outcome(
        variant=Variant.DRAW,
        seats=2,
        seat=0,
        winner=OVER.view.result.winner,
        points=OVER.view.result.points,
        line=len(OVER.view.line.laid),
        regulars=(None, (Regular.FERRYMAN, Level.STEADY)),
        last=False,
    )


def test_the_end_of_a_match_is_told_and_friends_are_nobody_to_be_counted() -> None:
    told = ended(first_ending(Ending.TIED, BLOCK_ROUND))
    outcome = outcome_of(replace(told, chairs=(Chair(name="Ada"), Chair(name="Bo"))))
    assert outcome is not None
    assert (outcome.last, outcome.winner, outcome.won) == (True, None, False)
    assert outcome.regulars == (None, None)


def test_what_no_round_can_be_is_not_believed() -> None:
    assert OVER.view is not None
    assert OVER.view.result is not None
    result = replace(OVER.view.result, points=10**30, winner=7)
    boasted = outcome_of(replace(OVER, view=replace(OVER.view, result=result)))
    assert boasted is not None
    assert (boasted.points, boasted.winner) == (495, None)


def test_the_table_that_one_sits_at_is_named_in_no_repr() -> None:
    assert "table=" not in repr(SITTING)
