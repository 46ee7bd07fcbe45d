"""The Replay screen: what may be watched, or a match at one of its moments."""

from __future__ import annotations

from app.intents.page import Sheet
from app.model import Lens, Model, Screen
from app.showing import Showing
from ui import side
from ui.button import button
from ui.emblem import icon
from ui.html import Html, classes, join, tag
from ui.line import Area, line
from ui.moment import Moment, hands, moment_of, say, sentences
from ui.motion import laid_onward
from ui.past import past
from ui.texts import text
from ui.tie import tie_announced
from ui.top import home, lens, opener
from ui.way import way

REGIONS = (
    "replay-top",
    "past",
    "replay-line",
    "replay-pile",
    "replay-say",
    "replay-hands",
    "replay-acts",
)


def replay(model: Model) -> dict[str, str]:
    """The Replay screen's regions, whether or not a match is open there; with its ``status``."""
    empty = dict.fromkeys(REGIONS, "")
    if model.showing is None:
        said = join(side.notice(model), tie_announced(model))
        return {**empty, "replay-top": _top(model), "past": past(model), "status": said}
    moment = moment_of(model.showing)
    area = model.line_area
    return {
        **empty,
        "replay-top": _top(model),
        "replay-line": "" if area is None else _line(moment, area, model.lens),
        "replay-pile": side.pile(moment.view),
        "replay-say": say(moment),
        "replay-hands": hands(moment),
        "replay-acts": way(moment),
        "status": join(
            tag("p", " ".join(sentences(moment)), id=f"shown-{model.showing.moment}"),
            tie_announced(model),
        ),
    }


def _line(moment: Moment, area: Area, lens: Lens) -> Html:
    return line(moment.view, area, (), lens=lens, came=laid_onward(moment))


def _top(model: Model) -> Html:
    showing = model.showing
    elsewhere = model.update is not None or model.back is not Screen.HEARTH
    leads_back = showing is not None or elsewhere
    here = classes(showing is None and "here")
    return join(
        home(),
        tag("h1", text("replay.title"), id="replay-title", tabindex=-1, class_=here),
        None if showing is None else tag("span", _where(showing), class_="round"),
        None if showing is None else lens(model, showing.scene.view),
        None if showing is None else _top_button("save", "save"),
        opener(Sheet.SETTINGS),
        _top_button("close", "close_replay") if leads_back else None,
    )


def _top_button(name: str, msg: str) -> Html:
    return button(
        icon(f"icon-{name}"),
        tag("span", text(f"replay.{name}")),
        class_="bare",
        id=f"replay-{name}",
        data_msg=msg,
        aria_label=text(f"replay.{name}.name"),
    )


def _where(showing: Showing) -> str:
    target = showing.replay.match.setup.target
    if target is None:
        return text("top.round")
    round, rounds = showing.place[0] + 1, len(showing.replay.transcript.rounds)
    return text("replay.where", round=round, rounds=rounds, target=target)
