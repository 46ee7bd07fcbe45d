"""Who plays ranked Block and how it went, as the relay tells anybody. Knows no hand, no secret."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from engine import codec
from engine.codec import Unreadable
from engine.letters import Stage


@dataclass(frozen=True, slots=True)
class Rival:
    """``deviation`` is the rating's uncertainty; ``provisional`` while that is large."""

    player: str
    name: str
    rating: int
    deviation: int
    provisional: bool
    bouts: int = 0


NEWCOMER = Rival("", "", 1500, 350, provisional=True)
"""How somebody is rated who has not played yet."""


@dataclass(frozen=True, slots=True)
class RatedBout:
    """A rated bout of ours: ``at`` in seconds since 1970, ``rating`` ours after it."""

    id: str
    at: int
    winner: int | None
    seat: int
    opponent: Rival | None
    rating: int


@dataclass(frozen=True, slots=True)
class OpenBout:
    """A bout that goes on and may be watched."""

    room: str
    stage: Stage
    watchers: int
    contenders: tuple[Rival, Rival]


@dataclass(frozen=True, slots=True)
class Career:
    """One rival, and what it played lately, newest first."""

    rival: Rival
    rated: tuple[RatedBout, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many are at the lodge, and how many of them look for an opponent."""

    online: int
    matching: int


# All of these raise Unreadable.


def read_counts(text: str) -> Counts:
    return counts_of(codec.read_json(text))


def read_best(text: str) -> tuple[Rival, ...]:
    """The leaderboard, best first."""
    return tuple(rival_of(each) for each in _list(codec.read_json(text), "guests"))


def read_bouts(text: str) -> tuple[OpenBout, ...]:
    bouts = _list(codec.read_json(text), "bouts")
    return tuple(
        _made(OpenBout, each, contenders=[_tagged(Rival, one) for one in _list(each, "contenders")])
        for each in bouts
    )


def read_career(text: str) -> Career:
    plain = codec.read_json(text)
    return Career(rival_of(plain), tuple(map(_rated_bout, _list(plain, "results"))))


def rival_of(plain: Any) -> Rival:
    rival: Rival = _made(Rival, plain)
    return rival


def counts_of(plain: Any) -> Counts:
    counts: Counts = _made(Counts, plain)
    return counts


def _rated_bout(plain: Any) -> RatedBout:
    opponent = plain.get("opponent") if isinstance(plain, dict) else None
    known = None if opponent is None else _tagged(Rival, opponent)
    bout: RatedBout = _made(RatedBout, plain, opponent=known)
    return bout


def _made(cls: Any, plain: Any, **inside: Any) -> Any:
    """What ``plain`` says of a ``cls``; whatever else it says is passed over."""
    return codec.from_plain(cls, _tagged(cls, plain) | inside, codec.kind(cls))


def _tagged(cls: Any, plain: Any) -> dict[str, Any]:
    if not isinstance(plain, dict):
        raise Unreadable(f"expected a {codec.kind(cls)}, got {plain!r:.40}")
    names = (field.name for field in fields(cls))
    return {"t": codec.kind(cls), **{name: plain[name] for name in names if name in plain}}


def _list(plain: Any, name: str) -> list[Any]:
    found = plain.get(name) if isinstance(plain, dict) else None
    if not isinstance(found, list):
        raise Unreadable(f"expected a list of {name}, got {found!r:.40}")
    return found
