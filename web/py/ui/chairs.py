"""The chairs around the table while people gather: who sits where, and who is ready."""

from __future__ import annotations

from engine.chairs import Level
from engine.messages import Phase, Update
from engine.rules import Setup
from ui.button import button
from ui.emblem import emblem, icon
from ui.html import Html, classes, join, tag
from ui.people import called, chair_name, hosted_by_us, others
from ui.texts import counted, text


def chairs(update: Update, watchers: int) -> Html:
    """Ours first, then the others in the order in which they act."""
    seats = others(update) if update.seat is None else [update.seat, *others(update)]
    seated = [_chair(update, seat, place) for place, seat in enumerate(seats)]
    return join(
        tag(
            "div",
            tag("h2", text(f"game.{update.setup.variant}")),
            " ",
            tag("p", _agreed(update.setup)),
            " ",
            tag("p", counted("gather.watchers", watchers)) if watchers else None,
            icon("bones", "0 0 64 64", "dealt"),
            class_="mid",
        ),
        tag("ol", seated, class_=f"chairs of-{len(seats)}", aria_label=text("chairs.name")),
    )


def _agreed(setup: Setup) -> str:
    """How many play, and to what."""
    number = text(f"number.{setup.seats}")
    if setup.target is None:
        return text("gather.round", chairs=number)
    return text("gather.match", chairs=number, target=setup.target)


def _chair(update: Update, seat: int, place: int) -> Html:
    chair = update.chairs[seat]
    name = chair_name(chair)
    arranging = hosted_by_us(update) and update.phase is Phase.GATHERING
    ready = chair.is_person and chair.ready
    return tag(
        "li",
        emblem(chair, name, lit=ready),
        tag("b", name),
        " ",
        tag("span", _who(update, seat, arranging=arranging), class_="who"),
        " ",
        _mark(ready=ready) if chair.is_person else None,
        _level(update, seat) if arranging and chair.level is not None else None,
        send_away(update, seat) if arranging and chair.is_person and seat != update.seat else None,
        class_=classes("chair", f"c{place}", ready and "lit"),
        id=f"chair-{seat}",
    )


def _who(update: Update, seat: int, *, arranging: bool) -> str:
    """The host chooses a regular's level beside it; the others read it."""
    chair = update.chairs[seat]
    if chair.regular is not None:
        if arranging or chair.level is None:
            return text("chair.regular")
        return text("chair.regular.plays", level=text(f"level.{chair.level}"))
    who = _person(update, seat)
    return who if chair.present else text("chair.away", who=who)


def _person(update: Update, seat: int) -> str:
    if seat == update.seat:
        return text("chair.you_host" if seat == update.host else "you")
    return text("chair.host" if seat == update.host else "chair.guest")


def _mark(*, ready: bool) -> Html:
    return tag(
        "span",
        icon("lamp", "0 0 24 32", classes("lamp", ready and "on")),
        text("chair.ready" if ready else "chair.not_ready"),
        class_="mark",
    )


def _level(update: Update, seat: int) -> Html:
    chosen = update.chairs[seat].level
    options = [
        tag("option", text(f"level.{level}"), value=level.value, selected=level is chosen)
        for level in Level
    ]
    return tag(
        "select",
        options,
        id=f"chair-level-{seat}",
        data_change=f"arrange.level-{seat}",
        aria_label=text("chair.level", name=called(update, seat)),
    )


def send_away(update: Update, seat: int) -> Html:
    return button(
        text("chair.kick"),
        id=f"kick-{seat}",
        data_msg="kick",
        data_value=seat,
        aria_label=text("chair.kick.name", name=called(update, seat)),
    )
