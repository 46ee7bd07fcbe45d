"""The way to ranked play: this device's identity, the queue, and what anybody may read.

Shows nothing and plays nothing; whatever it finds is told as an intent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from app.drawer import Drawer
from app.intents import Intent
from app.intents.ranked import (
    Counted,
    FoundTranscript,
    Joined,
    Matched,
    ReadBest,
    ReadBouts,
    ReadCareer,
    ReadInVain,
    SearchEnded,
)
from app.intents.replay import OpenText
from app.links.connection import Network, NoAnswer
from app.links.queue import QueueLink, Said
from app.lobby import Hitch
from app.rivals import read_best, read_bouts, read_career, read_counts
from engine.codec import Unreadable

LOOK_EVERY = 8.0
"""Seconds between two looks at who is here and what is played, while the screen is looked at."""
NOT_FOUND, UNAVAILABLE = 404, 503

Found = TypeVar("Found")


class Porch:
    """``looks`` tells whether the player sees the Ranked screen, ``seeks`` whether one waits for
    an opponent; ``start`` lets work go on beside the rest.
    """

    def __init__(
        self,
        network: Network,
        drawer: Drawer,
        *,
        happen: Callable[[Intent], None],
        start: Callable[[Coroutine[Any, Any, None]], None],
        looks: Callable[[], bool],
        seeks: Callable[[], bool],
        complain: Callable[[str], None],
    ) -> None:
        self.relay = ""
        self._network = network
        self._drawer = drawer
        self._happen = happen
        self._start = start
        self._looks = looks
        self._seeks = seeks
        self._complain = complain
        self._queue: QueueLink | None = None
        self._hidden = False
        self._unread = True
        self._stirred = asyncio.Event()

    # The queue

    async def seek(self, name: str) -> None:
        identity = await self._drawer.identity()
        self.stop()
        if self._seeks():
            self._queue = QueueLink(
                self.relay,
                identity.secret,
                name,
                network=self._network,
                happen=self._hear,
                complain=self._complain,
            )

    def stop(self) -> None:
        queue, self._queue = self._queue, None
        if queue is not None:
            queue.cancel()

    def wake(self) -> None:
        if self._queue is not None:
            self._queue.wake()

    def set_hidden(self, hidden: bool) -> None:
        """Nobody looks: what only is to be looked at need not be asked for."""
        self._hidden = hidden
        self._stirred.set()

    def _hear(self, said: Said) -> None:
        if isinstance(said, Matched | SearchEnded):
            self._queue = None
        if isinstance(said, Matched):
            self._start(self._go(said))
            return
        if isinstance(said, Joined) and said.us.bouts:
            self._start(self.remember_player(said.us.player))
        self._happen(said)

    async def _go(self, matched: Matched) -> None:
        """To the bout, which this browser remembers as its own first."""
        identity = await self._drawer.identity()
        await self._drawer.keep_identity(replace(identity, room=matched.room))
        if self._seeks():
            self._happen(matched)

    async def remember_player(self, player: str) -> None:
        """Others know us by this, and so our results can be asked for."""
        identity = await self._drawer.identity()
        if identity.player != player:
            await self._drawer.keep_identity(replace(identity, player=player))

    # What anybody may read

    def look_again(self) -> None:
        """Somebody may look who did not before."""
        self._stirred.set()

    def look_now(self) -> None:
        """The screen has just been opened: what it shows may have changed."""
        self._unread = True
        self._stirred.set()

    async def keep_looking(self) -> None:
        """Look round as long as the page lives, whenever somebody sees what is found."""
        while True:
            self._stirred.clear()
            if looks := self._looks() and not self._hidden:
                await self._look_round()
            try:
                async with asyncio.timeout(LOOK_EVERY if looks else None):
                    await self._stirred.wait()
            except TimeoutError:
                continue

    async def watch(self, id: str) -> None:
        """Open the transcript of a rated bout, to be watched again."""
        await self._transcript(id, OpenText)

    async def save(self, id: str) -> None:
        await self._transcript(id, FoundTranscript)

    async def _look_round(self) -> None:
        """Who waits at the queue is told by that how many others do."""
        if self._queue is None:
            counts = await self._found("v1/stats", read_counts)
            if counts is None:
                return
            self._happen(Counted(counts))
        if (bouts := await self._found("v1/ranked", read_bouts)) is not None:
            self._happen(ReadBouts(bouts))
        if self._unread:
            self._unread = False
            await self._read_best()
            await self._read_career()

    async def _read_best(self) -> None:
        if (best := await self._found("v1/leaderboard", read_best)) is not None:
            self._happen(ReadBest(best))

    async def _read_career(self) -> None:
        identity = await self._drawer.identity()
        career = None
        try:
            if identity.player:
                career = read_career(await self._read(f"v1/players/{identity.player}"))
        except NoAnswer as refusal:
            if refusal.status != NOT_FOUND:  # by this relay nothing of us was ever rated
                self._unread = True
                return
        except Unreadable:
            self._happen(ReadInVain(Hitch.REFUSED))
            return
        self._happen(ReadCareer(career))

    async def _found(self, path: str, read: Callable[[str], Found]) -> Found | None:
        try:
            return read(await self._read(path))
        except NoAnswer as refusal:
            self._unread = True
            self._happen(
                ReadInVain(Hitch.LEDGER if refusal.status == UNAVAILABLE else Hitch.NO_RELAY)
            )
        except Unreadable:
            self._happen(ReadInVain(Hitch.REFUSED))
        return None

    async def _transcript(self, id: str, found: Callable[[str], Intent]) -> None:
        try:
            text = await self._read(f"v1/ranked/{id}")
        except NoAnswer:
            self._happen(ReadInVain(Hitch.GONE))
        else:
            self._happen(found(text))

    def _read(self, path: str) -> Awaitable[str]:
        return self._network.read(f"{self.relay}{path}")
