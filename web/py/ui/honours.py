"""What anybody may read of ranked play: bouts to watch, our last ones, the leaderboard."""

from __future__ import annotations

from collections.abc import Callable

from app.lobby import Lobby
from app.rivals import OpenBout, RatedBout, Rival
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


def rated(lobby: Lobby) -> Html:
    """Our own rated bouts, newest first."""
    found = None if lobby.rated is None else [_rated(each) for each in lobby.rated]
    return _section("rated", found, lambda rows: tag("ol", rows, class_="rated"))


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


def _rated(bout: RatedBout) -> Html:
    known = bout.opponent
    name = text("rated.somebody") if known is None else rival_name(known)
    when = tag("time", day(bout.at), datetime=machine_day(bout.at))
    return tag(
        "li",
        tag("b", text(f"rated.{_how(bout)}", name=name)),
        " ",
        tag(
            "span",
            when,
            ", ",
            text("rated.after", rating=bout.rating),
            class_="small quiet",
        ),
        tag(
            "span",
            _rated_button("save", bout, name),
            _rated_button("watch", bout, name),
            class_="two",
        ),
        id=f"rated-{bout.id.replace('.', '-')}",
        class_=_how(bout),
    )


def _how(bout: RatedBout) -> str:
    if bout.winner is None:
        return "drawn"
    return "won" if bout.winner == bout.seat else "lost"


def _rated_button(name: str, bout: RatedBout, opponent: str) -> Html:
    when = day(bout.at)
    return button(
        text(f"rated.{name}"),
        id=f"{name}-{bout.id.replace('.', '-')}",
        data_msg=f"{name}_rated",
        data_value=bout.id,
        aria_label=text(f"rated.{name}.name", name=opponent, when=when),
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
