"""The link to a table of friends, by way of the relay; the table may come to be in this browser.

Whoever holds it is only a seat, or looks on, until the relay picks this browser as the host.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import SystemRandom
from typing import Any

from app.links.account import Account
from app.links.codes import Code
from app.links.company import Company
from app.links.connection import Frame, Network
from app.links.door import Door, NewTable
from app.links.errands import Errands
from app.links.hosting import Hosting
from app.links.membership import Membership
from app.links.post import Post
from app.links.seat import Seat, Told
from app.seal import Cipher, to_bytes, to_text, unpack
from app.shelf import PastMatch
from app.standing import Role, Standing, Tie, Trouble
from engine import codec
from engine.letters import Ask, Record, Tell
from engine.messages import Command, Join, Leave, Phase, Reply, Update
from engine.snapshot import Snapshot
from engine.table import Table
from engine.transcript import Transcript
from engine.witness import Memory

AGAIN = 2.5
"""Seconds after which a command that the table has not heard is sent again."""
OVER = (Trouble.NO_TABLE, Trouble.CLOSED, Trouble.SENT_AWAY)
"""After these there is nothing to come back to."""


class FriendsLink:
    """``where``: a table to set, or one to go to, there with the ``wish`` to sit or only to watch.

    ``cipher`` is None where the browser cannot seal; ``page`` is the address that invites lead to.
    """

    def __init__(
        self,
        where: NewTable | Membership,
        wish: Role,
        *,
        name: str,
        page: str,
        network: Network,
        cipher: Cipher | None,
        complain: Callable[[str], None],
    ) -> None:
        self._complain = complain
        self._new = where if isinstance(where, NewTable) else None
        self._door = Door(
            where,
            network=network,
            cipher=cipher,
            role=self._role,
            ready=self._come_in,
            hear=self._hear,
            lost=self._lost,
            complain=self._complain,
        )
        self._name = name
        self._address = page
        self._random = SystemRandom()
        self._page = to_text(self._random.randbytes(9))
        self._clock = asyncio.get_running_loop().time
        self._standing = Standing(wish, Tie.COMING, "", cipher is not None)
        self._us = ""
        self._company = Company()
        self._errands = Errands(self._page)
        self._hosting: Hosting | None = None
        self._post: Post | None = None
        self._account = Account(returns=isinstance(where, Membership) and where.token != "")
        self._offered = False

    def open(
        self,
        *,
        pace: float,
        told: Told,
        memory: Memory | None,
        remember_deal: Callable[[Memory], None],
        stood: Callable[[Standing], None],
        remember: Callable[[Membership], None],
        forget: Callable[[Membership], None],
        too_large: Callable[[], None],
    ) -> None:
        """Go there. ``stood`` hears how we stand with it, ``remember`` what leads back to it, and
        ``forget`` what no longer does.
        """
        self._pace = pace
        self._seat = Seat(told, self.say, memory=memory, remember=remember_deal)
        self._stood = stood
        self._remember = remember
        self._forget = forget
        self._too_large = too_large
        self._grows_too_large = False
        self._tasks = {asyncio.create_task(self._stay()), asyncio.create_task(self._repeat())}
        self._stood(self._standing)

    # What the program asks

    def say(self, command: Command) -> None:
        """Ask it of the table; who is cut off, if only from guests, is heard once it is back."""
        if self._hosting is not None and self._standing.tie is Tie.HERE:
            gone = self._hosting.command(self._us, command)
            if gone is not None:
                self._door.send({"t": "kick", "member": gone})
        elif self._standing.role is not Role.WATCHER:
            self._ask(self._errands.add(command))

    def set_pace(self, seconds: float) -> None:
        self._pace = seconds
        if self._hosting is not None:
            self._hosting.set_pace(seconds)

    def wake(self) -> None:
        """The page is looked at again, or has a network again."""
        self._door.wake()

    async def leave(self, *, for_all: bool) -> None:
        """Get up from the table, so that its lodge knows; ``for_all``: and let nobody play on."""
        if self._post is not None:
            if for_all or self._account.seat is None:
                self._door.send({"t": "bye"})
            elif self._hosting is None:
                self.say(Leave())
                try:
                    async with asyncio.timeout(1.0):
                        await self._post.drain()
                    if self._account.phase is Phase.GATHERING and self._standing.tie is Tie.HERE:
                        self._door.send({"t": "bye"})  # no chair is kept, and so no place
                except TimeoutError:
                    self._complain("The table could not be told that its guest leaves.")
        self.close()

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._stop_hosting()
        self._seat.close()

    @property
    def membership(self) -> Membership | None:
        return self._door.membership

    @property
    def transcript(self) -> Transcript:
        """The rounds that are over, as far as we know them. Raises ValueError before the end."""
        if self._hosting is not None:
            return self._hosting.table.transcript
        return self._account.transcript

    @property
    def past(self) -> PastMatch:
        """What the list of matches says of this one, once it is over."""
        return self._account.past(self.transcript.names)

    # The line

    async def _stay(self) -> None:
        """At the table for as long as there is one, and we are wanted there."""
        trouble = await self._door.attend()
        self._stop_hosting()
        if trouble in OVER and self.membership is not None:
            self._forget(self.membership)
        self._stand(trouble=trouble)

    def _role(self) -> Role:
        """Who holds no table does not claim to host, and is handed the table where it does."""
        if self._hosting is not None or self._new is not None:
            return Role.HOST
        return Role.WATCHER if self._standing.role is Role.WATCHER else Role.GUEST

    def _come_in(self, forgotten: bool) -> None:
        """The door is there; who was forgotten in the room may watch, and sit down again."""
        membership = self._door.membership
        assert membership is not None
        self._post = None
        if self._new is not None:
            self._remember(membership)
        if forgotten:
            self._stop_hosting()
            self._errands.take()
            self._stand(role=Role.WATCHER)
        self._stand(sealed=membership.secret != "")

    def _lost(self, code: int) -> None:
        if self._hosting is not None:
            self._hosting.pause()
        announced = code == Code.RESTARTING or self._standing.tie is Tie.RESTARTING
        tie = Tie.RESTARTING if announced else Tie.LOST
        trouble = None
        if self._post is None:  # we have never been in
            trouble = Trouble.FULL if code == Code.FULL else Trouble.NO_RELAY
        self._stand(tie=tie, trouble=trouble)

    # What the relay says

    async def _hear(self, frame: Frame) -> None:
        match frame["t"]:
            case "welcome":
                self._arrive(frame)
            case "deliver":
                await self._open_letter(frame)
            case "members":
                self._meet(frame["members"])
            case "host":
                self._host_is(frame)
            case "sync" if self._hosting is not None:
                self._hosting.tell(frame["member"])
            case "succeed":
                await self._take_table(frame)

    def _arrive(self, welcome: Frame) -> None:
        self._us = welcome["member"]
        if token := welcome.get("token"):
            self._door.take(token)
        self._offered = False
        self._prepare_post(welcome)
        self._company.meet(welcome["members"])
        role = self._company.role_of(self._us)
        away = welcome["host"] == "away"
        tie = Tie.HOST_AWAY if away else Tie.HERE
        self._stand(
            role=role,
            tie=tie,
            until=_seconds(welcome.get("until")),
            trouble=None,
            watchers=self._company.watchers,
            invite=self._invite,
        )
        if role is not Role.HOST:
            self._stop_hosting()
            self._new = None
            if role is Role.GUEST:
                self._sit()
        elif self._hosting is not None:
            self._hosting.resume(self._company.here)
            self._say_again()
        elif self._new is not None:
            self._host_new(self._new)

    def _prepare_post(self, welcome: Frame) -> None:
        if self._post is None:
            self._post = Post(
                us=self._us,
                page=self._page,
                seal=self._door.seal,
                send=self._door.send,
                peer=self._company.peer,
                clock=self._clock,
                too_large=self._table_too_large,
                complain=self._complain,
            )
            self._tasks.add(asyncio.create_task(self._post.run()))
        self._post.epoch = welcome["epoch"]
        self._post.allow(welcome["limits"]["burst"], welcome["limits"]["rate"])

    def _sit(self) -> None:
        """A guest asks for its chair, then for whatever the table has not heard yet."""
        if self._account.seat is None:
            self.say(Join(self._name))
        self._offer()
        self._ask_again()

    def _offer(self) -> None:
        """Whoever sits may have to host."""
        guest = self._standing.role is Role.GUEST
        if guest and self._account.has_chair and not self._offered:
            self._offered = True
            self._door.send({"t": "succeed"})

    def _meet(self, members: list[dict[str, Any]]) -> None:
        self._company.meet(members)
        self._stand(watchers=self._company.watchers)
        if self._hosting is not None:
            self._hosting.meet(self._company.here)
            self._free_places(self._hosting)
        else:
            self._ask_again()

    def _free_places(self, hosting: Hosting) -> None:
        """Who is gone and has no chair shall not keep a place in the room from somebody else."""
        for member in self._company.gone - hosting.table.seating.seat_of.keys():
            self._door.send({"t": "kick", "member": member})

    def _host_is(self, frame: Frame) -> None:
        """The host went, came back, or is another."""
        assert self._post is not None
        self._company.host = frame["member"]
        self._post.epoch = frame["epoch"]
        if frame["state"] == "away":
            self._stand(tie=Tie.HOST_AWAY, until=_seconds(frame.get("until")))
        else:
            self._stand(tie=Tie.HERE, until=None)

    async def _open_letter(self, frame: Frame) -> None:
        """Do what it says: the host hears what is asked, all others what the host tells."""
        assert self._post is not None
        sender = frame["from"]
        match await self._post.open(sender, frame["epoch"], frame["p"]):
            case Ask() as ask if self._hosting is not None:
                self._hosting.ask(sender, ask)
            case Tell(page, heard, reply) if sender == self._company.host:
                self._errands.heard(page, heard)
                self._hear_reply(reply)
            case Record(packed) if sender == self._company.host:
                self._account.record = unpack(to_bytes(packed))

    def _hear_reply(self, reply: Reply) -> None:
        """Pass it on to our seat, unless it is older than what we know of the same host."""
        if isinstance(reply, Update):
            assert self._post is not None
            seated_before = self._account.seat is not None
            if not self._account.take(reply, self._post.epoch):
                return
            if reply.seat is not None and not seated_before:
                assert self.membership is not None
                self._remember(self.membership)
            self._offer()
        elif reply.code == "table_full":
            self._errands.take()
        self._seat.hear(reply)

    # Commands on their way

    def _ask(self, ask: Ask) -> None:
        if self._post is not None and self._hosting is None and self._company.host:
            self._post.letter(self._company.host, ask, copy_of=ask.number)

    def _ask_again(self) -> None:
        """All of it in its order: what comes after a later one is not heard."""
        if self._post is not None and self._hosting is None:
            self._post.withdraw()
            for ask in self._errands.open:
                self._ask(ask)

    async def _repeat(self) -> None:
        """What the table has not heard in time is asked again."""
        while True:
            before = self._errands.open
            await asyncio.sleep(AGAIN)
            if before[:1] == self._errands.open[:1] and self._standing.tie is Tie.HERE:
                self._ask_again()

    # The table in this browser

    def _host_new(self, new: NewTable) -> None:
        id = self._random.randbytes(16).hex()
        self._host_table(Table(id, self._us, self._name, new.setup, new.levels))

    async def _take_table(self, frame: Frame) -> None:
        """The relay has picked us: go on with the table as it was last kept."""
        assert self._post is not None
        self._post.epoch = frame["epoch"]
        self._post.allow(frame["limits"]["burst"], frame["limits"]["rate"])
        self._company.host = self._us
        try:
            text = await self._door.seal.open_table(frame.get("blob"))
            kept: Snapshot = codec.from_text(Snapshot, text)
            table = Table.restored(kept, self._clock())
            table.hand_over(self._us)
        except ValueError as error:
            self._complain(f"The table could not be taken over: {type(error).__name__}.")
            self._door.send({"t": "bye"})
            return
        self._stand(role=Role.HOST, tie=Tie.HERE, until=None)
        self._host_table(table)

    def _host_table(self, table: Table) -> None:
        assert self._post is not None
        self._new = None
        self._hosting = Hosting(
            table,
            self._us,
            post=self._post,
            hear=self._hear_reply,
            pace=self._pace,
            complain=self._complain,
        )
        self._hosting.open(self._company.here)
        self._say_again()

    def _say_again(self) -> None:
        """What was asked when there was no host, or when we were cut off as the host."""
        for command in self._errands.take():
            self.say(command)

    def _stop_hosting(self) -> None:
        if self._hosting is not None:
            self._hosting.close()
            self._hosting = None

    def _table_too_large(self, too_large: bool) -> None:
        if too_large and not self._grows_too_large:
            self._too_large()
        self._grows_too_large = too_large

    # What the page may know

    @property
    def _invite(self) -> str:
        membership = self._door.membership
        return "" if membership is None else membership.invite(self._address)

    def _stand(self, **changes: Any) -> None:
        standing = replace(self._standing, **changes)
        if standing != self._standing:
            self._standing = standing
            self._stood(standing)


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000
