"""Who is in a room of the relay: their roles, their pages' keys, who is here. Knows no chair."""

from __future__ import annotations

from typing import Any

from app.seal import Peer
from app.standing import Role

ROLES = {"host": Role.HOST, "guest": Role.GUEST, "watch": Role.WATCHER}
"""By the relay's words for them."""


class Company:
    """As the relay last told it; a guest is told of no watcher."""

    def __init__(self) -> None:
        self.host = ""
        self.here: dict[str, str | None] = {}
        """The key of every member's page that is open."""
        self._peers: dict[str, Peer] = {}
        self._roles: dict[str, Role] = {}

    def meet(self, members: list[dict[str, Any]]) -> None:
        peers = {one["member"]: Peer(one["member"], one.get("key")) for one in members}
        roles = {one["member"]: ROLES[one["role"]] for one in members}
        here = {one["member"]: one.get("key") for one in members if one["here"]}
        self._peers, self._roles, self.here = peers, roles, here
        self.host = next((id for id, role in roles.items() if role is Role.HOST), self.host)

    def peer(self, member: str) -> Peer | None:
        return self._peers.get(member)

    def role_of(self, member: str) -> Role:
        return self._roles.get(member, Role.WATCHER)

    @property
    def gone(self) -> set[str]:
        """The guests whose page is not open."""
        guests = {member for member, role in self._roles.items() if role is Role.GUEST}
        return guests - self.here.keys()

    @property
    def watchers(self) -> int:
        return sum(self._roles[member] is Role.WATCHER for member in self.here)
