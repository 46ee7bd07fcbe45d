"""Lets a mind think in this realm without holding it up: in short slices, and not for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from engine.actions import Action
from engine.ai.mind import think
from engine.chairs import Level, Regular
from engine.view import View

SLICE_SECONDS = 0.008
"""How long a mind thinks at a stretch; one more step of its own may come on top."""
REST_SECONDS = 0.004
"""How long it then rests: shorter rests keep the worker from hearing its page."""
LONGEST_SECONDS = 0.3
"""After so long it takes the best that it has."""


async def think_over(
    view: View,
    level: Level,
    random: Random,
    regular: Regular | None,
    clock: Callable[[], float],
) -> Action:
    """What ``regular``, or nobody in particular, does at ``level`` in the seat in turn."""
    began = rested = clock()
    best = view.legal[0]
    for action in think(view, level, random, regular):
        best = action
        if (now := clock()) - began >= LONGEST_SECONDS:
            break
        if now - rested >= SLICE_SECONDS:
            await asyncio.sleep(REST_SECONDS)
            rested = clock()
    return best
