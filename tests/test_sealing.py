"""What is sealed opens for its receiver alone, once, in its epoch; all else is Broken."""

from __future__ import annotations

import asyncio
import zlib
from itertools import count
from random import SystemRandom
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.seal import (
    LARGEST,
    STEP,
    Broken,
    Peer,
    Seal,
    Sealed,
    Unsealed,
    new_secret,
    pack,
    to_bytes,
    to_text,
    unpack,
)
from tests.soft_cipher import SoftCipher
from tests.story import live, told

ROOM, SECRET, OTHER = "r" * 22, "s" * 43, "t" * 43
EPOCH = 3
TEXT = "Inés plays 3-5"


def draw() -> Any:
    """Random bytes that are not: each drawing is another."""
    numbers = count()
    return lambda size: next(numbers).to_bytes(size, "big")


async def sealed(secret: str = SECRET, room: str = ROOM, cipher: Any = None) -> Sealed:
    return await Sealed.new(cipher or SoftCipher(), draw(), room, secret)


async def two() -> tuple[Sealed, Peer, Sealed, Peer]:
    """Ada's end and Bo's, and each as the other knows it."""
    ada, bo = await sealed(), await sealed()
    return ada, Peer("ada", ada.key), bo, Peer("bo", bo.key)


@told
async def test_what_two_pages_seal_opens_there_in_both_directions() -> None:
    ada, as_ada, bo, as_bo = await two()
    for number in range(3):
        there = await ada.close(f"{TEXT} {number}", "ada", as_bo, EPOCH)
        assert await bo.open(there, "bo", as_ada, EPOCH) == f"{TEXT} {number}"
        back = await bo.close(f"{number}", "bo", as_ada, EPOCH)
        assert await ada.open(back, "ada", as_bo, EPOCH) == f"{number}"
        assert TEXT not in there


@told
async def test_nobody_else_opens_it_and_it_opens_as_nothing_else() -> None:
    ada, as_ada, bo, as_bo = await two()
    closed = await ada.close(TEXT, "ada", as_bo, EPOCH)
    eve = await sealed()
    cases: dict[str, tuple[Seal, str, Peer, int]] = {
        "by another page": (eve, "bo", as_ada, EPOCH),
        "by its own sender": (ada, "ada", as_bo, EPOCH),
        "in an older epoch": (bo, "bo", as_ada, EPOCH - 1),
        "in a newer epoch": (bo, "bo", as_ada, EPOCH + 1),
        "as another member": (bo, "eve", as_ada, EPOCH),
        "as another's": (bo, "bo", Peer("eve", as_ada.key), EPOCH),
        "as of another page": (bo, "bo", Peer("ada", eve.key), EPOCH),
    }
    for seal, us, peer, epoch in cases.values():
        with pytest.raises(Broken):
            await seal.open(closed, us, peer, epoch)
    assert await bo.open(closed, "bo", as_ada, EPOCH) == TEXT


@told
async def test_another_secret_or_another_room_opens_nothing() -> None:
    for secret, room in ((OTHER, ROOM), (SECRET, "q" * 22)):
        ada, bo = await sealed(), await sealed(secret, room)
        closed = await ada.close(TEXT, "ada", Peer("bo", bo.key), EPOCH)
        with pytest.raises(Broken):
            await bo.open(closed, "bo", Peer("ada", ada.key), EPOCH)
        blob = await ada.close_table(TEXT)
        with pytest.raises(Broken):
            await bo.open_table(blob)


@told
async def test_what_has_been_opened_or_passed_over_never_opens_again() -> None:
    ada, as_ada, bo, as_bo = await two()
    letters = [await ada.close(str(number), "ada", as_bo, EPOCH) for number in range(3)]
    assert await bo.open(letters[1], "bo", as_ada, EPOCH) == "1"
    for replayed in letters[:2]:
        with pytest.raises(Broken, match="after number 2"):
            await bo.open(replayed, "bo", as_ada, EPOCH)
    assert await bo.open(letters[2], "bo", as_ada, EPOCH) == "2"


