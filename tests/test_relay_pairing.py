"""The instant between being paired and being told so, while the ledger is looked at."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from relay.envelope import Code
from relay.limits import Limits
from relay.meeting import Cancel, Hello
from relay.ranked import Ranked, Seeker
from relay.scribe import Scribe

ANN, BEN, CYD = ("A" * 43, "B" * 43, "C" * 43)


class Tab:
    """A socket at the queue, and what was said through it."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.opponent = ""
        self.closed: Code | None = None

    def tell(self, frame: bytes, view_of: str | None = None) -> None:
        said: dict[str, Any] = json.loads(frame)
        self.heard.append(said["t"])
        self.opponent = said.get("opponent", {}).get("name", self.opponent)

    def close(self, code: Code, reason: str) -> None:
        self.closed = code


class Hall:
    def __init__(self, path: Path) -> None:
        self.ranked = Ranked(Limits(), lambda: 0, Scribe(path))
        self.now = 0.0

    def seek(self, secret: str) -> tuple[Tab, Seeker]:
        tab = Tab()
        return tab, self.ranked.seek(Hello(v=1, secret=secret, name=secret[0]), tab, self.now)

    async def settle(self) -> None:
        """Pair, and wait until whoever was paired has been told."""
        self.now += 1
        self.ranked.tick(self.now)
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)


@pytest.fixture
def evening(tmp_path: Path) -> Callable[[Callable[[Hall], Awaitable[None]]], None]:
    async def run(play: Callable[[Hall], Awaitable[None]]) -> None:
        hall = Hall(tmp_path / "ledger.db")
        await play(hall)
        await hall.ranked.close()

    return lambda play: asyncio.run(run(play))


Evening = Callable[[Callable[[Hall], Awaitable[None]]], None]


def test_who_cancels_in_that_instant_is_not_paired_and_the_other_waits_on(evening: Evening) -> None:
    async def play(hall: Hall) -> None:
        ann, seeker = hall.seek(ANN)
        ben, _ = hall.seek(BEN)
        hall.ranked.tick(hall.now)
        assert hall.ranked.matching == 0
        hall.ranked.hear(seeker, Cancel(), hall.now)
        await hall.settle()
        assert "matched" not in ann.heard + ben.heard
        assert (ann.heard[-1], ann.closed) == ("cancelled", Code.LEFT)
        cyd, _ = hall.seek(CYD)
        await hall.settle()
        await hall.settle()
        assert (ben.opponent, cyd.opponent) == ("C", "B")

    evening(play)


def test_who_comes_in_by_another_tab_in_that_instant_is_paired_once(evening: Evening) -> None:
    async def play(hall: Hall) -> None:
        old, _ = hall.seek(ANN)
        ben, _ = hall.seek(BEN)
        hall.ranked.tick(hall.now)
        new, _ = hall.seek(ANN)
        cyd, _ = hall.seek(CYD)
        for _ in range(3):
            await hall.settle()
        assert old.closed is Code.REPLACED
        assert "matched" not in old.heard
        told = [tab.heard.count("matched") for tab in (new, ben, cyd)]
        assert sorted(told) == [0, 1, 1]
        assert len(hall.ranked.bouts.going_on) == 1

    evening(play)


def test_two_who_both_go_in_that_instant_are_forgotten(evening: Evening) -> None:
    async def play(hall: Hall) -> None:
        for secret in (ANN, BEN):
            hall.seek(secret)
        hall.ranked.tick(hall.now)
        for seeker in list(hall.ranked._seekers.values()):
            hall.ranked.leave(seeker)
        await hall.settle()
        assert (hall.ranked.matching, hall.ranked.bouts.going_on) == (0, [])

    evening(play)


def test_a_hall_that_has_closed_looks_at_no_ledger(evening: Evening) -> None:
    async def play(hall: Hall) -> None:
        assert hall.ranked.scribe is not None
        hall.ranked.scribe.can_write = False
        await hall.ranked.close()
        hall.ranked.tick(hall.now + 1000)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    evening(play)


def test_nobody_is_in_two_bouts(evening: Evening) -> None:
    async def play(hall: Hall) -> None:
        for secret in (ANN, BEN):
            hall.seek(secret)
        await hall.settle()
        again, _ = hall.seek(ANN)
        assert again.heard == ["matched"]
        assert hall.ranked.matching == 0
        hall.seek(CYD)
        await hall.settle()
        assert len(hall.ranked.bouts.going_on) == 1

    evening(play)
