"""Counting round by round gives what all the rounds give together."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.outcome import Opponent, Outcome, Sitting
from app.tally import FORMAT, GAMES, MOST_TABLES, Game, Met, Tally, keepsake, read, write
from engine.chairs import Level, Regular
from engine.codec import Unreadable
from engine.rules import Variant

FERRYMAN, WARDEN = (Regular.FERRYMAN, Level.STEADY), (Regular.WARDEN, Level.SHARP)


@st.composite
def outcomes(draw: st.DrawFn) -> Outcome:
    variant, seats = draw(st.sampled_from(GAMES))
    opponent = st.tuples(st.sampled_from(Regular), st.sampled_from(Level))
    winner = draw(st.none() | st.integers(0, seats - 1))
    return Outcome(
        variant=variant,
        seats=seats,
        seat=draw(st.integers(0, seats - 1)),
        winner=winner,
        points=0 if winner is None else draw(st.integers(0, 495)),
        line=draw(st.integers(1, 55)),
        regulars=tuple(draw(st.none() | opponent) for _ in range(seats)),
        last=draw(st.booleans()),
    )


def won(*, by: int | None, points: int = 20, last: bool = False) -> Outcome:
    """A round of three, told from seat 0."""
    regulars: tuple[Opponent | None, ...] = (None, FERRYMAN, WARDEN)
    return Outcome(Variant.DRAW, 3, 0, by, points, 18, regulars, last)


def one_by_one(rounds: list[Outcome]) -> Tally:
    tally = Tally()
    for number, outcome in enumerate(rounds, 1):
        sitting = Sitting("here", number, outcome.seat)
        tally = tally.heard(sitting, None).heard(sitting, outcome)
    return tally


def all_together(rounds: list[Outcome]) -> tuple[set[Game], set[Met]]:
    """The same from the whole list, by sums alone."""

    def points(of: list[Outcome], counts: Callable[[Outcome], bool]) -> int:
        return sum(each.points for each in of if counts(each))

    games, regulars = set(), set()
    for variant, seats in GAMES:
        played = [each for each in rounds if (each.variant, each.seats) == (variant, seats)]
        ours = [each for each in played if each.winner == each.seat]
        if played:
            games.add(
                Game(
                    variant=variant,
                    seats=seats,
                    matches=sum(each.last for each in played),
                    matches_won=sum(each.last for each in ours),
                    rounds=len(played),
                    rounds_won=len(ours),
                    points_won=points(ours, lambda _: True),
                    points_lost=points(played, lambda each: each.winner != each.seat),
                    best_round=max((each.points for each in ours), default=0),
                    longest_line=max(each.line for each in played),
                )
            )
    for opponent in ((regular, level) for regular in Regular for level in Level):
        met = [each for each in rounds if opponent in each.regulars]
        if met:
            regulars.add(
                Met(
                    *opponent,
                    rounds=len(met),
                    rounds_won=sum(each.winner == each.seat for each in met),
                    points_won=points(met, lambda each: each.winner == each.seat),
                    points_lost=points(
                        met,
                        lambda each, who=opponent: (  # type: ignore[misc]
                            each.winner is not None and each.regulars[each.winner] == who
                        ),
                    ),
                )
            )
    return games, regulars


@given(st.lists(outcomes(), max_size=30))
def test_rounds_counted_one_by_one_are_what_all_of_them_are_together(
    rounds: list[Outcome],
) -> None:
    tally = one_by_one(rounds)
    assert (set(tally.games), set(tally.regulars)) == all_together(rounds)
    assert len(tally.games) == len(set(tally.games))
    assert len(tally.regulars) == len(set(tally.regulars))


@given(
    st.lists(outcomes(), max_size=12).flatmap(lambda r: st.tuples(st.just(r), st.permutations(r)))
)
def test_the_order_of_rounds_makes_no_difference(orders: tuple[list[Outcome], ...]) -> None:
    first, second = map(one_by_one, orders)
    assert (first.games, first.regulars) == (second.games, second.regulars)


def test_a_round_won_and_a_match_lost_are_counted_for_us_and_against_us() -> None:
    tally = one_by_one([won(by=0), won(by=2, points=30, last=True), won(by=None, points=0)])
    assert tally.games == (Game(Variant.DRAW, 3, 1, 0, 3, 1, 20, 30, 20, 18),)
    ferryman, warden = tally.regulars
    assert ferryman == Met(*FERRYMAN, 3, 1, 20, 0)
    assert warden == Met(*WARDEN, 3, 1, 20, 30)
    assert warden.net == pytest.approx(-10 / 3)


SITTING = Sitting("here", 4, 0)


def test_a_round_counts_once_however_often_its_end_is_told() -> None:
    begun = Tally().heard(SITTING, None)
    once = begun.heard(SITTING, won(by=0))
    assert once.games[0].rounds == 1
    assert once.heard(SITTING, won(by=0)) == once
    again = once.heard(SITTING, None)  # the table was taken up as it stood before the last tile
    assert again.heard(SITTING, won(by=1)) == once


def test_an_end_counts_nothing_for_who_has_not_played_that_round_in_that_seat() -> None:
    for before in (Tally(), Tally().heard(replace(SITTING, seat=1), None)):
        assert before.heard(SITTING, won(by=0)) == before


def test_who_changes_chairs_in_mid_round_has_the_last_one() -> None:
    tally = Tally().heard(replace(SITTING, seat=2), None).heard(SITTING, None)
    assert tally.heard(SITTING, won(by=0)).games[0].rounds_won == 1


def test_no_earlier_round_of_a_table_is_taken_up_again() -> None:
    tally = Tally().heard(SITTING, None)
    earlier = replace(SITTING, round=3)
    assert tally.heard(earlier, None) == tally
    assert tally.heard(earlier, won(by=0)) == tally


def test_two_tables_at_once_do_not_disturb_each_other() -> None:
    there = Sitting("there", 1, 1)
    tally = Tally().heard(SITTING, None).heard(there, None)
    tally = tally.heard(SITTING, won(by=0)).heard(there, won(by=0))
    assert tally.games[0].rounds == 2


def test_no_more_tables_are_remembered_than_may_be_returned_to() -> None:
    tally = Tally()
    for number in range(MOST_TABLES + 9):
        tally = tally.heard(Sitting(f"{number}", 1, 0), None)
    assert len(tally.sat) == MOST_TABLES
    assert tally.sat[0].table == f"{MOST_TABLES + 8}"


# As text


@given(st.lists(outcomes(), max_size=12))
def test_what_is_kept_is_read_as_it_was(rounds: list[Outcome]) -> None:
    assert read(keepsake(one_by_one(rounds))) == one_by_one(rounds)


def test_a_file_tells_all_but_the_tables_and_its_version_first() -> None:
    tally = one_by_one([won(by=0, last=True)])
    document = json.loads(write(tally))
    assert list(document) == ["format", "games", "regulars"]
    assert document["format"] == FORMAT == "lantern-lodge/statistics/1"
    assert document["games"] == [
        {
            "variant": "draw", "seats": 3, "matches": 1, "matches_won": 1, "rounds": 1,
            "rounds_won": 1, "points_won": 20, "points_lost": 0, "best_round": 20,
            "longest_line": 18,
        }
    ]  # fmt: skip
    assert document["regulars"][0] == {
        "regular": "ferryman", "level": "steady", "rounds": 1, "rounds_won": 1, "points_won": 20,
        "points_lost": 0,
    }  # fmt: skip
    assert "here" not in write(tally)


def kept(**changes: object) -> str:
    """One game as it is kept, with something else in it."""
    game = {"variant": "draw", "seats": 3, "rounds": 2} | changes
    return json.dumps({"format": FORMAT, "games": [game], "regulars": [], "sat": []})


def test_a_count_that_is_left_out_is_nought() -> None:
    assert read(kept()).games == (Game(Variant.DRAW, 3, rounds=2),)


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "null", "[]", "{}", "[" * 1000, '{"format":"lantern-lodge/statistics/2"}',
        json.dumps({"format": FORMAT}),
        json.dumps({"format": FORMAT, "games": {}, "regulars": [], "sat": []}),
        json.dumps({"format": FORMAT, "games": [3], "regulars": [], "sat": []}),
        json.dumps({"format": FORMAT, "games": [], "regulars": [{"regular": "cat"}], "sat": []}),
        json.dumps({"format": FORMAT, "games": [], "regulars": [], "sat": [{"table": 1}]}),
        kept(seats=9), kept(rounds=0), kept(rounds=-1), kept(rounds=True), kept(rounds="2"),
        kept(points_won=10**400), kept(best_round=2.5), kept(unknown=1), kept(variant="chess"),
    ],
)  # fmt: skip
def test_what_is_damaged_or_newer_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        read(text)
