"""The link to a ranked table, which the relay's own referee keeps: to a chair there, or to watch.

Holds no table and takes none over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from app.duel import bout_link
from app.links.connection import Frame, Network, NoAnswer
from app.links.door import Door
from app.links.membership import Membership
from app.links.room import Room
from app.links.seat import Told
from app.links.visiting import Visiting
from app.shelf import PastMatch
from app.standing import Role, Standing, Tie, Trouble
from engine.letters import Bout, Stage, Tell
from engine.messages import Command
from engine.transcript import Transcript
from engine.witness import Memory

ENDED = (Trouble.CLOSED, Trouble.NO_TABLE)
"""So a room ends whose bout is over."""
OVER = set(Stage) - {Stage.MEETING, Stage.PLAYING}


class RankedLink:
    """``where`` is the room; with a token we are one of the two, without we watch."""

    def __init__(
        self, where: Membership, *, page: str, network: Network, complain: Callable[[str], None]
    ) -> None:
        self._relay = where.relay
        self._returns = where.token != ""
        self._network = network
        self._door = Door(
            where,
            network=network,
            cipher=None,
            role=lambda: self._room.standing.role,
            ready=self._come_in,
            hear=self._hear,
            lost=self._lost,
            complain=complain,
        )
        role = Role.GUEST if self._returns else Role.WATCHER
        standing = Standing(role, Tie.COMING, bout_link(page, where.room), sealed=False)
        self._room = Room(self._door, standing, complain)
        self._bout: Bout | None = None

    def open(
        self,
        *,
        told: Told,
        memory: Memory | None,
        remember: Callable[[Memory], None],
        stood: Callable[[Standing], None],
        refereed: Callable[[Bout], None],
        recorded: Callable[[], None],
        left: Callable[[], None],
    ) -> None:
        """Go there. ``stood`` hears how we stand with it, ``refereed`` where the bout stands;
        ``recorded`` that its transcript is here, ``left`` that its room has closed after the end.
        """
        self._refereed = refereed
        self._recorded = recorded
        self._left = left
        self._visiting = Visiting(
            self._room, told, self.say, memory=memory, remember=remember, returns=self._returns
        )
        self._room.open(stood=stood, too_large=lambda: None)
        self._tasks = {asyncio.create_task(self._stay())}

    # What the program asks

    def say(self, command: Command) -> None:
        """Ask it of the referee; who is cut off is heard once the line is back."""
        self._visiting.ask(command)

    def set_pace(self, seconds: float) -> None:
        """Nobody but people plays here."""

    def wake(self) -> None:
        """The page is looked at again, or has a network again."""
        self._door.wake()

    async def leave(self, *, for_all: bool) -> None:  # noqa: ARG002 (nobody closes this for all)
        """Get up, so that the referee knows at once."""
        self._door.send({"t": "bye"})
        self.close()

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._visiting.close()
        self._room.close()

    @property
    def transcript(self) -> Transcript:
        """Raises ValueError before it is rated, and until it is here."""
        return self._visiting.account.transcript

    @property
    def past(self) -> PastMatch:
        """What the list of matches says of this one, once it is rated."""
        past = self._visiting.account.past(self.transcript.names)
        return past if self._bout is None else replace(past, winner=self._bout.winner)

    # The line

    async def _stay(self) -> None:
        trouble = await self._door.attend()
        if trouble in ENDED and self._bout is not None and self._bout.stage in OVER:
            self._left()
        else:
            self._room.stand(trouble=trouble)

    def _come_in(self, forgotten: bool) -> None:
        if forgotten:
            self._visiting.take_back()
        self._room.approach(forgotten)

    def _lost(self, code: int) -> None:
        self._room.lose(code)

    async def _hear(self, frame: Frame) -> None:
        match frame["t"]:
            case "welcome":
                self._room.arrive(frame)
                self._visiting.ask_again()
            case "members":
                self._room.meet(frame["members"])
            case "deliver":
                await self._open_letter(frame)

    async def _open_letter(self, frame: Frame) -> None:
        """Only the referee writes here."""
        if frame["from"] != self._room.company.host:
            return
        match await self._room.post.open(frame["from"], frame["epoch"], frame["p"]):
            case Tell(page, heard, reply):
                self._visiting.tick_off(page, heard)
                self._visiting.hear(reply)
            case Bout() as bout:
                self._hear_bout(bout)

    def _hear_bout(self, bout: Bout) -> None:
        before, self._bout = self._bout, bout
        if before is not None and before.id != bout.id:
            self._visiting.account.record = None
        self._refereed(bout)
        if bout.stage is Stage.RATED and self._visiting.account.record is None:
            self._tasks.add(asyncio.create_task(self._fetch_record(bout.id)))

    async def _fetch_record(self, id: str) -> None:
        """The transcript, as anybody may read it once the bout is rated."""
        try:
            record = await self._network.read(f"{self._relay}v1/ranked/{id}")
        except NoAnswer:
            return  # the Ranked screen's list has it too
        if self._bout is not None and self._bout.id == id and self._visiting.account.record is None:
            self._visiting.account.record = record
            self._recorded()
