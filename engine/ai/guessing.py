"""Deals what is hidden anew, as the record of the round allows. Knows no odds of what is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import perm
from random import Random
from typing import NamedTuple

from engine.ai.inference import Hidden


class Guess(NamedTuple):
    """Hands dealt to the hidden seats as the record allows, and how much this guess counts.

    ``came[i]`` are the groups of the i-th hidden hand, the tiles laid since included. ``left`` lie
    in the boneyard, or sleep.
    """

    hands: list[int]
    came: list[list[int]]
    left: int
    weight: float


class Guessing:
    """Deals the unseen tiles again and again, to hands that fit the record.

    Importance sampling: each choice on the way is made evenly among those that are open, and
    multiplies the guess's ``weight`` by how many they were. So weighted, all deals that fit the
    record are equally likely.
    """

    def __init__(self, hidden: Sequence[Hidden], unseen: Sequence[int]) -> None:
        self.hidden = hidden
        self.unseen = unseen
        self.sizes = [[group.size for group in hand.groups] for hand in hidden]
        self.nothing = [[0] * len(hand.groups) for hand in hidden]
        self.plays = [
            (at, play.bit, play.sources) for at, hand in enumerate(hidden) for play in hand.plays
        ]
        groups = [
            ([bit for bit in unseen if not bit & group.banned], at, number)
            for at, hand in enumerate(hidden)
            for number, group in enumerate(hand.groups)
        ]
        self.groups = [
            (at, number, fit, sum(fit))
            for fit, at, number in sorted(groups, key=lambda group: len(group[0]))
        ]
        """Those with the least choice are filled first."""

    def guess(self, random: Random) -> Guess | None:
        """None where the attempt leads nowhere."""
        chance = random.random
        sizes = [left.copy() for left in self.sizes]
        came = [tiles.copy() for tiles in self.nothing]
        weight = 1.0
        for at, bit, sources in self.plays:
            left = sizes[at]
            ways = sum([left[source] for source in sources])
            if not ways:
                return None
            weight *= ways
            source = _one_of(sources, left, chance() * ways)
            left[source] -= 1
            came[at][source] |= bit
        hands = [0] * len(came)
        rest = sum(self.unseen)
        for at, number, fit, fits in self.groups:
            if size := sizes[at][number]:
                free = fits & rest
                if (count := free.bit_count()) < size:
                    return None
                weight *= perm(count, size)
                dealt = free if count == size else _drawn(fit, free, size, chance)
                rest ^= dealt
                hands[at] |= dealt
                came[at][number] |= dealt
        return Guess(hands, came, rest, weight)

    def blind(self, counts: Sequence[int], random: Random) -> Guess:
        """A deal that fits no more than the counts, should none be found that fits the record."""
        mixed = random.sample(self.unseen, len(self.unseen))
        hands = []
        for count in counts:
            hands.append(sum(mixed[:count]))
            del mixed[:count]
        came = [[hand] + [0] * (len(known.groups) - 1) for hand, known in zip(hands, self.hidden)]
        return Guess(hands, came, sum(mixed), 1.0)


def some(tiles: Sequence[int], count: int, random: Random) -> list[int]:
    """``count`` of the ``tiles`` in any order; much quicker than ``sample`` for so few."""
    rest = list(tiles)
    chance = random.random
    chosen = []
    for left in range(len(rest), len(rest) - count, -1):
        at = int(chance() * left)
        chosen.append(rest[at])
        rest[at] = rest[left - 1]
    return chosen


def _drawn(tiles: Sequence[int], free: int, count: int, chance: Callable[[], float]) -> int:
    """A mask of ``count`` of the ``tiles`` that are ``free``: those that are not go back."""
    drawn, among = 0, len(tiles)
    while count:
        bit = tiles[int(chance() * among)]
        if bit & free:
            free ^= bit
            drawn |= bit
            count -= 1
    return drawn


def _one_of(sources: Sequence[int], weights: Sequence[int], ticket: float) -> int:
    for source in sources[:-1]:
        ticket -= weights[source]
        if ticket < 0:
            return source
    return sources[-1]
