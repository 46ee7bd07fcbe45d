"""What the relay counts for whoever runs it: how many and how often, never who or what."""

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from relay.envelope import Code

KIND = CONTENT_TYPE_LATEST
CODES = frozenset(Code)


class Metrics:
    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.connections = Gauge("lodge_connections", "Open sockets", registry=self._registry)
        self.rooms = Gauge("lodge_rooms", "Open rooms", registry=self._registry)
        self.delivered = Counter(
            "lodge_frames_delivered", "Frames sent to clients", registry=self._registry
        )
        self._closes = Counter(
            "lodge_closes", "Closed connections", ["code"], registry=self._registry
        )

    def closed(self, code: int) -> None:
        """Whatever else a client closes with is one, however many codes it thinks of."""
        self._closes.labels(str(int(code)) if code in CODES else "other").inc()

    def text(self) -> bytes:
        return generate_latest(self._registry)
