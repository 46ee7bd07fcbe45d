"""A table that is left, and come back to: after a reload, from the Hearth, in another tab."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.drawer import SOLO
from app.model import Model, Screen
from engine import codec
from engine.messages import Phase
from engine.rules import Setup, Variant
from engine.snapshot import Snapshot
from tests.page import BLOCK_ROUND, Memory, Visitor
from tests.story import live
from tests.visits import (
    FOUR,
    TAKE,
    at_table,
    gone_by,
    kept_match,
    leave,
    one_tile_left,
    play_out,
    visit,
)


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


def held(visitor: Visitor) -> list[tuple[str, str | None]]:
    """The hand as it is read out; a tile that was fresh when we left is none when we come back."""
    tiles = visitor.region("hand").all("button")
    return [(tile.name, tile.attributes.get("aria-description")) for tile in tiles]


def test_leaving_for_the_hearth_offers_the_chair_and_taking_it_shows_the_same() -> None:
    async def story() -> None:
        visitor = await at_table()
        await gone_by(20, visitor)
        hand, view = held(visitor), visitor.program.model.view
        await leave(visitor)
        assert visitor.body["screen"] == "hearth"
        assert visitor.page.all("button", TAKE)
        assert visitor.title == "Lantern Lodge Dominoes"
        assert not [name for name in ("hand", "line", "seats", "dialog") if visitor.regions[name]]
        assert "Lantern draw, round 1." in visitor.region("again").text
        await gone_by(500, visitor)  # no regular plays on without us
        visitor.press(TAKE)
        await visitor.look_until(lambda: visitor.program.model.view is not None)
        assert (held(visitor), visitor.program.model.view) == (hand, view)
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
