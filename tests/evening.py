"""An evening at a lodge, whose time is moved by hand."""

from __future__ import annotations

import asyncio
import re
import selectors
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

from engine.actions import Action
from engine.chairs import Level
from engine.lodge import Lodge, Mind
from engine.messages import (
    Act,
    Refused,
    Reply,
    Update,
)
from engine.round import legal_actions
from engine.rules import RULES, Setup, Variant
from engine.table import Table
from engine.tiles import Tile
from engine.view import View
from engine.witness import Witness

TWO = Setup(Variant.DRAW, 2, 100)
THREE = Setup(Variant.DRAW, 3, 100)
FIVE = Setup(Variant.DRAW, 5, 100)
BLOCK = Setup(Variant.BLOCK, 2, None)
DEALT = 0.01
"""Seconds after which everybody here has given a secret, and the round is dealt."""


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


async def never(view: View, level: Level) -> Action:
    await asyncio.sleep(1e9)
    raise AssertionError


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
