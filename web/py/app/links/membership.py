"""What leads this browser into a room of the relay, and the invite that leads others there."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_ROOM, _SECRET = re.compile(r"[A-Za-z0-9_-]{22}"), re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True, repr=False)
class Membership:
    """``relay`` is its address, ``secret`` the invite's ("" for a table that is not sealed);
    ``token`` is our membership in the room, "" before we have one.
    """

    relay: str
    room: str
    secret: str
    token: str = ""

    @classmethod
    def invited(cls, link: str, relay: str) -> Membership:
        """To whatever table ``link`` leads. Raises ValueError for a link that is none."""
        fields = dict(part.partition("=")[::2] for part in link.partition("#")[2].split("&"))
        room, secret = fields.get("table", ""), fields.get("key", "")
        if not _ROOM.fullmatch(room) or not (secret == "" or _SECRET.fullmatch(secret)):
            raise ValueError("expected a link that ends in #table=…&key=…")
        return cls(relay, room, secret)

    def leads_to(self, other: Membership) -> bool:
        """The same room, by the same secret."""
        return (self.room, self.secret) == (other.room, other.secret)

    def with_token(self, token: str) -> Membership:
        return replace(self, token=token)

    def invite(self, page: str) -> str:
        """The link for others. What follows ``#`` never reaches a server."""
        key = f"&key={self.secret}" if self.secret else ""
        return f"{page.partition('#')[0]}#table={self.room}{key}"

    @property
    def socket(self) -> str:
        """The room's address for a WebSocket."""
        return f"{re.sub('^http', 'ws', self.relay)}v1/rooms/{self.room}"


def names_a_table(link: str) -> bool:
    return "#table=" in link
