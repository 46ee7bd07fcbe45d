"""What a ranked table tells beside any other: ratings, who is away, what a second lapse costs."""

from __future__ import annotations

from math import ceil

from app.duel import Duel
from app.model import Model
from app.standing import Role
from engine.letters import Bout, Stage
from engine.messages import Update
from ui.button import button
from ui.html import Html, join, tag
from ui.people import called
from ui.rating import rating
from ui.texts import counted, text


def where(model: Model) -> str:
    """For the bar over the table."""
    bout = None if model.duel is None else model.duel.bout
    if bout is None or bout.watchers == 0:
        return text("bout.where")
    return counted("bout.where.watched", bout.watchers)


def rated(duel: Duel | None, seat: int) -> Html | None:
    """The rating of whoever sits there."""
    if duel is None or duel.bout is None:
        return None
    return tag("span", rating(duel.bout.contenders[seat]), class_="score")


def away(model: Model) -> Html | None:
    """Whoever is away has lost after so many seconds; a banner while that may be."""
    found = _absent(model)
    if found is None:
        return None
    seat, bout, update = found
    seconds = ceil(bout.contenders[seat].away or 0.0)
    watching = model.standing is None or model.standing.role is Role.WATCHER
    key = "bout.away.watched" if watching else "bout.away"
    words = text(key, name=called(update, seat), seconds=seconds)
    return tag("aside", words, class_="tie-word", aria_label=text("bout.away.name"))


def away_announced(model: Model) -> Html | None:
    """The same without its seconds, which would be read out one by one."""
    found = _absent(model)
    if found is None:
        return None
    seat, _, update = found
    words = text("bout.away.said", name=called(update, seat))
    return tag("p", words, id=f"away-{seat}")


def _absent(model: Model) -> tuple[int, Bout, Update] | None:
    update, bout = model.update, None if model.duel is None else model.duel.bout
    if update is None or bout is None or bout.stage is not Stage.PLAYING:
        return None
    for seat, contender in enumerate(bout.contenders):
        if contender.away is not None and seat != update.seat:
            return seat, bout, update
    return None


def leave_over(model: Model) -> Html:
    """Asks whether the bout is to be left, and says what that costs."""
    title = text("leave.title")
    record = () if model.view is None else model.view.record
    why = text("leave.loses" if len(record) > 1 else "leave.void")
    go = button(text("leave.go"), id="leave-go", data_msg="hearth")
    stay = button(text("leave.stay"), class_="go", data_msg="put_aside", autofocus=True)
    return tag(
        "dialog",
        tag("header", tag("h2", title)),
        tag("div", tag("p", why), tag("div", stay, go, class_="ways"), class_="inside"),
        class_="sheet-over trouble",
        aria_label=title,
        data_modal=True,
        data_cancel="put_aside",
        id="sheet-leave",
    )


def warned(model: Model) -> Html | None:
    """Our turn has run out once: the next time loses the bout."""
    seat = None if model.update is None else model.update.seat
    if model.duel is None or seat not in model.duel.late or not model.my_turn:
        return None
    return join(tag("span", text("bout.late"), class_="ours"))
