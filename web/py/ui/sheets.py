"""What may be opened over the page: settings, statistics, and the table's score, text and keys."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from app.intents.page import Sheet
from app.model import Model, Screen
from app.settings import SOUNDS
from engine.line import Laid
from engine.messages import Update
from engine.tiles import Tile
from engine.view import View
from ui.button import button
from ui.chairs import send_away
from ui.dialog import dialog
from ui.html import Child, Html, join, tag
from ui.people import called, hosted_by_us, last_turns, name_of, others, people
from ui.pick import pick
from ui.rail import sheet as score_sheet
from ui.seats import deed
from ui.statistics import erase_all, erase_tally, statistics, way_in
from ui.texts import counted, text


def sheet_over(model: Model, sheet: Sheet) -> Html | None:
    match sheet:
        case Sheet.SETTINGS:
            settings = _settings(model)
            return _dialog("settings", join(settings, way_in(), _hosts_keys(model)))
        case Sheet.KEYS:
            return _dialog("keys", _keys())
        case Sheet.LEAVE:
            return None
        case Sheet.STATISTICS:
            return _dialog("statistics", statistics(model))
        case Sheet.ERASE_TALLY:
            return _dialog("erase_tally", erase_tally())
        case Sheet.ERASE_ALL:
            return _dialog("erase_all", erase_all())
    if model.update is None or model.view is None:
        return None
    if sheet is Sheet.SCORE:
        paper = tag("div", score_sheet(model.update, model.view), class_="sheet paper")
        return _dialog("score", paper)
    return _dialog("read", _read(model, model.update, model.view))


def _dialog(name: str, inside: Html) -> Html:
    close = button(
        text("close"),
        data_msg="put_aside",
        autofocus=True,
    )
    title = text(f"{name}.title")
    return dialog(
        title,
        tag("header", tag("h2", title), close),
        tag("div", inside, class_="inside"),
        class_=f"sheet-over {name}",
        data_cancel="put_aside",
        id=f"sheet-{name}",
    )


def _settings(model: Model) -> Html:
    settings = model.settings
    return join(
        _pick("language", settings.language),
        _switch("auto_draw", settings.auto_draw),
        _switch("auto_pass", settings.auto_pass),
        _pick("speed", settings.speed),
        _pick("sort", settings.sort),
        _sounds(model) if model.can_sound else tag("p", text("settings.no_sound")),
        _switch("vibration", settings.vibration) if model.can_vibrate else None,
        _pick("tiles", settings.tiles),
        _pick("motion", settings.motion),
        _pick("contrast", settings.contrast),
        _pick("text", settings.text),
    )


def _sounds(model: Model) -> Html:
    """Each wakes the page's sound by the very press that wants it: a browser wants it so."""
    wanted = model.settings.sounds
    return join(*(_switch(name, name in wanted, data_sound=True) for name in SOUNDS))


def _hosts_keys(model: Model) -> Html | None:
    """What only the host may do once the tiles are dealt; before that, Gather itself offers it."""
    update = model.update
    if update is None or model.screen is Screen.GATHER or not hosted_by_us(update):
        return None
    guests = [seat for seat in people(update) if seat != update.seat]
    if not guests:
        return None
    return tag(
        "section",
        tag("h3", text("host.title")),
        [tag("p", name_of(update, seat), " ", send_away(update, seat)) for seat in guests],
        button(text("host.close"), id="close-for-all", data_msg="close_table"),
        class_="keys-of-host",
        aria_label=text("host.title"),
    )


def _switch(name: str, on: bool, **more: bool) -> Html:
    box = tag(
        "input",
        type="checkbox",
        role="switch",
        checked=on,
        data_change=f"set.{name}",
        id=f"set-{name}",
        **more,
    )
    return tag("label", tag("span", text(f"settings.{name}")), " ", box, class_="switch")


def _pick(name: str, chosen: StrEnum) -> Html:
    """Which of the setting's values, of which ``chosen`` is one."""
    options = [(option.value, text(f"settings.{name}.{option}")) for option in type(chosen)]
    return pick(f"set.{name}", text(f"settings.{name}"), options, chosen.value)


def _keys() -> Html:
    rows: tuple[tuple[tuple[str, ...], str], ...] = (
        (("←", "→"), "arrows"),
        (("Enter",), "enter"),
        (("L", "R"), "ends"),
        (("D",), "d"),
        (("P",), "p"),
        (("H",), "h"),
        (("Esc",), "escape"),
        (("?",), "help"),
    )
    return tag(
        "dl",
        [
            [
                tag("dt", [[tag("kbd", key), " "] for key in keys]),
                tag("dd", text(f"keys.{what}")),
            ]
            for keys, what in rows
        ],
        class_="key-list",
    )


def _read(model: Model, update: Update, view: View) -> Html:
    """The whole table as plain sentences."""
    left, right = view.line.ends
    sentences: list[Child] = [
        _whose_turn(update, view),
        text("read.ends", left=left, right=right),
        text("read.watching") if update.seat is None else _listed("read.hand", sorted(view.hand)),
    ]
    if model.my_turn:
        fits = _listed("read.fits", model.fitting) if model.fitting else text("read.fits.none")
        sentences.append(fits)
    sentences.append(_listed("read.line", view.line.laid))
    if view.setup.rules.drawing:
        sentences.append(counted("read.boneyard", view.boneyard))
    turns = last_turns(view.record)
    for seat in others(update):
        name, count, score = name_of(update, seat), view.counts[seat], view.scores[seat]
        did = deed(turns.get(seat)) or text("read.quiet")
        sentences.append(
            [counted("read.seat", count, name=name, score=score), " ", did, "."],
        )
    return join([tag("p", sentence) for sentence in sentences])


def _listed(key: str, tiles: Sequence[Tile | Laid]) -> list[Child]:
    """A sentence that ends in tiles; none of them breaks at its hyphen."""
    words: list[Child] = [text(key), " "]
    for number, tile in enumerate(tiles):
        words += [", " if number else "", tag("span", str(tile), class_="whole")]
    return [*words, "."]


def _whose_turn(update: Update, view: View) -> str:
    if view.turn is None:
        return text("read.none")
    if view.turn == update.seat:
        return text("read.turn.you")
    return text("read.turn", name=called(update, view.turn))
