"""What there is to watch: the matches kept in this browser, or a file. Opens none itself."""

from __future__ import annotations

from app.model import Model
from app.shelf import PastMatch
from engine.chairs import chair_of
from ui import side
from ui.button import button
from ui.html import Html, join, tag
from ui.people import chair_name
from ui.texts import text


def past(model: Model) -> Html:
    return join(
        _why_not(model.unopened),
        side.notice(model),
        tag(
            "section",
            tag("h2", text("replay.past")),
            _list(model.past),
            aria_label=text("replay.past"),
        ),
        tag(
            "section",
            tag("h2", text("replay.file")),
            tag("p", text("replay.what")),
            _chooser(),
            aria_label=text("replay.file"),
        ),
    )


def _why_not(unopened: str | None) -> Html | None:
    """The place of what is wrong stays as the reader gave it, to be looked up in the file; so do
    its English words."""
    if unopened is None:
        return None
    words = [text("replay.unopened"), " ", tag("span", unopened, lang="en")] if unopened else None
    return tag("p", words or text("replay.gone"), class_="word", role="alert", id="unopened")


def _list(matches: tuple[PastMatch, ...]) -> Html:
    if not matches:
        return tag("p", text("replay.past.none"))
    return tag("ol", [tag("li", _match(match)) for match in matches], class_="past-list")


def _match(match: PastMatch) -> Html:
    game, target = text(f"game.{match.setup.variant}"), match.setup.target
    key = "replay.past.round" if target is None else "replay.past.match"
    scores = ", ".join(
        text("replay.past.score", name=_name(match, seat), score=score)
        for seat, score in enumerate(match.scores)
    )
    return button(
        tag("b", text(key, game=game, target=target)),
        " ",
        tag("span", _who_won(match), " ", scores, "."),
        class_="paper",
        id=f"past-{match.number}",
        data_msg="past",
        data_value=match.number,
    )


def _who_won(match: PastMatch) -> str:
    if match.winner is None:
        return text("replay.past.tied")
    if match.winner == match.seat:
        return text("replay.past.won.you")
    return text("replay.past.won", name=_name(match, match.winner))


def _name(match: PastMatch, seat: int) -> str:
    return text("you") if seat == match.seat else chair_name(chair_of(match.names[seat]))


def _chooser() -> Html:
    """A file input that looks like the button it is."""
    chooser = tag(
        "input",
        type="file",
        accept=".json,application/json",
        data_file="file",
        id="transcript-file",
    )
    return tag("label", chooser, tag("span", text("replay.open")), class_="btn file")
