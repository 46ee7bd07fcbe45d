"""What the page knows of CLDR is what Babel reads there."""

from __future__ import annotations

from datetime import date

import pytest
from babel import Locale
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st

from app.language import Language
from ui.texts.cldr import LOCALES
from web import cldr

NAMES = {Language[each]: name for each, name in cldr.LOCALES.items()}
languages = st.sampled_from(Language)


def test_the_committed_values_are_those_that_the_command_writes() -> None:
    assert cldr.source() == cldr.TARGET.read_text()
    assert set(LOCALES) == set(Language)


@pytest.mark.parametrize("language", Language)
def test_every_number_goes_with_the_form_that_cldr_gives_it(language: Language) -> None:
    rule = Locale.parse(NAMES[language]).plural_form
    assert [LOCALES[language].form(count) for count in range(1001)] == list(map(rule, range(1001)))


@given(languages, st.integers(-10_000_000, 10_000_000))
def test_numbers_are_grouped_as_babel_groups_them(language: Language, number: int) -> None:
    assert LOCALES[language].number(number) == format_decimal(number, locale=NAMES[language])
    # Halves and quarters of ten are exact, so that nobody rounds another number than we do.
    parted = format_decimal(number / 4, format="#,##0.0", locale=NAMES[language])
    assert LOCALES[language].number(number / 4, digits=1) == parted


@given(languages, st.lists(st.text(min_size=1), min_size=1, max_size=6))
def test_lists_are_joined_as_babel_joins_them(language: Language, names: list[str]) -> None:
    assert LOCALES[language].listed(names) == format_list(names, locale=NAMES[language])


@given(languages, st.dates())
def test_days_are_written_as_babel_writes_them(language: Language, day: date) -> None:
    shown = LOCALES[language].dated(day.day, day.month, day.year)
    assert shown == format_skeleton("yMMMd", day, locale=NAMES[language])
