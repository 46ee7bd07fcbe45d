"""What each intent makes of the model, and what it asks to be done."""

from __future__ import annotations

from copy import copy, deepcopy
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.effects import (
    CloseTable,
    Effect,
    Focus,
    Later,
    LookAtTally,
    ResumeSolo,
    Say,
    SetPace,
    SetPaused,
    ShowAddress,
    StartSolo,
    Store,
    ThinkHint,
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
    AskHint,
    AskNextRound,
    AskPass,
    AskRematch,
    Hinted,
    PlayChosen,
    TapTile,
    Ticked,
    Told,
)
from app.model import Happening, Model, Notice, Screen
from app.settings import Settings, Sort, Speed
from app.standing import Role, Standing, Tie
from app.update import HEARD, LASTING, update
from engine.actions import Draw, IllegalAction, Pass, Play, Refusal
from engine.chairs import Level
from engine.events import Drew, Event, Passed, Played
from engine.line import End
from engine.messages import Act, NextRound, Phase, PlayedFor, Refused, Rematch, Update
from engine.rules import Setup, Variant
from engine.table import Denied, Table
from engine.tiles import Tile
from tests.page import BLOCK_ROUND, DRAW_100, at, models, seen, tiles_of
from tests.strategies import move_on, seated

LEFT, RIGHT = End.LEFT, End.RIGHT
HAND = "3-5 3-4 1-2 2-5"
LINE = "5-6 6-3"
"""Ends 5 and 3: of ``HAND``, 3-5 fits both, 3-4 the right, 2-5 the left, 1-2 none."""
EQUAL_ENDS = "3-6 6-3"


MINE = at(seen(HAND, LINE))
THEIRS = at(seen(HAND, LINE, turn=1))
ONLY_DRAW = seen("1-2", LINE)
ONLY_PASS = seen("1-2", LINE, boneyard=0)


def says(action: Play | Draw | Pass, version: int = 7) -> Say:
    return Say(Act(version, action))


def tile(text: str | None) -> Tile | None:
    return None if text is None else Tile.parse(text)


# Choosing and playing


@dataclass(frozen=True)
class Tap:
    """A tap on a tile, with what was chosen before; then what is, what is said, what is laid."""

    on: str
    before: str | None
    after: str | None
    notice: Notice | None = None
    laid: End | None = None
    line: str = LINE


@pytest.mark.parametrize(
    "tap",
    [
        Tap("3-4", None, "3-4"),
        Tap("3-4", "3-4", None, laid=RIGHT),
        Tap("2-5", None, "2-5"),
        Tap("2-5", "2-5", None, laid=LEFT),
        Tap("3-5", None, "3-5"),
        Tap("3-5", "3-5", "3-5", Notice.CHOOSE_END),
        Tap("3-4", "3-5", "3-4"),
        Tap("3-5", "3-4", "3-5"),
        Tap("3-4", "1-2", "3-4"),
        Tap("1-2", None, None, Notice.DOES_NOT_FIT),
        Tap("1-2", "1-2", None, Notice.DOES_NOT_FIT),
        Tap("1-2", "3-5", None, Notice.DOES_NOT_FIT),
        Tap("9-9", None, None),
        Tap("9-9", "3-5", "3-5"),
        Tap("3-4", None, "3-4", line=EQUAL_ENDS),
        Tap("3-4", "3-4", "3-4", Notice.CHOOSE_END, line=EQUAL_ENDS),
        Tap("2-5", None, None, Notice.DOES_NOT_FIT, line=EQUAL_ENDS),
    ],
)
def test_a_tap_on_my_turn_chooses_and_a_second_plays_where_there_is_one_end(tap: Tap) -> None:
    on = Tile.parse(tap.on)
    model = at(seen(HAND, tap.line), chosen=tile(tap.before))
    after, effects = update(model, TapTile(on))
    assert (after.chosen, after.notice) == (tile(tap.after), tap.notice)
    assert after.about == (None if tap.notice is None else on)
    assert effects == (() if tap.laid is None else (says(Play(on, tap.laid)), Focus("hand")))


