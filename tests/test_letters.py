"""Letters between a seat and its table: read back whole, or refused, whatever the text."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import letters
from engine.actions import Draw
from engine.chairs import Chair
from engine.codec import Unreadable
from engine.letters import Ask, Bout, Contender, Letter, Record, Stage, Tell
from engine.messages import Act, Kick, Leave, Refused, Reveal
from engine.ranked import Finish
from engine.rules import Setup, Variant
from tests.page import seen
from tests.strategies import GAMES, play_on, seated, tables

LETTERS: list[Letter] = [
    Ask("page", 1, Leave()),
    Ask("", 0, Kick(-1)),
    Tell("page", 7, Refused("stale", "The table has moved on since then.")),
    Tell("", 0, seen("3-5 6-6", "3-3")),
    Record("AAAA"),
    Bout(
        "room.1",
        Stage.RATED,
        Finish.LEFT,
        1,
        (
            Contender("ann", 1450, 300, True, -50, 12.5, False),
            Contender("ben", 1800, 90, False, None, None, True),
        ),
        3,
    ),
]


@pytest.mark.parametrize("letter", LETTERS, ids=count())
def test_a_letter_is_read_as_it_was_written(letter: Letter) -> None:
    assert letters.read(letters.write(letter)) == letter


@given(tables(), st.sampled_from(["m0", "m1", "watcher"]))
def test_whatever_a_table_tells_arrives_whole(table: Any, member: str) -> None:
    told = Tell("page", 3, table.update(member, table.round.record if table.round else (), 1.0))
    assert letters.read(letters.write(told)) == told


ONE = play_on(GAMES[0], Random(2), 5).round
TABLE = seated(Setup(Variant.BLOCK, 2, None), 1)


@pytest.mark.parametrize(
    "secret",
    [ONE, ONE.hands, ONE.hands[0], ONE.boneyard, ONE.line, Draw(), Chair(), None, "text", 3,
     TABLE, TABLE.snapshot(0.0)],
    ids=["round", "hands", "hand", "boneyard", "line", "action", "chair", "none", "text",
         "number", "table", "snapshot"],
)  # fmt: skip
def test_nothing_but_what_may_be_said_is_written(secret: Any) -> None:
    for letter in (secret, Tell("page", 7, secret)):
        with pytest.raises(TypeError, match="expected what may be said"):
            letters.write(letter)


GOOD = letters.write(Ask("page", 1, Leave()))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "7",
        GOOD[:-1],
        GOOD.replace('"ask"', '"tell"'),
        GOOD.replace('"ask"', '"update"'),
        GOOD.replace("1", "1.5"),
        GOOD.replace("1", "true"),
        GOOD.replace("1", "NaN"),
        GOOD.replace("1", "9" * 5000),
        GOOD.replace('"page"', '"page":"a","page"', 1),
        GOOD.replace("{", '{"from":"host",', 1),
        GOOD.replace('"leave"', '"leave","seat":0'),
        letters.write(Tell("p", 1, Refused("a", "b"))).replace('"refused"', '"leave"'),
        "[" * 100_000,
        '{"t":' * 5000,
        '"' * 100_000,
        "\ud800",
    ],
    ids=count(),
)
def test_what_is_no_letter_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        letters.read(text)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=5), inside),
    max_leaves=6,
)
KINDS = ["ask", "tell", "record", "update", "refused", "leave", "join", "act", "play", "reveal"]
fields = st.sampled_from(
    ["t", "page", "number", "command", "heard", "reply", "transcript", "version", "action", "name"]
)
near = st.recursive(
    plain | st.sampled_from(KINDS),
    lambda inside: st.dictionaries(fields, inside, max_size=5),
    max_leaves=10,
)


@given(st.text() | plain.map(json.dumps) | near.map(json.dumps))
def test_whatever_the_text_it_is_a_letter_or_unreadable(text: str) -> None:
    try:
        letter = letters.read(text)
    except Unreadable:
        return
    assert letters.read(letters.write(letter)) == letter


@given(st.sampled_from(LETTERS).map(letters.write), st.data())
def test_a_letter_with_something_cut_or_changed_is_a_letter_or_unreadable(
    text: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(at, len(text)))
    with suppress(Unreadable):
        letters.read(text[:at] + data.draw(st.text(max_size=3)) + text[end:])


def test_no_letter_shows_what_is_in_it() -> None:
    for letter in (
        Ask("page", 1, Reveal("5ec2e7")),
        Ask("page", 1, Act(7, seen("3-5", "3-3").view.legal[0])),  # type: ignore[union-attr]
        Tell("page", 1, seen("3-5 6-6", "3-3")),
        Record("5ec2e7"),
    ):
        assert "5ec2e7" not in repr(letter)
        assert "Tile" not in repr(letter)
        assert "3-5" not in repr(letter)
