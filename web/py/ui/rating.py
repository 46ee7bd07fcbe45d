"""How strong somebody is taken to be, in words. Works nothing out."""

from __future__ import annotations

from app.rivals import Rival
from engine.letters import Contender
from ui.html import Child, Html, tag
from ui.people import person_name
from ui.texts import text


def rating(one: Rival | Contender) -> Html:
    """The rating with its uncertainty, and a sign while that is large."""
    return tag("span", _words(one), class_="rating")


def rival_name(rival: Rival) -> str:
    return person_name(rival.name)


def signed(points: int) -> str:
    """With a true minus: +12, −8, ±0."""
    if points == 0:
        return "±0"
    return f"+{points}" if points > 0 else f"−{-points}"


def _words(one: Rival | Contender) -> list[Child]:
    words = text("rating", rating=one.rating, deviation=one.deviation)
    if not one.provisional:
        return [words]
    unsure = tag("span", text("rating.unsure"), class_="sr")
    return [words, " ", tag("span", "?", aria_hidden=True), unsure]