@pytest.mark.parametrize(
    ("on", "before", "after"),
    [
        ("3-5", None, "3-5"), ("3-5", "3-5", None), ("3-5", "1-2", "3-5"), ("1-2", None, "1-2"),
        ("1-2", "1-2", None), ("9-9", None, None), ("9-9", "1-2", "1-2"),
    ],
)  # fmt: skip
def test_while_others_play_a_tap_only_chooses_or_lets_go(
    on: str, before: str | None, after: str | None
) -> None:
    model, effects = update(replace(THEIRS, chosen=tile(before)), TapTile(Tile.parse(on)))
    assert (model.chosen, effects) == (tile(after), ())


def test_a_tile_chosen_beforehand_is_played_by_one_tap_when_the_turn_comes() -> None:
    model, _ = update(THEIRS, TapTile(Tile(3, 4)))
    model, _ = update(model, Told(seen(HAND, LINE, version=8)))
    assert model.chosen == Tile(3, 4)
    assert update(model, TapTile(Tile(3, 4)))[1][0] == says(Play(Tile(3, 4), RIGHT), 8)


@pytest.mark.parametrize(
    ("chosen", "end", "laid", "notice"),
    [
        ("3-5", LEFT, True, None), ("3-5", RIGHT, True, None), ("3-4", RIGHT, True, None),
        ("2-5", LEFT, True, None), ("3-4", LEFT, False, Notice.DOES_NOT_FIT),
        ("2-5", RIGHT, False, Notice.DOES_NOT_FIT), ("1-2", LEFT, False, Notice.DOES_NOT_FIT),
        (None, LEFT, False, Notice.CHOOSE_TILE), (None, RIGHT, False, Notice.CHOOSE_TILE),
    ],
)  # fmt: skip
def test_an_end_takes_the_chosen_tile_or_says_why_not(
    chosen: str | None, end: End, laid: bool, notice: Notice | None
) -> None:
    held = tile(chosen)
    model, effects = update(replace(MINE, chosen=held), PlayChosen(end))
    assert model.notice is notice
    if laid:
        assert held is not None
        assert effects == (says(Play(held, end)), Focus("hand"))
        assert model.chosen is None
    else:
        assert effects == ()
        assert model.chosen == held
        assert held is None or model.about == held


@pytest.mark.parametrize("end", End)
def test_where_both_ends_are_equal_either_may_be_played(end: End) -> None:
    model = at(seen(HAND, EQUAL_ENDS), chosen=Tile(3, 4))
    assert update(model, PlayChosen(end))[1][0] == says(Play(Tile(3, 4), end))


@pytest.mark.parametrize("end", End)
def test_an_end_asked_for_while_others_play_is_answered_and_keeps_the_choice(end: End) -> None:
    model, effects = update(replace(THEIRS, chosen=Tile(3, 5)), PlayChosen(end))
    assert (model.notice, model.chosen, effects) == (Notice.NOT_YOUR_TURN, Tile(3, 5), ())


@pytest.mark.parametrize("intent", [AskDraw(), AskPass()])
@pytest.mark.parametrize("model", [MINE, THEIRS, at(ONLY_DRAW), at(ONLY_PASS)])
def test_a_draw_or_a_pass_is_put_to_the_table_which_alone_decides(
    model: Model, intent: AskDraw | AskPass
) -> None:
    action = Draw() if isinstance(intent, AskDraw) else Pass()
    assert update(model, intent) == (model, (says(action),))


NOTHING_TO_PLAY = [TapTile(Tile(3, 5)), PlayChosen(LEFT), AskDraw(), AskPass()]


@pytest.mark.parametrize("intent", NOTHING_TO_PLAY, ids=str)
@pytest.mark.parametrize(
    "model",
    [Model(), at(None), at(replace(seen(HAND, LINE), view=None, phase=Phase.DEALING))],
    ids=["hearth", "sitting down", "before the first deal"],
)
def test_without_a_round_nothing_can_be_played(model: Model, intent: Intent) -> None:
    assert update(model, intent) == (model, ())


@pytest.mark.parametrize("intent", [PlayChosen(RIGHT), AskDraw(), AskPass()], ids=str)
def test_no_key_reaches_the_table_through_an_open_sheet(intent: Intent) -> None:
    model = replace(MINE, sheet=Sheet.KEYS, chosen=Tile(3, 5))
    assert update(model, intent) == (model, ())


ASKED: list[Intent] = [
    *(PlayChosen(end) for end in End), AskDraw(), AskPass(), AskNextRound(), AskRematch(),
]  # fmt: skip


