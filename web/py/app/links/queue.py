"""One wait at the relay's queue, until an opponent is found or it is given up. Plays nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from random import SystemRandom

from app.intents.ranked import Counted, Hindered, Joined, Matched, SearchEnded
from app.links.codes import Code
from app.links.connection import Connection, Frame, Network
from app.lobby import Hitch
from app.rivals import counts_of, rival_of

ENDS: Mapping[int, Hitch] = {
    Code.REPLACED: Hitch.TAKEN_OVER,
    Code.VERSION: Hitch.OLD_PAGE,
}
"""What a final close means for the player; any other is REFUSED."""
HINDRANCES: Mapping[int, Hitch] = {Code.TOO_MANY: Hitch.TOO_MANY, Code.FULL: Hitch.FULL}
"""The same for a close after which it is tried again; any other is NO_RELAY."""

Said = Joined | Counted | Matched | Hindered | SearchEnded


class QueueLink:
    """``secret`` is this device's; ``happen`` gets whatever the queue says."""

    def __init__(
        self,
        relay: str,
        secret: str,
        name: str,
        *,
        network: Network,
        happen: Callable[[Said], None],
        complain: Callable[[str], None],
    ) -> None:
        self._secret = secret
        self._name = name
        self._happen = happen
        self._connection = Connection(
            network,
            f"{re.sub('^http', 'ws', relay)}v1/queue",
            greeting=self._greeting,
            hear=self._hear,
            lost=self._lost,
            complain=complain,
            random=SystemRandom(),
        )
        self._waiting = asyncio.create_task(self._wait())

    def wake(self) -> None:
        """The page is looked at again, or has a network again."""
        self._connection.wake()

    def cancel(self) -> None:
        """Want no opponent any more."""
        self._connection.send({"t": "cancel"})
        self.close()

    def close(self) -> None:
        self._waiting.cancel()

    async def _wait(self) -> None:
        code = await self._connection.run()
        self._happen(SearchEnded(ENDS.get(code, Hitch.REFUSED)))

    def _greeting(self) -> Frame:
        return {"secret": self._secret, "name": self._name}

    def _lost(self, code: int) -> None:
        self._happen(Hindered(HINDRANCES.get(code, Hitch.NO_RELAY)))

    async def _hear(self, frame: Frame) -> None:
        match frame["t"]:
            case "welcome":
                us = rival_of(frame | {"name": self._name})
                self._happen(Joined(us, counts_of(frame)))
            case "counts":
                self._happen(Counted(counts_of(frame)))
            case "matched":
                self.close()
                self._happen(Matched(frame["room"], rival_of(frame["opponent"])))
            case "error":
                self.close()
                refused = frame["code"] not in tuple(Hitch)
                self._happen(SearchEnded(Hitch.REFUSED if refused else Hitch(frame["code"])))
