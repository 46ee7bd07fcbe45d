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
from engine.tiles import Tile
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
    deck = shuffled([Tile.parse(name) for name in TOLD["decks"][variant].split()], lodge, {0: ours})
    round = deal(rules, data.draw(st.sampled_from(list(rules.seats))), deck)
    held = {*deck[: TOLD["held"]]} - {round.line.laid[0].tile}
    assert {*round.hands[0]} == held


def test_its_decks_are_ascending_as_a_shuffle_wants_them() -> None:
    for variant, rules in RULES.items():
        assert TOLD["decks"][variant].split() == list(map(str, rules.tiles))


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
