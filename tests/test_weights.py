import pytest

from engine.ai.weights import keen_weights, weights_of
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
    for weights in (weights_of, keen_weights):
        plain, own = weights(setup)._asdict(), weights(setup, regular)._asdict()
        assert own.pop(feature) > plain.pop(feature)
        assert own == plain


def test_sharp_goes_by_weights_of_its_own_where_five_meet() -> None:
    for setup in GAMES:
        assert (keen_weights(setup) != weights_of(setup)) == (setup.seats == 5)
        assert bool(keen_weights(setup).values) == (setup.seats == 5)
