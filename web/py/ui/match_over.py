"""The end of a match: who won, how each round went, and once more, played or watched."""

from __future__ import annotations

from engine.events import Result
from engine.messages import Update
from engine.view import View
from engine.witness import Checked
from ui.button import button
from ui.emblem import emblem
from ui.html import Html, classes, tag
from ui.over import over
from ui.people import called, host_of, name_of
from ui.round_over import last_round, total
from ui.seal import save_button, seal
from ui.texts import counted, text


def match_over(
    update: Update, view: View, result: Result, checked: Checked | None, sit: Html | None
) -> Html:
    many = len(view.results) > 1
    return over(
        update,
        "match",
        title=text("match.title"),
        said=verdict(update, view),
        shown=_ranking(update, view),
        paper=[
            tag("p", text("match.last"), class_="which") if many else None,
            total(update, result),
            seal(update, checked),
            _rounds(update, view) if many else None,
        ],
        below=[last_round(update, view, result), keepsakes()],
        sit=sit,
        go=("rematch", text("match.rematch"), text("match.wait", name=host_of(update))),
    )


def verdict(update: Update, view: View) -> str:
    if view.winner is None:
        return text("match.tied")
    mine = view.winner == update.seat
    name = called(update, view.winner)
    if update.setup.target is None:
        return text("match.won.you") if mine else text("match.won", name=name)
    values = {"target": update.setup.target, "round": len(view.results)}
    if mine:
        return text("match.reached.you", **values)
    return text("match.reached", name=name, **values)


def keepsakes() -> Html:
    """What to do with the transcript: save it, or watch it again."""
    watch = button(text("match.watch"), data_msg="watch")
    return tag("div", save_button(), watch, class_="keepsakes")


def _ranking(update: Update, view: View) -> Html:
    """Everybody, the winner first, with final scores and rounds won."""
    won = [0] * update.setup.seats
    for result in view.results:
        if result.winner is not None:
            won[result.winner] += 1
    ranked = sorted(range(update.setup.seats), key=lambda s: (s != view.winner, -view.scores[s]))
    places = [
        tag(
            "li",
            emblem(update.chairs[seat], name_of(update, seat), lit=seat == view.winner),
            tag(
                "div",
                tag("b", name_of(update, seat)),
                " ",
                tag("span", counted("match.rounds", won[seat])),
            ),
            " ",
            tag("strong", view.scores[seat]),
            class_=classes(seat == view.winner and "won"),
        )
        for seat in ranked
    ]
    return tag("ol", places, class_="standing")


def _rounds(update: Update, view: View) -> Html:
    rows = [
        tag(
            "tr",
            tag("th", number, scope="row"),
            tag(
                "td",
                text("match.nobody") if result.winner is None else name_of(update, result.winner),
            ),
            tag("td", result.points),
        )
        for number, result in enumerate(view.results, 1)
    ]
    head = tag(
        "tr",
        [tag("th", text(f"match.{key}"), scope="col") for key in ("round", "winner", "points")],
    )
    caption = tag("caption", text("match.each"))
    return tag("table", caption, tag("thead", head), tag("tbody", rows), class_="rounds")
