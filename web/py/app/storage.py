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
                return await _answer(request(transaction.objectStore(STORE)))
            finally:
                database.close()
        except StorageError:
            raise
        except Exception as error:
            raise StorageError(f"this browser keeps nothing: {type(error).__name__}") from error


async def _opened() -> Any:
    from js import indexedDB
    from pyodide.ffi import create_once_callable

    request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = create_once_callable(
        lambda event: request.result.createObjectStore(STORE)
    )
    return await _answer(request)


async def _answer(request: Any) -> Any:
    """The result of an IndexedDB request. Raises StorageError."""
    from pyodide.ffi import create_once_callable

    answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    sorry = StorageError("this browser keeps nothing")
    request.onsuccess = create_once_callable(lambda event: answered.set_result(request.result))
    request.onerror = create_once_callable(lambda event: answered.set_exception(sorry))
    return await answered
