import pytest

from engine.ai.weights import weights_of
from engine.chairs import Regular
from engine.rules import Setup
from tests.strategies import GAMES


@pytest.mark.parametrize("setup", GAMES, ids=str)
@pytest.mark.parametrize(
    ("regular", "feature"),
    [
        (Regular.FERRYMAN, "pips"),
        (Regular.WARDEN, "unseen"),
        (Regular.CARTOGRAPHER, "ours"),
        (Regular.INNKEEPER, "double"),
    ],
)
def test_every_regular_makes_more_of_one_feature(
    setup: Setup, regular: Regular, feature: str
) -> None:
    plain, own = weights_of(setup)._asdict(), weights_of(setup, regular)._asdict()
    assert own.pop(feature) > plain.pop(feature)
    assert own == plain
