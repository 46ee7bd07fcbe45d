"""How the model changes by what belongs to a table of friends, and how we stand with any."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from app.effects import (
    Changed,
    ChangePlace,
    CloseTable,
    Effect,
    FollowInvite,
    GoBack,
    Later,
    Say,
    SetForFriends,
    ShowAddress,
    Store,
    Wake,
)
from app.intents.friends import (
    Arrange,
    AskReact,
    AskStart,
    Awoke,
    CallMe,
    Calmed,
    Copied,
    FollowLink,
    FoundFriends,
    Gathering,
    GrewTooLarge,
    MarkReady,
    SendAway,
    SetTable,
    SitDown,
    Stood,
    TakeFriendsChair,
    TakeOver,
)
from app.model import Happening, Model, Notice, Screen
from app.standing import Role, Standing, Tie
from engine.chairs import Level
from engine.messages import (
    Configure,
    Kick,
    Phase,
    React,
    Reacted,
    Ready,
    Refused,
    Rename,
    Start,
    Update,
)
from engine.rules import RULES, Setup, Variant

FIRST_SETUP = Setup(Variant.DRAW, 5, 150)
"""What a new table is set for, until its host wants something else."""
REACTION_SECONDS = 6.0


def gather(model: Model, intent: Gathering) -> Changed:
    match intent:
        case SetTable():
            levels = (Level.STEADY,) * FIRST_SETUP.seats
            effect = SetForFriends(FIRST_SETUP, levels, model.settings.name, _pace(model))
            return _at_gather(model, Role.HOST), (CloseTable(), effect)
        case FollowLink(link):
            if model.standing is not None and _same_table(model.standing.invite, link):
                return model, ()
            follow = FollowInvite(link, model.settings.name, _pace(model))
            return _at_gather(model, Role.WATCHER), (CloseTable(), follow)
        case TakeFriendsChair():
            back = GoBack(model.settings.name, _pace(model))
            return _at_gather(model, Role.GUEST), (CloseTable(), back)
        case FoundFriends(found):
            return replace(model, friends=found), ()
        case Copied(done):
            return replace(model, notice=Notice.COPIED if done else Notice.NOT_COPIED), ()
        case CallMe(name):
            return _call(model, name)
    if model.standing is None:
        return model, ()
    match intent:
        case Stood(standing):
            return _stand(model, model.standing, standing)
        case TakeOver():
            here = FollowInvite(model.standing.invite, model.settings.name, _pace(model))
            return replace(model, standing=_coming(model.standing, Role.GUEST)), (here,)
        case SitDown(name):
            model, effects = _call(model, name)
            sitting = ChangePlace(Role.GUEST, model.settings.name, _pace(model))
            coming = _coming(model.standing, Role.GUEST)
            return replace(model, standing=coming, notice=None), (*effects, sitting)
        case Arrange(what, value):
            return model, _arrange(model, what, value)
        case MarkReady(on):
            return replace(model, notice=None), (Say(Ready(on)),)
        case AskStart():
            return replace(model, notice=None), (Say(Start()),)
        case SendAway(seat):
            return replace(model, notice=None, doubted=None), (Say(Kick(seat)),)
        case AskReact(phrase):
            return replace(model, sheet=None), (Say(React(phrase)),)
        case Calmed(number):
            calm = tuple(one for one in model.reactions if one.number != number)
            return replace(model, reactions=calm), ()
        case Awoke():
            return model, (Wake(),)
        case GrewTooLarge():
            return replace(model, notice=Notice.TOO_LARGE), ()
        case _:
            assert_never(intent)


def told_among_friends(model: Model, new: Update) -> Changed:
    """What an update changes beside the table itself: the screen, and who exclaims what."""
    if new.phase is not Phase.GATHERING and (new.view is not None or model.screen is Screen.REPLAY):
        left_early = model.duel is not None and model.duel.is_over
        over = left_early or new.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)
        if not (over and model.screen is Screen.REPLAY):
            model = replace(model, screen=Screen.TABLE, showing=None, unopened=None)
    if isinstance(model.doubted, SendAway) and not new.chairs[model.doubted.seat].is_person:
        model = replace(model, doubted=None)
    fresh = tuple(one for one in model.told if isinstance(one.event, Reacted))
    known = {one.number for one in model.reactions}
    fresh = tuple(one for one in fresh if one.number not in known and one.event in new.events)
    calm = tuple(one for one in model.reactions if not _repeats(one, fresh))
    later = tuple(Later(REACTION_SECONDS, Calmed(one.number)) for one in fresh)
    return replace(model, reactions=(*calm, *fresh)), later


def refused_a_chair(model: Model, refused: Refused) -> Changed | None:
    """Somebody else was quicker: then we may watch. None for any other refusal."""
    if refused.code != "table_full" or model.standing is None:
        return None
    model = replace(model, notice=Notice.TABLE_FULL, standing=_coming(model.standing, Role.WATCHER))
    return model, (ChangePlace(Role.WATCHER, model.settings.name, _pace(model)),)


def _at_gather(model: Model, role: Role) -> Model:
    return replace(model.without_table(Screen.GATHER), standing=Standing(role, Tie.COMING))


def _coming(standing: Standing | None, role: Role) -> Standing:
    assert standing is not None
    return replace(standing, role=role, tie=Tie.COMING, trouble=None)


def _stand(model: Model, before: Standing, standing: Standing) -> Changed:
    model = replace(model, standing=standing)
    if standing.invite and standing.invite != before.invite:
        return model, (ShowAddress(standing.invite),)
    return model, ()


def _call(model: Model, name: str) -> Changed:
    settings = model.settings.changed("name", name)
    effects: tuple[Effect, ...] = (Store("settings", settings.to_text()),)
    if model.update is not None and model.update.seat is not None and settings.name:
        effects = (*effects, Say(Rename(settings.name)))
    return replace(model, settings=settings), effects


def _arrange(model: Model, what: str, value: str) -> tuple[Effect, ...]:
    """The host's wish as a whole new arrangement; nothing for what makes no sense."""
    if model.update is None:
        return ()
    setup = model.update.setup
    levels = [chair.level or Level.STEADY for chair in model.update.chairs]
    try:
        match what.partition("-"):
            case ("variant", _, _):
                setup = _other_game(setup, Variant(value))
            case ("seats", _, _):
                setup = Setup(setup.variant, int(value), setup.target)
            case ("target", _, _):
                setup = Setup(setup.variant, setup.seats, int(value) if value else None)
            case ("level", _, seat):
                levels[int(seat)] = Level(value)
            case _:
                return ()
    except (ValueError, IndexError):
        return ()
    return (Say(Configure(setup, tuple(levels))),)


def _other_game(setup: Setup, variant: Variant) -> Setup:
    if variant is setup.variant:
        return setup
    if variant is Variant.BLOCK:
        return Setup(variant, 2, RULES[variant].targets[0])
    return FIRST_SETUP


def _same_table(invite: str, link: str) -> bool:
    return invite != "" and invite.partition("#")[2] == link.partition("#")[2]


def _repeats(old: Happening, fresh: tuple[Happening, ...]) -> bool:
    """Whether the same seat says something newer."""
    seats = {one.event.seat for one in fresh if isinstance(one.event, Reacted)}
    return isinstance(old.event, Reacted) and old.event.seat in seats


def _pace(model: Model) -> float:
    return model.settings.speed.seconds
