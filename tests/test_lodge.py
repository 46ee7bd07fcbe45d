"""A lodge from deal to deal: whom it tells what, its regulars, its deadlines."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.actions import Action, Draw, Pass, Play
from engine.ai.policy import choose
from engine.chairs import Chair, Level
from engine.events import Drew, Ended, Ending, Opened, Passed, Played, Result
from engine.line import End
from engine.lodge import THINKING_SECONDS, Mind
from engine.messages import (
    Act,
    Join,
    Kick,
    NextRound,
    Phase,
    Phrase,
    PlayedFor,
    React,
    Reacted,
    Ready,
    Rematch,
    Rename,
    Start,
)
from engine.round import legal_actions
from engine.rules import Setup, Variant
from engine.table import Table
from engine.tiles import Tile
from engine.view import View
from tests.evening import (
    BLOCK,
    DEALT,
    FIVE,
    NINES_FAR,
    NINES_NEAR,
    TWO,
    Evening,
    after,
    deck,
    evening,
    never,
)
from tests.strategies import play_on, seated

# Dealing and telling


def test_a_deal_is_told_to_every_member_with_its_own_hand_alone() -> None:
    it = after(DEALT, seated(FIVE, 3))
    for seat in range(3):
        update = it.updates(f"m{seat}")[-1]
        assert update.seat == seat
        assert update.view is not None
        assert update.view.hand == it.round.hands[seat]
        assert update.view.hands is None
        assert [type(event) for event in update.events] == [Opened]
    assert {who for who, _ in it.told} == {"m0", "m1", "m2"}


def test_a_refusal_goes_to_its_sender_alone() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_NEAR)
        await asyncio.sleep(DEALT)
        it.told.clear()
        it.lodge.command("m1", Start())
        it.act("m0")
        it.act("m1", Pass())
        it.act("m1", Play(Tile(9, 9), End.LEFT))
        it.lodge.command("m1", Act(0, Pass()))
        it.lodge.command("stranger", Rename("x"))
        return it

    it = evening(scenario)
    assert it.refusals() == [
        ("m1", "host_only"), ("m0", "not_your_turn"), ("m1", "must_play"), ("m1", "not_in_hand"),
        ("m1", "stale"), ("stranger", "no_chair"),
    ]  # fmt: skip
    assert len(it.told) == 6


def test_who_joins_hears_everything_from_then_on() -> None:
    async def scenario() -> Evening:
        it = Evening(Table("here", "m0", "Ada", TWO, ()))
        it.lodge.command("m1", Join("Bob"))
        it.lodge.command("m1", Ready(on=True))
        it.lodge.command("m0", Start())
        it.lodge.command("m2", Join("Cy"))
        await asyncio.sleep(DEALT)
        return it

    it = evening(scenario)
    phases = [update.phase for update in it.updates("m1")]
    assert phases[:2] == ["gathering"] * 2
    assert list(dict.fromkeys(phases)) == ["gathering", "dealing", "playing"]
    assert [(who, code) for who, code in it.refusals()] == [("m2", "table_full")]
    assert it.updates("m2") == []


def test_a_restored_table_is_told_to_its_members() -> None:
    table = seated(TWO, 2)
    table.deal(NINES_NEAR, 0.0)
    it = after(200.0, Table.restored(table.snapshot(0.0), 1000.0))
    assert it.updates("m0")
    assert it.updates("m1")


def test_tell_gives_one_member_the_whole_table() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_NEAR)
        await asyncio.sleep(DEALT)
        it.told.clear()
        it.lodge.tell("m1")
        it.lodge.tell("watcher")
        return it

    it = evening(scenario)
    assert [who for who, _ in it.told] == ["m1", "watcher"]
    mine, watched = it.updates("m1")[0], it.updates("watcher")[0]
    assert mine.view is not None
    assert watched.view is not None
    assert (mine.events, mine.view.hand) == ((), it.round.hands[1])
    assert (watched.seat, watched.view.hand) == (None, ())


def test_every_change_is_reported_to_who_keeps_the_table() -> None:
    kept: list[int] = []
    table = seated(TWO, 1)
    it = after(3.0, table, deck=NINES_NEAR, changed=lambda: kept.append(table.version))
    assert kept[-2:] == [1, 2]
    assert len(it.updates("m0")) == len(kept)


# The regulars


def test_a_regular_takes_its_time_so_that_people_can_follow() -> None:
    assert after(0.89, seated(TWO, 1), deck=NINES_NEAR).events("m0")[1:] == []
    played = after(0.91, seated(TWO, 1), deck=NINES_NEAR).events("m0")[1:]
    assert [type(event) for event in played] == [Played]


def test_a_regular_thinks_while_it_keeps_the_pace() -> None:
    async def slow(view: View, level: Level) -> Action:
        await asyncio.sleep(0.8)
        return view.legal[0]

    assert len(after(0.91, seated(TWO, 1), deck=NINES_NEAR, mind=slow).events("m0")) == 2


def test_each_regular_decides_from_its_own_view_at_its_own_level() -> None:
    asked = []

    async def asking(view: View, level: Level) -> Action:
        asked.append((view.seat, level))
        assert view.turn == view.seat
        assert view.hands is None
        return view.legal[0]

    table = seated(Setup(Variant.DRAW, 3, 100), 1, (Level.EASY, Level.STEADY, Level.EASY))
    it = after(60.0, table, deck=deck("9-9"), mind=asking)
    assert set(asked) == {(1, Level.STEADY), (2, Level.EASY)}
    assert it.complaints == []


async def raising(view: View, level: Level) -> Action:
    raise ValueError(f"my hand is {view.hand[0]}")


def raising_at_once(view: View, level: Level) -> Awaitable[Action]:
    raise RuntimeError(f"my hand is {view.hand[0]}")


async def cancelled(view: View, level: Level) -> Action:
    raise asyncio.CancelledError


async def cheating(view: View, level: Level) -> Action:
    return Play(Tile(0, 0), End.LEFT)


async def passing(view: View, level: Level) -> Action:
    return Pass()


async def silent(view: View, level: Level) -> Any:
    return None


async def alike(view: View, level: Level) -> Any:
    return Play((0, 9), "left")  # type: ignore[arg-type]


class _Touchy:
    def __eq__(self, other: object) -> bool:
        raise TypeError("not to be compared with 3-5")

    __hash__ = object.__hash__


async def touchy(view: View, level: Level) -> Any:
    return _Touchy()


async def deaf(view: View, level: Level) -> Action:
    for _ in range(100):
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(0.5)
    return view.legal[0]


async def slow_to_stop(view: View, level: Level) -> Action:
    try:
        await asyncio.sleep(1e9)
    finally:
        await asyncio.sleep(3.0)
    raise AssertionError


async def cancelling_itself(view: View, level: Level) -> Action:
    task = asyncio.current_task()
    assert task is not None
    task.cancel()
    await asyncio.sleep(1.0)
    raise AssertionError


class _Doom(BaseException):
    """Beneath all that is usually caught."""


async def doomed(view: View, level: Level) -> Action:
    raise _Doom(f"my hand is {view.hand[0]}")


async def emptying(view: View, level: Level) -> Action:
    object.__setattr__(view, "legal", ())
    raise ValueError


def not_a_coroutine(view: View, level: Level) -> Any:
    return view.legal[0]


@pytest.mark.parametrize(
    "mind",
    [
        raising,
        raising_at_once,
        cancelled,
        never,
        cheating,
        passing,
        silent,
        alike,
        touchy,
        deaf,
        slow_to_stop,
        cancelling_itself,
        doomed,
        emptying,
        not_a_coroutine,
    ],
)
def test_whatever_a_regulars_mind_does_a_legal_action_comes_within_two_seconds(
    mind: Mind,
) -> None:
    assert THINKING_SECONDS == 2.0
    it = after(2.01, seated(TWO, 1), deck=NINES_NEAR, mind=mind)
    assert it.events("m0")[1:] == [Played(1, Tile(0, 9), End.LEFT)]
    assert len(it.complaints) == (0 if mind is alike else 1)
    assert type(it.round.record[-1].tile) is Tile


def test_a_kicked_guests_turn_is_taken_by_the_regular() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_NEAR)
        await asyncio.sleep(5.0)
        it.lodge.command("m0", Kick(1))
        await asyncio.sleep(1.0)
        return it

    assert [type(event) for event in evening(scenario).events("m0")] == [Opened, Played]


def test_who_takes_a_regulars_chair_while_it_thinks_gets_the_turn() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 1), deck=NINES_NEAR)
        await asyncio.sleep(0.5)
        it.lodge.command("m1", Join("Bob"))
        await asyncio.sleep(60.0)
        assert it.table.turn == 1
        it.act("m1")
        return it

    it = evening(scenario)
    assert it.refusals() == []
    assert it.table.seating.chairs[1].missed == 0


# Deadlines


def test_a_deadline_that_passes_draws_as_needed_and_plays() -> None:
    before = after(89.99, seated(TWO, 2), deck=NINES_FAR)
    assert before.events("m0")[1:] == []
    it = after(90.01, seated(TWO, 2), deck=NINES_FAR)
    assert it.events("m0") == [
        Opened(1, Tile(9, 9)), *[Drew(0)] * 39, Played(0, Tile(6, 9), End.LEFT), PlayedFor(0),
    ]  # fmt: skip
    assert it.table.turn == 1
    assert it.updates("m1")[-1].left == 90.0
    assert it.table.seating.chairs[0].missed == 1
    assert it.events("m0") == it.events("m1")


def test_a_deadline_that_passes_passes_where_nothing_else_can_be_done() -> None:
    blocked = deck("6-6 5-6 4-6 3-6 2-6 1-6 0-6 0-0 0-1 0-2 0-3 0-4 0-5 1-1", variant=Variant.BLOCK)
    it = after(90.01, seated(BLOCK, 2), deck=blocked)
    assert it.events("m0") == [Opened(0, Tile(6, 6)), Passed(1), PlayedFor(1)]


@pytest.mark.parametrize("mind", [raising, never, cheating, cancelled])
def test_a_deadline_holds_whatever_the_mind_does(mind: Mind) -> None:
    it = after(92.01, seated(TWO, 2), deck=NINES_NEAR, mind=mind)
    assert [type(event) for event in it.events("m0")] == [Opened, Played, PlayedFor]


def test_drawing_does_not_put_the_deadline_off() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_FAR)
        await asyncio.sleep(80.0)
        it.act("m0", Draw())
        assert it.table.turn == 0
        await asyncio.sleep(10.01)
        assert it.table.turn == 1
        return it

    evening(scenario)


def test_reactions_put_no_deadline_off() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_NEAR)
        for _ in range(901):
            await asyncio.sleep(0.1)
            it.lodge.command("m1", React(Phrase.THINKING))
        return it

    it = evening(scenario)
    assert it.table.turn == 0
    assert Reacted(1, Phrase.THINKING) in it.events("m0")


def test_two_missed_turns_away_and_the_lodge_waits_no_longer_until_the_member_is_back() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(FIVE, 1), mind=steady)
        await asyncio.sleep(DEALT)
        it.table.away("m0")
        waited = []
        for _ in range(3):
            await it.turn(lambda seat: seat == 0)
            began = asyncio.get_running_loop().time()
            await it.turn(lambda seat: seat != 0)
            waited.append(asyncio.get_running_loop().time() - began)
        assert waited[0] > 85
        assert waited[1] > 85
        assert waited[2] < 30
        it.lodge.command("m0", Join("Player 0"))
        await it.turn(lambda seat: seat == 0)
        await asyncio.sleep(60.0)
        assert it.table.turn == 0
        return it

    evening(scenario)


def test_who_comes_back_while_the_lodge_plays_for_them_gets_the_turn() -> None:
    async def scenario() -> Evening:
        table = seated(TWO, 2)
        table.away("m1")
        table.seating.chairs[1] = _missed_two(table)
        it = Evening(table, deck=NINES_NEAR)
        await asyncio.sleep(0.5)
        it.lodge.command("m1", Join("Player 1"))
        await asyncio.sleep(60.0)
        assert it.table.turn == 1
        return it

    evening(scenario)


def _missed_two(table: Table) -> Chair:
    return replace(table.seating.chairs[1], missed=2)


def test_an_action_in_the_last_moment_is_not_followed_by_the_lodges() -> None:
    async def slow(view: View, level: Level) -> Action:
        await asyncio.sleep(1.0)
        return view.legal[0]

    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_NEAR, mind=slow)
        await asyncio.sleep(90.5)
        it.act("m1", Play(Tile(2, 9), End.LEFT))
        await asyncio.sleep(5.0)
        return it

    it = evening(scenario)
    assert it.events("m0")[1:] == [Played(1, Tile(2, 9), End.LEFT)]
    assert it.complaints == []


# The end of rounds


def about_to_go_out(setup: Setup) -> tuple[Table, int, int]:
    """A table of two people at which the seat in turn can only lay its last tile."""
    for seed in range(5000):
        one = play_on(setup, Random(seed))
        result = one.round.result
        if result is not None and result.kind is Ending.DOMINO and result.points < 100:
            table = seated(setup, 2)
            table.deal(one.deck, 1000.0)
            for round, action in zip(one.rounds, one.actions[:-1]):
                table.play_for(round.turn, action, 1000.0)
            assert result.winner is not None
            return table, result.winner, result.points
    raise AssertionError


@pytest.mark.parametrize(
    ("setup", "phase"),
    [(BLOCK, Phase.MATCH_OVER), (TWO, Phase.ROUND_OVER)],
    ids=["match", "round"],
)
def test_a_timeout_that_lays_the_last_tile_settles_round_and_match(
    setup: Setup, phase: Phase
) -> None:
    table, winner, points = about_to_go_out(setup)
    assert after(89.0, table).table.phase is Phase.PLAYING
    table, winner, points = about_to_go_out(setup)
    it = after(500.0, table)
    assert (it.table.phase, it.table.match.scores[winner]) == (phase, points)
    for member in ("m0", "m1"):
        last = it.updates(member)[-1]
        assert last.view is not None
        assert (last.phase, last.left, last.view.turn) == (phase, None, None)
        assert last.view.hands == it.round.hands
        assert last.view.winner == (winner if phase is Phase.MATCH_OVER else None)
        assert [type(event) for event in it.events(member)] == [Played, Ended, PlayedFor]


def about_to_be_blocked(setup: Setup) -> tuple[Table, Result]:
    """A table of one person, who can only pass, and of regulars who have all passed."""
    for seed in range(5000):
        one = play_on(setup, Random(seed))
        result = one.round.result
        assert result is not None
        if result.kind is not Ending.DOMINO and one.rounds[-2].turn == 0 and result.points < 100:
            table = seated(setup, 1)
            table.deal(one.deck, 1000.0)
            for round, action in zip(one.rounds, one.actions[:-1]):
                table.play_for(round.turn, action, 1000.0)
            return table, result
    raise AssertionError


@pytest.mark.parametrize("setup", [TWO, FIVE, BLOCK, Setup(Variant.BLOCK, 2, 100)], ids=str)
def test_a_timeout_that_blocks_a_round_settles_it_and_a_new_clock_runs_in_the_next(
    setup: Setup,
) -> None:
    async def scenario() -> Evening:
        table, result = about_to_be_blocked(setup)
        it = Evening(table)
        await asyncio.sleep(500.0)  # however late, no timer comes after the end
        assert it.events("m0") == [Passed(0), Ended(result), PlayedFor(0)]
        assert (table.match.results, it.left) == ((result,), None)
        over = setup.target is None
        assert table.phase is (Phase.MATCH_OVER if over else Phase.ROUND_OVER)
        it.lodge.command("m0", Rematch() if over else NextRound())
        await it.turn(lambda seat: seat == 0)
        assert it.left == pytest.approx(90.0, abs=0.2)
        dealt = len(it.events("m0"))
        await asyncio.sleep(89.0)
        assert len(it.events("m0")) == dealt
        await it.turn(lambda seat: seat != 0)
        return it

    it = evening(scenario)
    assert (it.complaints, it.refusals()) == ([], [])
    # A turn that was missed is no absence.
    assert all(update.chairs[0].present for update in it.updates("m0"))


def test_a_rounds_end_is_told_once_and_scored_once() -> None:
    table, winner, points = about_to_go_out(TWO)

    async def scenario() -> Evening:
        it = Evening(table)
        last = Act(table.version, legal_actions(it.round)[0])
        for _ in range(3):
            it.lodge.command(f"m{winner}", last)
        it.act(f"m{winner}", Pass())
        it.lodge.tell("m0")
        await asyncio.sleep(500.0)
        return it

    it = evening(scenario)
    assert it.refusals() == [(f"m{winner}", "stale")] * 2 + [(f"m{winner}", "round_over")]
    assert it.table.match.scores[winner] == points
    assert sum(isinstance(event, Ended) for event in it.events("m0")) == 1


def test_a_message_of_the_round_before_is_stale_in_the_next() -> None:
    table, winner, _ = about_to_go_out(TWO)

    async def scenario() -> Evening:
        it = Evening(table)
        late = Act(table.version, legal_actions(it.round)[0])
        it.act(f"m{winner}")
        it.lodge.command("m0", NextRound())
        it.lodge.command(f"m{winner}", late)
        await asyncio.sleep(1.0)
        it.lodge.command(f"m{winner}", late)
        return it

    it = evening(scenario)
    assert it.table.phase is Phase.PLAYING
    assert it.refusals() == [(f"m{winner}", "stale")] * 2
    assert len(it.table.match.results) == 1


async def steady(view: View, level: Level) -> Action:
    return choose(view, level, Random(1))


@pytest.mark.parametrize("setup", [FIVE, TWO, BLOCK], ids=str)
def test_a_whole_match_runs_to_its_end_with_nobody_at_the_keys(setup: Setup) -> None:
    async def scenario() -> Evening:
        it = Evening(seated(setup, 1), mind=steady)
        while it.table.phase is not Phase.MATCH_OVER:
            await asyncio.sleep(60.0)
            if it.table.phase is Phase.ROUND_OVER:
                it.lodge.command("m0", NextRound())
        await asyncio.sleep(1000.0)
        return it

    it = evening(scenario)
    assert it.complaints == []
    assert it.refusals() == []
    ends = [event.result for event in it.events("m0") if isinstance(event, Ended)]
    assert tuple(ends) == it.table.match.results
    assert it.table.match.over
