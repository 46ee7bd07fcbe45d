"""Lets a mind think in this realm without holding it up: in short slices, and not for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

from engine.actions import Action

SLICE_SECONDS = 0.005
"""How long a mind thinks at a stretch; one more step of its own may come on top."""
REST_SECONDS = 0.004
"""How long it then rests: shorter rests keep the worker from hearing its page."""
LONGEST_SECONDS = 0.3
"""After so long it takes the best that it has."""


async def think_over(
    thoughts: Iterator[Action],
    clock: Callable[[], float],
    rest: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> Action:
    """The last of ``thoughts``, each the best action so far, or what there is when time is over."""
    began = rested = clock()
    for best in thoughts:
        if (now := clock()) - began >= LONGEST_SECONDS:
            return best
        if now - rested >= SLICE_SECONDS:
            await rest(REST_SECONDS)
            rested = clock()
    return best