@pytest.mark.parametrize("setup", [DRAW_100, Setup(Variant.DRAW, 4, 100), BLOCK_ROUND], ids=str)
@pytest.mark.parametrize("meanwhile", [False, True])
def test_pressed_twice_before_the_answer_is_there_has_one_effect_at_the_table(
    setup: Setup, meanwhile: bool
) -> None:
    random, table, done = Random("twice"), seated(setup, 1), set()
    for _ in range(300):
        move_on(table, random)
        model = at(table.update("m0", (), 0.0))
        chosen = model.fitting[0] if model.fitting else None
        plays = (TapTile(tile) for tile in model.fitting)
        for intent in (*plays, *ASKED):
            pressed = replace(model, chosen=getattr(intent, "tile", chosen))
            pressed, first = update(pressed, intent)
            pressed, second = update(pressed, intent)
            twin = twin_of(table) if first else table
            if any(asked(twin, effect) for effect in first):
                if meanwhile:
                    move_on(twin, random)
                once = twin.snapshot(0.0)
                assert not any(asked(twin, effect) for effect in second)
                assert twin.snapshot(0.0) == once
                done.add(type(intent))
    wanted = {TapTile, PlayChosen, AskDraw, AskPass, AskNextRound, AskRematch}
    assert done == wanted - ({AskDraw, AskNextRound} if setup is BLOCK_ROUND else set())


def twin_of(table: Table) -> Table:
    twin = copy(table)
    twin.seating, twin.rounds = deepcopy(table.seating), [*table.rounds]
    return twin


def asked(table: Table, effect: Effect) -> bool:
    """Have the table carry it out; whether it did."""
    if not isinstance(effect, Say):
        return False
    try:
        table.command("m0", effect.command, 0.0)
    except (Denied, IllegalAction):
        return False
    return True


# Refusals


@pytest.mark.parametrize(
    ("code", "notice"),
    [
        ("not_your_turn", Notice.NOT_YOUR_TURN), ("does_not_match", Notice.DOES_NOT_FIT),
        ("no_drawing", Notice.NO_DRAWING), ("must_play", Notice.MUST_PLAY),
        ("boneyard_empty", Notice.BONEYARD_EMPTY), ("must_draw", Notice.MUST_DRAW),
        ("round_over", Notice.REFUSED), ("not_in_hand", Notice.REFUSED),
        ("stale", Notice.STALE), ("host_only", Notice.REFUSED), ("", Notice.REFUSED),
    ],
)  # fmt: skip
def test_each_refusal_is_told_in_its_own_words(code: str, notice: Notice) -> None:
    model, effects = update(MINE, Told(Refused(code, "No.")))
    assert (model.notice, effects) == (notice, ())
    assert replace(model, notice=None, about=None, chosen=None) == MINE


def test_every_refusal_of_the_rule_card_stands_in_that_table() -> None:
    own_words = {
        r for r in Refusal if update(MINE, Told(Refused(r, "")))[0].notice is not Notice.REFUSED
    }
    assert set(Refusal) - own_words == {Refusal.ROUND_OVER, Refusal.NOT_IN_HAND}


@pytest.mark.parametrize(
    ("chosen", "named"),
    [(None, "2-5"), ("1-2", "2-5"), ("2-5", "2-5"), ("3-5", "3-5"), ("3-4", "3-4")],
)
def test_a_refused_draw_or_pass_names_and_chooses_a_held_tile_that_fits(
    chosen: str | None, named: str
) -> None:
    model, _ = update(replace(MINE, chosen=tile(chosen)), Told(Refused("must_play", "")))
    assert (model.notice, model.chosen, model.about) == (Notice.MUST_PLAY, tile(named), tile(named))


@pytest.mark.parametrize("code", ["does_not_match", "must_play"])
def test_a_refusal_never_names_a_tile_of_an_earlier_one(code: str) -> None:
    model = replace(THEIRS, notice=Notice.DOES_NOT_FIT, about=Tile(1, 2))
    model, _ = update(model, Told(Refused(code, "")))
    assert model.about is None


# The table speaks


def test_what_the_table_tells_replaces_what_was_known() -> None:
    new = seen("3-5", "5-6 6-3 3-3", version=8, turn=1, left=71.5)
    model, effects = update(replace(MINE, left=3.0), Told(new))
    assert (model.update, model.view, model.left, effects) == (new, new.view, 71.5, ())


