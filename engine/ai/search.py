"""Determinised Monte Carlo: imagine what is hidden, play on, take what does best on average.

Sees one View and the chance it is given, never a clock. It thinks in short steps, each of which
ends with the best action so far, so whoever asks may rest in between or stop.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import accumulate, repeat
from math import ceil, sqrt
from random import Random
from typing import NamedTuple

from engine.actions import Action, Play
from engine.ai.clues import Clue
from engine.ai.endgame import LOST, Endgame, TooLong
from engine.ai.guessing import Guessing, some
from engine.ai.habits import DOUBLE_FIRST, EVERY, FIRST, habit_of
from engine.ai.inference import hidden_hands
from engine.ai.masks import Mind, leaning, masks_of, net, play_out
from engine.ai.policy import worth
from engine.ai.weights import keen_weights, weights_of
from engine.ai.worlds import World, Worlds
from engine.chairs import Regular
from engine.rules import Variant
from engine.view import View


class Candidate(NamedTuple):
    """A play of the tile ``bit`` that leaves the ends ``pair``, and what it led to.

    ``outcomes`` are net points, one a world; ``prior`` is what the weights add to them.
    """

    play: Play
    bit: int
    pair: int
    prior: float
    outcomes: list[float]

    @property
    def promise(self) -> float:
        """Net points to be expected, as far as they can be compared with another play's."""
        return self.prior + sum(self.outcomes) / max(len(self.outcomes), 1)


def search(
    view: View, random: Random, regular: Regular | None = None, worlds: int | None = None
) -> Iterator[Action]:
    """The best action so far, step by step; the last is the choice.

    ``view`` must be of the seat in turn. The same view and chance lead to the same choice.
    Fewer ``worlds`` than is its habit make it quicker and weaker.
    """
    if not isinstance(view.legal[0], Play):
        yield view.legal[0]
        return
    decision = Search(view, random, regular, worlds)
    yield decision.best
    if len(decision.candidates) > 1:
        for _ in decision.steps():
            yield decision.best
        yield decision.best


