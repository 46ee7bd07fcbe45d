import itertools
from dataclasses import replace
from math import comb
from random import Random

import pytest
from hypothesis import given

from engine.actions import Action, Draw, IllegalAction, Pass, Play, Refusal
from engine.events import Drew, Ended, Ending, Opened, Passed, Played, Result
from engine.line import End, Laid, Line
from engine.round import Round, actions_open_to, deal, legal_actions, step
from engine.rules import RULES, Setup, Variant
from engine.tiles import Tile
from tests import twin
from tests.strategies import GAMES, Reached, play_on, reached, shuffled, whole

DRAW, BLOCK = RULES[Variant.DRAW], RULES[Variant.BLOCK]


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(Tile.parse(one) for one in text.split())


def position(
    hands: str, line: str, boneyard: str = "", variant: Variant = Variant.DRAW, turn: int = 0
) -> Round:
    """Hands are parted by bars: ``"1-2 3-4 | 5-5"``."""
    laid = tuple(Laid(int(one[0]), int(one[2])) for one in line.split())
    held = tuple(tiles(hand) for hand in hands.split("|"))
    return Round(RULES[variant], held, tiles(boneyard), Line(laid), turn, 0, ())


def act(text: str) -> Action:
    match text.split():
        case ["draw"]:
            return Draw()
        case ["pass"]:
            return Pass()
        case [tile, end]:
            return Play(Tile.parse(tile), End(end))
    raise AssertionError(text)


def played(round: Round, *actions: str) -> Round:
    for text in actions:
        round = step(round, round.turn, act(text))[0]
    return round


def refusal(round: Round, seat: int, action: Action) -> Refusal:
    with pytest.raises(IllegalAction) as caught:
        step(round, seat, action)
    assert str(caught.value).endswith(".")
    return caught.value.code


def deck(hands: str, variant: Variant = Variant.DRAW) -> tuple[Tile, ...]:
    """A whole deck that begins as written."""
    first = tiles(hands.replace("|", ""))
    return first + tuple(tile for tile in RULES[variant].tiles if tile not in first)


# Dealing and opening

WITHOUT_DOUBLES = "0-1 0-2 0-3 0-4 0-5 1-2 1-3 |"


@pytest.mark.parametrize(
    ("dealt", "opener", "opening"),
    [
        ("8-8 0-1 0-2 0-3 0-4 0-5 0-6 | 9-9 1-2 1-3 1-4 1-5 1-6 1-7", 1, "9-9"),
        ("0-1 0-2 0-3 0-4 0-5 0-6 7-7 | 9-8 1-2 1-3 1-4 1-5 1-6 6-6", 0, "7-7"),
        ("8-9 7-9 0-1 0-2 0-3 0-4 0-5 | 0-0 1-2 1-3 1-4 1-5 1-6 1-7", 1, "0-0"),
        (f"{WITHOUT_DOUBLES} 0-6 0-7 0-8 0-9 1-4 8-9 1-5", 1, "8-9"),
        (f"{WITHOUT_DOUBLES} 0-6 4-5 3-6 0-8 1-4 2-3 1-5", 1, "3-6"),
        (f"{WITHOUT_DOUBLES} 0-9 4-5 3-6 0-8 1-4 2-7 1-5", 1, "0-9"),
        ("3-6 0-1 0-2 0-3 0-4 0-5 1-2 | 4-5 0-6 0-7 0-8 1-4 2-3 1-5", 0, "3-6"),
    ],
)
def test_the_highest_double_opens_or_else_the_heaviest_tile(
    dealt: str, opener: int, opening: str
) -> None:
    tile = Tile.parse(opening)
    round = deal(DRAW, 2, deck(dealt))
    assert round.line == Line.opened_with(tile)
    assert round.record == (Opened(opener, tile),)
    assert round.turn == (opener + 1) % 2
    assert len(round.hands[opener]) == 6
    assert tile not in round.hands[opener]


def test_a_double_that_was_not_dealt_does_not_open() -> None:
    dealt = f"{WITHOUT_DOUBLES} 0-6 0-7 0-8 1-4 1-5 1-6 2-2"
    assert deal(DRAW, 2, deck(dealt)).line == Line.opened_with(Tile(2, 2))


