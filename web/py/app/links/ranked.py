"""The link to a ranked table, which the relay's own referee keeps: to a chair there, or to watch.

Holds no table and takes none over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import SystemRandom
from typing import Any

from app.duel import bout_link
from app.links.account import Account
from app.links.codes import Code
from app.links.company import Company
from app.links.connection import Frame, Network, NoAnswer
from app.links.door import Door
from app.links.errands import Errands
from app.links.friends import AGAIN
from app.links.membership import Membership
from app.links.post import Post
from app.links.seat import Seat, Told
from app.seal import to_text
from app.shelf import PastMatch
from app.standing import Role, Standing, Tie, Trouble
from engine.letters import Ask, Bout, Stage, Tell
from engine.messages import Command, Reply, Update
from engine.transcript import Transcript
from engine.witness import Memory

ENDED = (Trouble.CLOSED, Trouble.NO_TABLE)
"""So a room ends whose bout is over."""


class RankedLink:
    """``where`` is the room; with a token we are one of the two, without we watch."""

    def __init__(
        self, where: Membership, *, page: str, network: Network, complain: Callable[[str], None]
    ) -> None:
        self._relay = where.relay
        self._network = network
        self._complain = complain
        self._page = to_text(SystemRandom().randbytes(9))
        role = Role.GUEST if where.token else Role.WATCHER
        self._standing = Standing(role, Tie.COMING, bout_link(page, where.room), sealed=False)
        self._door = Door(
            where,
            network=network,
            cipher=None,
            role=lambda: self._standing.role,
            ready=self._come_in,
            hear=self._hear,
            lost=self._lost,
            complain=complain,
        )
        self._us = ""
        self._company = Company()
        self._errands = Errands(self._page)
        self._account = Account(returns=where.token != "")
        self._post: Post | None = None
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
        self._seat = Seat(told, self.say, memory=memory, remember=remember)
        self._stood = stood
        self._refereed = refereed
        self._recorded = recorded
        self._left = left
        self._tasks = {asyncio.create_task(self._stay()), asyncio.create_task(self._repeat())}
        self._stood(self._standing)

    # What the program asks

    def say(self, command: Command) -> None:
        """Ask it of the referee; who is cut off is heard once the line is back."""
        if self._standing.role is not Role.WATCHER:
            self._ask(self._errands.add(command))

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
        self._seat.close()

    @property
    def transcript(self) -> Transcript:
        """Raises ValueError before it is rated, and until it is here."""
        return self._account.transcript

    @property
    def past(self) -> PastMatch:
        """What the list of matches says of this one, once it is rated."""
        past = self._account.past(self.transcript.names)
        return past if self._bout is None else replace(past, winner=self._bout.winner)

    # The line

    async def _stay(self) -> None:
        trouble = await self._door.attend()
        if trouble in ENDED and self._bout is not None and self._bout.finish is not None:
            self._left()
        else:
            self._stand(trouble=trouble)

    def _come_in(self, forgotten: bool) -> None:
        """The door is there; whom the room does not know may watch."""
        self._post = None
        if forgotten:
            self._errands.take()
            self._stand(role=Role.WATCHER)

    def _lost(self, code: int) -> None:
        trouble = None
        if self._post is None:  # we have never been in
            trouble = Trouble.FULL if code == Code.FULL else Trouble.NO_RELAY
        announced = code == Code.RESTARTING or self._standing.tie is Tie.RESTARTING
        self._stand(tie=Tie.RESTARTING if announced else Tie.LOST, trouble=trouble)

    async def _hear(self, frame: Frame) -> None:
        match frame["t"]:
            case "welcome":
                self._arrive(frame)
            case "members":
                self._company.meet(frame["members"])
            case "deliver":
                await self._open_letter(frame)

    def _arrive(self, welcome: Frame) -> None:
        self._us = welcome["member"]
        if token := welcome.get("token"):
            self._door.take(token)
        self._company.meet(welcome["members"])
        self._prepare_post(welcome)
        self._stand(tie=Tie.HERE, trouble=None)
        self._ask_again()

    def _prepare_post(self, welcome: Frame) -> None:
        if self._post is None:
            self._post = Post(
                us=self._us,
                page=self._page,
                seal=self._door.seal,
                send=self._door.send,
                peer=self._company.peer,
                clock=asyncio.get_running_loop().time,
                too_large=lambda _: None,
                complain=self._complain,
            )
            self._tasks.add(asyncio.create_task(self._post.run()))
        self._post.epoch = welcome["epoch"]
        self._post.allow(welcome["limits"]["burst"], welcome["limits"]["rate"])

    async def _open_letter(self, frame: Frame) -> None:
        """Only the referee writes here."""
        assert self._post is not None
        if frame["from"] != self._company.host:
            return
        match await self._post.open(frame["from"], frame["epoch"], frame["p"]):
            case Tell(page, heard, reply):
                self._errands.heard(page, heard)
                self._hear_reply(reply)
            case Bout() as bout:
                self._hear_bout(bout)

    def _hear_reply(self, reply: Reply) -> None:
        """Pass it on to our seat, unless it is older than what we know."""
        assert self._post is not None
        if not isinstance(reply, Update) or self._account.take(reply, self._post.epoch):
            self._seat.hear(reply)

    def _hear_bout(self, bout: Bout) -> None:
        before, self._bout = self._bout, bout
        if before is not None and before.id != bout.id:
            self._account.record = None
        self._refereed(bout)
        if bout.stage is Stage.RATED and self._account.record is None:
            self._tasks.add(asyncio.create_task(self._fetch_record(bout.id)))

    async def _fetch_record(self, id: str) -> None:
        """The transcript, as anybody may read it once the bout is rated."""
        try:
            record = await self._network.read(f"{self._relay}v1/ranked/{id}")
        except NoAnswer:
            return  # the Ranked screen's list has it too
        if self._bout is not None and self._bout.id == id and self._account.record is None:
            self._account.record = record
            self._recorded()

    # Commands on their way

    def _ask(self, ask: Ask) -> None:
        if self._post is not None and self._company.host:
            self._post.letter(self._company.host, ask, copy_of=ask.number)

    def _ask_again(self) -> None:
        """All of it in its order: what comes after a later one is not heard."""
        if self._post is not None:
            self._post.withdraw()
            for ask in self._errands.open:
                self._ask(ask)

    async def _repeat(self) -> None:
        """What the referee has not heard in time is asked again."""
        while True:
            before = self._errands.open
            await asyncio.sleep(AGAIN)
            if before[:1] == self._errands.open[:1] and self._standing.tie is Tie.HERE:
                self._ask_again()

    def _stand(self, **changes: Any) -> None:
        standing = replace(self._standing, **changes)
        if standing != self._standing:
            self._standing = standing
            self._stood(standing)