def test_the_hearth_would_offer_the_match_as_it_stands() -> None:
    told = seen(HAND, LINE, version=8)
    assert told.view is not None
    scored = replace(told, view=replace(told.view, scores=(30, 12)))
    over = replace(scored, phase=Phase.MATCH_OVER)
    for kept, told, offer in (
        (True, scored, Unfinished(DRAW_100, 1, (30, 12))),
        (True, over, None),
        (False, scored, None),
    ):
        model, _ = update(replace(MINE, kept=kept), Told(told))
        assert update(model, GoToHearth())[0].unfinished == offer


@pytest.mark.parametrize(("held", "stays"), [(HAND, True), ("1-2 2-5", False), ("", False)])
def test_a_chosen_tile_stays_chosen_only_while_it_is_held(held: str, stays: bool) -> None:
    model, _ = update(replace(MINE, chosen=Tile(3, 5)), Told(seen(held, LINE, turn=1, version=8)))
    assert model.chosen == (Tile(3, 5) if stays else None)


def test_nothing_chosen_or_said_in_one_round_is_left_in_the_next() -> None:
    played_for = replace(seen(HAND, LINE, turn=1, version=8), events=(PlayedFor(0),))
    ended = replace(seen(HAND, LINE, turn=None, version=9), phase=Phase.ROUND_OVER)
    dealing = replace(ended, phase=Phase.DEALING)
    dealt = seen(HAND, "9-9", turn=1, version=10)  # the same tiles, even
    for phase, intent in ((Phase.ROUND_OVER, AskNextRound()), (Phase.MATCH_OVER, AskRematch())):
        model, _ = update(THEIRS, Told(played_for))
        model = replace(model, chosen=Tile(3, 5))
        model, _ = update(model, Told(replace(ended, phase=phase)))
        assert model.notice is Notice.PLAYED_FOR
        assert model.chosen is None
        model, _ = update(model, intent)
        for told in (dealing, dealt):
            model, _ = update(model, Told(told))
            assert (model.chosen, model.notice, model.about) == (None, None, None)


@pytest.mark.parametrize("intent", [AskDraw(), AskPass()])
def test_asking_for_a_draw_or_a_pass_is_doing_something_too(intent: Intent) -> None:
    model, _ = update(replace(MINE, notice=Notice.PLAYED_FOR), intent)
    assert model.notice is None


def test_a_notice_goes_when_the_table_moves_on_and_not_before() -> None:
    refused = replace(MINE, notice=Notice.MUST_PLAY, about=Tile(3, 5), chosen=Tile(3, 5))
    again, _ = update(refused, Told(seen(HAND, LINE)))
    assert (again.notice, again.about) == (Notice.MUST_PLAY, Tile(3, 5))
    moved, _ = update(again, Told(seen(HAND, LINE, version=8)))
    assert (moved.notice, moved.about) == (None, None)


def test_events_are_numbered_on_and_only_the_latest_stay() -> None:
    model = at(None)
    said: list[Event] = []
    for version in range(20):
        events: tuple[Event, ...] = (Passed(1), Played(0, Tile(3, 3), LEFT))[: version % 3]
        model, _ = update(model, Told(seen(HAND, LINE, version=version, turn=1, events=events)))
        said += events
        expected = [Happening(number, event) for number, event in enumerate(said, 1)]
        assert list(model.told) == expected[-HEARD:]


def test_a_tile_that_we_drew_is_named_and_one_that_others_drew_is_not() -> None:
    events = (Drew(1), Drew(0))
    model, _ = update(THEIRS, Told(seen("1-2 4-6", LINE, version=8, events=events)))
    assert model.told == (Happening(1, Drew(1)), Happening(2, Drew(0), Tile(4, 6)))


def test_a_late_reply_at_the_hearth_changes_nothing() -> None:
    hearth, _ = update(MINE, GoToHearth())
    for reply in (seen(HAND, LINE, version=8), ONLY_DRAW, Refused("stale", "")):
        assert update(hearth, Told(reply)) == (hearth, ())


def test_a_second_only_moves_the_clock_and_that_only_where_it_runs() -> None:
    for model in (MINE, THEIRS):
        assert update(replace(model, left=13.0), Ticked()) == (replace(model, left=12.0), ())
        assert update(replace(model, left=0.0), Ticked()) == (replace(model, left=0.0), ())
    assert update(Model(left=13.0), Ticked()) == (Model(left=13.0), ())


