"""Whether ranked play finds out who is strong, how long one waits, and how many bouts a core takes.

    python tests/bench/ranked.py [GUESTS [BOUTS]]

The first half is the queue and the ratings alone, in simulated time, among guests whose strength
is known. The second is the whole relay but for its sockets, in one process and on one core. Exits
with 1 where the ranks have too little to do with the strengths.
"""

import argparse
import asyncio
import secrets
import sys
import tempfile
import time
from collections import Counter
from heapq import heappop, heappush
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles
from typing import Any

sys.path.pop(0)  # there stands another relay.py

from msgspec import Raw
from msgspec.json import decode, encode

from engine.deal import digest
from relay.envelope import Code, Hello, Role, Send
from relay.limits import Limits
from relay.meeting import Hello as Seeking
from relay.queue import Queue
from relay.ranked import Ranked
from relay.rating import MIDDLE, NEWCOMER, SCALE, rated
from relay.scribe import Scribe

SEED = 1
CORRELATION_AT_LEAST = 0.9
TICK = 0.5
SPREAD = 350
"""Points: the standard deviation of the true strengths, as the ratings suppose it at first."""
TIES = 0.03
LASTS, RESTS = (60.0, 240.0), 30.0
"""Seconds that a bout takes, and that a guest then takes on the average."""
AT_ONCE, PLAYED = 100, 1000
"""Bouts side by side, and in all."""


