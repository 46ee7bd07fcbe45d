"""What a ranked table tells beside any other: ratings, who is away, what leaving costs."""

from __future__ import annotations

from math import ceil

from app.duel import Duel
from app.model import Model
from engine.letters import Stage
from ui.button import button
from ui.html import Child, Html, tag
from ui.people import called, others
from ui.question import question
from ui.rating import rating
from ui.texts import text


def where(model: Model) -> str:
    """For the bar over the table."""
    bout = None if model.duel is None else model.duel.bout
    if bout is None or bout.watchers == 0:
        return text("bout.where")
    return text("bout.where.watched", count=bout.watchers)


def rated(duel: Duel | None, seat: int) -> Child:
    """The rating of whoever sits there."""
    if duel is None or duel.bout is None:
        return None
    return [tag("span", rating(duel.bout.contenders[seat]), class_="rated"), " "]


def grace(duel: Duel | None, seat: int) -> str | None:
    """How long whoever is away is waited for."""
    bout = None if duel is None else duel.bout
    if bout is None or bout.stage is not Stage.PLAYING:
        return None
    left = bout.contenders[seat].away
    return None if left is None else text("bout.away", seconds=ceil(left))


def away_announced(model: Model) -> Html | None:
    """The same without its seconds, which would be read out one by one."""
    update = model.update
    for seat in () if update is None else others(update):
        if update is not None and grace(model.duel, seat) is not None:
            return tag("p", text("bout.away.said", name=called(update, seat)), id=f"away-{seat}")
    return None


def leave_over(model: Model) -> Html:
    """Asks whether the bout is to be left, and says what that costs."""
    title = text("leave.title")
    record = () if model.view is None else model.view.record
    why = text("leave.loses" if len(record) > 1 else "leave.void")
    go = button(text("leave.go"), id="leave-go", data_msg="hearth")
    return question("leave", title, why, go, text("leave.stay"))


def warned(model: Model) -> Html | None:
    """Our turn has run out once: the next time loses the bout."""
    seat = None if model.update is None else model.update.seat
    if model.duel is None or seat not in model.duel.late or not model.my_turn:
        return None
    return tag("span", text("bout.late"), class_="ours")
