from random import Random

import pytest
from hypothesis import given, settings

from engine.ai.mind import choose, think
from engine.ai.policy import choose as quick
from engine.chairs import Level, Regular
from engine.match import Match
from engine.rules import Variant
from engine.view import view_of
from tests.strategies import Reached, live
from tests.test_arena import net


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


# With few worlds, so that every change of the thinking shows at once; `make bench` measures it.
@pytest.mark.parametrize(
    ("variant", "seats", "over_doubles", "over_steady"),
    [
        (Variant.BLOCK, 2, 0, 0),
        (Variant.DRAW, 2, 0, 0),
        (Variant.DRAW, 3, 0, 0),
        (Variant.DRAW, 4, 0, 0),
        (Variant.DRAW, 5, 0, 0),
    ],
)
def test_sharp_beats_doubles_first_and_steady_by_exactly_so_much(
    variant: Variant, seats: int, over_doubles: int, over_steady: int
) -> None:
    deals = 40 if variant is Variant.BLOCK else 12
    assert net(variant, seats, "sharp", "doubles", deals) == over_doubles
    assert net(variant, seats, "sharp", "steady", deals) == over_steady
    assert min(over_doubles, over_steady) > 0
