"""Where the brain keeps texts that the page must not see. Knows nothing of what they say."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

DATABASE, STORE = "lantern-lodge", "kept"


class Keep(Protocol):
    """A few texts by name. Every call may raise StorageError."""

    async def get(self, name: str) -> str | None: ...

    async def put(self, name: str, text: str) -> None: ...

    async def drop(self, name: str) -> None: ...

    async def change(self, name: str, become: Callable[[str | None], str]) -> None:
        """Put what ``become`` makes of the text, before any other tab reads or writes it."""

    async def clear(self) -> None:
        """Drop all there is."""

    def claim(self, lost: Callable[[], None]) -> None:
        """Be the only tab that keeps a match here; ``lost`` is called once another claims that."""


class StorageError(Exception):
    """This browser does not let us keep anything, or not now."""


class BrowserKeep:
    """A ``Keep`` in this origin's IndexedDB, which a worker reaches without the page."""

    def __init__(self) -> None:
        self._claimed = False

    async def get(self, name: str) -> str | None:
        """The text, or that of whatever else somebody has put there; None where nothing is."""
        return _text(await self._ask("readonly", lambda store: store.get(name)))

    async def put(self, name: str, text: str) -> None:
        await self._ask("readwrite", lambda store: store.put(text, name))

    async def drop(self, name: str) -> None:
        await self._ask("readwrite", lambda store: store.delete(name))

    async def change(self, name: str, become: Callable[[str | None], str]) -> None:
        """Within one transaction, for which those of other tabs wait."""
        from pyodide.ffi import create_proxy

        def put(event: Any) -> None:
            event.target.source.put(become(_text(event.target.result)), name)

        def ask(store: Any) -> Any:
            asked = store.get(name)
            asked.onsuccess = heard
            return asked

        heard = create_proxy(put)
        try:
            await self._ask("readwrite", ask)
        finally:
            heard.destroy()

    async def clear(self) -> None:
        await self._ask("readwrite", lambda store: store.clear())

    def claim(self, lost: Callable[[], None]) -> None:
        """By a lock that the latest tab takes from the one before, and a closed one gives up."""
        from js import JSON, navigator
        from pyodide.ffi import create_proxy

        if self._claimed or not hasattr(navigator, "locks"):  # none on plain http to elsewhere
            return

        def hold(_: Any) -> asyncio.Future[None]:
            return asyncio.get_running_loop().create_future()

        def ended(reason: Any) -> None:
            self._claimed = False
            if reason.name == "AbortError":  # stolen; anything else: refused, with all storage
                lost()

        self._claimed = True
        steal = JSON.parse('{"steal": true}')
        navigator.locks.request(DATABASE, steal, create_proxy(hold)).catch(create_proxy(ended))

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


def _text(kept: Any) -> str | None:
    if kept is None or isinstance(kept, str):
        return kept
    from js import JSON

    return str(JSON.stringify(kept))


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
