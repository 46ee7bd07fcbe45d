"""What the record of a round tells of the hands that stay hidden. Knows no more than a View.

A seat that draws or passes holds neither end's value, and of the tiles it draws only the last can
fit. So each hand falls into groups by when its tiles came, every group with the tiles that it
cannot hold; the older the group, the more it has been seen to lack.
"""

from __future__ import annotations

from dataclasses import dataclass, field
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
    """A play out of a whole hand, not of a tile just drawn: it tells what mind its seat is of.

    The tile ``bit`` went on the ends ``pair`` when ``unlaid``, itself included, were not on the
    line. Its hand had ``groups`` groups then; the tile came with one of the ``sources`` among them.
    """

    bit: int
    pair: int
    unlaid: int
    sources: tuple[int, ...]
    groups: int


@dataclass(slots=True)
class Hidden:
    """One seat's hand as the others know it.

    A group keeps its size when ``plays`` take from it, for it is not always known which they took
    from; the opening alone is taken off.
    ``drawn`` are the tiles drawn since the seat last played or passed.
    """

    groups: list[Group]
    plays: list[Seen] = field(default_factory=list)
    drawn: int = 0

    def lack(self, fitting: int) -> None:
        """None of these is there: it drew or passed."""
        for group in self.groups:
            group.banned |= fitting

    def keep(self, drawn: int, fitting: int) -> None:
        """So many of the tiles just drawn stay in hand, and none of them fits."""
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


def _better_openings(masks: Masks, opening: Tile) -> int:
    """What nobody was dealt, or it would have opened."""

    def claim(tile: Tile) -> tuple[bool, int, int]:
        return tile.is_double, tile.pips, tile.high

    return masks.mask(tile for tile in masks.bit if claim(tile) > claim(opening))
