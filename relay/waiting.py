"""One connection's stay at the queue: who it is, and that it does not come too often."""

from dataclasses import dataclass

from relay import clock, meeting
from relay.envelope import Code, Refused
from relay.limits import Doorkeeper, Limits
from relay.members import Outlet
from relay.ranked import Ranked, Seeker


@dataclass(repr=False)
class Wait:
    ranked: Ranked
    doorkeeper: Doorkeeper
    limits: Limits
    outlet: Outlet
    address: str
    _seeker: Seeker | None = None

    def hear(self, text: str) -> None:
        now = clock.now()
        if self._seeker:
            self.ranked.hear(self._seeker, meeting.read(text, self.limits.depth), now)
            return
        hello = meeting.read_hello(text, self.limits.depth)
        if not self.doorkeeper.may_join(self.address, now):
            raise Refused(Code.TOO_MANY, "too many looked for a game from your address")
        self._seeker = self.ranked.seek(hello, self.outlet, now)

    def leave(self) -> None:
        if self._seeker:
            self.ranked.leave(self._seeker)