# Drawing and passing by itself


AUTO = [
    (ONLY_DRAW, Notice.AUTO_DRAW, Draw()),
    (ONLY_PASS, Notice.AUTO_PASS, Pass()),
    (seen("1-2", LINE, boneyard=0, setup=BLOCK_ROUND), Notice.AUTO_PASS, Pass()),
]
ON, OFF = Settings(), Settings(auto_draw=False, auto_pass=False)


@pytest.mark.parametrize(("told", "notice", "action"), AUTO)
def test_where_nothing_fits_the_lodge_says_so_waits_and_acts(
    told: Update, notice: Notice, action: Draw | Pass
) -> None:
    model, effects = update(at(None, settings=ON), Told(told))
    assert model.notice is notice
    assert effects == (Later(ON.speed.seconds, ActForMe(7)),)
    assert update(model, ActForMe(7)) == (model, (says(action),))


@pytest.mark.parametrize("lasting", LASTING)
def test_what_is_done_by_itself_hides_no_notice_that_lasts(lasting: Notice) -> None:
    model = Model(screen=Screen.TABLE, notice=lasting)
    model, effects = update(model, Told(ONLY_DRAW))
    assert model.notice is lasting
    assert len(effects) == 1


@pytest.mark.parametrize(("told", "notice", "action"), AUTO)
def test_with_the_setting_off_nothing_is_done_or_said(
    told: Update, notice: Notice, action: Draw | Pass
) -> None:
    model, effects = update(at(None, settings=OFF), Told(told))
    assert (model.notice, effects) == (None, ())
    assert update(model, ActForMe(7)) == (model, ())


def test_each_of_the_two_settings_serves_its_own_case() -> None:
    draws, passes = Settings(auto_pass=False), Settings(auto_draw=False)
    assert update(at(None, settings=draws), Told(ONLY_DRAW))[1]
    assert not update(at(None, settings=draws), Told(ONLY_PASS))[1]
    assert update(at(None, settings=passes), Told(ONLY_PASS))[1]
    assert not update(at(None, settings=passes), Told(ONLY_DRAW))[1]


@pytest.mark.parametrize("speed", Speed)
def test_the_pause_before_it_is_never_more_than_a_second(speed: Speed) -> None:
    _, effects = update(at(None, settings=Settings(speed=speed)), Told(ONLY_DRAW))
    assert effects == (Later(min(1.0, speed.seconds), ActForMe(7)),)


@pytest.mark.parametrize("version", [0, 6, 8])
def test_an_automatic_act_of_another_moment_is_dropped(version: int) -> None:
    model = at(ONLY_DRAW)
    assert update(model, ActForMe(version)) == (model, ())


@pytest.mark.parametrize(
    "model",
    [MINE, THEIRS, Model(), at(None), at(seen("1-2", LINE, turn=1)), at(seen("3-4", LINE))],
    ids=["choices", "not my turn", "hearth", "sitting down", "nothing fits later", "one play"],
)
def test_nothing_else_is_ever_done_for_the_player(model: Model) -> None:
    assert update(model, ActForMe(7)) == (model, ())
    if model.update is not None:
        assert update(at(None), Told(model.update))[1] == ()


def test_the_same_news_again_asks_for_no_second_act() -> None:
    model, _ = update(at(None), Told(ONLY_DRAW))
    assert update(model, Told(ONLY_DRAW)) == (model, ())


@pytest.mark.parametrize(
    ("told", "name", "notice"),
    [(ONLY_DRAW, "auto_draw", Notice.AUTO_DRAW), (ONLY_PASS, "auto_pass", Notice.AUTO_PASS)],
)
def test_switching_it_on_in_the_turn_acts_and_switching_it_off_takes_the_word_back(
    told: Update, name: str, notice: Notice
) -> None:
    model, _ = update(at(None, settings=OFF), Told(told))
    model, effects = update(model, Change(name, "true"))
    assert (model.notice, effects[-1]) == (notice, Later(0.9, ActForMe(7)))
    model, effects = update(model, Change(name, "false"))
    assert model.notice is None
    assert not [effect for effect in effects if isinstance(effect, Later)]
    assert update(model, ActForMe(7)) == (model, ())


# Hints


