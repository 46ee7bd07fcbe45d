"""The way through a match that is watched again: its controls. Knows places, and no tile."""

from __future__ import annotations

from app.showing import Showing
from ui.button import button
from ui.emblem import icon
from ui.html import Html, classes, join, tag
from ui.moment import Moment
from ui.people import name_of
from ui.texts import text


def way(moment: Moment) -> Html:
    showing = moment.showing
    round, _ = showing.place
    last_round, _ = showing.at(showing.last).place
    start = showing.start_of(round)
    following = showing.start_of(min(round + 1, last_round))
    steps = (
        _step("start", "jump", start, off=showing.moment == start),
        _step("back", "step", -1, off=showing.moment == 0),
        _run(showing),
        _step("on", "step", 1, off=showing.moment == showing.last),
        _step("next", "jump", following, off=round == last_round),
    )
    return join(
        tag("div", steps, class_="steps"),
        _slider(showing, _at(showing)),
        tag("div", _look(moment), _rounds(showing, round, last_round), class_="choices"),
    )


def _step(name: str, msg: str, value: int, *, off: bool) -> Html:
    return button(
        icon(f"icon-{name}"),
        id=f"replay-{name}",
        data_msg=msg,
        data_value=value,
        aria_label=text(f"replay.{name}"),
        aria_disabled=off or None,
    )


def _run(showing: Showing) -> Html:
    name = "stop" if showing.playing else "run"
    return button(
        icon(f"icon-{name}"),
        tag("span", text(f"replay.{name}")),
        class_=classes(not showing.playing and "go"),
        id="replay-run",
        data_msg="run",
        aria_label=text(f"replay.{name}"),
    )


def _at(showing: Showing) -> str:
    """The place in words, counted from 1 as people do."""
    round, deed = showing.place
    if deed == 0:
        return text("replay.at.deal", round=round + 1)
    start, after = showing.start_of(round), showing.start_of(round + 1)
    deeds = min(after - 1, showing.last) - start
    return text("replay.at", round=round + 1, deed=deed, deeds=deeds)


def _slider(showing: Showing, at: str) -> Html:
    slider = tag(
        "input",
        type="range",
        id="replay-place",
        min=0,
        max=showing.last,
        value=showing.moment,
        data_value=showing.moment,
        data_change="jump",
        aria_label=text("replay.place"),
        aria_valuetext=at,
    )
    return tag("div", slider, tag("span", at, aria_hidden=True), class_="way")


def _look(moment: Moment) -> Html:
    """Whose view it is: one chair's, or that of somebody who sees every hand."""
    chosen = moment.showing.seat
    options = [_option("", text("replay.look.all"), on=chosen is None)]
    for seat in range(moment.told.setup.seats):
        words = text("replay.look.seat", name=name_of(moment.told, seat))
        options.append(_option(seat, words, on=chosen == seat))
    return _select("look", options)


def _rounds(showing: Showing, round: int, last: int) -> Html:
    options = [
        _option(
            showing.start_of(number),
            text("replay.round.number", round=number + 1),
            on=number == round,
        )
        for number in range(last + 1)
    ]
    return _select("round", options, msg="jump")


def _select(name: str, options: list[Html], msg: str | None = None) -> Html:
    chooser = tag("select", options, id=f"replay-{name}", data_change=msg or name)
    label = tag("label", text(f"replay.{name}"), for_=f"replay-{name}", class_="sr")
    return tag("div", label, chooser, class_="field")


def _option(value: int | str, words: str, *, on: bool) -> Html:
    return tag("option", words, value=value, selected=on)
