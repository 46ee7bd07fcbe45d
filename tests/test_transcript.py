import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Draw, Pass, Play
from engine.chairs import Level
from engine.codec import Unreadable
from engine.exhibition import play_match
from engine.line import End
from engine.rules import Setup, Variant
from engine.tiles import Tile, full_set
from engine.transcript import By, Deed, KeptRound, Transcript, read, write
from tests.strategies import GAMES, SEEDS, tables

DECK = [str(tile) for tile in full_set(6)]
PLAY = {"seat": 0, "do": "play", "tile": "3-5", "end": "left"}
FAIR = {"table": "t", "round": 1, "secrets": {"lodge": "00" * 32}}


def document(**changes: Any) -> dict[str, Any]:
    plain = {"format": "lantern-lodge/1", "variant": "block", "seats": 2, "target": None}
    return {**plain, "rounds": [{"deck": DECK, "actions": [PLAY]}], **changes}


def one_round(**changes: Any) -> dict[str, Any]:
    return document(rounds=[{"deck": DECK, "actions": [PLAY], **changes}])


def deed(**changes: Any) -> dict[str, Any]:
    return one_round(actions=[{**PLAY, **changes}])


def without(plain: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in plain.items() if name != key}


def read_plain(plain: object) -> Transcript:
    return read(json.dumps(plain))