@pytest.mark.parametrize("opener", range(5))
def test_every_seat_can_open_and_the_next_one_is_to_act(opener: int) -> None:
    plain = [tile for tile in DRAW.tiles if tile != Tile(9, 9)]
    plain.insert(opener * 7 + 3, Tile(9, 9))
    round = deal(DRAW, 5, plain)
    assert round.record == (Opened(opener, Tile(9, 9)),)
    assert round.turn == [1, 2, 3, 4, 0][opener]


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_seats_are_dealt_in_turn_and_the_rest_is_the_boneyard(setup: Setup) -> None:
    pack = shuffled(setup.rules, Random(5))
    round = deal(setup.rules, setup.seats, pack)
    opened = round.record[0]
    assert isinstance(opened, Opened)
    for seat in range(setup.seats):
        dealt = [tile for tile in pack[seat * 7 : seat * 7 + 7] if tile != opened.tile]
        assert list(round.hands[seat]) == dealt
    assert round.boneyard == (pack[setup.seats * 7 :] if setup.variant is Variant.DRAW else ())


def test_a_block_deal_has_no_double_in_029_percent_of_deals() -> None:
    doubles = sum(tile.is_double for tile in BLOCK.tiles)
    without = comb(len(BLOCK.tiles) - doubles, 14) / comb(len(BLOCK.tiles), 14)
    assert f"{without:.2%}" == "0.29%"


