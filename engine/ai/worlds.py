"""Worlds that may be, and how they drift towards the likelier ones. Knows no play of our own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from operator import or_
from random import Random

from engine.ai.clues import Clue, Odds
from engine.ai.guessing import Guess
from engine.ai.inference import Hidden


@dataclass(slots=True, eq=False)
class World:
    """What may be hidden: the others' hands and the odds of their minds, next to play first.

    At the end of ``hands`` is what lies in the boneyard, or sleeps. ``came`` are the groups of each
    hand, those laid since included; ``place`` are hand and group of each hidden tile.
    """

    hands: list[int]
    odds: list[Odds]
    came: list[list[int]]
    place: dict[int, tuple[int, int]]

    @property
    def likelihood(self) -> float:
        """How likely it is to meet seats that hold these and play so."""
        return prod(map(sum, self.odds))


class Worlds:
    """All worlds that fit the record: a guess becomes one, and one drifts to another.

    Few guesses are likely, however many are made. So a world drifts (Metropolis): two hidden tiles
    change places where the record allows it; surely if it makes the plays seen likelier, else only
    as often as it makes them less likely. So worlds that come up as often as they are likely go on
    to do so, and those that were guessed once become many.
    """

    def __init__(
        self,
        hidden: Sequence[Hidden],
        clues: Sequence[Sequence[Clue]],
        minds: Odds,
        unseen: Sequence[int],
    ) -> None:
        self.clues = [*clues, ()]
        self.minds = minds
        self.unseen = unseen
        self.banned = [*([group.banned for group in hand.groups] for hand in hidden), [0]]

    def world(self, guess: Guess) -> World:
        """The world that was guessed."""
        came = [*guess.came, [guess.left]]
        place = {
            bit: (at, number)
            for at, groups in enumerate(came)
            for number, group in enumerate(groups)
            for bit in self.unseen
            if bit & group
        }
        odds = [self._odds(at, groups) for at, groups in enumerate(came)]
        return World([*guess.hands, guess.left], odds, came, place)

    def drift(self, world: World, steps: int, random: Random) -> World:
        """The same world, ``steps`` tries of two tiles later."""
        chance, unseen, banned = random.random, self.unseen, self.banned
        hands, odds, came, place = world.hands, world.odds, world.came, world.place
        among = len(unseen)
        for _ in range(steps):
            one, two = unseen[int(chance() * among)], unseen[int(chance() * among)]
            (a, group_a), (b, group_b) = place[one], place[two]
            if a == b or banned[a][group_a] & two or banned[b][group_b] & one:
                continue
            both = one | two
            came[a][group_a] ^= both
            came[b][group_b] ^= both
            odds_a, odds_b = self._odds(a, came[a]), self._odds(b, came[b])
            if chance() * sum(odds[a]) * sum(odds[b]) < sum(odds_a) * sum(odds_b):
                hands[a] ^= both
                hands[b] ^= both
                odds[a], odds[b] = odds_a, odds_b
                place[one], place[two] = place[two], place[one]
            else:
                came[a][group_a] ^= both
                came[b][group_b] ^= both
        return world

    def _odds(self, at: int, came: Sequence[int]) -> Odds:
        """How likely it is to meet a seat that held these and played so, for each mind."""
        odds = self.minds
        if clues := self.clues[at]:
            held = [*accumulate(came, or_)]
            for clue in clues:
                odds = clue.weighed(odds, held[clue.seen.groups - 1])
        return odds
