"""The link to a table of one's own: table, lodge and regulars in this same worker."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import Self

from app.intents import Unfinished
from app.shelf import PastMatch
from app.thinking import think_over
from engine import codec
from engine.actions import Action
from engine.ai.mind import think
from engine.ai.reasons import Reason, reasons
from engine.chairs import Level
from engine.deal import SECRET_BYTES
from engine.lodge import Lodge
from engine.messages import Command, Phase, Reply, Start, Update
from engine.rules import Setup
from engine.snapshot import Snapshot
from engine.table import Table
from engine.transcript import Transcript
from engine.view import View
from engine.witness import Checked, Witness

PLAYER = "player"
"""The only member of a solo table, and its host."""


class SoloLink:
    """A player's own table: new or kept, then opened, used, and closed."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._random = SystemRandom()
        self._witness = Witness(_secret)
        self._loop = asyncio.get_running_loop()
        self._clock = self._loop.time
        self._answer: asyncio.Handle | None = None

    @classmethod
    def new(cls, setup: Setup, levels: Sequence[Level]) -> Self:
        """A table about to deal its first round."""
        table = Table(SystemRandom().randbytes(16).hex(), PLAYER, "", setup, levels)
        table.command(PLAYER, Start(), 0.0)
        return cls(table)

    @classmethod
    def kept(cls, text: str) -> Self:
        """The table that ``keepsake`` wrote. Raises ValueError, naming what is wrong."""
        snapshot: Snapshot = codec.from_text(Snapshot, text)
        if snapshot.host != PLAYER or snapshot.members[:1] != (PLAYER,):
            raise ValueError("expected a solo table with the player in its first chair")
        if not (snapshot.dealing or snapshot.rounds):
            raise ValueError("expected a table at which a round was dealt or asked for")
        return cls(Table.restored(snapshot, asyncio.get_running_loop().time()))

    def open(
        self,
        *,
        pace: float,
        told: Callable[[Reply, Checked | None], None],
        changed: Callable[[], None],
        complain: Callable[[str], None],
    ) -> None:
        """Begin to play. ``told`` gets each reply, and at a round's end what became of its deal.

        ``changed`` is called to have the match kept.
        """
        self._told = told
        self._lodge = Lodge(
            self._table,
            mind=self._mind,
            secret=_secret,
            clock=self._clock,
            say=lambda member, reply: self._hear(reply),
            changed=changed,
            complain=complain,
            pace=pace,
        )
        self._lodge.tell(PLAYER)
        self._task = asyncio.create_task(self._lodge.run())

    def say(self, command: Command) -> None:
        self._lodge.command(PLAYER, command)

    def set_pace(self, seconds: float) -> None:
        self._lodge.pace = seconds

    def set_paused(self, paused: bool) -> None:
        if paused:
            self._lodge.pause()
        else:
            self._lodge.resume()

    def close(self) -> None:
        self._task.cancel()
        if self._answer is not None:
            self._answer.cancel()

    def keepsake(self) -> str | None:
        """The text from which to go on with this match, None once it is over."""
        if self._table.phase is Phase.MATCH_OVER:
            return None
        return codec.to_text(self._table.snapshot(self._clock()))

    @property
    def unfinished(self) -> Unfinished | None:
        """What the Hearth may say of this match, None once it is over."""
        if self._table.phase is Phase.MATCH_OVER:
            return None
        table = self._table
        return Unfinished(table.setup, max(len(table.rounds), 1), table.match.scores)

    @property
    def transcript(self) -> Transcript:
        """The rounds that are over."""
        return self._table.transcript

    @property
    def past(self) -> PastMatch:
        """What the list of matches says of this one, once it is over."""
        match = self._table.match
        return PastMatch(0, match.setup, match.scores, match.winner, self.transcript.names)

    async def hint(self) -> tuple[Action, tuple[Reason, ...]] | None:
        """What the best mind would do in the player's place, from the player's own view, and why.

        None where it is not the player's turn.
        """
        view = self._table.view(0)
        if view is None or view.turn != view.seat:
            return None
        action = await think_over(think(view, Level.SHARP, self._random), self._clock)
        return action, reasons(view, action)

    async def _mind(self, view: View, level: Level) -> Action:
        assert view.seat is not None
        regular = self._table.seating.chairs[view.seat].regular
        return await think_over(think(view, level, self._random, regular), self._clock)

    def _hear(self, reply: Reply) -> None:
        """Pass ``reply`` on, and do the player's part of a fair deal."""
        checked = None
        if isinstance(reply, Update):
            checked = self._witness.check(reply)
            if (answer := self._witness.answer(reply)) is not None:
                self._answer = self._loop.call_soon(self.say, answer)
        self._told(reply, checked)


def _secret() -> bytes:
    return SystemRandom().randbytes(SECRET_BYTES)
