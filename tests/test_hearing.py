"""What the table says, and what the model makes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.hearing import HEARD
from app.intents import Intent
from app.intents.hearth import (
    GoToHearth,
    Unfinished,
)
from app.intents.table import (
    AskDraw,
    AskNextRound,
    AskPass,
    AskRematch,
    TapTile,
    Told,
)
from app.model import Happening, Notice
from app.update import update
from engine.actions import Refusal
from engine.events import Drew, Event, Passed, Played
from engine.line import End
from engine.messages import Phase, PlayedFor, Refused
from engine.tiles import Tile
from tests.page import DRAW_100, at, seen
from tests.turns import HAND, LINE, MINE, ONLY_DRAW, THEIRS, tile

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


def test_a_second_press_of_what_was_done_is_not_refused_aloud() -> None:
    assert update(MINE, Told(Refused("not_now", "The table is past that."))) == (MINE, ())


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
        events: tuple[Event, ...] = (Passed(1), Played(0, Tile(3, 3), End.LEFT))[: version % 3]
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
