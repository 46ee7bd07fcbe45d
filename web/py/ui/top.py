"""The bar over the table: where the match stands, and what may be opened."""

from __future__ import annotations

from app.intents.page import Sheet
from app.model import Lens, Model
from engine.messages import Update
from engine.view import View
from ui import bout
from ui.button import button
from ui.emblem import icon
from ui.html import Html, classes, join, tag
from ui.line import is_small
from ui.reactions import say_something
from ui.texts import text


def top(model: Model, update: Update, view: View) -> Html:
    """At a table of friends, whoever has a chair may say something."""
    if model.duel is not None:
        where = bout.where(model)
    elif update.setup.target is None:
        where = text("top.round")
    else:
        number = len(view.results) + (view.result is None)
        where = text("top.match", round=number, target=update.setup.target)
    return join(
        home(lit=model.my_turn),
        _title(),
        tag("span", where, class_="round"),
        lens(model, view),
        say_something() if model.standing is not None and update.seat is not None else None,
        [opener(sheet) for sheet in (Sheet.SCORE, Sheet.READ, Sheet.SETTINGS)],
    )


def lens(model: Model, view: View) -> Html | None:
    """Enlarges the line where its tiles are small."""
    if model.line_area is None or not is_small(view, model.line_area):
        return None
    return button(
        icon("icon-lens"),
        tag("span", text("top.line")),
        class_="bare",
        id="lens",
        data_msg="lens",
        aria_label=text("line.enlarge"),
        aria_pressed=model.lens is Lens.NEAR,
    )


def before_deal() -> Html:
    """While there is no table to be seen."""
    return join(home(), _title())


def home(*, lit: bool = False) -> Html:
    """The way to the hearth; its lantern is lit on our turn."""
    return button(
        icon("lamp", "0 0 24 32", classes("lamp", lit and "on")),
        tag("span", text("top.leave")),
        class_="bare home",
        data_msg="hearth",
        aria_label=text("top.leave.name"),
    )


def _title() -> Html:
    return tag("h1", text("title.lodge"))


def opener(sheet: Sheet) -> Html:
    name = text(f"top.{sheet}.name") if sheet is not Sheet.SETTINGS else text("settings.title")
    return button(
        icon(f"icon-{sheet}"),
        tag("span", text(f"top.{sheet}")),
        class_="bare",
        data_msg="open",
        data_value=sheet.value,
        aria_label=name,
        aria_haspopup="dialog",
    )
