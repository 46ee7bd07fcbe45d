"""How the model changes by what belongs to ranked play: the search, the lists, how a bout goes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from app.duel import Duel
from app.effects import (
    Changed,
    CloseTable,
    Download,
    FetchRated,
    GoToBout,
    KeepMatch,
    ListPast,
    OpenLobby,
    ReadRated,
    RememberPlayer,
    Seek,
    ShowAddress,
)
from app.intents.page import Sheet
from app.intents.ranked import (
    BoutLeft,
    CancelSearch,
    Counted,
    FindOpponent,
    FollowBout,
    FoundTranscript,
    GoToRanked,
    Hindered,
    Joined,
    Matched,
    Ranking,
    ReadBest,
    ReadBouts,
    ReadCareer,
    ReadInVain,
    Recorded,
    Refereed,
    SaveRated,
    SearchEnded,
    WatchRated,
)
from app.intents.replay import GoToReplay
from app.lobby import Hitch, Search
from app.model import Model, Screen
from app.rivals import Career
from app.standing import Role, Standing, Tie
from app.watching import watch
from engine.letters import Bout, Stage
from engine.messages import PlayedFor, Update


def rank(model: Model, intent: Ranking) -> Changed:
    match intent:
        case GoToRanked() | CancelSearch():
            ranked = model.without_table(Screen.RANKED)
            return ranked, (CloseTable(), ShowAddress(""), OpenLobby())
        case FindOpponent():
            seeking = _with_lobby(model.without_table(Screen.RANKED), search=Search.JOINING)
            return seeking, (CloseTable(), ShowAddress(""), Seek(model.settings.name))
        case FollowBout(room):
            return _follow(model, room)
        case WatchRated(id):
            model, _ = watch(model, GoToReplay())
            return model, (ListPast(), ReadRated(id))
        case SaveRated(id):
            return model, (FetchRated(id),)
        case FoundTranscript(text):
            return model, (Download(text),)
        case Joined(us, counts):
            search = Search.WAITING
            return _with_lobby(model, search=search, hitch=None, us=us, counts=counts), ()
        case Counted(counts):
            return _at_ease(_with_lobby(model, counts=counts)), ()
        case Hindered(hitch):
            return _with_lobby(model, search=Search.JOINING, hitch=hitch), ()
        case SearchEnded(hitch):
            return _with_lobby(model, search=Search.NONE, hitch=hitch), ()
        case Matched(room, opponent):
            found = _coming(model, Duel(room, opponent), Role.GUEST)
            return found, (GoToBout(room),)
        case ReadBest(best):
            return _with_lobby(model, best=best), ()
        case ReadBouts(bouts):
            return _with_lobby(model, bouts=bouts), ()
        case ReadCareer(career):
            return _read_career(model, career), ()
        case ReadInVain(hitch):
            return _with_lobby(model, hitch=hitch), ()
    if model.duel is None:
        return model, ()
    match intent:
        case Refereed(bout):
            return _hear_referee(model, model.duel, bout)
        case BoutLeft():
            return replace(model, duel=replace(model.duel, left=True)), ()
        case Recorded():
            return replace(model, duel=replace(model.duel, recorded=True)), (KeepMatch(),)
        case _:
            assert_never(intent)


def told_at_a_bout(model: Model, new: Update) -> Model:
    """Remember whose turn ran out: a second one loses."""
    late = frozenset(event.seat for event in new.events if isinstance(event, PlayedFor))
    if model.duel is None or late <= model.duel.late:
        return model
    return replace(model, duel=replace(model.duel, late=model.duel.late | late))


def _follow(model: Model, room: str) -> Changed:
    duel, standing = model.duel, model.standing
    here = standing is not None and standing.trouble is None
    if duel is not None and duel.room == room and here and not duel.left:
        return model, ()
    return _coming(model, Duel(room), Role.WATCHER), (CloseTable(), GoToBout(room))


def _coming(model: Model, duel: Duel, role: Role) -> Model:
    """On the Ranked screen, on the way to that bout's table."""
    ranked = model.without_table(Screen.RANKED)
    return replace(ranked, duel=duel, standing=Standing(role, Tie.COMING, sealed=False))


def _hear_referee(model: Model, duel: Duel, bout: Bout) -> Changed:
    fresh = duel.bout is None or duel.bout.id != bout.id
    rated = bout.stage is Stage.RATED and (fresh or not duel.is_over or _writes(duel))
    model = replace(model, duel=duel.heard(bout))
    if model.sheet is Sheet.LEAVE and not model.may_forfeit:
        model = replace(model, sheet=None)
    seat = None if model.update is None else model.update.seat
    if rated and seat is not None:
        return model, (RememberPlayer(bout.contenders[seat].player),)
    return model, ()


def _writes(duel: Duel) -> bool:
    return duel.bout is not None and duel.bout.stage is Stage.WRITING


def _read_career(model: Model, career: Career | None) -> Model:
    if career is None:
        return _with_lobby(model, rated=())
    return _with_lobby(model, rated=career.rated, us=career.rival)


def _at_ease(model: Model) -> Model:
    """The relay answers again."""
    away = model.lobby.hitch is Hitch.NO_RELAY and model.lobby.search is Search.NONE
    return _with_lobby(model, hitch=None) if away else model


def _with_lobby(model: Model, **changes: Any) -> Model:
    return replace(model, lobby=replace(model.lobby, **changes))
