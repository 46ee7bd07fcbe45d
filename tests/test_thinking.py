import asyncio
from collections.abc import Iterator

import pytest

from app.thinking import LONGEST_SECONDS, REST_SECONDS, SLICE_SECONDS, think_over
from engine.actions import Action, Draw, Pass

FIRST, LAST = Pass(), Draw()


class Busy:
    """A mind of so many steps, and a clock on which each of them takes so long."""

    def __init__(self, steps: int, seconds: float) -> None:
        self.steps, self.seconds = steps, seconds
        self.now = 0.0
        self.thought = 0
        self.stretches = [0.0]

    def clock(self) -> float:
        return self.now

    def thoughts(self) -> Iterator[Action]:
        for step in range(self.steps):
            self.now += self.seconds
            self.stretches[-1] += self.seconds
            self.thought += 1
            yield LAST if step == self.steps - 1 else FIRST

    async def rest(self, seconds: float) -> None:
        assert seconds >= REST_SECONDS
        self.now += seconds
        self.stretches.append(0.0)

    def decide(self) -> Action:
        return asyncio.run(think_over(self.thoughts(), self.clock, self.rest))


@pytest.mark.parametrize("steps", [1, 2, 100])
def test_a_thought_that_has_its_time_is_thought_to_the_end(steps: int) -> None:
    busy = Busy(steps, seconds=0.001)
    assert busy.decide() == LAST
    assert busy.thought == steps


def test_it_rests_before_ten_milliseconds_are_over() -> None:
    busy = Busy(steps=100, seconds=0.001)
    busy.decide()
    assert max(busy.stretches) <= SLICE_SECONDS + 0.001 <= 0.01
    assert len(busy.stretches) > 10


def test_it_takes_the_best_so_far_when_it_has_thought_long_enough() -> None:
    busy = Busy(steps=10_000, seconds=0.002)
    assert busy.decide() == FIRST
    assert LONGEST_SECONDS <= busy.now < LONGEST_SECONDS + 0.01
