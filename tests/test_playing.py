"""What the player does at the table, what the lodge does for them, and what comes of it."""

from __future__ import annotations

from copy import copy, deepcopy
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.effects import (
    Effect,
    Focus,
    Later,
    Say,
    ThinkHint,
)
from app.intents import Intent
from app.intents.page import (
    Change,
    Sheet,
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
    Told,
)
from app.model import LASTING, Model, Notice, Screen
from app.settings import Settings, Speed
from app.standing import Role, Standing, Tie
from app.update import update
from engine.actions import Draw, IllegalAction, Pass, Play
from engine.line import End
from engine.messages import Act, NextRound, Phase, Rematch, Update
from engine.rules import Setup, Variant
from engine.table import Denied, Table
from engine.tiles import Tile
from tests.page import BLOCK_ROUND, DRAW_100, at, models, seen
from tests.strategies import move_on, seated
from tests.turns import HAND, LINE, MINE, ONLY_DRAW, THEIRS, tile

LEFT, RIGHT = End.LEFT, End.RIGHT
EQUAL_ENDS = "3-6 6-3"


ONLY_PASS = seen("1-2", LINE, boneyard=0)


def says(action: Play | Draw | Pass, version: int = 7) -> Say:
    return Say(Act(version, action))


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


@pytest.mark.parametrize(
    ("intent", "command"), [(AskNextRound(), NextRound()), (AskRematch(), Rematch())]
)
def test_the_next_round_and_a_rematch_are_asked_of_the_table(
    intent: Intent, command: NextRound | Rematch
) -> None:
    assert update(MINE, intent) == (MINE, (Say(command),))


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
