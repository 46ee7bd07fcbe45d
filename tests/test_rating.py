"""Ratings in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.rivals import NEWCOMER
from tests.bouts import ADA, BO
from tests.page import read
from ui.rating import rating, rival_name, signed


def test_a_rating_tells_how_uncertain_it_is() -> None:
    assert read(rating(BO)).text == "1611 ± 170"


@pytest.mark.parametrize("one", [NEWCOMER, ADA])
def test_a_provisional_one_bears_a_sign_to_be_seen_and_a_word_to_be_heard(one: object) -> None:
    words = read(rating(one))  # type: ignore[arg-type]
    assert words.text == "1500 ± 350 provisional"
    assert [sign.raw_text for sign in words if sign.hidden] == ["?"]


@pytest.mark.parametrize(("points", "words"), [(12, "+12"), (-8, "−8"), (0, "±0")])
def test_what_was_gained_is_signed(points: int, words: str) -> None:
    assert signed(points) == words


def test_a_name_cannot_turn_the_text_around_it() -> None:
    assert rival_name(replace(BO, name="\u202eB")) == "\u2068\u202eB\u2069"
