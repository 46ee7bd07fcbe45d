"""What each intent makes of the model, and what it asks to be done."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.effects import (
    CloseTable,
    Effect,
    Later,
    LookAtTally,
    ResumeSolo,
    Say,
    SetPace,
    SetPaused,
    ShowAddress,
    StartSolo,
    Store,
)
from app.intents import Intent
from app.intents.hearth import (
    DealSolo,
    FoundUnfinished,
    FoundUnreadable,
    GoToHearth,
    SatElsewhere,
    TakeChair,
    Unfinished,
)
from app.intents.page import (
    Change,
    Measured,
    OpenSheet,
    PageHidden,
    PutAside,
    Sheet,
    StorageRefused,
)
from app.intents.table import (
    ActForMe,
    AskDraw,
    AskNextRound,
    AskPass,
    AskRematch,
    PlayChosen,
    TapTile,
    Ticked,
    Told,
)
from app.model import Model, Notice, Screen
from app.settings import Settings, Sort, Speed
from app.update import update
from engine.actions import Refusal
from engine.chairs import Level
from engine.line import End
from engine.messages import Act, Refused
from engine.rules import Setup, Variant
from engine.tiles import Tile
from tests.page import models, seen, tiles_of
from tests.turns import HAND, LINE, MINE, ONLY_DRAW, THEIRS

SETUP = Setup(Variant.DRAW, 3, 100)
LEVELS = (Level.EASY, Level.STEADY, Level.EASY)
SITS_DOWN: list[tuple[Intent, tuple[Effect, ...]]] = [
    (DealSolo(SETUP, LEVELS), (StartSolo(SETUP, LEVELS, 0.9),)),
    (TakeChair(), (ResumeSolo(0.9),)),
]
OUTLIVING = {
    "settings", "unfinished", "line_area", "kept", "past", "friends", "can_share",
    "can_sound", "can_vibrate",
}  # fmt: skip
"""Fields of the model that outlive a table."""


@pytest.mark.parametrize(("intent", "effects"), SITS_DOWN)
@settings(max_examples=20)
@given(models())
def test_a_second_game_in_one_visit_shows_nothing_of_the_first(
    intent: Intent, effects: tuple[Effect, ...], model: Model
) -> None:
    model = replace(model, settings=Settings(), screen=Screen.HEARTH)
    after, asked = update(model, intent)
    fresh = Model(screen=Screen.TABLE, notice=None if model.kept else Notice.NOT_KEPT)
    for field in fields(Model):
        origin = model if field.name in OUTLIVING else fresh
        assert getattr(after, field.name) == getattr(origin, field.name)
    assert asked == effects


ABOUT_THIS_BROWSER = (Notice.UNREADABLE, Notice.NOT_KEPT)


@settings(max_examples=20)
@given(models())
def test_going_to_the_hearth_leaves_the_table_behind(model: Model) -> None:
    after, effects = update(model, GoToHearth())
    notice = model.notice if model.notice in ABOUT_THIS_BROWSER else None
    fresh = Model(notice=notice)
    for field in fields(Model):
        origin = model if field.name in OUTLIVING else fresh
        assert getattr(after, field.name) == getattr(origin, field.name)
    assert effects == (CloseTable(), ShowAddress(""))


def test_that_nothing_is_kept_stays_said_until_the_player_does_something() -> None:
    model, _ = update(replace(THEIRS, sheet=None), StorageRefused())
    model, _ = update(model, Told(seen(HAND, LINE, version=8)))
    assert model.notice is Notice.NOT_KEPT
    model, _ = update(model, TapTile(Tile(3, 5)))
    assert model.notice is None
    model, _ = update(model, GoToHearth())
    model, _ = update(model, DealSolo(SETUP, LEVELS))
    model, _ = update(model, Told(seen(HAND, LINE)))
    assert model.notice is Notice.NOT_KEPT


def test_the_first_news_of_a_new_table_counts_whatever_its_version() -> None:
    model, _ = update(replace(MINE, notice=Notice.STALE), GoToHearth())
    model, _ = update(model, DealSolo(SETUP, LEVELS))
    model, effects = update(model, Told(ONLY_DRAW))
    assert model.notice is Notice.AUTO_DRAW
    assert effects == (Later(0.9, ActForMe(7)),)


UNFINISHED = Unfinished(SETUP, 2, (30, 0, 12))


@pytest.mark.parametrize(
    ("intent", "changes"),
    [
        (FoundUnfinished(UNFINISHED), {"unfinished": UNFINISHED}),
        (FoundUnfinished(None), {}),
        (FoundUnreadable(), {"notice": Notice.UNREADABLE}),
        (StorageRefused(), {"kept": False, "notice": Notice.NOT_KEPT}),
        (Measured("line", 320.0, 190.0), {"line_area": (320.0, 190.0)}),
        (Measured("hand", 320.0, 190.0), {}),
        (Measured("line", 0.0, 190.0), {}),
        (Measured("line", 320.0, 0.0), {}),
        (OpenSheet(Sheet.KEYS), {"sheet": Sheet.KEYS}),
        (PutAside(), {}),
    ],
)
def test_what_happens_at_the_hearth(intent: Intent, changes: dict[str, Any]) -> None:
    assert update(Model(), intent) == (replace(Model(), **changes), ())


def test_a_match_that_is_gone_or_unreadable_is_no_longer_offered() -> None:
    offering = Model(unfinished=UNFINISHED)
    assert update(offering, FoundUnfinished(None))[0] == Model()
    assert update(offering, FoundUnreadable())[0] == Model(notice=Notice.UNREADABLE)


def test_escape_closes_the_sheet_first_and_lays_the_tile_down_next() -> None:
    model = replace(MINE, sheet=Sheet.READ, chosen=Tile(3, 5), notice=Notice.CHOOSE_END)
    model, effects = update(model, PutAside())
    assert (model.sheet, model.chosen, effects) == (None, Tile(3, 5), ())
    model, effects = update(model, PutAside())
    assert (model.chosen, model.notice, effects) == (None, None, ())


@pytest.mark.parametrize("sheet", Sheet)
def test_one_sheet_takes_the_place_of_another(sheet: Sheet) -> None:
    assert update(replace(MINE, sheet=Sheet.KEYS), OpenSheet(sheet)) == (
        replace(MINE, sheet=sheet), (LookAtTally(),) if sheet is Sheet.STATISTICS else (),
    )  # fmt: skip


@pytest.mark.parametrize("hidden", [True, False])
def test_the_clock_stands_still_while_the_page_is_hidden(hidden: bool) -> None:
    assert update(MINE, PageHidden(hidden)) == (MINE, (SetPaused(hidden),))


def test_a_second_only_moves_the_clock_and_that_only_where_it_runs() -> None:
    for model in (MINE, THEIRS):
        assert update(replace(model, left=13.0), Ticked()) == (replace(model, left=12.0), ())
        assert update(replace(model, left=0.0), Ticked()) == (replace(model, left=0.0), ())
    assert update(Model(left=13.0), Ticked()) == (Model(left=13.0), ())


# Settings


def test_a_changed_setting_is_kept_and_the_pace_follows() -> None:
    model, effects = update(MINE, Change("speed", "quick"))
    assert model == replace(MINE, settings=Settings(speed=Speed.QUICK))
    assert effects == (Store("settings", model.settings.to_text()), SetPace(0.4))


@pytest.mark.parametrize(
    ("name", "value"),
    [("speed", "brisk"), ("speed", "fast"), ("auto_draw", "true"), ("theme", "dark"), ("", "")],
)
def test_a_setting_that_stays_as_it_is_or_makes_no_sense_asks_for_nothing(
    name: str, value: str
) -> None:
    assert update(MINE, Change(name, value)) == (MINE, ())


def test_sorting_the_hand_changes_what_is_shown_and_nothing_that_is_played() -> None:
    model, _ = update(replace(MINE, chosen=Tile(3, 5)), Change("sort", "pips"))
    assert model.settings.sort is Sort.PIPS
    assert (model.view, model.chosen) == (MINE.view, Tile(3, 5))


# Whatever happens


every_intent: st.SearchStrategy[Intent] = st.one_of(
    st.builds(TapTile, st.sampled_from(tiles_of("0-0 3-5 6-6 9-9 1-2"))),
    st.builds(PlayChosen, st.sampled_from(End)),
    st.builds(OpenSheet, st.sampled_from(Sheet)),
    st.builds(ActForMe, st.integers(0, 300)),
    st.builds(Told, st.builds(Refused, st.sampled_from([*Refusal, "stale", "x"]), st.text())),
    st.builds(Change, st.sampled_from([field.name for field in fields(Settings)]), st.text()),
    st.sampled_from([
        AskDraw(), AskPass(), AskNextRound(), AskRematch(), PutAside(), GoToHearth(), TakeChair(),
        StorageRefused(), FoundUnreadable(), FoundUnfinished(None),
        PageHidden(True), Ticked(), Measured("line", 300, 200),
    ]),
)  # fmt: skip


@settings(max_examples=40)
@given(models(), every_intent)
def test_whatever_happens_only_what_is_legal_is_played(model: Model, intent: Intent) -> None:
    """A draw or a pass asked for by hand is the table's to judge; a play is judged here already."""
    after, effects = update(model, intent)
    assert after.chosen is None or (model.view is not None and after.chosen in model.view.hand)
    for effect in effects:
        if isinstance(effect, Say) and isinstance(effect.command, Act):
            assert model.view is not None
            assert model.update is not None
            assert effect.command.version == model.update.version
            if not isinstance(intent, AskDraw | AskPass):
                assert effect.command.action in model.view.legal


@pytest.mark.parametrize("intent", [DealSolo(SETUP, LEVELS), TakeChair()])
def test_at_the_table_a_second_press_at_the_hearth_does_nothing(intent: Intent) -> None:
    assert update(MINE, intent) == (MINE, ())


def test_a_chair_taken_elsewhere_leads_to_the_hearth_and_says_so() -> None:
    model, effects = update(MINE, SatElsewhere())
    assert (model.screen, model.update, effects) == (Screen.HEARTH, None, ())
    assert model.notice is Notice.SAT_ELSEWHERE
