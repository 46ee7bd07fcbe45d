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
    Focus,
    KeepMatch,
    Later,
    Reload,
    ResumeSolo,
    Say,
    SetPace,
    SetPaused,
    ShowAddress,
    StartSolo,
    Store,
    ThinkHint,
    Wake,
)
from app.fresh import fresh
from app.gathering import gather, refused_a_chair, told_among_friends
from app.intents import Intent
from app.intents.friends import Awoke, CloseForAll, FollowLink, Gathering, SendAway, TakeOver
from app.intents.hearth import (
    DealSolo,
    FoundUnfinished,
    FoundUnreadable,
    GoToHearth,
    SatElsewhere,
    TakeChair,
    Unfinished,
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
from app.intents.table import (
    ActForMe,
    AskDraw,
    AskHint,
    AskNextRound,
    AskPass,
    AskRematch,
    Hinted,
    PlayChosen,
    TapTile,
    Ticked,
    Told,
    TurnLens,
)
from app.keeping import counted, keep, look_at_statistics
from app.lobby import Search
from app.model import Happening, Lens, Model, Notice, Screen
from app.ranking import rank, told_at_a_bout
from app.standing import Tie
from app.watching import watch
from engine.actions import Action, Draw, Pass, Play, Refusal
from engine.events import Drew
from engine.line import End
from engine.messages import Act, News, NextRound, Phase, PlayedFor, Refused, Rematch, Update
from engine.tiles import Tile

HEARD = 12
"""How many of the latest events stay in the model to be announced."""

LASTING = (Notice.NOT_KEPT, Notice.PLAYED_FOR)
"""Notices that stay, whatever happens at the table, until the player does something."""

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
        case DealSolo(setup, levels):
            return model.without_table(Screen.TABLE), (
                StartSolo(setup, levels, model.settings.speed.seconds),
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
        case ActForMe(version):
            return _act_for_me(model, version)
        case Told() if model.standing is None and model.screen is not Screen.TABLE:
            return model, ()
        case Told(reply, checked):
            if isinstance(reply, Refused):
                return refused_a_chair(model, reply) or _refused(model, reply)
            return _told(replace(model, checked=checked), reply)
        case _:
            assert_never(intent)


# The table speaks


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
        model, acts = _offer_to_act(model)
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


def _offer_to_act(model: Model) -> Changed:
    """Where only a draw or only a pass is open, and so wanted, do it after a readable pause."""
    update, action = model.update, model.left_to_lodge
    if update is None or action is None:
        return model, ()
    if model.notice not in LASTING:
        drawn = isinstance(action, Draw)
        model = replace(model, notice=Notice.AUTO_DRAW if drawn else Notice.AUTO_PASS)
    pause = min(1.0, model.settings.speed.seconds)
    return model, (Later(pause, ActForMe(update.version)),)


def _act_for_me(model: Model, version: int) -> Changed:
    update, action = model.update, model.left_to_lodge
    if update is None or update.version != version or action is None:
        return model, ()
    return model, (Say(Act(version, action)),)


def _refused(model: Model, refused: Refused) -> Changed:
    """Say why; where a held tile must be played, that tile is named and chosen."""
    if refused.code == "not_now":  # a second press of what the first has done
        return model, ()
    notice = NOTICE_FOR.get(refused.code, Notice.REFUSED)
    if notice is Notice.MUST_PLAY and model.fitting:
        chosen = model.chosen if model.chosen in model.fitting else model.fitting[0]
        return replace(model, notice=notice, chosen=chosen, about=chosen), ()
    return replace(model, notice=notice, about=None), ()


# The player acts


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


# The page


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
        model, more = _offer_to_act(replace(model, notice=None))
        return model, (*effects, *more)
    return model, effects


def _measured(model: Model, what: str, width: float, height: float) -> Model:
    if what == "line" and width > 0 and height > 0:
        return replace(model, line_area=(width, height))
    return model
