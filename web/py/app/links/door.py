"""The door to a room of the relay: opens or finds it, brings our seal, and comes in again.

Says at last why it stays shut. Knows nobody inside, and no table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from random import SystemRandom

from app.links.codes import Code
from app.links.company import ROLES
from app.links.connection import CALL_OFF, Connection, Frame, Network, NoRoom
from app.links.membership import Membership
from app.seal import Broken, Cipher, Seal, Sealed, Unsealed, new_secret
from app.standing import Role, Trouble
from engine.chairs import Level
from engine.rules import Setup

TROUBLES: Mapping[int, Trouble] = {
    Code.BAD_TOKEN: Trouble.NO_TABLE,
    Code.FORBIDDEN: Trouble.SENT_AWAY,
    Code.NO_ROOM: Trouble.NO_TABLE,
    Code.REPLACED: Trouble.TAKEN_OVER,
    Code.EXPIRED: Trouble.NO_TABLE,
    Code.CLOSED: Trouble.CLOSED,
    Code.VERSION: Trouble.OLD_PAGE,
}
"""What a final close of the relay means for the player; any other is REFUSED."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """What a table begins with whose room has yet to be opened."""

    relay: str
    setup: Setup
    levels: tuple[Level, ...]


class Door:
    """``where``: a room to open, or one to find. ``role`` tells as whom we come in next time.

    ``ready`` is called before the first try, when our membership and our seal are there; and once
    more, with True, where the room no longer knows us and we come as a new member. ``hear`` and
    ``lost`` as for a Connection. ``cipher`` is None where the browser cannot seal.
    """

    seal: Seal

    def __init__(
        self,
        where: NewTable | Membership,
        *,
        network: Network,
        cipher: Cipher | None,
        role: Callable[[], Role],
        ready: Callable[[bool], None],
        hear: Callable[[Frame], Awaitable[None]],
        lost: Callable[[int], None],
        complain: Callable[[str], None],
    ) -> None:
        self.membership = where if isinstance(where, Membership) else None
        self._relay = where.relay
        self._network = network
        self._cipher = cipher
        self._role = role
        self._ready = ready
        self._hear = hear
        self._lost = lost
        self._complain = complain
        self._random = SystemRandom()
        self._connection: Connection | None = None

    async def attend(self) -> Trouble:
        """Be in the room for as long as there is one and we are wanted there; then say why not."""
        try:
            return await self._attend()
        except NoRoom as refusal:
            return Trouble.TOO_MANY_TABLES if refusal.too_many else Trouble.NO_RELAY
        except Broken:
            return Trouble.BAD_LINK
        except Exception as error:  # noqa: BLE001 - a browser's cipher fails in its own ways
            self._complain(f"The way to the table met {type(error).__name__}.")
            return Trouble.REFUSED

    def send(self, frame: Frame) -> None:
        if self._connection is not None:
            self._connection.send(frame)

    def wake(self) -> None:
        """Make sure at once that we are in the room."""
        if self._connection is not None:
            self._connection.wake()

    def take(self, token: str) -> None:
        """The room has made us a member."""
        assert self.membership is not None
        self.membership = self.membership.with_token(token)

    async def _attend(self) -> Trouble:
        membership = self.membership = self.membership or await self._open_room()
        if membership.secret and self._cipher is None:
            return Trouble.NOT_SEALED
        forgotten = False
        while True:
            self.seal = await self._new_seal(membership)
            self._ready(forgotten)
            self._connection = Connection(
                self._network,
                membership.socket,
                greeting=self._greeting,
                hear=self._hear,
                lost=self._lost,
                complain=self._complain,
                random=self._random,
            )
            code = await self._connection.run()
            if code != Code.BAD_TOKEN or not self.membership.token:
                return TROUBLES.get(code, Trouble.REFUSED)
            # Whoever has the link may come in all the same.
            forgotten = True
            membership = self.membership = membership.with_token("")

    async def _open_room(self) -> Membership:
        try:
            async with asyncio.timeout(CALL_OFF):
                room, token = await self._network.open_room(self._relay)
        except TimeoutError as error:
            raise NoRoom(too_many=False) from error
        secret = new_secret(self._random.randbytes) if self._cipher is not None else ""
        return Membership(self._relay, room, secret, token)

    async def _new_seal(self, membership: Membership) -> Seal:
        if self._cipher is None or not membership.secret:
            return Unsealed()
        draw = self._random.randbytes
        return await Sealed.new(self._cipher, draw, membership.room, membership.secret)

    def _greeting(self) -> Frame:
        assert self.membership is not None
        frame: Frame = {"role": _WORDS[self._role()]}
        if self.membership.token:
            frame["token"] = self.membership.token
        if self.seal.key is not None:
            frame["key"] = self.seal.key
        return frame


_WORDS = {role: word for word, role in ROLES.items()}
