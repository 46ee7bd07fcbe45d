"""How the model changes: ``update(model, intent) -> (model, effects)``. Does nothing by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.cues import cues
from app.duel import room_in
from app.effects import (
    Changed,
    CloseTable,
    Effect,
    Reload,
    ResumeSolo,
    SetPace,
    SetPaused,
    ShowAddress,
    StartSolo,
    Store,
    Wake,
)
from app.fresh import fresh
from app.gathering import gather
from app.hearing import hear
from app.intents import Intent
from app.intents.friends import Awoke, CloseForAll, FollowLink, Gathering, SendAway, TakeOver
from app.intents.hearth import (
    DealSolo,
    FoundUnfinished,
    FoundUnreadable,
    GoToHearth,
    SatElsewhere,
    TakeChair,
)
from app.intents.keeping import Keeping
from app.intents.page import (
    AskReload,
    Change,
    FoundNewer,
    FoundOtherTabs,
    Measured,
    OpenSheet,
    PageHidden,
    PutAside,
    Sheet,
    StepBack,
    StorageRefused,
)
from app.intents.ranked import FollowBout, Ranking
from app.intents.replay import Step, Watching
from app.intents.table import PlayChosen, Playing, Ticked, Told
from app.keeping import keep, look_at_statistics
from app.lobby import Search
from app.model import Lens, Model, Notice, Screen
from app.playing import offer_to_act, play
from app.ranking import rank
from app.watching import watch
from engine.line import End


def update(model: Model, intent: Intent) -> Changed:
    after, effects = _changed(model, intent)
    after = replace(after, fresh=fresh(model, after))
    return after, (*effects, *cues(model, after))


def _changed(model: Model, intent: Intent) -> Changed:
    match intent:
        case DealSolo() | TakeChair() if model.screen is Screen.TABLE:
            return model, ()
        case PlayChosen(end) if model.screen is Screen.REPLAY and model.sheet is None:
            return watch(model, Step(-1 if end is End.LEFT else 1))
        case _ if isinstance(intent, Watching):
            return watch(model, intent)
        case StepBack() if model.sheet is not None or model.doubted is not None:
            aside, effects = _put_aside(model)
            return aside, (*effects, *_address_of(aside))
        case StepBack():
            return _changed(model, GoToHearth())
        case GoToHearth() if model.may_forfeit and model.sheet is not Sheet.LEAVE:
            return replace(model, sheet=Sheet.LEAVE), _address_of(model)
        case FollowLink() if model.may_forfeit:
            return replace(model, sheet=Sheet.LEAVE), _address_of(model)
        case Awoke() if model.lobby.search is not Search.NONE:
            return model, (Wake(),)
        case TakeOver() if model.duel is not None:
            return rank(model, FollowBout(model.duel.room))
        case FollowLink(link) if (room := room_in(link)) is not None:
            return rank(model, FollowBout(room))
        case _ if isinstance(intent, Ranking):
            return rank(model, intent)
        case CloseForAll() | SendAway() if model.among_people and model.doubted != intent:
            return replace(model, doubted=intent), ()
        case CloseForAll():
            return _at_hearth(model), (CloseTable(for_all=True), ShowAddress(""))
        case _ if isinstance(intent, Gathering):
            return gather(model, intent)
        case DealSolo(setup, levels, secrets):
            return model.without_table(Screen.TABLE), (
                StartSolo(setup, levels, model.settings.speed.seconds, secrets),
            )
        case TakeChair():
            return model.without_table(Screen.TABLE), (ResumeSolo(model.settings.speed.seconds),)
        case GoToHearth():
            return _at_hearth(model), (CloseTable(), ShowAddress(""))
        case SatElsewhere():
            return replace(_at_hearth(model), notice=Notice.SAT_ELSEWHERE), ()
        case FoundUnfinished(unfinished):
            return replace(model, unfinished=unfinished), ()
        case FoundUnreadable():
            return replace(model, unfinished=None, notice=Notice.UNREADABLE), ()
        case _ if isinstance(intent, Playing):
            return play(model, intent)
        case _ if isinstance(intent, Keeping):
            return keep(model, intent)
        case OpenSheet(Sheet.STATISTICS):
            return look_at_statistics(model)
        case OpenSheet(sheet):
            return replace(model, sheet=sheet), ()
        case PutAside():
            return _put_aside(model)
        case Change(name, value):
            return _change(model, name, value)
        case Measured(what, width, height):
            return _measured(model, what, width, height), ()
        case PageHidden(hidden):
            return model, (SetPaused(hidden),)
        case StorageRefused():
            return replace(model, kept=False, notice=Notice.NOT_KEPT), ()
        case FoundNewer():
            return replace(model, newer=True), ()
        case FoundOtherTabs():
            return replace(model, notice=Notice.OTHER_TABS), ()
        case AskReload():
            return replace(model, notice=None), (Reload(),)
        case Ticked():
            return _tick(model), ()
        case Told() if model.standing is None and model.screen is not Screen.TABLE:
            return model, ()
        case Told():
            return hear(model, intent)
        case _:
            assert_never(intent)


def _tick(model: Model) -> Model:
    """A second has passed: of the turn, or of what is left to a host who is away."""
    if not model.clock_runs:
        return model
    if model.duel is not None:
        model = replace(model, duel=model.duel.a_second_later())
    standing = model.standing
    if standing is not None and standing.until is not None:
        return replace(model, standing=replace(standing, until=max(standing.until - 1, 0.0)))
    return replace(model, left=max((model.left or 0.0) - 1, 0.0))


def _put_aside(model: Model) -> Changed:
    if model.sheet in (Sheet.ERASE_TALLY, Sheet.ERASE_ALL):
        return replace(model, sheet=Sheet.STATISTICS), ()
    if model.doubted is not None:
        return replace(model, doubted=None), ()
    if model.sheet is not None:
        return replace(model, sheet=None), ()
    return replace(model, chosen=None, notice=None, lens=Lens.WHOLE), ()


def _address_of(model: Model) -> tuple[Effect, ...]:
    """Whoever stays finds the way to the table in the address again, whatever led away from it."""
    return () if model.standing is None else (ShowAddress(model.standing.invite),)


def _at_hearth(model: Model) -> Model:
    lasting = model.notice in (Notice.UNREADABLE, Notice.NOT_KEPT)
    return replace(model.without_table(Screen.HEARTH), notice=model.notice if lasting else None)


def _change(model: Model, name: str, value: str) -> Changed:
    settings = model.settings.changed(name, value)
    if settings == model.settings:
        return model, ()
    model = replace(model, settings=settings)
    effects = (Store("settings", settings.to_text()), SetPace(settings.speed.seconds))
    if name in ("auto_draw", "auto_pass"):
        model, more = offer_to_act(replace(model, notice=None))
        return model, (*effects, *more)
    return model, effects


def _measured(model: Model, what: str, width: float, height: float) -> Model:
    if what == "line" and width > 0 and height > 0:
        return replace(model, line_area=(width, height))
    return model
