"""The whole brain behind one page: refused what it would keep, fed with what it cannot read."""

from __future__ import annotations

import asyncio
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.drawer import SET_ASIDE, SOLO
from app.model import Model
from app.program import Paint
from app.settings import Settings, Speed, read_settings
from engine.messages import Phase
from engine.rules import Setup
from tests.page import BLOCK_ROUND, Memory, Visitor
from tests.story import live, waits
from tests.visits import (
    EVERYTHING,
    FIVE,
    FOUR,
    NOT_KEPT,
    TAKE,
    UNREADABLE,
    at_table,
    gone_by,
    kept_match,
    leave,
    play_out,
    visit,
)
from ui.pages import render

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


# The clock


def test_where_no_clock_runs_nothing_wakes_the_brain() -> None:
    async def slept(seconds: float) -> int:
        before = waits()
        await asyncio.sleep(seconds)
        return waits() - before

    async def story() -> None:
        visitor = await visit()
        await gone_by(1, visitor)
        assert await slept(600) < 5
        visitor.deal(FIVE)
        await visitor.look_until(lambda: visitor.program.model.my_turn)
        assert await slept(10) >= 10
        await leave(visitor)
        await gone_by(2, visitor)
        assert await slept(600) < 5

    live(story())


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
        assert paint["effects"] == [
            {"do": "language", "language": "en"},
            {"do": "title", "text": wanted["title"]},
        ]

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
        regions = {"hearth-note": name}
        paint: Paint = {"regions": regions, "body": {}, "title": "Lodge", "language": "en"}
        visitor = Visitor(Memory(), render=lambda model: paint)
        await visitor.program.hello("{}")
        assert name in await visitor.program.next_paint()

    live(story())
