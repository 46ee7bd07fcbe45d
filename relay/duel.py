"""One round of Block between two, driven by a lodge in which nobody thinks. Holds all its secrets.

Knows how a round comes to its end by itself; not who is away, and not what an end is worth.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from engine.actions import Action
from engine.chairs import Level
from engine.lodge import Lodge
from engine.messages import Join, Phase, Ready, Reply, Start, Update
from engine.ranked import SETUP, Finish, has_begun, out_of_time
from engine.table import Table
from engine.transcript import Deed
from engine.transcript import write as write_transcript
from engine.view import View
from relay.desk import WATCHERS

_log = logging.getLogger(__name__)

NOBODY = ""


class Duel:
    """Between two members by their names; the ``number``-th of a room, whose version goes on."""

    def __init__(
        self,
        room: str,
        names: dict[str, str],
        *,
        say: Callable[[str, Reply], None],
        changed: Callable[[], None],
        clock: Callable[[], float],
        secret: Callable[[], bytes],
        number: int = 1,
        version: int = 0,
    ) -> None:
        self.id = f"{room}.{number}"
        """That of its result, if there will be one."""
        self._clock = clock
        self._table = _set_up(room, names)
        self._table.earlier, self._table.version = number - 1, version
        self.lodge = Lodge(
            self._table,
            mind=_first_legal,
            secret=secret,
            clock=clock,
            say=say,
            changed=changed,
            complain=_log.error,
        )
        self.lodge.enter(WATCHERS)
        self._driving: asyncio.Task[None] | None = None

    @property
    def version(self) -> int:
        return self._table.version

    @property
    def has_begun(self) -> bool:
        """Somebody has acted."""
        return has_begun(self._deeds)

    @property
    def ending(self) -> tuple[Finish, int | None] | None:
        """How it has ended by itself, and who has won it; None while it has not."""
        if self._table.phase is Phase.MATCH_OVER:
            return Finish.PLAYED, self._table.match.winner
        loser = out_of_time(self._deeds)
        return None if loser is None else (Finish.RAN_OUT, 1 - loser)

    def begin(self) -> None:
        self._driving = asyncio.create_task(self.lodge.run())

    def stop(self) -> None:
        if self._driving:
            self._driving.cancel()
        self._driving = None

    def transcript(self) -> str:
        """With the round, though it be left in the middle."""
        return write_transcript(replace(self._table.transcript, rounds=tuple(self._table.rounds)))

    def watched(self) -> Update:
        """What anybody may see of it."""
        return self._table.update(WATCHERS, (), self._clock())

    @property
    def _deeds(self) -> tuple[Deed, ...]:
        rounds = self._table.rounds
        return rounds[-1].deeds if rounds else ()


def _set_up(room: str, names: dict[str, str]) -> Table:
    """A table with both seated and about to be dealt to, which nobody is the host of."""
    host, guest = names
    table = Table(room, host, names[host], SETUP, ())
    for command in (Join(names[guest]), Ready(on=True)):
        table.command(guest, command, 0)
    table.command(host, Start(), 0)
    table.host = NOBODY
    for member in names:
        table.away(member)
    return table


async def _first_legal(view: View, level: Level) -> Action:  # noqa: ARG001  (nobody thinks)
    return view.legal[0]
