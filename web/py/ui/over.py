"""What lies over the table when a round or a match is over; which of them, its caller knows."""

from __future__ import annotations

from engine.messages import Update
from ui.button import button
from ui.dialog import dialog
from ui.html import Child, Html, tag
from ui.people import hosted_by_us
from ui.texts import text


def over(
    update: Update,
    name: str,
    *,
    title: str,
    said: str,
    shown: Html,
    paper: Child,
    below: Child = None,
    sit: Html | None,
    go: tuple[str, str, str],
) -> Html:
    """``shown`` lies on the wood, ``paper`` is written down, ``below`` is for who wants more.

    ``sit`` leads to a chair whoever has none. ``go`` is the message and the name of the button
    that goes on, which is the host's alone, and what the others read instead.
    """
    msg, label, waiting = go
    leave = button(text("top.leave.name"), class_="wood", data_msg="hearth")
    ours = hosted_by_us(update)
    if ours:
        on = button(label, class_="go big", data_msg=msg, autofocus=True)
    else:
        on = tag("p", waiting, class_="waiting")
    return dialog(
        title,
        tag(
            "div",
            tag("header", tag("h2", title, tabindex=-1, autofocus=not ours), tag("p", said)),
            shown,
            tag("section", paper, class_="sum paper", aria_label=text("score.title")),
            below,
            sit,
            tag("div", on, leave, class_="acts"),
            class_="dialog",
        ),
        class_="over fall-wood grain",
        id=f"{name}-over",
    )
