from __future__ import annotations

import asyncio
import re
import selectors
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.actions import Action, Draw, Pass, Play
from engine.ai.policy import choose
from engine.chairs import Chair, Level
from engine.codec import to_text
from engine.deal import FairDeal
from engine.events import Drew, Ended, Ending, Opened, Passed, Played, Result
from engine.line import End
from engine.lodge import DEAL_SECONDS, THINKING_SECONDS, Lodge, Mind
from engine.messages import (
    Act,
    Commit,
    Join,
    Kick,
    LeftOut,
    NextRound,
    Phase,
    Phrase,
    PlayedFor,
    React,
    Reacted,
    Ready,
    Refused,
    Rematch,
    Rename,
    Reply,
    Reveal,
    Start,
    Update,
)
from engine.round import legal_actions
from engine.rules import RULES, Setup, Variant
from engine.table import Table
from engine.tiles import Tile
from engine.view import View
from engine.witness import Witness
from tests.strategies import play_on, seated

TWO = Setup(Variant.DRAW, 2, 100)
THREE = Setup(Variant.DRAW, 3, 100)
FIVE = Setup(Variant.DRAW, 5, 100)
BLOCK = Setup(Variant.BLOCK, 2, None)
DEALT = 0.01
"""Seconds after which everybody here has given a secret, and the round is dealt."""


# An evening whose time is moved by hand


class HandLoop(asyncio.SelectorEventLoop):
    """A loop in which waiting takes no time: its clock jumps to whatever comes next."""

    def __init__(self) -> None:
        self.now = 1000.0
        super().__init__(_Jumping(self))

    def time(self) -> float:
        return self.now


