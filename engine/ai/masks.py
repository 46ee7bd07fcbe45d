"""The rules on bit masks, to play out many imagined rounds. Knows no view and keeps no secret.

Tiles are numbered by their pips, one bit each, so that a mask's highest bit is its heaviest tile.
Two open ends are a ``pair``, a number without left or right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engine.ai.weights import Weights
from engine.tiles import Tile, full_set


@dataclass(frozen=True, slots=True, eq=False)
class Masks:
    """One set of tiles as masks: those ``bearing`` a value, those ``matching`` a pair of ends.

    ``pair[a][b]`` numbers two open ends, either way round. ``onward[pair][bit]`` are the pairs that
    a tile may leave, laid on the lower end first; two ways to the same pair are one. ``planes`` are
    the binary digits of the pips.
    """

    bit: dict[Tile, int]
    tile: dict[int, Tile]
    bearing: tuple[int, ...]
    doubles: int
    pair: tuple[tuple[int, ...], ...]
    matching: tuple[int, ...]
    onward: tuple[dict[int, tuple[int, ...]], ...]
    planes: tuple[int, ...]

    def mask(self, tiles: Iterable[Tile]) -> int:
        return sum(self.bit[tile] for tile in tiles)

    def pips(self, mask: int) -> int:
        """Counted by binary digits: plane 2 holds the tiles whose pips contain a four."""
        ones, twos, fours, eights, sixteens = self.planes
        return (
            (mask & ones).bit_count()
            + 2 * (mask & twos).bit_count()
            + 4 * (mask & fours).bit_count()
            + 8 * (mask & eights).bit_count()
            + 16 * (mask & sixteens).bit_count()
        )


@cache
def masks_of(highest: int) -> Masks:
    tiles = sorted(full_set(highest), key=lambda tile: (tile.pips, tile))
    bit = {tile: 1 << number for number, tile in enumerate(tiles)}
    values = range(highest + 1)
    pairs = [tuple(tile) for tile in full_set(highest)]
    number = {pair: at for at, pair in enumerate(pairs)}
    pair = tuple(tuple(number[min(a, b), max(a, b)] for b in values) for a in values)
    bearing = tuple(sum(bit[tile] for tile in tiles if tile.bears(value)) for value in values)

    def onward(low: int, high: int) -> dict[int, tuple[int, ...]]:
        found: dict[int, dict[int, None]] = {}
        for end, kept in ((low, high), (high, low)):
            for tile in tiles:
                if tile.bears(end):
                    found.setdefault(bit[tile], {})[pair[tile.other(end)][kept]] = None
        return {one: tuple(leads) for one, leads in found.items()}

    return Masks(
        bit=bit,
        tile={one: tile for tile, one in bit.items()},
        bearing=bearing,
        doubles=sum(bit[tile] for tile in tiles if tile.is_double),
        pair=pair,
        matching=tuple(bearing[low] | bearing[high] for low, high in pairs),
        onward=tuple(onward(low, high) for low, high in pairs),
        planes=tuple(
            sum(bit[tile] for tile in tiles if tile.pips >> digit & 1) for digit in range(5)
        ),
    )


class Leaning(NamedTuple):
    """Weights laid out for speed: ``options[pair][bit]`` are (worth, fitting, next pair).

    To that worth, each ``fitting`` tile left in hand adds ``ours`` and each that is not on the line
    yet takes ``unseen`` away. The hand's own are among the latter, so ``ours`` makes up for them;
    so is the tile that is laid, but it always fits the end it leaves, whichever is played.
    Each of ``bearing[bit]``, the tiles that bear one of its values, takes ``values`` away where the
    hand keeps none of them.
    """

    options: tuple[dict[int, tuple[tuple[int, int, int], ...]], ...]
    ours: int
    unseen: int
    values: int
    bearing: dict[int, tuple[int, ...]]


Way = tuple[int, int]
"""A play: the tile's bit, and the pair that it leaves."""
Mind = Leaning | int
"""How an imagined seat plays. A ``Leaning`` takes the play of most worth, of equals the lighter
tile. A mask names favourites: the heaviest of them that fits, else the heaviest tile that does."""
Whim = Callable[[Sequence[Way]], Way]
"""Another way to play: a function of all there are, such as ``random.choice``."""


@cache
def leaning(masks: Masks, weights: Weights) -> Leaning:
    def worth(bit: int) -> int:
        tile = masks.tile[bit]
        return weights.pips * tile.pips + weights.double * tile.is_double

    options = tuple(
        {
            bit: tuple((worth(bit), masks.matching[to], to) for to in leads)
            for bit, leads in onward.items()
        }
        for onward in masks.onward
    )
    bearing = {
        bit: tuple(masks.bearing[value] for value in sorted(set(tile)))
        for bit, tile in masks.tile.items()
    }
    return Leaning(options, weights.ours + weights.unseen, weights.unseen, weights.values, bearing)


def play_out(
    masks: Masks,
    hands: list[int],
    stock: list[int],
    pair: int,
    turn: int,
    passes: int,
    unlaid: int,
    minds: Sequence[Mind | Whim],
) -> int | None:
    """Play until the round ends, changing ``hands``; the seat that went out, None when blocked.

    ``turn`` is the seat that goes on, ``passes`` how many before it have passed in succession.
    ``stock`` is drawn from its back, and used up. ``unlaid``, the tiles that are not on the line,
    matters to those who lean.
    """
    matching, onward = masks.matching, masks.onward
    seats = len(hands)
    while True:
        hand = hands[turn]
        fitting = matching[pair]
        while not (fits := hand & fitting) and stock:
            hand |= stock.pop()
        if fits:
            mind = minds[turn]
            if not fits & (fits - 1) and len(ways := onward[pair][fits]) == 1:
                played, pair = fits, ways[0]
            elif isinstance(mind, int):
                played = 1 << ((fits & mind or fits).bit_length() - 1)
                pair = onward[pair][played][0]
            elif not isinstance(mind, Leaning):
                played, pair = mind(_ways(masks, pair, fits))
            else:
                options, ours, unseen, values, bearing = mind
                choices = options[pair]
                best = -1_000_000
                played = to = 0
                while fits:
                    bit = fits & -fits
                    fits ^= bit
                    rest = hand ^ bit
                    lost = 0
                    if values:
                        for mask in bearing[bit]:
                            if not rest & mask:
                                lost += values
                    for base, mask, onto in choices[bit]:
                        worth = (
                            base
                            - lost
                            + ours * (rest & mask).bit_count()
                            - unseen * (unlaid & mask).bit_count()
                        )
                        if worth > best:
                            best, played, to = worth, bit, onto
                pair = to
            hand ^= played
            hands[turn] = hand
            if not hand:
                return turn
            unlaid ^= played
            passes = 0
        else:
            hands[turn] = hand
            passes += 1
            if passes == seats:
                return None
        turn = turn + 1 if turn + 1 < seats else 0


@cache
def _ways(masks: Masks, pair: int, fits: int) -> tuple[Way, ...]:
    """How the tiles of ``fits`` go on a pair of ends."""
    onward = masks.onward[pair].items()
    return tuple((bit, to) for bit, leads in onward if fits & bit for to in leads)


def net(masks: Masks, hands: Sequence[int], seat: int) -> float:
    """Points that ``seat`` wins, less the others' mean, where a round ends with these hands."""
    left = [masks.pips(hand) for hand in hands]
    least = min(left)
    winner = hands.index(0) if 0 in hands else left.index(least)
    if hands[winner] and left.count(least) > 1:
        return 0.0
    points = sum(left) - left[winner]
    return points if winner == seat else -points / (len(left) - 1)
