"""Our seat at a table by way of the relay: what it asks until that is heard, and what it hears.

Keeps no table, and asks nothing where nobody else does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from app.links.account import Account
from app.links.errands import Errands
from app.links.room import Room
from app.links.seat import Seat, Told
from app.standing import Role, Tie
from engine.letters import Ask
from engine.messages import Command, Leave, Reply, Update
from engine.witness import Memory

AGAIN = 2.5
"""Seconds after which a command that the table has not heard is sent again."""


class Visiting:
    """``say`` and the rest as for a Seat; ``returns``: we had a chair there before."""

    def __init__(
        self,
        room: Room,
        told: Told,
        say: Callable[[Command], None],
        *,
        memory: Memory | None,
        remember: Callable[[Memory], None],
        returns: bool,
    ) -> None:
        self.account = Account(returns=returns)
        self._room = room
        self._errands = Errands(room.page)
        self._seat = Seat(told, say, memory=memory, remember=remember)
        self._task = asyncio.create_task(self._repeat())

    def ask(self, command: Command) -> None:
        """Of whoever keeps the table, now or as soon as somebody does. Who watches asks nothing."""
        if self._room.standing.role is not Role.WATCHER:
            self._send(self._errands.add(command))

    def ask_again(self) -> None:
        """All of it in its order: what comes after a later one is not heard."""
        if self._room.keeper:
            self._room.post.withdraw()
            for ask in self._errands.open:
                self._send(ask)

    def take_back(self) -> tuple[Command, ...]:
        """Whatever has not been heard yet; it is asked no more."""
        return self._errands.take()

    def tick_off(self, page: str, number: int) -> None:
        """The table has heard all up to ``number`` of ``page``."""
        self._errands.heard(page, number)

    def hear(self, reply: Reply) -> None:
        """Pass it on to our seat, unless it is older than what we know of the same host."""
        if isinstance(reply, Update):
            if not self.account.take(reply, self._room.post.epoch):
                return
        elif reply.code == "table_full":
            self._errands.take()
        self._seat.hear(reply)

    async def get_up(self) -> None:
        """Ask to leave, and wait until that is on its way. Raises TimeoutError."""
        self.ask(Leave())
        async with asyncio.timeout(1.0):
            await self._room.post.drain()

    def close(self) -> None:
        self._task.cancel()
        self._seat.close()

    def _send(self, ask: Ask) -> None:
        if keeper := self._room.keeper:
            self._room.post.letter(keeper, ask, copy_of=ask.number)

    async def _repeat(self) -> None:
        """What the table has not heard in time is asked again."""
        while True:
            before = self._errands.open
            await asyncio.sleep(AGAIN)
            if before[:1] == self._errands.open[:1] and self._room.standing.tie is Tie.HERE:
                self.ask_again()
