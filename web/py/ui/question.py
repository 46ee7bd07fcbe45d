"""A question asked before what cannot be undone; says what that costs, and does nothing itself."""

from __future__ import annotations

from app.intents.friends import CloseForAll, SendAway
from app.model import Model
from engine.messages import Update
from ui.button import button
from ui.dialog import dialog
from ui.html import Html, tag
from ui.people import called, people
from ui.texts import text


def question(name: str, title: str, why: str, go: Html, stay: str) -> Html:
    """``go`` is the button that does it; Escape and ``stay`` leave everything as it is."""
    return dialog(
        title,
        tag("header", tag("h2", title)),
        tag(
            "div",
            tag("p", why),
            tag(
                "div",
                button(stay, class_="go", data_msg="put_aside", autofocus=True),
                go,
                class_="ways",
            ),
            class_="inside",
        ),
        class_="sheet-over trouble",
        data_cancel="put_aside",
        id=f"ask-{name}",
    )


def asked_first(model: Model, update: Update) -> Html | None:
    """Whether the host means it; nothing where there is nobody left whom it concerns."""
    match model.doubted:
        case CloseForAll():
            go = button(text("ask.close.go"), id="ask-go", data_msg="close_table")
            return question(
                "close", text("ask.close"), text("ask.close.why"), go, text("ask.close.stay")
            )
        case SendAway(seat) if seat in people(update):
            name = called(update, seat)
            go = button(text("chair.kick"), id="ask-go", data_msg="kick", data_value=seat)
            return question(
                "kick",
                text("ask.kick", name=name),
                text("ask.kick.why", name=name),
                go,
                text("ask.kick.stay"),
            )
    return None
