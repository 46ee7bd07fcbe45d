from collections.abc import Callable
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
    ("setup", "other", "deals", "points"),
    [
        (GAMES[0], doubles_first, 8, 487),
        (GAMES[0], steady, 8, 455),
        (GAMES[1], doubles_first, 12, 1561),
        (GAMES[2], doubles_first, 15, 1859),
        (GAMES[4], doubles_first, 60, 353),
        (GAMES[4], steady, 150, 261),
    ],
)
def test_sharp_beats_doubles_first_and_steady_by_exactly_so_much(
    setup: Setup, other: Callable[[View], Action], deals: int, points: int
) -> None:
    random = Random(3)

    def sharp(view: View) -> Action:
        return choose(view, Level.SHARP, random, worlds=20)

    assert net(setup, sharp, other, deals) == points > 0
