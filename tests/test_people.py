"""What a seat is called, and its round in words."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given

from app.model import Happening
from engine.chairs import Chair, Level, regular_in
from engine.events import Drew, Ended, Ending, Event, Opened, Passed, Played, Result
from engine.line import End
from engine.messages import Phrase, Reacted
from engine.rules import Setup, Variant
from engine.tiles import Tile
from tests.page import chairs_of, seen
from tests.strategies import Reached, reached
from ui.people import (
    Turn,
    absence,
    called,
    chair_name,
    host_of,
    hosted_by_us,
    last_turns,
    name_of,
    others,
    sentence,
    turns,
)

SETUP = Setup(Variant.DRAW, 4, 100)
TABLE = replace(seen("3-5", "5-6"), setup=SETUP, chairs=chairs_of(SETUP))
WATCHED = replace(TABLE, seat=None)
ONE, TWO = Tile(3, 5), Tile(0, 9)


def test_we_are_you_and_the_regulars_have_their_names() -> None:
    assert [name_of(TABLE, seat) for seat in range(4)] == [
        "You", "Ferryman", "Warden", "Cartographer",
    ]  # fmt: skip


def test_to_one_who_looks_on_nobody_is_you() -> None:
    assert [name_of(WATCHED, seat) for seat in (0, 1)] == ["\u2068Guest\u2069", "Ferryman"]


NAMES = ["Ada", "\u202eadA", "نور", "<img src=x onerror=alert(1)>", "x" * 5000]


@pytest.mark.parametrize("name", NAMES)
def test_a_persons_name_is_set_apart_from_the_text_around_it(name: str) -> None:
    assert chair_name(Chair(name=name)) == f"\u2068{name}\u2069"


def test_within_a_sentence_a_regular_has_its_article_and_a_person_none() -> None:
    assert [called(TABLE, seat) for seat in (1, 2, 3)] == [
        "the Ferryman", "the Warden", "the Cartographer",
    ]  # fmt: skip
    assert called(TABLE, 0) == "\u2068Guest\u2069"


def test_the_host_is_known_also_where_nobody_holds_its_chair() -> None:
    assert hosted_by_us(TABLE)
    assert not any(
        map(hosted_by_us, (replace(TABLE, seat=1), WATCHED, replace(WATCHED, host=None)))
    )
    assert host_of(TABLE) == "\u2068Guest\u2069"
    assert host_of(replace(TABLE, host=None)) == "the host"


def test_only_a_person_can_be_away() -> None:
    assert absence(Chair(present=False)) == "away"
    assert absence(Chair(present=False, missed=2)) == "played by the lodge"
    assert absence(Chair(missed=2)) is None
    assert absence(replace(regular_in(1, Level.EASY), present=False)) is None


@pytest.mark.parametrize("level", Level)
def test_a_regular_is_called_the_same_at_every_level(level: Level) -> None:
    assert chair_name(regular_in(4, level)) == "Innkeeper"


@pytest.mark.parametrize(
    ("seat", "order"),
    [(0, [1, 2, 3]), (1, [2, 3, 0]), (3, [0, 1, 2]), (None, [0, 1, 2, 3])],
)
def test_the_others_are_named_in_the_order_in_which_they_act(
    seat: int | None, order: list[int]
) -> None:
    assert others(replace(TABLE, seat=seat)) == order


def result(kind: Ending, winner: int | None) -> Ended:
    return Ended(Result(kind, winner, 0 if winner is None else 29, (3, 10, 12, 7)))


SAID: list[tuple[Event | Reacted, str]] = [
    (Opened(0, ONE), "You opened with 3-5."),
    (Opened(2, ONE), "The Warden opened with 3-5."),
    (Played(0, ONE, End.LEFT), "You laid 3-5 on the left."),
    (Played(0, ONE, End.RIGHT), "You laid 3-5 on the right."),
    (Played(1, ONE, End.LEFT), "The Ferryman laid 3-5 on the left."),
    (Played(1, TWO, End.RIGHT), "The Ferryman laid 0-9 on the right."),
    (Drew(0), "You drew a tile."),
    (Drew(3), "The Cartographer drew a tile."),
    (Passed(0), "You passed."),
    (Passed(1), "The Ferryman passed."),
    (result(Ending.DOMINO, 0), "You went out and win 29."),
    (result(Ending.DOMINO, 1), "The Ferryman went out and wins 29."),
    (result(Ending.TIED, None), "The round is blocked and tied. Nobody scores."),
    (Reacted(0, Phrase.OH_NO), "You say: Oh no."),
    (Reacted(1, Phrase.THANKS), "The Ferryman says: Thanks."),
]


@pytest.mark.parametrize(("event", "said"), SAID, ids=str)
def test_each_event_is_told_in_one_sentence(event: Event | Reacted, said: str) -> None:
    assert sentence(TABLE, Happening(1, event)) == said


@pytest.mark.parametrize(
    ("winner", "said"),
    [(0, "ou held the least and win 29."), (2, "he Warden held the least and wins 29.")],
)
def test_a_blocked_round_is_told_as_blocked(winner: int, said: str) -> None:
    words = sentence(TABLE, Happening(1, result(Ending.BLOCKED, winner)))
    assert "blocked" in words
    assert words.endswith(said)


EVENTS = [event for event, _ in SAID]
EVENTS += [result(Ending.BLOCKED, winner) for winner in range(4)]


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_every_sentence_begins_with_a_capital(event: Event | Reacted) -> None:
    words = sentence(TABLE, Happening(1, event))
    assert all(each[0].isupper() for each in words.removesuffix(".").split(". "))


def test_only_we_are_told_which_tile_we_drew() -> None:
    assert sentence(TABLE, Happening(1, Drew(0), TWO)) == "You drew 0-9."
    assert sentence(WATCHED, Happening(1, Drew(0))) == "\u2068Guest\u2069 drew a tile."


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ((), []),
        ((Opened(1, ONE),), [Turn(1, laid=ONE, opened=True)]),
        ((Opened(1, ONE), Drew(2)), [Turn(1, laid=ONE, opened=True), Turn(2, 1)]),
        ((Drew(2), Drew(2), Played(2, TWO, End.LEFT)), [Turn(2, 2, TWO, End.LEFT)]),
        ((Drew(2), Passed(2)), [Turn(2, 1, passed=True)]),
        ((Passed(0), Passed(1)), [Turn(0, passed=True), Turn(1, passed=True)]),
        (
            (Drew(1), Played(1, ONE, End.RIGHT), Played(2, TWO, End.LEFT)),
            [Turn(1, 1, ONE, End.RIGHT), Turn(2, 0, TWO, End.LEFT)],
        ),
        ((Passed(0), result(Ending.TIED, None)), [Turn(0, passed=True)]),
    ],
)
def test_a_turn_is_its_draws_and_what_came_of_them(
    record: tuple[Event, ...], told: list[Turn]
) -> None:
    assert turns(record) == told


@given(reached)
def test_the_turns_lose_nothing_of_the_record(one: Reached) -> None:
    record = one.round.record
    told = turns(record)
    assert sum(turn.drew for turn in told) == sum(isinstance(event, Drew) for event in record)
    assert [turn.laid for turn in told if turn.laid] == [
        event.tile for event in record if isinstance(event, Opened | Played)
    ]
    assert sum(turn.passed for turn in told) == sum(isinstance(e, Passed) for e in record)
    assert all(a.seat != b.seat for a, b in pairwise(told))
    latest = last_turns(record)
    for seat in range(one.setup.seats):
        own = [turn for turn in told if turn.seat == seat]
        assert latest.get(seat) == (own[-1] if own else None)
