from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given

from engine.actions import Action, Draw, Pass, Play
from engine.ai.policy import choose, worth
from engine.ai.weights import Weights
from engine.chairs import Level, Regular
from engine.line import End, Laid, Line
from engine.match import Match
from engine.round import Round, deal, legal_actions, step
from engine.rules import RULES, Setup, Variant
from engine.tiles import Tile
from engine.view import View, view_of
from tests.strategies import GAMES, Reached, live, shuffled

Choice = Callable[[View], Action]


def view(hand: str, line: str, boneyard: str = "0-0", setup: Setup = GAMES[0]) -> View:
    """What seat 0 sees, at its turn, of a round with this hand."""
    held = tuple(Tile.parse(one) for one in hand.split())
    laid = tuple(Laid(int(one[0]), int(one[2])) for one in line.split())
    drawn = tuple(Tile.parse(one) for one in boneyard.split())
    others = ((Tile(0, 1),),) * (setup.seats - 1)
    round = Round(setup.rules, (held, *others), drawn, Line(laid), 0, 0, ())
    return view_of(Match(setup), round, 0)


def doubles_first(view: View) -> Action:
    """The baseline: doubles first, then the heaviest tile."""
    return max(
        view.legal,
        key=lambda one: (one.tile.is_double, one.tile.pips) if isinstance(one, Play) else (),
    )


def steady(view: View) -> Action:
    return choose(view, Level.STEADY, Random(0))


def easy() -> Choice:
    random = Random(5)
    return lambda view: choose(view, Level.EASY, random)


@given(live)
def test_every_level_chooses_what_is_legal(one: Reached) -> None:
    seen = view_of(Match(one.setup), one.round, one.round.turn)
    for level in Level:
        assert choose(seen, level, Random(1)) in seen.legal


@given(live)
def test_the_same_view_and_the_same_chance_give_the_same_choice(one: Reached) -> None:
    seen = view_of(Match(one.setup), one.round, one.round.turn)
    for level in Level:
        assert choose(seen, level, Random(1)) == choose(seen, level, Random(1))
    assert choose(seen, Level.STEADY, Random(1)) == choose(seen, Level.STEADY, Random(2))


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(("boneyard", "forced"), [("0-0", Draw()), ("", Pass())], ids=str)
def test_with_nothing_to_lay_one_draws_or_passes(
    level: Level, boneyard: str, forced: Action
) -> None:
    assert choose(view("1-2", "9-9", boneyard), level, Random(1)) == forced


def test_easy_lays_its_heaviest_seven_times_in_ten_and_else_any() -> None:
    seen = view("0-9 1-9 2-9 9-9", "9-8 8-9")
    random = Random(20)
    chosen = [choose(seen, Level.EASY, random) for _ in range(1000)]
    heaviest = sum(isinstance(one, Play) and one.tile == Tile(9, 9) for one in chosen)
    assert heaviest == 767  # of the eight plays two lay 9-9: 0.7 + 0.3 / 4
    assert set(chosen) == set(seen.legal)


@pytest.mark.parametrize(
    ("hand", "line", "setup", "chosen"),
    [
        # Nothing else tells them apart: the heavier one.
        ("1-9 2-9", "9-9", GAMES[0], Play(Tile(2, 9), End.LEFT)),
        # 5 leaves more of our own to lay than 8 does.
        ("5-9 8-9 5-1 5-2 5-3", "9-9", GAMES[0], Play(Tile(5, 9), End.LEFT)),
        # The double goes first where many others play.
        ("8-9 9-9", "9-0", Setup(Variant.DRAW, 5, 100), Play(Tile(9, 9), End.LEFT)),
        # Few sixes are still unseen: that end stops the other.
        ("2-6 2-5", "2-3 3-6 6-0 0-6 6-4 4-2", GAMES[4], Play(Tile(2, 6), End.LEFT)),
    ],
    ids=["heavier", "ours", "double", "unseen"],
)
def test_steady_weighs_pips_doubles_its_own_and_the_unseen(
    hand: str, line: str, setup: Setup, chosen: Action
) -> None:
    assert steady(view(hand, line, setup=setup)) == chosen


