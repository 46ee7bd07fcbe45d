"""Letters on their way: in their order, the table first, never more than the relay takes."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.links.connection import Frame
from app.links.post import KEPT_BACK, LARGEST, Post
from app.seal import Broken, Peer, Unsealed
from engine import letters
from engine.letters import Ask, Letter, Record, Tell
from engine.messages import Ready, Refused
from relay.limits import Bucket, Limits
from tests.story import live, told

PEERS = {name: Peer(name, None) for name in ("ada", "bo", "cy", "host")}


class Wax(Unsealed):
    """Shows what it has sealed, and takes its time."""

    seconds = 0.0
    broken = ""
    fault: Exception = Broken("expected a key")

    async def close(self, text: str, us: str, peer: Peer, epoch: int, /) -> str:
        await asyncio.sleep(self.seconds)
        if peer.member == self.broken:
            raise self.fault
        return f"{epoch} {peer.member} {text}"

    async def close_table(self, text: str) -> str:
        await asyncio.sleep(self.seconds)
        return text


class Desk:
    """A post at work, and all that it sent, with the time."""

    def __init__(self, burst: float = 80, rate: float = 30) -> None:
        self.sent: list[Frame] = []
        self.at: list[float] = []
        self.sizes: list[bool] = []
        self.complaints: list[str] = []
        self.wax = Wax()
        self.peers = dict(PEERS)
        self.post = Post(
            us="us",
            page="page",
            seal=self.wax,
            send=self._send,
            peer=self.peers.get,
            clock=self.clock,
            too_large=self.sizes.append,
            complain=self.complaints.append,
        )
        self.post.epoch = 1
        self.post.allow(burst, rate)
        self.running = asyncio.create_task(self.post.run())

    def clock(self) -> float:
        return asyncio.get_running_loop().time()

    def _send(self, frame: Frame) -> None:
        self.sent.append(frame)
        self.at.append(self.clock())

    @property
    def order(self) -> list[str]:
        """Each frame in a word: the table's own text, or to whom which number went."""
        return [self._word(frame) for frame in self.sent]

    def _word(self, frame: Frame) -> str:
        if frame["t"] == "snapshot":
            return str(frame["blob"])
        letter = letters.read(frame["p"].split(" ", 2)[2])
        if isinstance(letter, Tell):
            return f"{frame['to']} {letter.heard}"
        return f"{frame['to']} {letter.number}" if isinstance(letter, Ask) else "record"


def tell(number: int, text: str = "") -> Letter:
    return Tell("page", number, Refused("code", text))


# In order


@told
async def test_letters_go_in_their_order_to_whom_they_are_for() -> None:
    desk = Desk()
    for number, name in enumerate(["ada", "bo", "ada", "cy"]):
        desk.post.letter(name, tell(number))
    await desk.post.drain()
    assert desk.order == ["ada 0", "bo 1", "ada 2", "cy 3"]
    assert [frame["t"] for frame in desk.sent] == ["send"] * 4
    assert not any("view" in frame for frame in desk.sent)
    assert len({frame["id"] for frame in desk.sent}) == 4


@told
async def test_a_newer_view_takes_the_place_of_one_that_waits() -> None:
    desk = Desk()
    desk.post.view("ada", tell(1))
    desk.post.view("bo", tell(2))
    desk.post.letter("ada", tell(3))
    desk.post.view("ada", tell(4))
    await desk.post.drain()
    assert desk.order == ["ada 4", "bo 2", "ada 3"]
    assert [frame.get("view", False) for frame in desk.sent] == [True, True, False]
    desk.post.view("ada", tell(5))
    await desk.post.drain()
    assert desk.order[3:] == ["ada 5"]


@told
async def test_a_copy_goes_once_while_another_waits_and_again_after_that() -> None:
    desk = Desk()
    for number in (1, 2, 1, 2):
        desk.post.letter("host", Ask("page", number, Ready(on=True)), copy_of=number)
    await desk.post.drain()
    desk.post.letter("host", Ask("page", 1, Ready(on=True)), copy_of=1)
    await desk.post.drain()
    assert desk.order == ["host 1", "host 2", "host 1"]
    assert len({frame["id"] for frame in desk.sent}) == 3


