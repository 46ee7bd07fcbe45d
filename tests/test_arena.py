from collections.abc import Iterator
from itertools import count

import pytest

from engine.arena import BASELINES, Contest, play_deal, play_round, player
from engine.rules import Variant


def ticks() -> Iterator[float]:
    return map(float, count())


def net(variant: Variant, seats: int, a: str, b: str, deals: int) -> int:
    """A's net points over all rounds of the deals, times the number of the others."""
    contest = Contest(variant, seats, a, b, 20)
    clock = ticks().__next__
    scores = [play_deal(contest, number, clock) for number in range(deals)]
    return round(sum(score.net for score in scores) * seats * (seats - 1))


def test_the_same_seed_gives_the_same_deals_and_the_same_play() -> None:
    one, other = (Contest(Variant.DRAW, 3, "easy", "random", 4) for _ in range(2))
    for number in range(3):
        assert one.deck(number) == other.deck(number)
        assert one.deck(number) != one.deck(number + 1)
        assert play_deal(one, number, ticks().__next__) == play_deal(
            other, number, ticks().__next__
        )


@pytest.mark.parametrize("name", ["greedy", "doubles", "steady"])
def test_a_player_that_leaves_nothing_to_chance_is_even_with_itself(name: str) -> None:
    assert net(Variant.DRAW, 2, name, name, 5) == 0
    assert net(Variant.BLOCK, 2, name, name, 5) == 0


def test_a_sits_in_each_seat_once_and_only_its_choices_are_timed() -> None:
    contest = Contest(Variant.DRAW, 4, "greedy", "random", 4)
    played = [play_round(contest, 0, seat, ticks().__next__) for seat in range(4)]
    score = play_deal(contest, 0, ticks().__next__)
    assert score.seconds == tuple(second for _, seconds in played for second in seconds)
    assert set(score.seconds) == {1.0}
    won = sum(round.result is not None and round.result.winner == seat
              for seat, (round, _) in enumerate(played))  # fmt: skip
    assert score.won == won / 4


@pytest.mark.parametrize(
    "name", ["", "oracl", "sharp:innkeepr", "greedy:warden", "sharp:", "dull", ":warden"]
)
def test_a_stranger_has_no_place_in_the_arena(name: str) -> None:
    with pytest.raises(ValueError, match="expected one of random, greedy"):
        Contest(Variant.DRAW, 2, name, "steady", 1)
    with pytest.raises(ValueError, match="got"):
        Contest(Variant.DRAW, 2, "steady", name, 1)


def test_every_name_has_a_player() -> None:
    for name in [*BASELINES, "easy", "steady", "sharp", "easy:ferryman", "sharp:innkeeper"]:
        assert callable(player(name))


def test_block_has_no_three_seats() -> None:
    with pytest.raises(ValueError, match="expected 2 seats for block, got 3"):
        Contest(Variant.BLOCK, 3, "easy", "steady", 1)


def test_the_oracle_gains_by_what_it_sees() -> None:
    assert net(Variant.BLOCK, 2, "oracle", "steady", 6) > 0
