"""A transcript on the Replay screen: which moment of it, and from whose chair."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.chairs import Chair, Regular, chair_of
from engine.messages import Phase, Update
from engine.replay import Replay, Scene


@dataclass(frozen=True, slots=True, repr=False)
class Showing:
    """``moment`` counts every deal and deed of the match from 0; ``seat`` None: all hands are up.

    ``run`` numbers the times that it was set playing by itself; ``playing`` while it does;
    ``onward`` where the moment came of the one before it.
    """

    replay: Replay
    moment: int = 0
    seat: int | None = None
    run: int = 0
    playing: bool = False
    onward: bool = False

    @property
    def last(self) -> int:
        """The last moment; of a faulty transcript, the one before its fault."""
        return sum(self._lengths) - 1

    @property
    def place(self) -> tuple[int, int]:
        """The round, from 0, and how many of its deeds are done."""
        left = self.moment
        for round, length in enumerate(self._lengths):
            if left < length:
                return round, left
            left -= length
        raise ValueError(f"expected a moment from 0 to {self.last}, got {self.moment}")

    def start_of(self, round: int) -> int:
        """The moment of a round's deal."""
        return sum(self._lengths[:round])

    def at(self, moment: int) -> Showing:
        """Another moment, at the nearest end where there is none."""
        to = max(0, min(moment, self.last))
        return replace(self, moment=to, onward=to == self.moment + 1)

    @property
    def scene(self) -> Scene:
        return self.replay.scene(*self.place, self.seat)

    def update(self, scene: Scene) -> Update:
        """``scene`` as a table tells it to somebody in no chair, so that all go by their names."""
        setup = scene.view.setup
        return Update(
            version=self.moment,
            phase=Phase.PLAYING if scene.view.result is None else Phase.ROUND_OVER,
            setup=setup,
            seat=None,
            host=None,
            chairs=tuple(self._chair(seat) for seat in range(setup.seats)),
            left=None,
            paused=False,
            view=scene.view,
            fair=None,
            events=(),
        )

    @property
    def _lengths(self) -> list[int]:
        """How many moments each round has: its deal, and each deed that was legal."""
        fault = self.replay.fault
        lengths = [1 + len(kept.deeds) for kept in self.replay.transcript.rounds]
        if fault is not None:
            return [*lengths[: fault.round], *([] if fault.action is None else [1 + fault.action])]
        return lengths

    def _chair(self, seat: int) -> Chair:
        names = self.replay.transcript.names or ("", *Regular)
        return chair_of(names[seat])
