"""Seals what goes through the relay, so that only its receiver can read it and nobody change it.

Host and member share a key by ECDH, which the invite's secret salts; the table itself is sealed
for whoever may host it by that secret alone. Knows no socket, and nothing of what it seals.
"""

from __future__ import annotations

import asyncio
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, Self

NONCE_BYTES = 12
STEP = 1024
"""The table's blob grows in steps of so many bytes: how well it packs tells nothing."""
LARGEST = 4_000_000
"""Bytes of a table that are still unpacked."""
PURPOSE = "lantern-lodge.v1"


class Broken(ValueError):
    """This was not sealed for us, not now, or not like this."""


class Cipher(Protocol):
    """What a browser has for this: ECDH on P-256, HKDF with SHA-256, AES-GCM with 256 bits."""

    async def pair(self) -> tuple[Any, bytes]:
        """A private key, and its public one as the 65 bytes of a point."""
        ...

    async def agree(self, private: Any, public: bytes, salt: bytes, purpose: bytes) -> Any:
        """The AES key of both who hold a private key and the other's public one."""
        ...

    async def derive(self, secret: bytes, salt: bytes, purpose: bytes) -> Any: ...

    async def close(self, key: Any, nonce: bytes, clear: bytes, about: bytes) -> bytes: ...

    async def open(self, key: Any, nonce: bytes, closed: bytes, about: bytes) -> bytes:
        """Raises Broken."""
        ...


class Seal(Protocol):
    """Our end of all that is said in one room. ``key`` is what the others need of us."""

    key: str | None

    async def close(self, text: str, us: str, peer: Peer, epoch: int, /) -> str: ...

    async def open(self, closed: object, us: str, peer: Peer, epoch: int, /) -> str:
        """Raises Broken."""
        ...

    async def close_table(self, text: str) -> str: ...

    async def open_table(self, blob: object) -> str:
        """Raises Broken."""
        ...


@dataclass(frozen=True, slots=True)
class Peer:
    """Another member of the room, and the public key of the page that it has open."""

    member: str
    key: str | None


@dataclass(slots=True, repr=False)
class _Way:
    """The two keys that we share with one page, how many we have sealed, and the last we opened."""

    outward: Any
    inward: Any
    sealed: int = 0
    opened: int = 0


class Sealed:
    """A ``Seal`` of wax. Counters only grow, and a page that is loaded anew has other keys."""

    def __init__(
        self,
        cipher: Cipher,
        draw: Callable[[int], bytes],
        room: str,
        secret: bytes,
        pair: tuple[Any, bytes],
        table: Any,
    ) -> None:
        self._private, public = pair
        self.key: str | None = to_text(public)
        self._cipher = cipher
        self._draw = draw
        self._room = room
        self._secret = secret
        self._table = table
        self._ways: dict[Peer, _Way] = {}
        self._agreeing = asyncio.Lock()
        """A way is agreed on once: from a second its numbers would start again."""

    @classmethod
    async def new(
        cls, cipher: Cipher, draw: Callable[[int], bytes], room: str, secret: str
    ) -> Self:
        """``draw`` gives so many random bytes."""
        raw = to_bytes(secret)
        table = await cipher.derive(raw, room.encode(), f"{PURPOSE} table".encode())
        return cls(cipher, draw, room, raw, await cipher.pair(), table)

    async def close(self, text: str, us: str, peer: Peer, epoch: int) -> str:
        way = await self._way(us, peer)
        way.sealed = number = way.sealed + 1
        about = self._about(us, peer.member, epoch)
        closed = await self._cipher.close(way.outward, _nonce(number), text.encode(), about)
        return f"{number}.{to_text(closed)}"

    async def open(self, closed: object, us: str, peer: Peer, epoch: int) -> str:
        counter, inside = _parts(closed)
        way = await self._way(us, peer)
        if counter <= way.opened:
            raise Broken(f"expected a letter after number {way.opened}, got {counter}")
        about = self._about(peer.member, us, epoch)
        clear = await self._cipher.open(way.inward, _nonce(counter), inside, about)
        way.opened = counter
        return _decoded(clear)

    async def close_table(self, text: str) -> str:
        packed = pack(text)
        padded = len(packed).to_bytes(4, "big") + packed
        padded += bytes(-len(padded) % STEP)
        nonce = self._draw(NONCE_BYTES)
        closed = await self._cipher.close(self._table, nonce, padded, self._room.encode())
        return to_text(nonce + closed)

    async def open_table(self, blob: object) -> str:
        raw = to_bytes(_text(blob))
        about = self._room.encode()
        clear = await self._cipher.open(self._table, raw[:NONCE_BYTES], raw[NONCE_BYTES:], about)
        size = int.from_bytes(clear[:4], "big")
        return unpack(clear[4 : 4 + size])

    def _about(self, sender: str, receiver: str, epoch: int) -> bytes:
        return f"{self._room} {epoch} {sender} {receiver}".encode()

    async def _way(self, us: str, peer: Peer) -> _Way:
        async with self._agreeing:
            if peer not in self._ways:
                if peer.key is None:
                    raise Broken("expected a member who seals, got one without a key")
                public = to_bytes(peer.key)
                outward = await self._agree(public, us, peer.member)
                inward = await self._agree(public, peer.member, us)
                self._ways[peer] = _Way(outward, inward)
            return self._ways[peer]

    async def _agree(self, public: bytes, sender: str, receiver: str) -> Any:
        purpose = f"{PURPOSE} {sender} {receiver}".encode()
        return await self._cipher.agree(self._private, public, self._secret, purpose)


class Unsealed:
    """A ``Seal`` for a page without ``crypto.subtle``: the relay can read along, and we say so."""

    key: str | None = None

    async def close(self, text: str, _us: str, _peer: Peer, _epoch: int, /) -> str:
        return text

    async def open(self, closed: object, _us: str, _peer: Peer, _epoch: int, /) -> str:
        return _text(closed)

    async def close_table(self, text: str) -> str:
        return to_text(pack(text))

    async def open_table(self, blob: object) -> str:
        return unpack(to_bytes(_text(blob)))


def new_secret(draw: Callable[[int], bytes]) -> str:
    """An invite's secret, of 32 random bytes."""
    return to_text(draw(32))


def pack(text: str) -> bytes:
    return zlib.compress(text.encode())


def unpack(packed: bytes) -> str:
    """Raises Broken, also where far more would come out than a table can be."""
    unpacker = zlib.decompressobj()
    try:
        clear = unpacker.decompress(packed, LARGEST)
    except zlib.error as error:
        raise Broken("expected a packed text") from error
    if not unpacker.eof:
        raise Broken(f"expected a packed text of at most {LARGEST} bytes")
    return _decoded(clear)


def to_text(raw: bytes) -> str:
    """base64url without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    """Raises Broken."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError as error:
        raise Broken("expected base64url") from error


def _nonce(counter: int) -> bytes:
    return counter.to_bytes(NONCE_BYTES, "big")


def _parts(closed: object) -> tuple[int, bytes]:
    counter, dot, inside = _text(closed).partition(".")
    if not (dot and counter.isascii() and counter.isdecimal() and len(counter) < 16):
        raise Broken("expected a number and what is sealed")
    return int(counter), to_bytes(inside)


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise Broken(f"expected a text, got {type(given).__name__}")
    return given


def _decoded(clear: bytes) -> str:
    try:
        return clear.decode()
    except UnicodeDecodeError as error:
        raise Broken("expected UTF-8") from error
