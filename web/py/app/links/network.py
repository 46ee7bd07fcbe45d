"""The browser's way to the relay: a few requests, then a WebSocket. Knows no frame."""

from __future__ import annotations

import asyncio
from typing import Any

from app.links.codes import Code
from app.links.connection import SUBPROTOCOL, Closed, NoAnswer, NoRoom

TOO_MANY = 429
OPEN = 1
"""A WebSocket's ``readyState``."""


class BrowserNetwork:
    """A ``Network``, as the page's policy allows it."""

    async def open_room(self, relay: str) -> tuple[str, str]:
        from js import JSON, fetch

        try:
            answer = await fetch(f"{relay}v1/rooms", JSON.parse('{"method": "POST"}'))
            if answer.status == TOO_MANY:
                raise NoRoom(too_many=True)
            room = await answer.json()
            return str(room.room), str(room.token)
        except NoRoom:
            raise
        except Exception as error:  # no network, no relay, or something else that answers there
            raise NoRoom(too_many=False) from error

    async def read(self, url: str) -> str:
        from js import fetch

        try:
            answer = await fetch(url)
            text = str(await answer.text())
        except Exception as error:  # no network, or no relay
            raise NoAnswer from error
        if not answer.ok:
            raise NoAnswer(int(answer.status))
        return text

    async def connect(self, url: str) -> BrowserSocket:
        try:
            socket = BrowserSocket(url)
        except Exception as error:  # no address for a socket
            raise Closed(Code.NO_WORD) from error
        await socket.opened()
        return socket


class BrowserSocket:
    """A ``Socket``."""

    def __init__(self, url: str) -> None:
        from js import WebSocket
        from pyodide.ffi import create_proxy

        self._arrived: asyncio.Queue[str | int] = asyncio.Queue()
        self._is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._socket = WebSocket.new(url, SUBPROTOCOL)
        self._proxies = [
            create_proxy(each) for each in (self._on_open, self._on_text, self._on_end)
        ]
        self._socket.onopen, self._socket.onmessage, self._socket.onclose = self._proxies

    async def opened(self) -> None:
        """Raises Closed where it never opens."""
        try:
            await self._is_open
        except BaseException:
            self.close()
            raise

    def send(self, text: str) -> None:
        if self._socket.readyState == OPEN:
            self._socket.send(text)

    async def receive(self) -> str:
        arrived = await self._arrived.get()
        if isinstance(arrived, int):
            raise Closed(arrived)
        return arrived

    def close(self) -> None:
        """Once closed here, nothing more is heard of it."""
        self._socket.onopen = self._socket.onmessage = self._socket.onclose = None
        self._socket.close()
        for proxy in self._proxies:
            proxy.destroy()
        self._proxies = []

    def _on_open(self, _event: Any) -> None:
        if not self._is_open.done():
            self._is_open.set_result(None)

    def _on_text(self, event: Any) -> None:
        self._arrived.put_nowait(str(event.data))

    def _on_end(self, event: Any) -> None:
        self._arrived.put_nowait(int(event.code))
        if not self._is_open.done():
            self._is_open.set_exception(Closed(int(event.code)))
