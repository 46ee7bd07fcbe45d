from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings

from engine.actions import Draw, Pass, Play
from engine.ai.search import resampled, search
from engine.chairs import Regular
from engine.match import Match
from engine.round import Round, deal, legal_actions, step
from engine.rules import Setup, Variant
from engine.view import View, view_of
from tests.strategies import GAMES, Reached, live, play_on
from tests.test_endgame import won


def seen(round: Round, setup: Setup) -> View:
    return view_of(Match(setup), round, round.turn)


@settings(max_examples=30)
@given(live)
def test_every_step_has_a_legal_action_ready(one: Reached) -> None:
    view = seen(one.round, one.setup)
    thoughts = list(search(view, Random(1), worlds=40))
    assert set(thoughts) <= set(view.legal)
    # One is there before any thinking, and no step takes in more than a few worlds.
    plays = {(a.tile) for a in view.legal if isinstance(a, Play)}
    assert len(thoughts) > 5 or len(plays) <= 2 or not view.boneyard


@settings(max_examples=20)
@given(live)
def test_the_same_chance_leads_to_the_same_choice(one: Reached) -> None:
    view = seen(one.round, one.setup)
    thoughts = [list(search(view, Random(3), worlds=20)) for _ in range(2)]
    assert thoughts[0] == thoughts[1]


def test_it_does_not_think_where_there_is_nothing_to_choose() -> None:
    random = Random(5)
    alone = set()
    for number in range(60):
        one = play_on(GAMES[number % 2], random, number)
        if len(legal := legal_actions(one.round)) == 1:
            assert list(search(seen(one.round, one.setup), random)) == [legal[0]]
            alone.add(type(legal[0]))
    assert alone == {Play, Draw, Pass}


def test_it_plays_the_last_of_a_round_between_two_without_a_fault() -> None:
    setup = Setup(Variant.DRAW, 2, 100)
    choices = 0
    for seed in range(60):
        for round in play_on(setup, Random(seed)).rounds:
            few = max(map(len, round.hands)) <= 5
            if round.result is None and not round.boneyard and few and not round.passes:
                view = seen(round, setup)
                *_, action = search(view, Random(1))
                after, _ = step(round, round.turn, action)
                assert won(after, round.turn) == won(round, round.turn)
                choices += len(view.legal) > 1
    assert choices > 20


def test_it_thinks_on_where_the_record_is_hard_to_fit() -> None:
    """Five seats late in a round: many hands, each known to lack much."""
    setup = Setup(Variant.DRAW, 5, 100)
    tried = 0
    for seed in range(30):
        rounds = play_on(setup, Random(seed)).rounds
        for round in rounds[-8:]:
            if round.result is None:
                *_, action = search(seen(round, setup), Random(1), worlds=12)
                assert action in legal_actions(round)
                tried += 1
    assert tried > 100


def test_likelier_worlds_stand_in_for_others() -> None:
    assert Counter(resampled([1.0, 0.0, 3.0], 40, Random(2))) == {0: 10, 2: 30}
    assert sorted(resampled([2.0] * 7, 7, Random(2))) == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("regular", Regular)
def test_in_block_a_regular_lays_the_double_of_two_plays_that_are_nearly_alike(
    regular: Regular,
) -> None:
    setup = Setup(Variant.BLOCK, 2, None)
    laid: Counter[Regular | None] = Counter()
    for seed in range(40):
        random = Random(seed)
        deck = random.sample(setup.rules.tiles, 28)
        round = deal(setup.rules, 2, deck)
        view = seen(round, setup)
        double = {a.tile for a in view.legal if isinstance(a, Play) and a.tile.is_double}
        if double and len(view.legal) > 1:
            for who in (None, regular):
                *_, action = search(view, Random(9), who, worlds=60)
                assert isinstance(action, Play)
                laid[who] += action.tile in double
    assert laid[regular] > laid[None]
