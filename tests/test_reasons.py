from random import Random

import pytest
from hypothesis import given

from engine.actions import Play
from engine.ai.reasons import (
    GoesOut,
    Keeps,
    Lacks,
    OnlyChoice,
    Reason,
    Sheds,
    ShedsDouble,
    Stops,
    reasons,
)
from engine.events import Opened, Passed, Played
from engine.line import End, Line
from engine.match import Match
from engine.round import Round
from engine.rules import RULES, Setup, Variant
from engine.tiles import Tile
from engine.view import View, view_of
from tests.strategies import Reached, live, reshuffled

BLOCK = Setup(Variant.BLOCK, 2, None)
RULES_OF_BLOCK = RULES[Variant.BLOCK]


def view(hand: str, passed_before: str | None = None) -> View:
    """Seat 0's turn in Block at 1 and 2; or the other passed there, and these went on from 2."""
    line = Line.opened_with(Tile(6, 6)).lay(Tile(1, 6), End.LEFT).lay(Tile(2, 6), End.RIGHT)
    record: list[Opened | Played | Passed] = [
        Opened(0, Tile(6, 6)), Played(1, Tile(1, 6), End.LEFT), Played(0, Tile(2, 6), End.RIGHT),
    ]  # fmt: skip
    if passed_before:
        record.append(Passed(1))
        for text in passed_before.split():
            tile = Tile.parse(text)
            record += [Played(0, tile, End.RIGHT), Played(1, Tile(tile.high, 4), End.RIGHT)]
            line = line.lay(tile, End.RIGHT).lay(Tile(tile.high, 4), End.RIGHT)
    held = tuple(Tile.parse(text) for text in hand.split())
    round = Round(RULES_OF_BLOCK, (held, (Tile(0, 0),)), (), line, 0, 0, tuple(record))
    return view_of(Match(BLOCK), round, 0)


@pytest.mark.parametrize(
    ("seen", "tile", "end", "why"),
    [
        (view("1-5 3-3"), "1-5", End.LEFT, [OnlyChoice()]),
        (view("1-2"), "1-2", End.LEFT, [GoesOut()]),
        (view("1-5 2-3 5-5"), "1-5", End.LEFT, [Keeps(5, 1), Sheds(6)]),
        (view("1-1 2-4 1-3"), "1-1", End.LEFT, [Keeps(1, 1), ShedsDouble()]),
        (view("1-3 2-4 0-0"), "1-3", End.LEFT, [Keeps(2, 1)]),
        # It passed at 1 and 2: it has neither now.
        (view("1-4 4-5", "2-3"), "1-4", End.LEFT, [Keeps(4, 1)]),
        (view("2-4 1-4 4-5", "2-3"), "2-4", End.RIGHT, [Stops(1), Keeps(1, 1)]),
        (view("4-5 1-4", "2-3"), "4-5", End.RIGHT, [Lacks(1, 1), Keeps(1, 1), Sheds(9)]),
    ],
    ids=range(8),
)  # fmt: skip
def test_reasons_are_facts_of_the_play(seen: View, tile: str, end: End, why: list[Reason]) -> None:
    assert list(reasons(seen, Play(Tile.parse(tile), end))) == why


@given(live)
def test_reasons_are_true_and_rest_on_what_the_seat_can_see(one: Reached) -> None:
    round, seat = one.round, one.round.turn
    seen = view_of(Match(one.setup), round, seat)
    false = view_of(Match(one.setup), reshuffled(round, seat, Random(1)), seat)
    for action in seen.legal:
        found = reasons(seen, action)
        assert found == reasons(false, action)
        for reason in found:
            if isinstance(reason, Lacks):
                assert not any(tile.bears(reason.value) for tile in round.hands[reason.seat])
            if isinstance(reason, Stops):
                assert isinstance(action, Play)
                after = round.line.lay(action.tile, action.end)
                assert not any(after.fits(tile) for tile in round.hands[reason.seat])
