"""Servers for the tests, each a process of its own on a free port; knows no page and no browser."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
PATIENCE = 20.0  # seconds until a server must be open


class Server:
    """A server that a test may stop, and start again at the same address."""

    def __init__(self, url: str, port: int, command: list[str], log: Path, **environ: str) -> None:
        self.url = url
        self.port = port
        self._command = command
        self._log = log
        self._environ = os.environ | environ
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        assert self._process is None, f"{self.url} is open already"
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=ROOT,
                env=self._environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self._wait_until_open(self._process)
        return self

    def kill(self) -> None:
        """End it as a crash would, without a word to anybody."""
        if self._process:
            self._process.kill()
            self._process.wait(timeout=PATIENCE)
            self._process = None

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait(timeout=PATIENCE)
            self._process = None

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _wait_until_open(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        self.stop()
        raise RuntimeError(f"{self.url} did not open: {self._log.read_text()}")


NEWER_RELAY = """
from relay import envelope
envelope.VERSION += 1
from relay.__main__ import main
main()
"""


def relay(site: Path, room: Path, **settings: str) -> Server:
    """The relay serving `site` at the root of its address; its log and its rooms go to `room`."""
    return _relay(["-m", "relay"], _free_port(), site, room, **settings)


def newer_relay(site: Path, room: Path, *, after: Server) -> Server:
    """The relay of another version, at the address of one that has stopped."""
    return _relay(["-c", NEWER_RELAY], after.port, site, room)


def _relay(program: list[str], port: int, site: Path, room: Path, **settings: str) -> Server:
    settings |= {"LODGE_PORT": str(port), "LODGE_SITE": str(site)}
    settings |= {"LODGE_ROOMS": str(room / f"rooms-{port}.db")}
    settings = {"LODGE_LEDGER": ""} | settings  # ranked play only where it is what is told
    settings |= {"LODGE_ADDRESS_ROOMS": "1000"}  # all who tell these stories live at one address
    command = [sys.executable, *program]
    log = room / f"relay-{port}.log"
    return Server(f"http://localhost:{port}/", port, command, log, **settings)


def plain(site: Path, room: Path) -> Server:
    """A file server that knows nothing of us, with `site` in the folder /lodge/."""
    port = _free_port()
    root = room / f"plain-{port}"
    root.mkdir()
    (root / "lodge").symlink_to(site.resolve(), target_is_directory=True)
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    command += ["--directory", str(root)]
    return Server(f"http://localhost:{port}/lodge/", port, command, room / f"plain-{port}.log")


PACKING = """
import mimetypes
import sys
import uvicorn
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
mimetypes.add_type("application/octet-stream", ".wasm")
site = Mount("/club/lodge", StaticFiles(directory=sys.argv[2], html=True))
app = Starlette(routes=[site], middleware=[Middleware(GZipMiddleware, minimum_size=0)])
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]))
"""


def packing(site: Path, room: Path) -> Server:
    """A host that packs whatever it sends, so that nobody knows how long an answer will be, and
    does not know what a program is."""
    port = _free_port()
    command = [sys.executable, "-c", PACKING, str(port), str(site)]
    url = f"http://localhost:{port}/club/lodge/"
    return Server(url, port, command, room / f"packing-{port}.log")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
