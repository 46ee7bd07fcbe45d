"""The Gather screen: a table of friends before its first deal, and who is waited for."""

from __future__ import annotations

from app.intents.page import Sheet
from app.model import Model
from app.standing import Role
from engine.messages import Phase, Update
from ui import side
from ui.arrange import arrange
from ui.button import button
from ui.chairs import chairs
from ui.emblem import icon
from ui.html import Child, Html, classes, join, tag
from ui.invite import invite
from ui.people import called, host_of, hosted_by_us, people
from ui.sit import name_field, sit
from ui.texts import counted, listed, text
from ui.top import opener

REGIONS = ("gather-top", "gather-chairs", "gather-side", "gather-go")


def gather(model: Model) -> dict[str, str]:
    update = model.update
    return {
        "gather-top": _top(update),
        "gather-chairs": "" if update is None else chairs(update, _watchers(model)),
        "gather-side": _side(model, update),
        "gather-go": join(
            tag("p", tag("span", said(model)), " ", side.notice(model), class_="waits"),
            None if update is None else _acts(model, update),
        ),
    }


def said(model: Model) -> str:
    """Who is waited for, in one sentence."""
    update = model.update
    if update is None:
        host = model.standing is not None and model.standing.role is Role.HOST
        return text("gather.coming.host" if host else "gather.coming")
    if update.phase is not Phase.GATHERING:
        return text("gather.dealing")
    here = people(update)
    waiting = [seat for seat in here if seat != update.host and not update.chairs[seat].ready]
    if here == [update.host]:
        return text("gather.alone")
    if not waiting:
        if hosted_by_us(update):
            return text("gather.all.you")
        return text("gather.all", name=host_of(update))
    return _waits(update, here, waiting)


def _waits(update: Update, here: list[int], waiting: list[int]) -> str:
    names = listed(
        [text("you.within") if seat == update.seat else called(update, seat) for seat in waiting]
    )
    ready = sum(update.chairs[seat].ready for seat in here)
    number, whole = text(f"number.{ready}") if ready else "", text(f"number.{len(here)}")
    return counted("gather.ready_are", ready, ready=number, people=whole, names=names)


def _watchers(model: Model) -> int:
    return 0 if model.standing is None else model.standing.watchers


def _top(update: Update | None) -> Html:
    closing = update is not None and hosted_by_us(update) and update.phase is Phase.GATHERING
    leave = button(
        text("gather.close" if closing else "gather.leave"),
        class_="bare",
        id="leave-table",
        data_msg="close_table" if closing else "hearth",
    )
    title = tag("h1", text("gather.title"), id="gather-title", tabindex=-1)
    return join(title, opener(Sheet.SETTINGS), leave)


def _side(model: Model, update: Update | None) -> Html:
    ours = update is not None and hosted_by_us(update)
    card = None
    if model.standing is not None:
        card = invite(model.standing, can_share=model.can_share, ours=ours)
    you = None
    if update is not None and update.seat is not None:
        you = tag("section", name_field(model), class_="card us", aria_label=text("you"))
    return join(card, you, None if update is None else arrange(update))


def _acts(model: Model, update: Update) -> Child:
    if update.seat is None:
        return sit(model, update)
    if update.phase is not Phase.GATHERING:
        return None
    return [_ready(update, update.seat), _start(update) if hosted_by_us(update) else None]


def _ready(update: Update, seat: int) -> Html:
    on = update.chairs[seat].ready
    return button(
        icon("lamp", "0 0 24 32", classes("lamp", on and "on")),
        text("gather.ready"),
        class_="big",
        id="ready",
        data_msg="ready",
        data_value="false" if on else "true",
        aria_pressed=on,
    )


def _start(update: Update) -> Html:
    """Pressed too early, it is answered with why not."""
    guests = [update.chairs[seat] for seat in people(update) if seat != update.host]
    early = not all(guest.ready for guest in guests)
    return button(
        text("gather.start"),
        class_=classes("big", not early and "go"),
        id="start",
        data_msg="start",
        aria_disabled=early or None,
    )
