"""What the Ranked screen reads of the relay, and by whom this browser is known there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest

from app.drawer import RANKED, Drawer
from app.identity import Identity
from app.intents import Intent
from app.intents.ranked import Counted, FoundTranscript, ReadBest, ReadBouts, ReadCareer, ReadInVain
from app.intents.replay import OpenText
from app.links.connection import NoAnswer
from app.lobby import Hitch
from app.porch import LOOK_EVERY, Porch
from app.rivals import Counts
from engine import codec
from tests.page import Memory, NoNetwork
from tests.story import live

SECRET = "s" * 43
FINE: dict[str, str | int | None] = {
    "v1/stats": '{"online": 2, "matching": 1, "tables": 0}',
    "v1/ranked": '{"bouts": []}',
    "v1/leaderboard": '{"guests": []}',
}
"""Texts, or the status that is the answer instead; None: nobody answers."""


class Shelf(NoNetwork):
    def __init__(self, answers: dict[str, str | int | None]) -> None:
        self.answers = answers
        self.asked: list[str] = []

    async def read(self, url: str) -> str:
        path = url.removeprefix("http://lodge.test/")
        self.asked.append(path)
        answer = self.answers.get(path, 404)
        if not isinstance(answer, str):
            raise NoAnswer(answer)
        return answer


def told(
    answers: dict[str, str | int | None],
    keep: Memory | None = None,
    seconds: float = 1.0,
    do: Callable[[Porch], object] = lambda porch: None,
) -> tuple[list[Intent], list[str]]:
    """What is told and asked for while somebody looks at the screen for so long."""

    async def story() -> tuple[list[Intent], list[str]]:
        intents: list[Intent] = []
        shelf = Shelf(answers)
        tasks: list[asyncio.Task[None]] = []
        drawer = Drawer(keep or Memory(), happen=intents.append, usable=lambda: True)
        porch = Porch(
            shelf,
            drawer,
            happen=intents.append,
            start=lambda work: tasks.append(asyncio.create_task(work)),
            looks=lambda: True,
            seeks=lambda: False,
            complain=intents.append,  # type: ignore[arg-type]
        )
        porch.relay = "http://lodge.test/"
        tasks.append(asyncio.create_task(porch.keep_looking()))
        do(porch)
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        return intents, shelf.asked

    return live(story())


def test_everything_is_read_once_and_what_changes_again_and_again() -> None:
    intents, asked = told(FINE, seconds=2.5 * LOOK_EVERY)
    assert intents[:4] == [Counted(Counts(2, 1)), ReadBouts(()), ReadBest(()), ReadCareer(None)]
    assert asked.count("v1/stats") == asked.count("v1/ranked") == 3
    assert asked.count("v1/leaderboard") == 1


def test_a_screen_that_is_opened_again_reads_everything_again() -> None:
    def open_again(porch: Porch) -> None:
        asyncio.get_running_loop().call_later(1, porch.look_now)

    _, asked = told(FINE, seconds=2, do=open_again)
    assert asked.count("v1/leaderboard") == 2


def known(player: str) -> Memory:
    keep = Memory()
    keep.texts[RANKED] = codec.to_text(Identity(SECRET, player))
    return keep


def test_who_was_rated_is_asked_for_by_the_name_that_others_know() -> None:
    us = {"player": "p", "name": "Ada", "rating": 1, "deviation": 2, "provisional": False}
    career = json.dumps({**us, "bouts": 1, "results": []})
    intents, asked = told(FINE | {"v1/players/p": career}, known("p"))
    assert "v1/players/p" in asked
    [read] = [intent for intent in intents if isinstance(intent, ReadCareer)]
    assert read.career is not None
    assert read.career.rival.name == "Ada"
    assert not any(SECRET in path for path in asked)


def test_another_relay_has_never_rated_us() -> None:
    intents, _ = told(FINE, known("p"))
    assert intents[-1] == ReadCareer(None)


@pytest.mark.parametrize(
    ("answers", "hitch"),
    [
        ({}, Hitch.NO_RELAY),
        ({"v1/stats": None}, Hitch.NO_RELAY),
        (FINE | {"v1/leaderboard": 503}, Hitch.LEDGER),
        (FINE | {"v1/ranked": "<html>"}, Hitch.REFUSED),
        (FINE | {"v1/players/p": "[]"}, Hitch.REFUSED),
    ],
)
def test_what_cannot_be_read_says_why(answers: dict[str, str | int | None], hitch: Hitch) -> None:
    intents, _ = told(answers, known("p"))
    assert ReadInVain(hitch) in intents


def test_what_could_not_be_read_is_read_as_soon_as_it_can_be() -> None:
    answers = FINE | {"v1/leaderboard": None, "v1/players/p": None}

    def mend(porch: Porch) -> None:
        asyncio.get_running_loop().call_later(LOOK_EVERY / 2, answers.update, FINE)

    intents, _ = told(answers, known("p"), 2 * LOOK_EVERY, mend)
    assert ReadBest(()) in intents


@pytest.mark.parametrize(
    ("ask", "found"),
    [
        (lambda porch: porch.watch("r.1"), OpenText("{}")),
        (lambda porch: porch.save("r.1"), FoundTranscript("{}")),
        (lambda porch: porch.save("r.2"), ReadInVain(Hitch.GONE)),
    ],
)
def test_a_transcript_is_fetched_by_the_id_of_its_bout(
    ask: Callable[[Porch], object], found: Intent
) -> None:
    def do(porch: Porch) -> None:
        porch._start(ask(porch))  # type: ignore[arg-type]

    intents, _ = told(FINE | {"v1/ranked/r.1": "{}"}, do=do)
    assert found in intents


# Who we are


def drawn(keep: Memory, times: int = 1, *, usable: bool = True) -> list[Identity]:
    async def story() -> list[Identity]:
        drawer = Drawer(keep, happen=lambda intent: None, usable=lambda: usable)
        return [await drawer.identity() for _ in range(times)]

    return live(story())


def test_a_secret_is_drawn_once_and_kept() -> None:
    keep = Memory()
    first, second = drawn(keep, 2)
    assert first == second
    assert drawn(keep) == [first]
    assert len(first.secret) == 43
    assert drawn(Memory()) != [first]


@pytest.mark.parametrize("kept", ["", "{}", "[", '{"t":"identity","secret":7}'])
def test_what_cannot_be_read_is_drawn_anew(kept: str) -> None:
    keep = Memory()
    keep.texts[RANKED] = kept
    [identity] = drawn(keep)
    assert drawn(keep) == [identity]


def test_where_nothing_can_be_kept_it_lives_as_long_as_the_page() -> None:
    for keep, usable in ((Memory(refuses={"get", "put"}), True), (Memory(), False)):
        first, second = drawn(keep, 2, usable=usable)
        assert first == second
        assert keep.texts == {}


def test_what_another_tab_has_added_is_seen() -> None:
    async def story() -> None:
        keep = Memory()
        one, other = (
            Drawer(keep, happen=lambda intent: None, usable=lambda: True) for _ in range(2)
        )
        ours = await one.identity()
        await other.identity()
        await one.keep_identity(Identity(ours.secret, "player", "room"))
        assert await other.identity() == Identity(ours.secret, "player", "room")

    live(story())


def test_who_erases_everything_is_somebody_else_afterwards() -> None:
    async def story() -> None:
        drawer = Drawer(Memory(), happen=lambda _: None, usable=lambda: True)
        before = await drawer.identity()
        await drawer.forget_all()
        assert await drawer.identity() != before

    live(story())


def test_an_identity_shows_nothing_of_itself() -> None:
    assert SECRET not in repr(Identity(SECRET, "p", "r"))
