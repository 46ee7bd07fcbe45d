"""The player that sees every hand, to measure the others by. Nobody ever plays against it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import repeat
from random import Random

from engine.actions import Action
from engine.ai.search import Search
from engine.ai.worlds import World
from engine.round import Round
from engine.view import View


def foresee(round: Round, view: View, random: Random) -> Action:
    """Which play ``sharp`` would choose in ``view`` if it knew the hands of ``round``.

    What will be drawn it does not know; between two who cannot draw it reckons the round out.
    """
    search = _Foresight(round, view, random)
    for _ in search.steps():
        pass
    return search.best


class _Foresight(Search):
    POSITIONS = 1_000_000

    def __init__(self, round: Round, view: View, random: Random) -> None:
        super().__init__(view, random)
        self.others = tuple(
            self.masks.mask(round.hands[(self.seat + way) % len(round.hands)])
            for way in range(1, len(round.hands))
        )

    def only_hand(self) -> int | None:
        return None if self.view.boneyard or len(self.others) > 1 else self.others[0]

    def imagine(self) -> Generator[None, None, Iterator[World]]:
        left = self.unlaid & ~self.hand & ~sum(self.others)
        odds = [self.habit.minds] * (len(self.others) + 1)
        yield
        return repeat(World([*self.others, left], odds, [], {}), self.worlds)
