"""What has just happened as marks from which CSS makes motion; it knows no time and no way."""

from __future__ import annotations

from app.model import Model
from engine.events import Drew, Ended, Opened, Passed, Played
from engine.messages import Update
from engine.tiles import Tile
from ui.moment import Moment
from ui.people import others

Drawn = tuple[int, str]
"""A draw's number, and the place to which the tile goes."""


def place(update: Update, seat: int) -> str:
    """Where a seat is at the table: "mine", or which of how many others, as "2-of-4"."""
    if seat == update.seat:
        return "mine"
    order = others(update)
    return f"{order.index(seat) + 1}-of-{len(order)}"


def laid_from(model: Model) -> str | None:
    """The place of whoever has just laid the last tile of the line."""
    for told in reversed(model.fresh):
        if isinstance(told.event, Opened | Played) and model.update is not None:
            return place(model.update, told.event.seat)
    return None


def laid_onward(moment: Moment) -> str | None:
    """The place of the hands, where a replay has gone on by a tile that was laid."""
    _, deeds = moment.showing.place
    laid = any(isinstance(event, Opened | Played) for event in moment.view.record[deeds:])
    return "hands" if laid and moment.showing.onward else None


def drawn(model: Model) -> Drawn | None:
    """The latest draw, if it has only just been made."""
    for told in reversed(model.fresh):
        if isinstance(told.event, Drew) and model.update is not None:
            return told.number, place(model.update, told.event.seat)
    return None


def newly_held(model: Model) -> tuple[Tile, ...]:
    """The tiles that we have just drawn."""
    return tuple(told.drawn for told in model.fresh if told.drawn is not None)


def fresh_deeds(model: Model) -> dict[int, int]:
    """Each seat that has just done something, with the number of its latest deed."""
    return {
        told.event.seat: told.number
        for told in model.fresh
        if isinstance(told.event, Opened | Played | Drew | Passed)
    }


def has_ended(model: Model) -> bool:
    """Whether a round has ended before our eyes."""
    return any(isinstance(told.event, Ended) for told in model.fresh)
