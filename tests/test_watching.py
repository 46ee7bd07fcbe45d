from dataclasses import replace

import pytest

from app.effects import Download, Effect, Later, ListPast, ReadPast, ReadTable, SaveTable
from app.intents import Intent
from app.intents.hearth import GoToHearth
from app.intents.page import OpenSheet, Sheet
from app.intents.replay import (
    CloseReplay,
    FoundPast,
    GoToReplay,
    Jump,
    LookFrom,
    OpenPast,
    OpenText,
    PlayReplay,
    ReplayGoesOn,
    SaveTranscript,
    Step,
    WatchAgain,
)
from app.intents.table import PlayChosen
from app.model import Model, Notice, Screen
from app.shelf import PastMatch
from app.showing import Showing
from app.update import update
from engine.chairs import Level
from engine.exhibition import play_match
from engine.line import End
from engine.transcript import Transcript, write
from tests.page import BLOCK_ROUND, DRAW_100, seen

TRANSCRIPT = play_match(DRAW_100, [Level.EASY] * 2, 5)
TEXT = write(TRANSCRIPT)
MOMENTS = sum(1 + len(kept.deeds) for kept in TRANSCRIPT.rounds)
AT_REPLAY = Model(screen=Screen.REPLAY)


def after(model: Model, *intents: Intent) -> tuple[Model, tuple[Effect, ...]]:
    effects: tuple[Effect, ...] = ()
    for intent in intents:
        model, effects = update(model, intent)
    return model, effects


def opened(transcript: Transcript = TRANSCRIPT) -> Model:
    return after(AT_REPLAY, OpenText(write(transcript)))[0]


def showing(model: Model) -> Showing:
    assert model.showing is not None
    return model.showing


def at(moment: int) -> Model:
    return after(opened(), Jump(moment))[0]


def test_the_screen_opens_without_a_match_and_asks_for_the_list() -> None:
    model, effects = after(Model(), GoToReplay())
    assert (model.screen, model.showing, effects) == (Screen.REPLAY, None, (ListPast(),))
    past = PastMatch(3, BLOCK_ROUND, (10, 0), 0, ("Guest", "ferryman"))
    model, _ = after(model, FoundPast((past,)))
    assert model.past == (past,)
    assert after(model, OpenPast(3))[1] == (ReadPast(3),)


def test_the_match_just_played_is_asked_of_its_table() -> None:
    model, effects = after(Model(screen=Screen.TABLE), WatchAgain())
    assert (model.screen, effects) == (Screen.REPLAY, (ListPast(), ReadTable()))


def test_a_transcript_opens_at_its_first_deal_with_all_hands_up() -> None:
    it = showing(opened())
    assert (it.moment, it.place, it.seat, it.last) == (0, (0, 0), None, MOMENTS - 1)
    assert len(it.scene.view.record) == 1
    assert sorted(len(hand) for hand in it.scene.hands) == [6, 7]


@pytest.mark.parametrize("text", [None, "", "{", "[]", TEXT[:-9]])
def test_what_is_no_transcript_is_told_and_nothing_shown(text: str | None) -> None:
    model, _ = after(opened(), OpenText(text))
    assert model.showing is None
    assert (model.unopened == "") is (text is None)
    assert after(model, OpenText(TEXT))[0].unopened is None


def test_a_transcript_that_arrives_after_the_screen_was_left_is_dropped() -> None:
    model, _ = after(AT_REPLAY, GoToHearth(), OpenText(TEXT))
    assert (model.screen, model.showing) == (Screen.HEARTH, None)


def test_steps_lead_through_every_deal_and_deed_and_stop_at_both_ends() -> None:
    model = opened()
    places = [showing(model).place]
    for _ in range(MOMENTS + 3):
        model, _ = after(model, Step(1))
        places.append(showing(model).place)
    wanted = [
        (number, done)
        for number, kept in enumerate(TRANSCRIPT.rounds)
        for done in range(len(kept.deeds) + 1)
    ]
    assert list(dict.fromkeys(places)) == wanted
    assert showing(after(at(2), Step(-5))[0]).moment == 0


def test_arrow_keys_step() -> None:
    assert showing(after(at(5), PlayChosen(End.RIGHT))[0]).moment == 6
    assert showing(after(at(5), PlayChosen(End.LEFT))[0]).moment == 4


def test_no_arrow_key_steps_under_an_open_sheet() -> None:
    model, _ = after(at(5), OpenSheet(Sheet.SETTINGS))
    assert after(model, PlayChosen(End.RIGHT)) == (model, ())


@pytest.mark.parametrize(("moment", "reached"), [(-3, 0), (7, 7), (10**9, MOMENTS - 1)])
def test_a_jump_ends_within_the_match(moment: int, reached: int) -> None:
    assert showing(at(moment)).moment == reached


def test_every_round_begins_with_its_deal() -> None:
    for number in range(len(TRANSCRIPT.rounds)):
        it = showing(opened())
        assert it.at(it.start_of(number)).place == (number, 0)


