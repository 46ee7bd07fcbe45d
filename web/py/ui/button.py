"""A button as the lodge has them; what it says to the app stands in its attributes."""

from __future__ import annotations

from ui.html import Attribute, Child, Html, classes, tag


def button(*inside: Child, class_: str | None = None, **attributes: Attribute) -> Html:
    """``class_`` is what it looks like beside any other, as ``go`` or ``big``."""
    return tag("button", *inside, type="button", class_=classes("btn", class_), **attributes)
