"""A table as a text from which it can be set up again. Decides nothing about where that is kept."""

from __future__ import annotations

from collections.abc import Callable

from engine import codec
from engine.codec import Plain
from engine.table import Table
from engine.transcript import KeptRound


class Keepsake:
    """``text`` is written after every action: each round that is over is put into words once."""

    def __init__(self, table: Table, clock: Callable[[], float]) -> None:
        self._table = table
        self._clock = clock
        self._over: dict[int, tuple[KeptRound, Plain]] = {}

    @property
    def text(self) -> str:
        snapshot = self._table.snapshot(self._clock())
        over = snapshot.rounds[:-1]
        self._over = {
            id(round): self._over.get(id(round)) or (round, codec.to_plain(round)) for round in over
        }
        return codec.to_text(snapshot, {at: plain for at, (_, plain) in self._over.items()})
