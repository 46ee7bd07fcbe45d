"""One choice of a few that stand side by side, made at once and without a form."""

from __future__ import annotations

from collections.abc import Iterable

from ui.html import Html, tag

Option = tuple[str, str]
"""The value of a choice, and what it says."""


def pick(change: str, legend: str, options: Iterable[Option], chosen: str) -> Html:
    """``change`` is the message that each sends with its value."""
    name = change.replace(".", "-")
    labels = [
        tag(
            "label",
            tag(
                "input",
                type="radio",
                name=name,
                value=value,
                checked=value == chosen,
                data_change=change,
                id=f"{name}-{value or 'none'}",
            ),
            words,
        )
        for value, words in options
    ]
    return tag("fieldset", tag("legend", legend), tag("div", labels, class_="bar"), class_="pick")
