"""The relay's rooms in this process, and the lines of pages to them."""

from __future__ import annotations

import asyncio
from random import SystemRandom
from typing import Any

from app.links.connection import Closed, NoAnswer, NoRoom
from relay.envelope import Code, read, read_hello
from relay.envelope import Refused as Shut
from relay.limits import Limits
from relay.members import Member
from relay.room import Room
from relay.rooms import Rooms

RELAY = "http://lodge.test/"


class Wire:
    """One socket between a page and the relay's room; the relay's ``Outlet`` at its other end."""

    def __init__(self, relay: Relay, room: str) -> None:
        self._relay = relay
        self._id = room
        self._place: tuple[Room, Member] | None = None
        self._arrived: asyncio.Queue[str | int] = asyncio.Queue()
        self._is_open = True
        self.outlet = Outlet(self)
        self.is_mute = False
        """Nothing gets through any more, and nobody is told."""

    # The page's end

    def send(self, text: str) -> None:
        self.overhear(text)
        if self._is_open and not self._relay.down and not self.is_mute:
            asyncio.get_running_loop().call_soon(self._hear, text)

    async def receive(self) -> str:
        arrived = await self._arrived.get()
        if isinstance(arrived, int):
            raise Closed(arrived)
        return arrived

    def close(self, code: int = 1005) -> None:
        """Either end hangs up, or the line breaks."""
        if self._is_open:
            self._is_open = False
            self.give(code)
            if self._place is not None:
                room, member = self._place
                room.leave(member, self.outlet, self._relay.now)

    # The relay's end

    def overhear(self, frame: str) -> None:
        self._relay.overheard.append(frame)

    def give(self, arrived: str | int) -> None:
        if not self.is_mute:
            self._arrived.put_nowait(arrived)

    def _hear(self, text: str) -> None:
        if not self._is_open:
            return
        relay = self._relay
        try:
            if self._place is not None:
                room, member = self._place
                room.hear(member, read(text, relay.limits.depth), relay.now)
            else:
                found = relay.rooms_of(self._id).find(self._id)
                if found is None:
                    raise Shut(Code.NO_ROOM, "there is no such room")
                hello = read_hello(text, relay.limits.depth)
                fresh = relay.rooms_of(self._id).fresh()
                entered = found.enter(hello, self.outlet, fresh, relay.now)
                self._place = found, entered
                room = found
            relay.rooms_of(self._id).keep(self._id, room)
        except Shut as shut:
            self.close(int(shut.code))


class Outlet:
    """The room's end of a wire."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def tell(self, frame: bytes, view_of: str | None = None) -> None:
        self._wire.overhear(frame.decode())
        self._wire.give(frame.decode())

    def close(self, code: Code, reason: str) -> None:
        self._wire.close(int(code))


class Relay:
    """Rooms as the real relay keeps them, and a ``Network`` that leads there."""

    def __init__(self, **limits: Any) -> None:
        self.limits = Limits(**limits)
        self.shelf: dict[str, bytes] = {}
        self.rooms = Rooms(self.limits, SystemRandom().randbytes, self.shelf)
        self.down = False
        self.overheard: list[str] = []
        """Every frame that passed through it."""
        self.wires: list[Wire] = []
        self._ticking = asyncio.create_task(self._tick())

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def rooms_of(self, id: str) -> Rooms:
        """Where the room of this id is, if there is one."""
        return self.rooms

    def kill(self, code: int = 1006) -> None:
        """Every line is dead, and nobody answers; by another code, as it was announced."""
        self.down = True
        for wire in self.wires:
            wire.close(code)

    def restart(self) -> None:
        self.rooms = Rooms(self.limits, SystemRandom().randbytes, self.shelf)
        self.rooms.restore(self.now)
        self.down = False

    def mute(self, network: Network) -> None:
        """The line that a page has now says that it is open, and carries nothing."""
        for wire in network.wires:
            wire.is_mute = True

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            if not self.down:
                self.rooms.tick(self.now)


class Network:
    """The way of one page to the relay, which can be cut."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self.cut = False
        self.wires: list[Wire] = []

    async def open_room(self, relay: str) -> tuple[str, str]:
        if self.cut or self._relay.down:
            raise NoRoom(too_many=False)
        return self._relay.rooms.open(self._relay.now)

    async def read(self, url: str) -> str:
        raise NoAnswer

    async def connect(self, url: str) -> Wire:
        await asyncio.sleep(0.02)
        if self.cut or self._relay.down:
            raise Closed(1006)
        wire = Wire(self._relay, url.rpartition("/")[2])
        self._relay.wires.append(wire)
        self.wires.append(wire)
        return wire

    def drop(self) -> None:
        """Whatever line there is breaks."""
        for wire in self.wires:
            wire.close(1006)
