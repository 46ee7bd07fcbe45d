"""How the page changes by what belongs to ranked play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.duel import Duel
from app.effects import (
    CloseTable,
    Download,
    FetchRated,
    GoToBout,
    KeepMatch,
    ListPast,
    OpenLobby,
    ReadRated,
    RememberPlayer,
    Seek,
    ShowAddress,
    Wake,
)
from app.intents import Intent
from app.intents.friends import Awoke, FollowLink, Stood, TakeOver
from app.intents.hearth import GoToHearth
from app.intents.page import PutAside, Sheet, StepBack
from app.intents.ranked import (
    BoutLeft,
    CancelSearch,
    Counted,
    FindOpponent,
    FollowBout,
    FoundTranscript,
    GoToRanked,
    Hindered,
    Joined,
    Matched,
    ReadBest,
    ReadBouts,
    ReadCareer,
    ReadInVain,
    Recorded,
    Refereed,
    SaveRated,
    SearchEnded,
    WatchRated,
)
from app.intents.replay import CloseReplay, GoToReplay
from app.intents.table import Ticked, Told
from app.lobby import Hitch, Lobby, Search
from app.model import Model, Notice, Screen
from app.rivals import Career, Counts, OpenBout, RatedBout, Rival
from app.settings import Settings
from app.standing import Role, Standing, Tie, Trouble
from app.update import update
from engine.letters import Stage
from engine.messages import PlayedFor, Refused
from engine.ranked import Finish
from tests.bouts import ADA, BO, HERS, LINK, ROOM, at_bout, bout_of, playing, rated

LOBBY = Model(screen=Screen.RANKED, settings=Settings(name="Ada"))
SEEKING = replace(LOBBY, lobby=Lobby(Search.WAITING, counts=Counts(2, 1)))
LEFT = (CloseTable(), ShowAddress(""))
US = Rival("ada", "Ada", 1540, 300, True, 3)
WON = RatedBout("x.1", 0, 0, 0, BO, 1540)
OPEN = OpenBout(ROOM, Stage.PLAYING, 0, (US, BO))


def lobby_after(model: Model, intent: Intent) -> Lobby:
    after, effects = update(model, intent)
    assert effects == ()
    return after.lobby


# The screen


@pytest.mark.parametrize("model", [Model(), LOBBY, at_bout(playing(), rated())])
def test_the_door_leads_to_the_ranked_screen_from_wherever_one_is(model: Model) -> None:
    after, effects = update(model, GoToRanked())
    assert after == model.without_table(Screen.RANKED)
    assert effects == (*LEFT, OpenLobby())


def test_an_opponent_is_looked_for_under_our_name() -> None:
    troubled = replace(LOBBY, lobby=Lobby(hitch=Hitch.TAKEN_OVER, us=US))
    for model in (troubled, at_bout(playing(), rated(), settings=LOBBY.settings)):
        after, effects = update(model, FindOpponent())
        assert after.screen is Screen.RANKED
        assert after.lobby == replace(model.lobby, search=Search.JOINING, hitch=None)
        assert after.duel is None
        assert effects == (*LEFT, Seek("Ada"))


@pytest.mark.parametrize("intent", [CancelSearch(), GoToHearth()])
def test_the_search_is_given_up_by_cancelling_and_by_going_away(intent: Intent) -> None:
    after, effects = update(SEEKING, intent)
    assert after.lobby == replace(SEEKING.lobby, search=Search.NONE)
    assert effects[:2] == LEFT


def test_a_page_that_wakes_up_makes_sure_of_the_queue() -> None:
    assert update(SEEKING, Awoke()) == (SEEKING, (Wake(),))
    assert update(LOBBY, Awoke()) == (LOBBY, ())


def test_the_queue_says_as_whom_it_knows_us_and_who_is_here() -> None:
    hindered = replace(LOBBY, lobby=Lobby(Search.JOINING, Hitch.NO_RELAY))
    joined = lobby_after(hindered, Joined(US, Counts(2, 1)))
    assert joined == Lobby(Search.WAITING, counts=Counts(2, 1), us=US)
    assert lobby_after(SEEKING, Counted(Counts(5, 3))).counts == Counts(5, 3)


def test_a_hindrance_leaves_the_search_going_on_and_an_end_does_not() -> None:
    lobby = lobby_after(SEEKING, Hindered(Hitch.FULL))
    assert (lobby.search, lobby.hitch) == (Search.JOINING, Hitch.FULL)
    lobby = lobby_after(SEEKING, SearchEnded(Hitch.LEDGER))
    assert (lobby.search, lobby.hitch) == (Search.NONE, Hitch.LEDGER)


def test_what_is_read_is_kept_to_be_shown() -> None:
    assert lobby_after(LOBBY, ReadBest((US, BO))).best == (US, BO)
    assert lobby_after(LOBBY, ReadBouts((OPEN,))).bouts == (OPEN,)
    lobby = lobby_after(LOBBY, ReadCareer(Career(US, (WON,))))
    assert (lobby.us, lobby.rated) == (US, (WON,))
    assert lobby_after(LOBBY, ReadCareer(None)).rated == ()
    assert lobby_after(LOBBY, ReadInVain(Hitch.LEDGER)).hitch is Hitch.LEDGER


@pytest.mark.parametrize("hitch", Hitch)
def test_only_a_lost_connection_is_over_once_the_relay_answers(hitch: Hitch) -> None:
    after = lobby_after(replace(LOBBY, lobby=Lobby(hitch=hitch)), Counted(Counts(1, 0)))
    assert after.hitch is (None if hitch is Hitch.NO_RELAY else hitch)


def test_a_rated_bout_is_watched_again_and_the_way_back_leads_here() -> None:
    after, effects = update(LOBBY, WatchRated("x.1"))
    assert after.screen is Screen.REPLAY
    assert effects == (ListPast(), ReadRated("x.1"))
    assert update(after, CloseReplay())[0].screen is Screen.RANKED
    from_hearth, _ = update(Model(), GoToReplay())
    assert update(from_hearth, CloseReplay())[0].screen is Screen.HEARTH


def test_a_rated_bout_is_saved_as_a_file() -> None:
    assert update(LOBBY, SaveRated("x.1")) == (LOBBY, (FetchRated("x.1"),))
    assert update(LOBBY, FoundTranscript("{}")) == (LOBBY, (Download("{}"),))


# On the way to a bout


def test_a_match_leads_to_our_chair() -> None:
    after, effects = update(SEEKING, Matched(ROOM, BO))
    assert after.duel == Duel(ROOM, BO)
    assert after.standing == Standing(Role.GUEST, Tie.COMING, sealed=False)
    assert after.lobby.search is Search.NONE
    assert after.screen is Screen.RANKED
    assert effects == (GoToBout(ROOM),)


@pytest.mark.parametrize(
    "intent", [FollowBout(ROOM), FollowLink(f"http://lodge.test/#bout={ROOM}")]
)
def test_a_bout_is_gone_to_by_its_button_and_by_its_link(intent: Intent) -> None:
    after, effects = update(LOBBY, intent)
    assert after.duel == Duel(ROOM)
    assert after.screen is Screen.RANKED
    assert effects == (CloseTable(), GoToBout(ROOM))
    there = at_bout(replace(playing(), seat=None))
    assert update(there, FollowBout(ROOM)) == (there, ())


def test_what_another_tab_has_taken_is_taken_back() -> None:
    model = at_bout(playing())
    assert model.standing is not None
    lost = replace(model, standing=replace(model.standing, trouble=Trouble.TAKEN_OVER))
    after, effects = update(lost, TakeOver())
    assert after.duel == Duel(ROOM)
    assert effects == (CloseTable(), GoToBout(ROOM))


def test_the_table_is_shown_as_soon_as_it_is_dealt() -> None:
    coming, _ = update(SEEKING, Matched(ROOM, BO))
    told = playing()
    dealing = replace(told, view=None, left=None)
    assert update(coming, Told(dealing))[0].screen is Screen.RANKED
    assert update(coming, Told(told))[0].screen is Screen.TABLE


def test_the_address_leads_back_to_the_bout() -> None:
    coming, _ = update(SEEKING, Matched(ROOM, BO))
    link = f"http://lodge.test/#bout={ROOM}"
    stood = Stood(Standing(Role.GUEST, Tie.HERE, link, sealed=False))
    assert update(coming, stood)[1] == (ShowAddress(link),)


# At a bout


def test_who_plays_is_asked_before_leaving_loses_it() -> None:
    model = at_bout(playing())
    asked, effects = update(model, GoToHearth())
    assert asked == replace(model, sheet=Sheet.LEAVE)
    assert effects == (ShowAddress(LINK),)
    assert update(asked, PutAside())[0] == model
    left, effects = update(asked, GoToHearth())
    assert left.screen is Screen.HEARTH
    assert effects == LEFT
    for elsewhere in (f"x#bout={ROOM[::-1]}", "x#table=1&key=2"):
        for before in (model, asked):  # the browser tells of a Back before it, too
            assert update(before, FollowLink(elsewhere)) == (asked, (ShowAddress(LINK),))


def test_back_asks_first_and_then_puts_the_question_aside() -> None:
    model = at_bout(playing())
    asked, effects = update(model, StepBack())
    assert (asked, effects) == (replace(model, sheet=Sheet.LEAVE), (ShowAddress(LINK),))
    assert update(asked, StepBack()) == (model, (ShowAddress(LINK),))
    settings = replace(model, sheet=Sheet.SETTINGS)
    assert update(settings, StepBack()) == (model, (ShowAddress(LINK),))
    over = at_bout(playing(), rated())
    assert update(over, StepBack())[0].screen is Screen.HEARTH


def test_a_rematch_that_cannot_be_is_said() -> None:
    model, _ = update(at_bout(playing(), rated()), Told(Refused("ledger", "Not now."), None))
    assert model.notice is Notice.NO_LEDGER


def test_who_watches_or_has_played_leaves_at_once() -> None:
    for model in (at_bout(replace(playing(), seat=None)), at_bout(playing(), rated())):
        assert update(model, GoToHearth())[0].screen is Screen.HEARTH


@pytest.mark.parametrize("stage", [Stage.WRITING, Stage.VOID])
def test_the_question_is_gone_once_the_bout_is_over(stage: Stage) -> None:
    asked = at_bout(playing(), sheet=Sheet.LEAVE)
    assert update(asked, Refereed(bout_of(stage)))[0].sheet is None
    assert update(asked, Refereed(bout_of(watchers=1)))[0].sheet is Sheet.LEAVE


def test_once_we_are_rated_our_results_can_be_asked_for() -> None:
    writing = at_bout(playing(), bout_of(Stage.WRITING))
    after, effects = update(writing, Refereed(rated()))
    assert after.duel == Duel(ROOM, BO, rated())
    assert effects == (RememberPlayer("ada"),)
    assert update(after, Refereed(rated(watchers=1)))[1] == ()
    watching = replace(writing, update=replace(playing(), seat=None))
    assert update(watching, Refereed(rated()))[1] == ()


def test_a_transcript_that_is_here_is_kept() -> None:
    after, effects = update(at_bout(playing(), rated()), Recorded())
    assert after.duel == replace(Duel(ROOM, BO, rated()), recorded=True)
    assert effects == (KeepMatch(),)


def test_a_room_that_closes_after_the_end_is_remembered_as_left() -> None:
    after, _ = update(at_bout(playing(), rated()), BoutLeft())
    assert after.duel == replace(Duel(ROOM, BO, rated()), left=True)


@pytest.mark.parametrize("intent", [Refereed(bout_of()), BoutLeft(), Recorded()])
def test_without_a_bout_its_news_change_nothing(intent: Intent) -> None:
    assert update(LOBBY, intent) == (LOBBY, ())


def test_whose_turn_ran_out_is_remembered() -> None:
    model = at_bout(playing())
    told = replace(playing(version=8), events=(PlayedFor(0),))
    after, _ = update(model, Told(told))
    assert after.duel is not None
    assert after.duel.late == {0}
    again, _ = update(after, Told(replace(told, version=9, events=())))
    assert again.duel is not None
    assert again.duel.late == {0}


def test_a_second_takes_from_whoever_is_away_and_from_the_turn() -> None:
    away = bout_of(other=replace(HERS, away=30.0))
    after, _ = update(at_bout(playing(left=50.0), away), Ticked())
    assert after.duel is not None
    assert after.duel.bout == bout_of(other=replace(HERS, away=29.0))
    assert after.left == 49.0


def test_when_it_is_over_no_clock_runs_and_nobody_has_a_turn() -> None:
    over = at_bout(playing(), bout_of(Stage.RATED, Finish.LEFT, 0, us=ADA))
    assert not over.my_turn
    assert not over.clock_runs
    assert at_bout(playing()).my_turn
    assert at_bout(playing()).clock_runs


def test_an_older_view_of_a_bout_that_is_over_does_not_interrupt_a_replay() -> None:
    over = at_bout(playing(), bout_of(Stage.RATED, Finish.LEFT, 0), screen=Screen.REPLAY)
    assert update(over, Told(playing(version=8)))[0].screen is Screen.REPLAY
    again = at_bout(playing(), bout_of(), screen=Screen.REPLAY)
    assert update(again, Told(playing(version=8)))[0].screen is Screen.TABLE
