"""What the page lays before the brain is awake is what the brain shows of the same deal."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language import Language
from app.settings import Settings, Sort
from engine.deal import shuffled
from engine.round import deal
from engine.rules import RULES, Variant
from engine.shuffle import shuffled_places
from tests.page import at, seen
from ui.pages import render
from web.dealt import NAME, dealt

TOLD = json.loads(dealt()[NAME])
SECRETS = st.binary(min_size=32, max_size=32)


@given(SECRETS, SECRETS, st.sampled_from(list(Variant)), st.data())
def test_the_first_tiles_of_its_deck_are_our_hand(
    lodge: bytes, ours: bytes, variant: Variant, data: st.DataObject
) -> None:
    rules = RULES[variant]
    ascending = sorted(TOLD["orders"][variant][TOLD["sort"]].split())
    places = shuffled_places(len(ascending), [lodge, ours])
    held = {ascending[place] for place in places[: TOLD["held"]]}
    seats = data.draw(st.sampled_from(list(rules.seats)))
    round = deal(rules, seats, shuffled(rules.tiles, lodge, {0: ours}))
    assert {str(tile) for tile in round.hands[0]} == held - {str(round.line.laid[0].tile)}


@pytest.mark.parametrize("sort", Sort)
@pytest.mark.parametrize("language", Language)
def test_a_hand_of_it_is_the_one_that_the_brain_draws(sort: Sort, language: Language) -> None:
    hand = "0-3 1-9 2-2 3-6 4-4 5-8 7-9"
    told = seen(hand, "9-9", turn=1)
    model = at(told, settings=Settings(sort=sort), asked_for=language)
    drawn, picture = render(model)["regions"], TOLD["pictures"][language]["regions"]
    ordered = [name for name in TOLD["orders"]["draw"][sort].split() if name in hand]
    tiles = iter(TOLD["tiles"][name] for name in ordered)
    assert re.sub("{}", lambda _: next(tiles), picture["hand"]) == drawn["hand"]
    assert drawn["acts"].startswith(picture["acts"])


def test_it_draws_every_tile_of_both_games() -> None:
    for variant, orders in TOLD["orders"].items():
        for order in orders.values():
            assert {*order.split()} == {str(tile) for tile in RULES[variant].tiles}
            assert {*order.split()} <= {*TOLD["tiles"]}
