"""What each intent of a table of friends makes of the model, and what it asks to be done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.effects import (
    ChangePlace,
    CloseTable,
    Effect,
    FollowInvite,
    GoBack,
    Later,
    Say,
    SetForFriends,
    ShowAddress,
    Store,
    Wake,
)
from app.gathering import FIRST_SETUP, REACTION_SECONDS
from app.intents import Intent
from app.intents.friends import (
    Arrange,
    AskReact,
    AskStart,
    Awoke,
    CallMe,
    Calmed,
    CloseForAll,
    Copied,
    FollowLink,
    FoundFriends,
    GrewTooLarge,
    MarkReady,
    SendAway,
    SetTable,
    SitDown,
    Stood,
    TakeFriendsChair,
    TakeOver,
)
from app.intents.hearth import GoToHearth
from app.intents.page import PutAside, Sheet
from app.intents.table import PlayChosen, Ticked, Told
from app.model import Happening, Model, Notice, Screen
from app.reading import read_intent
from app.settings import Settings
from app.standing import Role, Standing, Tie, Trouble
from app.update import update
from engine.actions import Play
from engine.chairs import Chair, Level, regular_in
from engine.line import End
from engine.messages import (
    Act,
    Configure,
    Kick,
    Phase,
    Phrase,
    React,
    Reacted,
    Ready,
    Refused,
    Rename,
    Start,
    Update,
)
from engine.rules import Setup, Variant
from engine.tiles import Tile
from tests.page import seen

ME = Settings(name="Ada")
PACE = ME.speed.seconds
INVITE = "https://lodge.test/#table=" + "r" * 22 + "&key=" + "s" * 43
HERE = Standing(Role.GUEST, Tie.HERE, INVITE)
SETUP = Setup(Variant.DRAW, 3, 100)
CHAIRS = (Chair(name="Anouk"), Chair(name="Ada"), regular_in(2, Level.SHARP))


def gathered(**changes: Any) -> Update:
    told = Update(3, Phase.GATHERING, SETUP, 1, 0, CHAIRS, None, False, None, None, ())
    return replace(told, **changes)


def deserted() -> Update:
    """All others have gone."""
    return gathered(chairs=(regular_in(0, Level.EASY), *CHAIRS[1:]))


def at_gather(role: Role = Role.GUEST, **changes: Any) -> Model:
    standing = replace(HERE, role=role)
    return replace(
        Model(settings=ME, screen=Screen.GATHER, standing=standing, update=gathered()), **changes
    )


AT_HEARTH = Model(settings=ME, friends=True)


# Coming


@pytest.mark.parametrize(
    ("intent", "role", "effect"),
    [
        (SetTable(), Role.HOST, SetForFriends(FIRST_SETUP, (Level.STEADY,) * 5, "Ada", PACE)),
        (FollowLink(INVITE), Role.WATCHER, FollowInvite(INVITE, "Ada", PACE)),
        (TakeFriendsChair(), Role.GUEST, GoBack("Ada", PACE)),
    ],
    ids=["set", "follow", "return"],
)
@pytest.mark.parametrize("screen", Screen)
def test_whoever_goes_to_a_table_of_friends_leaves_any_other(
    intent: Intent, role: Role, effect: Effect, screen: Screen
) -> None:
    before = replace(
        AT_HEARTH, screen=screen, update=seen("3-5", "3-3"), sheet=Sheet.KEYS, notice=Notice.STALE
    )
    model, effects = update(before, intent)
    coming = Standing(role, Tie.COMING)
    assert model == Model(settings=ME, screen=Screen.GATHER, standing=coming, friends=True)
    assert effects == (CloseTable(), effect)


def test_the_link_of_the_table_at_which_we_are_leads_nowhere_else() -> None:
    model = at_gather()
    for link in (INVITE, "http://other.test/?x" + INVITE[INVITE.index("#") :]):
        assert update(model, FollowLink(link)) == (model, ())
    other = INVITE.replace("r", "q")
    assert update(model, FollowLink(other))[1][1] == FollowInvite(other, "Ada", PACE)


def test_a_link_is_followed_from_a_table_that_has_no_invite_yet() -> None:
    model = at_gather(standing=Standing(Role.HOST, Tie.COMING))
    assert update(model, FollowLink(""))[1] == (CloseTable(), FollowInvite("", "Ada", PACE))


def test_the_hearth_knows_whether_friends_wait() -> None:
    for found in (True, False):
        assert update(Model(), FoundFriends(found)) == (Model(friends=found), ())


def test_to_leave_is_to_go_to_the_hearth_where_the_address_leads_to_no_table() -> None:
    for intent, for_all in ((GoToHearth(), False), (CloseForAll(), True)):
        model, effects = update(at_gather(Role.HOST, doubted=CloseForAll()), intent)
        assert (model.screen, model.standing, model.update) == (Screen.HEARTH, None, None)
        assert effects == (CloseTable(for_all), ShowAddress(""))


# How we stand


def test_the_address_shows_the_invite_once_it_is_another() -> None:
    model = at_gather(standing=Standing(Role.HOST, Tie.COMING))
    model, effects = update(model, Stood(HERE))
    assert (model.standing, effects) == (HERE, (ShowAddress(INVITE),))
    lost = replace(HERE, tie=Tie.LOST)
    assert update(model, Stood(lost)) == (replace(model, standing=lost), ())
    nowhere = replace(HERE, invite="", trouble=Trouble.NO_RELAY)
    assert update(model, Stood(nowhere)) == (replace(model, standing=nowhere), ())


def test_the_seconds_of_a_host_who_is_away_pass_and_the_turns_do_not() -> None:
    away = replace(HERE, tie=Tie.HOST_AWAY, until=1.5)
    model = at_gather(standing=away, update=seen("3-5", "3-3"), left=80.0)
    for seconds in (0.5, 0.0, 0.0):
        model, effects = update(model, Ticked())
        assert effects == ()
        assert model.standing == replace(away, until=seconds)
        assert model.left == 80.0


def test_to_take_over_is_to_follow_the_same_tables_link() -> None:
    taken = replace(HERE, trouble=Trouble.TAKEN_OVER, tie=Tie.LOST)
    model, effects = update(at_gather(standing=taken), TakeOver())
    assert model.standing == replace(HERE, tie=Tie.COMING)
    assert effects == (FollowInvite(HERE.invite, "Ada", PACE),)


def test_a_word_on_what_was_refused_goes_when_the_chairs_have_changed() -> None:
    model = replace(at_gather(), notice=Notice.NOT_READY)
    assert model.update is not None
    same, _ = update(model, Told(model.update))
    assert same.notice is Notice.NOT_READY
    chairs = tuple(replace(chair, ready=True) for chair in model.update.chairs)
    ready, _ = update(model, Told(replace(model.update, chairs=chairs)))
    assert ready.notice is None


@pytest.mark.parametrize("tie", Tie)
def test_what_is_done_while_cut_off_is_said_to_go_out_later(tie: Tie) -> None:
    seen_update = seen("3-5", "5-5")
    model = Model(
        screen=Screen.TABLE, update=seen_update, standing=replace(HERE, tie=tie), chosen=Tile(3, 5)
    )
    after, effects = update(model, PlayChosen(End.LEFT))
    assert (after.notice is Notice.GOES_LATER) is (tie is not Tie.HERE)
    assert Say(Act(seen_update.version, Play(Tile(3, 5), End.LEFT))) in effects


def test_who_watches_sits_down_by_a_name() -> None:
    model, effects = update(at_gather(Role.WATCHER, update=gathered(seat=None)), SitDown(" Bo "))
    assert model.settings.name == "Bo"
    assert model.standing == replace(HERE, tie=Tie.COMING)
    assert effects == (
        Store("settings", model.settings.to_text()),
        ChangePlace(Role.GUEST, "Bo", PACE),
    )


def test_where_no_chair_is_free_we_watch() -> None:
    model, effects = update(at_gather(), Told(Refused("table_full", "Every chair is taken."), None))
    assert model.notice is Notice.TABLE_FULL
    assert model.standing == replace(HERE, role=Role.WATCHER, tie=Tie.COMING)
    assert effects == (ChangePlace(Role.WATCHER, "Ada", PACE),)


@pytest.mark.parametrize(
    ("code", "notice"),
    [
        ("chair_taken", Notice.CHAIR_TAKEN),
        ("not_ready", Notice.NOT_READY),
        ("stale", Notice.STALE),
        ("host_only", Notice.REFUSED),
        ("whatever", Notice.REFUSED),
        ("not_now", None),
    ],
)
def test_any_other_refusal_is_only_told(code: str, notice: Notice | None) -> None:
    model, effects = update(at_gather(), Told(Refused(code, ""), None))
    assert (model, effects) == (at_gather(notice=notice), ())


# What is asked of the table


@pytest.mark.parametrize(
    ("intent", "command"),
    [
        (MarkReady(True), Ready(True)),
        (MarkReady(False), Ready(False)),
        (AskStart(), Start()),
        (AskReact(Phrase.OH_NO), React(Phrase.OH_NO)),
    ],
    ids=str,
)
def test_what_the_player_asks_is_said_to_the_table(intent: Intent, command: Any) -> None:
    kept = None if isinstance(intent, AskReact) else Sheet.SCORE
    model, effects = update(at_gather(sheet=Sheet.SCORE), intent)
    assert (model, effects) == (at_gather(sheet=kept), (Say(command),))


FINAL: list[CloseForAll | SendAway] = [CloseForAll(), SendAway(0), SendAway(2)]


@pytest.mark.parametrize("intent", FINAL, ids=str)
def test_what_cannot_be_undone_is_asked_first_and_may_be_put_aside(
    intent: CloseForAll | SendAway,
) -> None:
    gathers = at_gather(Role.HOST, sheet=Sheet.SETTINGS)
    asked, effects = update(gathers, intent)
    assert (asked, effects) == (replace(gathers, doubted=intent), ())
    assert update(asked, PutAside()) == (gathers, ())
    for other in FINAL:
        if other != intent:
            assert update(asked, other) == (replace(gathers, doubted=other), ())
    done, effects = update(asked, intent)
    done_by = Say(Kick(intent.seat)) if isinstance(intent, SendAway) else CloseTable(for_all=True)
    assert done_by in effects
    assert done.doubted is None


def test_a_table_with_nobody_else_is_closed_at_once() -> None:
    alone = at_gather(Role.HOST, update=deserted())
    _, effects = update(alone, CloseForAll())
    assert CloseTable(for_all=True) in effects


def test_who_has_gone_is_not_asked_about_any_more() -> None:
    asked, _ = update(at_gather(Role.HOST), SendAway(0))
    later, _ = update(asked, Told(deserted(), None))
    assert later.doubted is None


BLOCK = Setup(Variant.BLOCK, 2, 100)
LEVELS = (Level.STEADY, Level.STEADY, Level.SHARP)


@pytest.mark.parametrize(
    ("what", "value", "setup", "levels"),
    [
        ("variant", "draw", SETUP, LEVELS),
        ("seats", "5", Setup(Variant.DRAW, 5, 100), LEVELS),
        ("target", "200", Setup(Variant.DRAW, 3, 200), LEVELS),
        ("level-2", "easy", SETUP, (*LEVELS[:2], Level.EASY)),
        ("level-1", "easy", SETUP, (Level.STEADY, Level.EASY, Level.SHARP)),
    ],
)
def test_one_wish_of_the_host_is_a_whole_new_arrangement(
    what: str, value: str, setup: Setup, levels: tuple[Level, ...]
) -> None:
    model = at_gather(Role.HOST)
    assert update(model, Arrange(what, value)) == (model, (Say(Configure(setup, levels)),))


def test_another_game_has_its_own_seats_and_target() -> None:
    _, [say] = update(at_gather(Role.HOST), Arrange("variant", "block"))
    assert isinstance(say, Say)
    assert isinstance(say.command, Configure)
    assert (say.command.setup.variant, say.command.setup.seats) == (Variant.BLOCK, 2)
    block = at_gather(Role.HOST, update=gathered(setup=say.command.setup, chairs=CHAIRS[:2]))
    assert update(block, Arrange("variant", "draw"))[1] == (
        Say(Configure(FIRST_SETUP, LEVELS[:2])),
    )
    assert update(block, Arrange("target", ""))[1] == (
        Say(Configure(Setup(Variant.BLOCK, 2, None), LEVELS[:2])),
    )


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("variant", "poker"), ("seats", "9"), ("seats", ""), ("seats", "x"), ("target", "7"),
        ("target", ""), ("level-3", "easy"), ("level-x", "easy"), ("level-", "easy"),
        ("level-1", "kind"), ("", ""), ("host", "1"),
    ],
)  # fmt: skip
def test_a_wish_that_makes_no_sense_is_none(what: str, value: str) -> None:
    model = at_gather(Role.HOST)
    assert update(model, Arrange(what, value)) == (model, ())


def test_before_anything_was_told_nothing_is_arranged() -> None:
    model = at_gather(Role.HOST, update=None)
    assert update(model, Arrange("seats", "5")) == (model, ())


@pytest.mark.parametrize(
    ("told", "says"),
    [(gathered(), True), (gathered(seat=None), False), (None, False)],
    ids=["seated", "watching", "coming"],
)
def test_a_name_is_kept_and_told_where_we_sit(told: Update | None, says: bool) -> None:
    model, effects = update(at_gather(update=told), CallMe("Bo"))
    assert model.settings.name == "Bo"
    assert effects[0] == Store("settings", model.settings.to_text())
    assert effects[1:] == ((Say(Rename("Bo")),) if says else ())


def test_without_a_table_a_name_is_only_kept_and_an_empty_one_not_told() -> None:
    model, effects = update(AT_HEARTH, CallMe("Bo"))
    assert (model.settings.name, len(effects)) == ("Bo", 1)
    model, effects = update(at_gather(), CallMe("  "))
    assert (model.settings.name, len(effects)) == ("", 1)


# The page


@pytest.mark.parametrize(("done", "notice"), [(True, Notice.COPIED), (False, Notice.NOT_COPIED)])
def test_whether_the_link_is_copied_is_told(done: bool, notice: Notice) -> None:
    assert update(at_gather(), Copied(done)) == (at_gather(notice=notice), ())


def test_what_the_page_asks_of_itself() -> None:
    assert update(at_gather(), Awoke()) == (at_gather(), (Wake(),))
    assert update(at_gather(), GrewTooLarge()) == (at_gather(notice=Notice.TOO_LARGE), ())


OF_A_TABLE: list[Intent] = [
    Stood(HERE), TakeOver(), SitDown("Bo"), Arrange("seats", "5"), MarkReady(True), AskStart(),
    SendAway(1), AskReact(Phrase.THANKS), Calmed(1), Awoke(), GrewTooLarge(),
]  # fmt: skip


@pytest.mark.parametrize("intent", OF_A_TABLE, ids=lambda intent: type(intent).__name__)
def test_without_a_table_of_friends_they_change_nothing(intent: Intent) -> None:
    alone = Model(settings=ME, screen=Screen.TABLE, update=seen("3-5", "3-3"))
    for model in (AT_HEARTH, alone):
        assert update(model, intent) == (model, ())


# Screens


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("screen", [Screen.GATHER, Screen.TABLE, Screen.REPLAY])
@pytest.mark.parametrize("dealt", [True, False], ids=["dealt", "undealt"])
def test_the_table_calls_whoever_is_elsewhere_once_it_is_dealt(
    phase: Phase, screen: Screen, dealt: bool
) -> None:
    told = seen("3-5", "3-3", phase=phase)
    told = told if dealt else replace(told, view=None)
    model, _ = update(at_gather(screen=screen), Told(told, None))
    if phase is Phase.GATHERING:
        assert model.screen is screen
    elif screen is Screen.REPLAY:
        stays = phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)
        assert model.screen is (Screen.REPLAY if stays else Screen.TABLE)
    elif dealt:
        assert model.screen is Screen.TABLE
    else:
        assert model.screen is screen


def test_nothing_of_friends_is_heard_at_the_hearth() -> None:
    assert update(AT_HEARTH, Told(gathered(), None)) == (AT_HEARTH, ())


# Reactions


def exclaim(model: Model, *phrases: tuple[int, Phrase]) -> tuple[Model, tuple[Effect, ...]]:
    events = tuple(Reacted(seat, phrase) for seat, phrase in phrases)
    return update(model, Told(gathered(events=events), None))


def test_each_seat_exclaims_its_latest_for_a_while() -> None:
    model, effects = exclaim(at_gather(), (0, Phrase.THANKS), (1, Phrase.OH_NO))
    assert [one.event for one in model.reactions] == [
        Reacted(0, Phrase.THANKS), Reacted(1, Phrase.OH_NO),
    ]  # fmt: skip
    assert effects == tuple(Later(REACTION_SECONDS, Calmed(one.number)) for one in model.reactions)
    model, effects = exclaim(model, (0, Phrase.GOOD_ROUND))
    assert [one.event for one in model.reactions] == [
        Reacted(1, Phrase.OH_NO), Reacted(0, Phrase.GOOD_ROUND),
    ]  # fmt: skip
    assert len(effects) == 1


def test_an_exclamation_that_is_repeated_lasts_from_its_latest() -> None:
    first, _ = exclaim(at_gather(), (0, Phrase.THANKS))
    second, [later] = exclaim(first, (0, Phrase.THANKS))
    [before], [after] = first.reactions, second.reactions
    assert before.number < after.number
    assert later == Later(REACTION_SECONDS, Calmed(after.number))
    assert update(second, Calmed(before.number)) == (second, ())
    assert update(second, Calmed(after.number))[0].reactions == ()


def test_what_is_told_again_is_not_exclaimed_again() -> None:
    model, _ = exclaim(at_gather(), (0, Phrase.THANKS))
    model, effects = exclaim(model)
    assert [one.event for one in model.reactions] == [Reacted(0, Phrase.THANKS)]
    assert effects == ()


def test_alone_nobody_exclaims() -> None:
    told = seen("3-5", "3-3", events=(Reacted(1, Phrase.THANKS),))
    alone = Model(settings=ME, screen=Screen.TABLE)
    model, _ = update(alone, Told(told, None))
    assert model.reactions == ()
    assert isinstance(model.told[-1], Happening)


# All together


standings = st.builds(
    Standing,
    st.sampled_from(Role),
    st.sampled_from(Tie),
    invite=st.sampled_from(["", INVITE]),
    until=st.none() | st.floats(0, 30),
    trouble=st.none() | st.sampled_from(Trouble),
)
intents = (
    st.sampled_from(OF_A_TABLE)
    | st.sampled_from([SetTable(), TakeFriendsChair(), GoToHearth(), CloseForAll(), Ticked()])
    | standings.map(Stood)
    | st.sampled_from(
        [
            Told(gathered(), None),
            Told(seen("3-5", "3-3"), None),
            Told(Refused("table_full", ""), None),
        ]
    )
)


@given(st.lists(intents, max_size=12))
def test_whatever_happens_friends_are_where_we_stand_with_them(happened: list[Intent]) -> None:
    model = Model(settings=ME)
    for intent in happened:
        model, _ = update(model, intent)
        assert (model.screen is Screen.GATHER) <= (model.standing is not None)
        assert (model.screen is Screen.HEARTH) <= (model.standing is None)
        assert (model.standing is None) <= (model.reactions == ())


def test_nothing_shows_the_secret_of_the_invite() -> None:
    model = at_gather(standing=Standing(Role.HOST, Tie.COMING))
    for intent in (Stood(HERE), FollowLink(INVITE)):
        after, effects = update(model, intent)
        for shown in (intent, after, after.standing, effects):
            assert "s" * 43 not in repr(shown)


# What the page says


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ({"msg": "link", "value": INVITE}, FollowLink(INVITE)),
        ({"msg": "sit", "form": {"name": "Bo"}}, SitDown("Bo")),
        ({"msg": "name", "value": "Bo"}, CallMe("Bo")),
        ({"msg": "ready", "value": "true"}, MarkReady(True)),
        ({"msg": "kick", "value": "2"}, SendAway(2)),
        ({"msg": "react", "value": "oh_no"}, AskReact(Phrase.OH_NO)),
        ({"msg": "arrange.level-2", "value": "easy"}, Arrange("level-2", "easy")),
    ],
    ids=lambda value: value["msg"] if isinstance(value, dict) else "",
)
def test_the_page_speaks_of_friends(said: dict[str, Any], intent: Intent) -> None:
    assert read_intent(said) == intent
