from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Play
from engine.ai.masks import BIT, LEFT, RIGHT, TILES, Laying, Position, deal, mask, pips, play_out
from engine.line import End
from engine.round import Round, legal_actions
from engine.round import deal as deal_round
from engine.rules import Setup
from engine.tiles import Tile
from tests.strategies import GAMES, Reached, shuffled, tiles, whole

ENDS = {End.LEFT: LEFT, End.RIGHT: RIGHT}


def position_of(round: Round) -> Position:
    """``round`` on bits."""
    return Position(
        hands=[mask(hand) for hand in round.hands],
        boneyard=tuple(BIT[tile] for tile in round.boneyard),
        ends=[*round.line.ends],
        turn=round.turn,
        passes=round.passes,
    )


def laying(round: Round, play: Play) -> Laying:
    end = ENDS[play.end]
    return Laying(BIT[play.tile], end, round.line.lay(play.tile, play.end).ends[end])


def follow(game: Reached, start: int, position: Position) -> None:
    """Play ``position`` as ``game`` went on after ``start`` actions, comparing all they offer."""
    deeds = zip(game.rounds[start:], game.actions[start:])
    played = iter([(round, play) for round, play in deeds if isinstance(play, Play)])

    def choose(offered: Sequence[Laying]) -> Laying:
        round, play = next(played)
        legal = [laying(round, one) for one in legal_actions(round) if isinstance(one, Play)]
        assert sorted(offered) == sorted(legal)
        return laying(round, play)

    play_out(position, choose)
    assert next(played, None) is None


def test_the_highest_bit_is_the_heaviest_tile() -> None:
    assert [tile.pips for tile in TILES] == sorted(tile.pips for tile in TILES)
    assert list(BIT.values()) == [1 << at for at in range(55)]


@given(st.sets(tiles))
def test_a_hand_has_the_pips_of_its_tiles(hand: set[Tile]) -> None:
    assert pips(mask(hand)) == sum(tile.pips for tile in hand)


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_deals_and_opens_as_a_round_does(setup: Setup) -> None:
    for seed in range(300):  # in Block, one deal in 340 has no double
        deck = shuffled(setup.rules, Random(seed))
        assert deal(setup.rules, setup.seats, deck) == position_of(
            deal_round(setup.rules, setup.seats, deck)
        )


@given(whole, st.integers(0, 120))
def test_goes_on_from_anywhere_in_a_round_as_the_round_does(game: Reached, start: int) -> None:
    start = min(start, len(game.actions))
    position = position_of(game.rounds[start])
    follow(game, start, position)
    assert position == position_of(game.round)
