"""Fair deals: a deck that follows from everybody's secrets, so that nobody can choose it.

Knows neither seats at a table nor rounds in play; where secrets come from and when they are
told is the table's business.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from engine.shuffle import shuffled_places
from engine.tiles import Tile

LODGE = "lodge"
"""Who the authority is among those that give a secret; a seat is its number, as text."""
SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Commitment:
    """A promise of ``who``: the SHA-256, in hex, that its secret must have."""

    who: str
    digest: str

    def __post_init__(self) -> None:
        _check_hex("a commitment", self.digest)
        object.__setattr__(self, "digest", self.digest.lower())


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """What ``who`` gave to a deal: 32 bytes in hex. Hidden until the round is over."""

    who: str
    text: str

    def __post_init__(self) -> None:
        _check_hex("a secret", self.text)

    @property
    def raw(self) -> bytes:
        return bytes.fromhex(self.text)


@dataclass(frozen=True, slots=True)
class FairDeal:
    """One deal's evidence: the round's number at a table, and who promised and gave what.

    ``commitments`` and ``secrets`` begin with the lodge's; seats follow in ascending order.
    ``secrets`` is empty until the round is over.
    """

    table: str
    round: int
    commitments: tuple[Commitment, ...] = ()
    secrets: tuple[Secret, ...] = ()

    def __post_init__(self) -> None:
        if not self.table.isprintable():
            raise ValueError(f"expected printable text for a table, got {self.table!r:.40}")
        _check_order([promise.who for promise in self.commitments])
        _check_order([secret.who for secret in self.secrets])

    @property
    def hidden(self) -> FairDeal:
        """The same before the round is over: no secret, whoever gave it."""
        return FairDeal(self.table, self.round, self.commitments)

    def deck(self, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        """The deck that the secrets give. Raises ValueError where the lodge's is missing."""
        secrets = {secret.who: secret.raw for secret in self.secrets}
        if LODGE not in secrets:
            raise ValueError("expected a secret of the lodge, got none")
        lodge = secrets.pop(LODGE)
        return shuffled(tiles, lodge, {int(seat): raw for seat, raw in secrets.items()})

    @property
    def broken_by(self) -> str | None:
        """The first whose secret is not what was promised, or is missing; None if all hold."""
        given = {
            secret.who: digest(self.table, self.round, secret.who, secret.raw)
            for secret in self.secrets
        }
        promised = {promise.who: promise.digest for promise in self.commitments}
        both = (*promised, *given)
        return next((who for who in both if given.get(who) != promised.get(who)), None)


def digest(table: str, round: int, who: str, secret: bytes) -> str:
    """The hex digest by which ``who`` promises ``secret`` for a round (counted from 1)."""
    parts = (b"lantern-lodge/commit/1", table.encode(), str(round).encode(), who.encode(), secret)
    return sha256(b"\0".join(parts)).hexdigest()


def shuffled(tiles: Sequence[Tile], lodge: bytes, seats: Mapping[int, bytes]) -> tuple[Tile, ...]:
    """All ``tiles`` in the order that the secrets give, whatever order they came in."""
    ascending = sorted(tiles)
    secrets = [lodge, *(seats[seat] for seat in sorted(seats))]
    return tuple(ascending[place] for place in shuffled_places(len(ascending), secrets))


def _check_order(givers: list[str]) -> None:
    """The lodge, then seats: a giver by another name, or twice, could take another's place."""
    ordered = [LODGE, *(seat for seat in "0123456789" if seat in givers)]
    if givers and givers != ordered:
        raise ValueError(f"expected {LODGE}, then seats ascending, got {givers!r:.60}")


def _check_hex(name: str, text: str) -> None:
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise ValueError(f"expected {name} of {SECRET_BYTES} bytes in hex, got {len(text)} letters")
