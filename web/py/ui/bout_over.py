"""The end of a ranked bout: who won and how, what that does to both ratings, and the ways on."""

from __future__ import annotations

from app.duel import Duel
from app.model import Model, Notice
from app.standing import Role, Tie
from engine.letters import Bout, Contender, Stage
from engine.messages import Update
from engine.ranked import Finish
from engine.view import View
from ui.button import button
from ui.dialog import dialog
from ui.emblem import emblem
from ui.html import Child, Html, classes, tag
from ui.match_over import keepsakes, verdict
from ui.people import called, name_of
from ui.rating import rating, signed
from ui.round_over import last_round, total
from ui.seal import seal
from ui.side import notice
from ui.texts import text


def bout_over(model: Model, duel: Duel, bout: Bout, update: Update) -> Html:
    view = model.view
    title = text("match.title")
    result = None if view is None else view.result
    return dialog(
        title,
        tag(
            "div",
            tag(
                "header",
                tag("h2", title, tabindex=-1, autofocus=True),
                tag("p", how_it_ended(bout, update, view)),
            ),
            _ranking(bout, update),
            tag(
                "section",
                None if result is None else total(update, result),
                tag("p", where_it_stands(bout), class_="stage", id="bout-stage"),
                None if result is None else seal(update, model.checked),
                class_="sum paper",
                aria_label=text("bout.result"),
            ),
            None if view is None or result is None else last_round(update, view, result),
            keepsakes() if duel.recorded else None,
            tag("div", _acts(model, duel, bout, update), class_="acts"),
            class_="dialog",
        ),
        class_="over fall-wood grain",
        id="bout-over",
    )


def how_it_ended(bout: Bout, update: Update, view: View | None) -> str:
    """Who won, and by what."""
    if bout.finish is None or bout.stage is Stage.VOID:
        return text("bout.over.void")
    if bout.finish is Finish.PLAYED:
        if view is None:
            return text("bout.over.void")
        return verdict(update, view)
    assert bout.winner is not None
    loser = 1 - bout.winner
    names = {"winner": called(update, bout.winner), "loser": called(update, loser)}
    if update.seat == bout.winner:
        return text(f"bout.over.{bout.finish}.won", **names)
    if update.seat == loser:
        return text(f"bout.over.{bout.finish}.lost", **names)
    return text(f"bout.over.{bout.finish}", **names)


def where_it_stands(bout: Bout) -> str:
    """What has become of the result."""
    closing = bout.stage is Stage.VOID and bout.finish is None
    return text("bout.void.closing" if closing else f"bout.{bout.stage}")


def _ranking(bout: Bout, update: Update) -> Html:
    """Both, the winner first, each with its rating before and after."""
    first = bout.winner or 0
    return tag("ol", [_place(bout, update, seat) for seat in (first, 1 - first)], class_="standing")


def _place(bout: Bout, update: Update, seat: int) -> Html:
    contender = bout.contenders[seat]
    won = seat == bout.winner
    gained = None
    if contender.gained is not None:
        gained = tag("strong", signed(contender.gained))
    return tag(
        "li",
        emblem(update.chairs[seat], name_of(update, seat), lit=won),
        tag("div", tag("b", name_of(update, seat)), " ", tag("span", _rated(contender))),
        " ",
        gained,
        class_=classes(won and "won"),
    )


def _rated(contender: Contender) -> Child:
    if contender.gained is None:
        return rating(contender)
    before = contender.rating - contender.gained
    return [text("bout.before", rating=before), " ", rating(contender)]


def _acts(model: Model, duel: Duel, bout: Bout, update: Update) -> Child:
    hearth = button(text("top.leave.name"), class_="wood", data_msg="hearth")
    if model.standing is None or model.standing.role is Role.WATCHER:
        back = button(text("ranked.back"), class_="wood", id="back-to-ranked", data_msg="ranked")
        return [back, hearth]
    if bout.stage is Stage.WRITING:
        return [tag("p", text("bout.wait"), class_="waiting"), hearth]
    find = button(text("bout.find_another"), class_="wood", id="find", data_msg="find")
    refused = notice(model) if model.notice is Notice.NO_LEDGER else None
    return [refused, _rematch(model, duel, bout, update), find, hearth]


def _rematch(model: Model, duel: Duel, bout: Bout, update: Update) -> Html | None:
    """Only while both are there, and the bout is rated."""
    seat = update.seat
    if seat is None or bout.stage is not Stage.RATED:
        return None
    other = bout.contenders[1 - seat]
    name = called(update, 1 - seat)
    here = model.standing is not None and model.standing.tie is Tie.HERE
    parted = duel.left or bout.finish is Finish.LEFT or other.away is not None
    if parted or not here:
        return tag("p", text("bout.rematch.gone", name=name), class_="waiting")
    if bout.contenders[seat].rematch:
        return tag("p", text("bout.rematch.asked", name=name), class_="waiting")
    ask = button(text("match.rematch"), class_="go big", id="rematch", data_msg="rematch")
    if other.rematch:
        return tag("div", tag("p", text("bout.rematch.waits", name=name)), ask, class_="asked")
    return ask
