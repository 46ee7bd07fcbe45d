"""The chairs around a table and who sits in them. Knows nothing of the game played there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from unicodedata import combining

NAME_LENGTH = 24
NAMELESS = "Guest"
MISSED = 2
"""Turns in a row for which a browser that is away is waited for in vain; then no more."""
MARKS = 3
"""Accents that one letter may bear: no script needs more, and a heap hides its neighbours."""
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f"
    "\U000e0100-\U000e01ef]"
)
"""Letters and marks that are printable, and yet show nothing."""


class Regular(StrEnum):
    """The lodge's own guests, who fill the chairs that nobody else takes, in this order."""

    FERRYMAN = "ferryman"
    WARDEN = "warden"
    CARTOGRAPHER = "cartographer"
    INNKEEPER = "innkeeper"


class Level(StrEnum):
    """How well a regular plays."""

    EASY = "easy"
    STEADY = "steady"
    SHARP = "sharp"


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat's public face: a regular at a level, or a person by name.

    ``present`` is False while a person's browser is away; ``missed`` counts the turns in a row
    that the lodge has then played for it.
    """

    name: str = ""
    regular: Regular | None = None
    level: Level | None = None
    ready: bool = False
    present: bool = True
    missed: int = 0

    @property
    def is_person(self) -> bool:
        return self.regular is None

    @property
    def plays_by_itself(self) -> bool:
        """True where the lodge plays at once, instead of waiting for a person's deadline."""
        return not self.is_person or (not self.present and self.missed >= MISSED)


def regular_in(seat: int, level: Level) -> Chair:
    """The regular of ``seat``, always ready. Seat 0 and seat 4 share the Innkeeper."""
    regulars = tuple(Regular)
    return Chair(regular=regulars[(seat - 1) % len(regulars)], level=level, ready=True)


def chair_of(name: str) -> Chair:
    """Whom a name in a transcript stands for: one of the regulars, or a person."""
    if name in tuple(Regular):
        return Chair(regular=Regular(name), ready=True)
    return Chair(name=clean_name(name))


def clean_name(text: str) -> str:
    """``text`` as a name: legible, single-spaced, cut to 24; ``Guest`` if nothing is left."""
    shown, marks = "", 0
    for letter in text:
        if combining(letter):
            marks += 1
            if marks <= MARKS and shown[-1:] > " ":
                shown += letter
        else:
            marks = 0
            shown += letter if letter.isprintable() and not _BLANK.match(letter) else " "
    return " ".join(shown.split())[:NAME_LENGTH].strip() or NAMELESS
