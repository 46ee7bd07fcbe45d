"""Players against each other over many deals. Knows all hands, but shows each seat its View alone.

Every deal is mirrored: it is played once with A in each seat, B in all others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engine.actions import Action, Play
from engine.ai import mind
from engine.chairs import Level, Regular
from engine.match import Match
from engine.oracle import foresee
from engine.round import Round, deal, step
from engine.rules import RULES, Setup, Variant
from engine.tiles import Tile
from engine.view import View, view_of

Player = Callable[[Round, View, Random], Action]
"""Chooses one of several plays for the seat in turn; only the oracle looks at the round."""
Clock = Callable[[], float]
"""Seconds since whenever."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Who meets whom, by names that ``player`` knows.

    Raises ValueError for other names, or seats that the game does not have.
    """

    variant: Variant
    seats: int
    a: str
    b: str
    seed: int

    def __post_init__(self) -> None:
        player(self.a)
        player(self.b)
        Setup(self.variant, self.seats, RULES[self.variant].targets[0])

    @property
    def setup(self) -> Setup:
        return Setup(self.variant, self.seats, RULES[self.variant].targets[0])

    def deck(self, number: int) -> tuple[Tile, ...]:
        tiles = self.setup.rules.tiles
        return tuple(Random(f"{self.seed} {number}").sample(tiles, len(tiles)))


@dataclass(frozen=True, slots=True)
class Score:
    """One mirrored deal for A.

    ``net`` points and rounds ``won`` are means of its rounds: the winner nets its points, everybody
    else an equal part of them less. ``seconds`` are what each of A's choices took.
    """

    net: float
    won: float
    seconds: tuple[float, ...]


def play_deal(contest: Contest, number: int, clock: Clock) -> Score:
    """The ``number``-th deal of ``contest``, once with A in each seat."""
    net = won = 0.0
    seconds: list[float] = []
    for seat in range(contest.seats):
        round, taken = play_round(contest, number, seat, clock)
        seconds += taken
        result = round.result
        assert result is not None
        if result.winner == seat:
            won += 1
            net += result.points
        elif result.winner is not None:
            net -= result.points / (contest.seats - 1)
    return Score(net / contest.seats, won / contest.seats, tuple(seconds))


def play_round(contest: Contest, number: int, seat: int, clock: Clock) -> tuple[Round, list[float]]:
    """The deal with A in ``seat``, played to its end, and the seconds that each choice took A."""
    seconds: list[float] = []
    a, b = player(contest.a), player(contest.b)
    random = Random(f"{contest.seed} {number} {seat}")
    match = Match(contest.setup)
    round = deal(contest.setup.rules, contest.seats, contest.deck(number))
    while round.result is None:
        view = view_of(match, round, round.turn)
        if len(view.legal) == 1:
            action = view.legal[0]
        elif round.turn == seat:
            began = clock()
            action = a(round, view, random)
            seconds.append(clock() - began)
        else:
            action = b(round, view, random)
        round, _ = step(round, round.turn, action)
    return round, seconds


def player(name: str) -> Player:
    """A baseline, a level, or a level in a regular's manner, as ``sharp:warden``.

    Raises ValueError for any other name.
    """
    if name in BASELINES:
        return BASELINES[name]
    level, manner, regular = name.partition(":")
    if level not in set(Level) or regular not in (set(Regular) if manner else {""}):
        raise ValueError(f"expected {NAMES}, got {name!r:.40}")
    return _regular(Level(level), Regular(regular) if manner else None)


def _regular(level: Level, regular: Regular | None) -> Player:
    return lambda round, view, random: mind.choose(view, level, random, regular)


def _pips(play: Action) -> int:
    assert isinstance(play, Play)
    return play.tile.pips


def _double_then_pips(play: Action) -> tuple[bool, int]:
    assert isinstance(play, Play)
    return play.tile.is_double, play.tile.pips


BASELINES: dict[str, Player] = {
    "random": lambda round, view, random: random.choice(view.legal),
    "greedy": lambda round, view, random: max(view.legal, key=_pips),
    "doubles": lambda round, view, random: max(view.legal, key=_double_then_pips),
    "oracle": foresee,
}
NAMES = f"one of {', '.join([*BASELINES, *Level])}, a level also with a regular as in sharp:warden"
"""Whom ``player`` knows, in words."""
