"""Visits to a page whose whole brain is behind it: to the Hearth, or to a table on our turn."""

from __future__ import annotations

import asyncio
from random import Random

from app.drawer import SOLO
from app.links.solo import PLAYER
from engine import codec
from engine.chairs import Level
from engine.events import Ending
from engine.messages import Act, Start
from engine.round import legal_actions
from engine.rules import Setup, Variant
from engine.table import Table
from tests.page import Memory, Visitor
from tests.strategies import Reached, play_on

FIVE = Setup(Variant.DRAW, 5, 100)
FOUR = Setup(Variant.DRAW, 4, 100)
UNREADABLE = "An unfinished match could not be read and was set aside."
NOT_KEPT = "This browser keeps nothing here: you can play on, but not continue later."
TAKE = "Take your chair again"
EVERYTHING = {"get", "put", "drop"}


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


async def kept_match() -> str:
    """What is kept of a match that was left in its first turn."""
    visitor = await at_table()
    await leave(visitor)
    return visitor.keep.texts[SOLO]


def one_tile_left(setup: Setup, ends: int) -> str:
    """What is kept of a match in which we have one tile, which fits so many ends."""
    for seed in range(5000):
        one = play_on(setup, Random(seed))
        result = one.round.result
        assert result is not None
        ours = result.kind is Ending.DOMINO and result.winner == 0
        if ours and result.points < 100 and len(legal_actions(one.rounds[-2])) == ends:
            return _kept_before_the_last(one)
    raise AssertionError("no such round")


def _kept_before_the_last(one: Reached) -> str:
    table = Table("here", PLAYER, "", one.setup, (Level.EASY,))
    table.command(PLAYER, Start(), 0.0)
    table.deal(one.deck, 0.0)
    for round, action in zip(one.rounds, one.actions[:-1]):
        if round.turn == 0:
            table.command(PLAYER, Act(table.version, action), 0.0)
        else:
            table.play_for(round.turn, action, 0.0)
    return codec.to_text(table.snapshot(0.0))
