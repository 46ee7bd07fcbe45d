"""The tally of what was played in this browser: by game, and by regular at each level.

Knows how rounds ended for the player's own seat; no tile, no person's name, no day.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from app.outcome import Opponent, Outcome, Sitting
from engine.chairs import Level, Regular
from engine.codec import Plain, from_plain, kind, made, read_json, surprise
from engine.rules import RULES, Variant

FORMAT = "lantern-lodge/statistics/1"
MOST_TABLES = 32
"""So many tables are remembered, so that no round of theirs is counted twice."""
LARGEST = 10**12
"""No count gets there; a number beyond it is nobody's playing."""
GAMES = tuple((variant, seats) for variant, rules in RULES.items() for seats in rules.seats)
OPPONENTS = tuple((regular, level) for regular in Regular for level in Level)


@dataclass(frozen=True, slots=True)
class Game:
    """One game at one number of chairs. ``points_lost`` are those that somebody else won."""

    variant: Variant
    seats: int
    matches: int = 0
    matches_won: int = 0
    rounds: int = 0
    rounds_won: int = 0
    points_won: int = 0
    points_lost: int = 0
    best_round: int = 0
    longest_line: int = 0

    def __post_init__(self) -> None:
        if (self.variant, self.seats) not in GAMES:
            raise ValueError(f"expected a game of the lodge, got {self.variant} at {self.seats}")
        _check(self.matches, self.matches_won, self.rounds, self.rounds_won)
        _check(self.points_won, self.points_lost, self.best_round, self.longest_line)

    def after(self, outcome: Outcome) -> Game:
        ours = outcome.points if outcome.won else 0
        return replace(
            self,
            matches=self.matches + outcome.last,
            matches_won=self.matches_won + (outcome.last and outcome.won),
            rounds=self.rounds + 1,
            rounds_won=self.rounds_won + outcome.won,
            points_won=self.points_won + ours,
            points_lost=self.points_lost + outcome.points - ours,
            best_round=max(self.best_round, ours),
            longest_line=max(self.longest_line, outcome.line),
        )


@dataclass(frozen=True, slots=True)
class Met:
    """Rounds with one regular at the table. ``points_lost`` are those that this regular won."""

    regular: Regular
    level: Level
    rounds: int = 0
    rounds_won: int = 0
    points_won: int = 0
    points_lost: int = 0

    def __post_init__(self) -> None:
        _check(self.rounds, self.rounds_won, self.points_won, self.points_lost)

    @property
    def net(self) -> float:
        """Points a round: ours, less this regular's."""
        return (self.points_won - self.points_lost) / self.rounds

    def after(self, outcome: Outcome) -> Met:
        theirs = outcome.winner is not None and outcome.regulars[outcome.winner] == self._opponent
        return replace(
            self,
            rounds=self.rounds + 1,
            rounds_won=self.rounds_won + outcome.won,
            points_won=self.points_won + (outcome.points if outcome.won else 0),
            points_lost=self.points_lost + (outcome.points if theirs else 0),
        )

    @property
    def _opponent(self) -> Opponent:
        return self.regular, self.level


@dataclass(frozen=True, slots=True)
class Tally:
    """``games`` and ``regulars`` in the lodge's order; ``sat`` where we sat, the latest first."""

    games: tuple[Game, ...] = ()
    regulars: tuple[Met, ...] = ()
    sat: tuple[Sitting, ...] = ()

    def __post_init__(self) -> None:
        listed = [*(game.rounds for game in self.games), *(met.rounds for met in self.regulars)]
        if not all(listed):
            raise ValueError("expected at least one round of whatever is listed")

    def heard(self, sitting: Sitting, outcome: Outcome | None) -> Tally:
        """With what our seat was told of a round: ``outcome`` is None while it is played.

        A round counts once, at its end, where it was seen being played in the same seat.
        """
        before = next((sat for sat in self.sat if sat.table == sitting.table), None)
        if outcome is not None:
            if before != sitting:
                return self
            return self.after(outcome)._sitting(replace(sitting, counted=True))
        if before is None or before.round < sitting.round:
            return self._sitting(sitting)
        if before.round == sitting.round and not before.counted:
            return self._sitting(sitting)
        return self

    def after(self, outcome: Outcome) -> Tally:
        """With one more round."""
        games = {(game.variant, game.seats): game for game in self.games}
        key = (outcome.variant, outcome.seats)
        games[key] = games.get(key, Game(*key)).after(outcome)
        met = {(one.regular, one.level): one for one in self.regulars}
        for opponent in {opponent for opponent in outcome.regulars if opponent is not None}:
            met[opponent] = met.get(opponent, Met(*opponent)).after(outcome)
        return replace(
            self,
            games=tuple(games[key] for key in GAMES if key in games),
            regulars=tuple(met[opponent] for opponent in OPPONENTS if opponent in met),
        )

    def _sitting(self, sitting: Sitting) -> Tally:
        others = (sat for sat in self.sat if sat.table != sitting.table)
        return replace(self, sat=(sitting, *others)[:MOST_TABLES])


# As text


def write(tally: Tally) -> str:
    """For a file that a person may read: all but where we sat."""
    return json.dumps(to_plain(tally), indent=2)


def to_plain(tally: Tally) -> dict[str, Plain]:
    games, regulars = map(asdict, tally.games), map(asdict, tally.regulars)
    return {"format": FORMAT, "games": list(games), "regulars": list(regulars)}


def keepsake(tally: Tally) -> str:
    """For this browser to keep."""
    return json.dumps({**to_plain(tally), "sat": [asdict(sat) for sat in tally.sat]})


def read(text: str) -> Tally:
    """What ``keepsake`` wrote. Raises Unreadable, naming the place and what was expected."""
    plain = read_json(text)
    if not isinstance(plain, dict):
        raise surprise("statistics", plain, "message")
    if plain.get("format") != FORMAT:
        raise surprise(FORMAT, plain.get("format"), "format")
    games, regulars = _items(Game, plain, "games"), _items(Met, plain, "regulars")
    sat = _items(Sitting, plain, "sat")
    return made(lambda: Tally(tuple(games), tuple(regulars), tuple(sat)), "statistics")


def _items(wanted: type, plain: dict[str, Plain], name: str) -> Iterator[Any]:
    items = plain.get(name)
    if not isinstance(items, list):
        raise surprise("a list", items, name)
    for at, item in enumerate(items):
        if not isinstance(item, dict):
            raise surprise("an object", item, f"{name}[{at}]")
        yield from_plain(wanted, {**item, "t": kind(wanted)}, f"{name}[{at}]")


def _check(*counts: int) -> None:
    if not all(0 <= count <= LARGEST for count in counts):
        raise ValueError(f"expected counts from 0 to {LARGEST}")
