"""The words on a page: what is announced, what the sheets say, and how a round is summed up."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.intents.hearth import Unfinished
from app.intents.page import Sheet
from app.model import Happening, Model, Notice
from app.settings import Settings
from engine.chairs import Chair
from engine.events import Drew, Ending, Opened, Passed, Played
from engine.line import End
from engine.match import Match
from engine.messages import Phase, Update
from engine.rules import RULES, Setup, Variant
from engine.tiles import Tile, pips
from engine.view import view_of
from tests.page import (
    BLOCK_ROUND,
    DRAW_100,
    at,
    at_friends,
    chairs_of,
    ended,
    first_ending,
    gathered,
    region,
    seen,
    shown,
    tiles_of,
)
from tests.strategies import SEEDS, SETUPS, Reached, play_on, whole
from ui.people import called, name_of

SWITCHES = ("auto_draw", "auto_pass", "rain", "click", "bell", "vibration")
HAND = "3-5 3-4 1-2 2-5"
LINE = "5-6 6-3"


MINE = at(seen(HAND, LINE))
ENDED = {kind: ended(first_ending(kind, Setup(Variant.DRAW, 4, 200))) for kind in Ending}


# Words


@pytest.mark.parametrize("notice", Notice)
@pytest.mark.parametrize("about", [None, Tile(3, 5)])
def test_every_notice_is_said_where_one_looks_and_read_out(
    notice: Notice, about: Tile | None
) -> None:
    model = replace(MINE, notice=notice, about=about)
    [said] = [element for element in region(model, "say") if "notice" in element.classes]
    assert said.text
    assert "{" not in said.text
    assert "None" not in said.text
    assert said.text in region(model, "status").text
    hearth = Model(notice=notice, about=about)
    assert region(hearth, "hearth-note").text in region(hearth, "status").text != ""


def test_a_refusal_names_the_tile_and_the_ends() -> None:
    told = {
        Notice.MUST_PLAY: "You hold 3-5, which fits",
        Notice.DOES_NOT_FIT: "3-5 does not fit: the ends are 5 and 3",
    }
    for notice, sentence in told.items():
        assert sentence in region(replace(MINE, notice=notice, about=Tile(3, 5)), "say").text


def test_each_event_is_announced_once_in_order_and_then_the_turn() -> None:
    told = (Happening(3, Passed(1)), Happening(4, Drew(0), Tile(0, 1)), Happening(5, Drew(1)))
    paragraphs = region(replace(MINE, told=told), "status").tagged("p")
    assert [p.text for p in paragraphs] == [
        "The Ferryman passed.", "You drew 0-1.", "The Ferryman drew a tile.",
        "Your turn. The ends are 5 and 3.",
    ]  # fmt: skip
    assert len({p["id"] for p in paragraphs}) == 4
    later = region(replace(MINE, told=told[1:]), "status").tagged("p")
    assert [p["id"] for p in later] == [p["id"] for p in paragraphs[1:]]


@pytest.mark.parametrize(
    ("kept", "where"),
    [
        (
            Unfinished(Setup(Variant.DRAW, 4, 150), 3, (40, 0, 90, 12)),
            "Lantern draw, round 3. You 40, Warden 90.",
        ),
        (
            Unfinished(Setup(Variant.BLOCK, 2, 50), 1, (0, 0)),
            "Block, round 1. You 0, Ferryman 0.",
        ),
        (Unfinished(BLOCK_ROUND, 1, (0, 0)), "Block, one round."),
    ],
)
def test_an_unfinished_match_is_offered_with_its_score(kept: Unfinished, where: str) -> None:
    again = region(Model(unfinished=kept), "again")
    assert again.one("button", "Take your chair again")["data-msg"] == "take_chair"
    assert where in again.text
    assert region(Model(), "again").children == []


def test_a_table_of_friends_that_is_remembered_is_offered_beside_the_match() -> None:
    kept = Unfinished(BLOCK_ROUND, 1, (0, 0))
    again = region(Model(friends=True, unfinished=kept), "again")
    assert [b.name for b in again.all("button")] == ["Take your chair again", "Return to the table"]
    assert again.one("button", "Return to the table")["data-msg"] == "friends"
    assert "Your friends’ table" in again.text


def test_while_the_first_round_is_dealt_it_is_said_and_one_may_leave() -> None:
    told = replace(seen(HAND, LINE), phase=Phase.DEALING, view=None)
    assert region(at(told), "say").text == "The tiles are being dealt"
    assert region(at(told), "top").one("button", "Back to the hearth")["data-msg"] == "hearth"


# Sheets


@pytest.mark.parametrize(
    ("sheet", "name"),
    [
        (Sheet.SETTINGS, "Settings"),
        (Sheet.SCORE, "Score sheet"),
        (Sheet.READ, "The table, read out"),
        (Sheet.KEYS, "Keys"),
        (Sheet.STATISTICS, "Statistics"),
        (Sheet.ERASE_TALLY, "Erase the statistics?"),
        (Sheet.ERASE_ALL, "Erase everything?"),
    ],
)
def test_a_sheet_is_a_dialog_that_can_be_closed(sheet: Sheet, name: str) -> None:
    for model in (MINE, at(ENDED[Ending.DOMINO])):
        dialog = region(replace(model, sheet=sheet), "dialog").one("dialog")
        assert dialog.name == name
        assert dialog.all("heading")[0].text == name
        assert dialog.one("button", "Close")["data-msg"] == dialog["data-cancel"] == "put_aside"


def test_at_the_hearth_there_is_no_table_to_read_or_score() -> None:
    names = {s: region(Model(sheet=s), "dialog").all("dialog") for s in Sheet}
    assert {s for s in Sheet if not names[s]} == {Sheet.SCORE, Sheet.READ, Sheet.LEAVE}


def test_the_table_can_be_read_as_text() -> None:
    setup = Setup(Variant.DRAW, 4, 100)
    record = (Opened(1, Tile(5, 6)), Drew(2), Drew(2), Played(2, Tile(3, 6), End.RIGHT))
    told = seen("3-5 0-1", LINE, setup=setup, record=record, boneyard=1)
    assert told.view is not None
    told = replace(told, view=replace(told.view, scores=(7, 0, 55, 1), counts=(2, 1, 8, 5)))
    read_out = region(at(told, sheet=Sheet.READ), "dialog").tagged("p")
    assert [sentence.text for sentence in read_out] == [
        "It is your turn.",
        "Left end 5, right end 3.",
        "Your hand: 0-1, 3-5.",
        "These fit: 3-5.",
        "Line of play, left to right: 5-6, 6-3.",
        "Boneyard: 1 tile.",
        "Ferryman: 1 tile, score 0, opened 5-6.",
        "Warden: 8 tiles, score 55, drew 2, laid 3-6.",
        "Cartographer: 5 tiles, score 1, has not played yet.",
    ]


def test_a_table_of_others_turn_reads_so_and_block_has_no_boneyard() -> None:
    told = seen("0-1", LINE, setup=BLOCK_ROUND, turn=1, boneyard=0)
    read_out = [p.text for p in region(at(told, sheet=Sheet.READ), "dialog").tagged("p")]
    assert read_out[0] == "The Ferryman is to play."
    assert not [sentence for sentence in read_out if "oneyard" in sentence or "fit" in sentence]
    over = at(ENDED[Ending.TIED], sheet=Sheet.READ)
    assert region(over, "dialog").tagged("p")[0].text == "No round is being played."


@given(st.builds(Settings, **dict.fromkeys(SWITCHES, st.booleans())))
def test_the_settings_sheet_shows_each_setting_as_it_is(chosen: Settings) -> None:
    model = Model(settings=chosen, sheet=Sheet.SETTINGS, can_sound=True, can_vibrate=True)
    dialog = region(model, "dialog")
    switches = {e["data-change"]: "checked" in e.attributes for e in dialog.all("switch")}
    assert switches == {f"set.{name}": getattr(chosen, name) for name in SWITCHES}
    picked = {
        e["data-change"]: e["value"]
        for e in dialog.tagged("input")
        if "checked" in e.attributes and e["type"] == "radio"
    }
    names = ("language", "speed", "sort", "tiles", "motion", "contrast", "text")
    assert picked == {f"set.{name}": getattr(chosen, name) for name in names}


def test_the_keys_of_the_host_are_not_offered_twice_on_one_page() -> None:
    model = at_friends(gathered("Anouk", "Bo"), sheet=Sheet.SETTINGS)
    assert len(shown(model).all("button", "Send away \u2068Bo\u2069")) == 1


def test_what_this_browser_cannot_do_has_no_switch_and_silence_is_told() -> None:
    silent = region(Model(sheet=Sheet.SETTINGS), "dialog")
    assert len(silent.all("switch")) == 2
    assert "This browser makes no sound." in [p.text for p in silent.tagged("p")]
    sounding = region(Model(sheet=Sheet.SETTINGS, can_sound=True), "dialog")
    assert {e["data-change"] for e in sounding.all("switch") if "data-sound" in e.attributes} == {
        "set.rain",
        "set.click",
        "set.bell",
    }
    assert "makes no sound" not in sounding.text


def test_the_score_sheet_names_everybody_highest_first() -> None:
    told = seen(HAND, LINE, setup=Setup(Variant.DRAW, 3, 100))
    assert told.view is not None
    told = replace(told, view=replace(told.view, scores=(10, 0, 70)))
    for paper in (region(at(told, sheet=Sheet.SCORE), "dialog"), region(at(told), "rail")):
        [table] = paper.all("table")
        rows = [(r.tagged("th")[0].text, r.tagged("td")[-1].text) for r in table.tagged("tr")]
        assert rows == [("Warden", "70"), ("You", "10"), ("Ferryman", "0")]


# The end of a round and of a match


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


@settings(max_examples=30)
@given(whole, st.integers(0, 4) | st.none())
def test_the_points_shown_are_the_sum_of_the_tiles_shown(one: Reached, seat: int | None) -> None:
    told = ended(one, None if seat is None else seat % one.setup.seats)
    result = one.round.result
    assert result is not None
    dialog = region(at(told), "dialog").one("dialog")
    hands = {
        e.tagged("b")[0].text: e for e in dialog.one("list", "All hands turned up").all("listitem")
    }
    left = {}
    for each in range(one.setup.seats):
        item = hands[name_of(told, each)]
        tiles = tiles_of(" ".join(tile.name for tile in item.all("img")))
        assert sorted(tiles) == sorted(one.round.hands[each])
        [said] = [e for e in item if "pips" in e.classes]
        assert numbers(said.text) == [pips(tiles)]
        left[each] = pips(tiles)
    line = next(e for e in dialog if e.tag == "p" and "line" in e.classes).text
    if result.winner is None:
        assert line == f"Nobody scores {line.split('scores ')[1]}"
        assert numbers(line) == [min(left.values())]
    else:
        others = [pips for each, pips in left.items() if each != result.winner]
        written = " + ".join(map(str, others)) + (f" = {sum(others)}" if len(others) > 1 else "")
        whose = "you" if result.winner == told.seat else called(told, result.winner)
        assert line == f"{written} for {whose}"


@pytest.mark.parametrize(
    "setup", [Setup(Variant.DRAW, 4, 200), Setup(Variant.BLOCK, 2, 100)], ids=str
)
def test_the_scores_shown_are_the_sums_of_the_points_shown(setup: Setup) -> None:
    random, match, sums = Random("sums"), Match(setup), [0] * setup.seats
    while not match.over:
        one = play_on(setup, random)
        over = ended(one, before=match.results)
        assert one.round.result is not None
        match = match.settle(one.round.result)
        dialog = region(at(over), "dialog").one("dialog")
        written = numbers(next(e for e in dialog if e.tag == "p" and "line" in e.classes).text)
        if one.round.result.winner is not None:
            sums[one.round.result.winner] += written[-1] if len(written) > 1 else written[0]
        names = {name_of(over, seat): seat for seat in range(setup.seats)}
        for paper in (region(at(over, sheet=Sheet.SCORE), "dialog"), region(at(over), "rail")):
            [table] = paper.all("table")
            for row in table.tagged("tr"):
                assert int(row.tagged("td")[-1].text) == sums[names[row.tagged("th")[0].text]]
        if match.over:
            break
        [table] = dialog.all("table")
        for row in table.tagged("tr"):
            seat = names[row.tagged("th")[0].text]
            gained, score = (cell.text for cell in row.tagged("td"))
            won = seat == one.round.result.winner and written[-1]
            assert gained == (f"+ {written[-1]}" if won else "")
            assert int(score) == sums[seat]
    assert sums == list(match.scores)
    assert len(match.results) > 2


@pytest.mark.parametrize(
    ("kind", "setup"),
    [(kind, setup) for kind in Ending for setup in (Setup(Variant.DRAW, 5, 200), BLOCK_ROUND)],
    ids=str,
)
def test_each_way_to_end_is_said_plainly_with_all_totals(kind: Ending, setup: Setup) -> None:
    told = ended(first_ending(kind, setup))
    assert told.view is not None
    assert told.view.result is not None
    text = region(at(told), "dialog").text
    sentence = {
        Ending.DOMINO: "laid the last tile.",
        Ending.BLOCKED: "held the least.",
        Ending.TIED: "Nobody could play, and the lowest hands are equal.",
    }
    assert sentence[kind] in text
    assert ("Nobody scores" in text) is (kind is Ending.TIED)
    for total in told.view.result.pips:
        assert re.search(rf"\b{total} pips?", text)


@pytest.mark.parametrize(
    ("kind", "setup"),
    [
        (kind, setup)
        for setup in SETUPS
        for kind in Ending
        if kind is not Ending.TIED or setup.target is None
    ],
    ids=str,
)
def test_a_match_over_is_what_one_sees_and_not_the_round_under_it(
    kind: Ending, setup: Setup
) -> None:
    one = first_ending(kind, setup)
    result = one.round.result
    assert result is not None
    earlier = replace(result, points=(setup.target or 0) - result.points)
    before = () if setup.target is None else (earlier,)  # so that the target is reached exactly
    over = ended(one, before=before)
    assert over.phase is Phase.MATCH_OVER
    page_ = shown(at(over))
    assert [dialog.name for dialog in page_.all("dialog")] == ["Match over"]
    assert not page_.all("button", "Deal the next round")
    assert page_.one("button", "Rematch")["data-msg"] == "rematch"
    assert not page_.all("timer")


def test_a_round_over_leads_to_the_next_round_or_to_the_hearth() -> None:
    page_ = shown(at(ENDED[Ending.BLOCKED]))
    assert [dialog.name for dialog in page_.all("dialog")] == ["Round over"]
    assert page_.one("button", "Deal the next round")["data-msg"] == "next_round"
    dialog = page_.one("dialog", "Round over")
    assert dialog.one("button", "Back to the hearth")["data-msg"] == "hearth"


@pytest.mark.parametrize(("seat", "host"), [(1, 0), (0, None), (None, 0), (None, None)])
def test_only_the_host_deals_and_asks_for_a_rematch(seat: int | None, host: int | None) -> None:
    for one in (first_ending(Ending.DOMINO, BLOCK_ROUND), first_ending(Ending.TIED, DRAW_100)):
        dialog = region(at(ended(one, seat, host)), "dialog").one("dialog")
        assert not dialog.all("button", "Rematch") + dialog.all("button", "Deal the next round")
        others = {"Back to the hearth", "Save the transcript", "Watch it again", "Sit down"}
        assert {b.name for b in dialog.all("button")} <= others


@pytest.mark.parametrize(
    ("host", "who"), [(0, "\u2068Ada\u2069"), (None, "the host"), (1, "the Ferryman")]
)
@pytest.mark.parametrize("seat", [2, None])
def test_the_others_read_whom_they_wait_for(seat: int | None, host: int | None, who: str) -> None:
    setup = Setup(Variant.DRAW, 3, 200)
    for one, sentence in (
        (ended(first_ending(Ending.DOMINO, setup), seat, host), f"Waiting for {who} to deal."),
        (
            ended(first_ending(Ending.DOMINO, BLOCK_ROUND), None, host),
            f"A rematch is for {who} to ask.",
        ),
    ):
        told = replace(one, chairs=(Chair(name="Ada"), *one.chairs[1:]))
        assert sentence in region(at(told), "dialog").one("dialog").text
    ours = region(at(ended(first_ending(Ending.DOMINO, setup))), "dialog").text
    assert "Waiting for" not in ours


@pytest.mark.parametrize(
    ("seat", "focus"), [(0, ["Deal the next round"]), (1, ["Round over"]), (None, ["Round over"])]
)
def test_the_focus_is_never_first_on_a_way_out(seat: int | None, focus: list[str]) -> None:
    dialog = region(
        at(ended(first_ending(Ending.DOMINO, Setup(Variant.DRAW, 3, 200)), seat)), "dialog"
    )
    assert [e.name for e in dialog if "autofocus" in e.attributes] == focus


@pytest.mark.parametrize("phase", [Phase.DEALING, Phase.PLAYING])
def test_no_dialog_is_open_while_a_round_is_dealt_or_played(phase: Phase) -> None:
    for told in (seen(HAND, LINE), ENDED[Ending.DOMINO]):
        assert region(at(replace(told, phase=phase)), "dialog").children == []


def test_a_sheet_lies_over_the_end_of_a_round_until_it_is_closed() -> None:
    open_ = at(ENDED[Ending.DOMINO], sheet=Sheet.SETTINGS)
    assert [d.name for d in shown(open_).all("dialog")] == ["Settings"]
    assert [d.name for d in shown(replace(open_, sheet=None)).all("dialog")] == ["Round over"]


@pytest.mark.parametrize("target", RULES[Variant.DRAW].targets)
@given(seed=SEEDS)
@settings(max_examples=8)
def test_the_end_of_a_match_tells_who_won_and_how_each_round_went(target: int, seed: int) -> None:
    random = Random(seed)
    match, setup = Match(Setup(Variant.DRAW, 3, target)), Setup(Variant.DRAW, 3, target)
    while not match.over:
        one = play_on(setup, random)
        assert one.round.result is not None
        match = match.settle(one.round.result)
    view = view_of(match, one.round, 0)
    told = Update(9, Phase.MATCH_OVER, setup, 0, 0, chairs_of(setup), None, False, view, None, ())
    dialog = region(at(told), "dialog").one("dialog", "Match over")
    assert match.winner is not None
    winner = name_of(told, match.winner)
    who = winner if match.winner == 0 else f"The {winner}"
    assert f"{who} reached {target} in round {len(match.results)}." in dialog.text
    [places] = [e for e in dialog.all("list") if "standing" in e.classes]
    final = {e.tagged("b")[0].text: int(e.tagged("strong")[0].text) for e in places.all("listitem")}
    assert next(iter(final)) == winner
    assert final == {name_of(told, seat): match.scores[seat] for seat in range(3)}
    if len(match.results) > 1:
        [table] = dialog.all("table")
        points = [numbers(row.tagged("td")[-1].text) for row in table.tagged("tr")[1:]]
        assert points == [[result.points] for result in match.results]
