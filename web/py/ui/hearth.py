"""The place of the Hearth where what was left lies ready: a match of ours, a table of friends."""

from __future__ import annotations

from app.intents.hearth import Unfinished
from app.model import Model
from engine.chairs import Level, regular_in
from ui.button import button
from ui.html import Child, Html, join, tag
from ui.people import chair_name
from ui.side import notice
from ui.texts import text


def again(model: Model) -> Html:
    """A paper card for each way back."""
    unfinished = model.unfinished
    match = None
    if unfinished is not None:
        said = [_where(unfinished), " ", text("again.ends")]
        match = _card(text("again.title"), said, text("again.take"), "take_chair")
    friends = None
    if model.friends:
        said = [text("friends.said")]
        friends = _card(text("friends.title"), said, text("friends.take"), "friends")
    return join(match, friends)


def note(model: Model) -> Html:
    """A word on what was found, and that a newer page lies ready."""
    newer = None
    if model.newer:
        reload = button(text("newer.reload"), id="newer", data_msg="reload")
        newer = tag("p", text("newer"), " ", reload, class_="newer")
    return join(notice(model), newer)


def _card(title: str, said: Child, label: str, msg: str) -> Html:
    return tag(
        "section",
        tag("p", tag("b", title), " ", tag("span", said)),
        button(label, data_msg=msg),
        class_="again paper",
        aria_label=title,
    )


def _where(unfinished: Unfinished) -> str:
    game = text(f"game.{unfinished.setup.variant}")
    if unfinished.setup.target is None:
        return text("again.round", game=game)
    own, *others = unfinished.scores
    most = max(others)
    leader = chair_name(regular_in(1 + others.index(most), Level.STEADY))
    return text("again.match", game=game, round=unfinished.round, own=own, leader=leader, most=most)