def main() -> int:
    """Simulate, measure and tell, from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("guests", nargs="?", type=int, default=2000)
    parser.add_argument("bouts", nargs="?", type=int, default=40, help="of each guest (40)")
    choice = parser.parse_args()
    holds = simulate(choice.guests, choice.bouts)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder) / "ledger.db"))
    return 0 if holds else 1


# Who is strong


class World:
    """Guests who come, wait, play and come again, in simulated time."""

    def __init__(self, guests: int, bouts: int) -> None:
        self.random = Random(SEED)
        self.strength = [self.random.gauss(MIDDLE, SPREAD) for _ in range(guests)]
        self.rating = [NEWCOMER] * guests
        self.left = [bouts] * guests
        self.waits: list[float] = []
        self.gaps: list[float] = []
        self.favourites: list[float] = []
        self.met: Counter[tuple[int, int]] = Counter()
        self._queue = Queue()
        self._since: dict[int, float] = {}
        self._next: list[tuple[float, int]] = []
        for guest in range(guests):
            self._later(self.random.uniform(0, 600), guest)

    def run(self) -> float:
        """Until everybody has played enough, or nobody else is there; the time that took."""
        now, last = 0.0, 0.0
        while self._next or len(self._queue) > 1:
            now += TICK
            while self._next and self._next[0][0] <= now:
                self._come(heappop(self._next)[1], now)
            for one, other in self._queue.pair(now):
                last = now
                self._play(number(one), number(other), now)
        return last

    def _come(self, guest: int, now: float) -> None:
        self._since[guest] = now
        self._queue.join(guest.to_bytes(4, "big"), self.rating[guest].shown, now)

    def _play(self, one: int, other: int, now: float) -> None:
        self.waits += [now - self._since.pop(guest) for guest in (one, other)]
        self.gaps.append(abs(self.strength[one] - self.strength[other]))
        chance = expected(self.strength[one] - self.strength[other])
        self.favourites.append(max(chance, 1 - chance))
        self.met[min(one, other), max(one, other)] += 1
        tied = self.random.random() < TIES
        winner = None if tied else int(self.random.random() >= chance)
        self.rating[one], self.rating[other] = rated(self.rating[one], self.rating[other], winner)
        over = now + self.random.uniform(*LASTS)
        for guest in (one, other):
            self.left[guest] -= 1
            if self.left[guest]:
                self._later(over + self.random.expovariate(1 / RESTS), guest)

    def _later(self, at: float, guest: int) -> None:
        heappush(self._next, (at, guest))


def number(guest: bytes) -> int:
    return int.from_bytes(guest, "big")


def expected(gap: float) -> float:
    """How often one wins that is so many points stronger: as the ratings have it of sure ones."""
    return 1 / (1 + exp(-gap / (SCALE * sqrt(2) * 25 / 6)))


def simulate(guests: int, bouts: int) -> bool:
    world = World(guests, bouts)
    took = world.run()
    correlation = spearman(world.strength, [rating.mu for rating in world.rating])
    late = [rating for rating in world.rating if rating.is_provisional]
    twenty = quantiles(world.waits, n=20)
    rest = len(world.gaps) // 2
    print(f"{guests} guests, {bouts} bouts each: {len(world.gaps)} bouts in {took / 3600:.1f} h")
    over = "" if correlation >= CORRELATION_AT_LEAST else "  <- too little"
    print(f"  rank correlation {correlation:.3f}   wanted: {CORRELATION_AT_LEAST} at least{over}")
    print(f"  wait: median {median(world.waits):.1f} s, 95 % {twenty[-1]:.1f} s,", end="")
    print(f" longest {max(world.waits):.1f} s")
    early, later = median(world.gaps[:rest]), median(world.gaps[rest:])
    print(
        f"  gap of strength: median {early:.0f} points in one half, {later:.0f} in the other;",
        end="",
    )
    print(f" of two at random {random_gap():.0f}")
    print(f"  the favourite is expected to win {mean(world.favourites[rest:]):.1%}")
    print(f"  same two met again in {again(world):.1%} of bouts; still provisional: {len(late)}")
    unplayed = sum(world.left)
    print(f"  bouts that found no opponent at the end: {unplayed}")
    return not over


def again(world: World) -> float:
    return sum(times - 1 for times in world.met.values()) / sum(world.met.values())


def random_gap() -> float:
    """The median gap of two drawn at random from the strengths."""
    return 0.6745 * sqrt(2) * SPREAD


def spearman(first: list[float], second: list[float]) -> float:
    one, two = ranks(first), ranks(second)
    middle = mean(one)
    covariance = sum((a - middle) * (b - middle) for a, b in zip(one, two))
    return covariance / sum((a - middle) ** 2 for a in one)


def ranks(values: list[float]) -> list[int]:
    order = sorted(range(len(values)), key=values.__getitem__)
    places = [0] * len(values)
    for place, at in enumerate(order):
        places[at] = place
    return places


# How much a core takes


class Guest:
    """One who plays a bout, without a socket: an outlet of the queue, and then of a room."""

    def __init__(self, lodge: "Lodge") -> None:
        self._lodge = lodge
        self._secret = secrets.token_urlsafe(32)
        self._ours = secrets.token_bytes(32)
        self._room: Any = None
        self._asked = 0
        self._gave: set[str] = set()
        self._acted = -1
        lodge.ranked.seek(Seeking(v=1, secret=self._secret, name="Guest"), self, time.monotonic())

    def tell(self, frame: bytes, view_of: str | None = None) -> None:
        asyncio.get_running_loop().call_soon(self._hear, frame)

    def close(self, code: Code, reason: str) -> None:
        pass

    def _hear(self, frame: bytes) -> None:
        said = decode(frame)
        if said["t"] == "matched":
            self._room = self._lodge.ranked.bouts.rooms.find(said["room"])
            self._name = said["room"]
            hello = Hello(v=1, role=Role.GUEST, token=self._secret)
            fresh = self._lodge.ranked.bouts.rooms.fresh()
            self._member = self._room.enter(hello, self, fresh, time.monotonic())
        elif said["t"] == "deliver":
            self._read(decode(said["p"]))

    def _read(self, letter: dict[str, Any]) -> None:
        if letter["t"] == "bout" and letter["stage"] == "rated":
            self._lodge.heard(self._name)
        if letter["t"] != "tell" or letter["reply"]["t"] != "update":
            return
        reply = letter["reply"]
        if reply["phase"] == "dealing":
            self._promise(reply)
        elif reply["phase"] == "playing" and reply["view"]["legal"]:
            self._act(reply)

    def _act(self, reply: dict[str, Any]) -> None:
        if self._acted < reply["version"]:
            self._acted = reply["version"]
            action = reply["view"]["legal"][0]
            self._ask({"t": "act", "version": reply["version"], "action": action})

    def _promise(self, reply: dict[str, Any]) -> None:
        seat, fair = str(reply["seat"]), reply["fair"]
        if fair is None:
            return
        if "commit" not in self._gave:
            self._gave.add("commit")
            promise = digest(fair["table"], fair["round"], seat, self._ours)
            self._ask({"t": "commit", "digest": promise})
        elif "reveal" not in self._gave and len(fair["commitments"]) == 3:
            self._gave.add("reveal")
            self._ask({"t": "reveal", "secret": self._ours.hex()})

    def _ask(self, command: dict[str, Any]) -> None:
        self._asked += 1
        ask = {"t": "ask", "page": "p", "number": self._asked, "command": command}
        p = Raw(encode(encode(ask).decode()))
        self._room.hear(self._member, Send(id=str(self._asked), to="host", p=p), time.monotonic())


class Lodge:
    """Ranked play with so many bouts at once; who has played goes, and somebody new comes."""

    def __init__(self, ledger: Path) -> None:
        limits = Limits(guest_burst=10**9, host_burst=10**9)
        self._scribe = Scribe(ledger)
        self.ranked = Ranked(limits, lambda: 2 * AT_ONCE, self._scribe)
        self.rated: Counter[str] = Counter()

    def heard(self, room: str) -> None:
        """One of two has heard that a bout is rated; then both go, and two others come."""
        self.rated[room] += 1
        if self.rated[room] == 2 and not self.ranked.is_draining:
            Guest(self), Guest(self)

    async def run(self) -> None:
        for _ in range(2 * AT_ONCE):
            Guest(self)
        while sum(times == 2 for times in self.rated.values()) < PLAYED:
            self.ranked.tick(time.monotonic())
            await asyncio.sleep(0.02)
        await self.ranked.close()


async def measure(ledger: Path) -> None:
    lodge = Lodge(ledger)
    wall, cpu = time.perf_counter(), time.process_time()
    await lodge.run()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    bouts = sum(times == 2 for times in lodge.rated.values())
    print(f"{bouts} bouts, {AT_ONCE} at once, in process, with rooms and ledger, without sockets")
    print(
        f"  {bouts / cpu:.0f} bouts a second of one core, {1000 * cpu / bouts:.1f} ms each,", end=""
    )
    print(f" with both guests' part; {bouts / wall:.0f} a second by the clock")


if __name__ == "__main__":
    sys.exit(main())
