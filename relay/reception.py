"""Who comes in, by HTTP or by socket, from where and as whom; what they say is the room's."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from relay import clock, honours
from relay.connection import Connection
from relay.envelope import SUBPROTOCOL, Code, encode
from relay.limits import Doorkeeper, Limits, household
from relay.members import Outlet
from relay.metrics import KIND, Metrics
from relay.ranked import Ranked
from relay.rooms import Rooms, Shelf
from relay.scribe import Scribe
from relay.visit import Visit
from relay.waiting import Wait

TICK = 0.5
"""Seconds between two looks at every room's clock."""
UNCACHED = {"Cache-Control": "no-store"}


class Guest(Protocol):
    """Whoever has come in by a socket."""

    def hear(self, text: str) -> None: ...

    def leave(self) -> None: ...


Stay = Callable[[WebSocket, Outlet, str], Guest]


class Reception:
    def __init__(
        self,
        limits: Limits,
        origins: tuple[str, ...],
        shelf: Shelf | None,
        scribe: Scribe | None = None,
    ) -> None:
        self.is_draining = False
        self._limits = limits
        self._origins = origins
        self._rooms = Rooms(limits, secrets.token_bytes, shelf)
        self._doorkeeper = Doorkeeper(limits)
        self._metrics = Metrics()
        self._ranked = Ranked(limits, self._online, scribe)

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self._rooms.restore(clock.now())
        ticking = asyncio.create_task(self._tick())
        yield
        ticking.cancel()

    async def close(self) -> None:
        """Ends what only the relay knows of, before it parts with whoever is told so."""
        await self._ranked.close()

    async def open_room(self, request: Request) -> Response:
        if not self._admits(request):
            return PlainTextResponse("This origin is not admitted.\n", 403)
        address, now = address_of(request), clock.now()
        if self.is_draining:
            return self._answer(request, {"error": "the relay is closing"}, 503)
        if len(self._rooms) >= self._limits.connections:  # each has a host, or had one lately
            return self._answer(request, {"error": "the relay is full"}, 503)
        if not self._doorkeeper.may_open_room(address, now):
            return self._answer(request, {"error": "too many new rooms"}, 429)
        self._doorkeeper.opened_room(address, now)
        room, token = self._rooms.open(now)
        return self._answer(request, {"room": room, "token": token}, 201)

    async def stats(self, request: Request) -> Response:
        self._doorkeeper.looked(address_of(request), clock.now())
        tables = len(self._rooms) + len(self._ranked.bouts.rooms)
        counts = {"online": self._online(), "matching": self._ranked.matching, "tables": tables}
        return self._answer(request, counts, 200)

    async def bouts(self, request: Request) -> Response:
        return self._answer(request, honours.bouts(self._ranked.bouts), 200)

    async def leaderboard(self, request: Request) -> Response:
        return self._answer(request, honours.leaderboard(self._ranked.ledger), 200)

    async def player(self, request: Request) -> Response:
        found = honours.player(self._ranked.ledger, request.path_params["player"])
        if found is None:
            return self._answer(request, {"error": "nobody by this id has played ranked"}, 404)
        return self._answer(request, found, 200)

    async def result(self, request: Request) -> Response:
        id = request.path_params["id"]
        entry = self._ranked.ledger.entry(id) if self._ranked.ledger else None
        if entry is None:
            return self._answer(request, {"error": "there is no such result"}, 404)
        answer = self._answer(request, entry.transcript, 200)
        answer.headers["Content-Disposition"] = f'attachment; filename="{entry.id}.json"'
        return answer

    async def no_ledger(self, request: Request, _error: Exception) -> Response:
        return self._answer(request, {"error": "the ledger cannot be read now"}, 503)

    async def metrics(self, _request: Request) -> Response:
        self._metrics.connections.set(self._doorkeeper.connections.total())
        self._metrics.rooms.set(len(self._rooms))
        return Response(self._metrics.text(), headers={**UNCACHED, "Content-Type": KIND})

    async def ready(self, _request: Request) -> Response:
        status, text = (503, "closing\n") if self.is_draining else (200, "ok\n")
        return PlainTextResponse(text, status, headers=UNCACHED)

    async def admit(self, websocket: WebSocket) -> None:
        await self._receive(websocket, self._visit)

    async def queue(self, websocket: WebSocket) -> None:
        await self._receive(websocket, self._wait)

    async def _receive(self, websocket: WebSocket, stay: Stay) -> None:
        if not self._admits(websocket):
            await websocket.close()  # before it is accepted: 403
            return
        offered = websocket.scope["subprotocols"]
        try:
            await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
            await self._attend(websocket, address_of(websocket), stay)
        except (WebSocketDisconnect, asyncio.CancelledError):
            return  # gone, or the process is: for uvicorn a cancelled conversation is an error

    async def _attend(self, websocket: WebSocket, address: str, stay: Stay) -> None:
        connection = Connection(websocket, self._limits, self._metrics)
        if not self._doorkeeper.connect(address):
            connection.close(Code.FULL, "too many connections")
            await connection.part()
            return
        guest = stay(websocket, connection, address)
        try:
            await connection.run(guest.hear)
        finally:
            guest.leave()
            self._doorkeeper.disconnect(address)
        await connection.part()

    def _visit(self, websocket: WebSocket, outlet: Outlet, address: str) -> Guest:
        id = websocket.path_params["room"]
        ranked = self._ranked.bouts.rooms
        rooms = ranked if ranked.find(id) else self._rooms
        return Visit(id, rooms, self._doorkeeper, self._limits, outlet, address)

    def _wait(self, _websocket: WebSocket, outlet: Outlet, address: str) -> Guest:
        return Wait(self._ranked, self._doorkeeper, self._limits, outlet, address)

    def _online(self) -> int:
        return self._doorkeeper.online(clock.now())

    def _admits(self, connection: HTTPConnection) -> bool:
        """A browser always says whose page is asking; whoever says nothing is not admitted."""
        origin = connection.headers.get("origin", "").lower()
        host = connection.headers.get("host", "").lower()
        return origin in (f"http://{host}", f"https://{host}", *self._origins)

    def _answer(self, request: Request, content: object, status: int) -> Response:
        headers = {**UNCACHED, "Vary": "Origin"}
        if self._admits(request):
            headers["Access-Control-Allow-Origin"] = request.headers["origin"]
        text = content if isinstance(content, str) else encode(content)
        return Response(text, status, headers, media_type="application/json")

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = clock.now()
            self._rooms.tick(now)
            self._ranked.is_draining = self.is_draining
            self._ranked.tick(now)
            self._doorkeeper.tick(now)


def address_of(connection: HTTPConnection) -> str:
    return household(connection.client.host if connection.client else "")
