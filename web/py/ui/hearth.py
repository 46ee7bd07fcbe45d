"""The two places of the Hearth that Python fills: the unfinished match, and a sentence."""

from __future__ import annotations

from app.intents import Unfinished
from engine.chairs import Level, regular_in
from ui.html import Html, tag
from ui.people import chair_name
from ui.texts import text


def again(unfinished: Unfinished | None) -> Html | None:
    """The paper card that leads back to an unfinished match."""
    if unfinished is None:
        return None
    return tag(
        "section",
        tag(
            "p",
            tag("b", text("again.title")),
            " ",
            tag("span", _where(unfinished), " ", text("again.ends")),
        ),
        tag("button", text("again.take"), type="button", class_="btn", data_msg="take_chair"),
        class_="again paper",
        aria_label=text("again.title"),
    )


def _where(unfinished: Unfinished) -> str:
    game = text(f"game.{unfinished.setup.variant}")
    if unfinished.setup.target is None:
        return text("again.round", game=game)
    own, *others = unfinished.scores
    most = max(others)
    leader = chair_name(regular_in(1 + others.index(most), Level.STEADY))
    return text("again.match", game=game, round=unfinished.round, own=own, leader=leader, most=most)
