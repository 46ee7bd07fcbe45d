"""The sentence of a key, filled in and counted. Knows where none of them stands."""

from __future__ import annotations

from ui.texts.english import ENGLISH

TEXTS = ENGLISH


def text(key: str, **values: object) -> str:
    """The sentence of ``key`` with its ``{names}`` filled in, its first letter a capital where
    it begins with one of them."""
    words = phrase(key, **values)
    return words[:1].upper() + words[1:] if TEXTS[key].startswith("{") else words


def phrase(key: str, **values: object) -> str:
    """The same where it stands within a sentence."""
    return TEXTS[key].format(**values)


def counted(key: str, count: int, **values: object) -> str:
    """The form of ``key`` that goes with ``count``: ``.zero`` where there is one, ``.one``, …"""
    form = {0: "zero", 1: "one"}.get(count, "other")
    if f"{key}.{form}" not in TEXTS:
        form = "other"
    return text(f"{key}.{form}", count=count, **values)
