import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from app import thinking
from app.thinking import LONGEST_SECONDS, REST_SECONDS, SLICE_SECONDS, think_over
from engine.actions import Action
from engine.ai.mind import choose
from engine.chairs import Level, Regular
from engine.match import Match
from engine.rules import Setup, Variant
from engine.view import View, view_of
from tests.page import live
from tests.strategies import play_on


def some_view() -> View:
    setup = Setup(Variant.DRAW, 3, 100)
    game = play_on(setup, Random(3))
    round = next(one for one in game.rounds if one.passes == 0 and len(one.record) > 9)
    return view_of(Match(setup), round, round.turn)


class Busy:
    """A clock on which every step of thought takes so long, and a mind of so many steps."""

    def __init__(self, view: View, steps: int, seconds: float) -> None:
        self.view, self.steps, self.seconds = view, steps, seconds
        self.now = self.stepped = 0.0
        self.stretches = [0.0]

    def clock(self) -> float:
        return self.now

    def think(self, *_given: Any) -> Iterator[Action]:
        for _ in range(self.steps):
            self.now += self.seconds
            self.stretches[-1] += self.seconds
            self.stepped += 1
            yield self.view.legal[-1]

    async def sleep(self, seconds: float) -> None:
        assert seconds >= REST_SECONDS
        self.now += seconds
        self.stretches.append(0.0)


def thought(monkeypatch: pytest.MonkeyPatch, steps: int, seconds: float) -> tuple[Busy, Action]:
    view = some_view()
    busy = Busy(view, steps, seconds)
    monkeypatch.setattr(thinking, "think", busy.think)
    monkeypatch.setattr(asyncio, "sleep", busy.sleep)
    return busy, asyncio.run(think_over(view, Level.SHARP, Random(1), None, busy.clock))


@pytest.mark.parametrize("level", Level)
def test_a_thought_that_has_its_time_comes_to_what_the_mind_would_choose(level: Level) -> None:
    view = some_view()

    async def story() -> None:
        found = await think_over(view, level, Random(5), Regular.WARDEN, lambda: 0.0)
        assert found == choose(view, level, Random(5), Regular.WARDEN)

    live(story())


def test_it_rests_before_ten_milliseconds_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    busy, _ = thought(monkeypatch, steps=100, seconds=0.001)
    assert busy.stepped == 100
    assert max(busy.stretches) <= SLICE_SECONDS + 0.001 <= 0.01
    assert len(busy.stretches) > 10


def test_it_takes_the_best_so_far_when_it_has_thought_long_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    busy, action = thought(monkeypatch, steps=10_000, seconds=0.002)
    assert action == busy.view.legal[-1]
    assert LONGEST_SECONDS <= busy.now < LONGEST_SECONDS + 0.01
