import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Draw, Play
from engine.chairs import Chair, Level
from engine.codec import (
    DEPTH,
    Unreadable,
    from_plain,
    from_text,
    kind,
    read_json,
    to_plain,
    to_text,
)
from engine.line import End, Laid, Line
from engine.match import Match
from engine.messages import Act, Command, Configure, NextRound, Update
from engine.rules import Setup, Variant
from engine.snapshot import Snapshot
from engine.table import Table
from engine.tiles import Tile
from engine.view import View, view_of
from tests.strategies import Reached, commands, reached, tables

DEEP = 100_000


@dataclass(frozen=True)
class Note:
    """A dataclass of the test's own: the codec knows none by name."""

    number: float
    label: str = "none"
    pair: tuple[int, bool] = (0, False)


# Writing


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (NextRound(), '{"t":"next_round"}'),
        (Play(Tile(5, 3), End.LEFT), '{"t":"play","tile":"3-5","end":"left"}'),
        (Act(7, Draw()), '{"t":"act","version":7,"action":{"t":"draw"}}'),
        (Line((Laid(5, 3), Laid(3, 3)), 1), '{"t":"line","laid":["5-3","3-3"],"opening":1}'),
        (Setup(Variant.BLOCK, 2, None), '{"t":"setup","variant":"block","seats":2,"target":null}'),
        (Note(1.5), '{"t":"note","number":1.5,"label":"none","pair":[0,false]}'),
    ],
    ids=["no fields", "tile and enum", "nested", "as it lies", "none", "plain"],
)
def test_what_is_written(value: object, text: str) -> None:
    assert to_text(value) == text


def test_a_kind_is_the_classs_name_in_lower_case() -> None:
    assert [kind(cls) for cls in (NextRound, Act, View)] == ["next_round", "act", "view"]


