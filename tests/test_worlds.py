from collections import Counter
from itertools import accumulate
from operator import or_
from random import Random

import pytest
from hypothesis import given, settings

from engine.ai.clues import Clue
from engine.ai.guessing import Guess, Guessing
from engine.ai.inference import Group, Hidden, Seen, hidden_hands
from engine.ai.masks import leaning, masks_of
from engine.ai.weights import BLOCK
from engine.ai.worlds import Worlds
from engine.tiles import Tile
from tests.strategies import Reached, live
from tests.test_guessing import unseen
from tests.test_inference import seen_by

MINDS = (0.4, 0.3, 0.3)


@settings(max_examples=60)
@given(live)
def test_a_world_that_drifts_still_fits_the_record(one: Reached) -> None:
    view = seen_by(one, one.round.turn)
    hidden, tiles, random = hidden_hands(view), unseen(view), Random(1)
    worlds = Worlds(hidden, [()] * len(hidden), MINDS, tiles)
    for _ in range(5):
        if guess := Guessing(hidden, tiles).guess(random):
            counts = [hand.bit_count() for hand in guess.hands]
            world = worlds.drift(worlds.world(guess), 40, random)
            *hands, left = world.hands
            assert [hand.bit_count() for hand in hands] == counts
            assert sum(hands) + left == sum(tiles)
            for hand, came, known in zip(hands, world.came, hidden):
                held = list(accumulate(came, or_))
                assert not hand & ~held[-1]
                for group, here in zip(known.groups, came):
                    assert not here & hand & group.banned
                assert all(play.bit & held[play.groups - 1] for play in known.plays)


def test_a_world_comes_up_as_often_as_it_is_likely() -> None:
    masks = masks_of(6)
    laid, *others = (masks.bit[Tile.parse(text)] for text in ("3-4", "3-5", "3-3", "1-2", "0-1"))
    played = Seen(laid, masks.pair[3][0], sum(masks.tile), (0,), 1)
    hidden = [Hidden([Group(2, 0)], [played])]
    clue = Clue(masks, leaning(masks, BLOCK), played, 150)
    worlds = Worlds(hidden, [[clue]], MINDS, others)
    guesses = [Guess([held], [[held | laid]], sum(others) ^ held, 1.0) for held in others]
    chances = {guess.hands[0]: worlds.world(guess).likelihood for guess in guesses}
    random, world = Random(1), worlds.world(guesses[0])
    found = Counter(worlds.drift(world, 4, random).hands[0] for _ in range(20000))
    assert max(chances.values()) > 3 * min(chances.values())
    for hand, chance in chances.items():
        assert found[hand] / 20000 == pytest.approx(chance / sum(chances.values()), abs=0.01)
