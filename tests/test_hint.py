from dataclasses import replace

import pytest

from app.intents.table import Hinted
from app.model import Model, Screen
from app.standing import Role, Standing, Tie
from engine.actions import Draw, Pass, Play
from engine.ai.reasons import (
    GoesOut,
    Keeps,
    Lacks,
    OnlyChoice,
    Reason,
    Sheds,
    ShedsDouble,
    Stops,
)
from engine.chairs import Chair
from engine.line import End
from engine.messages import Update
from engine.rules import Setup, Variant
from engine.tiles import Tile
from tests.page import page, seen
from ui.hint import hint
from ui.pages import render

THREE = Setup(Variant.DRAW, 3, 100)
TOLD = seen("3-5 3-4 1-1", "5-3 3-3", setup=THREE)
PLAY = Play(Tile(3, 5), End.LEFT)


def at(update: Update = TOLD, **changes: object) -> Model:
    model = Model(screen=Screen.TABLE, update=update, line_area=(300.0, 200.0))
    return replace(model, **changes)  # type: ignore[arg-type]


def hinted(*found: Reason, action: Play | Draw | Pass = PLAY) -> Model:
    chosen = action.tile if isinstance(action, Play) else None
    return at(asked=TOLD.version, hint=Hinted(TOLD.version, action, found), chosen=chosen)


def said(model: Model) -> str:
    html = hint(model, TOLD)
    assert html is not None
    return page({"say": html}).text


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (OnlyChoice(), "nothing else is allowed"),
        (GoesOut(), "it is your last tile"),
        (Stops(1), "the Ferryman has nothing for either end"),
        (Lacks(2, 0), "the Warden has no blanks"),
        (Keeps(5, 2), "keeps two fives in hand"),
        (Keeps(9, 1), "keeps one of the nines in hand"),
        (ShedsDouble(), "puts a double out of the hand"),
        (Sheds(8), "sheds 8 pips, the most there are"),
    ],
    ids=str,
)
def test_a_hint_says_what_and_why(reason: Reason, words: str) -> None:
    assert said(hinted(reason)) == f"3-5 on the left: {words}."


def test_the_two_weightiest_reasons_are_told_in_one_sentence() -> None:
    model = hinted(Keeps(5, 2), Lacks(2, 5), Sheds(8))
    assert said(model) == "3-5 on the left: keeps two fives in hand; the Warden has no fives."


def test_where_nothing_speaks_for_it_that_is_said_too() -> None:
    assert said(hinted()) == "3-5 on the left: best of many imagined ends."


@pytest.mark.parametrize(("action", "words"), [(Draw(), "Draw"), (Pass(), "Pass")])
def test_a_draw_or_a_pass_can_be_all_there_is_to_hint_at(action: Draw | Pass, words: str) -> None:
    assert said(hinted(OnlyChoice(), action=action)) == f"{words}: nothing else is allowed."


def test_a_person_who_lacks_a_value_goes_by_name() -> None:
    chairs = (TOLD.chairs[0], Chair(name="Ada"), TOLD.chairs[2])
    html = hint(hinted(Lacks(1, 4)), replace(TOLD, chairs=chairs))
    assert html is not None
    assert "\u2068Ada\u2069 has no fours" in page({"say": html}).text


def test_once_another_tile_is_chosen_the_hint_is_over() -> None:
    assert hint(replace(hinted(GoesOut()), chosen=Tile(3, 4)), TOLD) is None
    assert hint(replace(hinted(GoesOut()), chosen=None), TOLD) is None


def test_a_hint_is_shown_and_announced() -> None:
    shown = page(render(hinted(GoesOut()))["regions"])
    for region in ("say", "status"):
        found = next(each for each in shown if each.attributes.get("id") == region)
        assert "3-5 on the left: it is your last tile." in found.text


@pytest.mark.parametrize(
    ("model", "offered"),
    [
        (at(), True),
        (at(seen("3-5 3-4", "5-3", turn=1)), False),
        (at(seen("1-2", "5-3")), False),
        (replace(at(), standing=Standing(Role.HOST, Tie.HERE)), False),
        (hinted(GoesOut()), False),
    ],
    ids=["our turn", "another's turn", "no choice", "among friends", "hinted"],
)
def test_a_hint_is_offered_where_there_is_a_choice_and_we_play_alone(
    model: Model, offered: bool
) -> None:
    assert bool(page(render(model)["regions"]).all("button", "Hint")) is offered


def test_every_value_and_every_count_has_its_word() -> None:
    for value in range(10):
        found: list[Reason] = [Lacks(1, value), *(Keeps(value, count) for count in range(1, 10))]
        told = {said(hinted(reason)) for reason in found}
        assert len(told) == len(found)
