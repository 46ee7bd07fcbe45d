"""How much of everything the relay allows, and who has used up theirs; has no clock of its own."""

from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network

HOUR = 3600.0
MINUTE = 60.0
LOOKING = 20.0
"""Seconds for which who has looked in counts as here: a page looks in more often."""


@dataclass(frozen=True)
class Limits:
    """The defaults; the settings' docstring says what each is. Times are in seconds."""

    frame: int = 32 * 1024
    depth: int = 16
    hello: float = 5
    silence: float = 40
    guest_burst: int = 20
    guest_rate: float = 3
    host_burst: int = 80
    host_rate: float = 30
    watcher_burst: int = 5
    watcher_rate: float = 0.5
    members: int = 6
    watchers: int = 50
    connections: int = 10_000
    address_connections: int = 20
    address_rooms: int = 10
    address_misses: int = 20
    address_joins: int = 30
    grace: float = 30
    hostless: float = 10 * MINUTE
    idle: float = 30 * MINUTE
    life: float = 12 * HOUR
    queue_frames: int = 256
    queue_bytes: int = 256 * 1024
    kept_frames: int = 64
    kept_bytes: int = 64 * 1024
    kept_seconds: float = 120


class Bucket:
    """`burst` messages at once, and `rate` more with each second."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, burst: float, rate: float, now: float) -> None:
        self.burst = burst
        self.rate = rate
        self._left = burst
        self._at = now

    def take(self, now: float) -> bool:
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


@dataclass
class Doorkeeper:
    """Counts what each address does. An IPv6 address stands for its /64, which is one household."""

    limits: Limits
    connections: Counter[str] = field(default_factory=Counter)
    _rooms: defaultdict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    _misses: defaultdict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    _joins: defaultdict[str, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    _looks: dict[str, float] = field(default_factory=dict)

    def connect(self, address: str) -> bool:
        full = self.connections.total() >= self.limits.connections
        if full or self.connections[address] >= self.limits.address_connections:
            return False
        self.connections[address] += 1
        return True

    def disconnect(self, address: str) -> None:
        self.connections[address] -= 1
        if not self.connections[address]:
            del self.connections[address]

    def may_open_room(self, address: str, now: float) -> bool:
        return _recent(self._rooms[address], now - HOUR) < self.limits.address_rooms

    def opened_room(self, address: str, now: float) -> None:
        self._rooms[address].append(now)

    def may_guess(self, address: str, now: float) -> bool:
        return _recent(self._misses[address], now - MINUTE) < self.limits.address_misses

    def missed(self, address: str, now: float) -> None:
        self._misses[address].append(now)

    def may_join(self, address: str, now: float) -> bool:
        """Whether it may wait for an opponent; if so, it does."""
        may = _recent(self._joins[address], now - MINUTE) < self.limits.address_joins
        if may:
            self._joins[address].append(now)
        return may

    def looked(self, address: str, now: float) -> None:
        self._looks[address] = now

    def online(self, now: float) -> int:
        """All open connections, and the addresses without one that look in."""
        looking = {address for address, at in self._looks.items() if now - at < LOOKING}
        return self.connections.total() + len(looking - self.connections.keys())

    def tick(self, now: float) -> None:
        """Forgets whoever has done nothing lately."""
        for address in [a for a, at in self._looks.items() if now - at >= LOOKING]:
            del self._looks[address]
        minute = now - MINUTE
        books = (self._rooms, now - HOUR), (self._misses, minute), (self._joins, minute)
        for book, since in books:
            for address in [a for a, times in book.items() if not _recent(times, since)]:
                del book[address]


def household(address: str) -> str:
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or ip_network((int(ip), 64), strict=False))
    return address


def _recent(times: deque[float], since: float) -> int:
    while times and times[0] <= since:
        times.popleft()
    return len(times)
