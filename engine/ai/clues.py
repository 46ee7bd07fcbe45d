"""How likely a play is, by the mind and the hand behind it. Knows no more than that one play."""

from __future__ import annotations

from math import exp

from engine.ai.inference import Seen
from engine.ai.masks import Leaning, Masks

SLIP = 0.1
"""The chance that a player lays just any tile that fits."""
Odds = tuple[float, float, float]
"""How likely it is that a player weighs, that it lays doubles first, that it lays its heaviest."""


class Clue:
    """One play, put to many hands.

    A player slips now and then. To one that weighs, a play is e times as likely as another that is
    worth ``warmth`` less (softmax).

    ``heavier`` and ``dearer`` are the tiles that whoever lays its heaviest, or doubles first, would
    rather have laid. ``ways[bit]`` are (weights, fitting): by how many ``fitting`` tiles are left
    in hand, what that play weighs.
    """

    def __init__(self, masks: Masks, leaning: Leaning, seen: Seen, warmth: int) -> None:
        self.seen = seen
        self.fitting = masks.matching[seen.pair] & seen.unlaid
        self.heavier = -2 * seen.bit
        self.dearer = (
            self.heavier & masks.doubles
            if seen.bit & masks.doubles
            else self.heavier | masks.doubles
        )

        def weights(worth: int, fitting: int) -> list[float]:
            worth -= leaning.unseen * (seen.unlaid & fitting).bit_count()
            counts = range(fitting.bit_count() + 1)
            return [exp((worth + leaning.ours * count) / warmth) for count in counts]

        self.ways = {
            bit: [(weights(worth, fitting), fitting) for worth, fitting, _ in ways]
            for bit, ways in leaning.options[seen.pair].items()
        }

    def weighed(self, odds: Odds, held: int) -> Odds:
        """The ``odds`` times the chance of the play, if the seat had ``held`` these by then."""
        fits = held & self.fitting
        if not fits & (fits - 1):
            return odds
        weighs, doubles, heaviest = odds
        slip = SLIP / fits.bit_count()
        sure = slip + 1 - SLIP
        return (
            weighs * (slip + (1 - SLIP) * self._share(held & self.seen.unlaid, fits)),
            doubles * (slip if fits & self.dearer else sure),
            heaviest * (slip if fits & self.heavier else sure),
        )

    def _share(self, hand: int, fits: int) -> float:
        """What the play weighs, of all that the ``hand`` could have played."""
        total = played = 0.0
        while fits:
            bit = fits & -fits
            fits ^= bit
            rest = hand ^ bit
            before = total
            for weights, fitting in self.ways[bit]:
                total += weights[(rest & fitting).bit_count()]
            if bit == self.seen.bit:
                played = total - before
        return played / total
