"""uvicorn's WebSocket, where it would let a client do harm; does not know what is said over it."""

from collections.abc import Callable
from typing import Any

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State

from relay.connection import AT_ONCE, PARTING
from relay.envelope import Code
from relay.limits import Bucket

BITE = 2048
"""Bytes read in one go: hundreds of frames at most, and everybody else waits while they are."""
WORDLESS_BURST, WORDLESS_RATE = 20, 1
"""Frames that reach no member's bucket: pings, pongs and what comes after the end."""
UNHEARD = 8 * 1024 * 1024
"""Bytes that may still come in after the end, for the sake of a client that only said too much."""
FRAGMENTS = 64
CLOSING = 2.0
"""Seconds in which a closing relay's last word may still go out."""


class Wire(WebSocketsSansIOProtocol):
    _is_deaf = False
    _unheard = 0
    _unread = b""
    _take: Callable[[str], bool] | None = None

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._wordless = Bucket(WORDLESS_BURST, WORDLESS_RATE, self.loop.time())

    def data_received(self, data: bytes) -> None:
        if self._is_deaf:
            self._unheard += len(data)
            if self._unheard > UNHEARD:
                self.transport.abort()
        elif self.handshake_initiated and not self.handshake_complete:
            self.transport.abort()  # nobody speaks before the answer
        else:
            self._unread += data
            self._read_on()

    async def receive(self) -> ASGIReceiveEvent:
        event = await super().receive()
        if self._unread and not self.disconnected:
            self._read_on()
        return event

    def handle_events(self) -> None:
        for event in self.conn.events:
            if self._is_wordless(event) and not self._wordless.take(self.loop.time()):
                self._refuse(Code.TOO_MANY, "too many frames that say nothing")
                return
        super().handle_events()
        if not self.handshake_initiated and self.conn.handshake_exc:
            self._refuse_handshake()

    async def run_asgi(self) -> None:
        """A client that stops reading would keep its socket, and all that waits in it, for good."""
        self.scope["extensions"][AT_ONCE] = {"write": self.write_text, "hear": self.give_texts}
        await super().run_asgi()
        self.scope["extensions"].clear()  # or it would keep itself alive
        self._take = None
        self.loop.call_later(PARTING, self.transport.abort)

    def write_text(self, text: bytes) -> bool:
        is_open = self.conn.state is State.OPEN and not (self.close_sent or self.disconnected)
        if not is_open or self.transport.is_closing() or not self.writable.is_set():
            return False
        self.transport.write(_text_head(len(text)) + text)
        return True

    def give_texts(self, take: Callable[[str], bool]) -> None:
        self._take = take

    def shutdown(self) -> None:
        super().shutdown()
        self.loop.call_later(CLOSING, self.transport.abort)

    def handle_cont(self, event: Frame) -> None:
        """Empty fragments count nothing towards the largest size, and need never end."""
        if len(self.frames) >= FRAGMENTS and not self.close_sent:
            self._refuse(Code.TOO_BIG, f"expected at most {FRAGMENTS} fragments")
        elif not self.close_sent:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Pongs are written whether or not the client reads them."""
        if self._is_deaf:
            return
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Bad UTF-8 would be logged with a traceback."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._refuse(Code.BAD_MESSAGE, "expected UTF-8")
                return
            if self._take and self._take(text):
                self.frames = []
                return
        super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """A socket closed with something unread in it is reset, and the client never learns why.

        So this reads on, deaf, until the client has seen the end or the time for it is over.
        """
        said = self.conn.close_sent
        assert said is not None
        self._is_deaf = self.close_sent = True
        self.queue.put_nowait(
            {"type": "websocket.disconnect", "code": said.code, "reason": said.reason}
        )
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.write_eof()
        self.close_timer = self.loop.call_later(PARTING, self.transport.close)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def _read_on(self) -> None:
        """Bite by bite, and no further than the next message that somebody has to take."""
        unread, at = self._unread, 0
        while at < len(unread) and not (self.read_paused or self._is_deaf):
            super().data_received(unread[at : at + BITE])
            at += BITE
        self._unread = unread[at:]

    def _is_wordless(self, event: Request | Response | Frame) -> bool:
        return isinstance(event, Frame) and (
            event.opcode in (Opcode.PING, Opcode.PONG)
            or (self.close_sent and event.opcode is not Opcode.CLOSE)
        )

    def _refuse(self, code: Code, reason: str) -> None:
        self.frames = []
        if self.conn.state is State.OPEN:  # or the client's own close came in the same bite
            self.conn.send_close(code, reason)
        self.handle_parser_exception()

    def _refuse_handshake(self) -> None:
        """One that HTTP lets pass and WebSocket cannot read would stand there for good."""
        self._is_deaf = self.handshake_complete = self.close_sent = True
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
        self.transport.close()


def _text_head(size: int) -> bytes:
    if size < 126:
        return bytes((0x81, size))
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
