"""What lies over the page until it is answered; dialog.js shows it, and keeps all else away."""

from __future__ import annotations

from ui.html import Attribute, Child, Html, tag


def dialog(title: str, *inside: Child, **attributes: Attribute) -> Html:
    """`data_cancel` is what the button says that Escape presses, as does a telephone's Back."""
    return tag(
        "dialog",
        *inside,
        **attributes,
        popover="manual",
        aria_label=title,
        aria_modal=True,
    )
