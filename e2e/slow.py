"""A way to a server that takes its time: so many bits a second for all, so long there and back.

It carries bytes, and knows nothing of what they say. The browser's own brake does not reach into
workers; this one is outside.
"""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

BITS = 10e6  # a second, of all connections together
ROUND_TRIP = 0.04  # seconds
PORTION = 16_384  # bytes carried at a time


class Brake:
    """Says when the next portion has come through the one narrow place."""

    def __init__(self) -> None:
        self._free = 0.0

    async def passed(self, size: int) -> None:
        now = asyncio.get_running_loop().time()
        self._free = max(self._free, now) + size * 8 / BITS
        await asyncio.sleep(self._free - now)


@contextmanager
def slow(url: str) -> Iterator[str]:
    """An address behind which everything at `url` is, slowly."""
    there = urlsplit(url)
    loop = asyncio.new_event_loop()
    brake = Brake()

    async def meet(near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        await asyncio.sleep(ROUND_TRIP)  # a connection is made in one round trip
        far, on = await asyncio.open_connection(there.hostname, there.port)
        await asyncio.gather(_carry(near, on, None), _carry(far, back, brake))

    server = loop.run_until_complete(asyncio.start_server(meet, "127.0.0.1", 0))
    port = server.sockets[0].getsockname()[1]
    carrier = threading.Thread(target=loop.run_forever)
    carrier.start()
    try:
        yield f"http://localhost:{port}/"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        carrier.join()
        server.close()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()


async def _carry(
    source: asyncio.StreamReader, sink: asyncio.StreamWriter, brake: Brake | None
) -> None:
    """What comes, in order, until one side has had enough; what is asked waits its round trip."""
    try:
        while portion := await source.read(PORTION):
            await (brake.passed(len(portion)) if brake else asyncio.sleep(ROUND_TRIP))
            sink.write(portion)
            await sink.drain()
    except OSError:
        pass  # it hung up
    finally:
        sink.close()
