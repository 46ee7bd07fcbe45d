"""Who comes in, by HTTP or by socket, from where and as whom; what they say is the room's."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from relay.connection import Connection
from relay.envelope import SUBPROTOCOL, Code
from relay.limits import Doorkeeper, Limits, household
from relay.metrics import KIND, Metrics
from relay.rooms import Rooms, Shelf
from relay.visit import Visit

TICK = 0.5
"""Seconds between two looks at every room's clock."""
UNCACHED = {"Cache-Control": "no-store"}


class Reception:
    def __init__(self, limits: Limits, origins: tuple[str, ...], shelf: Shelf | None) -> None:
        self.is_draining = False
        self._limits = limits
        self._origins = origins
        self._rooms = Rooms(limits, secrets.token_bytes, shelf)
        self._doorkeeper = Doorkeeper(limits)
        self._metrics = Metrics()

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self._rooms.restore(time.monotonic())
        ticking = asyncio.create_task(self._tick())
        yield
        ticking.cancel()

    async def open_room(self, request: Request) -> Response:
        if not self._admits(request):
            return PlainTextResponse("This origin is not admitted.\n", 403)
        address, now = address_of(request), time.monotonic()
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
        online = self._doorkeeper.connections.total()
        counts = {"online": online, "matching": 0, "tables": len(self._rooms)}
        return self._answer(request, counts, 200)

    async def metrics(self, _request: Request) -> Response:
        self._metrics.connections.set(self._doorkeeper.connections.total())
        self._metrics.rooms.set(len(self._rooms))
        return Response(self._metrics.text(), headers={**UNCACHED, "Content-Type": KIND})

    async def ready(self, _request: Request) -> Response:
        status, text = (503, "closing\n") if self.is_draining else (200, "ok\n")
        return PlainTextResponse(text, status, headers=UNCACHED)

    async def admit(self, websocket: WebSocket) -> None:
        if not self._admits(websocket):
            await websocket.close()  # before it is accepted: 403
            return
        offered = websocket.scope["subprotocols"]
        try:
            await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
            await self._attend(websocket, address_of(websocket))
        except (WebSocketDisconnect, asyncio.CancelledError):
            return  # gone, or the process is: for uvicorn a cancelled conversation is an error

    async def _attend(self, websocket: WebSocket, address: str) -> None:
        connection = Connection(websocket, self._limits, self._metrics)
        if not self._doorkeeper.connect(address):
            connection.close(Code.FULL, "too many connections")
            await connection.part()
            return
        visit = Visit(
            websocket.path_params["room"],
            self._rooms,
            self._doorkeeper,
            self._limits,
            connection,
            address,
        )
        try:
            await connection.run(visit.hear)
        finally:
            visit.leave()
            self._doorkeeper.disconnect(address)
        await connection.part()

    def _admits(self, connection: HTTPConnection) -> bool:
        """A browser always says whose page is asking; whoever says nothing is not admitted."""
        origin = connection.headers.get("origin", "").lower()
        host = connection.headers.get("host", "").lower()
        return origin in (f"http://{host}", f"https://{host}", *self._origins)

    def _answer(self, request: Request, content: Mapping[str, object], status: int) -> Response:
        headers = {**UNCACHED, "Vary": "Origin"}
        if self._admits(request):
            headers["Access-Control-Allow-Origin"] = request.headers["origin"]
        return JSONResponse(content, status, headers)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            self._rooms.tick(now)
            self._doorkeeper.tick(now)


def address_of(connection: HTTPConnection) -> str:
    return household(connection.client.host if connection.client else "")
