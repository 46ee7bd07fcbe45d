from hypothesis import given

from engine.ai.inference import hidden_hands
from engine.ai.masks import masks_of
from engine.match import Match
from engine.round import deal
from engine.rules import RULES, Setup, Variant
from engine.tiles import Tile
from engine.view import View, view_of
from tests.strategies import Reached, live

BLOCK = RULES[Variant.BLOCK]


def seen_by(one: Reached, seat: int) -> View:
    return view_of(Match(one.setup), one.round, seat)


@given(live)
def test_no_hand_holds_what_it_is_said_to_lack(one: Reached) -> None:
    masks = masks_of(one.setup.rules.highest)
    seats, seat = one.setup.seats, one.round.turn
    for way, hidden in enumerate(hidden_hands(seen_by(one, seat)), 1):
        hand = one.round.hands[(seat + way) % seats]
        assert not masks.mask(hand) & hidden.banned
        assert sum(group.size for group in hidden.groups) - len(hidden.plays) == len(hand)


def test_nobody_was_dealt_a_better_opening() -> None:
    deck = list(BLOCK.tiles)
    for at, text in enumerate(("4-4", "0-1")):
        other = deck.index(Tile.parse(text))
        deck[at], deck[other] = deck[other], deck[at]
    # Seat 0 holds the 4-4; 5-5 and 6-6 sleep, being last in the set.
    round = deal(BLOCK, 2, deck)
    view = view_of(Match(Setup(Variant.BLOCK, 2, None)), round, 1)
    (hidden,) = hidden_hands(view)
    masks = masks_of(6)
    assert hidden.banned == masks.mask([Tile(5, 5), Tile(6, 6)])
