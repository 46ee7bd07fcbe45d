from random import Random

import pytest

from engine.actions import Play
from engine.line import End, Laid, Line
from engine.match import Match
from engine.oracle import foresee
from engine.round import Round
from engine.rules import Setup, Variant
from engine.tiles import Tile
from engine.view import view_of


@pytest.mark.parametrize(
    ("next_hand", "chosen"),
    [("5-9", Play(Tile(2, 6), End.RIGHT)), ("6-9", Play(Tile(1, 5), End.LEFT))],
    ids=str,
)
def test_it_leaves_no_end_to_a_hand_that_only_it_can_see(next_hand: str, chosen: Play) -> None:
    """Seat 1 goes out where its last tile fits, else seat 0 does: nothing can be drawn."""
    setup = Setup(Variant.DRAW, 3, 100)
    ours = (Tile(1, 5), Tile(2, 6))
    hands = (ours, (Tile.parse(next_hand),), (Tile(8, 8), Tile(8, 9)))
    round = Round(setup.rules, hands, (), Line((Laid(1, 2),)), 0, 0, ())
    assert foresee(round, view_of(Match(setup), round, 0), Random(1)) == chosen
