"""Frames are read to the letter, whatever comes, and never show what they carry."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw

from relay.envelope import (
    Code,
    Deliver,
    Error,
    Hello,
    Offer,
    Refused,
    Role,
    Send,
    encode,
    read,
    read_hello,
)

DEPTH = 16
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
FRAMES: list[dict[str, Any]] = [
    {"t": "hello", "v": 1, "role": "guest", "token": "A" * 43, "last": 3, "key": "B"},
    {"t": "send", "id": "1", "to": "host", "p": {}, "view": True},
    {"t": "ack", "s": 3},
    {"t": "snapshot", "n": 1, "blob": ""},
    {"t": "kick", "member": "m"},
    {"t": "ping", "at": 1.5},
    {"t": "succeed"},
    {"t": "bye"},
]


def test_a_hello_is_read() -> None:
    hello = read_hello('{"t":"hello","v":1,"role":"watch","last":7}', DEPTH)
    assert hello == Hello(v=1, role=Role.WATCH, last=7)


def test_a_payload_is_carried_as_it_came() -> None:
    said = read('{"t":"send","id":"a","to":"host","p":{"b" : 1.0 , "a":[]}}', DEPTH)
    assert isinstance(said, Send)
    frame = encode(Deliver(s=1, sender="m", epoch=2, p=said.p))
    assert frame == b'{"t":"deliver","s":1,"from":"m","epoch":2,"p":{"b" : 1.0 , "a":[]}}'


def test_succeed_offers_from_a_client() -> None:
    assert read('{"t":"succeed"}', DEPTH) == Offer()


def test_what_is_not_there_is_not_written() -> None:
    assert encode(Error("away", "the host is away")) == (
        b'{"t":"error","code":"away","message":"the host is away"}'
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"t":"hello","v":2,"role":"guest"}', Code.VERSION),
        ('{"t":"hello","v":2,"role":"queen","more":{}}', Code.VERSION),
        ('{"t":"hello","v":1,"role":"queen"}', Code.BAD_MESSAGE),
        ('{"t":"hello","v":1,"role":"guest","more":1}', Code.BAD_MESSAGE),
        ('{"t":"hello","v":"1","role":"guest"}', Code.BAD_MESSAGE),
        ('{"t":"hello","v":1,"role":"guest","token":"short"}', Code.BAD_MESSAGE),
        ('{"t":"hello","v":1,"role":"guest","key":"<b>"}', Code.BAD_MESSAGE),
        ('{"t":"ping","at":1}', Code.BAD_MESSAGE),
    ],
)
def test_a_hello_is_refused_with_its_code(text: str, code: Code) -> None:
    with pytest.raises(Refused) as refused:
        read_hello(text, DEPTH)
    assert refused.value.code is code


@pytest.mark.parametrize(
    ("levels", "well"), [(DEPTH - 1, True), (DEPTH, False), (200, False), (8000, False)]
)
@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ('{"a":', "}")])
def test_depth_is_counted_with_the_envelope(
    levels: int, well: bool, opens: str, closes: str
) -> None:
    text = '{"t":"snapshot","n":1,"blob":' + opens * levels + "1" + closes * levels + "}"
    if well:
        read(text, DEPTH)
    else:
        with pytest.raises(Refused, match="expected at most 16 levels"):
            read(text, DEPTH)


@pytest.mark.parametrize("string", ["[" * 50, '\\"[' * 50, "\\\\", '\\\\\\"' + "{" * 50])
def test_brackets_in_a_string_are_no_depth(string: str) -> None:
    read('{"t":"snapshot","n":1,"blob":["' + string + '"]}', DEPTH)


@given(st.text() | ANYTHING.map(json.dumps))
def test_whatever_comes_is_read_or_refused(text: str) -> None:
    read_or_refuse(text.encode("utf-8", "replace").decode())


@given(st.data())
def test_a_frame_with_anything_in_it_is_read_or_refused(data: st.DataObject) -> None:
    frame = dict(data.draw(st.sampled_from(FRAMES)))
    names = st.sampled_from(sorted(frame)) | st.text(max_size=5)
    frame |= data.draw(st.dictionaries(names, ANYTHING, max_size=3))
    text = json.dumps(frame)
    cut = data.draw(st.integers(0, len(text)))
    for heard in (text, text[:cut], text[cut:]):
        read_or_refuse(heard)


@given(st.sampled_from(FRAMES[1:]), st.text(min_size=1))
def test_no_field_is_added_to_a_frame(frame: dict[str, Any], name: str) -> None:
    if name not in frame and name != "view":
        with pytest.raises(Refused):
            read(json.dumps(frame | {name: 1}), DEPTH)


def test_no_frame_shows_what_it_carries() -> None:
    frames = [
        Hello(v=1, role=Role.GUEST, token="A" * 43),
        Send(id="1", to="host", p=Raw(b'"hand"')),
        Deliver(s=1, sender="m", epoch=1, p=Raw(b'"hand"')),
    ]
    assert {repr(frame) for frame in frames} == {"<Hello>", "<Send>", "<Deliver>"}


def read_or_refuse(text: str) -> None:
    for reads in (read, read_hello):
        with suppress(Refused):
            reads(text, DEPTH)
