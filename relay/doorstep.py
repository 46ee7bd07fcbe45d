"""uvicorn's HTTP, where it would let a client do harm; does not know what is asked."""

from asyncio import BaseTransport, TimerHandle, Transport
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle


class Doorstep(H11Protocol):
    _look: TimerHandle
    _last_cycle: RequestResponseCycle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(cast(Transport, transport))
        limit = self.config.limit_concurrency
        if limit is not None and len(self.connections) > limit:
            self.transport.abort()
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        self._look.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._look.cancel()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Garbage behind a request has no answer of its own while that one is being answered."""
        if self._is_answering():
            self.cycle.keep_alive = False
        elif self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def _look_later(self) -> None:
        self._look = self.loop.call_later(self.timeout_keep_alive, self._part_with_the_silent)

    def _part_with_the_silent(self) -> None:
        """However a request trickles in, it must be whole between two looks."""
        if self.cycle is self._last_cycle and not self._is_answering():
            self.transport.abort()
        else:
            self._last_cycle = self.cycle
            self._look_later()

    def _is_answering(self) -> bool:
        return not getattr(self.cycle, "response_complete", True)