def test_from_a_chair_the_view_is_that_seats_own() -> None:
    model, _ = after(at(9), LookFrom(1))
    it = showing(model)
    assert (it.seat, it.moment) == (1, 9)
    assert it.scene.view.hand == it.scene.hands[1]
    assert showing(after(model, LookFrom(None))[0]).scene.view.hand == ()


@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_a_chair_that_is_not_there_changes_nothing(seat: int) -> None:
    assert after(at(9), LookFrom(seat))[0] == at(9)


def test_it_plays_by_itself_a_moment_at_a_time_until_it_is_stopped() -> None:
    model, effects = after(at(5), PlayReplay())
    (later,) = effects
    assert isinstance(later, Later)
    assert showing(model).playing
    model, effects = after(model, later.intent)
    assert showing(model).moment == 6
    assert len(effects) == 1
    stopped, effects = after(model, PlayReplay())
    assert effects == ()
    assert after(stopped, later.intent) == (stopped, ())


def test_a_run_that_was_stopped_does_not_go_on_within_the_next_one() -> None:
    model, (later,) = after(at(5), PlayReplay())
    assert isinstance(later, Later)
    model, _ = after(model, PlayReplay(), PlayReplay())
    assert after(model, later.intent) == (model, ())


def test_it_stops_at_the_end_and_begins_anew_from_there() -> None:
    model, (later,) = after(at(MOMENTS - 2), PlayReplay())
    assert isinstance(later, Later)
    model, effects = after(model, later.intent)
    assert (showing(model).moment, showing(model).playing, effects) == (MOMENTS - 1, False, ())
    assert showing(after(model, PlayReplay())[0]).moment == 0


def test_a_step_or_a_jump_stops_it() -> None:
    for intent in (Step(1), Jump(3)):
        assert not showing(after(at(5), PlayReplay(), intent)[0]).playing


def test_a_faulty_match_is_shown_as_far_as_it_was_legal() -> None:
    first, *rest = TRANSCRIPT.rounds
    wrong = replace(first.deeds[4], seat=1 - first.deeds[4].seat)
    deeds = (*first.deeds[:4], wrong, *first.deeds[5:])
    it = showing(opened(replace(TRANSCRIPT, rounds=(replace(first, deeds=deeds), *rest))))
    assert it.replay.fault is not None
    assert it.last == 4
    assert it.at(4).scene.view.result is None
    unfair = replace(TRANSCRIPT, rounds=(first, replace(rest[0], deck=rest[0].deck[::-1])))
    assert showing(opened(unfair)).last == len(first.deeds)


def test_a_match_that_was_never_dealt_fairly_or_at_all_says_why_it_cannot_be_shown() -> None:
    unfair = replace(TRANSCRIPT.rounds[0], deck=TRANSCRIPT.rounds[0].deck[::-1])
    model = opened(replace(TRANSCRIPT, rounds=(unfair,)))
    said = "rounds[0]: The secrets give another deck than this one."
    assert (model.showing, model.unopened) == (None, said)
    empty = opened(replace(TRANSCRIPT, rounds=()))
    assert (empty.showing, empty.unopened) == (None, "rounds: expected a round, got none")


def test_what_is_open_can_be_saved_and_comes_out_as_it_went_in() -> None:
    (effect,) = after(opened(), SaveTranscript())[1]
    assert effect == Download(TEXT)


def test_at_the_table_its_own_transcript_is_saved() -> None:
    assert after(Model(screen=Screen.TABLE), SaveTranscript())[1] == (SaveTable(),)


def test_with_nothing_open_there_is_nothing_to_do() -> None:
    for intent in (SaveTranscript(), Step(1), Jump(3), LookFrom(0), PlayReplay(), ReplayGoesOn(0)):
        assert after(AT_REPLAY, intent) == (AT_REPLAY, ())


def test_closing_leads_to_the_list_then_to_the_hearth() -> None:
    model, _ = after(opened(), CloseReplay())
    assert (model.screen, model.showing) == (Screen.REPLAY, None)
    assert after(model, CloseReplay())[0].screen is Screen.HEARTH


def test_closing_leads_back_to_the_table_that_is_still_set() -> None:
    table = Model(screen=Screen.TABLE, update=seen("3-5", "5-3"), notice=Notice.STALE)
    model, _ = after(table, WatchAgain(), OpenText(TEXT), CloseReplay())
    assert (model.screen, model.showing, model.notice) == (Screen.TABLE, None, None)
    assert model.update == table.update


def test_names_are_those_of_the_transcript_and_the_regulars_sit_where_it_names_none() -> None:
    named = replace(TRANSCRIPT, names=("Ada\n", "warden"))
    chairs = showing(opened(named)).update(showing(opened(named)).scene).chairs
    assert (chairs[0].name, chairs[1].regular) == ("Ada", "warden")
    chairs = showing(opened()).update(showing(opened()).scene).chairs
    assert (chairs[0].name, chairs[1].regular) == ("Guest", "ferryman")
