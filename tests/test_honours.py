"""What anybody may read on the Ranked screen: tables to watch, our last bouts, the leaderboard."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.intents.ranked import FollowBout, SaveRated, WatchRated
from app.lobby import Lobby
from app.reading import read_intent
from app.rivals import OpenBout, RatedBout, Rival
from engine.letters import Stage
from tests.bouts import BO, ROOM
from tests.page import Element, read
from ui.honours import best, bouts, rated

ADA = Rival("ada", "Ada <b>", 1500, 350, provisional=True, bouts=2)
WON = RatedBout(f"{ROOM}.1", 1_796_000_000, 0, 0, BO, 1540)
OTHER = ROOM[::-1]


def meant(button: Element) -> object:
    return read_intent({"msg": button["data-msg"], "value": button["data-value"]})


def plain(element: Element) -> str:
    return element.text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(
    ("drawn", "none"),
    [
        (bouts, Lobby(bouts=())),
        (rated, Lobby(rated=())),
        (best, Lobby(best=())),
    ],
)
def test_what_is_not_read_yet_says_so_and_what_is_empty_too(drawn: object, none: Lobby) -> None:
    assert callable(drawn)
    unread, empty = read(drawn(Lobby())), read(drawn(none))
    assert "Reading…" in unread.text
    assert "Reading…" not in empty.text
    assert empty.text.endswith(".")
    assert not empty.all("list") + empty.all("table")
    [section] = empty.tagged("section")
    assert section.name == empty.one("heading").text


def test_each_table_is_watched_by_its_own_button_the_newest_first() -> None:
    old, new = (
        OpenBout(ROOM, Stage.PLAYING, 0, (ADA, BO)),
        OpenBout(OTHER, Stage.MEETING, 2, (BO, ADA)),
    )
    listed = read(bouts(Lobby(bouts=(old, new)))).one("list").all("listitem")
    assert "Bo and Ada <b> 1611 ± 170, 1500 ± 350 provisional about to begin" in plain(listed[0])
    assert "nobody looks on" in plain(listed[1])
    watched = read(bouts(Lobby(bouts=(replace(old, watchers=2),))))
    assert "2 people look on" in watched.text
    buttons = [item.one("button") for item in listed]
    assert [meant(button) for button in buttons] == [FollowBout(OTHER), FollowBout(ROOM)]
    assert len({button.name for button in buttons}) == 2


@pytest.mark.parametrize(
    ("bout", "words"),
    [
        (WON, "Won against Bo 30 Nov 2026, 1540 after it"),
        (replace(WON, winner=1), "Lost to Bo 30 Nov 2026, 1540 after it"),
        (replace(WON, winner=None), "Drawn with Bo 30 Nov 2026, 1540 after it"),
        (replace(WON, opponent=None), "Won against somebody 30 Nov 2026, 1540 after it"),
    ],
)
def test_a_rated_bout_tells_when_with_whom_and_how_it_went(bout: RatedBout, words: str) -> None:
    [item] = read(rated(Lobby(rated=(bout,)))).one("list").all("listitem")
    assert plain(item).startswith(words)
    assert item.tagged("time")[0]["datetime"] == "2026-11-30"


def test_a_rated_bout_is_saved_or_watched_again() -> None:
    [item] = read(rated(Lobby(rated=(WON,)))).one("list").all("listitem")
    save, watch = item.all("button")
    assert (meant(save), meant(watch)) == (SaveRated(WON.id), WatchRated(WON.id))
    assert save.name == "Save the transcript: \u2068Bo\u2069, 30 Nov 2026"
    assert watch.name == "Watch it again: \u2068Bo\u2069, 30 Nov 2026"


def test_the_leaderboard_is_a_table_with_our_own_line_marked() -> None:
    table = read(best(Lobby(us=ADA, best=(BO, ADA)))).one("table")
    head, *rows = table.tagged("tr")
    assert [cell.text for cell in head.tagged("th")] == ["Place", "Name", "Rating", "Bouts"]
    assert [plain(row) for row in rows] == [
        "1Bo1611 ± 1709",
        "2Ada <b> you1500 ± 350 provisional2",
    ]
    assert ["us" in row.classes for row in rows] == [False, True]
    assert all(row.tagged("th")[0]["scope"] == "row" for row in rows)
