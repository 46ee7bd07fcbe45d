"""The chairs around a table and who sits in them. Knows nothing of the game played there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

NAME_LENGTH = 24
NAMELESS = "Guest"


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
        return not self.is_person or (not self.present and self.missed >= 2)


def regular_in(seat: int, level: Level) -> Chair:
    """The regular of ``seat``, always ready. Seat 0 and seat 4 share the Innkeeper."""
    regulars = tuple(Regular)
    return Chair(regular=regulars[(seat - 1) % len(regulars)], level=level, ready=True)


def clean_name(text: str) -> str:
    """``text`` as a name: printable, single-spaced, cut to 24; ``Guest`` if nothing is left."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:NAME_LENGTH].strip() or NAMELESS