def test_a_play_is_worth_the_more_the_more_values_stay_in_hand() -> None:
    seen = view("1-9 2-9 2-3", "9-9")
    weights = Weights(pips=0, double=0, ours=0, unseen=0, values=10)
    assert worth(seen, Play(Tile(2, 9), End.LEFT), weights) == 40  # 1 2 3 9
    assert worth(seen, Play(Tile(1, 9), End.LEFT), weights) == 30  # 2 3 9


def test_in_block_a_regular_lays_the_double_of_two_plays_that_are_nearly_alike() -> None:
    near, far = (
        view("3-3 1-5 6-6", "3-1", setup=GAMES[4]),
        view("2-5 2-2 1-1", "5-1", setup=GAMES[4]),
    )
    assert steady(near) == Play(Tile(1, 5), End.RIGHT)
    assert steady(far) == Play(Tile(2, 5), End.LEFT)
    for regular in Regular:
        assert choose(near, Level.STEADY, Random(0), regular) == Play(Tile(3, 3), End.LEFT)
        assert choose(far, Level.STEADY, Random(0), regular) == Play(Tile(2, 5), End.LEFT)


@pytest.mark.parametrize(
    ("regular", "hand", "line", "plain", "own"),
    [
        (Regular.FERRYMAN, "0-0 7-9 6-9", "9-0", "0-0", "7-9"),  # rid of sixteen pips
        (Regular.WARDEN, "1-4 0-1 8-9", "8-0", "8-9", "0-1"),  # fewer of the unseen fit
        (Regular.CARTOGRAPHER, "2-2 0-2 8-9", "0-9", "8-9", "0-2"),  # the other two go on
        (Regular.INNKEEPER, "4-4 2-9 5-7", "4-9", "2-9", "4-4"),  # doubles first
    ],
)
def test_each_regular_leans_its_own_way(
    regular: Regular, hand: str, line: str, plain: str, own: str
) -> None:
    seen = view(hand, line)
    for who, tile in ((None, plain), (regular, own)):
        action = choose(seen, Level.STEADY, Random(0), who)
        assert isinstance(action, Play)
        assert action.tile == Tile.parse(tile)


def net(setup: Setup, ours: Choice, theirs: Choice, deals: int) -> int:
    """Our points less the others' mean, times their number; each deal once in every seat."""
    total = 0
    for number in range(deals):
        deck = shuffled(setup.rules, Random(f"{setup.variant} {setup.seats} {number}"))
        for seat in range(setup.seats):
            round = deal(setup.rules, setup.seats, deck)
            while round.result is None:
                assert legal_actions(round)
                seen = view_of(Match(setup), round, round.turn)
                round = step(round, round.turn, (ours if round.turn == seat else theirs)(seen))[0]
            if round.result.winner is not None:
                won = round.result.winner == seat
                total += round.result.points * (setup.seats - 1 if won else -1)
    return total


@pytest.mark.parametrize(
    ("variant", "seats", "deals", "over_doubles", "over_easy"),
    [
        (Variant.DRAW, 2, 40, 1340, 1960),
        (Variant.DRAW, 3, 30, 798, 2056),
        (Variant.DRAW, 4, 30, 1579, 2105),
        (Variant.DRAW, 5, 30, 4519, 5407),
        (Variant.BLOCK, 2, 150, 782, 688),
    ],
)
def test_steady_beats_doubles_first_and_easy_by_exactly_so_much(
    variant: Variant, seats: int, deals: int, over_doubles: int, over_easy: int
) -> None:
    setup = Setup(variant, seats, RULES[variant].targets[0])
    assert net(setup, steady, doubles_first, deals) == over_doubles
    assert net(setup, steady, easy(), deals) == over_easy
    assert min(over_doubles, over_easy) > 0
