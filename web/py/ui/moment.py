"""One moment of a match that is watched again: what it brought, and every hand as it is seen."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.model import Happening
from app.showing import Showing
from engine.events import Drew, Event
from engine.messages import PlayedFor, Update
from engine.replay import Fault, Scene
from engine.tiles import Tile
from engine.transcript import By
from engine.view import View
from ui.emblem import emblem
from ui.html import Html, classes, join, tag
from ui.match_over import verdict
from ui.people import called, name_of, sentence
from ui.round_over import how_it_ended, total
from ui.texts import counted, text
from ui.tile import back, named


@dataclass(frozen=True, slots=True, repr=False)
class Moment:
    """``told`` is the scene as told to somebody in no chair, so that all go by their names."""

    showing: Showing
    scene: Scene
    told: Update

    @property
    def view(self) -> View:
        return self.scene.view

    def hand(self, seat: int) -> tuple[Tile, ...] | None:
        """A hand, where all of them are up or we look from its chair; else None."""
        if self.showing.seat is None:
            return self.scene.hands[seat]
        if self.showing.seat == seat:
            return self.view.hand
        return None if self.view.hands is None else self.view.hands[seat]


def moment_of(showing: Showing) -> Moment:
    scene = showing.scene
    return Moment(showing, scene, showing.update(scene))


def sentences(moment: Moment) -> list[str]:
    """What the moment brought: a deal or a deed, then perhaps the round's end."""
    round, deeds = moment.showing.place
    brought = [_sentence(moment, event) for event in moment.view.record[deeds:]]
    if deeds:
        deed = moment.showing.replay.transcript.rounds[round].deeds[deeds - 1]
        if deed.by is By.LODGE:
            happening = Happening(moment.showing.moment, PlayedFor(deed.seat))
            brought.insert(1, sentence(moment.told, happening))
    return brought


def _sentence(moment: Moment, event: Event) -> str:
    """A drawn tile, the newest of its hand, is named where that hand is seen."""
    if isinstance(event, Drew) and (held := moment.hand(event.seat)):
        name = called(moment.told, event.seat)
        return text("told.drew.tile", name=name, tile=held[-1])
    return sentence(moment.told, Happening(moment.showing.moment, event))


def say(moment: Moment) -> Html:
    view, told, fault = moment.view, moment.told, moment.showing.replay.fault
    happened, second, points = sentences(moment)[0], "", None
    if view.result is not None:
        second = how_it_ended(told, view.result)
        if view.winner is not None:
            second = f"{second} {verdict(told, view)}"
        points = total(told, view.result)
    elif view.turn is not None:
        second = text("say.turn_of", name=name_of(told, view.turn))
    return join(
        tag("p", tag("strong", _whole(happened)), " ", tag("span", second), class_="say"),
        points,
        None if fault is None else tag("p", _fault(fault), class_="word", role="alert"),
    )


def _whole(words: str) -> list[Html | str]:
    """No tile in a sentence breaks at its hyphen."""
    parts = re.split(r"(\d-\d)", words)
    return [tag("span", part, class_="whole") if at % 2 else part for at, part in enumerate(parts)]


def _fault(fault: Fault) -> str:
    why = text(f"fault.{fault.code}")
    if fault.action is None:
        return text("replay.fault.deal", round=fault.round + 1, why=why)
    return text("replay.fault", round=fault.round + 1, action=fault.action + 1, why=why)


def hands(moment: Moment) -> Html:
    seats = range(moment.told.setup.seats)
    return tag("ol", [_seat(moment, seat) for seat in seats], aria_label=text("replay.hands"))


def _seat(moment: Moment, seat: int) -> Html:
    view, told = moment.view, moment.told
    name, count, target = name_of(told, seat), view.counts[seat], told.setup.target
    lit = seat == (view.turn if view.result is None else view.result.winner)
    score = None
    if target is not None:
        of = text("score.of", score=view.scores[seat], target=target)
        score = tag("span", of, class_="score")
    return tag(
        "li",
        emblem(told.chairs[seat], name, lit=lit),
        tag("b", name, class_="name"),
        " ",
        tag("span", tag("b", count), " ", counted("tiles.word", count), class_="count"),
        " ",
        score,
        " ",
        _tiles(moment.hand(seat), count),
        class_=classes("watched", lit and "lit"),
        id=f"watched-{seat}",
        aria_current="true" if view.turn == seat else None,
    )


def _tiles(held: tuple[Tile, ...] | None, count: int) -> Html:
    if held is None:
        return tag("span", [back()] * count, class_="up down", aria_hidden=True)
    return tag("span", named(held), class_="up")
