"""One socket: who reads never waits for another's; one writer empties one bounded queue."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from relay import clock
from relay.envelope import Code, Refused
from relay.limits import Limits
from relay.metrics import Metrics

PARTING = 5.0
"""Seconds in which the last frames and the close may still go out."""
NO_CODE = 1006
"""What stands for the code of a socket that is gone without a word."""
AT_ONCE = "lodge.at-once"
"""The extension of a server that spares what a message costs by way of tasks and queues.

`write` sends a frame, or says that the client is behind; `hear` gives each text, as soon as it is
there, to a function, which says whether it wants it.
"""


class Connection:
    def __init__(self, websocket: WebSocket, limits: Limits, metrics: Metrics) -> None:
        self._websocket = websocket
        self._limits = limits
        self._metrics = metrics
        self._queue: OrderedDict[str | int, bytes] = OrderedDict()
        self._size = 0
        self._told = 0
        offered = websocket.scope["extensions"].get(AT_ONCE, {})
        self._write_now: Callable[[bytes], bool] = offered.get("write", _never)
        self._give_at_once: Callable[[Callable[[str], bool]], object] = offered.get("hear", _never)
        self._reading: asyncio.Timeout | None = None
        self._heard_at = 0.0
        self._silence: asyncio.TimerHandle | None = None
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
        if self._reading and not self._reading.expired():
            self._reading.reschedule(clock.now())

    async def run(self, hear: Callable[[str], None]) -> None:
        """Gives each text to `hear`, the first within the limit for it, until either side ends.

        Returns as soon as nothing more will be heard; `part` sees to the rest.
        """
        take = partial(self._take, hear)
        self._give_at_once(take)
        limit = self._limits.hello
        try:
            async with asyncio.timeout(limit) as self._reading:
                await self._read(take)
        except TimeoutError:
            self.close(Code.BAD_MESSAGE, f"expected hello within {limit:g} s")
        finally:
            self._reading = None
            if self._silence:
                self._silence.cancel()

    async def part(self) -> None:
        if self._writer and self._parting:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._writer, PARTING)
        elif self._writer:
            self._writer.cancel()
        self._metrics.closed(self._parting[0] if self._parting else self._end)

    async def _read(self, take: Callable[[str], bool]) -> None:
        while not self._parting:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                self._end = message["code"]
                return
            text = message.get("text")
            if text is None:
                self.close(Code.BAD_MESSAGE, "expected a text frame, got a binary one")
            else:
                take(text)

    def _take(self, hear: Callable[[str], None], text: str) -> bool:
        """Whether it is heard: what comes after the end is not."""
        if self._parting:
            return False
        try:
            hear(text)
        except Refused as refused:
            self.close(refused.code, refused.reason)
        self._heard_at = clock.now()
        if self._silence is None and self._reading and not self._parting:
            self._reading.reschedule(None)
            self._listen_for_silence()
        return True

    def _listen_for_silence(self) -> None:
        """Again and again for as long as somebody speaks, which costs a word nothing."""
        due = self._heard_at + self._limits.silence
        if clock.now() >= due:
            self.close(Code.TOO_SLOW, "nothing was heard of you")
        else:
            self._silence = asyncio.get_running_loop().call_at(due, self._listen_for_silence)

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


def _never(_offered: object) -> bool:
    return False


def _short(reason: str) -> str:
    """As much as a close frame holds."""
    return reason.encode("ascii", "replace")[:120].decode()
