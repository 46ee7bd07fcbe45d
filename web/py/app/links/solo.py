"""The link to a table of one's own: table, lodge and regulars in this same worker."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import Self

from app.intents.hearth import FirstSecrets, Unfinished
from app.links.keepsake import Keepsake
from app.links.regulars import Regulars
from app.links.seat import Seat, Told, drawing_secrets
from app.shelf import PastMatch
from engine import codec
from engine.actions import Action
from engine.ai.reasons import Reason
from engine.chairs import Level
from engine.lodge import Lodge
from engine.messages import Command, Phase, Start
from engine.rules import Setup
from engine.snapshot import Snapshot
from engine.table import Table
from engine.transcript import Transcript
from engine.witness import Memory

PLAYER = "player"
"""The only member of a solo table, and its host."""


class SoloLink:
    """A player's own table: new or kept, then opened, used, and closed."""

    def __init__(self, table: Table, secrets: FirstSecrets | None = None) -> None:
        self._table = table
        self._secrets = secrets or (None, None)
        self._clock = asyncio.get_running_loop().time
        self._regulars = Regulars(table, self._clock)
        self._keepsake = Keepsake(table, self._clock)

    @classmethod
    def new(
        cls, setup: Setup, levels: Sequence[Level], secrets: FirstSecrets | None = None
    ) -> Self:
        """A table about to deal its first round: by ``secrets``, where the page has drawn them."""
        table = Table(SystemRandom().randbytes(16).hex(), PLAYER, "", setup, levels)
        table.command(PLAYER, Start(), 0.0)
        return cls(table, secrets)

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
        told: Told,
        memory: Memory | None,
        remember: Callable[[Memory], None],
        changed: Callable[[], None],
        complain: Callable[[str], None],
    ) -> None:
        """Begin to play. ``changed`` is called to have the match kept; the rest is of ``Seat``."""
        of_lodge, our_own = map(drawing_secrets, self._secrets)
        self._seat = Seat(told, self.say, memory=memory, remember=remember, secret=our_own)
        self._lodge = Lodge(
            self._table,
            mind=self._regulars,
            secret=of_lodge,
            clock=self._clock,
            say=lambda member, reply: self._seat.hear(reply),
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
        self._seat.close()

    def keepsake(self) -> str | None:
        """The text from which to go on with this match, None once it is over."""
        if self._table.phase is Phase.MATCH_OVER:
            return None
        return self._keepsake.text

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
        return await self._regulars.advise(view)
