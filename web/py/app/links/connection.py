"""One membership's line to the relay: greets, resumes, notices silence, comes back after a drop.

Hands on every frame that it does not need itself. Knows nothing of tables and seals.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import Any, Protocol

from app.links.codes import Code
from engine import codec

Frame = dict[str, Any]

SUBPROTOCOL = "lantern-lodge.v1"
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0
"""Seconds before a new try: at most the first, then twice as long each time, up to the last."""
WAIT_FOR: Mapping[int, float] = {Code.TOO_MANY: 10.0, Code.FULL: 30.0}
"""Seconds to wait after a close code that asks for it."""
FINAL = frozenset(Code) - {Code.NO_WORD, Code.TOO_MANY, Code.FULL, Code.RESTARTING}
"""Close codes after which another try would only end the same way."""
CALL_OFF = 10.0
"""Seconds after which a try to connect is given up."""
QUIET, ANSWER = 15.0, 5.0
"""After so many quiet seconds the relay is asked whether it is there, and has so many to answer."""
AWAKE_ANSWER = 1.5
"""The same for a page that has just woken up."""
ACK_EVERY = 16


class Closed(Exception):
    """The socket is closed, or could not be opened."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Socket(Protocol):
    def send(self, text: str) -> None: ...

    async def receive(self) -> str:
        """Raises Closed."""
        ...

    def close(self) -> None: ...


class Network(Protocol):
    async def open_room(self, relay: str) -> tuple[str, str]:
        """A new room and the token of its host. Raises NoRoom."""
        ...

    async def connect(self, url: str) -> Socket:
        """Raises Closed."""
        ...

    async def read(self, url: str) -> str:
        """The text at this address. Raises NoAnswer."""
        ...


class NoAnswer(Exception):
    """``status`` is HTTP's where it says why, None where nobody answers."""

    def __init__(self, status: int | None = None) -> None:
        super().__init__(f"no answer: {status}")
        self.status = status


class NoRoom(Exception):
    """``too_many``: the relay opens no more for us within the hour; else it does not answer."""

    def __init__(self, *, too_many: bool) -> None:
        super().__init__("too many rooms" if too_many else "no relay answers")
        self.too_many = too_many


class Connection:
    """``greeting`` gives what our next hello says beside its version; ``hear`` gets each frame in
    turn; ``lost`` gets the code with which the line is gone for now. Who cancels ``run`` hangs up.
    """

    def __init__(
        self,
        network: Network,
        url: str,
        *,
        greeting: Callable[[], Frame],
        hear: Callable[[Frame], Awaitable[None]],
        lost: Callable[[int], None],
        complain: Callable[[str], None],
        random: Random,
    ) -> None:
        self._network = network
        self._url = url
        self._greeting = greeting
        self._hear = hear
        self._lost = lost
        self._complain = complain
        self._random = random
        self._socket: Socket | None = None
        self._last: int | None = None
        self._tries = 0
        self._awake = asyncio.Event()

    async def run(self) -> int:
        """Keep the line up until a final close, whose code is returned."""
        while (code := await self._attend()) not in FINAL:
            self._lost(code)
            await self._wait(code)
        return code

    def send(self, frame: Frame) -> None:
        """Say something to the relay, if it is there."""
        if self._socket is not None:
            self._socket.send(json.dumps(frame, separators=(",", ":")))

    def wake(self) -> None:
        """The page is looked at again, or the network is back: make sure of the line at once."""
        self._tries = 0
        self._awake.set()

    async def _attend(self) -> int:
        """Connect, greet, and hear until the line is gone; its code."""
        self._awake.clear()
        try:
            async with asyncio.timeout(CALL_OFF):
                socket = await self._network.connect(self._url)
        except Closed as closed:
            return closed.code
        except TimeoutError:
            return Code.NO_WORD
        self._socket = socket
        try:
            last = {} if self._last is None else {"last": self._last}
            self.send({"t": "hello", "v": 1, **self._greeting(), **last})
            return await self._listen(socket)
        finally:
            self._socket = None
            socket.close()

    async def _listen(self, socket: Socket) -> int:
        receiving = asyncio.ensure_future(socket.receive())
        waking = asyncio.ensure_future(self._awake.wait())
        patience, asked = QUIET, False
        try:
            while True:
                await asyncio.wait(
                    {receiving, waking}, timeout=patience, return_when=asyncio.FIRST_COMPLETED
                )
                if receiving.done():
                    text = receiving.result()
                    receiving = asyncio.ensure_future(socket.receive())
                    patience, asked = QUIET, False
                    await self._take(text)
                elif waking.done():
                    self._awake.clear()
                    waking = asyncio.ensure_future(self._awake.wait())
                    patience, asked = AWAKE_ANSWER, True
                    self.send({"t": "ping", "at": 0})
                elif asked:
                    return Code.NO_WORD
                else:
                    patience, asked = ANSWER, True
                    self.send({"t": "ping", "at": 0})
        except Closed as closed:
            return closed.code
        finally:
            waking.cancel()
            receiving.cancel()
            await asyncio.wait({receiving})
            if not receiving.cancelled():
                receiving.exception()  # heard of it, or no longer curious

    async def _take(self, text: str) -> None:
        """Hear one frame; one that cannot be read is passed over."""
        try:
            frame = codec.read_json(text)
            kind = frame["t"]
            if kind == "pong":
                return
            if kind == "welcome":
                self._tries = 0
                self._last = None if not frame.get("resumed") else self._last
            await self._hear(frame)
            if kind == "welcome" and self._last is None:
                self._last = frame.get("s")
            if kind == "deliver":
                self._last = frame["s"]
                if frame["s"] % ACK_EVERY == 0:
                    self.send({"t": "ack", "s": frame["s"]})
        except Exception as error:  # noqa: BLE001 - whatever it is, the line holds
            self._complain(f"A frame of the relay met {type(error).__name__}.")

    async def _wait(self, code: int) -> None:
        """Some time before the next try; a page that wakes up waits no longer."""
        longest = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(self._tries, 10))
        self._tries += 1
        seconds = self._random.uniform(0, longest) + WAIT_FOR.get(code, 0.0)
        try:
            async with asyncio.timeout(seconds):
                await self._awake.wait()
        except TimeoutError:
            return
