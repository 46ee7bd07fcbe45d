"""What a seat and its table write to each other by way of the relay: commands, replies, a record.

The relay names the sender, so no letter does. Knows neither how letters are sealed nor how they
travel.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import codec
from engine.messages import Command, Reply


@dataclass(frozen=True, slots=True, repr=False)
class Ask:
    """A seat's command. ``number`` counts those of one ``page``, so that a copy does nothing."""

    page: str
    number: int
    command: Command


@dataclass(frozen=True, slots=True, repr=False)
class Tell:
    """A reply for one member, whose ``page`` was last heard saying number ``heard``."""

    page: str
    heard: int
    reply: Reply


@dataclass(frozen=True, slots=True, repr=False)
class Record:
    """The transcript of a match that is over, packed."""

    transcript: str


Letter = Ask | Tell | Record


def write(letter: Letter) -> str:
    return codec.to_text(letter)


def read(text: str) -> Letter:
    """Raises codec.Unreadable."""
    letter: Letter = codec.from_text(Letter, text)
    return letter
