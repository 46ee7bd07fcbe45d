"""How a referee sits in a room: as its host, without a socket. Carries letters and reads none."""

import asyncio

from msgspec import MsgspecError, Raw
from msgspec.json import Decoder

from relay import clock
from relay.envelope import VERSION, Bye, Code, Deliver, Hello, Members, Role, Send, Sync, encode
from relay.limits import Bucket
from relay.members import Pass
from relay.referee import Referee
from relay.room import Room

UNLIMITED = 1e9
"""Messages a second: the referee needs no taming."""


class Hosting:
    """An outlet that answers. ``referee`` is to be given before anybody else is in the room."""

    referee: Referee

    def __init__(self, room: Room, ours: Pass) -> None:
        self._room = room
        self._inbox: list[bytes] = []
        self._sent = 0
        hello = Hello(v=VERSION, role=Role.HOST, token=ours.token)
        self._us = room.enter(hello, self, ours, clock.now())
        self._us.bucket = Bucket(UNLIMITED, UNLIMITED, clock.now())

    def tell(self, frame: bytes, view_of: str | None = None) -> None:  # noqa: ARG002
        """Heard a little later, for the room is in the middle of something."""
        if frame.startswith(OK):
            return
        if not self._inbox:
            asyncio.get_running_loop().call_soon(self._read)
        self._inbox.append(frame)

    def close(self, code: Code, reason: str) -> None:  # noqa: ARG002
        """The room's time is over."""
        self.referee.close()

    def say(self, member: str, letter: str, is_view: bool) -> None:
        self._sent += 1
        send = Send(id=str(self._sent), to=member, p=Raw(encode(letter)), view=is_view)
        self._room.hear(self._us, send, clock.now())

    def leave(self) -> None:
        """Close the room for everybody."""
        if self._room.is_open:
            self._room.hear(self._us, Bye(), clock.now())

    def _read(self) -> None:
        heard, self._inbox = self._inbox, []
        for frame in heard:
            try:
                said = _TOLD.decode(frame)
            except MsgspecError:  # of the room's other words the referee needs none
                continue
            self._hear(said)

    def _hear(self, said: Deliver | Members | Sync) -> None:
        match said:
            case Deliver():
                self.referee.hear(said.sender, _text(said.p))
            case Members():
                others = [one for one in said.members if one.role is not Role.HOST]
                self.referee.meet({one.member: one.here for one in others})
            case Sync():
                self.referee.tell(said.member)


OK = b'{"t":"ok"'
_TOLD: Decoder[Deliver | Members | Sync] = Decoder(Deliver | Members | Sync)
_TEXT = Decoder(str)


def _text(p: Raw) -> str:
    """A letter; what is no text is no letter either, as its reader will say."""
    try:
        return _TEXT.decode(p)
    except MsgspecError:
        return ""
