"""The round pane beside a name: a regular's picture, or a person's first letter."""

from __future__ import annotations

from engine.chairs import Chair
from ui.html import Html, classes, tag
from ui.people import ISOLATE


def emblem(chair: Chair, label: str, *, lit: bool = False) -> Html:
    """``label`` is what the chair is called here; a person's pane bears its first letter."""
    drawing = "guest" if chair.regular is None else chair.regular.value
    letter = None
    if chair.regular is None:
        first = label.lstrip(ISOLATE)[:1].upper()
        letter = tag("text", first, x=32, y=43, text_anchor="middle", class_="initial")
    return tag(
        "svg",
        tag("use", href=f"#{drawing}"),
        letter,
        class_=classes("emblem", lit and "lit"),
        viewBox="0 0 64 64",
        aria_hidden=True,
    )


def icon(name: str, view_box: str = "0 0 24 24", class_: str | None = None) -> Html:
    """One drawing of the page's sprite."""
    return tag(
        "svg", tag("use", href=f"#{name}"), class_=class_, viewBox=view_box, aria_hidden=True
    )
