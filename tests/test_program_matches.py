"""Whole matches behind one page: played by the buttons alone, hinted at, saved, watched again."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

from app.shelf import Shelf
from engine.actions import Play
from engine.chairs import Level
from engine.events import Ending
from engine.match import Match
from engine.messages import Phase
from engine.replay import replay
from engine.round import legal_actions
from engine.rules import Setup, Variant
from engine.tiles import Tile
from engine.transcript import Transcript, write
from engine.transcript import read as read_transcript
from engine.witness import Checked, Verdict
from tests.page import BLOCK_ROUND, Memory, Visitor, page
from tests.story import live
from tests.visits import (
    EVERYTHING,
    FIVE,
    FOUR,
    TAKE,
    at_table,
    gone_by,
    leave,
    one_tile_left,
    play_out,
    visit,
)

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
