"""A relay and the pages of several friends in one process, where an hour takes no time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import SystemRandom
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from app.links.connection import Closed, NoRoom
from app.links.door import NewTable
from app.links.friends import FriendsLink
from app.links.membership import Membership
from app.seal import Broken
from app.standing import Role, Standing
from engine.chairs import Level
from engine.messages import Act, Command, Refused, Reply, Update
from engine.rules import Setup, Variant
from engine.witness import Checked
from relay.envelope import Code, read, read_hello
from relay.envelope import Refused as Shut
from relay.limits import Limits
from relay.members import Member
from relay.room import Room
from relay.rooms import Rooms

RELAY = "http://lodge.test/"
PAGE = "http://lodge.test/"
THREE = Setup(Variant.DRAW, 3, 100)


class SoftCipher:
    """The ``Cipher`` of a browser, by another hand; like it, it lets others go first."""

    async def pair(self) -> tuple[Any, bytes]:
        await _a_moment()
        private = ec.generate_private_key(ec.SECP256R1())
        public = private.public_key()
        return private, public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    async def agree(self, private: Any, public: bytes, salt: bytes, purpose: bytes) -> Any:
        await _a_moment()
        try:
            theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
        except ValueError as error:
            raise Broken("expected a public key on P-256") from error
        return await self.derive(private.exchange(ec.ECDH(), theirs), salt, purpose)

    async def derive(self, secret: bytes, salt: bytes, purpose: bytes) -> Any:
        await _a_moment()
        return AESGCM(HKDF(hashes.SHA256(), 32, salt, purpose).derive(secret))

    async def close(self, key: Any, nonce: bytes, clear: bytes, about: bytes) -> bytes:
        await _a_moment()
        return bytes(key.encrypt(nonce, clear, about))

    async def open(self, key: Any, nonce: bytes, closed: bytes, about: bytes) -> bytes:
        await _a_moment()
        try:
            return bytes(key.decrypt(nonce, closed, about))
        except (InvalidTag, ValueError) as error:
            raise Broken("expected what was sealed for us") from error


async def _a_moment() -> None:
    await asyncio.sleep(0.002)


class Wire:
    """One socket between a page and the relay's room; the relay's ``Outlet`` at its other end."""

    def __init__(self, relay: Relay, room: str) -> None:
        self._relay = relay
        self._id = room
        self._place: tuple[Room, Member] | None = None
        self._arrived: asyncio.Queue[str | int] = asyncio.Queue()
        self._is_open = True
        self.is_mute = False
        """Nothing gets through any more, and nobody is told."""

    # The page's end

    def send(self, text: str) -> None:
        self._relay.overheard.append(text)
        if self._is_open and not self._relay.down and not self.is_mute:
            asyncio.get_running_loop().call_soon(self._hear, text)

    async def receive(self) -> str:
        arrived = await self._arrived.get()
        if isinstance(arrived, int):
            raise Closed(arrived)
        return arrived

    def close(self, code: int = 1005) -> None:
        """Either end hangs up, or the line breaks."""
        if self._is_open:
            self._is_open = False
            self._give(code)
            if self._place is not None:
                room, member = self._place
                room.leave(member, self._outlet, self._relay.now)

    # The relay's end

    class _Outlet:
        def __init__(self, wire: Wire) -> None:
            self._wire = wire

        def tell(self, frame: bytes, view_of: str | None = None) -> None:
            self._wire._relay.overheard.append(frame.decode())
            self._wire._give(frame.decode())

        def close(self, code: Code, reason: str) -> None:
            self._wire.close(int(code))

    @property
    def _outlet(self) -> Any:
        if not hasattr(self, "_own_outlet"):
            self._own_outlet = Wire._Outlet(self)
        return self._own_outlet

    def _give(self, arrived: str | int) -> None:
        if not self.is_mute:
            self._arrived.put_nowait(arrived)

    def _hear(self, text: str) -> None:
        if not self._is_open:
            return
        relay = self._relay
        try:
            if self._place is not None:
                room, member = self._place
                room.hear(member, read(text, relay.limits.depth), relay.now)
            else:
                found = relay.rooms.find(self._id)
                if found is None:
                    raise Shut(Code.NO_ROOM, "there is no such room")
                hello = read_hello(text, relay.limits.depth)
                entered = found.enter(hello, self._outlet, relay.rooms.fresh(), relay.now)
                self._place = found, entered
                room = found
            relay.rooms.keep(self._id, room)
        except Shut as shut:
            self.close(int(shut.code))


class Relay:
    """Rooms as the real relay keeps them, and a ``Network`` that leads there."""

    def __init__(self, **limits: Any) -> None:
        self.limits = Limits(**limits)
        self.shelf: dict[str, bytes] = {}
        self.rooms = Rooms(self.limits, SystemRandom().randbytes, self.shelf)
        self.down = False
        self.overheard: list[str] = []
        """Every frame that passed through it."""
        self.wires: list[Wire] = []
        self._ticking = asyncio.create_task(self._tick())

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def kill(self) -> None:
        """Every line is dead, and nobody answers."""
        self.down = True
        for wire in self.wires:
            wire.close(1006)

    def restart(self) -> None:
        self.rooms = Rooms(self.limits, SystemRandom().randbytes, self.shelf)
        self.rooms.restore(self.now)
        self.down = False

    def mute(self, network: Network) -> None:
        """The line that a page has now says that it is open, and carries nothing."""
        for wire in network.wires:
            wire.is_mute = True

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            if not self.down:
                self.rooms.tick(self.now)


class Network:
    """The way of one page to the relay, which can be cut."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self.cut = False
        self.wires: list[Wire] = []

    async def open_room(self, relay: str) -> tuple[str, str]:
        if self.cut or self._relay.down:
            raise NoRoom(too_many=False)
        return self._relay.rooms.open(self._relay.now)

    async def connect(self, url: str) -> Wire:
        await asyncio.sleep(0.02)
        if self.cut or self._relay.down:
            raise Closed(1006)
        wire = Wire(self._relay, url.rpartition("/")[2])
        self._relay.wires.append(wire)
        self.wires.append(wire)
        return wire

    def drop(self) -> None:
        """Whatever line there is breaks."""
        for wire in self.wires:
            wire.close(1006)