@told
async def test_a_forged_number_shuts_nobody_out() -> None:
    ada, as_ada, bo, as_bo = await two()
    closed = await ada.close(TEXT, "ada", as_bo, EPOCH)
    forged = "999" + closed[1:]
    with pytest.raises(Broken):
        await bo.open(forged, "bo", as_ada, EPOCH)
    assert await bo.open(closed, "bo", as_ada, EPOCH) == TEXT


@told
async def test_a_single_changed_letter_breaks_it() -> None:
    ada, as_ada, bo, as_bo = await two()
    closed = await ada.close(TEXT, "ada", as_bo, EPOCH)
    for at in range(2, len(closed) - 1):
        changed = closed[:at] + ("A" if closed[at] != "A" else "B") + closed[at + 1 :]
        with pytest.raises(Broken):
            await bo.open(changed, "bo", as_ada, EPOCH)


@told
async def test_a_page_that_is_loaded_anew_opens_nothing_of_before() -> None:
    ada, as_ada, _, as_bo = await two()
    closed = await ada.close(TEXT, "ada", as_bo, EPOCH)
    with pytest.raises(Broken):
        await (await sealed()).open(closed, "bo", as_ada, EPOCH)


@told
async def test_the_first_two_letters_of_a_way_have_two_numbers_however_long_agreeing_takes() -> (
    None
):
    class Slow(SoftCipher):
        async def agree(self, private: Any, public: bytes, salt: bytes, purpose: bytes) -> Any:
            await asyncio.sleep(0.5)
            return await super().agree(private, public, salt, purpose)

    ada, bo = await sealed(cipher=Slow()), await sealed()
    as_ada, as_bo = Peer("ada", ada.key), Peer("bo", bo.key)
    there = await bo.close("hello", "bo", as_ada, EPOCH)

    async def later() -> str:
        await asyncio.sleep(0.6)
        return await ada.close("two", "ada", as_bo, EPOCH)

    closing = ada.close("one", "ada", as_bo, EPOCH)
    one, hello, two_ = await asyncio.gather(closing, ada.open(there, "ada", as_bo, EPOCH), later())
    third = await ada.close("three", "ada", as_bo, EPOCH)
    assert hello == "hello"
    assert len({letter.partition(".")[0] for letter in (one, two_, third)}) == 3
    assert [await bo.open(each, "bo", as_ada, EPOCH) for each in (one, two_, third)] == [
        "one",
        "two",
        "three",
    ]
    with pytest.raises(Broken, match="after number 1"):
        await ada.open(there, "ada", as_bo, EPOCH)


@pytest.mark.parametrize("key", [None, "", "AAAA", "é", "A" * 87, "!" * 87])
def test_with_a_key_that_is_none_nothing_is_sealed_or_opened(key: str | None) -> None:
    async def story() -> None:
        ada = await sealed()
        for attempt in (
            ada.close(TEXT, "ada", Peer("bo", key), EPOCH),
            ada.open("1.AAAA", "ada", Peer("bo", key), EPOCH),
        ):
            with pytest.raises(Broken):
                await attempt

    live(story())


NONSENSE: list[object] = [
    None, 7, 1.5, True, [], {}, b"1.AA", "", ".", "1", "1.", ".AAAA", "-1.AAAA", "1,AAAA", "x.AAAA",
    "1.AAAA", "1.A", "1.é", "1. ", "0.AAAA", "²." + "A" * 40, "9" * 5000 + ".AAAA", "1.\ud800",
]  # fmt: skip


@pytest.mark.parametrize("closed", NONSENSE, ids=lambda closed: f"{closed!r:.12}")
def test_nonsense_is_broken_wherever_it_comes_from(closed: object) -> None:
    async def story() -> None:
        ada, _, _, as_bo = await two()
        with pytest.raises(Broken):
            await ada.open(closed, "ada", as_bo, EPOCH)
        with pytest.raises(Broken):
            await ada.open_table(closed)
        with pytest.raises(Broken):
            await Unsealed().open_table(closed)

    live(story())


