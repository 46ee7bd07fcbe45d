"""What is written down beside the table: the score sheet, the round so far, the keys."""

from __future__ import annotations

from engine.messages import Update
from engine.view import View
from ui.html import Child, Html, classes, join, tag
from ui.people import Turn, name_of, turns
from ui.seats import deed
from ui.texts import counted, text

SHOWN = 14
"""Turns of the round that the rail lists, the newest first."""


def rail(update: Update, view: View) -> Html:
    return join(
        tag("section", sheet(update, view), class_="sheet paper", aria_label=text("score.name")),
        tag(
            "section",
            _log(update, view),
            class_="card told",
            aria_label=text("log.title"),
            tabindex=0,
        ),
        _keys(),
    )


def sheet(update: Update, view: View) -> Html:
    """The scores, highest first, with how far each is on the way to the target."""
    target = update.setup.target
    title = text("sheet.one_round") if target is None else text("sheet.first_to", target=target)
    ranked = sorted(range(update.setup.seats), key=lambda seat: -view.scores[seat])
    played = len(view.results)
    return join(
        tag("h2", title),
        tag("table", tag("tbody", [_row(update, view, seat) for seat in ranked])),
        None if target is None else tag("p", counted("sheet.before", played)),
    )


def _row(update: Update, view: View, seat: int) -> Html:
    score = view.scores[seat]
    way = None
    if update.setup.target is not None:
        share = min(100, round(100 * score / update.setup.target))
        bar = tag(
            "svg",
            tag("rect", width=share, height=8),
            viewBox="0 0 100 8",
            preserveAspectRatio="none",
            aria_hidden=True,
        )
        way = tag("td", bar, class_="way")
    return tag(
        "tr",
        tag("th", name_of(update, seat), scope="row"),
        way,
        tag("td", score),
        class_=classes(seat == update.seat and "us"),
    )


def _log(update: Update, view: View) -> Html:
    latest = list(enumerate(turns(view.record)))[-SHOWN:]
    lines = [_line(update, turn, number) for number, turn in reversed(latest)]
    return join(tag("h2", text("log.title")), tag("ol", lines))


def _line(update: Update, turn: Turn, number: int) -> Html:
    side: Child = None
    if turn.end is not None:
        side = tag("span", text(f"log.{turn.end}"))
    return tag(
        "li",
        tag("div", name_of(update, turn.seat), " ", deed(turn)),
        side,
        id=f"turn-{number}",
    )


def _keys() -> Html:
    pairs = (("L", "left"), ("R", "right"), ("D", "draw"), ("P", "pass"), ("?", "all"))
    return tag(
        "p",
        [
            [tag("span", tag("kbd", key), " ", text(f"keys.{what}"), class_="whole"), " "]
            for key, what in pairs
        ],
        class_="keys small quiet",
    )
