"""The Ranked screen: who is here, our rating, an opponent to be found, and what others play."""

from __future__ import annotations

from math import ceil

from app.duel import Duel
from app.intents.page import Sheet
from app.lobby import Lobby, Search
from app.model import Model
from app.standing import Role
from engine.chairs import Chair
from engine.letters import Stage
from ui import side
from ui.button import button
from ui.emblem import emblem, icon
from ui.honours import best, bouts, rated
from ui.html import Child, Html, classes, join, tag
from ui.people import person_name
from ui.rating import rating, rival_name
from ui.sit import name_field
from ui.texts import text
from ui.tie import tie_announced
from ui.top import home, opener

REGIONS = ("ranked-top", "ranked-door", "ranked-lists")


def ranked(model: Model) -> dict[str, str]:
    """The Ranked screen's regions, and its ``status``."""
    return {
        "ranked-top": join(
            home(),
            tag("h1", text("ranked.title"), id="ranked-title", tabindex=-1),
            opener(Sheet.SETTINGS),
        ),
        "ranked-door": _door(model),
        "ranked-lists": join(bouts(model.lobby), rated(model.lobby), best(model.lobby)),
        "status": join(_announced(model), tie_announced(model)),
    }


def said(model: Model) -> str | None:
    """What becomes of the search, in one sentence; None where nobody is looked for."""
    duel = model.duel
    if duel is not None:
        return _said_of(duel, model)
    match model.lobby.search:
        case Search.JOINING:
            return text("ranked.joining")
        case Search.WAITING:
            return text("ranked.waiting")
    return None


def _said_of(duel: Duel, model: Model) -> str:
    watching = model.standing is not None and model.standing.role is Role.WATCHER
    if duel.is_over:
        return text("ranked.void.watched" if watching else "ranked.void")
    if watching:
        return text("ranked.watching")
    if duel.opponent is None:
        return text("ranked.returning")
    return text("ranked.meeting", name=rival_name(duel.opponent))


def _announced(model: Model) -> Html:
    """New words join at the end and are read out."""
    words = said(model)
    state = "duel" if model.duel is not None else model.lobby.search.value
    return join(
        None if words is None else tag("p", words, id=f"search-{state}"),
        _hitch(model.lobby, id="hitch-said"),
        side.notice(model),
    )


def _door(model: Model) -> Html:
    lobby = model.lobby
    return tag(
        "section",
        _counts(lobby),
        _us(model),
        _pair(model),
        _hitch(lobby, id="hitch"),
        tag("div", _acts(model), class_="ways"),
        _small_print(model),
        class_="card door",
        aria_label=text("ranked.door"),
    )


def _counts(lobby: Lobby) -> Html:
    """Before the relay has answered, nothing is claimed."""
    if lobby.counts is None:
        return tag("p", text("ranked.asking"), class_="counts")
    words = text("ranked.counts", online=lobby.counts.online, matching=lobby.counts.matching)
    return tag("p", words, class_="counts")


def _us(model: Model) -> Html | None:
    """What we are called and how strong we seem; while we look for nobody, the name may change."""
    if model.duel is not None:
        return None
    lobby = model.lobby
    idle = lobby.search is Search.NONE
    return join(
        name_field(model) if idle else None,
        tag(
            "p",
            tag("b", text("ranked.us") if idle else _own_name(model)),
            " ",
            rating(lobby.us),
            class_="us-rated",
        ),
    )


def _own_name(model: Model) -> str:
    own = model.settings.name
    return person_name(own) if own else text("you")


def _pair(model: Model) -> Html | None:
    """Whom we meet, and what is waited for."""
    words = said(model)
    if words is None:
        return None
    duel = model.duel
    found = duel is not None and not duel.is_over
    return join(
        None if duel is None or duel.opponent is None else _faces(model, duel),
        tag(
            "p",
            icon("lamp", "0 0 24 32", classes("lamp", found and "on")),
            tag("span", words, _seconds(duel)),
            class_="search",
            id="search",
        ),
    )


def _faces(model: Model, duel: Duel) -> Html:
    assert duel.opponent is not None
    name = rival_name(duel.opponent)
    return tag(
        "ol",
        _face(text("you"), rating(model.lobby.us)),
        _face(name, rating(duel.opponent)),
        class_="pair",
        aria_label=text("ranked.pair"),
    )


def _face(name: str, rated: Html) -> Html:
    return tag("li", emblem(Chair(), name), tag("b", name), " ", rated)


def _seconds(duel: Duel | None) -> Child:
    """How long is waited for the one who has yet to come."""
    bout = None if duel is None else duel.bout
    if bout is None or bout.stage is not Stage.MEETING:
        return None
    seconds = max((one.away or 0.0 for one in bout.contenders), default=0.0)
    return [" ", text("ranked.meeting.left", seconds=ceil(seconds))] if seconds > 0 else None


def _hitch(lobby: Lobby, id: str) -> Html | None:
    if lobby.hitch is None:
        return None
    key = f"hitch.{lobby.hitch}"
    return tag("p", text(key), class_="word", id=id)


def _acts(model: Model) -> Child:
    duel = model.duel
    if duel is not None and duel.is_over:
        return [_find(text("bout.find_another")), _stay()]
    if duel is not None or model.lobby.search is not Search.NONE:
        return button(text("ranked.cancel"), class_="big", id="cancel", data_msg="cancel_search")
    return [
        _find(text("ranked.find")),
        button(text("ranked.friends"), id="ranked-friends", data_msg="invite"),
    ]


def _find(label: str) -> Html:
    return button(label, class_="go big", id="find", data_msg="find")


def _stay() -> Html:
    return button(text("ranked.back"), id="back-to-ranked", data_msg="ranked")


def _small_print(model: Model) -> Html:
    unkept = None if model.kept else tag("p", text("ranked.not_kept"), class_="small")
    return join(
        unkept,
        tag("p", text("ranked.rules"), class_="small quiet"),
        tag("p", text("ranked.rating"), class_="small quiet"),
    )
