"""Letters by way of the relay: sealed, in order, and no faster than it takes them; and opened."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from app.links.connection import Frame
from app.seal import Broken, Peer, Seal
from engine import letters
from engine.codec import Unreadable
from engine.letters import Ask, Letter

KEPT_BACK = 5
"""Frames of the relay's allowance that are left for pings and acknowledgements."""
LARGEST = 30 * 1024
"""Bytes of a sealed text that surely fit into one frame of the relay's."""


@dataclass(frozen=True, slots=True, repr=False)
class _Item:
    to: str
    letter: Letter
    view: bool


class Post:
    """``peer`` finds a member by its id; ``send`` gives a frame to the relay.

    ``too_large`` is told whether the table has become more than the relay keeps.
    """

    def __init__(
        self,
        *,
        us: str,
        page: str,
        seal: Seal,
        send: Callable[[Frame], None],
        peer: Callable[[str], Peer | None],
        clock: Callable[[], float],
        too_large: Callable[[bool], None],
        complain: Callable[[str], None],
    ) -> None:
        self.epoch = 0
        self._us = us
        self._page = page
        self._seal = seal
        self._send = send
        self._peer = peer
        self._clock = clock
        self._too_large = too_large
        self._complain = complain
        self._waiting: dict[Hashable, _Item] = {}
        self._table: str | None = None
        self._tables = 0
        self._number = 0
        self._stirred, self._empty = asyncio.Event(), asyncio.Event()
        self._allowed: tuple[float, float] | None = None
        self._burst, self._rate = 1.0, 1.0
        self._left, self._at = 1.0, clock()

    def allow(self, burst: float, rate: float) -> None:
        """Begin anew with what the relay allows: so many at once, so many more a second.

        It goes on counting where it allows what it did before, through all our connections.
        """
        if (burst, rate) != self._allowed:
            self._allowed = burst, rate
            self._burst, self._rate = max(burst - KEPT_BACK, 1.0), rate * 0.9
            self._left, self._at = self._burst, self._clock()
        self.withdraw()
        self._table = None

    def withdraw(self) -> None:
        """Whatever letter waits shall not be sent."""
        self._waiting.clear()

    def view(self, to: str, letter: Letter) -> None:
        """A letter that takes the place of the last one, if that still waits."""
        self._put(("view", to), _Item(to, letter, view=True))

    def letter(self, to: str, letter: Letter, copy_of: Hashable = None) -> None:
        """A letter that counts; ``copy_of``: not a second time while another of it still waits."""
        self._number += 1
        place = self._number if copy_of is None else ("copy", copy_of)
        self._put(place, _Item(to, letter, view=False))

    def keep(self, table: str) -> None:
        """Have the relay keep the table: nobody shall hear of what is not kept."""
        self._table = table
        self._stirred.set()

    async def open(self, sender: str, epoch: int, closed: object) -> Letter | None:
        """What was sealed for us; whatever was not, or is of an older host, counts nothing."""
        peer = self._peer(sender)
        if peer is None or epoch != self.epoch:
            return None
        try:
            return letters.read(await self._seal.open(closed, self._us, peer, epoch))
        except (Broken, Unreadable) as error:
            self._complain(f"A letter could not be read: {type(error).__name__}.")
            return None

    async def run(self) -> None:
        while True:
            while self._waiting or self._table is not None:
                await self._allowance()
                try:
                    await self._send_next()
                except Exception as error:  # noqa: BLE001 - the others get theirs all the same
                    self._complain(f"A letter could not be sealed: {type(error).__name__}.")
            self._empty.set()
            await self._stirred.wait()
            self._stirred.clear()

    async def drain(self) -> None:
        """Wait until nothing waits any more."""
        await self._empty.wait()

    def _put(self, place: Hashable, item: _Item) -> None:
        self._waiting[place] = item
        self._empty.clear()
        self._stirred.set()

    async def _send_next(self) -> None:
        if self._table is not None:
            table, self._table = self._table, None
            await self._send_table(table)
        elif self._waiting:
            place = next(iter(self._waiting))
            await self._send_item(self._waiting.pop(place))

    async def _send_table(self, table: str) -> None:
        blob = await self._seal.close_table(table)
        fits = len(blob) <= LARGEST
        self._too_large(not fits)
        if fits:
            self._tables += 1
            self._send({"t": "snapshot", "n": self._tables, "blob": blob})

    async def _send_item(self, item: _Item) -> None:
        peer = self._peer(item.to)
        if peer is None or (peer.key is None and self._seal.key is not None):
            return  # gone, or one that cannot read what is sealed
        self._number += 1
        epoch = self.epoch
        closed = await self._seal.close(letters.write(item.letter), self._us, peer, epoch)
        size = len(json.dumps(closed))  # what is not sealed grows by its quotes
        if size > LARGEST:
            self._complain(f"A letter of {size} bytes is more than the relay takes.")
            return
        to = "host" if isinstance(item.letter, Ask) else item.to
        frame = {"t": "send", "id": f"{self._page}-{self._number}", "to": to, "p": closed}
        self._send({**frame, "view": True} if item.view else frame)

    async def _allowance(self) -> None:
        """Wait until the relay surely takes one frame more."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            await asyncio.sleep((1 - self._left) / self._rate)
            self._left += (self._clock() - now) * self._rate
            self._at = self._clock()
        self._left -= 1
