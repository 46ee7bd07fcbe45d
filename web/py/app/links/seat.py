"""A player's own part at any table: hears its replies, and gives a secret to each fair deal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import SystemRandom

from engine.deal import SECRET_BYTES
from engine.messages import Command, Reply, Update
from engine.witness import Checked, Memory, Witness

Told = Callable[[Reply, Checked | None], None]
"""What gets each reply, and at a round's end what became of its deal."""


def draw_secret() -> bytes:
    """A fresh one for a fair deal."""
    return SystemRandom().randbytes(SECRET_BYTES)


def drawing_secrets(first: bytes | None) -> Callable[[], bytes]:
    """Draws fresh ones, after ``first`` if there is one."""
    ready = [] if first is None else [first]
    return lambda: ready.pop() if ready else draw_secret()


class Seat:
    """``say`` puts a command to the table, wherever that is.

    ``memory`` is of the deal in which this browser took part last, and ``remember`` gets a newer;
    ``secret`` draws one for each deal.
    """

    def __init__(
        self,
        told: Told,
        say: Callable[[Command], None],
        *,
        memory: Memory | None,
        remember: Callable[[Memory], None],
        secret: Callable[[], bytes] = draw_secret,
    ) -> None:
        self._told = told
        self._say = say
        self._memory = memory
        self._remember = remember
        self._witness = Witness(secret, memory)
        self._answer: asyncio.Handle | None = None

    def hear(self, reply: Reply) -> None:
        checked = None
        if isinstance(reply, Update):
            checked = self._witness.check(reply)
            if (answer := self._witness.answer(reply)) is not None:
                self._answer = asyncio.get_running_loop().call_soon(self._say, answer)
            memory = self._witness.memory
            if memory is not None and memory != self._memory:
                self._memory = memory
                self._remember(memory)
        self._told(reply, checked)

    def close(self) -> None:
        if self._answer is not None:
            self._answer.cancel()
