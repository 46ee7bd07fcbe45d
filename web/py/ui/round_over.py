"""The end of a round: every hand turned up, the sum written out, the match so far."""

from __future__ import annotations

from engine.events import Ending, Played, Result
from engine.messages import Update
from engine.tiles import Tile
from engine.view import View
from engine.witness import Checked
from ui.emblem import emblem
from ui.html import Child, Html, classes, tag
from ui.over import over
from ui.people import called, host_of, name_of
from ui.seal import seal
from ui.texts import counted, text
from ui.tile import named


def round_over(
    update: Update, view: View, result: Result, checked: Checked | None, sit: Html | None
) -> Html:
    return over(
        update,
        "round",
        title=text("round.title"),
        said=how_it_ended(update, result),
        shown=hands(update, view, result),
        paper=[
            total(update, result),
            _standing(update, view, result),
            seal(update, checked),
        ],
        sit=sit,
        go=("next_round", text("round.next"), text("round.wait", name=host_of(update))),
    )


def how_it_ended(update: Update, result: Result) -> str:
    if result.winner is None:
        return text("round.tied")
    key = "round.out" if result.kind is Ending.DOMINO else "round.blocked"
    if result.winner == update.seat:
        return text(f"{key}.you")
    return text(key, name=called(update, result.winner))


def hands(update: Update, view: View, result: Result) -> Html:
    """All hands, the winner's first, then in the order of turns."""
    assert view.hands is not None
    seats = update.setup.seats
    first = result.winner or 0
    order = [(first + step) % seats for step in range(seats)]
    return tag(
        "ol",
        [_hand(update, view, result, seat, view.hands[seat]) for seat in order],
        class_="hands",
        aria_label=text("round.hands"),
    )


def _hand(update: Update, view: View, result: Result, seat: int, held: tuple[Tile, ...]) -> Html:
    won = seat == result.winner
    up: Child = named(held) if held else text("round.went_out", tile=_last_laid(view))
    return tag(
        "li",
        emblem(update.chairs[seat], name_of(update, seat), lit=won),
        tag("b", name_of(update, seat)),
        " ",
        tag("span", up, class_=classes("up", not held and "out")),
        " ",
        tag(
            "span",
            result.pips[seat],
            " ",
            tag("small", counted("round.pips", result.pips[seat])),
            class_="pips",
        ),
        class_=classes(won and "won"),
    )


def _last_laid(view: View) -> Tile:
    return next(event.tile for event in reversed(view.record) if isinstance(event, Played))


def total(update: Update, result: Result) -> Html:
    """The sum of everyone else's pips, written out; a tie says why nobody scores."""
    if result.winner is None:
        return tag(
            "p",
            text("round.no_points"),
            " ",
            tag("small", counted("round.no_points.why", min(result.pips))),
            class_="line",
        )
    others = [pips for seat, pips in enumerate(result.pips) if seat != result.winner]
    whose = (
        text("round.for.you")
        if result.winner == update.seat
        else text("round.for", name=called(update, result.winner))
    )
    key = "round.sum" if len(others) > 1 else "round.sum.single"
    written = text(key, sum=" + ".join(map(str, others)), points=result.points)
    return tag("p", written, " ", tag("small", whose), class_="line")


def _standing(update: Update, view: View, result: Result) -> Html | None:
    if update.setup.target is None:
        return None
    ranked = sorted(range(update.setup.seats), key=lambda seat: -view.scores[seat])
    rows = [
        tag(
            "tr",
            tag("th", name_of(update, seat), scope="row"),
            tag("td", f"+ {result.points}" if seat == result.winner and result.points else ""),
            tag("td", view.scores[seat]),
            class_=classes(seat == result.winner and "won"),
        )
        for seat in ranked
    ]
    caption = tag("caption", text("round.standing", target=update.setup.target))
    return tag("table", caption, tag("tbody", rows))


def last_round(update: Update, view: View, result: Result) -> Html:
    """The same evidence, folded away under the end of a match."""
    return tag(
        "details",
        tag("summary", text("match.last")),
        tag("p", how_it_ended(update, result)),
        hands(update, view, result),
        class_="last-round",
        id="last-round",
    )
