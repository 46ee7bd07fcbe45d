"""How likely a play is, by the mind and the hand behind it. Knows no more than that one play."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from engine.ai.inference import Seen
from engine.ai.masks import Leaning, Masks, Mind

SLIP = 0.1
"""The chance that a player lays just any tile that fits."""


class Clue:
    """One play, put to many hands.

    A player slips now and then. To one that weighs, a play is e times as likely as another that is
    worth ``warmth`` less (softmax).
    """

    def __init__(self, masks: Masks, minds: Sequence[Mind], seen: Seen, warmth: int) -> None:
        self.seen = seen
        self.fitting = masks.matching[seen.pair]
        self.minds = [
            mind if isinstance(mind, int) else _Scales(masks, mind, seen, warmth) for mind in minds
        ]

    def chances(self, hand: int) -> list[float]:
        """That of the play, for a player of each mind who holds ``hand``."""
        fits = hand & self.fitting
        if not fits & (fits - 1):
            return [1.0] * len(self.minds)
        shares = [
            self.seen.bit == 1 << ((fits & mind or fits).bit_length() - 1)
            if isinstance(mind, int)
            else mind.share(hand, fits)
            for mind in self.minds
        ]
        slip = SLIP / fits.bit_count()
        return [slip + (1 - SLIP) * share for share in shares]


class _Scales:
    """Weigh the play against all others of a hand; most of it is done before that is known.

    ``ways[bit]`` are (weight, fitting). With so many ``fitting`` tiles left in hand, a play weighs
    ``gains`` times as much.
    """

    def __init__(self, masks: Masks, leaning: Leaning, seen: Seen, warmth: int) -> None:
        self.bit = seen.bit
        self.ways = {
            bit: [
                (exp((worth - leaning.unseen * (seen.unlaid & mask).bit_count()) / warmth), mask)
                for worth, mask, _ in ways
            ]
            for bit, ways in leaning.options[seen.pair].items()
        }
        self.gains = [exp(leaning.ours * count / warmth) for count in range(len(masks.bit))]

    def share(self, hand: int, fits: int) -> float:
        ways, gains = self.ways, self.gains
        total = played = 0.0
        while fits:
            bit = fits & -fits
            fits ^= bit
            rest = hand ^ bit
            before = total
            for weight, mask in ways[bit]:
                total += weight * gains[(rest & mask).bit_count()]
            if bit == self.bit:
                played = total - before
        return played / total