@pytest.mark.parametrize(
    ("pack", "complaint"),
    [
        (BLOCK.tiles[1:], "expected a deck of 28 different tiles, got 0-0 0 times"),
        ((*BLOCK.tiles, Tile(0, 0)), "got 0-0 2 times"),
        ((BLOCK.tiles[1], *BLOCK.tiles[1:]), "got 0-0 0 times"),
        ((*BLOCK.tiles, Tile(3, 9)), "expected tiles up to 6-6, got 3-9"),
        ((*BLOCK.tiles[:-1], Tile(7, 7)), "got 6-6 0 times"),
        ((), "got 0-0 0 times"),
    ],
    ids=["one short", "one twice", "one instead", "a stranger more", "a stranger", "none"],
)
def test_a_deck_that_is_not_one_of_each_is_refused(pack: tuple[Tile, ...], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        deal(BLOCK, 2, pack)


# What is legal

BOTH = "1-2 2-1"


@pytest.mark.parametrize(
    ("hand", "line", "boneyard", "legal"),
    [
        ("3-4 5-6 1-1", "3-5", "0-0", "3-4 left, 5-6 right"),
        ("3-5", "3-5", "0-0", "3-5 left, 3-5 right"),
        ("1-5 1-1", BOTH, "0-0", "1-1 left, 1-1 right, 1-5 left, 1-5 right"),
        ("0-4 0-0", "0-3 3-5", "1-1", "0-0 left, 0-4 left"),
        ("4-6 4-4", "3-5", "0-0", "draw"),
        ("0-4", "3-5", "1-1", "draw"),
        ("4-6 4-4", "3-5", "", "pass"),
    ],
)
def test_what_a_seat_may_do(hand: str, line: str, boneyard: str, legal: str) -> None:
    round = position(f"{hand} | 9-9 8-9", line, boneyard)
    expected = [act(one) for one in legal.split(", ")]
    assert list(legal_actions(round)) == expected
    assert actions_open_to(round.hands[0], round.line, bool(boneyard)) == tuple(expected)


@pytest.mark.parametrize("variant", Variant)
def test_every_tile_a_double_too_goes_on_each_end_whose_value_it_bears_and_on_no_other(
    variant: Variant,
) -> None:
    whole, values = RULES[variant].tiles, range(RULES[variant].highest + 1)
    for left, right in itertools.product(values, repeat=2):
        for tile in whole:
            round = Round(
                RULES[variant], ((tile,), (tile,)), (), Line((Laid(left, right),)), 0, 0, ()
            )
            wanted: list[Action] = []
            if left in (tile.low, tile.high):
                wanted.append(Play(tile, End.LEFT))
            if right in (tile.low, tile.high):
                wanted.append(Play(tile, End.RIGHT))
            assert list(legal_actions(round)) == (wanted or [Pass()])
            for play in wanted:
                assert len(step(round, 0, play)[0].line.laid) == 2


# Refusals, in the order of the card: each row would also deserve the ones further down

OVER = "2-3 | 4-6"
HERE = "1-5 4-4 | 2-2 1-9"


@pytest.mark.parametrize(
    ("hands", "line", "boneyard", "seat", "action", "code"),
    [
        (HERE, "1-3", "0-0", 1, "8-8 left", Refusal.NOT_YOUR_TURN),
        (HERE, "1-3", "0-0", 1, "1-9 left", Refusal.NOT_YOUR_TURN),
        (HERE, "1-3", "0-0", 1, "draw", Refusal.NOT_YOUR_TURN),
        (HERE, "1-3", "", 1, "pass", Refusal.NOT_YOUR_TURN),
        (HERE, "1-3", "0-0", 7, "1-5 left", Refusal.NOT_YOUR_TURN),
        (HERE, "1-3", "0-0", -1, "1-9 left", Refusal.NOT_YOUR_TURN),
        (HERE, "1-3", "0-0", 0, "8-8 left", Refusal.NOT_IN_HAND),
        (HERE, "1-3", "0-0", 0, "1-9 left", Refusal.NOT_IN_HAND),
        (HERE, "1-3", "1-8", 0, "1-8 left", Refusal.NOT_IN_HAND),
        (HERE, "1-3", "0-0", 0, "1-3 left", Refusal.NOT_IN_HAND),
        (HERE, "1-3", "0-0", 0, "1-5 right", Refusal.DOES_NOT_MATCH),
        (HERE, "1-3", "0-0", 0, "4-4 left", Refusal.DOES_NOT_MATCH),
        ("0-5 4-4 | 2-2", "1-3", "", 0, "0-5 left", Refusal.DOES_NOT_MATCH),
        (HERE, "1-3", "0-0", 0, "draw", Refusal.MUST_PLAY),
        (HERE, "1-3", "", 0, "draw", Refusal.MUST_PLAY),
        (HERE, "1-3", "0-0", 0, "pass", Refusal.MUST_PLAY),
        (HERE, "1-3", "", 0, "pass", Refusal.MUST_PLAY),
        ("4-4 | 2-2", "1-3", "", 0, "draw", Refusal.BONEYARD_EMPTY),
        ("4-4 | 2-2", "1-3", "0-0", 0, "pass", Refusal.MUST_DRAW),
    ],
)  # fmt: skip
def test_an_illegal_action_is_refused_with_the_first_reason_that_applies(
    hands: str, line: str, boneyard: str, seat: int, action: str, code: Refusal
) -> None:
    assert refusal(position(hands, line, boneyard), seat, act(action)) is code


@pytest.mark.parametrize(
    ("hands", "action", "code"),
    [
        ("1-5 4-4 | 2-2", "draw", Refusal.NO_DRAWING),
        ("4-4 5-5 | 2-2", "draw", Refusal.NO_DRAWING),
        ("1-5 4-4 | 2-2", "pass", Refusal.MUST_PLAY),
    ],
)
def test_in_block_nobody_draws(hands: str, action: str, code: Refusal) -> None:
    assert refusal(position(hands, "1-3", variant=Variant.BLOCK), 0, act(action)) is code


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("action", ["4-6 left", "0-0 left", "draw", "pass"])
@pytest.mark.parametrize("variant", Variant)
def test_nothing_is_done_after_the_end(variant: Variant, action: str, seat: int) -> None:
    over = played(position(OVER, "9-9 9-8", variant=variant), "pass", "pass")
    assert legal_actions(over) == ()
    assert refusal(over, seat, act(action)) is Refusal.ROUND_OVER


def test_the_refusals_stand_in_the_order_of_the_card() -> None:
    assert list(Refusal) == [
        "round_over", "not_your_turn", "not_in_hand", "does_not_match",
        "no_drawing", "must_play", "boneyard_empty", "must_draw",
    ]  # fmt: skip


# Turns


def test_a_play_moves_the_tile_to_the_line_and_the_turn_on() -> None:
    before = position("1-5 4-4 | 2-2 3-3", "1-3", "0-0")
    after, events = step(before, 0, act("1-5 left"))
    assert after.hands == (tiles("4-4"), tiles("2-2 3-3"))
    assert after.line.laid == (Laid(5, 1), Laid(1, 3))
    assert (after.turn, after.boneyard) == (1, tiles("0-0"))
    assert events == after.record == (Played(0, Tile(1, 5), End.LEFT),)


def test_drawing_keeps_the_turn_and_takes_from_the_front() -> None:
    after, events = step(position("4-4 | 2-2", "1-3", "5-5 1-1 6-6"), 0, Draw())
    assert after.hands == (tiles("4-4 5-5"), tiles("2-2"))
    assert (after.turn, after.boneyard) == (0, tiles("1-1 6-6"))
    assert events == (Drew(0),)


def test_the_last_tiles_of_the_boneyard_can_be_drawn_and_then_one_passes() -> None:
    round = played(position("4-4 | 2-2", "1-3", "5-5 6-6"), "draw", "draw")
    assert round.boneyard == ()
    assert round.hands[0] == tiles("4-4 5-5 6-6")
    assert legal_actions(round) == (Pass(),)
    after, events = step(round, 0, Pass())
    assert (after.turn, events) == (1, (Passed(0),))


def test_the_last_tile_of_the_boneyard_can_be_played_if_it_fits() -> None:
    round = played(position("4-4 | 2-2", "1-3", "3-6"), "draw", "3-6 right")
    assert (round.hands[0], round.turn) == (tiles("4-4"), 1)


def test_turns_run_round_the_table() -> None:
    round = position("0-1 7-7 | 0-2 7-8 | 0-3 8-8", "9-0")
    turns = [round.turn]
    for text in ("0-1 right", "pass", "pass", "pass"):
        round = step(round, round.turn, act(text))[0]
        turns.append(round.turn)
    assert turns[:4] == [0, 1, 2, 0]


def test_a_hand_in_lantern_draw_can_pass_thirty_tiles() -> None:
    nines = "9-9 9-0 9-1 9-2 9-3 9-4 9-5"
    last = tiles("9-6 9-7 9-8")
    others = [tile for tile in DRAW.tiles if tile not in (*tiles(nines), *last)]
    round = deal(DRAW, 2, (*tiles(nines), *others, *last))
    while legal_actions(round) == (Draw(),):
        round = step(round, round.turn, Draw())[0]
    assert (round.turn, len(round.hands[1]), len(round.boneyard)) == (1, 46, 2)


# How a round ends


@pytest.mark.parametrize(
    ("hands", "line", "actions", "kind", "winner", "points"),
    [
        ("2-3 | 4-6", "9-9", "pass pass", "blocked", 0, 10),
        ("4-6 | 2-3", "9-9", "pass pass", "blocked", 1, 10),
        ("1-2 | 4-6 | 5-7 | 3-4", "9-9", "pass pass pass pass", "blocked", 0, 29),
        ("4-6 | 5-7 | 1-2 | 3-4", "9-9", "pass pass pass pass", "blocked", 2, 29),
        ("1-2 | 3-5 | 2-6", "9-9", "pass pass pass", "blocked", 0, 16),
        ("2-3 | 1-4 | 4-6", "9-9", "pass pass pass", "tied", None, 0),
        ("4-6 | 2-3 | 1-4", "9-9", "pass pass pass", "tied", None, 0),
        ("1-4 | 2-3", "9-9", "pass pass", "tied", None, 0),
        ("1-4 | 2-3 | 0-5", "9-9", "pass pass pass", "tied", None, 0),
        ("4-6 | 2-8 | 5-7 | 3-7 | 0-0 5-5", "9-9", "pass pass pass pass pass", "tied", None, 0),
        ("3-8 | 2-8 | 5-7 | 3-7 | 4-4 1-3", "9-9", "pass pass pass pass pass", "tied", None, 0),
        ("0-0 | 1-1 | 0-2", "9-9", "pass pass pass", "blocked", 0, 4),
        ("1-9 | 2-3 4-6", "9-9", "1-9,left", "domino", 0, 15),
        ("1-9 | 0-0", "9-9", "1-9,left", "domino", 0, 0),
        ("8-8 5-5 | 1-9 | 2-3 | 4-6", "9-9", "pass 1-9,right", "domino", 1, 41),
    ],
)
def test_a_round_ends_with_exact_points(
    hands: str, line: str, actions: str, kind: str, winner: int | None, points: int
) -> None:
    round = position(hands, line)
    moves = [text.replace(",", " ") for text in actions.split()]
    before = played(round, *moves[:-1])
    assert before.result is None
    after, events = step(before, before.turn, act(moves[-1]))
    pips = tuple(sum(tile.low + tile.high for tile in hand) for hand in after.hands)
    assert after.result == Result(Ending(kind), winner, points, pips)
    assert events[-1] == after.record[-1] == Ended(after.result)
    assert len(events) == 2


def test_a_play_resets_the_count_of_passes() -> None:
    round = position("1-9 1-1 7-7 | 2-2 2-3 | 3-3 3-4", "9-9")
    round = played(round, "1-9 left", "pass", "pass", "1-1 left", "pass", "pass")
    assert round.result is None
    assert played(round, "pass").result == Result(Ending.BLOCKED, 1, 27, (14, 9, 13))


def test_a_seat_that_goes_out_wins_even_if_the_line_is_blocked() -> None:
    round = played(position("9-9 | 1-1 | 1-2", "9-8 8-9"), "9-9 right")
    assert round.result == Result(Ending.DOMINO, 0, 5, (0, 2, 3))


def test_the_text_of_a_round_shows_no_hidden_tile() -> None:
    round = position("1-5 4-4 | 2-2 3-3", "1-3", "0-0")
    assert repr(round) == "<Round of draw, 1 laid>"


LONGEST_DECK = tiles("""
    4-4 2-5 5-5 0-8 8-8 2-4 4-5 0-2 4-9 3-5 1-3 3-7 6-9 5-7 7-8 0-0 1-1 0-7 1-5 3-9
    0-3 1-4 1-8 5-6 7-7 3-3 4-6 2-3 9-9 1-9 0-5 6-6 0-6 3-6 4-7 0-1 1-6 4-8 5-9 1-2
    3-8 3-4 6-7 8-9 2-9 6-8 1-7 7-9 0-4 5-8 2-6 2-8 2-7 0-9 2-2
""")
LONGEST_PLAYS = """
    7-8r 0-8l 3-7r 0-0l 0-2l 2-5l 1-3r 5-5l 5-7l 1-1r 0-7l 1-5r 3-5r 3-9r 6-9r 0-3l 5-6r
    4-5r 4-9r 3-3l 2-3l 2-4l 4-6l 9-9r 1-9r 6-6l 1-8r 0-6l 0-1l 1-6l 3-6l 4-8r 4-7r 7-7r
    3-8l 6-7r 8-9l 2-9l 1-2l 6-8r 1-4l 4-4l 0-4l 0-5l 5-9l 5-8r 7-9l 2-7l 2-2l 2-6l
"""


def test_a_round_of_lantern_draw_can_lay_51_tiles() -> None:
    round = deal(DRAW, 2, LONGEST_DECK)
    for text in LONGEST_PLAYS.split():
        while legal_actions(round) == (Draw(),):
            round = played(round, "draw")
        round = played(round, f"{text[:3]} {'left' if text[3] == 'l' else 'right'}")
    assert (len(round.line.laid), round.boneyard) == (51, ())
    assert played(round, "pass", "pass").result == Result(Ending.TIED, None, 0, (17, 17))


def test_the_longest_line_of_block_has_13_tiles() -> None:
    # The seat that does not open lays its seven between the six that the opener has left.
    assert len(play_on(Setup(Variant.BLOCK, 2, None), Random(8)).round.line.laid) == 13


# What holds in every round


@given(reached)
def test_every_tile_is_in_one_place_at_any_time(one: Reached) -> None:
    unused = one.deck[14:] if one.setup.variant is Variant.BLOCK else ()
    for round in one.rounds:
        held = [tile for hand in round.hands for tile in hand]
        laid = [laid.tile for laid in round.line.laid]
        everything = [*held, *laid, *round.boneyard, *unused]
        assert sorted(everything) == list(one.setup.rules.tiles)


@given(reached)
def test_nobody_is_asked_to_lead_on_an_empty_line(one: Reached) -> None:
    opened = one.rounds[0].record[0]
    assert isinstance(opened, Opened)
    assert one.rounds[0].line == Line.opened_with(opened.tile)
    assert one.rounds[0].turn != opened.seat
    assert all(round.line.laid for round in one.rounds)


@given(reached)
def test_a_live_round_always_has_a_legal_action(one: Reached) -> None:
    for round in one.rounds:
        assert bool(legal_actions(round)) is (round.result is None)


@given(reached)
def test_touching_values_are_equal(one: Reached) -> None:
    laid = one.round.line.laid
    assert all(left.right == right.left for left, right in itertools.pairwise(laid))
    opened = one.round.record[0]
    assert isinstance(opened, Opened)
    assert laid[one.round.line.opening].tile == opened.tile


@given(reached)
def test_the_same_deck_and_actions_give_the_same_round(one: Reached) -> None:
    round = deal(one.setup.rules, one.setup.seats, one.deck)
    for action, then in zip(one.actions, one.rounds[1:]):
        before = round
        kept = replace(round)
        round, events = step(round, round.turn, action)
        assert before == kept
        assert round == then
        assert round.record == before.record + events
    assert round == one.round


@given(reached)
def test_exactly_the_listed_actions_are_accepted(one: Reached) -> None:
    round = one.round
    legal = legal_actions(round)
    plays: list[Action] = [Play(tile, end) for tile in one.setup.rules.tiles for end in End]
    for seat in range(one.setup.seats):
        for action in (*plays, Draw(), Pass()):
            if seat == round.turn and action in legal:
                after, events = step(round, seat, action)
                assert after != round
                assert events
            else:
                refusal(round, seat, action)
    assert len(set(legal)) == len(legal)


@given(whole)
def test_every_round_ends_and_its_points_are_the_others_pips(one: Reached) -> None:
    result = one.round.result
    assert result is not None
    pips = [sum(tile.low + tile.high for tile in hand) for hand in one.round.hands]
    assert list(result.pips) == pips
    if result.winner is None:
        assert (result.kind, result.points) == (Ending.TIED, 0)
        assert pips.count(min(pips)) > 1
    else:
        others = pips[: result.winner] + pips[result.winner + 1 :]
        assert result.points == sum(others)
        assert (result.kind is Ending.DOMINO) is (one.round.hands[result.winner] == ())
        assert result.kind is Ending.DOMINO or pips[result.winner] < min(others)
    assert len(one.round.line.laid) <= (51 if one.setup.variant is Variant.DRAW else 13)


# The brute-force twin


def as_twin(action: Action) -> twin.Action:
    match action:
        case Play(tile, end):
            return "play", tuple(tile), end.value
        case Draw():
            return ("draw",)
        case Pass():
            return ("pass",)


def test_a_naive_twin_agrees_in_ten_thousand_positions() -> None:
    random = Random("twin")
    positions, endings = 0, set()
    while positions < 10_000:
        setup = GAMES[positions % len(GAMES)]
        one = play_on(setup, random)
        pairs = [(tile.low, tile.high) for tile in one.deck]
        other = twin.dealt(pairs, setup.seats, setup.variant is Variant.DRAW)
        for round, action in zip(one.rounds, (*one.actions, None)):
            assert sorted(map(as_twin, legal_actions(round))) == sorted(twin.legal(other))
            assert [list(hand) for hand in round.hands] == other.hands
            assert [tuple(laid) for laid in round.line.laid] == other.line
            ended = twin.outcome(other)
            result = round.result
            assert (result and (result.kind, result.winner, result.points)) == ended
            positions += 1
            if action is None:
                endings.add((setup, ended and ended[0]))
            else:
                assert round.turn == other.turn
                other = twin.after(other, as_twin(action))
    assert {setup for setup, _ in endings} == set(GAMES)
    assert {kind for _, kind in endings} == {"domino", "blocked", "tied"}


def perft(round: Round, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(
        perft(step(round, round.turn, action)[0], depth - 1) for action in legal_actions(round)
    )


@pytest.mark.parametrize(
    ("variant", "seats", "seed", "depth", "count"),
    [
        (Variant.DRAW, 2, 1, 27, 15616),
        (Variant.DRAW, 2, 2, 29, 21974),
        (Variant.DRAW, 3, 1, 19, 15390),
        (Variant.DRAW, 3, 2, 25, 13840),
        (Variant.DRAW, 4, 1, 12, 5796),
        (Variant.DRAW, 4, 2, 16, 24612),
        (Variant.DRAW, 5, 3, 12, 11198),
        (Variant.DRAW, 5, 4, 13, 30056),
        (Variant.BLOCK, 2, 1, 14, 14),
        (Variant.BLOCK, 2, 6, 18, 24),
        (Variant.BLOCK, 2, 7, 12, 4754),
        (Variant.BLOCK, 2, 8, 12, 4910),
        (Variant.BLOCK, 2, 8, 18, 0),
    ],
)
def test_both_count_the_same_sequences_of_actions(
    variant: Variant, seats: int, seed: int, depth: int, count: int
) -> None:
    rules = RULES[variant]
    pack = shuffled(rules, Random(seed))
    assert perft(deal(rules, seats, pack), depth) == count
    pairs = [(tile.low, tile.high) for tile in pack]
    assert twin.perft(twin.dealt(pairs, seats, rules.drawing), depth) == count
