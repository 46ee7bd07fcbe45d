"""What lies between us and a table of friends: a word on a lost connection. Ends nothing."""

from __future__ import annotations

from math import ceil

from app.model import Model, Screen
from app.standing import Role, Standing, Tie
from ui.html import Html, tag
from ui.texts import text


def tie(model: Model) -> Html | None:
    """A banner over whatever is shown, while the table cannot be reached."""
    if not _is_told(model) or model.standing is None:
        return None
    standing = model.standing
    words = _words(model, standing)
    if standing.tie is Tie.HOST_AWAY and standing.until is not None and standing.until > 0:
        words = text("tie.host_away.until", seconds=ceil(standing.until))
    return tag("aside", words, class_="tie-word", aria_label=text("tie.name"))


def tie_announced(model: Model) -> Html | None:
    """The same without its seconds, which would be read out one by one."""
    if not _is_told(model) or model.standing is None:
        return None
    return tag("p", _words(model, model.standing), id=f"tie-{model.standing.tie}")


def _is_told(model: Model) -> bool:
    """A table that is still looked for says so itself, on its own screen."""
    if model.standing is None or model.standing.trouble is not None:
        return False
    if model.standing.tie is Tie.COMING:
        elsewhere = model.screen not in (Screen.GATHER, Screen.RANKED)
        return elsewhere or model.update is not None
    return model.standing.tie is not Tie.HERE


def _words(model: Model, standing: Standing) -> str:
    match standing.tie:
        case Tie.LOST:
            if standing.role is Role.WATCHER:
                return text("tie.lost.watcher")
            return text("tie.lost" if model.duel is None else "tie.lost.ranked")
        case Tie.RESTARTING:
            return text("tie.restarting" if model.duel is None else "tie.restarting.ranked")
        case Tie.HOST_AWAY:
            return text("tie.host_away")
    return text("gather.coming.host" if standing.role is Role.HOST else "gather.coming")