@pytest.mark.parametrize(
    "value", [object(), {1, 2}, {"a": 1}, [1], b"x", Note, range(3), Note(1, pair=object())],  # type: ignore[arg-type]
    ids=["object", "set", "dict", "list", "bytes", "a class", "range", "inside"],
)  # fmt: skip
def test_what_is_no_plain_value_is_not_written(value: object) -> None:
    with pytest.raises(TypeError, match="expected a dataclass or a plain value"):
        to_text(value)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_json_number_is_not_written(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        to_text(Note(number))


# Reading


@given(reached)
def test_a_view_comes_back_as_it_was(one: Reached) -> None:
    for seat in (*range(one.setup.seats), None):
        view = view_of(Match(one.setup), one.round, seat)
        assert from_text(View, to_text(view)) == view


@given(tables())
def test_a_snapshot_comes_back_as_it_was(table: Table) -> None:
    kept = table.snapshot(250.0)
    assert from_text(Snapshot, to_text(kept)) == kept


@given(st.tuples(st.floats(allow_nan=False, allow_infinity=False), st.text(), st.integers()))
def test_plain_values_come_back_as_they_were(values: tuple[float, str, int]) -> None:
    number, label, whole = values
    note = Note(number, label, (whole, True))
    assert from_text(Note, to_text(note)) == note


def test_a_default_may_be_left_out_and_a_whole_number_stands_for_a_float() -> None:
    note = from_text(Note, '{"t":"note","number":2}')
    assert note == Note(2.0)
    assert type(note.number) is float


@pytest.mark.parametrize(
    ("wanted", "text", "complaint"),
    [
        (Note, "", "line 1, column 1: expected JSON, got the end"),
        (Note, "{", "line 1, column 2: expected JSON, got the end"),
        (Note, '{"t":\n note}', "line 2, column 2: expected JSON, got 'note}'"),
        (Note, "NaN", "expected JSON, got NaN"),
        (Note, '{"t":"note","number":NaN}', "expected JSON"),
        (Note, '{"t":"note","number":-Infinity}', "expected JSON"),
        (Note, "[]", r"message: expected note, got \[\]"),
        (Note, "null", "message: expected note, got None"),
        (Note, "{}", "message: expected t to be note, got None"),
        (Note, '{"t":"act"}', "message: expected t to be note, got 'act'"),
        (Note, '{"t":["note"]}', "message: expected t to be note"),
        (Note, '{"t":"note"}', "message: expected number, got none"),
        (Note, '{"t":"note","number":"2"}', "message.number: expected float, got '2'"),
        (Note, '{"t":"note","number":true}', "message.number: expected float, got True"),
        (Note, '{"t":"note","number":null}', "message.number: expected float, got None"),
        (Note, '{"t":"note","number":2,"x":1}', "message: expected only .*, got 'x'"),
        (Note, '{"t":"note","number":2,"pair":[1]}', r"message.pair: expected 2 items, got \[1\]"),
        (Note, '{"t":"note","number":2,"pair":{}}', "message.pair: expected a list"),
        (Note, '{"t":"note","number":2,"pair":[1,1]}', r"message.pair\[1\]: expected bool, got 1"),
        (Note, '{"t":"note","number":2,"pair":[true,true]}', r"message.pair\[0\]: expected int"),
        (Action, '{"t":"jump"}', "message: expected t to be one of play, draw, pass, got 'jump'"),
        (Action, '{"t":{}}', "message: expected t to be one of play, draw, pass"),
        (Action, "{}", "message: expected t to be one of play, draw, pass, got None"),
        (Action, '"draw"', "message: expected play or draw or pass, got 'draw'"),
        (Action, '{"t":"draw","x":1}', "message: expected only .*got 'x'"),
        (Play, '{"t":"play","tile":"3-x","end":"left"}', "message.tile: expected a tile like 3-5"),
        (Play, '{"t":"play","tile":35,"end":"left"}', "message.tile: expected str, got 35"),
        (Play, '{"t":"play","tile":"3-5","end":"up"}', "end: expected one of left, right, got"),
        (Play, '{"t":"play","tile":"3-5","end":[]}', r"message.end: expected one of .*, got \[\]"),
        (Line, '{"t":"line","laid":["3-5",3]}', r"message.laid\[1\]: expected str, got 3"),
        (Line, '{"t":"line","laid":["3-5","x"]}', r"message.laid\[1\]: expected a tile like"),
        (Setup, '{"t":"setup","variant":"block","seats":3,"target":null}', "message: expected 2 "),
        (Setup, '{"t":"setup","variant":"block","seats":2,"target":7}', "message: expected a targ"),
        (Setup, '{"t":"setup","variant":"block","seats":2,"target":{}}', "message.target: .*int"),
        (Chair, '{"t":"chair","level":"hard"}', "message.level: expected one of easy, steady"),
    ],
)  # fmt: skip
def test_what_is_unreadable_is_named_with_its_place(wanted: Any, text: str, complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        from_text(wanted, text)


NUMBER = '{"t":"note","number":%s}'


@pytest.mark.parametrize(
    "text",
    [
        NUMBER % ("1" * 400),
        NUMBER % ("-" + "1" * 400),
        NUMBER % ("1" * 10_000),
        NUMBER % "1e999",
        NUMBER % "-1e999",
        NUMBER % ("[" * DEEP),
        NUMBER % ("[" * DEEP + "]" * DEEP),
        "[" * DEEP,
        '{"t":' * DEEP,
        '{"t":"note","number":1,"number":2}',
        '{"t":"act","t":"note","number":1}',
        '{"t":"note","number":1}{}',
        '\ufeff{"t":"note","number":1}',
        "\x00",
    ],
    ids=[
        "too great for a float", "too small for a float", "more digits than Python reads",
        "infinite", "minus infinite", "open and deep", "deep", "deep list", "deep object",
        "a field twice", "a kind twice", "more behind", "byte order mark", "no text",
    ],
)  # fmt: skip
def test_numbers_depth_and_repeats_without_measure_are_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        from_text(Note, text)


@pytest.mark.parametrize("open", ["[", '{"a":', "[[", '["]",['])
def test_depth_is_counted_before_it_is_read_and_brackets_in_text_are_none(open: str) -> None:
    """In the browser the reader itself would not survive: 20,000 levels end the interpreter."""
    with pytest.raises(Unreadable, match="levels"):
        read_json(open * 20_000)
    assert read_json(json.dumps(["[" * 20_000, 'a"[{'])) == ["[" * 20_000, 'a"[{']
    assert read_json("[" * DEPTH + "]" * DEPTH)


@pytest.mark.parametrize("field", ["number", "label", "pair"])
def test_no_depth_gets_past_the_reader(field: str) -> None:
    # Just below the depth at which json gives up, showing the surprise would be one level more.
    for depth in range(1, 1100):
        nested = "[" * depth + "]" * depth
        with pytest.raises(Unreadable):
            from_text(Note, f'{{"t":"note","number":1,"{field}":{nested}}}')


def test_a_deep_value_for_an_enum_is_unreadable() -> None:
    for depth in range(900, 1100):
        nested = "[" * depth + "]" * depth
        with pytest.raises(Unreadable):
            from_text(Play, f'{{"t":"play","tile":"3-5","end":{nested}}}')


def test_a_complaint_does_not_repeat_a_long_text() -> None:
    for text in ("x" * 9999, json.dumps("x" * 9999), f'{{"t":"{"x" * 9999}"}}'):
        with pytest.raises(Unreadable) as caught:
            from_text(Note, text)
        assert len(str(caught.value)) < 200


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text()
    | st.sampled_from(["act", "play", "3-5", "left", "draw", "setup", 10**400, float("inf")]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text() | st.sampled_from(["t", "action", "setup", "tile"]), inner),
    max_leaves=12,
)  # fmt: skip
WANTED: list[Any] = [Command, Update, Snapshot, View, Action]


def refused_or_readable(wanted: Any, text: str) -> None:
    """Whatever comes in, it is refused as Unreadable or is a value that can be sent on."""
    try:
        value = from_text(wanted, text)
    except Unreadable:
        return
    assert from_text(wanted, to_text(value)) == value


@given(st.sampled_from(WANTED), st.text() | st.binary().map(lambda b: b.decode("latin-1")))
def test_any_text_is_read_or_refused(wanted: Any, text: str) -> None:
    refused_or_readable(wanted, text)


@given(st.sampled_from(WANTED), json_values)
def test_any_json_is_read_or_refused(wanted: Any, plain: Any) -> None:
    refused_or_readable(wanted, json.dumps(plain))


messages = st.one_of(
    commands.map(lambda one: (Command, to_text(one))),
    tables().map(lambda one: (Update, to_text(one.update("m0", (), 9.0)))),
    tables().map(lambda one: (Snapshot, to_text(one.snapshot(9.0)))),
)


@settings(max_examples=300)
@given(messages, st.randoms(use_true_random=False), json_values)
def test_a_message_altered_anywhere_is_read_or_refused(
    message: tuple[Any, str], random: Random, other: Any
) -> None:
    wanted, text = message
    plain = json.loads(text)
    owner, key = random.choice(list(_places(plain)))
    owner[key] = other
    refused_or_readable(wanted, json.dumps(plain))
    cut = random.randrange(len(text))
    for spoilt in (text[:cut], text[:cut] + text[cut + 1 :], text[:cut] + text[cut:] + text[cut:]):
        refused_or_readable(wanted, spoilt)


@given(messages, st.randoms(use_true_random=False))
def test_an_unknown_field_anywhere_is_refused(message: tuple[Any, str], random: Random) -> None:
    wanted, text = message
    plain = {"message": json.loads(text)}
    owner = random.choice([owner for owner, _ in _places(plain) if "t" in owner])
    owner["zzz"] = 1
    with pytest.raises(Unreadable, match=r"^message.*got 'zzz'$"):
        from_text(wanted, json.dumps(plain["message"]))


@given(messages)
def test_what_is_not_asked_for_is_not_read(message: tuple[Any, str]) -> None:
    wanted, text = message
    for other in (Command, Update, Snapshot):
        if other is not wanted:
            with pytest.raises(Unreadable):
                from_text(other, text)


def _places(plain: Any) -> list[tuple[Any, Any]]:
    """Every (owner, key) inside ``plain``."""
    items = plain.items() if isinstance(plain, dict) else enumerate(plain)
    found = []
    for key, value in items:
        found.append((plain, key))
        if isinstance(value, dict | list):
            found += _places(value)
    return found


def test_plain_values_are_read_without_text_too() -> None:
    read: Callable[[Any], Any] = lambda plain: from_plain(Configure, plain, "saved")  # noqa: E731
    configure = Configure(Setup(Variant.DRAW, 3, 150), (Level.EASY,))
    assert read(to_plain(configure)) == configure
    with pytest.raises(Unreadable, match=r"^saved.setup: expected 2 to 5 seats for draw, got 9"):
        read({**to_plain(configure), "setup": {**to_plain(configure.setup), "seats": 9}})
