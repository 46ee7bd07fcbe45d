"""One wait at the queue: what the relay says there, and why it ends."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from app.intents.ranked import Counted, Hindered, Joined, Matched, SearchEnded
from app.links.connection import Closed
from app.links.queue import QueueLink, Said
from app.lobby import Hitch
from app.rivals import Counts, Rival
from tests.story import live

ADA = {"player": "a", "rating": 1500, "deviation": 350, "provisional": True, "bouts": 0}
BO = {"player": "b", "name": "Bo", "rating": 1611, "deviation": 170, "provisional": False}
WELCOME = {
    "t": "welcome", **ADA, "online": 3, "matching": 1,
    "limits": {"frame": 1, "depth": 1, "burst": 1, "rate": 1.0, "silence": 1.0},
}  # fmt: skip


class Queue:
    """A relay that says this, then closes with that code, and never answers again."""

    def __init__(self, *says: dict[str, Any], code: int | None = None) -> None:
        self._says: list[str | int] = [json.dumps(frame) for frame in says]
        self._says += [] if code is None else [code]
        self.urls: list[str] = []
        self.heard: list[dict[str, Any]] = []
        self.is_open = False

    async def open_room(self, relay: str) -> tuple[str, str]:
        raise AssertionError

    async def read(self, url: str) -> str:
        raise AssertionError

    async def connect(self, url: str) -> Queue:
        self.urls.append(url)
        if len(self.urls) > 1:
            await asyncio.Event().wait()
        self.is_open = True
        return self

    def send(self, text: str) -> None:
        self.heard.append(json.loads(text))

    async def receive(self) -> str:
        if not self._says:
            await asyncio.Event().wait()
        said = self._says.pop(0)
        if isinstance(said, int):
            raise Closed(said)
        return said

    def close(self) -> None:
        self.is_open = False


def waited(queue: Queue, *, cancels: bool = False) -> list[Said]:
    """All that is told of a wait there, for a while."""

    async def story() -> list[Said]:
        told: list[Said] = []
        link = QueueLink(
            "https://lodge.test/",
            "a secret",
            "Ada",
            network=queue,
            happen=told.append,
            complain=told.append,  # type: ignore[arg-type]
        )
        await asyncio.sleep(5)
        if cancels:
            link.cancel()
            await asyncio.sleep(1)
        link.close()
        return told

    return live(story())


def test_we_say_who_we_are_and_hear_how_we_are_rated_and_who_is_here() -> None:
    queue = Queue(WELCOME, {"t": "counts", "online": 4, "matching": 2})
    us = Rival("a", "Ada", 1500, 350, True)
    assert waited(queue) == [Joined(us, Counts(3, 1)), Counted(Counts(4, 2))]
    assert queue.urls == ["wss://lodge.test/v1/queue"]
    assert queue.heard == [{"t": "hello", "v": 1, "secret": "a secret", "name": "Ada"}]


def test_once_we_are_matched_the_queue_is_left() -> None:
    queue = Queue({"t": "matched", "room": "r", "id": "r.1", "opponent": BO})
    assert waited(queue) == [Matched("r", Rival("b", "Bo", 1611, 170, False))]
    assert not queue.is_open
    assert queue.heard[1:] == []


def test_who_cancels_says_so() -> None:
    queue = Queue(WELCOME)
    waited(queue, cancels=True)
    assert queue.heard[1:] == [{"t": "cancel"}]
    assert not queue.is_open


@pytest.mark.parametrize(
    ("code", "hitch"),
    [
        ("ledger", Hitch.LEDGER),
        ("closed", Hitch.CLOSED),
        ("something new", Hitch.REFUSED),
    ],
)
def test_an_error_ends_the_search_with_its_reason(code: str, hitch: Hitch) -> None:
    queue = Queue({"t": "error", "code": code, "message": "No."}, code=1013)
    assert waited(queue) == [SearchEnded(hitch)]
    assert len(queue.urls) == 1


@pytest.mark.parametrize(
    ("code", "hitch"),
    [(4009, Hitch.TAKEN_OVER), (4014, Hitch.OLD_PAGE), (4000, Hitch.REFUSED)],
)
def test_a_final_close_ends_the_search(code: int, hitch: Hitch) -> None:
    queue = Queue(WELCOME, code=code)
    assert waited(queue)[1:] == [SearchEnded(hitch)]
    assert len(queue.urls) == 1


@pytest.mark.parametrize(
    ("code", "hitch"),
    [(1006, Hitch.NO_RELAY), (1012, Hitch.NO_RELAY), (1013, Hitch.FULL), (4008, Hitch.TOO_MANY)],
)
def test_any_other_close_is_told_and_tried_again(code: int, hitch: Hitch) -> None:
    assert waited(Queue(WELCOME, code=code))[1:] == [Hindered(hitch)]
