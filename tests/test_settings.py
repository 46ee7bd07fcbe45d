"""What a player has chosen, read back whatever this browser holds."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.settings import (
    Contrast,
    Motion,
    Settings,
    Sort,
    Speed,
    TextSize,
    Tiles,
    Tongue,
    read_settings,
)

CHOICES: dict[str, type[StrEnum]] = {
    "speed": Speed, "sort": Sort, "tiles": Tiles, "motion": Motion, "contrast": Contrast,
    "text": TextSize, "language": Tongue,
}  # fmt: skip
SWITCHES = ("auto_draw", "auto_pass", "rain", "click", "bell", "vibration")
EVERY = [(name, value.value, value) for name, kind in CHOICES.items() for value in kind] + [
    (name, text, text == "true") for name in SWITCHES for text in ("true", "false")
]
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def test_these_are_all_the_settings_there_are() -> None:
    assert {field.name for field in fields(Settings)} == {
        *CHOICES,
        *SWITCHES,
        "name",
    }


@pytest.mark.parametrize(
    ("text", "name"),
    [("Anouk", "Anouk"), ("", ""), ("  ", ""), (" a\n b", "a b"), ("x" * 99, "x" * 24)],
)
def test_a_name_is_kept_as_it_can_be_read_or_not_at_all(text: str, name: str) -> None:
    settings = Settings().changed("name", text)
    assert settings.name == name
    assert read_settings(settings.to_text()) == settings


@pytest.mark.parametrize(("name", "text", "value"), EVERY)
def test_each_value_of_each_setting_can_be_chosen_and_is_kept(
    name: str, text: str, value: object
) -> None:
    settings = Settings().changed(name, text)
    assert asdict(settings) == asdict(Settings()) | {name: value}
    assert read_settings(settings.to_text()) == settings


@given(st.builds(Settings))
def test_what_is_kept_is_what_was_chosen(settings: Settings) -> None:
    assert read_settings(settings.to_text()) == settings


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("speed", "fast"), ("speed", ""), ("speed", "CALM"), ("speed", True), ("speed", None),
        ("sort", ["pips"]), ("tiles", {}), ("text", 3), ("auto_draw", "yes"), ("auto_draw", ""),
        ("auto_pass", None), ("auto_pass", 7), ("auto_pass", []), ("theme", "dark"), ("", ""),
        ("language", "fr"), ("language", ""),
        ("to_text", "calm"), ("__class__", "calm"), ("changed", True), ("seconds", "0"),
    ],
)  # fmt: skip
def test_a_name_or_value_that_makes_no_sense_changes_nothing(name: str, value: object) -> None:
    chosen = Settings(auto_draw=False, auto_pass=False, speed=Speed.QUICK, sort=Sort.PIPS)
    assert chosen.changed(name, value) == chosen


@pytest.mark.parametrize(
    "text",
    [
        None, "", " ", "{", "[]", "null", "7", '"calm"', "NaN", "\0", "\ud800", "{}",
        '{"speed": "fast"}', '{"speed": null, "auto_draw": "often"}', '{"sort": 1e999}',
        '{"speed":' + "9" * 5000 + "}", "[" * 100_000, '{"speed":' + "[" * 900 + "]" * 900 + "}",
    ],
)  # fmt: skip
def test_what_cannot_be_read_leaves_the_settings_as_they_come(text: str | None) -> None:
    assert read_settings(text) == Settings()


def test_one_bad_value_does_not_spoil_the_others() -> None:
    text = '{"theme": "dark", "speed": "calm", "auto_draw": "no", "sort": "pips", "text": []}'
    assert read_settings(text) == Settings(speed=Speed.CALM, sort=Sort.PIPS)


@given(
    st.text()
    | plain.map(json.dumps)
    | st.dictionaries(
        st.sampled_from([field.name for field in fields(Settings)]),
        plain | st.sampled_from([value for kind in CHOICES.values() for value in kind]),
    ).map(json.dumps)
)
def test_whatever_is_kept_gives_settings_that_can_be_kept(text: str) -> None:
    settings = read_settings(text)
    for name, kind in CHOICES.items():
        assert type(getattr(settings, name)) is kind
    assert {type(getattr(settings, name)) for name in SWITCHES} == {bool}
    assert read_settings(settings.to_text()) == settings


def test_each_speed_is_quicker_than_the_one_before() -> None:
    seconds = [speed.seconds for speed in Speed]
    assert seconds == sorted(set(seconds), reverse=True)
    assert Speed.AT_ONCE.seconds == 0


def test_nothing_sounds_or_shakes_until_it_is_wanted() -> None:
    assert Settings().sounds == ()
    assert not Settings().vibration
    assert Settings(rain=True, bell=True).sounds == ("rain", "bell")
