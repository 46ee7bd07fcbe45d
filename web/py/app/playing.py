"""How the model changes by what the player does at the table, and what the lodge does in their
place. Decides nothing of the game: the table does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.effects import Changed, Focus, Later, Say, ThinkHint
from app.intents.table import (
    ActForMe,
    AskDraw,
    AskHint,
    AskNextRound,
    AskPass,
    AskRematch,
    Hinted,
    PlayChosen,
    Playing,
    TapTile,
    TurnLens,
)
from app.model import LASTING, Model, Notice
from app.standing import Tie
from engine.actions import Action, Draw, Pass, Play
from engine.line import End
from engine.messages import Act, NextRound, Rematch
from engine.tiles import Tile


def play(model: Model, intent: Playing) -> Changed:
    match intent:
        case TapTile(tile):
            return _tap(model, tile)
        case PlayChosen(end):
            return _play_chosen(model, end)
        case TurnLens():
            return replace(model, lens=model.lens.other), ()
        case AskDraw():
            return _ask(model, Draw())
        case AskPass():
            return _ask(model, Pass())
        case AskHint():
            return _ask_hint(model)
        case Hinted():
            return _hinted(model, intent), ()
        case AskNextRound():
            return replace(model, notice=None), (Say(NextRound()),)
        case AskRematch():
            return replace(model, notice=None), (Say(Rematch()),)
        case ActForMe(version):
            return _act_for_me(model, version)
        case _:
            assert_never(intent)


def offer_to_act(model: Model) -> Changed:
    """Where only a draw or only a pass is open, and so wanted, do it after a readable pause."""
    update, action = model.update, model.left_to_lodge
    if update is None or action is None:
        return model, ()
    if model.notice not in LASTING:
        drawn = isinstance(action, Draw)
        model = replace(model, notice=Notice.AUTO_DRAW if drawn else Notice.AUTO_PASS)
    pause = min(1.0, model.settings.speed.seconds)
    return model, (Later(pause, ActForMe(update.version)),)


def _tap(model: Model, tile: Tile) -> Changed:
    """First tap: choose. Second tap: play, where there is only one end for it."""
    view = model.view
    if view is None or tile not in view.hand:
        return model, ()
    if not model.my_turn:
        chosen = None if model.chosen == tile else tile
        return replace(model, chosen=chosen, notice=None), ()
    ends = model.ends_for(tile)
    if not ends:
        return replace(model, notice=Notice.DOES_NOT_FIT, about=tile, chosen=None), ()
    if model.chosen != tile:
        return replace(model, chosen=tile, notice=None), ()
    if len(ends) == 1:
        return _play(model, tile, ends[0])
    return replace(model, notice=Notice.CHOOSE_END, about=tile), ()


def _play_chosen(model: Model, end: End) -> Changed:
    if model.sheet is not None or model.view is None:
        return model, ()
    if not model.my_turn:
        return replace(model, notice=Notice.NOT_YOUR_TURN), ()
    if model.chosen is None:
        return replace(model, notice=Notice.CHOOSE_TILE), ()
    if end not in model.ends_for(model.chosen):
        return replace(model, notice=Notice.DOES_NOT_FIT, about=model.chosen), ()
    return _play(model, model.chosen, end)


def _play(model: Model, tile: Tile, end: End) -> Changed:
    model, effects = _ask(model, Play(tile, end))
    return replace(model, chosen=None), (*effects, Focus("hand"))


def _ask(model: Model, action: Action) -> Changed:
    """Put ``action`` to the table, which alone decides."""
    if model.update is None or model.view is None or model.sheet is not None:
        return model, ()
    cut_off = model.standing is not None and model.standing.tie is not Tie.HERE
    notice = Notice.GOES_LATER if cut_off else None
    return replace(model, notice=notice), (Say(Act(model.update.version, action)),)


def _ask_hint(model: Model) -> Changed:
    """Once a turn, and only where it spoils nobody's game."""
    if model.update is None or model.sheet is not None or not model.alone:
        return model, ()
    if not model.my_turn:
        return replace(model, notice=Notice.NOT_YOUR_TURN), ()
    version = model.update.version
    if model.asked == version:
        return model, ()
    return replace(model, asked=version), (ThinkHint(version),)


def _hinted(model: Model, hint: Hinted) -> Model:
    """Choose the tile that is hinted at, unless the table has moved on."""
    if model.update is None or model.update.version != hint.version:
        return model
    chosen = hint.action.tile if isinstance(hint.action, Play) else None
    return replace(model, hint=hint, chosen=chosen, notice=None)


def _act_for_me(model: Model, version: int) -> Changed:
    update, action = model.update, model.left_to_lodge
    if update is None or update.version != version or action is None:
        return model, ()
    return model, (Say(Act(version, action)),)
