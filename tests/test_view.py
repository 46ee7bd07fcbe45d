from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Draw, IllegalAction, Pass, Play
from engine.ai.mind import choose
from engine.chairs import Level
from engine.codec import to_text
from engine.events import Ended, Event
from engine.line import End, Laid
from engine.match import Match
from engine.messages import Phase
from engine.round import Round, legal_actions, step
from engine.rules import Setup, Variant
from engine.table import Table
from engine.tiles import Tile
from engine.transcript import KeptRound
from engine.view import View, view_of
from tests.strategies import (
    GAMES,
    SEEDS,
    Reached,
    live,
    play_on,
    reached,
    reshuffled,
    seated,
    shuffled,
    whole,
)


def seats(setup: Setup) -> Iterator[int | None]:
    yield from range(setup.seats)
    yield None


def table_with(setup: Setup, round: Round, random: Random) -> Table:
    """A table at which ``round`` stands; in which order the deck lay is for nobody to see."""
    table = seated(setup, setup.seats)
    table.round, table.phase, table.deadline = round, Phase.PLAYING, 90.0
    table.rounds = [KeptRound(shuffled(setup.rules, random))]
    return table


def tiles_in(value: object) -> set[Tile]:
    """Every tile that can be reached from ``value``, however deep."""
    if isinstance(value, Tile):
        return {value}
    if isinstance(value, Laid):
        return {value.tile}
    if isinstance(value, tuple):
        return {tile for item in value for tile in tiles_in(item)}
    slots = getattr(type(value), "__slots__", ())
    return {tile for slot in slots for tile in tiles_in(getattr(value, slot))}


@pytest.mark.parametrize("setup", GAMES, ids=str)
@settings(max_examples=40)
@given(SEEDS, st.integers(0, 80))
def test_nothing_told_or_chosen_depends_on_what_a_seat_cannot_see(
    setup: Setup, seed: int, most: int
) -> None:
    random = Random(seed)
    one = play_on(setup, random, most)
    true = next(round for round in reversed(one.rounds) if round.result is None)
    for seat in seats(setup):
        false = reshuffled(true, seat, random)
        member = "watcher" if seat is None else f"m{seat}"
        told = [
            to_text(table_with(setup, round, random).update(member, round.record, 3.0))
            for round in (true, false)
        ]
        assert told[0] == told[1]
        views = [view_of(Match(setup), round, seat) for round in (true, false)]
        assert to_text(views[0]) == to_text(views[1])
        if seat == true.turn:
            for level in Level:
                choices = [choose(view, level, Random(seed), worlds=12) for view in views]
                assert choices[0] == choices[1]


@pytest.mark.parametrize("setup", GAMES, ids=str)
@settings(max_examples=10)
@given(SEEDS, st.integers(0, 80))
def test_no_answer_to_whatever_a_seat_tries_depends_on_what_it_cannot_see(
    setup: Setup, seed: int, most: int
) -> None:
    random = Random(seed)
    one = play_on(setup, random, most)
    true = next(round for round in reversed(one.rounds) if round.result is None)
    plays: list[Action] = [Play(tile, end) for tile in setup.rules.tiles for end in End]
    for seat in range(setup.seats):
        false = reshuffled(true, seat, random)
        for action in (*plays, Draw(), Pass()):
            assert answer(true, seat, action) == answer(false, seat, action)


def answer(round: Round, seat: int, action: Action) -> tuple[Event, ...] | str:
    """What everybody sees of it; else the refusal's words. How a round ends is no secret."""
    try:
        return tuple(e for e in step(round, seat, action)[1] if not isinstance(e, Ended))
    except IllegalAction as refusal:
        return f"{refusal.code}: {refusal}"


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_the_shuffle_behind_that_proof_exchanges_what_is_hidden(setup: Setup) -> None:
    round = play_on(setup, Random(3), 4).round
    for seat in seats(setup):
        false = reshuffled(round, seat, Random(4))
        others = [other for other in range(setup.seats) if other != seat]
        assert all(round.hands[other] != false.hands[other] for other in others)
        assert [len(hand) for hand in round.hands] == [len(hand) for hand in false.hands]
        assert len(round.boneyard) == len(false.boneyard)


@given(live)
def test_a_view_holds_no_tile_but_ones_own_and_those_laid(one: Reached) -> None:
    laid = {laid.tile for laid in one.round.line.laid}
    for seat in seats(one.setup):
        view = view_of(Match(one.setup), one.round, seat)
        own = set() if seat is None else set(one.round.hands[seat])
        assert tiles_in(view) == laid | own
        assert view.hands is None
        assert view.result is None


@given(whole)
def test_all_hands_are_shown_when_the_round_is_over(one: Reached) -> None:
    for seat in seats(one.setup):
        view = view_of(Match(one.setup), one.round, seat)
        assert view.hands == one.round.hands
        assert view.result == one.round.result
        assert (view.turn, view.legal) == (None, ())
        # What stays in the boneyard is shown to nobody.
        assert not tiles_in(view) & set(one.round.boneyard)


@given(reached)
def test_counts_turn_and_record_are_public(one: Reached) -> None:
    views = [view_of(Match(one.setup), one.round, seat) for seat in seats(one.setup)]
    round = one.round
    for view in views:
        assert view.counts == tuple(len(hand) for hand in round.hands)
        assert (view.boneyard, view.line, view.record) == (
            len(round.boneyard), round.line, round.record,
        )  # fmt: skip
        assert view.turn == (round.turn if round.result is None else None)


@given(live)
def test_only_the_seat_in_turn_is_told_what_it_may_do(one: Reached) -> None:
    for seat in seats(one.setup):
        legal = view_of(Match(one.setup), one.round, seat).legal
        assert legal == (legal_actions(one.round) if seat == one.round.turn else ())


def test_a_watchers_view_is_a_seats_with_no_hand() -> None:
    one = play_on(GAMES[1], Random(8), 6)
    watching = view_of(Match(one.setup), one.round, None)
    for seat in range(one.setup.seats):
        view = view_of(Match(one.setup), one.round, seat)
        assert view.hand == one.round.hands[seat]
        assert replace(view, seat=None, hand=(), legal=()) == watching


def test_a_view_tells_the_match_as_it_stands() -> None:
    one = play_on(Setup(Variant.BLOCK, 2, 50), Random(8))
    assert one.round.result is not None
    match = Match(one.setup).settle(one.round.result)
    view = view_of(match, one.round, 0)
    assert (view.setup, view.results) == (one.setup, (one.round.result,))
    assert (view.scores, view.winner) == (match.scores, match.winner)


def test_the_allow_list_is_exactly_this() -> None:
    assert [field.name for field in fields(View)] == [
        "seat", "setup", "results", "scores", "winner", "hand", "line", "turn", "counts",
        "boneyard", "legal", "record", "result", "hands",
    ]  # fmt: skip


def test_a_drawn_tile_is_told_to_nobody_by_the_record() -> None:
    one = next(
        one for seed in range(99)
        if len((one := play_on(GAMES[0], Random(seed), 30)).round.hands[0]) > 9
    )  # fmt: skip
    told = tiles_in(one.round.record)
    assert told == {laid.tile for laid in one.round.line.laid}