class Friend:
    """Somebody's page at a table of friends, and all that it was told."""

    def __init__(
        self,
        relay: Relay,
        name: str,
        where: NewTable | Membership,
        wish: Role = Role.GUEST,
        *,
        seals: bool = True,
    ) -> None:
        self.relay = relay
        self.name = name
        self.network = Network(relay)
        self.told: list[Reply] = []
        self.checks: list[Checked] = []
        self.standings: list[Standing] = []
        self.remembered: Membership | None = None
        self.complaints: list[str] = []
        self.too_large = 0
        self._stirred = asyncio.Event()
        self._acted: int | None = None
        self.seals = seals
        self._go(where, wish)

    def _go(self, where: NewTable | Membership, wish: Role) -> None:
        self.link = FriendsLink(
            where,
            wish,
            name=self.name,
            page=PAGE,
            network=self.network,
            cipher=SoftCipher() if self.seals else None,
            complain=self.complaints.append,
        )
        self.link.open(
            pace=0.0,
            told=self._hear,
            stood=self._stand,
            remember=self._remember,
            forget=self._forget,
            too_large=self._grow,
        )

    def reload(self) -> None:
        """The page is loaded anew, with what the browser remembers."""
        assert self.remembered is not None
        self.link.close()
        self.told.clear()
        self._acted = None
        self._go(self.remembered, Role.GUEST)

    def kill(self) -> None:
        """The tab is closed."""
        self.link.close()

    @property
    def invited(self) -> Membership:
        return Membership.invited(self.standing.invite, RELAY)

    @property
    def standing(self) -> Standing:
        return self.standings[-1]

    @property
    def update(self) -> Update:
        return next(reply for reply in reversed(self.told) if isinstance(reply, Update))

    @property
    def heard(self) -> list[Update]:
        return [reply for reply in self.told if isinstance(reply, Update)]

    @property
    def refused(self) -> list[str]:
        return [reply.code for reply in self.told if isinstance(reply, Refused)]

    def say(self, command: Command) -> None:
        self.link.say(command)

    def act(self) -> None:
        """The first legal action, once a turn."""
        view, version = self.update.view, self.update.version
        assert view is not None
        if self._acted != version:
            self._acted = version
            self.say(Act(version, view.legal[0]))

    @property
    def my_turn(self) -> bool:
        if not any(isinstance(reply, Update) for reply in self.told):
            return False
        view = self.update.view
        return view is not None and view.turn is not None and view.turn == view.seat

    async def until(self, done: Callable[[Friend], bool], seconds: float = 600) -> None:
        """Wait until this is so; what is told meanwhile counts."""
        async with asyncio.timeout(seconds):
            while not self._is(done):
                self._stirred.clear()
                await self._stirred.wait()

    def _is(self, done: Callable[[Friend], bool]) -> bool:
        try:
            return done(self)
        except (StopIteration, IndexError):
            return False  # nothing was told yet

    def _hear(self, reply: Reply, checked: Checked | None) -> None:
        self.told.append(reply)
        if checked is not None:
            self.checks.append(checked)
        self._stirred.set()

    def _stand(self, standing: Standing) -> None:
        self.standings.append(standing)
        self._stirred.set()

    def _remember(self, membership: Membership) -> None:
        self.remembered = membership

    def _forget(self, membership: Membership) -> None:
        self.remembered = None

    def _grow(self) -> None:
        self.too_large += 1


def sets_a_table(relay: Relay, setup: Setup = THREE, name: str = "Anouk", **options: Any) -> Friend:
    new = NewTable(RELAY, setup, (Level.EASY,) * setup.seats)
    return Friend(relay, name, new, Role.HOST, **options)
