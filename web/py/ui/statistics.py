"""The statistics sheet and the two questions that it leads to. Counts nothing, erases nothing."""

from __future__ import annotations

from itertools import groupby

from app.intents.page import Sheet
from app.model import Model, Notice
from app.tally import Game, Met, Tally
from engine.chairs import Regular
from engine.rules import RULES
from ui import side
from ui.button import button
from ui.html import Child, Html, join, tag
from ui.texts import average, counted, number, text

ABOUT_IT = (Notice.ERASED, Notice.TALLY_UNREADABLE)
"""Notices that are said on the sheet itself."""


def statistics(model: Model) -> Html:
    told = side.notice(model) if model.notice in ABOUT_IT else None
    return join(
        tag("p", told, role="status", class_="told-here"),
        None if model.kept else tag("p", text("statistics.not_kept")),
        None if model.tally is None else [_played(model.tally), _everything(model)],
    )


def way_in() -> Html:
    """From the settings."""
    return _opener(Sheet.STATISTICS, text("statistics.way_in"))


def erase_tally() -> Html:
    return _question(
        text("erase_tally.what"),
        text("erase_tally.not"),
        button(text("erase_tally.yes"), data_msg="erase_tally"),
    )


def erase_all() -> Html:
    return _question(
        text("erase_all.what"),
        text("erase_all.not"),
        button(text("erase_all.yes"), data_msg="erase_all"),
    )


def _played(tally: Tally) -> Html:
    if not tally.games:
        return tag("p", text("statistics.none"))
    return join(
        tag("p", text("statistics.what")),
        tag("div", [_game(game) for game in tally.games], class_="games"),
        _regulars(tally.regulars) if tally.regulars else None,
        tag(
            "div",
            button(text("statistics.save"), id="save-tally", data_msg="save_tally"),
            _opener(Sheet.ERASE_TALLY, text("statistics.erase")),
            class_="ways",
        ),
    )


def _game(game: Game) -> Html:
    rows = (
        (text("statistics.matches"), number(game.matches)),
        (text("statistics.matches.won"), number(game.matches_won)),
        (text("statistics.rounds"), number(game.rounds)),
        (text("statistics.rounds.won"), number(game.rounds_won)),
        (text("statistics.points_won"), average(game.points_won / game.rounds)),
        (text("statistics.points_lost"), average(game.points_lost / game.rounds)),
        (text("statistics.best"), number(game.best_round)),
        (text("statistics.line"), counted("statistics.tiles", game.longest_line)),
    )
    body = [tag("tr", tag("th", name, scope="row"), tag("td", value)) for name, value in rows]
    return tag("table", tag("caption", _called(game)), tag("tbody", body), class_="paper")


def _called(game: Game) -> str:
    name = text(f"game.{game.variant}")
    if len(RULES[game.variant].seats) == 1:
        return name
    return text("statistics.game", game=name, chairs=game.seats)


def _regulars(met: tuple[Met, ...]) -> Html:
    """A group of rows for each regular, a row for each level."""
    heads = [text("statistics.level"), text("statistics.met"), text("statistics.met.won")]
    heads.append(text("statistics.net"))
    return tag(
        "table",
        tag("caption", tag("b", text("statistics.regulars")), " ", text("statistics.regulars.net")),
        tag("thead", tag("tr", [tag("th", head, scope="col") for head in heads])),
        [_regular(regular, list(each)) for regular, each in groupby(met, lambda one: one.regular)],
        class_="paper regulars",
    )


def _regular(regular: Regular, met: list[Met]) -> Html:
    return tag(
        "tbody",
        tag("tr", tag("th", text(regular.value), scope="rowgroup", colspan=4)),
        [
            tag(
                "tr",
                tag("th", text(f"level.{one.level}"), scope="row"),
                tag("td", number(one.rounds)),
                tag("td", number(one.rounds_won)),
                tag("td", _signed(one.net)),
            )
            for one in met
        ],
    )


def _everything(model: Model) -> Html:
    erase = None
    if model.away_from_tables:
        erase = _opener(Sheet.ERASE_ALL, text("everything.erase"))
    return tag(
        "section",
        tag("h3", text("everything.title")),
        tag("p", text("everything.what")),
        tag("p", text("everything.later")) if erase is None else None,
        tag(
            "div",
            button(text("everything.save"), id="save-all", data_msg="save_all"),
            erase,
            class_="ways",
        ),
        aria_label=text("everything.title"),
    )


def _question(what: str, but_not: str, yes: Html) -> Html:
    no = button(text("erase.no"), class_="go", data_msg="put_aside")
    return join(tag("p", what), tag("p", but_not), tag("div", no, yes, class_="ways"))


def _opener(sheet: Sheet, label: Child) -> Html:
    return button(
        label,
        id=f"open-{sheet}",
        data_msg="open",
        data_value=sheet.value,
        aria_haspopup="dialog",
    )


def _signed(points: float) -> str:
    """With a true minus; what rounds to nothing has no sign."""
    size, nothing = average(abs(points)), average(0)
    if size == nothing:
        return nothing
    return f"+{size}" if points > 0 else f"−{size}"