class Search:
    """One decision between plays; ``best`` is what to do if it must be now."""

    POSITIONS = 12_000
    """An endgame of more positions is not reckoned out."""

    def __init__(
        self, view: View, random: Random, regular: Regular | None = None, worlds: int | None = None
    ) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.random = Random(random.getrandbits(64))
        self.habit = habit_of(view.setup)
        self.worlds = worlds or self.habit.worlds
        self.sheds_doubles = regular is not None and view.setup.variant is Variant.BLOCK
        self.masks = masks = masks_of(view.setup.rules.highest)
        self.plain = leaning(masks, weights_of(view.setup))
        self.keen = leaning(masks, keen_weights(view.setup))
        self.minds: tuple[Mind, ...] = (self.plain, masks.doubles, 0)
        self.hand = masks.mask(view.hand)
        self.unlaid = sum(masks.tile) ^ masks.mask(laid.tile for laid in view.line.laid)
        self.unseen = [bit for bit in masks.tile if bit & self.unlaid & ~self.hand]
        self.candidates = _candidates(view, regular, self.habit.prior)

    @property
    def best(self) -> Action:
        best = max(self.candidates, key=lambda one: one.promise)
        if self.sheds_doubles:
            doubles = [one for one in self.candidates if one.play.tile.is_double]
            double = max(doubles, key=lambda one: one.promise, default=best)
            if best.promise - double.promise <= DOUBLE_FIRST:
                return double.play
        return best.play

    def steps(self) -> Iterator[None]:
        """Think, a little at a time."""
        if (theirs := self.only_hand()) is not None:
            try:
                yield from self._reckon(theirs)
                return
            except TooLong:
                pass  # then it is played out again and again, like any other
        yield from self._try((yield from self.imagine()))

    def only_hand(self) -> int | None:
        """The other's hand where it is all that can be unseen: two seats, an empty boneyard."""
        view = self.view
        if view.setup.rules.drawing and not view.boneyard and len(view.counts) == 2:
            return self.unlaid ^ self.hand
        return None

    def _reckon(self, theirs: int) -> Iterator[None]:
        endgame = Endgame(self.masks, self.POSITIONS)
        most, best = LOST, self.candidates[0]
        for one in self.candidates:
            value = yield from endgame.after(self.hand ^ one.bit, theirs, one.pair, most, -LOST)
            if value > most:
                most, best = value, one
        self.candidates = [best]

    def imagine(self) -> Generator[None, None, Iterator[World]]:
        """Worlds that fit the record, the likelier ones more often."""
        hidden = hidden_hands(self.view)
        guessing = Guessing(hidden, self.unseen)
        clues = [
            [Clue(self.masks, self.plain, seen, self.habit.warmth) for seen in hand.plays]
            for hand in hidden
        ]
        worlds = Worlds(hidden, clues, self.habit.minds, self.unseen)
        pool: list[World] = []
        weights: list[float] = []
        for attempt in range(ceil(self.worlds * self.habit.spare)):
            if guess := guessing.guess(self.random):
                pool.append(world := worlds.world(guess))
                weights.append(guess.weight * world.likelihood)
            if attempt % 8 == 7:
                yield
        if not pool:
            seats = len(self.view.counts)
            counts = [self.view.counts[(self.seat + way) % seats] for way in range(1, seats)]
            return repeat(worlds.world(guessing.blind(counts, self.random)), self.worlds)
        return (
            worlds.drift(pool[at], self.habit.drift, self.random)
            for at in resampled(weights, self.worlds, self.random)
        )

    def _try(self, worlds: Iterator[World]) -> Iterator[None]:
        """Play every candidate out in one world after another, dropping those that fall behind."""
        rollouts, due = 0, FIRST
        for number, world in enumerate(worlds, 1):
            self._play_out(world)
            rollouts += len(self.candidates)
            if number == due:
                due += max(EVERY, due // 8)
                best = max(self.candidates, key=lambda one: one.promise)
                self.candidates = [one for one in self.candidates if not self._behind(one, best)]
            if len(self.candidates) == 1 or rollouts >= self.habit.rollouts:
                return
            yield

    def _play_out(self, world: World) -> None:
        masks, me = self.masks, self.seat
        seats = len(self.view.counts)
        next_seat = (me + 1) % seats
        *others, left = world.hands
        asleep = [bit for bit in self.unseen if bit & left]
        stock = some(asleep, self.view.boneyard, self.random)
        # By seat number; a world begins with the seat after ours, and goes round.
        later = seats - 1 - me
        dealt = [*others[later:], 0, *others[:later]]
        theirs = [self.random.choices(self.minds, odds)[0] for odds in world.odds[:-1]]
        minds = [*theirs[later:], self.keen, *theirs[:later]]
        for one in self.candidates:
            dealt[me] = self.hand ^ one.bit
            hands = dealt.copy()
            if dealt[me]:
                unlaid = self.unlaid ^ one.bit
                play_out(masks, hands, stock.copy(), one.pair, next_seat, 0, unlaid, minds)
            one.outcomes.append(net(masks, hands, me))

    def _behind(self, one: Candidate, best: Candidate) -> bool:
        """Whether it is hardly by chance that ``one`` did worse in the same worlds."""
        gaps = [ours - theirs for ours, theirs in zip(best.outcomes, one.outcomes)]
        mean = sum(gaps) / len(gaps)
        spread = sum([(gap - mean) ** 2 for gap in gaps]) / len(gaps)
        return mean + best.prior - one.prior > self.habit.doubt * sqrt(spread / len(gaps))


def _candidates(view: View, regular: Regular | None, prior: float) -> list[Candidate]:
    """Every play; of two that leave the same ends the first."""
    masks = masks_of(view.setup.rules.highest)
    weights = keen_weights(view.setup, regular)
    found: dict[tuple[int, int], Candidate] = {}
    for play in view.legal:
        assert isinstance(play, Play)
        low, high = view.line.lay(play.tile, play.end).ends
        bit, pair = masks.bit[play.tile], masks.pair[low][high]
        if (bit, pair) not in found:
            word = prior * worth(view, play, weights)
            found[bit, pair] = Candidate(play, bit, pair, word, [])
    return list(found.values())


def resampled(weights: Sequence[float], count: int, random: Random) -> list[int]:
    """``count`` indices, each as often as its weight asks for, in random order.

    Systematic resampling: marks at even distances along the sum of the weights.
    """
    sums = list(accumulate(weights))
    step = sums[-1] / count
    mark = random.random() * step
    chosen: list[int] = []
    for at, reached in enumerate(sums):
        while mark < reached and len(chosen) < count:
            chosen.append(at)
            mark += step
    random.shuffle(chosen)
    return chosen
