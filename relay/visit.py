"""One connection's stay: which room it found and as whom; a stranger has one word to say it."""

from dataclasses import dataclass

from relay import clock
from relay.envelope import Code, Refused, read, read_hello
from relay.limits import Doorkeeper, Limits
from relay.members import Member, Outlet
from relay.room import Room
from relay.rooms import Rooms


@dataclass(repr=False)
class Visit:
    id: str
    rooms: Rooms
    doorkeeper: Doorkeeper
    limits: Limits
    outlet: Outlet
    address: str
    _place: tuple[Room, Member] | None = None

    def hear(self, text: str) -> None:
        now = clock.now()
        if self._place:
            room, member = self._place
            room.hear(member, read(text, self.limits.depth), now)
        else:
            room, _ = self._place = self._enter(text, now)
        self.rooms.keep(self.id, room)

    def leave(self) -> None:
        if self._place:
            room, member = self._place
            room.leave(member, self.outlet, clock.now())

    def _enter(self, text: str, now: float) -> tuple[Room, Member]:
        hello = read_hello(text, self.limits.depth)
        if not self.doorkeeper.may_guess(self.address, now):
            raise Refused(Code.TOO_MANY, "too many misses from your address")
        try:
            room = self.rooms.find(self.id)
            if room is None:
                raise Refused(Code.NO_ROOM, "there is no such room")
            return room, room.enter(hello, self.outlet, self.rooms.fresh(), now)
        except Refused as refused:
            if refused.code in (Code.NO_ROOM, Code.BAD_TOKEN):
                self.doorkeeper.missed(self.address, now)
            raise