@pytest.mark.parametrize("setup", GAMES, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_match_comes_back_as_it_was(setup: Setup, seed: int) -> None:
    transcript = play_match(setup, [Level.EASY] * setup.seats, seed)
    assert read(write(transcript)) == transcript
    assert "\n" not in write(transcript)


@given(tables())
def test_what_a_table_has_played_comes_back_as_it_was(table: Any) -> None:
    kept = read(write(table.transcript))
    assert (kept.setup, kept.names) == (table.setup, table.transcript.names)
    for ours, theirs in zip(kept.rounds, table.transcript.rounds, strict=True):
        assert (ours.deck, ours.deeds) == (theirs.deck, theirs.deeds)
        assert ours.fair is not None
        assert theirs.fair is not None
        assert ours.fair.secrets == theirs.fair.secrets


@given(tables())
def test_a_table_tells_only_of_rounds_that_are_over(table: Any) -> None:
    assert len(table.transcript.rounds) == len(table.match.results)
    if table.turn is not None and table.rounds:
        assert table.rounds[-1] not in table.transcript.rounds


def test_a_document_is_read_whole() -> None:
    actions = [
        {**PLAY, "tile": "5-3", "by": "ai", "at": 2},
        {"seat": 1, "do": "draw", "by": "lodge", "at": 2.5},
        {"seat": 1, "do": "pass", "by": "player"},
    ]
    names = ["Ada", "<b>🌧"]
    transcript = read_plain(
        document(rounds=[{"deck": DECK, "fair": FAIR, "actions": actions}], names=names)
    )
    assert transcript.setup == Setup(Variant.BLOCK, 2, None)
    assert transcript.names == tuple(names)
    (kept,) = transcript.rounds
    assert kept.deck == full_set(6)
    assert kept.deeds == (
        Deed(0, Play(Tile(3, 5), End.LEFT), By.AI, 2.0),
        Deed(1, Draw(), By.LODGE, 2.5),
        Deed(1, Pass(), By.PLAYER),
    )
    assert kept.fair is not None
    assert (kept.fair.table, kept.fair.round) == ("t", 1)
    assert read(write(transcript)) == transcript


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        ([], "transcript: expected an object, got []"),
        (7, "transcript: expected an object, got 7"),
        (without(document(), "variant"), "transcript: expected variant, got none"),
        (document(colour="red"), "transcript: expected only format, variant, seats, target,"),
        (document(colour="red"), "got 'colour'"),
        (document(format="lantern-lodge/2"), "format: expected lantern-lodge/1, got"),
        (document(variant="chess"), "variant: expected one of draw, block, got 'chess'"),
        (document(variant=["block"]), "variant: expected one of draw, block, got ['block']"),
        (document(seats=6), "seats: expected 2 seats for block, got 6"),
        (document(seats=3), "seats: expected 2 seats for block, got 3"),
        (document(variant="draw", seats=6, target=100), "seats: expected 2 to 5 seats for draw"),
        (document(seats="2"), "seats: expected int, got '2'"),
        (document(seats=2.0), "seats: expected int, got 2.0"),
        (document(seats=True), "seats: expected int, got True"),
        (document(target=30), "target: expected a target out of [None, 50, 100] for block, got 30"),
        (document(variant="draw", target=None), "out of [100, 150, 200] for draw, got None"),
        (document(target="50"), "target: expected int, got '50'"),
        (document(rounds={}), "rounds: expected a list, got {}"),
        (document(rounds=[1]), "rounds[0]: expected an object, got 1"),
        (document(names=["Ada"]), "names: expected 2 names, got"),
        (document(names=["Ada", 1]), "names[1]: expected str, got 1"),
        (document(names=None), "names: expected a list, got None"),
        (one_round(deck=DECK[1:]), "rounds[0].deck: expected a deck of 28 different tiles, got"),
        (one_round(deck=[*DECK[1:], "0-1"]), "got 0-0 0 times"),
        (one_round(deck=[*DECK, "0-7"]), "rounds[0].deck: expected tiles up to 6-6, got 0-7"),
        (one_round(deck=["9-x", *DECK]), "rounds[0].deck[0]: expected a tile like 3-5, got '9-x'"),
        (one_round(deck=[[3, 5]]), "rounds[0].deck[0]: expected str, got [3, 5]"),
        (one_round(deck="3-5"), "rounds[0].deck: expected a list, got '3-5'"),
        (one_round(seed=7), "rounds[0]: expected only deck, actions, fair, got 'seed'"),
        (one_round(actions=None), "rounds[0].actions: expected a list, got None"),
        (one_round(actions=["draw"]), "rounds[0].actions[0]: expected an object, got 'draw'"),
        (deed(seat=2), "rounds[0].actions[0].seat: expected a seat from 0 to 1, got 2"),
        (deed(seat=-1), "rounds[0].actions[0].seat: expected a seat from 0 to 1, got -1"),
        (deed(seat="0"), "rounds[0].actions[0].seat: expected int, got '0'"),
        (deed(do="fly"), "rounds[0].actions[0].do: expected play, draw or pass, got 'fly'"),
        (deed(do=["play"]), "rounds[0].actions[0].do: expected play, draw or pass, got ['play']"),
        (deed(do="pass"), "rounds[0].actions[0]: expected only seat, do, by, at, got 'tile'"),
        (deed(end="up"), "rounds[0].actions[0].end: expected one of left, right, got 'up'"),
        (deed(tile="35"), "rounds[0].actions[0].tile: expected a tile like 3-5, got '35'"),
        (deed(by="me"), "rounds[0].actions[0].by: expected one of player, ai, lodge, got 'me'"),
        (deed(at=-1), "rounds[0].actions[0].at: expected seconds from 0 on, got -1"),
        (deed(at="1"), "rounds[0].actions[0].at: expected float, got '1'"),
        (deed(at=10**400), "rounds[0].actions[0].at: "),
        (deed(note="x"), "rounds[0].actions[0]: expected only seat, do, tile, end, by, at, got"),
        (one_round(actions=[without(PLAY, "end")]), "rounds[0].actions[0]: expected end, got none"),
        (one_round(actions=[without(PLAY, "seat")]), "rounds[0].actions[0]: expected seat, got"),
        (one_round(fair=None), "rounds[0].fair: expected an object, got None"),
        (one_round(fair=without(FAIR, "round")), "rounds[0].fair: expected round, got none"),
        (one_round(fair={**FAIR, "table": 7}), "rounds[0].fair.table: expected str, got 7"),
        (one_round(fair={**FAIR, "table": "\ud800"}), "rounds[0].fair: expected printable text"),
        (one_round(fair={**FAIR, "round": "1"}), "rounds[0].fair.round: expected int, got '1'"),
        (one_round(fair={**FAIR, "secrets": {}}), "rounds[0].fair.secrets: expected lodge, got"),
        (
            one_round(fair={**FAIR, "secrets": {"lodge": "00" * 32, "2": "00" * 32}}),
            "rounds[0].fair.secrets: expected only lodge, 0, 1, got '2'",
        ),
        (
            one_round(fair={**FAIR, "secrets": {"lodge": "00" * 31}}),
            "rounds[0].fair.secrets.lodge: expected a secret of 32 bytes in hex, got 62 letters",
        ),
        (
            one_round(fair={**FAIR, "secrets": {"lodge": 7}}),
            "rounds[0].fair.secrets.lodge: expected str, got 7",
        ),
    ],
)  # fmt: skip
def test_what_is_no_transcript_is_refused_with_its_place(plain: Any, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_plain(plain)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: expected JSON"),
        ("{\n  'a': 1}", "line 2, column 3: expected JSON"),
        ('{"format": 1, "format": 1}', "expected each field once, got 'format' twice"),
        ('{"at": NaN}', "expected JSON, got NaN"),
        ("9" * 5000, "expected JSON"),
        ("[" * 100_000, "expected at most 32 levels, got more"),
        ('{"a":' * 100_000, "expected at most 32 levels, got more"),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read(text)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 200


WHOLE = write(play_match(Setup(Variant.DRAW, 3, 100), [Level.EASY] * 3, 1))
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def refusal(text: str) -> str:
    """The one short sentence that comes of ``text``; "" if it is a transcript."""
    said = ""
    try:
        read(text)
    except Unreadable as refused:
        said = str(refused)
    assert "\n" not in said
    assert len(said) < 400
    return said


@given(st.integers(0, len(WHOLE) - 1))
def test_half_a_file_is_refused_in_a_sentence(length: int) -> None:
    assert refusal(WHOLE[:length])


@given(st.integers(0, len(WHOLE)), st.text(max_size=6), st.integers(0, 12))
def test_a_damaged_file_is_refused_in_a_sentence_or_reads(at: int, new: str, cut: int) -> None:
    refusal(WHOLE[:at] + new + WHOLE[at + cut :])


@given(st.text() | ANYTHING.map(json.dumps))
def test_any_text_at_all_is_refused_in_a_sentence(text: str) -> None:
    assert refusal(text)


@given(st.data(), ANYTHING)
def test_any_value_in_any_place_is_refused_in_a_sentence_or_reads(
    data: st.DataObject, value: Any
) -> None:
    plain = json.loads(WHOLE)
    plain["names"] = ["a", "b", "c"]
    place: Any = plain
    while True:
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(keys))
        inside = place[key]
        if not isinstance(inside, dict | list) or not inside or data.draw(st.booleans()):
            place[key] = value
            break
        place = inside
    refusal(json.dumps(plain))


@pytest.mark.parametrize("filler", ['"' * 1_000_000, '\\"' * 500_000, '"\\' * 500_000])
def test_a_megabyte_of_quotes_are_refused_at_once(filler: str) -> None:
    assert refusal(filler)
    assert refusal('"' + filler)


@given(SEEDS)
def test_no_secret_and_no_hand_shows_in_a_repr(seed: int) -> None:
    transcript = play_match(Setup(Variant.BLOCK, 2, None), [Level.EASY] * 2, seed)
    (kept,) = transcript.rounds
    assert isinstance(kept, KeptRound)
    assert kept.fair is not None
    for shown in (repr(transcript), repr(kept), repr(kept.fair)):
        assert kept.fair.secrets[0].text not in shown
        assert "Tile" not in shown
