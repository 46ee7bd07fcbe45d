import pytest

from engine.rules import HAND, RULES, TURN_SECONDS, Setup, Variant
from engine.tiles import Tile


def test_lantern_draw_is_what_the_rule_card_says() -> None:
    rules = RULES[Variant.DRAW]
    assert (rules.highest, len(rules.tiles), rules.drawing) == (9, 55, True)
    assert rules.tiles[-1] == Tile(9, 9)
    assert list(rules.seats) == [2, 3, 4, 5]
    assert rules.targets == (100, 150, 200)


def test_block_is_what_the_rule_card_says() -> None:
    rules = RULES[Variant.BLOCK]
    assert (rules.highest, len(rules.tiles), rules.drawing) == (6, 28, False)
    assert rules.tiles[-1] == Tile(6, 6)
    assert list(rules.seats) == [2]
    assert rules.targets == (None, 50, 100)


def test_seven_tiles_and_ninety_seconds() -> None:
    assert (HAND, TURN_SECONDS) == (7, 90)
    assert {rules.variant for rules in RULES.values()} == set(RULES) == set(Variant)


@pytest.mark.parametrize(
    ("variant", "seats", "target"),
    [(variant, seats, target) for variant, rules in RULES.items()
     for seats in rules.seats for target in rules.targets],
)  # fmt: skip
def test_every_game_on_the_card_can_be_set_up(
    variant: Variant, seats: int, target: int | None
) -> None:
    assert Setup(variant, seats, target).rules is RULES[variant]


@pytest.mark.parametrize(
    ("variant", "seats", "target", "complaint"),
    [
        (Variant.DRAW, 1, 100, "expected 2 to 5 seats for draw, got 1"),
        (Variant.DRAW, 6, 100, "expected 2 to 5 seats for draw, got 6"),
        (Variant.DRAW, -2, 100, "expected 2 to 5 seats for draw, got -2"),
        (Variant.BLOCK, 3, None, "expected 2 seats for block, got 3"),
        (Variant.DRAW, 2, None, "expected a target out of .* for draw, got None"),
        (Variant.DRAW, 2, 99, "expected a target out of .* for draw, got 99"),
        (Variant.DRAW, 2, 50, "expected a target out of .* for draw, got 50"),
        (Variant.BLOCK, 2, 150, "expected a target out of .* for block, got 150"),
        (Variant.BLOCK, 2, 0, "expected a target out of .* for block, got 0"),
    ],
)
def test_no_other_game_can_be_set_up(
    variant: Variant, seats: int, target: int | None, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        Setup(variant, seats, target)
