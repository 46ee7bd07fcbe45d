"""The line to the relay: what it says, when it tries again, when it stops, and what it survives."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.links.codes import Code
from app.links.connection import (
    ACK_EVERY,
    ANSWER,
    AWAKE_ANSWER,
    CALL_OFF,
    FINAL,
    FIRST_WAIT,
    LONGEST_WAIT,
    QUIET,
    WAIT_FOR,
    Closed,
    Connection,
    Frame,
)
from relay.envelope import Code as RelayCode
from tests.story import live, told

WELCOME: Frame = {"t": "welcome", "s": 0, "resumed": False}


class Line:
    """A socket of which the test holds the other end."""

    def __init__(self) -> None:
        self.said: list[Frame] = []
        self.is_open = True
        self._arrived: asyncio.Queue[str | int] = asyncio.Queue()

    def send(self, text: str) -> None:
        self.said.append(json.loads(text))

    async def receive(self) -> str:
        arrived = await self._arrived.get()
        if isinstance(arrived, int):
            raise Closed(arrived)
        return arrived

    def close(self) -> None:
        self.is_open = False

    def give(self, *frames: Frame | str | int) -> None:
        """Frames, texts that may be none, and the code with which it closes."""
        for frame in frames:
            self._arrived.put_nowait(json.dumps(frame) if isinstance(frame, dict) else frame)

    @property
    def kinds(self) -> list[str]:
        return [frame["t"] for frame in self.said]


class Evening:
    """A connection, its lines, when each was asked for, and what became of them."""

    def __init__(
        self,
        answer: Callable[[int], int | None] = lambda number: None,
        hear: Callable[[Frame], None] = lambda frame: None,
        seed: int = 1,
    ) -> None:
        """``answer`` gives the code with which a try fails, -1 where it never ends, or None."""
        self.lines: list[Line] = []
        self.tried: list[float] = []
        self.heard: list[Frame] = []
        self.lost: list[int] = []
        self.complaints: list[str] = []
        self._answer = answer
        self._also_hear = hear
        self._stirred = asyncio.Event()
        self.connection = Connection(
            self,
            "ws://lodge.test/v1/rooms/r",
            greeting=lambda: {"role": "guest"},
            hear=self._hear,
            lost=self.lost.append,
            complain=self.complaints.append,
            random=Random(seed),
        )
        self.running = asyncio.create_task(self.connection.run())

    async def open_room(self, relay: str) -> tuple[str, str]:
        raise AssertionError

    async def read(self, url: str) -> str:
        raise AssertionError

    async def connect(self, url: str) -> Line:
        self.tried.append(asyncio.get_running_loop().time())
        self._stirred.set()
        code = self._answer(len(self.tried))
        if code == -1:
            await asyncio.Event().wait()
        if code is not None:
            raise Closed(code)
        self.lines.append(Line())
        return self.lines[-1]

    async def _hear(self, frame: Frame) -> None:
        self.heard.append(frame)
        self._also_hear(frame)

    async def tries(self, number: int) -> None:
        """Wait for the try of this number."""
        while len(self.tried) < number:
            self._stirred.clear()
            await self._stirred.wait()

    @property
    def line(self) -> Line:
        return self.lines[-1]

    @property
    def waits(self) -> list[float]:
        return [after - before for before, after in zip(self.tried, self.tried[1:])]


# Greeting and resuming


@told
async def test_it_greets_first_and_hands_on_what_comes_in_turn() -> None:
    it = Evening()
    it.connection.send({"t": "ack", "s": 1})  # nobody is there yet
    await asyncio.sleep(1)
    assert it.line.said == [{"t": "hello", "v": 1, "role": "guest"}]
    it.line.give(WELCOME, {"t": "members", "members": []}, {"t": "pong", "at": 0})
    await asyncio.sleep(1)
    assert [frame["t"] for frame in it.heard] == ["welcome", "members"]


@told
async def test_it_comes_back_with_the_last_number_that_it_has_heard() -> None:
    it = Evening()
    await asyncio.sleep(1)
    it.line.give(
        {**WELCOME, "s": 4}, {"t": "deliver", "s": 5}, {"t": "deliver", "s": 7}, Code.NO_WORD
    )
    await asyncio.sleep(5)
    assert it.lost == [Code.NO_WORD]
    assert it.line.said[0]["last"] == 7
    it.line.give({**WELCOME, "s": 9, "resumed": True}, {"t": "deliver", "s": 8}, Code.NO_WORD)
    await asyncio.sleep(5)
    assert it.line.said[0]["last"] == 8
    it.line.give({**WELCOME, "s": 2}, Code.NO_WORD)  # the relay counts from 0 again
    await asyncio.sleep(5)
    assert it.line.said[0]["last"] == 2


@told
async def test_a_line_that_breaks_before_its_welcome_forgets_nothing() -> None:
    it = Evening()
    await asyncio.sleep(1)
    it.line.give({**WELCOME, "s": 4}, {"t": "deliver", "s": 5}, Code.NO_WORD)
    for _ in range(3):
        await asyncio.sleep(20)
        it.line.give(1012)
    await asyncio.sleep(20)
    assert [line.said[0].get("last") for line in it.lines] == [None, 5, 5, 5, 5]


@told
async def test_every_sixteenth_frame_is_acknowledged_once_it_is_heard() -> None:
    it = Evening(hear=lambda frame: None if frame["s"] != 2 * ACK_EVERY else _stumble())
    await asyncio.sleep(1)
    it.line.give(WELCOME, *({"t": "deliver", "s": s} for s in range(1, 3 * ACK_EVERY + 2)))
    await asyncio.sleep(1)
    acks = [frame for frame in it.line.said if frame["t"] == "ack"]
    assert acks == [{"t": "ack", "s": ACK_EVERY}, {"t": "ack", "s": 3 * ACK_EVERY}]


def _stumble() -> None:
    raise OSError("the boneyard begins with 3-5")


# Trying again


@told
async def test_it_waits_longer_each_time_up_to_a_limit_and_never_the_same() -> None:
    it = Evening(answer=lambda number: Code.NO_WORD)
    await asyncio.sleep(300)
    longest = [min(LONGEST_WAIT, FIRST_WAIT * 2**n) for n in range(len(it.waits))]
    assert len(it.waits) > 25
    assert all(0 <= wait <= most + 1 for wait, most in zip(it.waits, longest))
    late = it.waits[6:]
    assert min(late) < LONGEST_WAIT / 4
    assert max(late) > LONGEST_WAIT * 3 / 4
    assert it.lost == [Code.NO_WORD] * len(it.lost)


@told
async def test_a_thousand_tries_later_it_still_tries() -> None:
    it = Evening(answer=lambda number: Code.NO_WORD)
    await asyncio.sleep(3000)
    tried = len(it.tried)
    await asyncio.sleep(300)
    assert len(it.tried) > tried


def test_no_two_pages_try_at_the_same_time() -> None:
    async def story() -> list[float]:
        evenings = [Evening(answer=lambda number: Code.NO_WORD, seed=seed) for seed in range(20)]
        await asyncio.sleep(10)
        return [it.waits[0] for it in evenings]

    first = live(story())
    assert len({round(wait, 4) for wait in first}) == 20


@told
async def test_once_welcomed_it_tries_swiftly_again() -> None:
    it = Evening(answer=lambda number: None if number > 12 else Code.NO_WORD)
    await it.tries(13)
    await asyncio.sleep(1)
    it.line.give(WELCOME, Code.NO_WORD)
    await it.tries(14)
    assert it.waits[-1] < 1 + FIRST_WAIT + 1


@pytest.mark.parametrize("code", WAIT_FOR)
def test_a_relay_that_asks_for_time_is_given_it(code: int) -> None:
    async def story() -> None:
        it = Evening(answer=lambda number: code if number == 1 else None)
        await it.tries(2)
        assert WAIT_FOR[code] <= it.waits[0] <= WAIT_FOR[code] + FIRST_WAIT + 1

    live(story())


@told
async def test_a_try_that_never_ends_is_called_off() -> None:
    it = Evening(answer=lambda number: -1 if number == 1 else None)
    await it.tries(2)
    assert it.lost == [Code.NO_WORD]
    assert CALL_OFF <= it.waits[0] <= CALL_OFF + FIRST_WAIT + 1


def test_a_final_code_ends_it_and_every_other_does_not() -> None:
    async def story(code: int) -> bool:
        it = Evening()
        await asyncio.sleep(1)
        it.line.give(WELCOME, code)
        await asyncio.sleep(60)
        assert not it.lines[0].is_open
        assert it.running.done() is (len(it.lines) == 1)
        assert not it.running.done() or (it.running.result() == code and it.lost == [])
        return it.running.done()

    codes = {int(code) for code in RelayCode} | {Code.NO_WORD, 1001, 1005, 1011}
    assert {code for code in codes if live(story(code))} == FINAL & codes
    assert {1000, 1012, 1013, 4008, 4013} & FINAL == set()


# Silence


@told
async def test_a_quiet_line_is_asked_and_one_that_answers_is_kept() -> None:
    it = Evening()
    await asyncio.sleep(2)
    it.line.give(WELCOME)
    for _ in range(5):
        await asyncio.sleep(QUIET + 1)
        it.line.give({"t": "pong", "at": 0})
    assert len(it.lines) == 1
    assert it.line.kinds == ["hello"] + ["ping"] * 5


@told
async def test_a_dead_line_is_noticed_closed_and_replaced() -> None:
    it = Evening()
    await asyncio.sleep(2)
    it.line.give(WELCOME)
    await asyncio.sleep(QUIET + ANSWER - 3)
    assert it.lost == []
    await asyncio.sleep(3 + FIRST_WAIT + 1)
    assert it.lost == [Code.NO_WORD]
    assert not it.lines[0].is_open
    assert len(it.lines) == 2
    it.connection.send({"t": "ping", "at": 1})
    assert "ping" in it.line.kinds


@told
async def test_a_page_that_wakes_up_makes_sure_at_once() -> None:
    it = Evening()
    await asyncio.sleep(2)
    it.line.give(WELCOME)
    await asyncio.sleep(2)
    for _ in range(3):
        it.connection.wake()
    await asyncio.sleep(AWAKE_ANSWER / 3)
    assert it.line.kinds == ["hello", "ping"]
    it.line.give({"t": "pong", "at": 0})
    await asyncio.sleep(AWAKE_ANSWER * 2)
    assert it.lost == []
    it.connection.wake()
    await asyncio.sleep(AWAKE_ANSWER * 2)
    assert it.lost == [Code.NO_WORD]


@told
async def test_a_page_that_wakes_up_waits_no_longer_for_the_next_try() -> None:
    it = Evening(answer=lambda number: Code.NO_WORD if number <= 10 else None)
    await it.tries(10)
    await asyncio.sleep(0)
    it.connection.wake()
    await it.tries(11)
    assert it.waits[-1] < 0.5
    assert len(it.lines) == 1


# What it survives


@told
async def test_a_frame_that_cannot_be_heard_is_complained_of_without_its_words() -> None:
    it = Evening(hear=lambda frame: _stumble() if frame["t"] == "members" else None)
    await asyncio.sleep(2)
    it.line.give(WELCOME, {"t": "members"}, {"t": "host"})
    await asyncio.sleep(2)
    assert [frame["t"] for frame in it.heard] == ["welcome", "members", "host"]
    assert it.complaints == ["A frame of the relay met OSError."]


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inside: st.lists(inside) | st.dictionaries(st.text(), inside),
    max_leaves=8,
)
kinds = st.sampled_from(["welcome", "deliver", "pong", "host", "sync", "ok", "error", ""]) | plain
frames = st.fixed_dictionaries(
    {}, optional={"t": kinds, "s": plain, "resumed": plain, "p": plain, "members": plain}
)
texts = st.text() | (plain | frames).map(json.dumps) | st.just("[" * 5000)


@given(st.lists(texts, max_size=6))
def test_whatever_the_relay_says_the_line_holds(given_texts: list[str]) -> None:
    async def story() -> None:
        it = Evening(hear=lambda frame: frame["s"] and frame["t"] and None)
        await asyncio.sleep(2)
        it.line.give(*given_texts)
        it.line.give({"t": "members", "s": 1, "last": True})
        await asyncio.sleep(2)
        assert it.heard[-1].get("last")
        assert it.lost == []
        assert len(it.lines) == 1
        it.running.cancel()
        await asyncio.wait({it.running})
        assert not it.line.is_open

    live(story())


@told
async def test_who_cancels_it_hangs_up() -> None:
    it = Evening()
    await asyncio.sleep(2)
    it.running.cancel()
    await asyncio.wait({it.running})
    assert not it.line.is_open
    it.connection.send({"t": "ping", "at": 0})
    it.connection.wake()
    assert it.line.kinds == ["hello"]
    await asyncio.sleep(1)
    assert len(asyncio.all_tasks()) == 2  # this one, and who lets it live
