"""What the record of a round tells of the hands that stay hidden. Knows no more than a View.

A seat that draws or passes holds neither end's value, and of the tiles it draws only the last can
fit. So each hand falls into groups by when its tiles came, every group with the tiles that it
cannot hold; the older the group, the more it has been seen to lack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import exp, perm
from operator import or_
from random import Random
from typing import NamedTuple

from engine.ai.masks import Masks, Mind, masks_of
from engine.events import Drew, Opened, Passed, Played
from engine.line import Line
from engine.rules import HAND
from engine.tiles import Tile
from engine.view import View

SLIP = 0.1
"""How often a player is thought to lay any tile at all."""


@dataclass(slots=True)
class Group:
    """Tiles that came to a hand together: how many, and a mask of those that cannot be there."""

    size: int
    banned: int


class Seen(NamedTuple):
    """A play that its seat could choose: out of what, and which groups the tile may come from."""

    bit: int
    pair: int
    unlaid: int
    sources: tuple[int, ...]
    groups: int


@dataclass(slots=True)
class Hidden:
    """One seat's hand as the others know it. Group sizes count tiles that were played since."""

    groups: list[Group]
    plays: list[Seen] = field(default_factory=list)
    drawn: int = 0

    def lack(self, fitting: int) -> None:
        for group in self.groups:
            group.banned |= fitting

    def keep(self, drawn: int, fitting: int) -> None:
        """The tiles drawn since the last play stay, and none of them fits."""
        if drawn:
            self.groups.append(Group(drawn, fitting))
        self.drawn = 0

    @property
    def banned(self) -> int:
        """A mask of tiles that are nowhere in this hand."""
        together = -1
        for group in self.groups:
            together &= group.banned
        return together


def hidden_hands(view: View) -> list[Hidden]:
    """What is known of the hand of every seat but ``view``'s own, which is in turn; next first."""
    masks = masks_of(view.setup.rules.highest)
    seats = len(view.counts)
    opened, *later = view.record
    assert isinstance(opened, Opened)
    hands = [Hidden([Group(HAND, _better_openings(masks, opened.tile))]) for _ in range(seats)]
    hands[opened.seat].groups[0].size -= 1
    line = Line.opened_with(opened.tile)
    unlaid = sum(masks.tile) ^ masks.bit[opened.tile]
    for event in later:
        low, high = line.ends
        pair = masks.pair[low][high]
        fitting = masks.matching[pair]
        match event:
            case Drew(seat):
                hands[seat].lack(fitting)
                hands[seat].drawn += 1
            case Passed(seat):
                hands[seat].lack(fitting)
                hands[seat].keep(hands[seat].drawn, fitting)
            case Played(seat, tile, end):
                hand, bit = hands[seat], masks.bit[tile]
                if hand.drawn:
                    hand.keep(hand.drawn - 1, fitting)
                else:
                    sources = (at for at, group in enumerate(hand.groups) if not group.banned & bit)
                    hand.plays.append(Seen(bit, pair, unlaid, tuple(sources), len(hand.groups)))
                unlaid ^= bit
                line = line.lay(tile, end)
    own = view.seat
    assert own is not None
    return [hands[(own + way) % seats] for way in range(1, seats)]


class Guess(NamedTuple):
    """Hands dealt to the hidden seats as the record allows, and how much this guess counts.

    ``held[i]`` are the tiles that the i-th hidden seat had held after each of its groups came,
    those laid since included. ``left`` lie in the boneyard, or sleep.
    """

    hands: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    left: int
    weight: float


class Guessing:
    """Deals the unseen tiles again and again, to hands that fit the record.

    Guesses weighted by ``weight`` are as likely as the deals that fit: each choice on the way is
    made evenly among those open, and counts as many times as there were.
    """

    def __init__(self, hidden: Sequence[Hidden], unseen: Sequence[int]) -> None:
        self.hidden = hidden
        self.unseen = unseen
        groups = [
            (sum(not bit & group.banned for bit in unseen), at, number, group.banned)
            for at, hand in enumerate(hidden)
            for number, group in enumerate(hand.groups)
        ]
        self.groups = sorted(groups)
        """Those with the least choice are filled first."""

    def guess(self, random: Random) -> Guess | None:
        """None where the attempt leads nowhere."""
        sizes = [[group.size for group in hand.groups] for hand in self.hidden]
        came = [[0] * len(hand.groups) for hand in self.hidden]
        weight = 1.0
        for hand, left, tiles in zip(self.hidden, sizes, came):
            for play in hand.plays:
                ways = sum(left[source] for source in play.sources)
                if not ways:
                    return None
                weight *= ways
                source = _one_of(play.sources, left, random.random() * ways)
                left[source] -= 1
                tiles[source] |= play.bit
        hands = [0] * len(came)
        taken = 0
        for _, at, number, banned in self.groups:
            if size := sizes[at][number]:
                closed = taken | banned
                fit = [bit for bit in self.unseen if not bit & closed]
                if len(fit) < size:
                    return None
                weight *= perm(len(fit), size)
                dealt = sum(random.sample(fit, size))
                taken |= dealt
                hands[at] |= dealt
                came[at][number] |= dealt
        held = tuple(tuple(accumulate(tiles, or_)) for tiles in came)
        return Guess(tuple(hands), held, sum(self.unseen) ^ taken, weight)

    def blind(self, counts: Sequence[int], random: Random) -> Guess:
        """A deal that fits no more than the counts, should none be found that fits the record."""
        mixed = random.sample(self.unseen, len(self.unseen))
        hands = []
        for count in counts:
            hands.append(sum(mixed[:count]))
            del mixed[:count]
        held = tuple((hand,) * len(known.groups) for hand, known in zip(hands, self.hidden))
        return Guess(tuple(hands), held, sum(mixed), 1.0)


def likelihood(masks: Masks, mind: Mind, seen: Seen, hand: int, warmth: int) -> float:
    """How likely a player of this ``mind`` makes that play out of ``hand``.

    It slips now and then; one that weighs wavers between plays less than ``warmth`` apart.
    """
    fits = hand & masks.matching[seen.pair]
    if not fits & (fits - 1):
        return 1.0
    slip = SLIP / fits.bit_count()
    if isinstance(mind, int):
        top = 1 << ((fits & mind or fits).bit_length() - 1)
        return slip + (1 - SLIP) * (top == seen.bit)
    options, ours, unseen = mind
    ways = options[seen.pair]
    unlaid = seen.unlaid
    worths = []
    laid = []
    while fits:
        bit = fits & -fits
        fits ^= bit
        rest = hand ^ bit
        for base, mask, _ in ways[bit]:
            worth = base + ours * (rest & mask).bit_count() - unseen * (unlaid & mask).bit_count()
            worths.append(worth)
            if bit == seen.bit:
                laid.append(worth)
    best = max(worths)
    total = sum([exp((worth - best) / warmth) for worth in worths])
    return slip + (1 - SLIP) * sum([exp((worth - best) / warmth) for worth in laid]) / total


def _one_of(sources: Sequence[int], weights: Sequence[int], ticket: float) -> int:
    for source in sources:
        ticket -= weights[source]
        if ticket < 0:
            return source
    return sources[-1]


def _better_openings(masks: Masks, opening: Tile) -> int:
    """What nobody was dealt, or it would have opened."""

    def claim(tile: Tile) -> tuple[bool, int, int]:
        return tile.is_double, tile.pips, tile.high

    return masks.mask(tile for tile in masks.bit if claim(tile) > claim(opening))
