"""How the model changes on the Replay screen. Never touches a table."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.effects import Changed, Download, Later, ListPast, ReadPast, ReadTable, SaveTable
from app.intents.replay import (
    CloseReplay,
    FoundPast,
    GoToReplay,
    Jump,
    LookFrom,
    OpenPast,
    OpenText,
    PlayReplay,
    ReplayGoesOn,
    SaveTranscript,
    Step,
    WatchAgain,
    Watching,
)
from app.model import Model, Screen
from app.showing import Showing
from engine.codec import Unreadable
from engine.replay import replay
from engine.transcript import read, write

SHORTEST = 0.4
"""Seconds for which every moment is shown at least while a replay goes on by itself."""


def watch(model: Model, intent: Watching) -> Changed:
    match intent:
        case GoToReplay():
            return _at_replay(model), (ListPast(),)
        case WatchAgain():
            return _at_replay(model), (ListPast(), ReadTable())
        case FoundPast(matches):
            return replace(model, past=matches), ()
        case OpenPast(number):
            return model, (ReadPast(number),)
        case OpenText(text):
            return _open(model, text), ()
        case CloseReplay() if model.showing is not None and _from_the_list(model):
            return _at_replay(model), ()
        case CloseReplay():
            screen = model.back if model.update is None else Screen.TABLE
            return replace(_at_replay(model), screen=screen), ()
        case SaveTranscript() if model.screen is Screen.TABLE:
            return model, (SaveTable(),)
    if model.showing is None:
        return model, ()
    match intent:
        case SaveTranscript():
            return model, (Download(write(model.showing.replay.transcript)),)
        case Step(moments):
            return _stop_at(model, model.showing, model.showing.moment + moments), ()
        case Jump(moment):
            return _stop_at(model, model.showing, moment), ()
        case LookFrom(seat):
            return _look(model, model.showing, seat), ()
        case PlayReplay():
            return _play_or_stop(model, model.showing)
        case ReplayGoesOn(run):
            return _go_on(model, model.showing, run)
        case _:
            assert_never(intent)


def _at_replay(model: Model) -> Model:
    """The Replay screen with no match open."""
    back = Screen.RANKED if model.screen is Screen.RANKED else Screen.HEARTH
    return replace(
        model,
        screen=Screen.REPLAY,
        showing=None,
        unopened=None,
        sheet=None,
        notice=None,
        back=model.back if model.screen is Screen.REPLAY else back,
    )


def _from_the_list(model: Model) -> bool:
    """What is shown was chosen on the Replay screen itself."""
    return model.update is None and model.back is Screen.HEARTH


def _open(model: Model, text: str | None) -> Model:
    """Show ``text`` from its first deal, or why that cannot be: "" where there is no text."""
    if model.screen is not Screen.REPLAY:
        return model
    if text is None:
        return replace(model, showing=None, unopened="")
    try:
        found = Showing(replay(read(text)))
    except Unreadable as error:
        return replace(model, showing=None, unopened=str(error))
    if found.last < 0:
        fault = found.replay.fault
        why = "expected a round, got none" if fault is None else fault.message
        place = "rounds" if fault is None else f"rounds[{fault.round}]"
        return replace(model, showing=None, unopened=f"{place}: {why}")
    return replace(model, showing=found, unopened=None)


def _stop_at(model: Model, showing: Showing, moment: int) -> Model:
    return replace(model, showing=replace(showing.at(moment), playing=False))


def _look(model: Model, showing: Showing, seat: int | None) -> Model:
    if seat is not None and seat not in range(showing.replay.match.setup.seats):
        return model
    return replace(model, showing=replace(showing, seat=seat))


def _play_or_stop(model: Model, showing: Showing) -> Changed:
    """Go on from here, or from the start where all has been shown."""
    if showing.playing:
        return replace(model, showing=replace(showing, playing=False)), ()
    moment = 0 if showing.moment == showing.last else showing.moment
    started = replace(showing, moment=moment, run=showing.run + 1, playing=True)
    return replace(model, showing=started), (_later(model, started),)


def _go_on(model: Model, showing: Showing, run: int) -> Changed:
    if not showing.playing or showing.run != run:
        return model, ()
    showing = showing.at(showing.moment + 1)
    if showing.moment == showing.last:
        return replace(model, showing=replace(showing, playing=False)), ()
    return replace(model, showing=showing), (_later(model, showing),)


def _later(model: Model, showing: Showing) -> Later:
    return Later(max(model.settings.speed.seconds, SHORTEST), ReplayGoesOn(showing.run))
