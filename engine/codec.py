"""Frozen dataclasses to plain JSON and back, by their type hints. Knows none of them by name.

A dataclass is an object of its fields; one that can stand for others in a union also carries
its kind in ``t``. A tile is written ``3-5``, an enum by its value, a tuple as a list.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from math import isfinite
from types import MappingProxyType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.line import Laid
from engine.tiles import Tile

Made = TypeVar("Made")
Plain = Any
"""What ``json`` reads and writes."""
DEPTH = 32
"""Levels of nesting that a text may have; our own have ten."""
_NOTHING: Mapping[int, Plain] = MappingProxyType({})
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
"""A string of JSON. One that never ends is one too, or a text of quotes would be searched again
from each."""
_BRACKET = re.compile(r"[\[\]{}]")


class Unreadable(ValueError):
    """Text or JSON that is not what was expected; ``str()`` names the place."""


def kind(cls: Any) -> str:
    """The ``t`` of a dataclass: ``NextRound`` is ``next_round``."""
    name: str = cls.__name__
    return name[0].lower() + "".join(f"_{c.lower()}" if c.isupper() else c for c in name[1:])


def to_plain(value: object, known: Mapping[int, Plain] = _NOTHING) -> Plain:
    """``value`` as plain JSON; ``known`` has that of some of its parts already, by their ``id``."""
    if (plain := known.get(id(value))) is not None:
        return plain
    if is_dataclass(value) and not isinstance(value, type):
        plain = {field.name: to_plain(getattr(value, field.name), known) for field in fields(value)}
        return {"t": kind(type(value)), **plain}
    if isinstance(value, Tile | Laid):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [to_plain(item, known) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"expected a dataclass or a plain value, got {type(value).__name__}")


def to_text(value: object, known: Mapping[int, Plain] = _NOTHING) -> str:
    return json.dumps(to_plain(value, known), separators=(",", ":"), allow_nan=False)


def from_text(wanted: Any, text: str) -> Any:
    """The ``wanted`` type read from JSON. Raises Unreadable, whatever the text."""
    return from_plain(wanted, read_json(text), "message")


def read_json(text: str) -> Plain:
    """``text`` as JSON of at most DEPTH levels, each field once. Raises Unreadable.

    The levels are counted first: in the browser a deep text would end the interpreter.
    """
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub("", text)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEPTH:
            raise Unreadable(f"expected at most {DEPTH} levels, got more")
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_once)
    except Unreadable:
        raise
    except json.JSONDecodeError as error:
        got = f"{text[error.pos : error.pos + 40]!r:.40}" if error.pos < len(text) else "the end"
        place = f"line {error.lineno}, column {error.colno}"
        raise Unreadable(f"{place}: expected JSON, got {got}") from error
    except ValueError as error:  # a whole number of thousands of digits
        raise Unreadable(f"expected JSON: {error!s:.60}") from error


def from_plain(wanted: Any, plain: Plain, where: str) -> Any:
    """The ``wanted`` type built from plain JSON. Raises Unreadable, naming the place."""
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(wanted), plain, where)
    if origin is tuple:
        return _tuple(get_args(wanted), plain, where)
    if wanted is Tile:
        return made(partial(Tile.parse, from_plain(str, plain, where)), where)
    if wanted is Laid:
        return made(partial(_laid, from_plain(str, plain, where)), where)
    if is_dataclass(wanted):
        return _dataclass(wanted, plain, where)
    if issubclass(wanted, Enum):
        return _member(wanted, plain, where)
    if wanted is float and type(plain) is int:
        return made(lambda: float(plain), where)
    if type(plain) is not wanted:
        raise surprise(_name(wanted), plain, where)
    if wanted is float and not isfinite(plain):
        raise surprise("a finite number", plain, where)
    return plain


def surprise(expected: str, got: Plain, where: str) -> Unreadable:
    """The error to raise at ``where``; at most 40 letters of what was got are told."""
    return Unreadable(f"{where}: expected {expected}, got {got!r:.40}")


def made(make: Callable[[], Made], where: str) -> Made:
    """What ``make`` returns; a ValueError of a type's own becomes Unreadable, with the place."""
    try:
        return make()
    except Unreadable:
        raise
    except (ValueError, TypeError, OverflowError) as error:
        raise Unreadable(f"{where}: {error!s:.200}") from error


def _one_of(options: tuple[Any, ...], plain: Plain, where: str) -> Any:
    tagged = {kind(option): option for option in options if is_dataclass(option)}
    if isinstance(plain, dict) and tagged:
        tag = plain.get("t")
        if not isinstance(tag, str) or tag not in tagged:
            raise surprise(f"t to be one of {', '.join(tagged)}", tag, where)
        return from_plain(tagged[tag], plain, where)
    if plain is None and type(None) in options:
        return None
    for option in options:
        if not is_dataclass(option) and option is not type(None):
            return from_plain(option, plain, where)
    raise surprise(" or ".join(_name(option) for option in options), plain, where)


def _tuple(items: tuple[Any, ...], plain: Plain, where: str) -> tuple[Any, ...]:
    if not isinstance(plain, list):
        raise surprise("a list", plain, where)
    if items[-1:] != (...,):
        if len(plain) != len(items):
            raise surprise(f"{len(items)} items", plain, where)
        wanted = items
    else:
        wanted = items[:1] * len(plain)
    return tuple(
        from_plain(hint, item, f"{where}[{index}]")
        for index, (hint, item) in enumerate(zip(wanted, plain, strict=True))
    )


def _dataclass(cls: Any, plain: Plain, where: str) -> Any:
    if not isinstance(plain, dict):
        raise surprise(_name(cls), plain, where)
    if plain.get("t") != kind(cls):
        raise surprise(f"t to be {kind(cls)}", plain.get("t"), where)
    hints = _hints(cls)
    for key in plain:
        if key != "t" and key not in hints:
            raise Unreadable(f"{where}: expected only {', '.join(hints)}, got {key!r:.40}")
    values = {}
    for field in fields(cls):
        if field.name in plain:
            values[field.name] = from_plain(
                hints[field.name], plain[field.name], f"{where}.{field.name}"
            )
        elif field.default is MISSING:
            raise Unreadable(f"{where}: expected {field.name}, got none")
    return made(lambda: cls(**values), where)


def _member(wanted: type[Enum], plain: Plain, where: str) -> Enum:
    for member in wanted:
        if member.value == plain:
            return member
    raise surprise(f"one of {', '.join(str(member.value) for member in wanted)}", plain, where)


def _laid(text: str) -> Laid:
    tile = Tile.parse(text)
    return Laid(*tile) if text == str(tile) else Laid(tile.high, tile.low)


def _once(pairs: list[tuple[str, Plain]]) -> Plain:
    plain: dict[str, Plain] = {}
    for key, value in pairs:
        if key in plain:
            raise Unreadable(f"expected each field once, got {key!r:.40} twice")
        plain[key] = value
    return plain


def _no_constant(name: str) -> None:
    raise Unreadable(f"expected JSON, got {name}")


def _name(wanted: Any) -> str:
    return kind(wanted) if is_dataclass(wanted) else str(getattr(wanted, "__name__", wanted))


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)
