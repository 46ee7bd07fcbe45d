"""What is heard and felt, and when: only what has just happened, only to whoever wants it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from app.effects import Cue, Effect, Give, Say
from app.intents import Intent
from app.intents.page import Change
from app.intents.replay import Jump, LookFrom, PlayReplay, ReplayGoesOn, Step
from app.intents.table import PlayChosen, TapTile, Ticked, Told
from app.model import Model, Screen
from app.settings import Settings
from app.showing import Showing
from app.update import update
from engine.actions import Play
from engine.chairs import Level
from engine.events import Drew, Opened, Passed, Played
from engine.exhibition import play_match
from engine.line import End
from engine.messages import News, Phase, Phrase, PlayedFor, Reacted, Update
from engine.replay import replay
from engine.rules import Setup, Variant
from engine.tiles import Tile
from tests.page import Memory, Visitor, at, seen
from tests.story import live

HAND = "3-5 3-4 1-2 2-5"
LINE = "5-6 6-3"
NOTHING_FITS = "1-2"
THEY_LAID = Played(1, Tile(3, 6), End.RIGHT)
WE_LAID = Played(0, Tile(3, 6), End.RIGHT)
ALL = Settings(rain=True, click=True, bell=True, vibration=True)
CLICK, BELL, VIBRATION = Cue.CLICK, Cue.BELL, Cue.VIBRATION


def theirs(*events: News, version: int = 7) -> Update:
    return replace(seen(HAND, LINE, turn=1, version=version), events=events)


def ours(*events: News, hand: str = HAND, version: int = 8, boneyard: int = 10) -> Update:
    return replace(seen(hand, LINE, version=version, boneyard=boneyard), events=events)


def given(effects: tuple[Effect, ...]) -> list[Cue]:
    return [effect.cue for effect in effects if isinstance(effect, Give)]


def heard(model: Model, *intents: Intent) -> list[Cue]:
    """All that is given while this happens, in its order."""
    cues = []
    for intent in intents:
        model, effects = update(model, intent)
        cues += given(effects)
    return cues


def told(*updates: Update | None, settings: Settings = ALL) -> list[Cue]:
    """What is given at a table that says this; None: nothing before the rest."""
    first, *rest = updates
    return heard(at(first, settings=settings), *(Told(each) for each in rest if each is not None))


# At the table


@pytest.mark.parametrize(
    ("before", "after", "cues"),
    [
        (theirs(), ours(THEY_LAID), [CLICK, BELL, VIBRATION]),
        (theirs(), ours(Passed(1)), [BELL, VIBRATION]),
        (theirs(), ours(Drew(1), Passed(1)), [BELL, VIBRATION]),
        (theirs(), theirs(THEY_LAID, version=8), [CLICK]),
        (theirs(), theirs(THEY_LAID, WE_LAID, THEY_LAID, version=8), [CLICK]),
        (theirs(), theirs(Drew(1), version=8), []),
        (theirs(), theirs(Reacted(1, Phrase.OH_NO)), []),
        (ours(version=7), theirs(WE_LAID, version=8), [CLICK]),
        (ours(version=7), ours(Drew(0)), []),
        (ours(version=7), ours(WE_LAID, Passed(1)), [CLICK, BELL, VIBRATION]),
        (ours(version=7), theirs(WE_LAID, PlayedFor(0), version=8), [CLICK]),
    ],
)
def test_a_laid_tile_clicks_once_and_a_turn_that_becomes_ours_calls_once(
    before: Update, after: Update, cues: list[Cue]
) -> None:
    assert told(before, after) == cues


@pytest.mark.parametrize("name", ["click", "bell", "vibration"])
def test_each_is_given_only_where_it_is_wanted(name: str) -> None:
    only = Settings().changed(name, "true")
    assert told(theirs(), ours(THEY_LAID), settings=only) == [Cue(name)]


def test_nothing_is_given_until_it_is_wanted() -> None:
    assert told(theirs(), ours(THEY_LAID), settings=Settings()) == []
    assert told(theirs(), ours(THEY_LAID), settings=Settings(rain=True)) == []


@pytest.mark.parametrize("first", [ours(THEY_LAID), theirs(THEY_LAID), ours(version=7)])
def test_a_page_that_comes_to_a_table_hears_nothing_of_what_was_before(first: Update) -> None:
    assert told(None, first) == []


def test_the_same_word_of_the_table_twice_is_heard_once() -> None:
    assert told(theirs(), ours(THEY_LAID), ours(THEY_LAID)) == [CLICK, BELL, VIBRATION]


def test_the_deal_lays_the_opening_tile_and_calls_whoever_begins() -> None:
    dealing = replace(theirs(version=7), phase=Phase.DEALING, view=None)
    assert told(dealing, ours(Opened(1, Tile(5, 6)))) == [CLICK, BELL, VIBRATION]
    assert told(dealing, theirs(Opened(0, Tile(5, 6)), version=8)) == [CLICK]


def test_where_the_lodge_acts_for_us_it_calls_once_we_have_a_choice() -> None:
    must_draw = ours(THEY_LAID, hand=NOTHING_FITS)
    drew = ours(Drew(0), hand="1-2 3-4", version=9)
    assert told(theirs(), must_draw, drew) == [CLICK, BELL, VIBRATION]
    assert told(theirs(), must_draw) == [CLICK]
    assert told(theirs(), ours(THEY_LAID, hand=NOTHING_FITS, boneyard=0)) == [CLICK]
    by_hand = replace(ALL, auto_draw=False, auto_pass=False)
    assert told(theirs(), must_draw, drew, settings=by_hand) == [CLICK, BELL, VIBRATION]


def test_choosing_asking_waiting_and_settings_are_silent() -> None:
    model = at(ours(), settings=ALL)
    asked = TapTile(Tile(3, 4)), PlayChosen(End.RIGHT)
    assert heard(model, *asked, Ticked(), Change("auto_draw", "false")) == []
    _, effects = update(update(model, asked[0])[0], asked[1])
    assert any(isinstance(effect, Say) for effect in effects)


def test_taking_a_turn_back_from_the_lodge_by_a_setting_is_silent() -> None:
    model = at(ours(hand=NOTHING_FITS), settings=ALL)
    assert model.left_to_lodge is not None
    after, effects = update(model, Change("auto_draw", "false"))
    assert (after.left_to_lodge, given(effects)) == (None, [])


def test_a_watcher_hears_the_tiles_and_no_bell() -> None:
    def watched(update: Update) -> Update:
        assert update.view is not None
        view = replace(update.view, seat=None, hand=(), legal=())
        return replace(update, seat=None, view=view)

    assert told(watched(theirs()), watched(ours(THEY_LAID))) == [CLICK]


# On the Replay screen


@cache
def match() -> Showing:
    setup = Setup(Variant.DRAW, 3, 100)
    return Showing(replay(play_match(setup, (Level.EASY,) * 3, 5)))


def watching(moment: int) -> Model:
    return Model(screen=Screen.REPLAY, settings=ALL, showing=match().at(moment))


def brings_a_tile(moment: int) -> bool:
    showing = match().at(moment)
    round, deeds = showing.place
    deed = showing.replay.transcript.rounds[round].deeds[deeds - 1]
    return deeds == 0 or isinstance(deed.action, Play)


def test_each_step_onto_a_laid_tile_clicks_and_no_other() -> None:
    moments = range(1, match().last + 1)
    assert {brings_a_tile(moment) for moment in moments} == {True, False}
    for moment in moments:
        expected = [CLICK] if brings_a_tile(moment) else []
        assert heard(watching(moment - 1), Step(1)) == expected


def test_neither_a_step_back_nor_a_jump_nor_another_view_is_heard() -> None:
    laid = next(m for m in range(2, match().last) if brings_a_tile(m) and brings_a_tile(m - 1))
    assert heard(watching(laid), Step(-1), Jump(0), Jump(laid), Jump(match().last)) == []
    assert heard(watching(laid), LookFrom(1), LookFrom(None)) == []
    assert heard(watching(match().last), Step(1)) == []


def test_a_replay_that_plays_by_itself_is_heard_as_by_steps() -> None:
    goes_on = [ReplayGoesOn(1)] * match().last
    clicks = sum(map(brings_a_tile, range(1, match().last + 1)))
    assert heard(watching(0), PlayReplay(), *goes_on) == [CLICK] * clicks


# On the page


def cued(visitor: Visitor) -> list[str]:
    return [effect["cue"] for effect in visitor.effects if effect["do"] == "cue"]


def test_the_page_is_told_of_the_deals_own_tile_and_of_nothing_again_after_a_reload() -> None:
    async def story() -> None:
        visitor = Visitor(keep := Memory())
        await visitor.arrive(ALL.to_text())
        assert visitor.body["sounds"] == "rain click bell"
        visitor.deal(Setup(Variant.DRAW, 2, 100))
        await visitor.look_until(lambda: visitor.title.startswith("Your turn"))
        assert cued(visitor)[0] == "click"
        await visitor.look_until(lambda: "solo" in keep.texts)

        again = Visitor(keep)
        await again.arrive(ALL.to_text())
        again.press("Take your chair again")
        await again.look_until(lambda: again.title.startswith("Your turn"))
        assert cued(again) == []

    live(story())


def test_a_page_without_wishes_is_told_to_be_silent() -> None:
    async def story() -> None:
        visitor = Visitor(Memory())
        await visitor.arrive()
        assert visitor.body["sounds"] == "none"

    live(story())
