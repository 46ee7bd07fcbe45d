"""What the record of a round tells of the hands that stay hidden. Knows no more than a View.

A seat that draws or passes holds neither end's value, and of the tiles it draws only the last can
fit. So each hand falls into groups by when its tiles came, every group with the tiles that it
cannot hold; the older the group, the more it has been seen to lack.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from engine.ai.masks import Masks, masks_of
from engine.events import Drew, Opened, Passed, Played
from engine.line import Line
from engine.rules import HAND
from engine.tiles import Tile
from engine.view import View


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


class Guess(NamedTuple):
    """Hands dealt to the hidden seats as the record allows, and how much this guess counts.

    ``held[i]`` are the tiles that the i-th hidden seat had held after each of its groups came,
    those laid since included.
    """

    hands: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    left: int
    weight: float


def hidden_hands(view: View) -> list[Hidden]:
    """What is known of the hand of every seat but ``view``'s own, the next to play first."""
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


def guess(hidden: list[Hidden], unseen: list[int], random: Random) -> Guess | None:
    """One way to deal the ``unseen`` tiles; None where the attempt led nowhere.

    Guesses weighted by ``weight`` are as likely as the deals that fit the record.
    """
    weight = 1.0
    held: list[list[int]] = []
    wanted: list[tuple[int, int, int, int]] = []
    for at, hand in enumerate(hidden):
        sizes = [group.size for group in hand.groups]
        came = [0] * len(sizes)
        for play in hand.plays:
            chances = [sizes[source] for source in play.sources]
            total = sum(chances)
            if not total:
                return None
            weight *= total
            source = play.sources[0]
            if len(chances) > 1:
                ticket = random.random() * total
                for source, chance in zip(play.sources, chances):
                    ticket -= chance
                    if ticket < 0:
                        break
            sizes[source] -= 1
            came[source] |= play.bit
        held.append(came)
        for number, size in enumerate(sizes):
            if size:
                banned = hand.groups[number].banned
                wanted.append((sum(not bit & banned for bit in unseen), at, number, size))
    if len(hidden) > 1:
        wanted.sort()
    hands = [0] * len(hidden)
    taken = 0
    for _, at, number, size in wanted:
        closed = taken | hidden[at].groups[number].banned
        open_ = [bit for bit in unseen if not bit & closed]
        if len(open_) < size:
            return None
        for spare in range(size):
            weight *= len(open_) - spare
        tiles = sum(random.sample(open_, size))
        taken |= tiles
        hands[at] |= tiles
        held[at][number] |= tiles
    for came in held:
        for number in range(1, len(came)):
            came[number] |= came[number - 1]
    return Guess(tuple(hands), tuple(map(tuple, held)), sum(unseen) - taken, weight)


def _better_openings(masks: Masks, opening: Tile) -> int:
    """What nobody was dealt, or it would have opened."""

    def claim(tile: Tile) -> tuple[bool, int, int]:
        return tile.is_double, tile.pips, tile.high

    return masks.mask(tile for tile in masks.bit if claim(tile) > claim(opening))
