from random import Random

import pytest
from hypothesis import given, settings

from engine.actions import Action
from engine.ai.mind import choose, think
from engine.ai.policy import choose as quick
from engine.chairs import Level, Regular
from engine.match import Match
from engine.rules import Setup
from engine.view import View, view_of
from tests.strategies import GAMES, Reached, live
from tests.test_policy import doubles_first, net, steady


@settings(max_examples=30)
@given(live)
def test_the_choice_is_the_last_thought(one: Reached) -> None:
    view = view_of(Match(one.setup), one.round, one.round.turn)
    for level in Level:
        for regular in (None, *Regular):
            *_, last = think(view, level, Random(2), regular, worlds=6)
            assert choose(view, level, Random(2), regular, worlds=6) == last
            if level is not Level.SHARP:
                assert last == quick(view, level, Random(2), regular)


# With few worlds, so that any change of the thinking shows at once; `make bench` measures it.
@pytest.mark.parametrize(
    ("setup", "deals", "over_doubles", "over_steady"),
    [(setup, deals, 0, 0) for setup, deals in zip(GAMES, (8, 5, 4, 3, 40))],
    ids=str,
)
def test_sharp_beats_doubles_first_and_steady_by_exactly_so_much(
    setup: Setup, deals: int, over_doubles: int, over_steady: int
) -> None:
    random = Random(3)

    def sharp(view: View) -> Action:
        return choose(view, Level.SHARP, random, worlds=30)

    assert net(setup, sharp, doubles_first, deals) == over_doubles
    assert net(setup, sharp, steady, deals) == over_steady
    assert min(over_doubles, over_steady) > 0
