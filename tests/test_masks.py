from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Play
from engine.ai.masks import Mind, Whim, leaning, masks_of, net, play_out
from engine.ai.policy import worth
from engine.ai.weights import keen_weights, weights_of
from engine.line import End
from engine.match import Match
from engine.round import Round, legal_actions, step
from engine.tiles import pips
from engine.view import view_of
from tests.strategies import Reached, live, whole


@given(live, st.data())
def test_a_round_played_out_on_masks_is_the_one_that_the_rules_play(
    one: Reached, data: st.DataObject
) -> None:
    round, setup = one.round, one.setup
    masks = masks_of(setup.rules.highest)
    kinds = [
        data.draw(st.sampled_from(["leans", "keen", "doubles", "heaviest", "whim"]))
        for _ in round.hands
    ]
    mind: dict[str, Mind | Whim] = {
        "leans": leaning(masks, weights_of(setup)), "keen": leaning(masks, keen_weights(setup)),
        "doubles": masks.doubles, "heaviest": 0, "whim": min,
    }  # fmt: skip

    hands = [masks.mask(hand) for hand in round.hands]
    stock = [masks.bit[tile] for tile in reversed(round.boneyard)]
    low, high = round.line.ends
    laid = masks.mask(laid.tile for laid in round.line.laid)
    out = play_out(
        masks, hands, stock, masks.pair[low][high], round.turn, round.passes,
        sum(masks.tile) ^ laid, [mind[kind] for kind in kinds],
    )  # fmt: skip

    while round.result is None:
        legal = legal_actions(round)
        plays = [action for action in legal if isinstance(action, Play)]
        action = max(plays, key=_taste(one, round, kinds[round.turn])) if plays else legal[0]
        round = step(round, round.turn, action)[0]
    assert hands == [masks.mask(hand) for hand in round.hands]
    assert out == (round.hands.index(()) if () in round.hands else None)


def _taste(one: Reached, round: Round, kind: str) -> Callable[[Play], tuple[int, ...]]:
    """What the mind of that kind likes best; of equals the lighter tile, its lower end first."""
    masks = masks_of(one.setup.rules.highest)
    view = view_of(Match(one.setup), round, round.turn)
    low, high = round.line.ends

    def taste(play: Play) -> tuple[int, ...]:
        onto = low if play.end is End.LEFT else high
        lower_end = -(onto if low != high else 0)
        if kind in ("leans", "keen"):
            weights = (weights_of if kind == "leans" else keen_weights)(one.setup)
            return worth(view, play, weights), -masks.bit[play.tile], lower_end
        if kind == "whim":
            left, right = round.line.lay(play.tile, play.end).ends
            return -masks.bit[play.tile], -masks.pair[left][right]
        double = kind == "doubles" and play.tile.is_double
        return double, masks.bit[play.tile], lower_end

    return taste


@given(whole)
def test_the_points_of_a_round_are_those_of_the_rules(one: Reached) -> None:
    masks = masks_of(one.setup.rules.highest)
    result = one.round.result
    assert result is not None
    hands = [masks.mask(hand) for hand in one.round.hands]
    for seat in range(one.setup.seats):
        if result.winner is None:
            expected = 0.0
        elif result.winner == seat:
            expected = float(result.points)
        else:
            expected = -result.points / (one.setup.seats - 1)
        assert net(masks, hands, seat) == expected


@pytest.mark.parametrize("highest", [6, 9])
def test_a_heavier_tile_has_the_higher_bit(highest: int) -> None:
    masks = masks_of(highest)
    tiles = sorted(masks.bit, key=masks.bit.__getitem__)
    assert [tile.pips for tile in tiles] == sorted(tile.pips for tile in tiles)
    assert sum(masks.tile) == 2 ** len(tiles) - 1
    random = Random(4)
    for count in range(len(tiles)):
        some = tuple(random.sample(tiles, count))
        assert masks.pips(masks.mask(some)) == pips(some)
