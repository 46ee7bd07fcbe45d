"""The door to a room: opened, found, sealed or not, and why it stays shut in the end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from app.links.codes import Code
from app.links.connection import CALL_OFF, Closed, Frame, NoRoom
from app.links.door import TROUBLES, Door, NewTable
from app.links.membership import Membership
from app.seal import Sealed, Unsealed, to_bytes
from app.standing import Role, Trouble
from engine.chairs import Level
from engine.rules import Setup, Variant
from tests.soft_cipher import SoftCipher
from tests.story import live

RELAY = "http://relay.test/"
ROOM, SECRET, TOKEN = "r" * 22, "s" * 43, "t" * 43
KNOWN = Membership(RELAY, ROOM, SECRET, TOKEN)
NEW = NewTable(RELAY, Setup(Variant.DRAW, 2, 100), (Level.EASY,))


class Line:
    """A socket that gives each frame and then closes with a code, as soon as it is greeted."""

    def __init__(self, answers: list[Frame | int]) -> None:
        self.said: list[Frame] = []
        self._answers = answers

    def send(self, text: str) -> None:
        self.said.append(json.loads(text))

    async def receive(self) -> str:
        if not self._answers:
            await asyncio.Event().wait()
        answer = self._answers.pop(0)
        if isinstance(answer, int):
            raise Closed(answer)
        return json.dumps(answer)

    def close(self) -> None:
        pass


class Visit:
    """Somebody at a door, and all that happened there."""

    def __init__(
        self,
        where: NewTable | Membership,
        *lines: list[Frame | int],
        seals: bool = True,
        opens: Callable[[], Any] = lambda: (ROOM, TOKEN),
    ) -> None:
        self.lines: list[Line] = []
        self.urls: list[str] = []
        self.readied: list[bool] = []
        self.heard: list[str] = []
        self.lost: list[int] = []
        self.complaints: list[str] = []
        self._answers = list(lines)
        self._opens = opens
        self.door = Door(
            where,
            network=self,
            cipher=SoftCipher() if seals else None,
            role=lambda: Role.WATCHER if True in self.readied else Role.GUEST,
            ready=self.readied.append,
            hear=self._hear,
            lost=self.lost.append,
            complain=self.complaints.append,
        )

    async def open_room(self, relay: str) -> tuple[str, str]:
        assert relay == RELAY
        opened = self._opens()
        if opened is None:
            await asyncio.Event().wait()
        if isinstance(opened, Exception):
            raise opened
        return opened  # type: ignore[no-any-return]

    async def read(self, url: str) -> str:
        raise AssertionError

    async def connect(self, url: str) -> Line:
        self.urls.append(url)
        self.lines.append(Line(self._answers.pop(0)))
        return self.lines[-1]

    async def _hear(self, frame: Frame) -> None:
        self.heard.append(frame["t"])
        if token := frame.get("token"):
            self.door.take(token)

    @property
    def hellos(self) -> list[Frame]:
        return [line.said[0] for line in self.lines]


def welcome(**more: Any) -> Frame:
    return {"t": "welcome", "s": 0, "resumed": False, **more}


def attended(visit: Callable[[], Visit]) -> tuple[Visit, Trouble]:
    async def story() -> tuple[Visit, Trouble]:
        it = visit()
        return it, await it.door.attend()

    return live(story())


@pytest.mark.parametrize(
    "code", sorted({*TROUBLES, Code.BAD_MESSAGE, Code.TOO_BIG} - {Code.BAD_TOKEN})
)
def test_why_it_stays_shut_is_told(code: int) -> None:
    it, trouble = attended(lambda: Visit(KNOWN, [welcome(), code]))
    assert trouble is TROUBLES.get(code, Trouble.REFUSED)
    assert it.heard == ["welcome"]
    assert (it.lost, it.complaints) == ([], [])


def test_it_finds_the_room_with_our_membership_and_our_key() -> None:
    it, _ = attended(lambda: Visit(KNOWN, [Code.CLOSED]))
    assert it.urls == [f"ws://relay.test/v1/rooms/{ROOM}"]
    [hello] = it.hellos
    assert hello == {"t": "hello", "v": 1, "role": "guest", "token": TOKEN, "key": it.door.seal.key}
    assert SECRET not in json.dumps(it.lines[0].said)
    assert len(to_bytes(hello["key"])) == 65


def test_a_new_room_is_opened_once_and_its_secret_never_leaves() -> None:
    it, _ = attended(lambda: Visit(NEW, [welcome(), Code.NO_WORD], [welcome(), Code.CLOSED]))
    membership = it.door.membership
    assert membership is not None
    assert (membership.room, membership.token) == (ROOM, TOKEN)
    assert len(to_bytes(membership.secret)) == 32
    assert len(it.lines) == 2
    assert it.lost == [Code.NO_WORD]
    assert it.readied == [False]
    assert membership.secret not in json.dumps([line.said for line in it.lines])


@pytest.mark.parametrize(
    ("opened", "trouble"),
    [
        (NoRoom(too_many=True), Trouble.TOO_MANY_TABLES),
        (NoRoom(too_many=False), Trouble.NO_RELAY),
        (None, Trouble.NO_RELAY),
    ],
    ids=["too many", "no answer", "never an answer"],
)
def test_where_no_room_is_opened_the_player_is_told(opened: Any, trouble: Trouble) -> None:
    async def story() -> None:
        it = Visit(NEW, opens=lambda: opened)
        async with asyncio.timeout(CALL_OFF + 5):
            assert await it.door.attend() is trouble
        assert it.lines == []

    live(story())


def test_who_cannot_seal_comes_only_where_nobody_does() -> None:
    it, trouble = attended(lambda: Visit(KNOWN, seals=False))
    assert (trouble, it.lines) == (Trouble.NOT_SEALED, [])
    for seals in (True, False):
        plain = Membership(RELAY, ROOM, "", TOKEN)
        it, trouble = attended(lambda: Visit(plain, [Code.CLOSED], seals=seals))  # noqa: B023
        assert isinstance(it.door.seal, Unsealed)
        assert "key" not in it.hellos[0]
    it, _ = attended(lambda: Visit(NEW, [Code.CLOSED], seals=False))
    assert it.door.membership is not None
    assert it.door.membership.secret == ""


def test_whom_the_room_has_forgotten_comes_as_somebody_new_with_other_keys() -> None:
    it, trouble = attended(
        lambda: Visit(
            KNOWN,
            [Code.BAD_TOKEN],
            [welcome(token="n" * 43), Code.NO_WORD],
            [welcome(), Code.CLOSED],
        )
    )
    assert trouble is Trouble.CLOSED
    assert it.readied == [False, True]
    assert [hello.get("token") for hello in it.hellos] == [TOKEN, None, "n" * 43]
    assert [hello["role"] for hello in it.hellos] == ["guest", "watch", "watch"]
    keys = [hello["key"] for hello in it.hellos]
    assert keys[0] != keys[1] == keys[2]
    assert isinstance(it.door.seal, Sealed)


def test_a_room_that_forgets_whom_it_never_knew_is_left() -> None:
    it, trouble = attended(lambda: Visit(KNOWN, [Code.BAD_TOKEN], [Code.BAD_TOKEN]))
    assert trouble is Trouble.NO_TABLE
    assert len(it.lines) == 2


def test_before_it_is_found_nothing_is_said() -> None:
    async def story() -> None:
        it = Visit(KNOWN, [Code.CLOSED])
        it.door.send({"t": "bye"})
        it.door.wake()
        await it.door.attend()
        it.door.send({"t": "bye"})
        assert [frame["t"] for frame in it.lines[0].said] == ["hello"]

    live(story())


def test_a_browser_that_fails_in_its_own_way_is_told_apart_from_silence() -> None:
    it, trouble = attended(lambda: Visit(NEW, opens=lambda: RuntimeError("no such table: 5-5")))
    assert trouble is Trouble.REFUSED
    assert it.complaints == ["The way to the table met RuntimeError."]
