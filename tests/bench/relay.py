"""What a relayed message costs, beside a minimal relay on Node's `ws`.

    python tests/bench/relay.py [ROOMS] [SECONDS]

Both carry the same traffic from the same clients, one after the other, and only the server's own
processor time counts. Exits with 1 if ours takes more than it may: a part of Node's time, memory,
and milliseconds, which mean something on a quiet machine alone, so Node's stand beside them.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from tests.relaying import ROOT, Relay, masked, raw, relay

WS = "ws@8.23.0"
CPU_AT_MOST = 1.6  # of Node's processor time for a delivered message
IDLE_AT_MOST = 30.0  # KB for an idle connection
P99_AT_MOST = 5.0  # ms, at MESSAGES a second
GUESTS = 4
MESSAGES = 1000
IDLE = 5000
SEALED = "x" * 1000
UNLIMITED = {
    f"LODGE_{name}": "1000000"
    for name in ("ADDRESS_ROOMS", "ADDRESS_CONNECTIONS", "HOST_RATE", "HOST_BURST", "SILENCE")
}


class Cost(NamedTuple):
    cpu: float  # µs of the server for a delivered message
    p99: float  # ms from sending to hearing
    idle: float  # KB for an idle connection


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rooms", nargs="?", type=int, default=500)
    parser.add_argument("seconds", nargs="?", type=int, default=10)
    asked = parser.parse_args()
    costs = {}
    for name, opened in (("ours", ours), ("Node ws", node)):
        with opened() as server:
            idle = idle_memory(server)
            cpu, p99 = asyncio.run(traffic(server, asked.rooms, asked.seconds))
        costs[name] = Cost(cpu, p99, idle)
        print(f"{name:8} {cpu:6.1f} µs a message   p99 {p99:5.1f} ms   {idle:5.1f} KB idle")
    mine, theirs = costs["ours"], costs["Node ws"]
    print(f"ours takes {mine.cpu / theirs.cpu:.2f} of Node's processor time")
    within = mine.cpu <= CPU_AT_MOST * theirs.cpu
    return 0 if within and mine.idle <= IDLE_AT_MOST and mine.p99 <= P99_AT_MOST else 1


@contextmanager
def ours() -> Iterator[Relay]:
    with tempfile.TemporaryDirectory() as room, relay(Path(room), **UNLIMITED) as running:
        yield running


@contextmanager
def node() -> Iterator[Relay]:
    modules = ROOT / ".cache" / "bench-ws"
    modules.mkdir(parents=True, exist_ok=True)
    subprocess.run(["npm", "install", "--silent", "--prefix", modules, WS], check=True)
    environ = os.environ | {"NODE_PATH": str(modules / "node_modules")}
    script = Path(__file__).with_suffix(".cjs")
    with (
        subprocess.Popen(
            ["node", script], env=environ, stdout=subprocess.PIPE, text=True
        ) as process,
        ExitStack() as people,
    ):
        assert process.stdout
        yield Relay(process, int(process.stdout.readline()), people)
        process.terminate()


def rooms(server: Relay, count: int) -> list[tuple[str, str]]:
    """Their ids and hosts' tokens; Node's rooms are there when somebody comes."""
    if server.ask("/v1/stats")[0] == 200:
        return [server.open_room() for _ in range(count)]
    return [(f"room{at}", "A" * 43) for at in range(count)]


def idle_memory(server: Relay) -> float:
    """KB for each of many who are welcomed and then silent."""
    hello = masked(0x81, b'{"t":"hello","v":1,"role":"watch"}')
    places = rooms(server, IDLE // 50)
    before = memory(server)
    with ExitStack() as wires:
        for at in range(IDLE):
            wire = wires.enter_context(raw(server, places[at % len(places)][0]))
            wire.sendall(hello)
            wire.recv(4096)
        return (memory(server) - before) / IDLE


async def traffic(server: Relay, count: int, seconds: int) -> tuple[float, float]:
    delays: list[float] = []
    all_heard = asyncio.Event()

    async def enter(room: str, role: str, token: str | None = None) -> ClientConnection:
        url = f"ws://localhost:{server.port}/v1/rooms/{room}"
        socket = await connect(url, origin=server.origin, compression=None)  # type: ignore[arg-type]
        hello = {"t": "hello", "v": 1, "role": role} | ({"token": token} if token else {})
        await socket.send(json.dumps(hello))
        await socket.recv()
        return socket

    async def listen(socket: ClientConnection) -> None:
        async for text in socket:
            if '"deliver"' in str(text[:20]):
                delay = time.perf_counter() - json.loads(text)["p"]["at"]
                delays.append(delay)
                if len(delays) == seconds * MESSAGES * GUESTS:
                    all_heard.set()

    hosts, listening = [], []
    for room, token in rooms(server, count):
        hosts.append(await enter(room, "host", token))
        guests = [await enter(room, "guest") for _ in range(GUESTS)]
        listening += [asyncio.create_task(listen(socket)) for socket in (hosts[-1], *guests)]
    before, began = processor(server), time.perf_counter()
    for at in range(seconds * MESSAGES):
        await asyncio.sleep(began + at / MESSAGES - time.perf_counter())
        p = {"at": time.perf_counter(), "sealed": SEALED}
        frame = {"t": "send", "id": str(at), "to": "all", "p": p}
        await hosts[at % count].send(json.dumps(frame))
    await asyncio.wait_for(all_heard.wait(), 60)
    spent = processor(server) - before
    for task in listening:
        task.cancel()
    return spent / len(delays) * 1e6, sorted(delays)[len(delays) * 99 // 100] * 1000


def processor(server: Relay) -> float:
    """Seconds that the server has had."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(server: Relay) -> float:
    """KB that the server holds."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return float(status.split("VmRSS:")[1].split()[0])


if __name__ == "__main__":
    sys.exit(main())