PAIR = live(two())


@given(st.none() | st.integers() | st.text() | st.from_regex(r"[0-9]{1,20}\.[A-Za-z0-9_=-]*"))
def test_whatever_comes_opens_or_is_broken_and_nothing_else(closed: object) -> None:
    async def story() -> None:
        ada, _, _, as_bo = PAIR
        for attempt in (ada.open(closed, "ada", as_bo, EPOCH), ada.open_table(closed)):
            with pytest.raises(Broken):
                await attempt

    live(story())


# The table


@told
async def test_whoever_has_the_secret_may_open_the_table_and_it_comes_out_whole() -> None:
    ada, bo = await sealed(), await sealed()
    for text in ("", TEXT, "é" * 10_000):
        assert await bo.open_table(await ada.close_table(text)) == text


@told
async def test_the_tables_length_tells_little_and_it_is_sealed_anew_each_time() -> None:
    ada = await sealed()
    blobs = [await ada.close_table(text) for text in ("", "3-5", TEXT * 20)]
    assert {len(to_bytes(blob)) for blob in blobs} == {12 + STEP + 16}
    assert await ada.close_table(TEXT) != await ada.close_table(TEXT)


@told
async def test_a_changed_table_is_broken() -> None:
    ada = await sealed()
    blob = await ada.close_table(TEXT)
    for at in (0, 20, len(blob) // 2):
        changed = blob[:at] + ("A" if blob[at] != "A" else "B") + blob[at + 1 :]
        with pytest.raises(Broken):
            await ada.open_table(changed)


def test_what_would_come_out_far_larger_than_a_table_is_broken() -> None:
    assert unpack(pack("x" * LARGEST)) == "x" * LARGEST
    bomb = zlib.compress(bytes(50 * LARGEST))
    assert len(bomb) < 300_000
    with pytest.raises(Broken, match="at most"):
        unpack(bomb)
    with pytest.raises(Broken):
        live(Unsealed().open_table(to_text(bomb)))


@given(st.binary())
def test_what_is_not_packed_is_broken(raw: bytes) -> None:
    with pytest.raises(Broken):
        unpack(raw)
    assert to_bytes(to_text(raw)) == raw


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_is_packed_comes_out_again(text: str) -> None:
    assert unpack(pack(text)) == text
    with pytest.raises(Broken):
        unpack(pack(text)[:-1])


# Without wax


def test_a_page_that_cannot_seal_says_it_plainly() -> None:
    async def story() -> None:
        plain = Unsealed()
        peer = Peer("bo", None)
        assert plain.key is None
        assert await plain.close(TEXT, "ada", peer, EPOCH) == TEXT
        assert await plain.open(TEXT, "ada", peer, EPOCH) == TEXT
        assert await plain.open_table(await plain.close_table(TEXT)) == TEXT
        with pytest.raises(Broken, match="expected a text, got dict"):
            await plain.open({}, "ada", peer, EPOCH)

    live(story())


# What is secret


def test_an_invites_secret_has_32_bytes_and_is_never_the_same() -> None:
    found = {new_secret(SystemRandom().randbytes) for _ in range(20)}
    assert len(found) == 20
    assert {len(to_bytes(secret)) for secret in found} == {32}
    assert {len(secret) for secret in found} == {43}


def test_a_seal_shows_neither_its_keys_nor_its_secret() -> None:
    async def story() -> None:
        ada, _, _, as_bo = await two()
        closed = await ada.close(TEXT, "ada", as_bo, EPOCH)
        [way] = ada._ways.values()
        for shown in (repr(ada), repr(way), repr(ada._ways.values())):
            assert SECRET not in shown
            assert "AESGCM" not in shown
        for bad in (closed, "1.AAAA", None):
            with pytest.raises(Broken) as broken:
                await ada.open(bad, "ada", as_bo, EPOCH)
            assert SECRET not in str(broken.value)
            assert TEXT not in str(broken.value)

    live(story())
