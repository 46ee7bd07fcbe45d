"""Stories that tests tell, where an hour takes no time, and work none either."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Done = TypeVar("Done")

SECONDS_AT_MOST = 3600.0


def told(story: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test out of a story."""

    def test() -> None:
        live(story())

    test.__name__ = story.__name__
    test.__doc__ = story.__doc__
    return test


def live(story: Coroutine[Any, Any, Done]) -> Done:
    """Run ``story`` where an hour takes no time; an hour without an end is a failure."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(asyncio.wait_for(story, SECONDS_AT_MOST))


class _Leap(selectors.SelectSelector):
    """Never waits: the time that a wait would have taken has passed at once."""

    passed = 1000.0  # seconds; a clock that has gone for a while, as any has
    waits = 0

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0)
        if not found:
            assert timeout is not None, "nothing will ever happen again"
            self.passed += max(timeout, 0.0)
            self.waits += 1
        return found


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._leap = _Leap()
        super().__init__(self._leap)

    def time(self) -> float:
        """Of the story alone: however busy the machine is, no step of it takes any."""
        return self._leap.passed

    @property
    def waits(self) -> int:
        return self._leap.waits


def waits() -> int:
    """How often the story that is being told has waited for time to pass."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, _Loop)
    return loop.waits
