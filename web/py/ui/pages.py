"""``render(model)``: every region of the page as HTML. A function of the model and nothing else."""

from __future__ import annotations

from typing import Any

from app.duel import Duel
from app.intents.page import Sheet
from app.model import Model, Screen
from engine.messages import Phase, Update
from engine.view import View
from ui import hearth, side
from ui.bout import away_announced, leave_over
from ui.bout_over import bout_over, how_it_ended, where_it_stands
from ui.gather import REGIONS as GATHER_REGIONS
from ui.gather import gather, said
from ui.hand import hand
from ui.hint import hint
from ui.html import Html, classes, join, tag
from ui.line import line
from ui.match_over import match_over
from ui.motion import drawn, has_ended, laid_from
from ui.people import sentence
from ui.question import asked_first
from ui.rail import rail
from ui.ranked import REGIONS as RANKED_REGIONS
from ui.ranked import ranked
from ui.replay import REGIONS as REPLAY_REGIONS
from ui.replay import replay
from ui.round_over import round_over
from ui.seats import light, seats
from ui.sheets import sheet_over
from ui.sit import has_free_chair, sit
from ui.texts import spoken, text
from ui.tie import tie, tie_announced
from ui.top import before_deal, top
from ui.trouble import trouble_over

TABLE_REGIONS = ("top", "seats", "line", "pile", "say", "clock", "hand", "acts", "rail")


def render(model: Model) -> dict[str, Any]:
    """``regions``: id → inner HTML; ``body``: its data attributes; ``title`` and ``language``:
    the page's."""
    with spoken(model.language):
        return _picture(model)


def _picture(model: Model) -> dict[str, Any]:
    """The same, in whatever language is spoken."""
    regions: dict[str, str] = {
        "again": hearth.again(model),
        "hearth-note": hearth.note(model) if model.screen is Screen.HEARTH else "",
        "tie": tie(model) or "",
        "dialog": _shown(model, _dialog(model)),
        "status": _announcements(model),
        **(gather(model) if model.screen is Screen.GATHER else dict.fromkeys(GATHER_REGIONS, "")),
        **_table(model),
        **(ranked(model) if model.screen is Screen.RANKED else dict.fromkeys(RANKED_REGIONS, "")),
        **(replay(model) if model.screen is Screen.REPLAY else dict.fromkeys(REPLAY_REGIONS, "")),
    }
    lit = "none"
    if model.screen is Screen.TABLE and model.update is not None and model.view is not None:
        lit = light(model.update, model.view)
    body = {
        "screen": model.screen.value,
        "lit": lit,
        "tiles": model.settings.tiles.value,
        "motion": model.settings.motion.value,
        "contrast": model.settings.contrast.value,
        "text": model.settings.text.value,
        "sounds": " ".join(model.settings.sounds) or "none",
    }
    return {
        "regions": regions,
        "body": body,
        "title": _title(model),
        "language": model.language.value,
    }


def _table(model: Model) -> dict[str, str]:
    update, view = model.update, model.view
    empty = dict.fromkeys(TABLE_REGIONS, "")
    if model.screen is not Screen.TABLE or update is None:
        return empty
    if view is None:
        dealing = side.dealing() if update.phase is Phase.DEALING else ""
        return {**empty, "top": before_deal(), "say": dealing}
    return {
        "top": top(model, update, view),
        "seats": seats(model, update, view),
        "line": _line(model, view),
        "pile": side.pile(view, drawn=drawn(model)),
        "say": side.say(model, update, view),
        "clock": side.clock(model, update) or "",
        "hand": "" if view.seat is None else hand(model, view),
        "acts": side.acts(model, update, view),
        "rail": rail(update, view),
    }


def _line(model: Model, view: View) -> str:
    """Nothing until its room is known: a guess would be seen to jump."""
    if model.line_area is None:
        return ""
    ends, came = model.ends_for(model.chosen), laid_from(model)
    return line(view, model.line_area, ends, lens=model.lens, came=came)


def _shown(model: Model, dialog: Html | None) -> str:
    """A dialog, marked as to how it comes; on the page a mark would have all of it asked."""
    ended = has_ended(model) and "ended"
    return tag("div", dialog, class_=classes(ended)) if dialog else ""


def _dialog(model: Model) -> Html | None:
    if model.standing is not None and model.standing.trouble is not None:
        return trouble_over(model.standing.trouble, ranked=model.duel is not None)
    if model.sheet is Sheet.LEAVE:
        return leave_over(model) if model.may_forfeit else None
    update, view = model.update, model.view
    if update is not None and (asked := asked_first(model, update)) is not None:
        return asked
    if model.sheet is not None:
        return sheet_over(model, model.sheet)
    if model.duel is not None:
        return _bout_dialog(model, model.duel, update)
    if model.screen is not Screen.TABLE or update is None or view is None or view.result is None:
        return None
    seat_free = sit(model, update) if update.seat is None and has_free_chair(update) else None
    if update.phase is Phase.ROUND_OVER:
        return round_over(update, view, view.result, model.checked, seat_free)
    if update.phase is Phase.MATCH_OVER:
        return match_over(update, view, view.result, model.checked, seat_free)
    return None


def _bout_dialog(model: Model, duel: Duel, update: Update | None) -> Html | None:
    """The referee says that the bout is over, not the round: one may be left before its end."""
    if model.screen is not Screen.TABLE or update is None or duel.bout is None or not duel.is_over:
        return None
    return bout_over(model, duel, duel.bout, update)


def _announcements(model: Model) -> Html:
    """The latest events, one sentence each; a new one joins at the end and is read out."""
    update = model.update
    waits = tag("p", said(model), id="waits") if model.screen is Screen.GATHER else None
    tied = tie_announced(model)
    if update is None:
        return join(waits, side.notice(model), tied, _newer_announced(model))
    sentences = [tag("p", sentence(update, told), id=f"told-{told.number}") for told in model.told]
    word = side.notice(model) or hint(model, update)
    turn = _turn_announced(model, update, model.view)
    return join(sentences, waits, turn, word, tied, _bout_announced(model, update))


def _newer_announced(model: Model) -> Html | None:
    at_hearth = model.screen is Screen.HEARTH
    return tag("p", text("newer"), id="newer-said") if model.newer and at_hearth else None


def _bout_announced(model: Model, update: Update) -> Html | None:
    """Who is away, and how the bout ends."""
    bout = None if model.duel is None else model.duel.bout
    if model.duel is None or bout is None or not model.duel.is_over:
        return away_announced(model)
    return join(
        tag("p", how_it_ended(bout, update, model.view), id=f"over-{bout.id}"),
        tag("p", where_it_stands(bout), id=f"stage-{bout.stage}"),
    )


def _turn_announced(model: Model, update: Update, view: View | None) -> Html | None:
    if view is None or not model.my_turn:
        return None
    left, right = view.line.ends
    return tag("p", text("told.turn", left=left, right=right), id=f"turn-{update.version}")


def _title(model: Model) -> str:
    if model.screen is Screen.REPLAY:
        return text("title.replay")
    if model.screen is Screen.GATHER:
        return text("title.gather")
    if model.screen is Screen.RANKED:
        return text("title.ranked" if model.duel is None else "title.ranked.met")
    return text("title.turn" if model.my_turn else "title.page")
