"""The command `python -m relay`: opens the door, says where, and closes it without a fuss."""

import argparse
import asyncio
import errno
import gc
import os
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import TypeVar

import uvicorn

from relay import audit
from relay import settings as settings_module
from relay.app import create_app
from relay.doorstep import Doorstep
from relay.reception import Reception
from relay.rooms import Shelf
from relay.saved import SavedRooms
from relay.scribe import Scribe
from relay.settings import BadSetting, Settings
from relay.wire import Wire

Opened = TypeVar("Opened")

CANNOT_START = 2
SPARE_FILES = 64
"""Kept for the site's files, the rooms' and the process itself."""
ASKING = 1000
"""Sockets that may speak HTTP beside those of members."""
COLLECTING = 10_000, 10, 10
"""Allocations between looks for garbage. What is said makes none, and much to look through."""


class Server(uvicorn.Server):
    def __init__(self, settings: Settings, shelf: Shelf | None, scribe: Scribe | None) -> None:
        self._reception = Reception(settings.limits, settings.origins, shelf, scribe)
        self._drain = settings.drain
        super().__init__(
            uvicorn.Config(
                create_app(settings.site, self._reception),
                log_level="error",  # what a client does wrong is no trouble of ours
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=3,
                timeout_keep_alive=ceil(settings.limits.hello),
                limit_concurrency=_sockets(settings.limits.connections),
                http=Doorstep,
                ws=Wire,
                ws_max_size=settings.limits.frame,
                ws_per_message_deflate=False,
                ws_ping_interval=None,  # who is silent is closed by Connection, with a code of ours
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=list(settings.proxies),
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tells /readyz first, then ranked tables that they are void, then every client 1012.

        Of a private table their host's browser has the game.
        """
        self._reception.is_draining = True
        await asyncio.sleep(self._drain)
        await self._reception.close()
        await super().shutdown(sockets)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m relay",
        description="Serves the lodge's built site, carries what friends' tables say and referees"
        " ranked ones; takes its settings from the environment.",
        epilog=settings_module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(dest="verb", metavar="audit")
    auditing = verbs.add_parser("audit", help="replay a ledger and work out every rating again")
    auditing.add_argument("file", nargs="?", type=Path, help="the ledger; LODGE_LEDGER if not said")
    choice = parser.parse_args()
    if choice.verb == "audit":
        return _audit(choice.file)
    return _serve()


def _audit(file: Path | None) -> int:
    try:
        ledger = file or settings_module.ledger(os.environ)
    except BadSetting as problem:
        print(problem, file=sys.stderr)
        return CANNOT_START
    if ledger is None:
        print("LODGE_LEDGER: expected a ledger to audit, got none", file=sys.stderr)
        return CANNOT_START
    return audit.run(ledger)


def _serve() -> int:
    try:
        settings = Settings.read(os.environ)
        shelf = _open("LODGE_ROOMS", "rooms", settings.rooms, SavedRooms)
        scribe = _open("LODGE_LEDGER", "ranked results", settings.ledger, Scribe)
        door = _open_door(settings)
    except BadSetting as problem:
        print(problem, file=sys.stderr)
        return CANNOT_START
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with door:
        address = replace(settings, port=door.getsockname()[1]).address
        print(f"Lantern Lodge is open at {address}", flush=True)
        gc.freeze()  # what is here now stays: no collection need look at it again
        gc.set_threshold(*COLLECTING)
        with suppress(KeyboardInterrupt):  # not raised where whoever started us ignores it
            Server(settings, shelf, scribe).run(sockets=[door])
        print("\nLantern Lodge is closed")
    return 0


def _open(
    setting: str, what: str, file: Path | None, of: Callable[[Path], Opened]
) -> Opened | None:
    """What is kept in ``file``; None where nothing is to be kept."""
    if file is None:
        return None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return of(file)
    except (OSError, sqlite3.Error) as error:
        problem = f"{setting}: expected a file to keep {what} in, got {file}: {error}"
        raise BadSetting(f"{problem} ({setting}= keeps none)") from error


def _sockets(connections: int) -> int:
    """As many as are wanted, or as the system lets one process have."""
    wanted = connections + ASKING
    try:
        import resource  # noqa: PLC0415  (Windows has none)
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard - SPARE_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted + SPARE_FILES:
        with suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted + SPARE_FILES, hard))
    return wanted


def _open_door(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family)
    except OSError as error:
        place = f"Port {settings.port} at {settings.host}"
        if error.errno == errno.EADDRINUSE:
            problem = f"{place} is taken: is the lodge open already? For another: LODGE_PORT=8601"
        else:
            problem = f"{place} cannot be opened: {error.strerror or error}"
        raise BadSetting(problem) from error


if __name__ == "__main__":
    sys.exit(main())
