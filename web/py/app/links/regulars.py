"""The regulars' minds at a table of this browser, which think without holding the page up."""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom

from app.thinking import think_over
from engine.actions import Action
from engine.ai.mind import think
from engine.ai.reasons import Reason, reasons
from engine.chairs import Level
from engine.table import Table
from engine.view import View


class Regulars:
    """The ``Mind`` that a Lodge asks."""

    def __init__(self, table: Table, clock: Callable[[], float]) -> None:
        self._table = table
        self._clock = clock
        self._random = SystemRandom()

    async def __call__(self, view: View, level: Level) -> Action:
        assert view.seat is not None
        regular = self._table.seating.chairs[view.seat].regular
        return await think_over(think(view, level, self._random, regular), self._clock)

    async def advise(self, view: View) -> tuple[Action, tuple[Reason, ...]]:
        """What the best mind would do in this place, and why."""
        action = await think_over(think(view, Level.SHARP, self._random), self._clock)
        return action, reasons(view, action)
