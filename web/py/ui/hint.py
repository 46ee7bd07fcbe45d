"""What the best mind would do in the player's place, and why, in one sentence."""

from __future__ import annotations

from typing import assert_never

from app.model import Model
from engine.actions import Action, Draw, Pass, Play
from engine.ai.reasons import (
    GoesOut,
    Keeps,
    Lacks,
    OnlyChoice,
    Reason,
    Sheds,
    ShedsDouble,
    Stops,
)
from engine.messages import Update
from ui.html import Html, tag
from ui.people import called
from ui.texts import counted, phrase, text

MOST = 2
"""Reasons that are told; the weightiest come first."""


def hint(model: Model, update: Update) -> Html | None:
    """The hint that was asked for, as long as its tile is the chosen one."""
    if model.hint is None:
        return None
    action = model.hint.action
    if isinstance(action, Play) and model.chosen != action.tile:
        return None
    reasons = [_reason(update, reason) for reason in model.hint.reasons[:MOST]]
    because = "; ".join(reasons) or text("advice.on_average")
    said = text("advice.because", action=_action(action), reasons=because)
    return tag("span", said, class_="notice", id=f"hint-{model.hint.version}")


def _action(action: Action) -> str:
    match action:
        case Play(tile, end):
            return text(f"advice.{end}", tile=tile)
        case Draw():
            return text("advice.draw")
        case Pass():
            return text("advice.pass")
        case _:
            assert_never(action)


def _reason(update: Update, reason: Reason) -> str:
    match reason:
        case OnlyChoice():
            return text("advice.only_choice")
        case GoesOut():
            return text("advice.goes_out")
        case Stops(seat):
            return phrase("advice.stops", name=called(update, seat))
        case Lacks(seat, value):
            values = text(f"values.{value}")
            return phrase("advice.lacks", name=called(update, seat), values=values)
        case Keeps(value, count):
            number, values = text(f"number.{count}"), text(f"values.{value}")
            return counted("advice.keeps", count, number=number, values=values)
        case ShedsDouble():
            return text("advice.sheds_double")
        case Sheds(pips):
            return text("advice.sheds", pips=pips)
        case _:
            assert_never(reason)
