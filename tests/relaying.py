"""A relay that really runs, and people who talk to it over real sockets."""

from __future__ import annotations

import json
import os
import re
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).parent.parent
PATIENCE = 20
"""Seconds after which a test gives up on a word that does not come."""


@contextmanager
def running(
    site: Path, *starter: str, **environ: str
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """`starter`: a command that runs the one that it is given."""
    with subprocess.Popen(
        [*starter, sys.executable, "-m", "relay"],
        cwd=ROOT,
        env=os.environ | {"LODGE_SITE": str(site), "LODGE_PORT": "0"} | environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        first = process.stdout.readline()
        opened = re.fullmatch(r"Lantern Lodge is open at http://localhost:(\d+)\n", first)
        try:
            assert opened, process.communicate()
            yield process, int(opened[1])
        finally:
            process.kill()


@contextmanager
def relay(folder: Path, *starter: str, **environ: str) -> Iterator[Relay]:
    """What it complained of to the end must be nothing."""
    with running(a_site(folder), *starter, **environ) as (process, port):
        with ExitStack() as people:
            yield Relay(process, port, people)
        process.terminate()
        _, complaints = process.communicate(timeout=PATIENCE)
        assert (process.returncode, complaints) == (0, "")


def a_site(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "index.html").write_text("<!doctype html>")
    return folder


class Address(Protocol):
    """Where a relay is open, and from where a page may speak to it."""

    @property
    def port(self) -> int: ...

    @property
    def origin(self) -> str: ...


class Relay:
    def __init__(self, process: subprocess.Popen[str], port: int, people: ExitStack) -> None:
        self.process = process
        self._people = people
        self.port = port
        self.origin = f"http://localhost:{port}"

    def ask(self, path: str, method: str = "GET", **headers: str) -> tuple[int, Any]:
        headers = {"Origin": self.origin, **{k.replace("_", "-"): v for k, v in headers.items()}}
        asked = Request(self.origin + path, method=method, headers=headers)
        try:
            with urlopen(asked, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()

    def open_room(self, **headers: str) -> tuple[str, str]:
        status, text = self.ask("/v1/rooms", "POST", **headers)
        assert status == 201
        answer = json.loads(text)
        return answer["room"], answer["token"]

    def connect(self, room: str, **options: Any) -> Client:
        return self.dial(f"/v1/rooms/{room}", **options)

    def dial(self, path: str, **options: Any) -> Client:
        options.setdefault("origin", self.origin)
        url = f"ws://localhost:{self.port}{path}"
        socket = connect(url, compression=None, max_size=None, max_queue=None, **options)
        return Client(self._people.enter_context(socket))

    def enter(self, room: str, role: str = "guest", **fields: Any) -> Client:
        client = self.connect(room)
        client.greet(role, **fields)
        return client

    def table(self, guests: int = 1) -> tuple[str, Client, list[Client]]:
        """A room with its host and guests, all here."""
        room, token = self.open_room()
        host = self.enter(room, "host", token=token)
        host.token = token
        return room, host, [self.enter(room) for _ in range(guests)]


class Client:
    token: str
    member: str
    welcome: dict[str, Any]

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def greet(self, role: str, **fields: Any) -> None:
        self.say(t="hello", v=1, role=role, **fields)
        self.welcome = self.hear("welcome")
        self.member = self.welcome["member"]
        self.token = self.welcome.get("token") or fields["token"]

    def say(self, **frame: Any) -> None:
        self.socket.send(json.dumps(frame))

    def send(self, to: str, p: Any, id: str = "1", **fields: Any) -> None:
        self.say(t="send", id=id, to=to, p=p, **fields)

    def hear(self, kind: str) -> dict[str, Any]:
        """The next frame of this kind; others are passed over."""
        while True:
            frame: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
            if frame["t"] == kind:
                return frame

    def hear_out(self) -> list[dict[str, Any]]:
        """All that was said until now, as the relay's answer to a ping comes after it."""
        self.say(t="ping", at=1)
        frames: list[dict[str, Any]] = []
        while not frames or frames[-1]["t"] != "pong":
            frames.append(json.loads(self.socket.recv(PATIENCE)))
        return frames[:-1]

    def first(self) -> str | bytes | None:
        """The first word, if there is one."""
        try:
            return self.socket.recv(PATIENCE)
        except ConnectionClosed:
            return None

    def closed(self) -> int | None:
        """The code with which the relay ends it."""
        try:
            while True:
                self.socket.recv(PATIENCE)
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else None

    def flood(self, times: int) -> None:
        """Say something so often, or until the relay hears no more."""
        with suppress(ConnectionClosed):
            for at in range(times):
                self.say(t="ping", at=at)

    def leave(self) -> None:
        self.socket.close()


def dial(relay: Address) -> socket.socket:
    return socket.create_connection(("localhost", relay.port), timeout=PATIENCE)


def handshake(relay: Address, room: str, more: str = "") -> bytes:
    return (
        f"GET /v1/rooms/{room} HTTP/1.1\r\nHost: localhost:{relay.port}\r\n"
        f"Origin: {relay.origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"{more}\r\n"
    ).encode()


def raw(relay: Address, room: str) -> socket.socket:
    """A socket on which the handshake is done, for frames that no client library would send."""
    wire = dial(relay)
    wire.sendall(handshake(relay, room))
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += wire.recv(1)
    assert answer.startswith(b"HTTP/1.1 101 ")
    return wire


def masked(first: int, payload: bytes = b"", lie: int | None = None) -> bytes:
    """A frame under the mask 0; `lie`: another length than it has."""
    size = len(payload) if lie is None else lie
    if size < 126:
        length = struct.pack("!B", 0x80 | size)
    elif size < 65536:
        length = struct.pack("!BH", 0x80 | 126, size)
    else:
        length = struct.pack("!BQ", 0x80 | 127, size)
    return bytes([first]) + length + bytes(4) + payload


def unmasked(wire: socket.socket) -> Iterator[dict[str, Any] | int]:
    """The frames that arrive, pongs aside, and at last the code with which the relay closes."""
    arrived = wire.makefile("rb")
    while head := arrived.read(2):
        size = head[1]
        if size >= 126:
            size = int.from_bytes(arrived.read(2 if size == 126 else 8), "big")
        inside = arrived.read(size)
        if head[0] == 0x88:
            yield int.from_bytes(inside[:2], "big")
        elif head[0] != 0x8A:
            yield json.loads(inside)
