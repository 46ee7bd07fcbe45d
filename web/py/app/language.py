"""Which languages the lodge speaks. Knows no word of them."""

from __future__ import annotations

from enum import StrEnum


class Language(StrEnum):
    """By its code, as in the page's ``lang``."""

    ENGLISH = "en"
    GERMAN = "de"


def read_language(code: object) -> Language:
    """The language of this code; English where the lodge has none."""
    return next((each for each in Language if each == code), Language.ENGLISH)