@told
async def test_a_command_is_for_the_host_whoever_that_is_by_then() -> None:
    desk = Desk()
    desk.post.letter("bo", Ask("page", 1, Ready(on=True)))
    await desk.post.drain()
    assert desk.sent[0]["to"] == "host"
    assert desk.sent[0]["p"].startswith("1 bo ")


@told
async def test_the_table_is_kept_before_anybody_hears_of_it_and_only_its_latest() -> None:
    desk = Desk()
    desk.post.view("ada", tell(1))
    desk.post.keep("table 1")
    desk.post.keep("table 2")
    await asyncio.sleep(1)
    assert desk.order == ["table 2", "ada 1"]
    assert [frame["n"] for frame in desk.sent if "n" in frame] == [1]


@given(st.lists(st.tuples(st.sampled_from(["ada", "bo", "cy"]), st.sampled_from([0.0, 0.05, 0.4]))))
def test_whenever_the_table_changes_nobody_hears_of_what_is_not_kept(
    changes: list[tuple[str, float]],
) -> None:
    async def story() -> None:
        desk = Desk(burst=KEPT_BACK + 2, rate=5)
        desk.wax.seconds = 0.1
        for number, (name, seconds) in enumerate(changes, 1):
            desk.post.keep(str(number))
            desk.post.view(name, tell(number))
            await asyncio.sleep(seconds)
        await asyncio.sleep(100)
        kept = 0
        for frame, word in zip(desk.sent, desk.order):
            if frame["t"] == "snapshot":
                kept = int(word)
            else:
                assert int(word.split()[1]) <= kept
        last = {name: number for number, (name, _) in enumerate(changes, 1)}
        heard = dict(word.split() for word in desk.order if " " in word)
        assert heard == {name: str(number) for name, number in last.items()}

    live(story())


WAITS = st.sampled_from([0.0, 0.01, 0.1, 0.5, 1.0, 10.0])
BUCKETS = [
    (Limits().host_burst, Limits().host_rate),
    (Limits().guest_burst, Limits().guest_rate),
    (Limits().watcher_burst, Limits().watcher_rate),
]


@pytest.mark.parametrize(("burst", "rate"), BUCKETS)
@given(bursts=st.lists(st.tuples(st.integers(0, 60), WAITS, st.booleans()), max_size=12))
def test_it_never_sends_more_than_the_relay_takes_through_whatever_connections(
    burst: int, rate: float, bursts: list[tuple[int, float, bool]]
) -> None:
    async def story() -> list[float]:
        desk = Desk(burst, rate)
        start = desk.clock()
        for letters_now, seconds, drops in bursts:
            for number in range(letters_now):
                desk.post.letter("ada", tell(number))
                desk.post.keep("table")
            await asyncio.sleep(seconds)
            if drops:
                desk.post.allow(burst, rate)
        await asyncio.sleep(20)
        return [at - start for at in desk.at]

    bucket = Bucket(burst, rate, 0.0)
    assert all(bucket.take(at) for at in live(story()))


@told
async def test_what_is_left_for_pings_is_left_and_the_rest_goes_at_once() -> None:
    desk = Desk(burst=20, rate=3)
    start = desk.clock()
    for number in range(40):
        desk.post.letter("ada", tell(number))
    await desk.post.drain()
    seconds = [at - start for at in desk.at]
    assert sum(second < 0.3 for second in seconds) == 20 - KEPT_BACK
    assert seconds[-1] == pytest.approx(25 / (3 * 0.9), rel=0.1)


