"""What a seat is called and how its round is told. Words only, no markup."""

from __future__ import annotations

from dataclasses import dataclass

from app.model import Happening
from engine.chairs import NAMELESS, Chair
from engine.events import Drew, Ended, Ending, Event, Opened, Passed, Played, Result
from engine.line import End
from engine.messages import LeftOut, PlayedFor, Reacted, Update
from engine.tiles import Tile
from ui.texts import text

ISOLATE, RELEASE = "\u2068", "\u2069"


def name_of(update: Update, seat: int) -> str:
    """The name of ``seat`` as a label: "You", "Warden", or what a person goes by."""
    return text("you") if seat == update.seat else chair_name(update.chairs[seat])


def called(update: Update, seat: int) -> str:
    """The name of ``seat`` within a sentence: "the Warden"; a person's as it is."""
    chair = update.chairs[seat]
    return chair_name(chair) if chair.regular is None else text(f"the.{chair.regular}")


def chair_name(chair: Chair) -> str:
    return person_name(chair.name) if chair.regular is None else text(chair.regular.value)


def person_name(name: str) -> str:
    """Isolated, so that it cannot turn the text around it; none is a word of the language."""
    return f"{ISOLATE}{text('nameless') if name == NAMELESS else name}{RELEASE}"


def hosted_by_us(update: Update) -> bool:
    return update.seat is not None and update.seat == update.host


def host_of(update: Update) -> str:
    """Who deals, within a sentence, also while nobody here holds the host's chair."""
    return text("the.host") if update.host is None else called(update, update.host)


def people(update: Update) -> list[int]:
    """The seats that a person holds."""
    return [seat for seat, chair in enumerate(update.chairs) if chair.is_person]


def absence(chair: Chair) -> str | None:
    """What is to be said of a person whose browser is away; None of anybody else."""
    if chair.present or not chair.is_person:
        return None
    return text("played_by_lodge" if chair.plays_by_itself else "away")


def others(update: Update) -> list[int]:
    """The other seats in the order in which they act after ours."""
    seats = update.setup.seats
    first = 0 if update.seat is None else update.seat + 1
    count = seats if update.seat is None else seats - 1
    return [(first + step) % seats for step in range(count)]


def sentence(update: Update, told: Happening) -> str:
    """``told`` as it is announced."""
    match told.event:
        case Opened(seat, tile):
            return _told(update, "told.opened", seat, tile=tile)
        case Played(seat, tile, end):
            return _told(update, f"told.played.{end}", seat, tile=tile)
        case Drew() if told.drawn is not None:
            return text("told.drew.you.tile", tile=told.drawn)
        case Drew(seat):
            return _told(update, "told.drew", seat)
        case Passed(seat):
            return _told(update, "told.passed", seat)
        case Ended(result):
            return _told_result(update, result)
        case PlayedFor(seat):
            return _told(update, "told.played_for", seat)
        case LeftOut(seat):
            return _told(update, "told.left_out", seat)
        case Reacted(seat, phrase):
            return _told(update, "told.reacted", seat, words=text(f"phrase.{phrase}"))


def _told(update: Update, key: str, seat: int, **values: object) -> str:
    if seat == update.seat:
        return text(f"{key}.you", **values)
    return text(key, name=called(update, seat), **values)


def _told_result(update: Update, result: Result) -> str:
    if result.winner is None:
        return text("told.tied")
    kind = "domino" if result.kind is Ending.DOMINO else "blocked"
    return _told(update, f"told.{kind}", result.winner, points=result.points)


@dataclass(frozen=True, slots=True)
class Turn:
    """What one seat did in one turn: tiles drawn, then a tile laid, or a pass, or not yet."""

    seat: int
    drew: int = 0
    laid: Tile | None = None
    end: End | None = None
    opened: bool = False
    passed: bool = False


def turns(record: tuple[Event, ...]) -> list[Turn]:
    """The round so far, a turn at a time, oldest first."""
    told: list[Turn] = []
    drew = 0
    for event in record:
        match event:
            case Opened(seat, tile):
                told.append(Turn(seat, laid=tile, opened=True))
            case Drew():
                drew += 1
            case Played(seat, tile, end):
                told.append(Turn(seat, drew, tile, end))
                drew = 0
            case Passed(seat):
                told.append(Turn(seat, drew, passed=True))
                drew = 0
            case Ended():
                pass
    if drew:
        last = record[-1]
        assert isinstance(last, Drew)
        told.append(Turn(last.seat, drew))
    return told


def last_turns(record: tuple[Event, ...]) -> dict[int, Turn]:
    """Each seat's latest turn."""
    return {turn.seat: turn for turn in turns(record)}
