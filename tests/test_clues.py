from math import exp

import pytest
from hypothesis import given

from engine.actions import Play
from engine.ai.clues import SLIP, Clue
from engine.ai.inference import Seen
from engine.ai.masks import leaning, masks_of
from engine.ai.policy import worth
from engine.ai.weights import BLOCK, weights_of
from engine.match import Match
from engine.tiles import Tile
from engine.view import view_of
from tests.strategies import Reached, live


@pytest.mark.parametrize(("mind", "sure"), [("doubles", "3-3"), ("heaviest", "3-6")])
def test_a_plain_mind_is_likely_to_lay_its_favourite(mind: str, sure: str) -> None:
    masks = masks_of(6)
    hand = masks.mask(Tile.parse(text) for text in ("3-3", "3-6", "3-4", "5-5"))
    chance = {}
    for text in ("3-3", "3-6", "3-4"):
        seen = Seen(masks.bit[Tile.parse(text)], masks.pair[3][0], sum(masks.tile), (0,), 1)
        clue = Clue(masks, leaning(masks, BLOCK), seen, 300)
        _, doubles, heaviest = clue.weighed((1.0, 1.0, 1.0), hand)
        chance[text] = doubles if mind == "doubles" else heaviest
    assert sum(chance.values()) == pytest.approx(1)
    assert chance.pop(sure) > 0.9
    assert len(set(chance.values())) == 1


@given(live)
def test_a_mind_that_weighs_is_the_likelier_to_play_what_is_worth_more(one: Reached) -> None:
    view = view_of(Match(one.setup), one.round, one.round.turn)
    masks, weights = masks_of(one.setup.rules.highest), weights_of(one.setup)
    # Two ways to the same ends are one.
    weight = {
        (play.tile, masks.pair[low][high]): exp(worth(view, play, weights) / 300)
        for play in view.legal
        if isinstance(play, Play)
        for low, high in [view.line.lay(play.tile, play.end).ends]
    }
    tiles = {tile for tile, _ in weight}
    unlaid = sum(masks.tile) ^ masks.mask(laid.tile for laid in view.line.laid)
    low, high = view.line.ends
    for tile in tiles:
        seen = Seen(masks.bit[tile], masks.pair[low][high], unlaid, (0,), 1)
        clue = Clue(masks, leaning(masks, weights), seen, 300)
        share = sum(weight[way] for way in weight if way[0] == tile) / sum(weight.values())
        chance = 1 if len(tiles) == 1 else SLIP / len(tiles) + (1 - SLIP) * share
        weighs, *_ = clue.weighed((0.5, 0.25, 0.25), masks.mask(view.hand))
        assert weighs == pytest.approx(chance / 2)
