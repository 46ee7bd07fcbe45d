"""What this browser keeps for its player: ways back to tables, who one is, what was played.

Whatever is found there, or refused, is told as an intent. Plays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import SystemRandom

from app.identity import Identity
from app.intents import Intent
from app.intents.friends import FoundFriends
from app.intents.hearth import FoundUnfinished, FoundUnreadable
from app.intents.keeping import Erased, FoundAll, FoundTally, FoundTallyUnreadable
from app.intents.page import StorageRefused
from app.intents.replay import FoundPast, OpenText
from app.links.membership import Membership
from app.links.solo import SoloLink
from app.notebook import Notebook
from app.outcome import Outcome, Sitting
from app.seal import new_secret
from app.shelf import PastMatch, Shelf
from app.storage import Keep, StorageError
from app.tally import Tally
from engine import codec
from engine.witness import Memory

SOLO, SET_ASIDE, FRIENDS, DEAL = "solo", "solo.unreadable", "friends", "deal"
RANKED = "ranked"
"""The names under which are kept: the unfinished match, what could not be read of it, what leads
back to tables of friends, our part in the latest deal, and who we are in ranked play."""
MOST_TABLES = 8
"""Of friends, to which this browser remembers its way."""


class Drawer:
    """``happen`` gets what is told; ``usable`` is asked before anything is put in."""

    def __init__(
        self, keep: Keep, *, happen: Callable[[Intent], None], usable: Callable[[], bool]
    ) -> None:
        self._keep = keep
        self._shelf = Shelf(keep)
        self._notebook = Notebook(keep)
        self._happen = happen
        self._usable = usable
        self._identity: Identity | None = None
        """As long as the page lives, also where nothing can be kept."""

    async def look_for_unfinished(self) -> None:
        """Find what the Hearth may lead back to."""
        link = await self.solo()
        self._happen(FoundUnfinished(None if link is None else link.unfinished))
        self._happen(FoundFriends(await self.memberships() != ()))

    # A table of our own

    async def solo(self) -> SoloLink | None:
        """The kept match; what cannot be read is set aside, and the player told."""
        with self._storing():
            text = await self._keep.get(SOLO)
            if text is None:
                return None
            try:
                return SoloLink.kept(text)
            except ValueError:
                await self._keep.put(SET_ASIDE, text)
                await self._keep.drop(SOLO)
                self._happen(FoundUnreadable())
        return None

    async def keep_solo(self, link: SoloLink) -> None:
        """As it is now; nothing of a match that is over."""
        if not self._usable():
            return
        text = link.keepsake()
        with self._storing():
            if text is None:
                await self._keep.drop(SOLO)
            else:
                await self._keep.put(SOLO, text)

    # A table of friends

    async def memberships(self) -> tuple[Membership, ...]:
        """The latest first."""
        with self._storing():
            text = await self._keep.get(FRIENDS)
            try:
                kept: tuple[Membership, ...] = codec.from_text(tuple[Membership, ...], text or "[]")
            except ValueError:
                await self._keep.drop(FRIENDS)
            else:
                return kept
        return ()

    async def remember(self, membership: Membership) -> None:
        if self._usable():
            others = await self._others(membership)
            await self._keep_memberships((membership, *others)[:MOST_TABLES])

    async def forget(self, membership: Membership) -> None:
        await self._keep_memberships(await self._others(membership))

    async def _others(self, membership: Membership) -> tuple[Membership, ...]:
        return tuple(kept for kept in await self.memberships() if kept.room != membership.room)

    async def _keep_memberships(self, memberships: tuple[Membership, ...]) -> None:
        with self._storing():
            await self._keep.put(FRIENDS, codec.to_text(memberships))

    # At whatever table

    async def deal(self) -> Memory | None:
        """Of the deal in which this browser took part last."""
        with self._storing():
            text = await self._keep.get(DEAL)
            try:
                kept: Memory | None = codec.from_text(Memory | None, text or "null")
            except ValueError:
                await self._keep.drop(DEAL)
            else:
                return kept
        return None

    async def keep_deal(self, memory: Memory) -> None:
        if self._usable():
            with self._storing():
                await self._keep.put(DEAL, codec.to_text(memory))

    # Ranked play

    async def identity(self) -> Identity:
        """Who we are, drawn once; another tab may have kept more of it. What has become unreadable
        is drawn anew.
        """
        kept = await self._kept_identity()
        if kept is not None:
            self._identity = kept
        elif self._identity is None:
            await self.keep_identity(Identity(new_secret(SystemRandom().randbytes)))
        assert self._identity is not None
        return self._identity

    async def keep_identity(self, identity: Identity) -> None:
        self._identity = identity
        if self._usable():
            with self._storing():
                await self._keep.put(RANKED, codec.to_text(identity))

    async def _kept_identity(self) -> Identity | None:
        text, identity = None, None
        with self._storing():
            text = await self._keep.get(RANKED)
        if text is not None:
            with suppress(ValueError):
                identity = codec.from_text(Identity, text)
        return identity

    # Matches that are over

    async def list_past(self) -> None:
        with self._storing():
            self._happen(FoundPast(await self._shelf.matches()))

    async def read_past(self, number: int) -> None:
        with self._storing():
            self._happen(OpenText(await self._shelf.transcript(number)))

    async def keep_past(self, match: PastMatch, transcript: str) -> None:
        if self._usable():
            with self._storing():
                await self._shelf.add(match, transcript)

    # What was played

    async def count(self, sitting: Sitting, outcome: Outcome | None) -> None:
        if self._usable():
            with self._storing():
                if not await self._notebook.count(sitting, outcome):
                    self._happen(FoundTallyUnreadable())

    async def look_at_tally(self) -> None:
        with self._storing():
            self._happen(FoundTally(await self._tally()))

    async def fetch_all(self) -> None:
        """Nothing that leads to a table is among it."""
        with self._storing():
            tally, matches = await self._tally(), await self._shelf.matches()
            texts = [await self._shelf.transcript(match.number) for match in matches]
            self._happen(FoundAll(tally, tuple(text for text in texts if text is not None)))

    async def forget_tally(self) -> None:
        with self._storing():
            await self._notebook.erase()
            self._happen(Erased())

    async def forget_all(self) -> None:
        with self._storing():
            await self._keep.clear()
            self._identity = None
            self._happen(Erased())
            self._happen(FoundPast(()))
            await self.look_for_unfinished()

    async def _tally(self) -> Tally:
        tally = await self._notebook.tally()
        if tally is None:
            self._happen(FoundTallyUnreadable())
        return tally or Tally()

    @contextmanager
    def _storing(self) -> Iterator[None]:
        """What this browser refuses to keep or to give is told to the player."""
        try:
            yield
        except StorageError:
            self._happen(StorageRefused())
