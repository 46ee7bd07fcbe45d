"""The table of friends where it is played from: this browser is its authority for now."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from app.links.keepsake import Keepsake
from app.links.post import Post
from app.links.regulars import Regulars
from app.links.seat import draw_secret
from app.seal import pack, to_text
from engine import codec
from engine.letters import Ask, Record, Tell
from engine.lodge import Lodge
from engine.messages import Command, Kick, Phase, Reply, Update
from engine.snapshot import Snapshot
from engine.table import Table
from engine.transcript import write

LEAST_PACE = 0.4
"""Seconds that a regular takes at least among friends: others must follow, by way of the relay."""


def handed_over(kept: str, us: str) -> Table:
    """The table as its last host kept it, ours from now on. Raises ValueError."""
    snapshot: Snapshot = codec.from_text(Snapshot, kept)
    table = Table.restored(snapshot, asyncio.get_running_loop().time())
    table.hand_over(us)
    return table


class Hosting:
    """``us`` is our own member's id, whose replies ``hear`` gets; the others' go to the post."""

    def __init__(
        self,
        table: Table,
        us: str,
        *,
        post: Post,
        hear: Callable[[Reply], None],
        pace: float,
        complain: Callable[[str], None],
    ) -> None:
        self.table = table
        self._us = us
        self._post = post
        self._hear = hear
        self._clock = asyncio.get_running_loop().time
        self._keepsake = Keepsake(table, self._clock)
        self._here: dict[str, str | None] = {}
        self._heard: dict[str, tuple[str, int]] = {}
        self._recorded: set[str] = set()
        self._lodge = Lodge(
            table,
            mind=Regulars(table, self._clock),
            secret=draw_secret,
            clock=self._clock,
            say=self._say,
            changed=self.keep,
            complain=complain,
            pace=max(pace, LEAST_PACE),
        )

    def open(self, here: Mapping[str, str | None]) -> None:
        """Begin, with these members here, each with its page's key."""
        for member in self.table.seating.seat_of:
            if member not in here:
                self._lodge.leave(member)
        self.keep()
        self.meet(here)
        self._task = asyncio.create_task(self._lodge.run())

    def meet(self, here: Mapping[str, str | None]) -> None:
        """These members are here now; whose page is new is told everything."""
        self._part(here)
        before, self._here = self._here, dict(here)
        for member, key in here.items():
            if member not in before or before[member] != key:
                self._recorded.discard(member)
                self._lodge.enter(member)

    def ask(self, member: str, ask: Ask) -> None:
        """Do what ``member`` asks, once; and let it know that it has been heard."""
        page, heard = self._heard.get(member, ("", 0))
        if page == ask.page and ask.number <= heard:
            self._lodge.tell(member)
            return
        self._heard[member] = (ask.page, ask.number)
        self.command(member, ask.command)

    def command(self, member: str, command: Command) -> str | None:
        """Carry out ``command``; the member that it has sent away, if it has."""
        seated = self.table.seating.members
        self._lodge.command(member, command)
        if not isinstance(command, Kick) or not 0 <= command.seat < len(seated):
            return None
        sent_away = seated[command.seat]
        gone = bool(sent_away) and sent_away not in self.table.seating.seat_of
        return sent_away if gone else None

    def tell(self, member: str) -> None:
        """Tell ``member``, who is here, everything once more."""
        self._recorded.discard(member)
        self._lodge.enter(member)

    def keep(self) -> None:
        self._post.keep(self._keepsake.text)

    def set_pace(self, seconds: float) -> None:
        self._lodge.pace = max(seconds, LEAST_PACE)

    def pause(self) -> None:
        """We are cut off: nobody's clock runs."""
        self._lodge.pause()

    def resume(self, here: Mapping[str, str | None]) -> None:
        """We are back; whatever was on its way is lost, so everybody is told afresh."""
        self._part(here)
        self._here = {}
        self._lodge.resume()
        self.keep()
        self.meet(here)

    def close(self) -> None:
        self._task.cancel()

    def _part(self, here: Mapping[str, str | None]) -> None:
        for member in self._here.keys() - here.keys():
            self._lodge.leave(member)
            self._recorded.discard(member)
            if member not in self.table.seating.seat_of:
                self._heard.pop(member, None)

    def _say(self, member: str, reply: Reply) -> None:
        if member == self._us:
            self._hear(reply)
            return
        tell = Tell(*self._heard.get(member, ("", 0)), reply)
        if not isinstance(reply, Update):
            self._post.letter(member, tell)
        elif reply.phase is not Phase.MATCH_OVER:
            self._recorded.discard(member)
            self._post.view(member, tell)
        else:
            if member not in self._recorded:
                self._recorded.add(member)
                self._post.letter(member, Record(to_text(pack(write(self.table.transcript)))))
            self._post.letter(member, tell, copy_of=("over", member))
