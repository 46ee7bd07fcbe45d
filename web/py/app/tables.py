"""Where the player sits: sets, finds and leaves the one table that this page has open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from app.drawer import Drawer
from app.intents import Intent
from app.intents.friends import GrewTooLarge, Stood
from app.intents.hearth import FirstSecrets, GoToHearth, SatElsewhere
from app.intents.ranked import BoutLeft, Recorded, Refereed
from app.intents.table import Hinted, Told
from app.links.connection import Network
from app.links.door import NewTable
from app.links.friends import FriendsLink
from app.links.membership import Membership
from app.links.ranked import RankedLink
from app.links.solo import SoloLink
from app.seal import Cipher
from app.shelf import PastMatch
from app.standing import Role, Standing, Tie, Trouble
from app.storage import Keep
from engine.chairs import Level
from engine.messages import Command
from engine.rules import Setup
from engine.transcript import write
from engine.witness import Memory

Link = SoloLink | FriendsLink | RankedLink


@dataclass(frozen=True, slots=True)
class World:
    """What a page reaches beyond itself. ``cipher`` is None where the browser cannot seal."""

    keep: Keep
    network: Network
    cipher: Cipher | None


class Tables:
    """``happen`` gets whatever the table says; ``start`` lets work go on beside the rest.

    ``waits`` tells whether the player still waits for a table.
    """

    def __init__(
        self,
        world: World,
        drawer: Drawer,
        *,
        happen: Callable[[Intent], None],
        start: Callable[[Coroutine[Any, Any, None]], None],
        waits: Callable[[], bool],
        complain: Callable[[str], None],
    ) -> None:
        self.page = self.relay = ""
        """The addresses that an invite leads to, and of the relay."""
        self._world = world
        self._drawer = drawer
        self._happen = happen
        self._start = start
        self._waits = waits
        self._complain = complain
        self._link: Link | None = None
        self._paused = False
        self._to_keep = asyncio.Event()

    # At whatever table

    def say(self, command: Command) -> None:
        if self._link is not None:
            self._link.say(command)

    def set_pace(self, seconds: float) -> None:
        if self._link is not None:
            self._link.set_pace(seconds)

    def set_paused(self, paused: bool) -> None:
        """Nobody looks: a table of our own stands still, one of friends goes on."""
        self._paused = paused
        if isinstance(self._link, SoloLink):
            self._link.set_paused(paused)
            self._start(self._drawer.keep_solo(self._link))
        elif self._link is not None and not paused:
            self._link.wake()

    def wake(self) -> None:
        if isinstance(self._link, FriendsLink | RankedLink):
            self._link.wake()

    def leave(self, *, for_all: bool) -> None:
        """Get up at once; what follows takes time, and another table may be set meanwhile."""
        self._start(self._part(self._stand_up(), for_all))

    async def _part(self, link: Link | None, for_all: bool) -> None:
        if isinstance(link, SoloLink):
            await self._drawer.keep_solo(link)
        elif link is not None:
            if for_all and isinstance(link, FriendsLink) and link.membership is not None:
                await self._drawer.forget(link.membership)
            await link.leave(for_all=for_all)
        await self._drawer.look_for_unfinished()

    def _stand_up(self) -> Link | None:
        link, self._link = self._link, None
        if isinstance(link, SoloLink):
            link.close()
        return link

    @property
    def transcript(self) -> str | None:
        """Of the match at the table, as far as it is known here."""
        try:
            return None if self._link is None else write(self._link.transcript)
        except ValueError:
            return None

    @property
    def past(self) -> tuple[PastMatch, str] | None:
        """What to keep of a match that is over."""
        text = self.transcript
        return None if self._link is None or text is None else (self._link.past, text)

    # A table of our own

    def set_solo(
        self, setup: Setup, levels: Sequence[Level], pace: float, secrets: FirstSecrets | None
    ) -> None:
        self._world.keep.claim(self._lose_chair)
        self._sit_down(SoloLink.new(setup, levels, secrets), pace, None)

    async def resume_solo(self, pace: float) -> None:
        self._world.keep.claim(self._lose_chair)
        link = await self._drawer.solo()
        memory = await self._drawer.deal()
        if self._link is not None or not self._waits():
            return  # the player has gone elsewhere meanwhile
        if link is None:
            self._happen(GoToHearth())
        else:
            self._sit_down(link, pace, memory)

    async def think_hint(self, version: int) -> None:
        link = self._link
        if isinstance(link, SoloLink) and (found := await link.hint()) is not None:
            self._happen(Hinted(version, *found))

    def keep_soon(self) -> None:
        self._to_keep.set()

    async def keep_changes(self) -> None:
        """Keep the table after each change; what changes meanwhile is kept once, after that."""
        while True:
            await self._to_keep.wait()
            self._to_keep.clear()
            if isinstance(self._link, SoloLink):
                await self._drawer.keep_solo(self._link)

    def _sit_down(self, link: SoloLink, pace: float, memory: Memory | None) -> None:
        self._hang_up()
        self._link = link
        link.open(
            pace=pace,
            told=lambda reply, checked: self._happen(Told(reply, checked)),
            memory=memory,
            remember=self._remember_deal,
            changed=self._to_keep.set,
            complain=self._complain,
        )
        if self._paused:
            link.set_paused(True)

    def _remember_deal(self, memory: Memory) -> None:
        self._start(self._drawer.keep_deal(memory))

    def _hang_up(self) -> None:
        """Leave the table without a word."""
        link = self._stand_up()
        if link is not None:
            link.close()

    def _lose_chair(self) -> None:
        """Another tab has sat down at our table: leave it there, and keep nothing more."""
        if isinstance(self._link, SoloLink):
            self._stand_up()
            self._happen(SatElsewhere())
            self._start(self._drawer.look_for_unfinished())

    # A table of friends

    def set_for_friends(
        self, setup: Setup, levels: tuple[Level, ...], name: str, pace: float
    ) -> None:
        self._go(NewTable(self.relay, setup, levels), Role.HOST, name, pace, None)

    async def follow(self, link: str, name: str, pace: float) -> None:
        """To the table of an invite: to our own chair, if this browser has one there."""
        try:
            invited = Membership.invited(link, self.relay)
        except ValueError:
            self._happen(Stood(Standing(Role.WATCHER, Tie.COMING, trouble=Trouble.BAD_LINK)))
            return
        memberships = await self._drawer.memberships()
        memory = await self._drawer.deal()
        if not self._waits():
            return
        ours = (kept for kept in memberships if kept.leads_to(invited))
        if (kept := next(ours, None)) is not None:
            self._go(kept, Role.GUEST, name, pace, memory)
        else:
            self._go(invited, Role.WATCHER, name, pace, None)

    async def go_back(self, name: str, pace: float) -> None:
        """To the latest table of friends that this browser remembers."""
        memberships = await self._drawer.memberships()
        memory = await self._drawer.deal()
        if not self._waits():
            return
        if not memberships:
            self._happen(GoToHearth())
        else:
            self._go(memberships[0], Role.GUEST, name, pace, memory)

    async def change_place(self, wish: Role, name: str, pace: float) -> None:
        """Sit down where we have watched, or watch where no chair was free: as another member."""
        link = self._stand_up()
        if not isinstance(link, FriendsLink) or link.membership is None:
            return
        await link.leave(for_all=False)
        self._go(link.membership.with_token(""), wish, name, pace, None)

    def _go(
        self,
        where: NewTable | Membership,
        wish: Role,
        name: str,
        pace: float,
        memory: Memory | None,
    ) -> None:
        self._hang_up()
        self._link = link = FriendsLink(
            where,
            wish,
            name=name,
            page=self.page,
            network=self._world.network,
            cipher=self._world.cipher,
            complain=self._complain,
        )
        happen = self._while_at(link)

        def remember(membership: Membership) -> None:
            if self._link in (None, link):
                self._start(self._drawer.remember(membership))

        link.open(
            pace=pace,
            told=lambda reply, checked: happen(Told(reply, checked)),
            memory=memory,
            remember_deal=self._remember_deal,
            stood=lambda standing: happen(Stood(standing)),
            remember=remember,
            forget=lambda membership: self._start(self._drawer.forget(membership)),
            too_large=lambda: happen(GrewTooLarge()),
        )

    # A ranked table

    async def go_to_bout(self, room: str) -> None:
        """To our own chair, if this browser plays there; else to watch."""
        identity = await self._drawer.identity()
        memory = await self._drawer.deal()
        if not self._waits():
            return
        self._hang_up()
        token = identity.secret if identity.room == room else ""
        self._link = link = RankedLink(
            Membership(self.relay, room, "", token),
            page=self.page,
            network=self._world.network,
            complain=self._complain,
        )
        happen = self._while_at(link)
        link.open(
            told=lambda reply, checked: happen(Told(reply, checked)),
            memory=memory,
            remember=self._remember_deal,
            stood=lambda standing: happen(Stood(standing)),
            refereed=lambda bout: happen(Refereed(bout)),
            recorded=lambda: happen(Recorded()),
            left=lambda: happen(BoutLeft()),
        )

    # What a table by way of the relay tells

    def _while_at(self, link: Link) -> Callable[[Intent], None]:
        """Lets happen what ``link`` tells as long as we sit there: it goes on for a second more."""

        def happen(intent: Intent) -> None:
            if self._link is link:
                self._happen(intent)

        return happen
