import pytest

from engine.ai.weights import weights_of
from engine.chairs import Regular
from engine.rules import Setup
from tests.strategies import GAMES


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_every_regular_leans_its_own_way(setup: Setup) -> None:
    plain = weights_of(setup)
    ways = {regular: weights_of(setup, regular) for regular in Regular}
    assert len({plain, *ways.values()}) == 5
    for regular, feature in (
        (Regular.FERRYMAN, "pips"),
        (Regular.WARDEN, "unseen"),
        (Regular.CARTOGRAPHER, "ours"),
        (Regular.INNKEEPER, "double"),
    ):
        likes = ways[regular]
        more = {name for name in plain._fields if getattr(likes, name) > getattr(plain, name)}
        assert more == {feature}
