"""The link to a table of friends, by way of the relay; the table may come to be in this browser.

Whoever holds it is only a seat, or looks on, until the relay picks this browser as the host.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import SystemRandom
from typing import Any

from app.links.connection import Frame, Network
from app.links.door import Door, NewTable
from app.links.hosting import Hosting, handed_over
from app.links.membership import Membership
from app.links.room import Room
from app.links.seat import Told
from app.links.visiting import Visiting
from app.seal import Cipher, to_bytes, unpack
from app.shelf import PastMatch
from app.standing import Role, Standing, Tie, Trouble
from engine.letters import Ask, Record, Tell
from engine.messages import Command, Join, Phase, Reply
from engine.table import Table
from engine.transcript import Transcript
from engine.witness import Memory

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
            complain=complain,
        )
        self._name = name
        self._address = page
        standing = Standing(wish, Tie.COMING, "", cipher is not None)
        self._room = Room(self._door, standing, complain)
        self._hosting: Hosting | None = None
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
        self._remember = remember
        self._forget = forget
        before = self.membership
        self._visiting = Visiting(
            self._room,
            told,
            self.say,
            memory=memory,
            remember=remember_deal,
            returns=before is not None and before.token != "",
        )
        self._room.open(stood=stood, too_large=too_large)
        self._task = asyncio.create_task(self._stay())

    # What the program asks

    def say(self, command: Command) -> None:
        """Ask it of the table; who is cut off, if only from guests, is heard once it is back."""
        if self._hosting is not None and self._room.standing.tie is Tie.HERE:
            gone = self._hosting.command(self._room.us, command)
            if gone is not None:
                self._door.send({"t": "kick", "member": gone})
        else:
            self._visiting.ask(command)

    def set_pace(self, seconds: float) -> None:
        self._pace = seconds
        if self._hosting is not None:
            self._hosting.set_pace(seconds)

    def wake(self) -> None:
        """The page is looked at again, or has a network again."""
        self._door.wake()

    async def leave(self, *, for_all: bool) -> None:
        """Get up from the table, so that its lodge knows; ``for_all``: and let nobody play on."""
        if self._room.us:
            if for_all or self._visiting.account.seat is None:
                self._door.send({"t": "bye"})
            elif self._hosting is None:
                try:
                    await self._visiting.get_up()
                    gathering = self._visiting.account.phase is Phase.GATHERING
                    if gathering and self._room.standing.tie is Tie.HERE:
                        self._door.send({"t": "bye"})  # no chair is kept, and so no place
                except TimeoutError:
                    self._complain("The table could not be told that its guest leaves.")
        self.close()

    def close(self) -> None:
        self._task.cancel()
        self._stop_hosting()
        self._visiting.close()
        self._room.close()

    @property
    def membership(self) -> Membership | None:
        return self._door.membership

    @property
    def transcript(self) -> Transcript:
        """The rounds that are over, as far as we know them. Raises ValueError before the end."""
        if self._hosting is not None:
            return self._hosting.table.transcript
        return self._visiting.account.transcript

    @property
    def past(self) -> PastMatch:
        """What the list of matches says of this one, once it is over."""
        return self._visiting.account.past(self.transcript.names)

    # The line

    async def _stay(self) -> None:
        """At the table for as long as there is one, and we are wanted there."""
        trouble = await self._door.attend()
        self._stop_hosting()
        if trouble in OVER and self.membership is not None:
            self._forget(self.membership)
        self._room.stand(trouble=trouble)

    def _role(self) -> Role:
        """Who holds no table does not claim to host, and is handed the table where it does."""
        if self._hosting is not None or self._new is not None:
            return Role.HOST
        return Role.WATCHER if self._room.standing.role is Role.WATCHER else Role.GUEST

    def _come_in(self, forgotten: bool) -> None:
        membership = self._door.membership
        assert membership is not None
        if self._new is not None:
            self._remember(membership)
        if forgotten:
            self._stop_hosting()
            self._visiting.take_back()
        self._room.approach(forgotten)
        self._room.stand(sealed=membership.secret != "")

    def _lost(self, code: int) -> None:
        if self._hosting is not None:
            self._hosting.pause()
        self._room.lose(code)

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
                self._room.host_is(frame)
            case "sync" if self._hosting is not None:
                self._hosting.tell(frame["member"])
            case "succeed":
                await self._take_table(frame)

    def _arrive(self, welcome: Frame) -> None:
        self._offered = False
        membership = self.membership
        assert membership is not None
        self._room.arrive(welcome, invite=membership.invite(self._address))
        if self._room.standing.role is not Role.HOST:
            self._stop_hosting()
            self._new = None
            if self._room.standing.role is Role.GUEST:
                self._sit()
        elif self._hosting is not None:
            self._hosting.resume(self._room.company.here)
            self._say_again()
        elif self._new is not None:
            self._host_new(self._new)

    def _sit(self) -> None:
        """A guest asks for its chair, then for whatever the table has not heard yet."""
        if self._visiting.account.seat is None:
            self.say(Join(self._name))
        self._offer()
        self._visiting.ask_again()

    def _offer(self) -> None:
        """Whoever sits may have to host."""
        guest = self._room.standing.role is Role.GUEST
        if guest and self._visiting.account.has_chair and not self._offered:
            self._offered = True
            self._door.send({"t": "succeed"})

    def _meet(self, members: list[dict[str, Any]]) -> None:
        self._room.meet(members)
        if self._hosting is None:
            self._visiting.ask_again()
            return
        company = self._room.company
        self._hosting.meet(company.here)
        # Who is gone and has no chair shall not keep a place in the room from somebody else.
        for member in company.gone - self._hosting.table.seating.seat_of.keys():
            self._door.send({"t": "kick", "member": member})

    async def _open_letter(self, frame: Frame) -> None:
        """Do what it says: the host hears what is asked, all others what the host tells."""
        sender = frame["from"]
        match await self._room.post.open(sender, frame["epoch"], frame["p"]):
            case Ask() as ask if self._hosting is not None:
                self._hosting.ask(sender, ask)
            case Tell(page, heard, reply) if sender == self._room.company.host:
                self._visiting.tick_off(page, heard)
                self._hear_reply(reply)
            case Record(packed) if sender == self._room.company.host:
                self._visiting.account.record = unpack(to_bytes(packed))

    def _hear_reply(self, reply: Reply) -> None:
        """Who has got a chair can find back to it, and may have to host."""
        account = self._visiting.account
        had_none = account.seat is None
        self._visiting.hear(reply)
        if had_none and account.seat is not None:
            assert self.membership is not None
            self._remember(self.membership)
        self._offer()

    # The table in this browser

    def _host_new(self, new: NewTable) -> None:
        id = SystemRandom().randbytes(16).hex()
        self._host_table(Table(id, self._room.us, self._name, new.setup, new.levels))

    async def _take_table(self, frame: Frame) -> None:
        """The relay has picked us: go on with the table as it was last kept."""
        us = self._room.company.host = self._room.us
        self._room.take_terms(frame)
        try:
            table = handed_over(await self._door.seal.open_table(frame.get("blob")), us)
        except ValueError as error:
            self._complain(f"The table could not be taken over: {type(error).__name__}.")
            self._door.send({"t": "bye"})
            return
        self._room.stand(role=Role.HOST, tie=Tie.HERE, until=None)
        self._host_table(table)

    def _host_table(self, table: Table) -> None:
        self._new = None
        self._hosting = Hosting(
            table,
            self._room.us,
            post=self._room.post,
            hear=self._hear_reply,
            pace=self._pace,
            complain=self._complain,
        )
        self._hosting.open(self._room.company.here)
        self._say_again()

    def _say_again(self) -> None:
        """What was asked when there was no host, or when we were cut off as the host."""
        for command in self._visiting.take_back():
            self.say(command)

    def _stop_hosting(self) -> None:
        if self._hosting is not None:
            self._hosting.close()
            self._hosting = None
