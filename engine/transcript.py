"""A whole match as one JSON document: save format, evidence, and what a replay starts from.

Reads and writes it strictly; whether the rules allow what it says is the replay's question.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import assert_never

from engine.actions import Action, Draw, Pass, Play
from engine.codec import Plain, Unreadable, from_plain, made, read_json, surprise
from engine.deal import LODGE, FairDeal, Secret
from engine.line import End
from engine.round import check_deck
from engine.rules import RULES, Setup, Variant
from engine.tiles import Tile

FORMAT = "lantern-lodge/1"
DOCUMENT = ("format", "variant", "seats", "target", "rounds")


class By(StrEnum):
    """Who chose an action: the person, the regular in that chair, or the lodge for somebody."""

    PLAYER = "player"
    AI = "ai"
    LODGE = "lodge"


@dataclass(frozen=True, slots=True)
class Deed:
    """``seat`` did ``action``; ``at`` is seconds since the round's deal, where that is known."""

    seat: int
    action: Action
    by: By = By.PLAYER
    at: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class KeptRound:
    """One round as it must be replayed: its deck in dealing order, then every deed."""

    deck: tuple[Tile, ...]
    deeds: tuple[Deed, ...] = ()
    fair: FairDeal | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Transcript:
    """``names`` has one for each seat, or is empty where nobody gave any."""

    setup: Setup
    rounds: tuple[KeptRound, ...]
    names: tuple[str, ...] = ()


def write(transcript: Transcript) -> str:
    """``transcript`` as JSON in one line."""
    setup = transcript.setup
    head = {"format": FORMAT, "variant": setup.variant, "seats": setup.seats}
    names = {"names": transcript.names} if transcript.names else {}
    rounds = [_plain_round(kept) for kept in transcript.rounds]
    return json.dumps({**head, "target": setup.target, **names, "rounds": rounds})


def read(text: str) -> Transcript:
    """The transcript of ``text``. Raises Unreadable, naming the place and what was expected."""
    plain = read_json(text)
    document = _object(plain, "transcript", DOCUMENT, ("names",))
    if document["format"] != FORMAT:
        raise surprise(FORMAT, document["format"], "format")
    setup = _setup(document)
    names = from_plain(tuple[str, ...], document.get("names", []), "names")
    if "names" in document and len(names) != setup.seats:
        raise surprise(f"{setup.seats} names", len(names), "names")
    rounds = (_round(one, at, setup) for at, one in _items(document["rounds"], "rounds"))
    return Transcript(setup, tuple(rounds), names)


# Writing


def _plain_round(kept: KeptRound) -> Plain:
    plain: Plain = {"deck": [str(tile) for tile in kept.deck]}
    if kept.fair is not None:
        secrets = {secret.who: secret.text for secret in kept.fair.secrets}
        plain["fair"] = {"table": kept.fair.table, "round": kept.fair.round, "secrets": secrets}
    plain["actions"] = [_plain_deed(deed) for deed in kept.deeds]
    return plain


def _plain_deed(deed: Deed) -> Plain:
    plain: Plain = {"seat": deed.seat, **plain_action(deed.action)}
    if deed.by is not By.PLAYER:
        plain["by"] = deed.by
    if deed.at is not None:
        plain["at"] = deed.at
    return plain


def plain_action(action: Action) -> Plain:
    match action:
        case Play(tile, end):
            return {"do": "play", "tile": str(tile), "end": end}
        case Draw():
            return {"do": "draw"}
        case Pass():
            return {"do": "pass"}
        case _:
            assert_never(action)


# Reading


def _setup(document: dict[str, Plain]) -> Setup:
    variant = from_plain(Variant, document["variant"], "variant")
    seats = from_plain(int, document["seats"], "seats")
    target = from_plain(int | None, document["target"], "target")
    first = RULES[variant].targets[0]
    made(lambda: Setup(variant, seats, first), "seats")
    return made(lambda: Setup(variant, seats, target), "target")


def _round(plain: Plain, where: str, setup: Setup) -> KeptRound:
    fields = _object(plain, where, ("deck", "actions"), ("fair",))
    deck = from_plain(tuple[Tile, ...], fields["deck"], f"{where}.deck")
    made(lambda: check_deck(setup.rules, deck), f"{where}.deck")
    fair = _fair(fields["fair"], f"{where}.fair", setup) if "fair" in fields else None
    deeds = (_deed(one, at, setup) for at, one in _items(fields["actions"], f"{where}.actions"))
    return KeptRound(deck, tuple(deeds), fair)


def _fair(plain: Plain, where: str, setup: Setup) -> FairDeal:
    fields = _object(plain, where, ("table", "round", "secrets"))
    seats = tuple(str(seat) for seat in range(setup.seats))
    given = _object(fields["secrets"], f"{where}.secrets", (LODGE,), seats)
    secrets = []
    for who in (LODGE, *seats):
        if who in given:
            place = f"{where}.secrets.{who}"
            secrets.append(made(partial(Secret, who, from_plain(str, given[who], place)), place))
    table = from_plain(str, fields["table"], f"{where}.table")
    round = from_plain(int, fields["round"], f"{where}.round")
    return made(lambda: FairDeal(table, round, secrets=tuple(secrets)), where)


def _deed(plain: Plain, where: str, setup: Setup) -> Deed:
    fields = _object(plain, where, ("seat", "do"), ("tile", "end", "by", "at"))
    seat = from_plain(int, fields["seat"], f"{where}.seat")
    if seat not in range(setup.seats):
        raise surprise(f"a seat from 0 to {setup.seats - 1}", seat, f"{where}.seat")
    by = from_plain(By, fields.get("by", By.PLAYER), f"{where}.by")
    at = from_plain(float, fields["at"], f"{where}.at") if "at" in fields else None
    if at is not None and at < 0:
        raise surprise("seconds from 0 on", at, f"{where}.at")
    return Deed(seat, _action(fields, where), by, at)


def _action(fields: dict[str, Plain], where: str) -> Action:
    match fields["do"]:
        case "play":
            _object(fields, where, ("seat", "do", "tile", "end"), ("by", "at"))
            tile = from_plain(Tile, fields["tile"], f"{where}.tile")
            return Play(tile, from_plain(End, fields["end"], f"{where}.end"))
        case "draw" | "pass":
            _object(fields, where, ("seat", "do"), ("by", "at"))
            return Draw() if fields["do"] == "draw" else Pass()
    raise surprise("play, draw or pass", fields["do"], f"{where}.do")


def _object(
    plain: Plain, where: str, needed: tuple[str, ...], optional: tuple[str, ...] = ()
) -> dict[str, Plain]:
    """``plain`` if it is an object with all of the ``needed`` keys and no unknown one."""
    if not isinstance(plain, dict):
        raise surprise("an object", plain, where)
    for key in plain:
        if key not in needed and key not in optional:
            allowed = ", ".join((*needed, *optional))
            raise Unreadable(f"{where}: expected only {allowed}, got {key!r:.40}")
    for key in needed:
        if key not in plain:
            raise Unreadable(f"{where}: expected {key}, got none")
    return plain


def _items(plain: Plain, where: str) -> Iterable[tuple[str, Plain]]:
    """The place and the value of each item of a list."""
    if not isinstance(plain, list):
        raise surprise("a list", plain, where)
    return ((f"{where}[{number}]", item) for number, item in enumerate(plain))
