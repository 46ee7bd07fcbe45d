"""The Ranked screen: who is here, how we are rated, and what becomes of the search."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.duel import Duel
from app.intents import Intent
from app.intents.friends import CallMe, SetTable
from app.intents.hearth import GoToHearth
from app.intents.page import OpenSheet, Sheet
from app.intents.ranked import CancelSearch, FindOpponent, GoToRanked
from app.lobby import Hitch, Lobby, Search
from app.model import Model, Screen
from app.reading import read_intent
from app.rivals import Counts, Rival
from app.settings import Settings
from app.standing import Role, Standing, Tie
from engine.letters import Bout, Contender, Stage
from engine.ranked import Finish
from tests.bouts import ADA, BO, HERS, ROOM, bout_of
from tests.page import Element, read, region
from ui.pages import render
from ui.ranked import said

US = Rival("ada", "Ada", 1540, 170, provisional=False, bouts=30)
GUEST = Standing(Role.GUEST, Tie.HERE, sealed=False)


rivals = st.builds(
    Rival,
    st.text(max_size=12),
    st.text(max_size=30),
    st.integers(-500, 4000),
    st.integers(1, 350),
    st.booleans(),
    st.integers(0, 9999),
)
contenders = st.builds(
    Contender,
    st.text(max_size=12),
    st.integers(-500, 4000),
    st.integers(1, 350),
    st.booleans(),
    st.none() | st.integers(-300, 300),
    st.none() | st.floats(0, 60),
    st.booleans(),
)
bouts = st.builds(
    Bout,
    st.just(f"{ROOM}.1"),
    st.sampled_from(Stage),
    st.none() | st.just(Finish.PLAYED),
    st.none() | st.integers(0, 1),
    st.tuples(contenders, contenders),
    st.integers(0, 50),
)
lobbies = st.builds(
    Lobby,
    st.sampled_from(Search),
    st.none() | st.sampled_from(Hitch),
    st.none() | st.builds(Counts, st.integers(0), st.integers(0)),
    rivals,
    st.none() | st.just(()),
    st.none() | st.lists(rivals, max_size=3).map(tuple),
    st.none() | st.just(()),
)
duels = st.builds(
    Duel,
    st.just(ROOM),
    st.none() | rivals,
    st.none() | bouts,
    st.frozensets(st.integers(0, 1)),
    st.booleans(),
    st.booleans(),
)


def lobby(**changes: Any) -> Model:
    return Model(screen=Screen.RANKED, settings=Settings(name="Ada"), lobby=Lobby(us=US, **changes))


def met(duel: Duel, standing: Standing = GUEST) -> Model:
    return replace(lobby(), duel=duel, standing=standing)


def door(model: Model) -> Element:
    return region(model, "ranked-door").tagged("section")[0]


def meant(button: Element) -> Intent | None:
    value = button.attributes.get("data-value", "")
    return read_intent({"msg": button["data-msg"], "value": value})


def ways(model: Model) -> dict[str, Intent | None]:
    return {button.name: meant(button) for button in door(model).all("button")}


@given(lobbies, st.none() | duels, st.sampled_from(Role), st.sampled_from(Tie), st.booleans())
def test_whatever_is_so_the_screen_is_drawn_and_leads_on(
    known: Lobby, duel: Duel | None, role: Role, tie: Tie, kept: bool
) -> None:
    standing = None if duel is None else Standing(role, tie, sealed=False)
    model = Model(screen=Screen.RANKED, lobby=known, duel=duel, standing=standing, kept=kept)
    for html in render(model)["regions"].values():
        read(html)
    assert ways(model)
    assert None not in ways(model).values()


def test_the_screen_is_named_and_leads_home_and_to_the_settings() -> None:
    top = region(lobby(), "ranked-top")
    assert top.one("heading").text == "Ranked block"
    assert [meant(button) for button in top.all("button")] == [
        GoToHearth(),
        OpenSheet(Sheet.SETTINGS),
    ]
    assert render(lobby())["title"] == "Ranked block: Lantern Lodge"
    assert render(met(Duel(ROOM, BO)))["title"] == "A table is found: Lantern Lodge"


def test_nobody_is_counted_before_the_relay_has_answered() -> None:
    assert "Asking who is here" in door(lobby()).text
    assert "2 online · 1 matching" in door(lobby(counts=Counts(2, 1))).text


def test_our_rating_stands_there_with_what_it_means() -> None:
    text = door(lobby()).text
    assert "Your rating 1540 ± 170" in text
    assert "? stands by it for the first bouts" in text
    newcomer = door(replace(lobby(), lobby=Lobby()))
    assert "1500 ± 350 provisional" in newcomer.text


def test_an_opponent_is_found_or_friends_are_invited() -> None:
    assert ways(lobby()) == {"Find an opponent": FindOpponent(), "Invite friends": SetTable()}
    assert "Friends play a round that is not rated by a link" in door(lobby()).text


@pytest.mark.parametrize(
    ("search", "words"),
    [
        (Search.JOINING, "Coming to the queue…"),
        (Search.WAITING, "Looking for an opponent."),
    ],
)
def test_who_looks_for_an_opponent_reads_so_and_may_cancel(search: Search, words: str) -> None:
    model = lobby(search=search)
    assert words in door(model).text
    assert words in region(model, "status").text
    assert ways(model) == {"Cancel": CancelSearch()}
    assert not door(model).tagged("input")


def test_our_name_may_change_while_nobody_is_looked_for() -> None:
    [field] = door(lobby()).tagged("input")
    assert field["value"] == "Ada"
    assert read_intent({"msg": field["data-change"], "value": "Bo"}) == CallMe("Bo")


def test_both_who_meet_are_shown_with_their_ratings() -> None:
    model = met(Duel(ROOM, BO))
    faces = door(model).one("list", "Who meets").all("listitem")
    assert [face.text for face in faces] == ["You 1540 ± 170", "\u2068Bo\u2069 1611 ± 170"]
    assert "You meet \u2068Bo\u2069." in region(model, "status").text
    assert ways(model) == {"Cancel": CancelSearch()}


def test_the_seconds_are_told_for_which_the_other_is_waited_for() -> None:
    waits = Duel(ROOM, BO, bout_of(Stage.MEETING, us=ADA, other=replace(HERS, away=12.4)))
    assert "The lodge waits 13 s." in door(met(waits)).text
    assert "13" not in region(met(waits), "status").text
    there = Duel(ROOM, BO, bout_of(Stage.MEETING))
    assert "The lodge waits" not in door(met(there)).text


def test_whoever_was_met_in_vain_leaves_two_ways_on() -> None:
    model = met(Duel(ROOM, BO, bout_of(Stage.VOID)))
    assert "did not come, so nothing is rated" in door(model).text
    assert ways(model) == {
        "Find another opponent": FindOpponent(),
        "Back to ranked block": GoToRanked(),
    }


def test_who_comes_back_or_watches_reads_where_to() -> None:
    assert said(met(Duel(ROOM))) == "Going back to your bout…"
    watcher = replace(GUEST, role=Role.WATCHER)
    assert said(met(Duel(ROOM), watcher)) == "Looking for the table…"
    over = Duel(ROOM, None, bout_of(Stage.VOID))
    assert said(met(over, watcher)) == "That bout did not begin, so nothing is rated."
    assert said(lobby()) is None


@pytest.mark.parametrize("hitch", Hitch)
def test_what_is_in_the_way_is_one_sentence_shown_and_announced(hitch: Hitch) -> None:
    model = lobby(hitch=hitch)
    [word] = [each for each in door(model) if "word" in each.classes]
    assert word.text.endswith(".")
    assert word.text in region(model, "status").text
    others = [door(lobby(hitch=other)).text for other in Hitch if other is not hitch]
    assert not any(word.text in other for other in others)


def test_where_nothing_is_kept_it_is_said_how_long_a_rating_is_ours() -> None:
    assert "until this page is closed" in door(replace(lobby(), kept=False)).text
    assert "until this page is closed" not in door(lobby()).text
