"""A chair for whoever has none: the form to sit down by, or a word that nothing is free."""

from __future__ import annotations

from app.model import Model
from engine.chairs import NAME_LENGTH
from engine.messages import Update
from ui.html import Html, tag
from ui.texts import text


def has_free_chair(update: Update) -> bool:
    return any(not chair.is_person for chair in update.chairs)


def sit(model: Model, update: Update) -> Html:
    if not has_free_chair(update):
        return tag("p", text("sit.full"), class_="sit-down")
    # By this method Enter presses the button, and the browser itself sends nothing anywhere; a
    # dialog around the form is closed by it until the next paint.
    return tag(
        "form",
        name_field(model),
        tag(
            "button",
            text("sit.down"),
            type="submit",
            class_="btn go big",
            id="sit",
            data_msg="sit",
        ),
        class_="sit-down",
        id="sit-down",
        method="dialog",
        aria_label=text("sit.down"),
    )


def name_field(model: Model) -> Html:
    """What we are called; kept for later tables as soon as it is written."""
    field = tag(
        "input",
        type="text",
        id="your-name",
        name="name",
        value=model.settings.name,
        maxlength=NAME_LENGTH,
        placeholder=text("nameless"),
        autocomplete="nickname",
        data_change="name",
    )
    return tag("div", tag("label", text("gather.name"), for_="your-name"), field, class_="field")
