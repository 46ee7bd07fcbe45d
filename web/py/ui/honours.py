"""What anybody may read of ranked play: bouts to watch, our last ones, the leaderboard."""

from __future__ import annotations

from collections.abc import Callable

from app.lobby import Lobby
from app.rivals import OpenBout, Outcome, Rival
from engine.letters import Stage
from ui.button import button
from ui.day import day, machine_day
from ui.html import Child, Html, classes, tag
from ui.rating import rating, rival_name
from ui.texts import counted, text


def bouts(lobby: Lobby) -> Html:
    """The tables to watch, the newest first."""
    found = None if lobby.bouts is None else [_bout(bout) for bout in reversed(lobby.bouts)]
    return _section("bouts", found, lambda rows: tag("ul", rows, class_="bouts"))


def outcomes(lobby: Lobby) -> Html:
    """Our own rated bouts, newest first."""
    found = None if lobby.outcomes is None else [_outcome(each) for each in lobby.outcomes]
    return _section("outcomes", found, lambda rows: tag("ol", rows, class_="outcomes"))


def best(lobby: Lobby) -> Html:
    found = None
    if lobby.best is not None:
        found = [_place(at, each, lobby.us.player) for at, each in enumerate(lobby.best, 1)]
    return _section("best", found, _board)


def _section(name: str, rows: list[Html] | None, made: Callable[[list[Html]], Html]) -> Html:
    """``made`` puts the rows together. Before they are read, or without any, there is a word."""
    title = text(f"{name}.title")
    inside: Child
    if rows is None:
        inside = tag("p", text("ranked.reading"), class_="quiet")
    elif not rows:
        inside = tag("p", text(f"{name}.none"), class_="quiet")
    else:
        inside = made(rows)
    return tag("section", tag("h2", title), inside, class_=f"card {name}", aria_label=title)


def _bout(bout: OpenBout) -> Html:
    one, other = (rival_name(each) for each in bout.contenders)
    names = text("bouts.pair", one=one, other=other)
    first, second = bout.contenders
    return tag(
        "li",
        tag("b", names),
        " ",
        tag("span", rating(first), ", ", rating(second), class_="small"),
        " ",
        tag("span", _state(bout), class_="small quiet"),
        button(
            text("bouts.watch"),
            id=f"watch-{bout.room}",
            data_msg="bout",
            data_value=bout.room,
            aria_label=text("bouts.watch.name", names=names),
        ),
        id=f"bout-{bout.room}",
    )


def _state(bout: OpenBout) -> str:
    if bout.stage is Stage.MEETING:
        return text("bouts.meeting")
    return counted("bouts.watchers", bout.watchers)


def _outcome(outcome: Outcome) -> Html:
    known = outcome.opponent
    name = text("outcomes.somebody") if known is None else rival_name(known)
    when = tag("time", day(outcome.at), datetime=machine_day(outcome.at))
    return tag(
        "li",
        tag("b", text(f"outcomes.{_how(outcome)}", name=name)),
        " ",
        tag(
            "span",
            when,
            ", ",
            text("outcomes.after", rating=outcome.rating),
            class_="small quiet",
        ),
        tag(
            "span",
            _outcome_button("save", outcome, name),
            _outcome_button("watch", outcome, name),
            class_="two",
        ),
        id=f"outcome-{outcome.id.replace('.', '-')}",
        class_=_how(outcome),
    )


def _how(outcome: Outcome) -> str:
    if outcome.winner is None:
        return "drawn"
    return "won" if outcome.winner == outcome.seat else "lost"


def _outcome_button(name: str, outcome: Outcome, opponent: str) -> Html:
    when = day(outcome.at)
    return button(
        text(f"outcomes.{name}"),
        id=f"{name}-{outcome.id.replace('.', '-')}",
        data_msg=f"{name}_outcome",
        data_value=outcome.id,
        aria_label=text(f"outcomes.{name}.name", name=opponent, when=when),
    )


def _board(rows: list[Html]) -> Html:
    columns = ("place", "name", "rating", "bouts")
    head = tag("tr", [tag("th", text(f"best.{each}"), scope="col") for each in columns])
    return tag("table", tag("thead", head), tag("tbody", rows))


def _place(place: int, rival: Rival, us: str) -> Html:
    ours = rival.player == us
    return tag(
        "tr",
        tag("td", place),
        tag(
            "th",
            rival_name(rival),
            [" ", tag("small", text("best.you"))] if ours else None,
            scope="row",
        ),
        tag("td", rating(rival)),
        tag("td", rival.bouts),
        class_=classes(ours and "us"),
    )
