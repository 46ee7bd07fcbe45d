"""What a seat and its table write to each other by way of the relay: commands, replies, a record.

The relay names the sender, so no letter does. Knows neither how letters are sealed nor how they
travel.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine import codec
from engine.messages import Command, Reply
from engine.ranked import Finish


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


class Stage(StrEnum):
    """Where a ranked bout stands. ``WRITING``: it is over, and not in the ledger yet."""

    MEETING = "meeting"
    PLAYING = "playing"
    WRITING = "writing"
    RATED = "rated"
    VOID = "void"
    UNWRITTEN = "unwritten"


@dataclass(frozen=True, slots=True)
class Contender:
    """One of the two. The rating is that before the bout until ``gained`` is known, then the new.

    ``away``: the seconds after which an absent one has left, None while it is there.
    """

    player: str
    rating: int
    deviation: int
    provisional: bool
    gained: int | None
    away: float | None
    rematch: bool


@dataclass(frozen=True, slots=True)
class Bout:
    """All about a ranked table that its view does not tell, whole each time; by the relay alone.

    ``id`` is that of the result, once it is ``rated``. ``winner`` is a seat, None for a tie and
    for what is not over.
    """

    id: str
    stage: Stage
    finish: Finish | None
    winner: int | None
    contenders: tuple[Contender, Contender]
    watchers: int


Letter = Ask | Tell | Record | Bout


def write(letter: Letter) -> str:
    """Raises TypeError for whatever else a table holds: that is not to be told."""
    said = _said_in(letter)
    if not isinstance(said, Command | Reply | Record | Bout):
        raise TypeError(f"expected what may be said, got {type(said).__name__}")
    return codec.to_text(letter)


def read(text: str) -> Letter:
    """Raises codec.Unreadable."""
    letter: Letter = codec.from_text(Letter, text)
    return letter


def _said_in(letter: Letter) -> object:
    match letter:
        case Ask(command=command):
            return command
        case Tell(reply=reply):
            return reply
    return letter
