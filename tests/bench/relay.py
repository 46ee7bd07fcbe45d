"""What a relayed message costs, beside two minimal relays on Node's `ws`.

    python tests/bench/relay.py [ROOMS] [SECONDS]

All carry the same traffic of the same crowds, in turn; a crowd lives in a process of its own, and
only the server's processor time counts. What is told is the median of a few rounds. Exits with 1 if
ours takes more than it may. Milliseconds mean something on a quiet machine alone: where Node's are
over the limit, ours may be.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import NamedTuple

import uvloop

from tests.relaying import ROOT, Address, Relay, masked, raw, relay

WS = "ws@8.23.0"
CPU_AT_MOST = 1.6  # of Node's processor time for a delivered message
IDLE_AT_MOST = 30.0  # KB for an idle connection
P99_AT_MOST = 5.0  # ms, at MESSAGES a second
SLOWED_AT_MOST = 1.5  # of what it is when everybody reads
HOARDED_AT_MOST = 1024.0  # KB for a guest that stops reading
GUESTS = 4
MESSAGES = 1000
ROUNDS = 3
IDLE = 5000
SEALED = b"x" * 1000
LOUD_ROOMS = 5
LOUD_MESSAGES = 50
"""A second, from each host of a loud room: those whose guests stop reading."""
LOUD = b"x" * 16_000
UNLIMITED = {
    f"LODGE_{name}": "1000000"
    for name in ("ADDRESS_ROOMS", "ADDRESS_CONNECTIONS", "HOST_RATE", "HOST_BURST", "SILENCE")
}
CROWDS = max(1, (os.cpu_count() or 2) - 1)
spawning = multiprocessing.get_context("spawn")

Place = tuple[str, str]
"""A room's id and its host's token."""


class Heard(NamedTuple):
    cpu: float  # µs of the server for a delivered message
    p99: float  # ms from sending to hearing
    grown: float  # KB that the server holds more than before


class Round(NamedTuple):
    """One relay's part of a round: all in turn, so that a busy machine is busy for each."""

    cpu: float
    p99: float
    slowed: float  # p99 where guests stop reading, to that where they read
    hoarded: float  # KB for a guest that stops reading

    @classmethod
    def of(cls, server: Relay, rooms: int, seconds: int) -> "Round":
        plain = traffic(server, rooms, seconds)
        fewer = max(rooms // 5, LOUD_ROOMS * CROWDS)
        loud = traffic(server, fewer, seconds, loud=LOUD_ROOMS)
        stopped = traffic(server, fewer, seconds, loud=LOUD_ROOMS, stopped=True)
        alone = traffic(server, LOUD_ROOMS * CROWDS, seconds, 0, LOUD_ROOMS, stopped=True)
        return cls(plain.cpu, plain.p99, stopped.p99 / loud.p99, alone.grown / LOUD_ROOMS)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rooms", nargs="?", type=int, default=500)
    parser.add_argument("seconds", nargs="?", type=int, default=5)
    asked = parser.parse_args()
    idle = {}
    for name, opened in RELAYS.items():
        with opened() as server:
            idle[name] = idle_memory(server)
    rounds: dict[str, list[Round]] = {name: [] for name in RELAYS}
    with ExitStack() as stack:
        servers = {name: stack.enter_context(opened()) for name, opened in RELAYS.items()}
        for _ in range(ROUNDS):
            for name, server in servers.items():
                rounds[name].append(Round.of(server, asked.rooms, asked.seconds))
                print(name, *(f"{figure:.2f}" for figure in rounds[name][-1]), file=sys.stderr)
    for name, each in rounds.items():
        print(f"{name:13} {idle[name]:6.1f} KB an idle connection, by rounds:")
        for at, label in enumerate(LABELS):
            told = "  ".join(f"{one[at]:8.2f}" for one in each)
            print(f"{median(one[at] for one in each):14.2f} {label:26} {told}")
    medians = {name: Round(*map(median, zip(*each))) for name, each in rounds.items()}
    mine, reads, forwards = medians.values()
    ratio = mine.cpu / reads.cpu
    print(f"ours takes {ratio:.2f} × the processor time of one that reads, on Node")
    print(f"       and {mine.cpu / forwards.cpu:.2f} × that of one that only forwards")
    kept = (
        ratio <= CPU_AT_MOST
        and idle["ours"] <= IDLE_AT_MOST
        and mine.p99 <= max(P99_AT_MOST, reads.p99)
        and mine.slowed <= max(SLOWED_AT_MOST, reads.slowed)
        and mine.hoarded <= HOARDED_AT_MOST
    )
    return 0 if kept else 1


@contextmanager
def ours() -> Iterator[Relay]:
    with tempfile.TemporaryDirectory() as room, relay(Path(room), **UNLIMITED) as running:
        yield running


@contextmanager
def node(way: str) -> Iterator[Relay]:
    modules = ROOT / ".cache" / "bench-ws"
    modules.mkdir(parents=True, exist_ok=True)
    subprocess.run(["npm", "install", "--silent", "--prefix", modules, WS], check=True)
    environ = os.environ | {"NODE_PATH": str(modules / "node_modules")}
    script = Path(__file__).with_suffix(".cjs")
    with (
        subprocess.Popen(
            ["node", script, way], env=environ, stdout=subprocess.PIPE, text=True
        ) as process,
        ExitStack() as people,
    ):
        assert process.stdout
        yield Relay(process, int(process.stdout.readline()), people)
        process.terminate()


LABELS = "µs a message", "ms to p99", "× p99 beside the stopped", "KB grown for each stopped"
RELAYS: dict[str, Callable[[], AbstractContextManager[Relay]]] = {
    "ours": ours,
    "Node reads": partial(node, "reads"),
    "Node forwards": partial(node, "forwards"),
}


def places(server: Relay, count: int) -> list[Place]:
    """Node's rooms are there when somebody comes."""
    if server.ask("/v1/stats")[0] == 200:
        return [server.open_room() for _ in range(count)]
    return [(f"room{time.perf_counter_ns()}", "A" * 43) for _ in range(count)]


def idle_memory(server: Relay) -> float:
    """KB for each of many who are welcomed and then silent."""
    rooms = places(server, IDLE // 50)
    before = memory(server)
    with ExitStack() as wires:
        for at in range(IDLE):
            wire = wires.enter_context(entered(server, rooms[at % len(rooms)][0], "watch"))
            wire.recv(4096)
        return (memory(server) - before) / IDLE


def traffic(
    server: Relay,
    rooms: int,
    seconds: int,
    messages: int = MESSAGES,
    loud: int = 0,
    stopped: bool = False,
) -> Heard:
    opened = places(server, rooms)
    crowds = []
    for at in range(CROWDS):
        here, there = spawning.Pipe()
        crowd = Crowd(
            server.port,
            opened[at::CROWDS],
            seconds,
            messages / CROWDS,
            loud if at == 0 else 0,
            stopped,
        )
        process = spawning.Process(target=crowd.run, args=(there,))
        process.start()
        crowds.append((process, here))
    for _, pipe in crowds:
        pipe.recv()
    time.sleep(1)  # until everybody has heard of everybody
    cpu, held = processor(server), memory(server)
    for _, pipe in crowds:
        pipe.send("go")
    delays = sorted(delay for _, pipe in crowds for delay in pipe.recv())
    spent, grown = processor(server) - cpu, memory(server) - held
    for process, _ in crowds:
        process.join()
    return Heard(spent / len(delays) * 1e6, delays[len(delays) * 99 // 100] * 1000, grown)


@dataclass
class Crowd:
    """A process full of hosts and guests: each host speaks in its turn, and all guests listen."""

    port: int
    rooms: list[Place]
    seconds: int
    messages: float
    """A second, of all hosts together."""
    loud: int
    """How many of the first rooms' hosts speak much and often beside."""
    stopped: bool
    """Whether one guest in each loud room reads nothing."""

    @property
    def origin(self) -> str:
        return f"http://localhost:{self.port}"

    def run(self, pipe: Connection) -> None:
        uvloop.run(self._run(pipe))

    async def _run(self, pipe: Connection) -> None:
        self._welcomed, self._delays = 0, list[float]()
        self._everybody, self._everything = asyncio.Event(), asyncio.Event()
        hosts, stopped = [], []
        for at, (room, token) in enumerate(self.rooms):
            hosts.append(await self._enter(room, "host", token))
            guests = [await self._enter(room, "guest") for _ in range(GUESTS)]
            if self.stopped and at < self.loud:
                stopped.append(guests[0])
        await self._everybody.wait()
        for guest in stopped:
            guest.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            guest.pause_reading()
        pipe.send("ready")
        pipe.recv()
        said = round(self.seconds * self.messages)
        said_loudly = self.seconds * LOUD_MESSAGES
        self._goal = (said + self.loud * said_loudly) * GUESTS - len(stopped) * said_loudly
        self._goal -= sum(len(range(at, said, len(hosts))) for at in range(len(stopped)))
        speaking = [self._speak(hosts[at : at + 1], said_loudly, LOUD) for at in range(self.loud)]
        await asyncio.gather(self._speak(hosts, said, SEALED), *speaking)
        await asyncio.wait_for(self._everything.wait(), 60)
        pipe.send(self._delays)

    def welcome(self) -> None:
        self._welcomed += 1
        if self._welcomed == len(self.rooms) * (1 + GUESTS):
            self._everybody.set()

    def hear(self, delay: float) -> None:
        self._delays.append(delay)
        if len(self._delays) == self._goal:
            self._everything.set()

    async def _enter(self, room: str, role: str, token: str | None = None) -> asyncio.Transport:
        wire = entered(self, room, role, token)
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_connection(lambda: Ear(self), sock=wire)
        return transport

    async def _speak(self, hosts: list[asyncio.Transport], count: int, sealed: bytes) -> None:
        began = time.perf_counter()
        for at in range(count):
            await asyncio.sleep(began + self.seconds * at / count - time.perf_counter())
            hosts[at % len(hosts)].write(word(sealed))


class Ear(asyncio.Protocol):
    """One socket of a crowd, with no more of WebSocket in it than it takes to hear when."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._rest = b""

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        data, at = self._rest + data, 0
        while (head := _head(data, at)) and (end := head[0] + head[1]) <= len(data):
            at = head[0]
            if said := SAID_AT.search(data, at, min(end, at + 200)):
                self._crowd.hear(now - float(said[1]))
            elif data.find(b'"welcome"', at, end) > 0:
                self._crowd.welcome()
            at = end
        self._rest = data[at:]


SAID_AT = re.compile(rb'"at":([\d.]+)')


def word(sealed: bytes) -> bytes:
    now = time.perf_counter()
    p = b'{"at":%.9f,"sealed":"%b"}' % (now, sealed)
    return masked(0x81, b'{"t":"send","id":"%d","to":"all","p":%b}' % (now * 1e9, p))


def entered(server: Address, room: str, role: str, token: str | None = None) -> socket.socket:
    hello = {"t": "hello", "v": 1, "role": role} | ({"token": token} if token else {})
    wire = raw(server, room)
    wire.sendall(masked(0x81, json.dumps(hello).encode()))
    return wire


def processor(server: Relay) -> float:
    """Seconds that the server has had."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(server: Relay) -> float:
    """KB that the server holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return float(status.split("VmRSS:")[1].split()[0])


def _head(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the frame at `at` begins inside, and how long it is there."""
    if len(data) < at + 2:
        return None
    if (size := data[at + 1]) < 126:
        return at + 2, size
    begins = at + (4 if size == 126 else 10)
    return (begins, int.from_bytes(data[at + 2 : begins])) if len(data) >= begins else None


if __name__ == "__main__":
    sys.exit(main())
