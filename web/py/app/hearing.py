"""How the model changes by what the table says. Asks of it only what is left to the lodge."""

from __future__ import annotations

from dataclasses import replace

from app.effects import Changed, KeepMatch
from app.gathering import refused_a_chair, told_among_friends
from app.intents.hearth import Unfinished
from app.intents.table import Told
from app.keeping import counted
from app.model import LASTING, Happening, Lens, Model, Notice
from app.playing import offer_to_act
from app.ranking import told_at_a_bout
from engine.actions import Refusal
from engine.events import Drew
from engine.messages import News, Phase, PlayedFor, Refused, Update
from engine.tiles import Tile

HEARD = 40
"""How many of the latest events stay in the model to be announced."""

NOTICE_FOR = {
    Refusal.NOT_YOUR_TURN: Notice.NOT_YOUR_TURN,
    Refusal.DOES_NOT_MATCH: Notice.DOES_NOT_FIT,
    Refusal.NO_DRAWING: Notice.NO_DRAWING,
    Refusal.MUST_PLAY: Notice.MUST_PLAY,
    Refusal.BONEYARD_EMPTY: Notice.BONEYARD_EMPTY,
    Refusal.MUST_DRAW: Notice.MUST_DRAW,
    "stale": Notice.STALE,
    "chair_taken": Notice.CHAIR_TAKEN,
    "not_ready": Notice.NOT_READY,
    "ledger": Notice.NO_LEDGER,
}


def hear(model: Model, told: Told) -> Changed:
    if isinstance(told.reply, Refused):
        return refused_a_chair(model, told.reply) or _refused(model, told.reply)
    return _told(replace(model, checked=told.checked), told.reply)


def _told(model: Model, new: Update) -> Changed:
    view = new.view
    held = view is not None and new.phase is Phase.PLAYING and model.chosen in view.hand
    number = model.told[-1].number if model.told else 0
    told = tuple(
        Happening(number + at, event, _drawn_in(new, event))
        for at, event in enumerate(new.events, 1)
    )
    moved_on = model.update is None or new.version != model.update.version
    effects = counted(model.update, new)
    model = replace(
        model,
        update=new,
        unfinished=_unfinished(model, new),
        left=new.left,
        chosen=model.chosen if held else None,
        lens=model.lens if new.phase is Phase.PLAYING else Lens.WHOLE,
        told=(*model.told, *told)[-HEARD:],
        notice=model.notice if model.notice in LASTING or not _is_news(model, new) else None,
        about=None if moved_on else model.about,
        hint=None if moved_on else model.hint,
    )
    if any(isinstance(event, PlayedFor) and event.seat == new.seat for event in new.events):
        model = replace(model, notice=Notice.PLAYED_FOR)
    if model.standing is not None:
        model, more = told_among_friends(told_at_a_bout(model, new), new)
        effects = (*effects, *more)
    if new.phase is Phase.MATCH_OVER and moved_on:
        return model, (*effects, KeepMatch())
    if moved_on:
        model, acts = offer_to_act(model)
        effects = (*effects, *acts)
    return model, effects


def _is_news(model: Model, new: Update) -> bool:
    """Whether a word on what was asked before is out of date."""
    old = model.update
    if old is None or new.version != old.version:
        return True
    gathers = new.phase is Phase.GATHERING
    return gathers and (new.chairs, new.setup) != (old.chairs, old.setup)


def _unfinished(model: Model, new: Update) -> Unfinished | None:
    """What the Hearth would say if we left now."""
    if model.standing is not None:
        return model.unfinished
    if not model.kept or new.view is None or new.phase is Phase.MATCH_OVER:
        return None
    rounds = len(new.view.results) + (new.phase is Phase.PLAYING)
    return Unfinished(new.setup, rounds, new.view.scores)


def _drawn_in(new: Update, event: News) -> Tile | None:
    """The tile that we drew in ``event``: the newest of our hand."""
    if isinstance(event, Drew) and event.seat == new.seat and new.view is not None:
        return new.view.hand[-1]
    return None


def _refused(model: Model, refused: Refused) -> Changed:
    """Say why; where a held tile must be played, that tile is named and chosen."""
    if refused.code == "not_now":  # a second press of what the first has done
        return model, ()
    notice = NOTICE_FOR.get(refused.code, Notice.REFUSED)
    if notice is Notice.MUST_PLAY and model.fitting:
        chosen = model.chosen if model.chosen in model.fitting else model.fitting[0]
        return replace(model, notice=notice, chosen=chosen, about=chosen), ()
    return replace(model, notice=notice, about=None), ()
