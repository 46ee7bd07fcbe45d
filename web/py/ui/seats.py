"""The others at the table: who, how many tiles, what they did last and what they say."""

from __future__ import annotations

from app.duel import Duel
from app.model import Model
from engine.messages import Update
from engine.view import View
from ui.bout import grace, rated
from ui.emblem import emblem
from ui.html import Child, Html, classes, join, tag
from ui.motion import fresh_deeds, place
from ui.people import Turn, absence, last_turns, name_of, others
from ui.reactions import exclaimed
from ui.texts import counted, text
from ui.tile import back

FAN = 7
"""Backs drawn for a hand at most; the number beside them tells the rest."""


def seats(model: Model, update: Update, view: View) -> Html:
    deeds, words, signs = last_turns(view.record), exclaimed(model), fresh_deeds(model)
    return join(
        [
            _seat(
                update,
                view,
                seat,
                model.duel,
                tag("q", words[seat])
                if seat in words
                else _signed(deeds.get(seat), signs.get(seat)),
            )
            for seat in others(update)
        ]
    )


def _seat(update: Update, view: View, seat: int, duel: Duel | None, latest: Child) -> Html:
    count = view.counts[seat]
    lit = _light_stands_by(view) == seat
    held = tag(
        "span",
        tag("span", [back()] * min(count, FAN), class_="fan", aria_hidden=True),
        tag("b", count),
        " ",
        tag("i", counted("tiles.word", count)),
        class_="held",
    )
    away = grace(duel, seat) or absence(update.chairs[seat])
    score = None
    if update.setup.target is not None:
        of = text("score.of", score=view.scores[seat], target=update.setup.target)
        score = tag("span", of, class_="score")
    return tag(
        "li",
        emblem(update.chairs[seat], name_of(update, seat), lit=lit),
        tag("span", name_of(update, seat), class_="name"),
        " ",
        held,
        " ",
        score,
        " ",
        tag(
            "span",
            rated(duel, seat),
            _away(away),
            latest,
            class_="did",
        ),
        class_=classes("seat", lit and "lit", away and "absent"),
        id=f"seat-{seat}",
        aria_current="true" if view.turn == seat else None,
    )


def _away(away: str | None) -> Child:
    return None if away is None else [tag("span", away, class_="away"), " "]


def _signed(turn: Turn | None, sign: int | None) -> Child:
    """A deed, with a sign where it has just been done; ``sign`` is its number."""
    if sign is None:
        return deed(turn)
    return tag("span", deed(turn), class_="sign", id=f"sign-{sign}")


def deed(turn: Turn | None) -> Child:
    """What a seat did in its latest turn; the weight lies on what changed the line."""
    if turn is None:
        return None
    if turn.passed:
        key = "deed.drew_and_passed" if turn.drew else "deed.passed"
        return text(key, count=turn.drew)
    if turn.laid is None:
        return text("deed.drew", count=turn.drew)
    laid = tag("b", text("deed.opened" if turn.opened else "deed.laid", tile=turn.laid))
    return [text("deed.drew_and_laid", count=turn.drew), " ", laid] if turn.drew else laid


def light(update: Update, view: View) -> str:
    """Where the lantern stands, for the page's ``data-lit``: by whoever acts or has won."""
    seat = _light_stands_by(view)
    return "none" if seat is None else place(update, seat)


def _light_stands_by(view: View) -> int | None:
    return view.turn if view.result is None else view.result.winner
