"""Determinised Monte Carlo: imagine what is hidden, play on, take what does best on average.

Sees one View and the chance it is given; never a clock. What it is asked to think over it does in
short steps, each ending with the best action so far.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from random import Random
from typing import NamedTuple

from engine.actions import Action, Play
from engine.ai.endgame import LOST, Endgame, TooLong
from engine.ai.inference import Guess, Hidden, guess, hidden_hands
from engine.ai.masks import Leaning, Masks, leaning, masks_of, net, play_out
from engine.ai.policy import worth
from engine.ai.weights import Weights, weights_of
from engine.chairs import Regular
from engine.rules import Variant
from engine.view import View

GUESSES = 400
WORLDS = 300
ROLLOUTS = 700
POSITIONS = 12_000
PRIOR = 0.003
FIRST, EVERY = 32, 16
DOUBT = 2.0
WARMTH = 300.0
SLIP = 0.1

Mind = Leaning | int


class Candidate(NamedTuple):
    play: Play
    bit: int
    pair: int
    prior: float
    outcomes: list[float]

    @property
    def promise(self) -> float:
        return self.prior + sum(self.outcomes) / max(len(self.outcomes), 1)


def search(
    view: View, random: Random, regular: Regular | None = None, worlds: int = WORLDS
) -> Iterator[Action]:
    """The best action so far, better and better; the last one is the choice.

    ``view`` must be of the seat in turn. The same chance leads to the same choice.
    """
    search = _Search(view, random, regular)
    yield search.best
    if len(search.candidates) > 1:
        for _ in search.think(worlds):
            yield search.best
        yield search.best


class World(NamedTuple):
    hands: tuple[int, ...]
    stock: int
    minds: tuple[Mind, ...]


class _Search:
    def __init__(self, view: View, random: Random, regular: Regular | None) -> None:
        self.view = view
        self.random = random
        self.regular = regular
        self.masks = masks_of(view.setup.rules.highest)
        self.plain = leaning(self.masks, weights_of(view.setup))
        self.minds: tuple[Mind, ...] = (self.plain, self.masks.doubles, 0)
        self.hand = self.masks.mask(view.hand)
        self.unlaid = sum(self.masks.tile) ^ self.masks.mask(laid.tile for laid in view.line.laid)
        self.candidates = self._candidates()

    @property
    def best(self) -> Action:
        if not self.candidates:
            return self.view.legal[0]
        return max(self.candidates, key=lambda one: one.promise).play

    def _candidates(self) -> list[Candidate]:
        """Every play that leaves something else, with what the weights say for it."""
        view, masks = self.view, self.masks
        weights = weights_of(view.setup, self.regular)
        found = {}
        for play in view.legal:
            if isinstance(play, Play):
                low, high = view.line.lay(play.tile, play.end).ends
                pair = masks.pair[low][high]
                bit = masks.bit[play.tile]
                found.setdefault(
                    (bit, pair),
                    Candidate(play, bit, pair, PRIOR * worth(view, play, weights), []),
                )
        return list(found.values())

    def think(self, worlds: int) -> Iterator[None]:
        view = self.view
        if len(view.counts) == 2 and not view.boneyard and view.setup.rules.drawing:
            try:
                yield from self._reckon()
                return
            except TooLong:
                pass
        pool, weights = yield from self._imagine(worlds)
        yield from self._try(pool, weights, worlds)

    def _reckon(self) -> Iterator[None]:
        """Exactly, since whatever is unseen must be the other's hand."""
        endgame = Endgame(self.masks, POSITIONS)
        theirs = self.unlaid ^ self.hand
        values = []
        most = LOST
        for one in self.candidates:
            rest = self.hand ^ one.bit
            if rest:
                value = -(yield from endgame.value(theirs, rest, one.pair, False, LOST, -most))
            else:
                value = self.masks.pips(theirs)
            values.append(value)
            most = max(most, value)
        self.candidates = [self.candidates[values.index(most)]]

    def _imagine(self, worlds: int) -> Generator[None, None, tuple[list[World], list[float]]]:
        view, random = self.view, self.random
        hidden = hidden_hands(view)
        unseen = [bit for bit in self.masks.tile if bit & self.unlaid & ~self.hand]
        pool: list[World] = []
        weights: list[float] = []
        wanted = GUESSES * worlds // WORLDS
        for attempt in range(2 * wanted):
            if guessed := guess(hidden, unseen, random):
                minds, weight = self._minds(hidden, guessed)
                pool.append(World(guessed.hands, guessed.left, minds))
                weights.append(guessed.weight * weight)
                if len(pool) == wanted:
                    break
            if attempt % 10 == 9:
                yield
        return pool, weights

    def _minds(self, hidden: Sequence[Hidden], guessed: Guess) -> tuple[tuple[Mind, ...], float]:
        """Who the others may be, drawn by how likely each makes its seat's plays."""
        weight = 1.0
        minds = []
        for hand, held in zip(hidden, guessed.held):
            chances = [1.0] * len(self.minds)
            for play in hand.plays:
                before = held[play.groups - 1] & play.unlaid
                fits = before & self.masks.matching[play.pair]
                if fits & (fits - 1):
                    chances = [
                        chance * self._likelihood(mind, before, fits, play.bit, play.pair, play.unlaid)
                        for chance, mind in zip(chances, self.minds)
                    ]
            weight *= sum(chances)
            minds += self.random.choices(self.minds, chances)
        return tuple(minds), weight

    def _likelihood(
        self, mind: Mind, hand: int, fits: int, bit: int, pair: int, unlaid: int
    ) -> float:
        slip = SLIP / fits.bit_count()
        if isinstance(mind, int):
            top = 1 << ((fits & mind or fits).bit_length() - 1)
            return slip + (1 - SLIP) * (top == bit)
        options, ours, unseen = mind
        worths = []
        for other, ways in options[pair].items():
            if other & fits:
                rest = hand ^ other
                for base, mask, _ in ways:
                    worths.append((base + ours * (rest & mask).bit_count()
                        - unseen * (unlaid & mask).bit_count(), other))
        best = max(worths)[0]
        total = this = 0.0
        for one, other in worths:
            chance = exp((one - best) / WARMTH)
            total += chance
            if other == bit:
                this += chance
        return slip + (1 - SLIP) * this / total

    def _try(self, pool: list[World], weights: list[float], worlds: int) -> Iterator[None]:
        masks, view, random = self.masks, self.view, self.random
        seats = len(view.counts)
        me = view.seat
        assert me is not None
        after = (me + 1) % seats
        rollouts = 0
        for done, at in enumerate(resampled(weights, worlds, random), 1):
            world = pool[at]
            tiles = [bit for bit in masks.tile if bit & world.stock]
            stock = random.sample(tiles, view.boneyard)
            minds: list[Mind] = [self.plain] * seats
            dealt = [0] * seats
            for way, (hand, mind) in enumerate(zip(world.hands, world.minds)):
                dealt[(after + way) % seats] = hand
                minds[(after + way) % seats] = mind
            for one in self.candidates:
                hands = dealt.copy()
                hands[me] = self.hand ^ one.bit
                if hands[me]:
                    play_out(masks, hands, stock.copy(), one.pair, after, 0, self.unlaid ^ one.bit, minds)
                one.outcomes.append(net(masks, hands, me))
            rollouts += len(self.candidates)
            if done >= FIRST and done % EVERY == 0:
                self._drop()
                if len(self.candidates) == 1:
                    return
            if rollouts > ROLLOUTS:
                return
            yield

    def _drop(self) -> None:
        best = max(self.candidates, key=lambda one: one.promise)
        self.candidates = [one for one in self.candidates if one is best or close(best, one)]


def close(best: Candidate, other: Candidate) -> bool:
    gaps = [a - b for a, b in zip(best.outcomes, other.outcomes)]
    count = len(gaps)
    mean = sum(gaps) / count
    spread = sum((gap - mean) ** 2 for gap in gaps) / count
    return mean + best.prior - other.prior <= DOUBT * (spread / count) ** 0.5


def resampled(weights: list[float], count: int, random: Random) -> list[int]:
    """``count`` indices, each as often as its weight asks, in random order."""
    sums = list(accumulate(weights))
    step = sums[-1] / count
    mark = random.random() * step
    chosen = []
    for at, reached in enumerate(sums):
        while mark < reached and len(chosen) < count:
            chosen.append(at)
            mark += step
    random.shuffle(chosen)
    return chosen
