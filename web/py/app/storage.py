"""Where the brain keeps texts that the page must not see. Knows nothing of what they say."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

DATABASE, STORE = "lantern-lodge", "kept"


class Keep(Protocol):
    """A few texts by name. Every call may raise StorageError."""

    async def get(self, name: str) -> str | None: ...

    async def put(self, name: str, text: str) -> None: ...

    async def drop(self, name: str) -> None: ...


class StorageError(Exception):
    """This browser does not let us keep anything, or not now."""


class BrowserKeep:
    """A ``Keep`` in this origin's IndexedDB, which a worker reaches without the page."""

    async def get(self, name: str) -> str | None:
        text = await self._ask("readonly", lambda store: store.get(name))
        return text if isinstance(text, str) else None

    async def put(self, name: str, text: str) -> None:
        await self._ask("readwrite", lambda store: store.put(text, name))

    async def drop(self, name: str) -> None:
        await self._ask("readwrite", lambda store: store.delete(name))

    async def _ask(self, mode: str, request: Any) -> Any:
        try:
            database = await _opened()
            try:
                transaction = database.transaction(STORE, mode)
                asked = request(transaction.objectStore(STORE))
                await _settled(transaction, "complete", "abort")
                return asked.result
            finally:
                database.close()
        except StorageError:
            raise
        except Exception as error:
            raise StorageError(f"this browser keeps nothing: {type(error).__name__}") from error


async def _opened() -> Any:
    from js import indexedDB
    from pyodide.ffi import create_proxy

    request = indexedDB.open(DATABASE, 1)
    furnish = create_proxy(lambda event: event.target.result.createObjectStore(STORE))
    request.onupgradeneeded = furnish
    try:
        await _settled(request, "success", "error")
    finally:
        furnish.destroy()
    return request.result


async def _settled(asked: Any, good: str, bad: str) -> None:
    """Wait for one of two events, of which just one comes. Raises StorageError at ``bad``."""
    from pyodide.ffi import create_proxy

    settled: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    heard = create_proxy(lambda event: settled.set_result(event.type))
    setattr(asked, f"on{good}", heard)
    setattr(asked, f"on{bad}", heard)
    try:
        if await settled == bad:
            raise StorageError("this browser keeps nothing")
    finally:
        heard.destroy()
