"""What may be said at a table of friends, and what has just been said. Five phrases, no more."""

from __future__ import annotations

from app.model import Model
from engine.messages import Phrase, Reacted
from ui.button import button
from ui.emblem import icon
from ui.html import Html, join, tag
from ui.texts import text

PHRASES = "phrases"
"""The id of the list, which the browser itself opens and closes."""


def say_something() -> Html:
    """A button and the list that it opens, above all else; choosing a phrase closes it."""
    opener = button(
        icon("icon-say"),
        tag("span", text("say.something.short")),
        class_="bare",
        id="say-something",
        popovertarget=PHRASES,
        aria_label=text("say.something"),
    )
    phrases = tag(
        "div",
        [_phrase(phrase) for phrase in Phrase],
        id=PHRASES,
        class_="phrases",
        role="group",
        aria_label=text("say.something"),
        popover="auto",
    )
    return join(opener, phrases)


def _phrase(phrase: Phrase) -> Html:
    return button(
        text(f"phrase.{phrase}"),
        id=f"phrase-{phrase}",
        data_msg="react",
        data_value=phrase.value,
        popovertarget=PHRASES,
        popovertargetaction="hide",
    )


def exclaimed(model: Model) -> dict[int, str]:
    """What each seat says just now, in words."""
    return {
        each.event.seat: text(f"phrase.{each.event.phrase}")
        for each in model.reactions
        if isinstance(each.event, Reacted)
    }