class _Jumping(selectors.SelectSelector):
    def __init__(self, loop: HandLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("everybody waits for something that will never happen")
        # Never quite still, for asyncio calls a timer due that is a clock's tick away.
        self._loop.now += max(timeout, 1e-9)
        return super().select(0)


async def first_legal(view: View, level: Level) -> Action:
    return view.legal[0]


def stack(table: Table, deck: Sequence[Tile]) -> None:
    """Have every round dealt from this very deck, whatever the secrets."""
    deal = table.deal
    setattr(table, "deal", lambda given, now, fair=None: deal(deck, now, fair))  # noqa: B010


class Evening:
    """A lodge at work, and all that it told to whom."""

    def __init__(
        self,
        table: Table,
        mind: Mind = first_legal,
        deck: Sequence[Tile] = (),
        say: Callable[[str, Reply], None] = lambda member, reply: None,
        changed: Callable[[], None] = lambda: None,
        secret: Callable[[], bytes] | None = None,
    ) -> None:
        self.table = table
        self.told: list[tuple[str, Reply]] = []
        self.complaints: list[str] = []
        self._also_say = say
        random = Random(1)
        self._witnesses = defaultdict[str, Witness](lambda: Witness(lambda: random.randbytes(32)))
        self.deaf_after: dict[str, int] = {}
        """How many times a member answers a deal before it stops."""
        if deck:
            stack(table, deck)
        self.lodge = Lodge(
            table,
            mind=mind,
            secret=secret or (lambda: random.randbytes(32)),
            clock=asyncio.get_running_loop().time,
            say=self._say,
            changed=changed,
            complain=self.complaints.append,
        )
        self._task = asyncio.create_task(self.lodge.run())

    def _say(self, member: str, reply: Reply) -> None:
        self._also_say(member, reply)
        self.told.append((member, reply))
        if isinstance(reply, Update) and (answer := self._witnesses[member].answer(reply)):
            left = self.deaf_after.get(member)
            if left is not None:
                self.deaf_after[member] = left - 1
            if left is None or left > 0:
                asyncio.get_running_loop().call_soon(self.lodge.command, member, answer)

    def act(self, member: str, action: Action | None = None) -> None:
        action = action or legal_actions(self.round)[0]
        self.lodge.command(member, Act(self.table.version, action))

    async def turn(self, wanted: Callable[[int | None], bool]) -> None:
        """Wait for such a seat's turn."""
        for _ in range(10_000):
            if wanted(self.table.turn):
                return
            await asyncio.sleep(0.1)
        raise AssertionError("the turn never came")

    @property
    def round(self) -> Any:
        assert self.table.round is not None
        return self.table.round

    def updates(self, member: str) -> list[Update]:
        return [one for who, one in self.told if who == member and isinstance(one, Update)]

    @property
    def left(self) -> float | None:
        return self.updates("m0")[-1].left

    def refusals(self) -> list[tuple[str, str]]:
        return [(who, one.code) for who, one in self.told if isinstance(one, Refused)]

    def events(self, member: str) -> list[Any]:
        return [event for update in self.updates(member) for event in update.events]

    async def close(self) -> None:
        self.lasted = not self._task.done()
        self._task.cancel()
        await asyncio.wait([self._task])


def evening(scenario: Callable[[], Awaitable[Evening]]) -> Evening:
    """Play ``scenario`` to its end; nothing of the lodge may be left running behind it."""

    async def play() -> Evening:
        it = await scenario()
        await it.close()
        if left := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(left, timeout=100.0)  # for minds that are slow to stop
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert it.lasted
        assert not [line for line in it.complaints if re.search("[0-9]-[0-9]", line)]
        return it

    with asyncio.Runner(loop_factory=HandLoop) as runner:
        return runner.run(play())


def after(seconds: float, table: Table, **how: Any) -> Evening:
    """What has come of ``table`` when nobody does anything for so long."""

    async def scenario() -> Evening:
        it = Evening(table, **how)
        await asyncio.sleep(seconds)
        return it

    return evening(scenario)


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(Tile.parse(one) for one in text.split())


def deck(first: str, last: str = "", variant: Variant = Variant.DRAW) -> tuple[Tile, ...]:
    head, tail = tiles(first), tiles(last)
    between = tuple(t for t in RULES[variant].tiles if t not in head and t not in tail)
    return head + between + tail


# Seat 1 opens with 9-9, seat 0 holds no nine and finds one only after 38 others.
NINES_FAR = deck("0-0 0-1 0-2 0-3 0-4 0-5 0-6 9-9 0-9 1-9 2-9 3-9 4-9 5-9", "6-9 7-9 8-9")
# Seat 0 opens with 9-9, seat 1 can answer at once.
NINES_NEAR = deck("9-9 0-1 0-2 0-3 0-4 0-5 0-6 0-9 1-9 2-9 3-9 4-9 5-9 6-9")


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


async def never(view: View, level: Level) -> Action:
    await asyncio.sleep(1e9)
    raise AssertionError


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


# Pauses


def test_a_pause_stands_the_clock_still() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_NEAR)
        await asyncio.sleep(30.0)
        it.lodge.pause()
        await asyncio.sleep(1000.0)
        assert it.updates("m0")[-1].paused
        assert it.left == pytest.approx(60)
        assert it.table.turn == 1
        it.lodge.resume()
        assert not it.updates("m0")[-1].paused
        assert it.left == pytest.approx(60)
        await asyncio.sleep(59.99)
        assert it.table.turn == 1
        await asyncio.sleep(0.02)
        assert it.table.turn == 0
        return it

    assert evening(scenario).complaints == []


def test_no_regular_acts_in_a_pause() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 1), deck=NINES_NEAR)
        await asyncio.sleep(0.5)
        it.lodge.pause()
        await asyncio.sleep(1000.0)
        assert it.table.turn == 1
        it.lodge.resume()
        await asyncio.sleep(0.91)
        assert it.table.turn == 0
        return it

    assert evening(scenario).complaints == []


def test_nobody_is_played_for_in_a_pause_that_begins_while_the_lodge_thinks() -> None:
    async def slow(view: View, level: Level) -> Action:
        await asyncio.sleep(1.0)
        return view.legal[0]

    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_NEAR, mind=slow)
        await asyncio.sleep(90.5)
        it.lodge.pause()
        await asyncio.sleep(1000.0)
        assert it.table.paused
        assert it.table.turn == 1
        it.lodge.resume()
        await asyncio.sleep(1.5)
        assert it.table.turn == 0
        return it

    assert evening(scenario).complaints == []


