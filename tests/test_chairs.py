import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chairs import NAMELESS, Chair, Level, Regular, clean_name, regular_in


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada  ", "Ada"),
        ("Ada \t\n  Lovelace", "Ada Lovelace"),
        ("", NAMELESS),
        ("   ", NAMELESS),
        ("\u00a0\u2003\u3000", NAMELESS),
        ("\u200b\u200e\u200f\u202e\ufeff", NAMELESS),
        ("\x00\x07\x1b[31m", "[31m"),
        ("\u202eAda", "Ada"),
        ("Ada\u202e", "Ada"),
        ("\ud800Ada", "Ada"),
        ("Bobby\u2066Tables\u2069", "Bobby Tables"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("&lt;script&gt;", "&lt;script&gt;"),
        ("نور", "نور"),
        ("李小龙", "李小龙"),
        ("x" * 24, "x" * 24),
        ("x" * 5000, "x" * 24),
        ("x" * 23 + " y", "x" * 23),
        (" " * 5000 + "Ada", "Ada"),
    ],
)  # fmt: skip
def test_a_name_is_printable_single_spaced_and_short(text: str, name: str) -> None:
    assert clean_name(text) == name


BLANK = "\u115f\u1160\u3164\uffa0\u2800\u034f\ufe0e\ufe0f\U000e0100"
"""Letters and marks that are printable, and yet show nothing."""


@pytest.mark.parametrize("blank", BLANK, ids=ascii)
def test_a_name_that_would_show_nothing_is_none(blank: str) -> None:
    assert clean_name(blank) == clean_name(f" {blank} {blank}{blank}") == NAMELESS
    assert clean_name(f"{blank}Ada{blank}") == "Ada"


def test_marks_are_not_heaped_on_a_letter_and_stand_on_one() -> None:
    assert clean_name("e\u0301\u0323a") == "e\u0301\u0323a"
    assert clean_name("A" + "\u0301" * 20 + "da") == "A\u0301\u0301\u0301da"
    assert clean_name("\u0301\u0302Ada") == "Ada"
    assert clean_name("\u0301" * 5) == NAMELESS


@given(st.text())
def test_a_clean_name_stays_as_it_is(text: str) -> None:
    name = clean_name(text)
    assert clean_name(name) == name
    assert 1 <= len(name) <= 24
    assert name.isprintable()


def test_the_regulars_sit_in_their_order() -> None:
    assert [regular_in(seat, Level.EASY).regular for seat in (1, 2, 3, 4)] == list(Regular)
    assert regular_in(0, Level.EASY).regular is Regular.INNKEEPER


@pytest.mark.parametrize("level", Level)
def test_a_regular_is_ready_and_never_a_person(level: Level) -> None:
    chair = regular_in(2, level)
    assert (chair.level, chair.ready, chair.present) == (level, True, True)
    assert not chair.is_person
    assert chair.plays_by_itself


@pytest.mark.parametrize(
    ("present", "missed", "by_itself"),
    [
        (True, 0, False), (True, 2, False), (True, 99, False),
        (False, 0, False), (False, 1, False), (False, 2, True), (False, 3, True),
    ],
)  # fmt: skip
def test_a_person_is_played_for_after_two_missed_turns_away(
    present: bool, missed: int, by_itself: bool
) -> None:
    chair = Chair(name="Ada", present=present, missed=missed)
    assert chair.is_person
    assert chair.plays_by_itself is by_itself
