from collections import Counter
from random import Random

from hypothesis import given, settings

from engine.actions import Draw, Pass, Play
from engine.ai.search import resampled, search
from engine.chairs import Regular
from engine.match import Match
from engine.round import Round, legal_actions, step
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
    plays = {action.tile for action in view.legal if isinstance(action, Play)}
    assert len(thoughts) > 5 or len(plays) <= 2 or not view.boneyard


@settings(max_examples=20)
@given(live)
def test_the_same_chance_leads_to_the_same_choice(one: Reached) -> None:
    view = seen(one.round, one.setup)
    thoughts = [list(search(view, Random(3), worlds=20)) for _ in range(2)]
    assert thoughts[0] == thoughts[1]


def test_it_does_not_think_where_there_is_nothing_to_choose() -> None:
    alone = set()
    for setup in GAMES:
        for round in play_on(setup, Random(5)).rounds:
            if len(legal := legal_actions(round)) == 1:
                assert list(search(seen(round, setup), Random(1))) == [legal[0]]
                alone.add(type(legal[0]))
    assert alone == {Play, Draw, Pass}


def test_it_plays_the_last_of_a_round_between_two_without_a_fault() -> None:
    setup = Setup(Variant.DRAW, 2, 100)
    choices = 0
    for seed in range(120):
        for round in play_on(setup, Random(seed)).rounds:
            few = sum(map(len, round.hands)) <= 12 and not round.boneyard
            if few and not round.passes and len(legal_actions(round)) > 1:
                *_, action = search(seen(round, setup), Random(1))
                after, _ = step(round, round.turn, action)
                assert won(after, round.turn) == won(round, round.turn)
                choices += 1
    assert choices > 10


def test_it_thinks_on_where_the_record_is_hard_to_fit() -> None:
    """Five seats late in a round: many hands, each known to lack much."""
    setup = Setup(Variant.DRAW, 5, 100)
    tried = 0
    for seed in range(30):
        rounds = play_on(setup, Random(seed)).rounds
        for round in rounds[-8:]:
            if round.result is None:
                # A single attempt at a world that fits fails now and then.
                *_, action = search(seen(round, setup), Random(1), worlds=1)
                assert action in legal_actions(round)
                tried += 1
    assert tried > 100


def test_likelier_worlds_stand_in_for_others() -> None:
    assert Counter(resampled([1.0, 0.0, 3.0], 40, Random(2))) == {0: 10, 2: 30}
    assert sorted(resampled([2.0] * 7, 7, Random(2))) == [0, 1, 2, 3, 4, 5, 6]


def test_in_block_a_regular_lays_the_double_of_two_plays_that_are_nearly_alike() -> None:
    setup = Setup(Variant.BLOCK, 2, None)
    laid: Counter[Regular | None] = Counter()
    for seed in range(60):
        round = play_on(setup, Random(seed), seed % 5).round
        view = seen(round, setup)
        if len({action.tile.is_double for action in view.legal if isinstance(action, Play)}) == 2:
            for who in (None, *Regular):
                *_, action = search(view, Random(9), who, worlds=60)
                assert isinstance(action, Play)
                laid[who] += action.tile.is_double
    assert all(laid[regular] > laid[None] for regular in Regular)
