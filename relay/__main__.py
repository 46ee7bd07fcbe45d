"""The command `python -m relay`: opens the door, says where, and closes it without a fuss."""

import argparse
import errno
import os
import socket
import sys
from contextlib import suppress
from dataclasses import replace

import uvicorn

from relay import settings as settings_module
from relay.app import create_app
from relay.settings import BadSetting, Settings

CANNOT_START = 2


def main() -> int:
    argparse.ArgumentParser(
        prog="python -m relay",
        description="Serves the lodge's built site; takes its settings from the environment.",
        epilog=settings_module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ).parse_args()
    try:
        settings = Settings.read(os.environ)
        door = _open_door(settings)
    except BadSetting as problem:
        print(problem, file=sys.stderr)
        return CANNOT_START
    with door:
        address = replace(settings, port=door.getsockname()[1]).address
        print(f"Lantern Lodge is open at {address}", flush=True)
        with suppress(KeyboardInterrupt):  # not raised where whoever started us ignores it
            uvicorn.Server(_config(settings)).run(sockets=[door])
        print("\nLantern Lodge is closed")
    return 0


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


def _config(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(settings.site),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )


if __name__ == "__main__":
    sys.exit(main())