def test_a_deal_in_a_pause_waits_for_its_end_and_then_three_seconds_more() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_NEAR)
        it.deaf_after["m1"] = 0
        await asyncio.sleep(1.0)
        it.lodge.pause()
        await asyncio.sleep(1000.0)
        assert it.table.version == 0
        it.lodge.resume()
        await asyncio.sleep(DEAL_SECONDS - 0.1)
        assert it.table.version == 0
        await asyncio.sleep(0.2)
        assert it.table.version == 1
        return it

    it = evening(scenario)
    assert LeftOut(1) in it.events("m0")
    assert LeftOut(0) not in it.events("m0")


# Who is here


def test_who_looks_on_is_told_from_its_coming_to_its_going() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 1), deck=NINES_NEAR)
        it.lodge.enter("kim")
        await asyncio.sleep(5.0)
        it.lodge.leave("kim")
        heard = len(it.updates("kim"))
        assert heard > 3
        it.act("m0")
        assert len(it.updates("kim")) == heard
        return it

    it = evening(scenario)
    assert {update.seat for update in it.updates("kim")} == {None}
    assert not any(update.view.hand for update in it.updates("kim") if update.view)


def test_all_are_told_of_a_guest_who_goes_and_comes_back_and_the_guest_when_it_is_back() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_NEAR)
        await asyncio.sleep(1.0)
        it.lodge.leave("m1")
        heard = len(it.updates("m1"))
        assert not it.updates("m0")[-1].chairs[1].present
        it.lodge.leave("m1")
        assert len(it.updates("m1")) == heard
        it.lodge.enter("m1")
        assert it.updates("m0")[-1].chairs[1].present
        assert it.updates("m1")[-1].seat == 1
        told = len(it.updates("m0"))
        it.lodge.enter("m1")  # the same guest, by another page
        assert len(it.updates("m0")) == told
        assert len(it.updates("m1")) == heard + 2
        return it

    assert evening(scenario).complaints == []


def test_nobody_hears_of_a_change_before_it_can_be_kept() -> None:
    table = seated(TWO, 2)
    kept: list[str] = []

    def hear(member: str, reply: Reply) -> None:
        if isinstance(reply, Update):
            assert kept[-1] == to_text(table.snapshot(0.0)).partition('"left"')[0]

    async def scenario() -> Evening:
        it = Evening(
            table,
            deck=NINES_NEAR,
            say=hear,
            changed=lambda: kept.append(to_text(table.snapshot(0.0)).partition('"left"')[0]),
        )
        it.lodge.leave("m1")
        it.lodge.enter("m1")
        it.lodge.pause()
        it.lodge.resume()
        await asyncio.sleep(200.0)
        return it

    it = evening(scenario)
    assert len(kept) > 8
    assert it.complaints == []


# What breaks around the lodge


def test_a_member_who_cannot_be_told_keeps_nobody_else_from_hearing() -> None:
    def broken(member: str, reply: Reply) -> None:
        if member == "m0":
            raise OSError("gone, and the boneyard begins with 3-5")

    table = Table("here", "m0", "Ada", TWO, ())

    async def scenario() -> Evening:
        it = Evening(table, deck=NINES_NEAR, say=broken)
        await asyncio.sleep(1.0)
        it.lodge.command("m1", Join("Bob"))
        it.lodge.command("m1", Ready(on=True))
        it.lodge.command("m0", Start())
        await asyncio.sleep(DEAL_SECONDS + 90.1)
        it.lodge.command("m1", Start())
        return it

    it = evening(scenario)
    assert [type(event) for event in it.events("m1")] == [LeftOut, Opened, Played, PlayedFor]
    assert it.refusals() == [("m1", "host_only")]
    assert it.complaints


