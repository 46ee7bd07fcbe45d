"""Every door of the relay in one table: which address leads where; opens no socket itself."""

import sqlite3
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from relay.reception import Reception
from relay.security import Secured
from relay.site import serve_site


def create_app(site: Path, reception: Reception) -> Secured:
    """The whole relay. Secured stands outside of Starlette, so that its own 500 is secured too."""
    app = Starlette(
        routes=[
            Route("/healthz", _healthz),
            Route("/readyz", reception.ready),
            Route("/metrics", reception.metrics),
            Route("/v1/stats", reception.stats),
            Route("/v1/rooms", reception.open_room, methods=["POST"]),
            WebSocketRoute("/v1/rooms/{room}", reception.admit),
            WebSocketRoute("/v1/queue", reception.queue),
            Route("/v1/leaderboard", reception.leaderboard),
            Route("/v1/players/{player}", reception.player),
            Route("/v1/ranked", reception.bouts),
            Route("/v1/ranked/{id}", reception.result),
        ],
        lifespan=reception.lifespan,
        middleware=[Middleware(serve_site, folder=site)],
        exception_handlers={404: _not_here, sqlite3.Error: reception.no_ledger},
    )
    app.router.redirect_slashes = False
    return Secured(app)


async def _healthz(_request: Request) -> Response:
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})


async def _not_here(_request: Request, _error: Exception) -> Response:
    return PlainTextResponse(
        "There is nothing at this address. The lodge's door is at /\n",
        status_code=404,
        headers={"Cache-Control": "no-store"},
    )