def test_a_hint_is_thought_over_for_the_table_as_it_is() -> None:
    model, effects = update(MINE, AskHint())
    assert effects == (ThinkHint(7),)
    assert update(model, AskHint()) == (model, ())


def test_a_hint_chooses_its_tile() -> None:
    asked = Hinted(7, Play(Tile(3, 5), End.LEFT), ())
    model, effects = update(replace(MINE, notice=Notice.STALE), asked)
    assert (model.hint, model.chosen, model.notice, effects) == (asked, Tile(3, 5), None, ())
    model, _ = update(replace(MINE, chosen=Tile(3, 4)), Hinted(7, Draw(), ()))
    assert model.chosen is None


def test_a_hint_that_comes_when_the_table_has_moved_on_is_dropped() -> None:
    for late in (6, 8):
        assert update(MINE, Hinted(late, Draw(), ())) == (MINE, ())


def test_a_hint_lasts_until_the_table_moves_on() -> None:
    model, _ = update(MINE, Hinted(7, Play(Tile(3, 5), End.LEFT), ()))
    same, _ = update(model, Told(seen(HAND, LINE, version=7)))
    assert same.hint is not None
    assert update(model, Told(seen(HAND, LINE, version=8)))[0].hint is None


def test_there_is_no_hint_out_of_turn_under_a_sheet_or_where_somebody_else_plays() -> None:
    theirs = replace(MINE, update=seen(HAND, LINE, turn=1))
    assert update(theirs, AskHint()) == (replace(theirs, notice=Notice.NOT_YOUR_TURN), ())
    covered = replace(MINE, sheet=Sheet.KEYS)
    assert update(covered, AskHint()) == (covered, ())
    among = replace(MINE, standing=Standing(Role.HOST, Tie.HERE))
    assert update(among, AskHint()) == (among, ())
    assert update(Model(), AskHint()) == (Model(), ())


# Coming and going


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


@pytest.mark.parametrize(
    ("intent", "command"), [(AskNextRound(), NextRound()), (AskRematch(), Rematch())]
)
def test_the_next_round_and_a_rematch_are_asked_of_the_table(
    intent: Intent, command: NextRound | Rematch
) -> None:
    assert update(MINE, intent) == (MINE, (Say(command),))


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


@settings(max_examples=40)
@given(models(), st.integers(0, 2**32))
def test_taps_alone_are_enough_to_play_any_legal_tile(model: Model, seed: int) -> None:
    plays = () if model.view is None else [a for a in model.view.legal if isinstance(a, Play)]
    for play in plays:
        one = replace(model, sheet=None, chosen=None)
        one, _ = update(one, TapTile(play.tile))
        if len(one.ends_for(play.tile)) == 1 and Random(seed).random() < 0.5:
            _, effects = update(one, TapTile(play.tile))
        else:
            _, effects = update(one, PlayChosen(play.end))
        assert model.update is not None
        assert effects[0] == says(play, model.update.version)


def test_that_the_lodge_has_played_for_us_is_said_until_we_do_something() -> None:
    ours = replace(seen(HAND, LINE, version=8), events=(PlayedFor(0),))
    model, _ = update(MINE, Told(ours))
    assert model.notice is Notice.PLAYED_FOR
    model, _ = update(model, Told(seen(HAND, LINE, version=9)))
    assert model.notice is Notice.PLAYED_FOR
    model, _ = update(model, TapTile(Tile(3, 5)))
    assert model.notice is not Notice.PLAYED_FOR
    theirs = replace(seen(HAND, LINE, version=8), events=(PlayedFor(1),))
    assert update(MINE, Told(theirs))[0].notice is None


@pytest.mark.parametrize("intent", [DealSolo(SETUP, LEVELS), TakeChair()])
def test_at_the_table_a_second_press_at_the_hearth_does_nothing(intent: Intent) -> None:
    assert update(MINE, intent) == (MINE, ())


def test_a_second_press_of_what_was_done_is_not_refused_aloud() -> None:
    assert update(MINE, Told(Refused("not_now", "The table is past that."))) == (MINE, ())


def test_a_chair_taken_elsewhere_leads_to_the_hearth_and_says_so() -> None:
    model, effects = update(MINE, SatElsewhere())
    assert (model.screen, model.update, effects) == (Screen.HEARTH, None, ())
    assert model.notice is Notice.SAT_ELSEWHERE