def test_a_table_that_cannot_be_kept_is_played_on() -> None:
    def full() -> None:
        raise OSError("no room left for 3-5")

    async def scenario() -> Evening:
        it = Evening(Table("here", "m0", "Ada", TWO, ()), deck=NINES_NEAR, changed=full)
        await asyncio.sleep(1.0)
        it.lodge.command("m0", Start())
        await asyncio.sleep(1.0)
        it.act("m0") if it.table.turn == 0 else None
        return it

    it = evening(scenario)
    assert [type(event) for event in it.events("m0")][:2] == [Opened, Played]
    assert it.complaints


def test_a_bad_secret_is_complained_of_and_another_one_taken() -> None:
    secrets = [b"short", b"", bytes(32)]
    it = after(5.0, seated(TWO, 1), secret=lambda: secrets.pop(0))
    assert it.table.phase is Phase.PLAYING
    assert len(it.complaints) == 2


def test_a_closed_lodge_does_nothing_more() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 1), mind=never)
        await asyncio.sleep(1.0)
        await it.close()
        told = len(it.told)
        await asyncio.sleep(1000.0)
        assert len(it.told) == told
        return Evening(it.table)

    evening(scenario)


# Fair deals


def fair_of(it: Evening) -> FairDeal:
    fair = it.table.rounds[-1].fair
    assert fair is not None
    return fair


def test_a_deck_follows_from_the_secrets_of_the_lodge_and_of_all_people() -> None:
    it = after(DEALT, seated(THREE, 2))
    fair = fair_of(it)
    assert [secret.who for secret in fair.secrets] == ["lodge", "0", "1"]
    assert it.table.rounds[0].deck == fair.deck(THREE.rules.tiles)
    assert fair.broken_by is None


def test_commitments_are_published_together_and_secrets_only_when_the_round_is_over() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(BLOCK, 2))
        while it.table.phase is not Phase.MATCH_OVER:
            if it.table.turn is not None:
                it.act(f"m{it.table.turn}")
            await asyncio.sleep(0.1)
        return it

    it = evening(scenario)
    for member in ("m0", "m1"):
        seen = [(one.phase, one.fair) for one in it.updates(member) if one.fair is not None]
        promised = [[c.who for c in fair.commitments] for phase, fair in seen]
        assert promised[0] == ["lodge"]
        assert set(map(tuple, promised)) == {("lodge",), ("lodge", "0", "1")}
        assert all(fair.secrets == () for phase, fair in seen if phase is not Phase.MATCH_OVER)
        assert [c.who for c in seen[-1][1].secrets] == ["lodge", "0", "1"]


@pytest.mark.parametrize("answers", [0, 1])
def test_who_gives_no_secret_within_three_seconds_is_left_out_and_everybody_told(
    answers: int,
) -> None:
    async def scenario() -> Evening:
        it = Evening(seated(THREE, 2))
        it.deaf_after["m1"] = answers
        await asyncio.sleep(DEAL_SECONDS - 0.1)
        assert it.events("m0") == []
        await asyncio.sleep(0.2)
        return it

    it = evening(scenario)
    assert [secret.who for secret in fair_of(it).secrets] == ["lodge", "0"]
    assert [promise.who for promise in fair_of(it).commitments] == ["lodge", "0"]
    for member in ("m0", "m1"):
        assert LeftOut(1) in it.events(member)


def test_nobody_waits_for_a_browser_that_is_away() -> None:
    table = seated(THREE, 2)
    table.away("m1")
    it = after(DEALT, table)
    assert [secret.who for secret in fair_of(it).secrets] == ["lodge", "0"]
    assert LeftOut(1) not in it.events("m0")


def test_a_promise_that_no_deal_awaits_is_refused() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(THREE, 2))
        await asyncio.sleep(0.1)
        it.lodge.command("m1", Commit("0" * 64))
        it.lodge.command("m1", Reveal("0" * 64))
        return it

    assert evening(scenario).refusals() == [("m1", "not_now")] * 2
