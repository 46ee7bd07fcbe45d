from collections import Counter
from itertools import accumulate
from operator import or_
from random import Random

from hypothesis import given, settings

from engine.ai.guessing import Guessing, some
from engine.ai.inference import Group, Hidden, hidden_hands
from engine.ai.masks import masks_of
from engine.view import View
from tests.strategies import Reached, live
from tests.test_inference import seen_by


def unseen(view: View) -> list[int]:
    masks = masks_of(view.setup.rules.highest)
    known = masks.mask([*view.hand, *(laid.tile for laid in view.line.laid)])
    return [bit for bit in masks.tile if not bit & known]


@settings(max_examples=60)
@given(live)
def test_a_guess_deals_each_unseen_tile_once_and_fits_the_record(one: Reached) -> None:
    seat = one.round.turn
    view = seen_by(one, seat)
    hidden = hidden_hands(view)
    tiles = unseen(view)
    guessing = Guessing(hidden, tiles)
    counts = [view.counts[(seat + way) % one.setup.seats] for way in range(1, one.setup.seats)]
    random = Random(1)
    guesses = [guess for _ in range(20) if (guess := guessing.guess(random))]
    for guess in [*guesses, guessing.blind(counts, random)]:
        assert [hand.bit_count() for hand in guess.hands] == counts
        assert sum(guess.hands) + guess.left == sum(tiles)
    for guess in guesses:
        for hand, came, known in zip(guess.hands, guess.came, hidden):
            held = list(accumulate(came, or_))
            assert not hand & known.banned
            assert hand & ~held[-1] == 0
            for play in known.plays:
                assert play.bit & held[play.groups - 1]


def test_weights_make_up_for_uneven_guessing() -> None:
    a, b, c = 1, 2, 4  # one tile to each of two hands, of which the second cannot hold a
    hidden = [Hidden([Group(1, 0)]), Hidden([Group(1, a)])]
    guessing = Guessing(hidden, [a, b, c])
    random = Random(7)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(8000):
        guess = guessing.guess(random)
        assert guess is not None
        counts[tuple(guess.hands)] += round(guess.weight)
    total = sum(counts.values())
    assert {hands: round(4 * count / total, 1) for hands, count in counts.items()} == {
        (a, b): 1.0, (a, c): 1.0, (b, c): 1.0, (c, b): 1.0,
    }  # fmt: skip


def test_some_are_each_as_often_first_and_second() -> None:
    random = Random(1)
    tiles = (1, 2, 4)
    drawn = Counter(tuple(some(tiles, 2, random)) for _ in range(6000))
    assert len(drawn) == 6
    assert all(900 < times < 1100 for times in drawn.values())
    assert sorted(some(tiles, 3, random)) == [1, 2, 4]
    assert some(tiles, 0, random) == []
