"""The whole brain behind one page: played, left, reloaded, and fed with what it cannot read."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.drawer import SET_ASIDE, SOLO
from app.links.solo import PLAYER
from app.model import Model, Screen
from app.program import Paint
from app.settings import Settings, Speed, read_settings
from app.shelf import Shelf
from engine import codec
from engine.actions import Play
from engine.chairs import Level
from engine.events import Ending
from engine.match import Match
from engine.messages import Act, Phase, Start
from engine.replay import replay
from engine.round import legal_actions
from engine.rules import Setup, Variant
from engine.snapshot import Snapshot
from engine.table import Table
from engine.tiles import Tile
from engine.transcript import Transcript, write
from engine.transcript import read as read_transcript
from engine.witness import Checked, Verdict
from tests.page import BLOCK_ROUND, Memory, Visitor, page
from tests.story import live
from tests.strategies import Reached, play_on
from ui.pages import render

FIVE = Setup(Variant.DRAW, 5, 100)
FOUR = Setup(Variant.DRAW, 4, 100)
UNREADABLE = "An unfinished match could not be read and was set aside."
NOT_KEPT = "This browser keeps nothing here: you can play on, but not continue later."
TAKE = "Take your chair again"


async def visit(keep: Memory | None = None, settings: str | None = None) -> Visitor:
    visitor = Visitor(keep or Memory())
    await visitor.arrive(settings)
    return visitor


async def at_table(setup: Setup = FOUR, settings: str | None = None) -> Visitor:
    """A visitor on whose turn the table waits."""
    visitor = await visit(settings=settings)
    visitor.deal(setup)
    await visitor.look_until(lambda: visitor.title.startswith("Your turn"))
    return visitor


async def gone_by(seconds: float, visitor: Visitor) -> None:
    """Let time pass, and see whatever is painted in it."""
    end = asyncio.get_running_loop().time() + seconds
    while await visitor.glance(end - asyncio.get_running_loop().time()):
        pass


async def leave(visitor: Visitor) -> None:
    """Go to the Hearth, and wait until the match is kept."""
    visitor.press("Back to the hearth")
    await gone_by(1, visitor)


async def play_out(visitor: Visitor) -> None:
    await visitor.play_until(lambda: visitor.dialog == "Match over")


# Arriving


STORED = ["", "{", "[]", "null", '{"speed": "fast", "theme": 3}', "\0", "[" * 10_000, '{"a":1e999}']


@pytest.mark.parametrize("text", STORED)
def test_settings_that_cannot_be_read_are_as_if_there_were_none(text: str) -> None:
    async def story() -> None:
        visitor = await visit(settings=text)
        assert visitor.program.model == Model()
        assert visitor.body["screen"] == "hearth"

    live(story())


def test_settings_of_another_visit_are_taken_up() -> None:
    async def story() -> None:
        chosen = Settings(speed=Speed.CALM, auto_draw=False)
        visitor = await visit(settings=chosen.to_text())
        assert visitor.program.model.settings == chosen
        visitor.send("set.sort", "pips")
        await visitor.look()
        [kept] = [effect for effect in visitor.effects if effect["do"] == "store"]
        assert kept["key"] == "settings"
        again = await visit(settings=kept["text"])
        assert again.program.model.settings == read_settings(kept["text"])
        assert again.program.model.settings == chosen.changed("sort", "pips")

    live(story())


@pytest.mark.parametrize("hello", [{}, {"stored": {}}, {"storage": True, "x": 1}])
def test_a_page_that_tells_little_is_answered_all_the_same(hello: dict[str, Any]) -> None:
    async def story() -> None:
        visitor = Visitor(Memory())
        await visitor.program.hello(json.dumps(hello))
        await visitor.look()
        assert visitor.title == "Lantern Lodge Dominoes"
        assert visitor.program.model == Model()

    live(story())


# Storage refused


def test_where_the_page_may_not_store_the_hearth_says_so_and_the_game_is_played() -> None:
    async def story() -> None:
        visitor = Visitor(Memory())
        await visitor.arrive(storage=False)
        assert visitor.region("hearth-note").text == NOT_KEPT
        visitor.deal(BLOCK_ROUND)
        await play_out(visitor)
        assert visitor.keep.texts == {}
        assert visitor.complaints == []

    live(story())


EVERYTHING = {"get", "put", "drop"}


@pytest.mark.parametrize(
    ("setup", "refuses"),
    [
        (BLOCK_ROUND, EVERYTHING), (BLOCK_ROUND, {"get"}), (BLOCK_ROUND, {"put"}),
        (BLOCK_ROUND, {"put", "drop"}), (FIVE, EVERYTHING), (FIVE, {"put"}),
    ],
)  # fmt: skip
def test_where_the_brain_may_not_store_it_plays_on_and_says_so(
    setup: Setup, refuses: set[str]
) -> None:
    async def story() -> None:
        visitor = await visit(Memory(refuses=refuses))
        heard = [visitor.region("status").text]
        visitor.deal(setup)

        def done() -> bool:
            heard.append(visitor.region("status").text)
            if visitor.dialog == "Round over":
                visitor.press("Deal the next round")
            return visitor.dialog == "Match over"

        await visitor.play_until(done)
        assert [words for words in heard if NOT_KEPT in words]
        await leave(visitor)
        assert not visitor.page.all("button", TAKE)
        assert visitor.complaints == []

    live(story())


def test_storage_refused_while_leaving_is_said_at_the_hearth() -> None:
    async def story() -> None:
        visitor = await at_table()
        visitor.keep.refuses = {"put"}
        visitor.press("Back to the hearth")
        await visitor.look_until(lambda: NOT_KEPT in visitor.region("hearth-note").text)
        assert visitor.body["screen"] == "hearth"

    live(story())


# Unreadable matches


def test_a_kept_match_that_cannot_be_read_is_set_aside_and_told_in_one_sentence() -> None:
    texts = ["", "{", "null", "\0\x01\ufffd", '{"t": "snapshot"}', "[" * 100_000]

    async def story() -> None:
        kept = await kept_match()
        plain = json.loads(kept)
        [one] = plain["rounds"]
        tampered = plain | {"rounds": [one | {"deck": [*one["deck"], "3-5"]}]}
        illegal = {"t": "deed", "seat": 4, "action": {"t": "pass"}, "by": "ai"}
        cheated = plain | {"rounds": [one | {"deeds": [*one["deeds"], illegal]}]}
        foreign = plain | {"host": "somebody"}
        for text in (*texts, *map(json.dumps, (tampered, cheated, foreign))):
            visitor = await visit(Memory(text))
            assert visitor.keep.texts == {SET_ASIDE: text}
            assert visitor.region("hearth-note").text == UNREADABLE
            assert not visitor.page.all("button", TAKE)
            visitor.deal(BLOCK_ROUND)
            await play_out(visitor)
            assert visitor.complaints == []

    live(story())


async def kept_match() -> str:
    """What is kept of a match that was left in its first turn."""
    visitor = await at_table()
    await leave(visitor)
    return visitor.keep.texts[SOLO]


@settings(max_examples=15)
@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_no_kept_text_whatever_keeps_the_player_out(text: str) -> None:
    async def story() -> None:
        visitor = await visit(Memory(text))
        assert visitor.region("hearth-note").text == UNREADABLE
        assert visitor.keep.texts == {SET_ASIDE: text}

    live(story())


def test_a_match_that_became_unreadable_after_it_was_offered_is_told_too() -> None:
    async def story() -> None:
        visitor = await visit(Memory(await kept_match()))
        visitor.keep.texts[SOLO] = "{"
        visitor.press(TAKE)
        await visitor.look_until(lambda: visitor.body["screen"] == "hearth")
        await visitor.look_until(lambda: not visitor.page.all("button", TAKE))
        assert visitor.region("hearth-note").text == UNREADABLE
        assert visitor.keep.texts == {SET_ASIDE: "{"}

    live(story())


def test_what_cannot_even_be_set_aside_harms_nobody() -> None:
    async def story() -> None:
        visitor = await visit(Memory("{", {"put", "drop"}))
        assert visitor.region("hearth-note").text == NOT_KEPT
        assert visitor.complaints == []

    live(story())


# Whole games


def test_a_draw_match_of_five_is_played_to_its_end_by_the_buttons_alone() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(FIVE)
        rounds = 0
        while visitor.dialog != "Match over":
            await visitor.play_until(lambda: visitor.dialog is not None)
            rounds += 1
            if visitor.dialog == "Round over":
                visitor.press("Deal the next round")
                await visitor.look()
        truth = visitor.truth
        assert truth.phase is Phase.MATCH_OVER
        assert len(truth.match.results) == rounds
        assert max(truth.match.scores) >= 100
        assert sum(deed.by == "lodge" for each in truth.rounds for deed in each.deeds) == 0
        assert visitor.complaints == []
        visitor.press("Rematch")
        await visitor.look_until(lambda: truth.phase is Phase.PLAYING)
        assert (truth.match.results, len(truth.rounds)) == ((), 1)

    live(story())


def one_tile_left(setup: Setup, ends: int) -> str:
    """What is kept of a match in which we have one tile, which fits so many ends."""
    for seed in range(5000):
        one = play_on(setup, Random(seed))
        result = one.round.result
        assert result is not None
        ours = result.kind is Ending.DOMINO and result.winner == 0
        if ours and result.points < 100 and len(legal_actions(one.rounds[-2])) == ends:
            return kept_before_the_last(one)
    raise AssertionError("no such round")


def kept_before_the_last(one: Reached) -> str:
    table = Table("here", PLAYER, "", one.setup, (Level.EASY,))
    table.command(PLAYER, Start(), 0.0)
    table.deal(one.deck, 0.0)
    for round, action in zip(one.rounds, one.actions[:-1]):
        if round.turn == 0:
            table.command(PLAYER, Act(table.version, action), 0.0)
        else:
            table.play_for(round.turn, action, 0.0)
    return codec.to_text(table.snapshot(0.0))


@pytest.mark.parametrize(
    ("setup", "over", "go"),
    [
        (FOUR, "Round over", "Deal the next round"),
        (Setup(Variant.DRAW, 2, 100), "Round over", "Deal the next round"),
        (BLOCK_ROUND, "Match over", "Rematch"),
    ],
    ids=str,
)
@pytest.mark.parametrize("ends", [1, 2])
@pytest.mark.parametrize("stays", [True, False])
def test_our_last_tile_leads_to_the_summary_and_every_button_there_works(
    setup: Setup, over: str, go: str, ends: int, stays: bool
) -> None:
    async def story() -> None:
        visitor = await visit(Memory(one_tile_left(setup, ends)))
        visitor.press(TAKE)
        await visitor.look_until(lambda: visitor.program.model.my_turn)
        [last] = visitor.region("hand").all("button")
        await visitor.play_until(lambda: visitor.dialog is not None)
        assert visitor.dialog == over
        assert visitor.region("hand").all("button") == []
        assert f"out, with {last.name}" in visitor.region("dialog").raw_text
        visitor.press(go if stays else "Back to the hearth")
        await visitor.look_until(lambda: visitor.dialog is None)
        if stays:
            await visitor.look_until(lambda: visitor.program.model.my_turn)
            assert visitor.truth.phase is Phase.PLAYING
        else:
            assert visitor.body["screen"] == "hearth"
        assert visitor.complaints == []

    live(story())


@pytest.mark.parametrize("setup", [FOUR, Setup(Variant.DRAW, 2, 100), BLOCK_ROUND], ids=str)
def test_the_tiles_that_fit_are_marked_from_the_first_turn_of_every_round(setup: Setup) -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(setup)
        for _ in range(2):
            await visitor.look_until(lambda: visitor.program.model.my_turn)
            assert visitor.truth.round is not None
            plays = [a for a in legal_actions(visitor.truth.round) if isinstance(a, Play)]
            held = visitor.region("hand").all("button")
            marked = {b.name for b in held if "aria-description" in b.attributes}
            assert marked == {str(play.tile) for play in plays}
            assert len(held) >= 6
            await visitor.play_until(lambda: visitor.dialog is not None)
            visitor.go_on()
            await visitor.look_until(lambda: visitor.dialog is None)

    live(story())


def test_a_page_that_never_finishes_a_picture_holds_up_neither_clock_nor_turn() -> None:
    async def story() -> None:
        visitor = await at_table(BLOCK_ROUND, settings='{"auto_pass": false}')
        left, truth = visitor.program.model.left, visitor.truth
        assert left is not None
        await asyncio.sleep(20)  # and nobody looks
        assert visitor.program.model.left == pytest.approx(left - 20, abs=1)
        await asyncio.sleep(90 * 20)
        assert truth.phase is Phase.MATCH_OVER
        assert "lodge" in {deed.by for deed in truth.rounds[0].deeds}
        await visitor.look()
        assert visitor.dialog == "Match over"

    live(story())


def test_a_block_round_decides_at_once() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(BLOCK_ROUND)
        await visitor.play_until(lambda: visitor.dialog is not None)
        assert visitor.dialog == "Match over"
        [result] = visitor.truth.match.results
        words = visitor.region("dialog").text
        if result.kind is Ending.TIED:
            assert "Nobody wins" in words
        else:
            assert ("You win." if result.winner == 0 else "The Ferryman wins.") in words

    live(story())


@pytest.mark.parametrize("setup", [FIVE, Setup(Variant.DRAW, 2, 100), BLOCK_ROUND], ids=str)
@pytest.mark.parametrize("speed", ["brisk", "at_once"])
def test_no_paint_before_the_end_of_a_round_knows_a_hidden_tile(setup: Setup, speed: str) -> None:
    """Every paint of a round is searched for tiles and compared with what lies on the table."""

    async def story() -> None:
        visitor = await visit(settings=json.dumps({"speed": speed}))
        visitor.deal(setup)
        paints = hidden = 0

        def searched() -> bool:
            nonlocal paints, hidden
            round = visitor.truth.round
            if round is None:
                return False
            laid = {each.tile for each in round.line.laid}
            named = tiles_in(visitor)
            if round.result is not None and visitor.dialog is not None:
                assert named == laid | {tile for hand in round.hands for tile in hand}
                return True
            own = set(round.hands[0])
            assert named <= laid | own
            assert own <= named
            paints += 1
            hidden += len(round.rules.tiles) - len(laid | own)
            return False

        await visitor.play_until(searched)
        assert paints > 1
        assert hidden > 0

    live(story())


GEOMETRY = {"d", "transform", "viewbox", "x", "y", "width", "height", "rx"}


def tiles_in(visitor: Visitor) -> set[Tile]:
    """Every tile that the page names, draws or hides in an attribute, and in its effects."""
    found = [json.dumps(visitor.body), *(effect.get("text", "") for effect in visitor.effects)]
    drawn = set()
    for element in page(visitor.regions):
        found += [value for name, value in element.attributes.items() if name not in GEOMETRY]
        found += [child for child in element.children if isinstance(child, str)]
        inks = {ink for ink in element.classes if re.fullmatch("[ab][0-9]", ink)}
        if inks:
            a, b = sorted(inks)
            drawn.add(Tile(int(a[1]), int(b[1])))
    named = re.findall(r"(?<![0-9])([0-9])-([0-9])(?![0-9])", "\n".join(found))
    return {Tile(int(low), int(high)) for low, high in named} | drawn


def test_that_search_would_find_a_tile_wherever_it_were() -> None:
    for html in (
        '<p id="tile-3-5"></p>', '<p data-value="5-3"></p>', "<p>Warden holds 3-5.</p>",
        '<p aria-label="3-5"></p>', '<svg class="tile a3 b5"></svg>', '<svg class="b3 a5"></svg>',
    ):  # fmt: skip
        visitor = Visitor(Memory())
        visitor.regions = {"seats": html}
        assert tiles_in(visitor) == {Tile(3, 5)}
    visitor.regions = {"line": '<path d="M3-5"></path><p id="laid--3">13-5, 3-51</p>'}
    assert tiles_in(visitor) == set()


# Leaving and coming back


def test_after_a_reload_the_same_view_is_there_and_the_clock_goes_on() -> None:
    async def story() -> None:
        before = await at_table()
        await gone_by(30, before)
        left, view = before.program.model.left, before.program.model.view
        after = await visit(before.keep)
        assert after.body["screen"] == "hearth"
        after.press(TAKE)
        await after.look_until(lambda: after.body["screen"] == "table")
        await after.look_until(lambda: after.program.model.view is not None)
        assert after.program.model.view == view
        assert left == pytest.approx(60, abs=1)
        assert after.program.model.left == pytest.approx(60, abs=1)

    live(story())


@pytest.mark.parametrize("setup", [FOUR, BLOCK_ROUND], ids=str)
def test_a_reload_at_any_moment_leads_back_to_the_same_seat_hand_and_clock(setup: Setup) -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(setup)
        await visitor.look_until(lambda: visitor.program.model.view is not None)
        versions, mine = [0], set[bool]()

        def moved_on() -> bool:
            return visitor.truth.version > versions[-1] or visitor.dialog is not None

        while visitor.dialog is None and len(versions) < 40:
            await gone_by(0.2, visitor)
            before = visitor.program.model
            await reloaded(before, visitor.keep.texts[SOLO])
            mine.add(before.my_turn)
            versions.append(visitor.truth.version)
            await visitor.play_until(moved_on)
        assert mine == {True, False}

    live(story())


async def reloaded(before: Model, kept: str) -> None:
    """Take the chair again in a fresh page, and find what stood there before."""
    after = await visit(Memory(kept))
    after.press(TAKE)
    await after.look_until(lambda: after.program.model.view is not None)
    assert after.program.model.view == before.view
    assert after.program.model.left == pytest.approx(before.left, abs=1.1)
    told = after.region("status").tagged("p")
    assert len(told) == before.my_turn  # of all that has happened, nothing is told again
    after.send("hearth")


def test_a_page_that_is_hidden_and_then_closed_has_kept_the_seconds() -> None:
    async def story() -> None:
        before = await at_table()
        await gone_by(30, before)
        before.send("hidden")
        await gone_by(300, before)
        kept = json.loads(before.keep.texts[SOLO])
        assert kept["left"] == pytest.approx(60, abs=1)
        after = await visit(Memory(before.keep.texts[SOLO]))
        after.press(TAKE)
        await after.look_until(lambda: after.program.model.view is not None)
        assert after.program.model.view == before.program.model.view
        assert after.program.model.left == pytest.approx(60, abs=1)
        await after.play_until(lambda: after.dialog is not None)

    live(story())


def test_leaving_for_the_hearth_offers_the_chair_and_taking_it_shows_the_same() -> None:
    async def story() -> None:
        visitor = await at_table()
        await gone_by(20, visitor)
        regions, view = visitor.regions["hand"], visitor.program.model.view
        await leave(visitor)
        assert visitor.body["screen"] == "hearth"
        assert visitor.page.all("button", TAKE)
        assert visitor.title == "Lantern Lodge Dominoes"
        assert not [name for name in ("hand", "line", "seats", "dialog") if visitor.regions[name]]
        assert "Lantern draw, round 1." in visitor.region("again").text
        await gone_by(500, visitor)  # no regular plays on without us
        visitor.press(TAKE)
        await visitor.look_until(lambda: visitor.program.model.view is not None)
        assert (visitor.regions["hand"], visitor.program.model.view) == (regions, view)
        assert visitor.program.model.left == pytest.approx(70, abs=1)

    live(story())


def test_a_finished_match_is_not_offered() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(BLOCK_ROUND)
        await play_out(visitor)
        await leave(visitor)
        await gone_by(5, visitor)
        assert not visitor.page.all("button", TAKE)
        assert not (await visit(visitor.keep)).page.all("button", TAKE)
        assert SOLO not in visitor.keep.texts

    live(story())


# Hints


def test_a_hint_is_what_sharp_would_do_and_why_from_our_own_view() -> None:
    async def story() -> None:
        visitor = await visit(Memory(one_tile_left(BLOCK_ROUND, 1)))
        visitor.press(TAKE)
        await visitor.look_until(lambda: visitor.program.model.my_turn)
        visitor.send("hint")
        await visitor.look_until(lambda: visitor.program.model.hint is not None)
        [tile] = visitor.truth.round.hands[0] if visitor.truth.round else ()
        assert f"{tile} on the" in visitor.region("say").text
        assert visitor.program.model.chosen == tile
        assert visitor.complaints == []

    live(story())


@pytest.mark.parametrize("setup", [FOUR, BLOCK_ROUND], ids=str)
def test_sharp_regulars_play_a_match_to_its_end(setup: Setup) -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(setup, Level.SHARP)
        await visitor.play_until(lambda: visitor.dialog is not None)
        assert {chair.level for chair in visitor.truth.seating.chairs[1:]} == {Level.SHARP}
        assert visitor.complaints == []

    live(story())


# Transcripts


def saved(visitor: Visitor) -> Transcript:
    """What the last file that the page was given holds."""
    files = [effect for effect in visitor.effects if effect["do"] == "download"]
    assert files[-1]["name"] == "lantern-lodge.json"
    return read_transcript(files[-1]["text"])


def test_a_match_that_is_over_can_be_saved_and_is_kept_and_every_deal_proven() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(BLOCK_ROUND)
        await play_out(visitor)
        visitor.send("save")
        await gone_by(1, visitor)
        transcript = saved(visitor)
        replayed = replay(transcript)
        assert replayed.fault is None
        assert replayed.match == Match(BLOCK_ROUND, visitor.truth.match.results)
        for kept in transcript.rounds:
            assert kept.fair is not None
            assert [secret.who for secret in kept.fair.secrets] == ["lodge", "0"]
        assert visitor.program.model.checked == Checked(Verdict.FAIR)
        [past] = await Shelf(visitor.keep).matches()
        assert (past.setup, past.scores, past.winner) == (
            BLOCK_ROUND,
            replayed.match.scores,
            replayed.match.winner,
        )
        assert await Shelf(visitor.keep).transcript(past.number) == write(transcript)

    live(story())


def test_between_rounds_what_is_saved_is_the_rounds_that_are_over() -> None:
    async def story() -> None:
        visitor = await visit(Memory(one_tile_left(Setup(Variant.DRAW, 5, 200), 1)))
        visitor.press(TAKE)
        await visitor.look_until(lambda: visitor.program.model.my_turn)
        await visitor.play_until(lambda: visitor.dialog == "Round over")
        visitor.send("save")
        await visitor.look()
        assert len(saved(visitor).rounds) == 1
        visitor.press("Deal the next round")
        await visitor.look_until(lambda: visitor.dialog is None)
        visitor.send("save")
        await visitor.look()
        assert len(saved(visitor).rounds) == 1

    live(story())


def test_a_match_can_be_watched_again_at_once_and_the_table_be_returned_to() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(BLOCK_ROUND)
        await play_out(visitor)
        visitor.send("watch")
        await visitor.look()
        assert visitor.program.model.showing is not None
        assert visitor.body["screen"] == "replay"
        assert visitor.dialog is None
        visitor.send("close_replay")
        await visitor.look()
        assert [visitor.body["screen"], visitor.dialog] == ["table", "Match over"]
        visitor.press("Rematch")
        await visitor.look_until(lambda: visitor.dialog is None)
        assert visitor.program.model.checked is None

    live(story())


def test_a_kept_match_is_listed_and_opened_in_a_later_visit() -> None:
    async def story() -> None:
        first = await visit()
        first.deal(BLOCK_ROUND)
        await play_out(first)
        await leave(first)
        visitor = await visit(first.keep)
        visitor.send("replay")
        await visitor.look_until(lambda: visitor.program.model.past != ())
        [past] = visitor.program.model.past
        visitor.send("past", str(past.number))
        await visitor.look_until(lambda: visitor.program.model.showing is not None)
        visitor.send("save")
        await visitor.look()
        assert write(saved(visitor)) == await Shelf(first.keep).transcript(past.number)

    live(story())


def test_a_match_that_has_gone_from_the_list_is_told() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.send("replay")
        visitor.send("past", "9")
        await visitor.look_until(lambda: visitor.program.model.unopened is not None)
        assert visitor.program.model.showing is None
        assert visitor.complaints == []

    live(story())


def test_where_nothing_is_kept_a_match_can_be_saved_and_watched_all_the_same() -> None:
    async def story() -> None:
        visitor = await visit(Memory(refuses=EVERYTHING))
        visitor.deal(BLOCK_ROUND)
        await play_out(visitor)
        visitor.send("save")
        await visitor.look()
        assert saved(visitor).setup == BLOCK_ROUND
        visitor.send("watch")
        await visitor.look_until(lambda: visitor.program.model.showing is not None)
        assert visitor.complaints == []

    live(story())


def test_a_replay_plays_by_itself_to_its_end_and_then_stops() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(BLOCK_ROUND)
        await play_out(visitor)
        visitor.send("watch")
        await visitor.look_until(lambda: visitor.program.model.showing is not None)
        visitor.send("run")

        def over() -> bool:
            showing = visitor.program.model.showing
            assert showing is not None
            return showing.moment == showing.last and not showing.playing

        await visitor.look_until(over)

    live(story())


def test_between_two_rounds_the_chair_is_offered_and_the_next_round_dealt() -> None:
    async def story() -> None:
        first = await visit(Memory(one_tile_left(Setup(Variant.DRAW, 5, 200), 1)))
        first.press(TAKE)
        await first.look_until(lambda: first.program.model.my_turn)
        await first.play_until(lambda: first.dialog == "Round over")
        scores = first.truth.match.scores
        await gone_by(1, first)
        visitor = await visit(first.keep)
        visitor.press(TAKE)
        await visitor.look_until(lambda: visitor.dialog == "Round over")
        visitor.press("Deal the next round")
        await visitor.look_until(lambda: visitor.truth.phase is Phase.PLAYING)
        assert visitor.truth.match.scores == scores
        assert len(visitor.truth.rounds) == 2

    live(story())


def test_a_new_deal_takes_the_place_of_the_unfinished_match() -> None:
    async def story() -> None:
        visitor = await visit(Memory(await kept_match()))
        visitor.deal(BLOCK_ROUND)
        await gone_by(1, visitor)
        assert json.loads(visitor.keep.texts[SOLO])["setup"]["variant"] == "block"

    live(story())


def test_a_new_deal_right_after_leaving_is_played_although_the_old_is_still_being_kept() -> None:
    async def story() -> None:
        for slow in (False, True):
            visitor = await at_table()
            if slow:
                visitor.keep.let_go.clear()
            visitor.press("Back to the hearth")
            visitor.deal(BLOCK_ROUND)
            await gone_by(5, visitor)
            visitor.keep.let_go.set()
            await play_out(visitor)
            assert visitor.truth.setup == BLOCK_ROUND
            assert visitor.complaints == []

    live(story())


def test_while_the_left_table_is_being_kept_nothing_of_it_shows_at_the_hearth() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(FOUR)
        await visitor.look_until(lambda: visitor.program.model.view is not None)
        visitor.keep.let_go.clear()
        visitor.press("Back to the hearth")
        await gone_by(200, visitor)
        model = visitor.program.model
        assert model == Model(unfinished=model.unfinished, line_area=model.line_area)
        assert visitor.title == "Lantern Lodge Dominoes"
        assert visitor.regions["dialog"] == visitor.regions["status"] == ""

    live(story())


def test_going_back_while_the_chair_is_still_being_taken_ends_at_the_hearth() -> None:
    async def story() -> None:
        visitor = await visit(Memory(await kept_match()))
        visitor.keep.let_go.clear()
        visitor.press(TAKE)
        visitor.send("hearth")
        visitor.keep.let_go.set()
        await gone_by(200, visitor)
        assert visitor.body["screen"] == "hearth"
        assert visitor.program.model.update is None
        assert visitor.page.all("button", TAKE)

    live(story())


def test_a_chair_taken_twice_is_one_table() -> None:
    async def story() -> None:
        visitor = await visit(Memory(await kept_match()))
        visitor.press(TAKE)
        visitor.press(TAKE)
        await visitor.play_until(lambda: visitor.dialog is not None)
        assert visitor.complaints == []

    live(story())


def test_a_second_game_in_one_visit_begins_like_a_first() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(BLOCK_ROUND)
        await play_out(visitor)
        await leave(visitor)
        room = visitor.program.model.line_area
        assert visitor.program.model == Model(line_area=room)
        visitor.deal(FOUR)
        fresh = Model(screen=Screen.TABLE, line_area=room)
        sitting = replace(visitor.program.model, update=None)
        assert sitting == fresh
        await visitor.look_until(lambda: visitor.program.model.view is not None)
        told = visitor.region("status").tagged("p")
        assert told[0]["id"] == "told-1"
        assert " opened with " in told[0].text

    live(story())


# Two tabs


def test_a_chair_taken_in_another_tab_is_left_there_and_nothing_older_is_kept() -> None:
    async def story() -> None:
        first = await visit(Memory(await kept_match()))
        second = await visit(first.keep)
        first.press(TAKE)
        await first.look_until(lambda: first.program.model.view is not None)
        second.press(TAKE)
        await second.look_until(lambda: second.program.model.view is not None)
        await first.look_until(lambda: first.body["screen"] == "hearth")
        assert "another tab" in first.regions["hearth-note"]
        assert first.page.all("button", TAKE)
        newest = second.truth.version
        first.send("hidden")
        await gone_by(3, first)
        kept: Snapshot = codec.from_text(Snapshot, first.keep.texts[SOLO])
        assert kept.version >= newest

    live(story())


# The clock


def test_one_countdown_runs_however_many_turns_there_were() -> None:
    async def story() -> None:
        visitor = await visit()
        for setup in (FIVE, BLOCK_ROUND, FIVE):
            visitor.deal(setup)
            turns = set[int]()

            def tired(turns: set[int] = turns) -> bool:
                turns.add(visitor.truth.version)
                visitor.go_on()
                return len(turns) > 50 and bool(visitor.program.model.fitting)

            await visitor.play_until(tired)
            for msg in ("hidden", "visible", "hidden", "visible"):
                visitor.send(msg)
            left = visitor.program.model.left
            assert left is not None
            await gone_by(10, visitor)
            assert visitor.program.model.left == pytest.approx(left - 10, abs=1)
            assert len(visitor.page.all("timer")) == 1
            await leave(visitor)

    live(story())


def test_a_turn_that_runs_out_is_played_by_the_lodge_and_the_game_goes_on() -> None:
    async def story() -> None:
        patient = '{"speed": "at_once", "auto_pass": false}'
        visitor = await at_table(BLOCK_ROUND, settings=patient)
        truth = visitor.truth
        await visitor.look_until(
            lambda: truth.seating.chairs[0].missed > 0 or truth.phase is not Phase.PLAYING
        )
        assert "lodge" in {deed.by for deed in truth.rounds[0].deeds}
        await visitor.look_until(lambda: visitor.dialog == "Match over")
        assert visitor.complaints == []

    live(story())


def test_while_the_page_is_hidden_the_clock_stands_and_nothing_is_painted() -> None:
    async def story() -> None:
        visitor = await at_table()
        visitor.send("hidden")
        await gone_by(2, visitor)
        shown = visitor.regions["clock"]
        await gone_by(300, visitor)
        assert visitor.regions["clock"] == shown
        visitor.send("visible")
        await gone_by(10, visitor)
        assert visitor.regions["clock"] != shown
        await visitor.play_until(lambda: visitor.dialog is not None)

    live(story())


# The page


BAD = [
    "", "{", "null", "[]", '"draw"', "7", "{}", '{"msg": 3}', '{"msg": "told"}',
    '{"msg": "tile", "value": "9-x"}', '{"msg": "play", "value": "up"}', '{"msg": "deal"}',
    '{"msg": "size", "value": "line", "width": 1e999, "height": 3}', "\ud800",
    '{"msg": "deal", "form": {"variant": "draw", "seats": "9", "target": "100", "level": "easy"}}',
]  # fmt: skip


def test_a_bad_message_of_the_page_is_complained_of_and_changes_nothing() -> None:
    async def story() -> None:
        visitor = await at_table()
        for text in BAD:
            before = visitor.program.model
            visitor.program.send(text)
            assert visitor.program.model is before
            assert visitor.complaints, text[:40]
            visitor.complaints.clear()
        await visitor.play_until(lambda: visitor.dialog is not None)

    live(story())


def test_a_message_too_many_is_refused_by_the_table_and_the_game_goes_on() -> None:
    async def story() -> None:
        visitor = await at_table(BLOCK_ROUND)
        for msg in ("draw", "pass", "next_round", "rematch", "hidden", "visible", "put_aside"):
            visitor.send(msg)
            visitor.send(msg)
        visitor.send("tile", "9-9")
        visitor.send("play", "left")
        await play_out(visitor)
        assert visitor.complaints == []

    live(story())


def test_a_draw_with_a_playable_tile_is_refused_and_shows_the_tile() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(FOUR)
        await visitor.play_until(lambda: bool(visitor.program.model.fitting))
        model = visitor.program.model
        for name in ("Draw", "Pass"):
            visitor.press(name)
            await visitor.look()
            words = visitor.region("say").text
            assert f"You hold {model.fitting[0]}, which fits" in words
            assert visitor.program.model.view == model.view
            chosen = [
                b for b in visitor.region("hand").all("button") if b["aria-pressed"] == "true"
            ]
            assert [b.name for b in chosen] == [str(model.fitting[0])]
            visitor.send("put_aside")
            await visitor.look()

    live(story())


def test_a_page_that_cannot_be_drawn_is_complained_of_and_the_next_one_is() -> None:
    async def story() -> None:
        broken = True

        def brittle(model: Model) -> Paint:
            if broken and model.sheet is not None:
                raise KeyError("a secret")
            return render(model)

        visitor = Visitor(Memory(), brittle)
        await visitor.arrive()
        visitor.send("open", "keys")
        assert await visitor.glance(1) is None
        assert len(visitor.complaints) == 1
        assert "KeyError" in visitor.complaints[0]
        assert "secret" not in visitor.complaints[0]
        broken = False
        visitor.send("storage_refused")
        await visitor.look()
        assert visitor.dialog == "Keys"
        assert "keeps nothing" in visitor.region("hearth-note").text

    live(story())


def test_only_what_has_changed_is_painted() -> None:
    async def story() -> None:
        visitor = await at_table(settings='{"auto_draw": false}')
        visitor.send("hidden")
        await gone_by(2, visitor)
        for msg, value, regions in (
            ("open", "keys", {"dialog"}),
            ("put_aside", "", {"dialog"}),
            ("open", "score", {"dialog"}),
            ("open", "score", None),
            ("size", "hand", None),
            ("key", "x", None),
        ):
            visitor.send(msg, value, width=300, height=200)
            paint = await visitor.glance(1)
            assert (paint and set(paint)) == (regions and {"regions"})
            assert (paint and set(paint["regions"])) == regions
        visitor.send("size", "line", width=300, height=200)
        assert set((await visitor.look())["regions"]) == {"line"}

    live(story())


def test_the_first_paint_has_everything_and_is_all_that_there_is() -> None:
    async def story() -> None:
        visitor = Visitor(Memory())
        await visitor.program.hello("{}")
        paint = await visitor.look()
        wanted = render(Model())
        assert (paint["regions"], paint["body"]) == (wanted["regions"], wanted["body"])
        assert paint["effects"] == [{"do": "title", "text": wanted["title"]}]

    live(story())


def test_the_title_follows_the_turn() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(FOUR)

        def told() -> bool:
            truth = visitor.truth
            assert visitor.title.startswith("Your turn") is (truth.turn == 0)
            return visitor.dialog is not None

        await visitor.play_until(told)
        titles = [effect["text"] for effect in visitor.effects if effect["do"] == "title"]
        assert len(titles) > 3
        assert all(a != b for a, b in pairwise(titles))

    live(story())


def test_a_tile_laid_by_taps_puts_the_focus_back_into_the_hand() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(BLOCK_ROUND)
        await visitor.play_until(lambda: {"do": "focus", "id": "hand"} in visitor.effects)
        index = Path(__file__).parent.parent / "web" / "index.html"
        assert re.search(r'<[a-z]+ [^>]*id="hand"', index.read_text())

    live(story())


def test_each_second_tap_is_one_effect() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(FOUR)
        await visitor.play_until(lambda: bool(visitor.program.model.fitting))
        truth, model = visitor.truth, visitor.program.model
        laid = len(truth.rounds[0].deeds)
        tile = model.fitting[0]
        for _ in range(4):
            visitor.send("tile", str(tile))
            visitor.send("play", model.ends_for(tile)[0].value)
        assert len(truth.rounds[0].deeds) == laid + 1

    live(story())


def test_what_is_beyond_the_first_plane_crosses_to_the_page_as_it_is() -> None:
    """MicroPython reads no surrogate pairs: an escape of each half would come out as six boxes."""

    async def story() -> None:
        name = "Zoë \N{WOMAN}"
        paint: Paint = {"regions": {"hearth-note": name}, "body": {}, "title": "Lodge"}
        visitor = Visitor(Memory(), render=lambda model: paint)
        await visitor.program.hello("{}")
        assert name in await visitor.program.next_paint()

    live(story())
