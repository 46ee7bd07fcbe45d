"""One socket: who reads never waits for another's; one writer empties one bounded queue."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from relay.envelope import Code, Refused
from relay.limits import Limits
from relay.metrics import Metrics

PARTING = 5.0
"""Seconds in which the last frames and the close may still go out."""


NO_CODE = 1006
"""What stands for the code of a socket that is gone without a word."""
WRITE_NOW = "lodge.write"
"""The extension by which the server writes a frame at once, or says that the client is behind."""


class Connection:
    def __init__(self, websocket: WebSocket, limits: Limits, metrics: Metrics) -> None:
        self._websocket = websocket
        self._limits = limits
        self._metrics = metrics
        self._queue: OrderedDict[str | int, bytes] = OrderedDict()
        self._size = 0
        self._told = 0
        offered = websocket.scope["extensions"].get(WRITE_NOW, {})
        self._write_now: Callable[[bytes], bool] = offered.get("text", _never)
        self._reading: asyncio.Timeout | None = None
        self._parting: tuple[Code, str] | None = None
        self._end = NO_CODE
        self._writer: asyncio.Task[None] | None = None
        """Only while there is something to wait for."""

    def tell(self, frame: bytes, view_of: str | None = None) -> None:
        if self._parting:
            return
        if self._writer is None and self._write_now(frame):
            self._metrics.delivered.inc()
            return
        self._told += 1
        if view_of is not None:
            self._size -= len(self._queue.pop(view_of, b""))
        self._queue[view_of or self._told] = frame
        self._size += len(frame)
        limits = self._limits
        if len(self._queue) > limits.queue_frames or self._size > limits.queue_bytes:
            self._queue.clear()
            self.close(Code.TOO_SLOW, "too many frames wait for you")
        self._start_writing()

    def close(self, code: Code, reason: str) -> None:
        """Ends the reading now, and the writing after what is queued."""
        if self._parting:
            return
        self._parting = code, reason
        self._start_writing()
        if self._reading:
            self._reading.reschedule(_now())

    async def run(self, hear: Callable[[str], None]) -> None:
        """Gives each text to `hear`, the first within the limit for it, until either side ends.

        Returns as soon as nothing more will be heard; `part` sees to the rest.
        """
        limits = self._limits
        self._overdue = Refused(Code.BAD_MESSAGE, f"expected hello within {limits.hello:g} s")
        try:
            async with asyncio.timeout(limits.hello) as self._reading:
                await self._read(hear)
            return
        except Refused as problem:
            refused = problem
        except TimeoutError:
            refused = self._overdue
        finally:
            self._reading = None
        self.close(refused.code, refused.reason)

    async def part(self) -> None:
        if self._writer and self._parting:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._writer, PARTING)
        elif self._writer:
            self._writer.cancel()
        self._metrics.closed(self._parting[0] if self._parting else self._end)

    async def _read(self, hear: Callable[[str], None]) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                self._end = message["code"]
                return
            if self._parting:  # it came after the end
                return
            text = message.get("text")
            if text is None:
                raise Refused(Code.BAD_MESSAGE, "expected a text frame, got a binary one")
            hear(text)
            if self._reading and not self._parting:
                self._reading.reschedule(_now() + self._limits.silence)
                self._overdue = Refused(Code.TOO_SLOW, "nothing was heard of you")

    def _start_writing(self) -> None:
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        # Whatever the socket says of its end, the reader hears of it too.
        with suppress(WebSocketDisconnect, RuntimeError):
            while self._queue:
                _, frame = self._queue.popitem(last=False)
                self._size -= len(frame)
                await self._websocket.send_text(frame.decode())
                self._metrics.delivered.inc()
            if self._parting:
                code, reason = self._parting
                await self._websocket.close(code, _short(reason))
        self._writer = None


def _never(_frame: bytes) -> bool:
    return False


def _now() -> float:
    return asyncio.get_running_loop().time()


def _short(reason: str) -> str:
    """As much as a close frame holds."""
    return reason.encode("ascii", "replace")[:120].decode()
