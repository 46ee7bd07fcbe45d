"""The sentence of a key in the language that is spoken, filled in and counted. Knows no place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from app.language import Language
from ui.texts.cldr import LOCALES
from ui.texts.english import ENGLISH
from ui.texts.german import GERMAN
from ui.texts.locale import Locale

TEXTS = {Language.ENGLISH: ENGLISH, Language.GERMAN: GERMAN}
KEYS = ENGLISH.keys()
"""Those of every language."""

_SPOKEN = ContextVar("_SPOKEN", default=Language.ENGLISH)


@contextmanager
def spoken(language: Language) -> Iterator[None]:
    """Whatever is asked for within is said in ``language``."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def text(key: str, **values: object) -> str:
    """The sentence of ``key`` with its ``{names}`` filled in, its first letter a capital where
    it begins with one of them."""
    words = phrase(key, **values)
    return words[:1].upper() + words[1:] if _sentence(key).startswith("{") else words


def phrase(key: str, **values: object) -> str:
    """The same where it stands within a sentence."""
    return _sentence(key).format(**values)


def counted(key: str, count: int, **values: object) -> str:
    """The form of ``key`` that goes with ``count``: ``.zero`` where there is one, ``.one``, …"""
    form = "zero" if count == 0 and f"{key}.zero" in KEYS else _locale().form(count)
    return text(f"{key}.{form}", count=number(count), **values)


def listed(names: Sequence[str]) -> str:
    """One name or several within a sentence: "Ada, Inés and Tomasz"."""
    return _locale().listed(names)


def number(value: int) -> str:
    """A number that may be large: "1,234"."""
    return _locale().number(value)


def average(value: float) -> str:
    """A number with one digit after the point."""
    return _locale().number(value, digits=1)


def dated(day: int, month: int, year: int) -> str:
    """A day as "30 Nov 2026"."""
    return _locale().dated(day, month, year)


def _sentence(key: str) -> str:
    return TEXTS[_SPOKEN.get()][key]


def _locale() -> Locale:
    return LOCALES[_SPOKEN.get()]
