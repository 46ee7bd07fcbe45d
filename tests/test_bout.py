"""What a ranked table tells beside any other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.duel import Duel
from app.intents.hearth import GoToHearth
from app.intents.page import PutAside, Sheet
from app.model import Model, Notice
from app.reading import read_intent
from app.standing import Role, Standing, Tie, Trouble
from engine.events import Opened, Played
from engine.letters import Stage
from engine.line import End
from engine.tiles import Tile
from tests.bouts import BO, HERS, ROOM, at_bout, bout_of, playing
from tests.page import region

AWAY = bout_of(other=replace(HERS, away=41.2))
WATCHED = replace(playing(), seat=None)


def test_the_bar_says_that_it_is_ranked_and_how_many_look_on() -> None:
    assert "Ranked" in region(at_bout(playing()), "top").text
    assert "watching" not in region(at_bout(playing()), "top").text
    assert "Ranked, 3 watching" in region(at_bout(playing(), bout_of(watchers=3)), "top").text


def test_whoever_sits_there_is_rated_and_nobody_at_another_table() -> None:
    assert "1611 ± 170" in region(at_bout(playing()), "seat-1").text
    watched = at_bout(WATCHED)
    assert "1500 ± 350 provisional" in region(watched, "seat-0").text
    assert "±" not in region(replace(at_bout(playing()), duel=None), "seats").text


def test_the_seconds_of_grace_stand_by_whoever_is_away() -> None:
    seat = region(at_bout(playing(), AWAY), "seat-1")
    assert [e.text for e in seat if "away" in e.classes] == ["away, loses in 42 s"]
    assert "absent" in seat.classes


def test_that_somebody_is_away_is_announced_without_the_seconds() -> None:
    said = region(at_bout(playing(), AWAY), "status").text
    assert "Bo\u2069 is away, and loses the bout after a minute." in said
    assert "42" not in said
    assert "is away" not in region(at_bout(playing()), "status").text


def test_after_a_turn_has_run_out_the_next_one_is_warned_of() -> None:
    late = replace(Duel(ROOM, BO, bout_of()), late=frozenset({0}))
    warning = "One more turn run out loses the bout"
    assert warning in region(at_bout(playing(), duel=late), "say").text
    assert warning not in region(at_bout(playing(turn=1), duel=late), "say").text
    theirs = replace(late, late=frozenset({1}))
    assert warning not in region(at_bout(playing(), duel=theirs), "say").text


def test_that_the_lodge_has_played_says_at_a_ranked_table_what_a_second_time_costs() -> None:
    ranked = region(at_bout(playing(), notice=Notice.PLAYED_FOR), "say").text
    assert "Once more loses the bout" in ranked
    usual = at_bout(playing(), duel=None, notice=Notice.PLAYED_FOR)
    assert "Once more" not in region(usual, "say").text


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ((), "Nobody has played yet, so it would be void and nothing rated."),
        ((Played(1, Tile(3, 5), End.LEFT),), "Who leaves has lost it."),
    ],
)
def test_leaving_is_asked_about_with_its_price(more: tuple[Played, ...], words: str) -> None:
    told = playing(record=(Opened(0, Tile(3, 5)), *more))
    dialog = region(at_bout(told, sheet=Sheet.LEAVE), "dialog").one("dialog", "Leave the bout?")
    assert words in dialog.text
    stay, go = dialog.all("button")
    assert (stay.name, read_intent({"msg": stay["data-msg"]})) == ("Stay", PutAside())
    assert (go.name, read_intent({"msg": go["data-msg"]})) == ("Leave", GoToHearth())
    assert "autofocus" in stay.attributes
    assert dialog["data-cancel"] == "put_aside"


@pytest.mark.parametrize(
    "model", [at_bout(WATCHED), at_bout(playing(), bout_of(Stage.VOID)), Model()]
)
def test_where_nothing_is_lost_nothing_is_asked(model: Model) -> None:
    asked = region(replace(model, sheet=Sheet.LEAVE), "dialog")
    assert not asked.all("dialog", "Leave the bout?")


@pytest.mark.parametrize(
    ("role", "tie", "words"),
    [
        (Role.GUEST, Tie.LOST, "a minute away loses the bout."),
        (Role.WATCHER, Tie.LOST, "The connection is gone. The lodge tries again."),
        (Role.GUEST, Tie.RESTARTING, "The lodge starts anew, and this bout is void."),
    ],
)
def test_a_line_that_is_gone_says_what_that_means_for_a_bout(
    role: Role, tie: Tie, words: str
) -> None:
    model = at_bout(playing(), standing=Standing(role, tie, sealed=False))
    assert region(model, "tie").text.endswith(words)


@pytest.mark.parametrize(
    ("trouble", "name", "way"),
    [
        (Trouble.NO_TABLE, "That bout is over", "Back to ranked block"),
        (Trouble.CLOSED, "The table is closed", "Back to ranked block"),
        (Trouble.FULL, "Nobody else can watch", "Back to ranked block"),
        (Trouble.TAKEN_OVER, "Your bout is in another tab", "Take over here"),
        (Trouble.NO_RELAY, "The lodge cannot be reached", "Back to the hearth"),
        (Trouble.OLD_PAGE, "This page is an older one", "Reload"),
    ],
)
def test_a_bout_that_cannot_be_come_to_says_why_and_leads_on(
    trouble: Trouble, name: str, way: str
) -> None:
    standing = Standing(Role.GUEST, Tie.LOST, sealed=False, trouble=trouble)
    dialog = region(at_bout(playing(), standing=standing), "dialog").one("dialog", name)
    assert dialog.all("button")[0].name == way
    assert "friends" not in dialog.text