@told
async def test_another_allowance_is_a_fresh_one_and_what_waited_is_gone() -> None:
    desk = Desk(burst=20, rate=3)
    for number in range(40):
        desk.post.letter("ada", tell(number))
    await asyncio.sleep(0.1)
    desk.post.keep("table")
    sent = len(desk.sent)
    desk.post.allow(80, 30)
    await asyncio.sleep(10)
    assert len(desk.sent) <= sent + 1
    start = desk.clock()
    for number in range(60):
        desk.post.letter("bo", tell(number))
    await desk.post.drain()
    assert desk.clock() - start < 0.5
    assert "table" not in desk.order


@told
async def test_what_is_withdrawn_is_not_sent() -> None:
    desk = Desk()
    desk.post.letter("ada", tell(1))
    desk.post.withdraw()
    desk.post.letter("ada", tell(2))
    await desk.post.drain()
    assert desk.order == ["ada 2"]


# What cannot be sent


@told
async def test_a_table_too_large_is_not_sent_and_told_each_time() -> None:
    desk = Desk()
    for size in (LARGEST, LARGEST + 1, LARGEST):
        desk.post.keep("x" * size)
        await asyncio.sleep(1)
    assert desk.sizes == [False, True, False]
    assert [len(frame["blob"]) for frame in desk.sent] == [LARGEST, LARGEST]
    assert max(len(json.dumps(frame)) for frame in desk.sent) < Limits().frame


@pytest.mark.parametrize(("letter", "size"), [("x", LARGEST), ('"', LARGEST // 4), ("é", 5200)])
def test_a_letter_too_large_is_complained_of_and_the_next_one_sent(letter: str, size: int) -> None:
    async def story() -> None:
        desk = Desk()
        desk.post.letter("ada", tell(1, letter * size))
        desk.post.letter("ada", tell(2))
        desk.post.letter("ada", Record(letter * (size // 2)))
        await desk.post.drain()
        assert desk.order == ["ada 2", "record"]
        assert len(desk.complaints) == 1
        assert letter * 10 not in desk.complaints[0]
        assert max(len(json.dumps(frame)) for frame in desk.sent) < Limits().frame

    live(story())


@pytest.mark.parametrize("fault", [Broken("expected 3-5"), TypeError("3-5"), OSError("3-5")])
def test_what_cannot_be_sealed_for_one_is_sealed_for_the_others(fault: Exception) -> None:
    async def story() -> None:
        desk = Desk()
        desk.wax.broken, desk.wax.fault = "ada", fault
        for name in ("ada", "nobody", "bo"):
            desk.post.letter(name, tell(1))
        await desk.post.drain()
        assert desk.order == ["bo 1"]
        assert desk.complaints == [f"A letter could not be sealed: {type(fault).__name__}."]

    live(story())


@told
async def test_a_letter_is_sealed_for_the_epoch_in_which_it_goes() -> None:
    desk = Desk()
    desk.wax.seconds = 1
    desk.post.letter("ada", tell(1))
    desk.post.letter("ada", tell(2))
    await asyncio.sleep(0.5)
    desk.post.epoch = 2
    await desk.post.drain()
    assert [frame["p"][0] for frame in desk.sent] == ["1", "2"]


@told
async def test_a_post_shows_nothing_of_what_it_sends() -> None:
    desk = Desk()
    desk.post.letter("ada", tell(1, "3-5"))
    assert "3-5" not in repr(desk.post._waiting)
    assert "3-5" not in repr(desk.post)


# Opened


@told
async def test_a_letter_of_a_member_and_of_this_host_is_opened_and_no_other() -> None:
    desk = Desk()
    letter = tell(1)
    closed = letters.write(letter)
    assert await desk.post.open("ada", 1, closed) == letter
    assert await desk.post.open("nobody", 1, closed) is None
    assert await desk.post.open("ada", 2, closed) is None
    assert desk.complaints == []


@told
async def test_what_cannot_be_opened_or_read_is_complained_of_without_a_word_of_it() -> None:
    desk = Desk()
    for closed in (None, "3-5", letters.write(tell(1)).replace("1", "true")):
        assert await desk.post.open("ada", 1, closed) is None
    assert desk.complaints == [
        f"A letter could not be read: {fault}." for fault in ("Broken", "Unreadable", "Unreadable")
    ]
