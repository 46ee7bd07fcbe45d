"""Every open room by its id, and what of them outlives the process; sees into none of them."""

from base64 import urlsafe_b64encode
from collections.abc import Callable, MutableMapping

from msgspec import MsgspecError

from relay.envelope import Role
from relay.limits import Limits
from relay.members import Member, Pass
from relay.room import Room

Shelf = MutableMapping[str, bytes]
"""Rooms by their id, as they are written down."""


class Rooms:
    def __init__(self, limits: Limits, draw: Callable[[int], bytes], shelf: Shelf | None) -> None:
        self.limits = limits
        self._draw = draw
        self._shelf = shelf
        self._rooms: dict[str, Room] = {}

    def restore(self, now: float) -> None:
        """Takes up the rooms of the process before. Their clocks start anew."""
        if self._shelf is None:
            return
        for id, text in list(self._shelf.items()):
            try:
                self._rooms[id] = Room.restored(text, self.limits, now)
            except (MsgspecError, ValueError):  # written by another version
                del self._shelf[id]

    def __len__(self) -> int:
        return len(self._rooms)

    def open(self, now: float) -> tuple[str, str]:
        """A new room's id, and the token of whoever will host it."""
        fresh = self.fresh()
        host = Member.new(fresh, Role.HOST, self.limits, now)
        host.has_hosted = True
        return self.add(Room([host], self.limits, now)), fresh.token

    def add(self, room: Room) -> str:
        """The id by which ``room`` can be found from now on."""
        id = self._text(16)
        self._rooms[id] = room
        self.keep(id, room)
        return id

    def find(self, id: str) -> Room | None:
        return self._rooms.get(id)

    def fresh(self) -> Pass:
        return Pass(member=self._text(6), token=self._text(32))

    def tick(self, now: float) -> None:
        for id, room in list(self._rooms.items()):
            room.tick(now)
            self.keep(id, room)

    def keep(self, id: str, room: Room) -> None:
        """Writes down what a room has become, if it has changed; forgets one that is closed."""
        if not room.is_open:
            self._rooms.pop(id, None)
            if self._shelf is not None:
                self._shelf.pop(id, None)
        elif room.changed and self._shelf is not None:
            self._shelf[id] = room.written()
            room.changed = False

    def _text(self, size: int) -> str:
        return urlsafe_b64encode(self._draw(size)).rstrip(b"=").decode()
