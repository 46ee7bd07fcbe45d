"""What drives a table: deals, lets the regulars think, keeps the deadlines, tells every member.

Owns the table's tasks; the clock, the randomness and the minds of the regulars are given to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from engine.actions import Action, IllegalAction
from engine.chairs import Level
from engine.messages import Command, News, Phase, Refused, Reply
from engine.table import Denied, Table
from engine.view import View

THINKING_SECONDS = 2.0
"""After this long the first legal action is taken for a mind that gives none."""
DEAL_SECONDS = 3.0
"""How long a deal waits for everybody's commitment, and then for everybody's secret."""


class Mind(Protocol):
    """How a regular decides. It may raise, return nonsense or never return: the game goes on."""

    def __call__(self, view: View, level: Level) -> Awaitable[Action]: ...


class Lodge:
    """One table and what happens at it.

    ``secret`` gives 32 fresh random bytes. ``say`` receives each reply with its member's id;
    ``changed`` is called after every change and before anybody is told of it, for whoever keeps
    the table; ``complain`` gets sentences for the console, without secrets.
    ``pace`` is how many seconds a regular takes at least, so that people can follow.
    """

    def __init__(
        self,
        table: Table,
        *,
        mind: Mind,
        secret: Callable[[], bytes],
        clock: Callable[[], float],
        say: Callable[[str, Reply], None],
        changed: Callable[[], None] = lambda: None,
        complain: Callable[[str], None] = lambda sentence: None,
        pace: float = 0.9,
    ) -> None:
        self.table = table
        self.pace = pace
        self._mind = mind
        self._secret = secret
        self._clock = clock
        self._say = say
        self._changed = changed
        self._complain = complain
        self._members = dict.fromkeys(table.seating.seat_of)
        self._stirred = asyncio.Event()

    def command(self, member: str, command: Command) -> None:
        """Carry out ``command``: everybody is told what came of it, or ``member`` why not."""
        try:
            news = self.table.command(member, command, self._clock())
        except (Denied, IllegalAction) as refusal:
            self._give(member, Refused(str(refusal.code), str(refusal)))
            return
        self._members.setdefault(member)
        self._tell(news)

    def enter(self, member: str) -> None:
        """The browser of ``member`` is here: a guest who returns, or somebody who looks on."""
        self._members.setdefault(member)
        if self.table.back(member):
            self._tell(())
        else:
            self.tell(member)

    def leave(self, member: str) -> None:
        """The browser of ``member`` is gone, and is told no more; a chair waits for it."""
        self._members.pop(member, None)
        if self.table.away(member):
            self._tell(())

    def tell(self, member: str) -> None:
        """Give ``member`` the whole table, as after a reconnect."""
        self._give(member, self.table.update(member, (), self._clock()))

    def pause(self) -> None:
        self.table.pause(self._clock())
        self._tell(())

    def resume(self) -> None:
        self.table.resume(self._clock())
        self._tell(())

    async def run(self) -> None:
        """Drive the table until cancelled. An error in one turn is complained of, then survived."""
        while True:
            self._stirred.clear()
            try:
                await self._next()
            except Exception as error:  # noqa: BLE001 - whatever it is, the table goes on
                self._complain(f"The lodge stumbled over {_name(error)} and goes on.")
                await self._stir_or(THINKING_SECONDS)

    async def _next(self) -> None:
        table = self.table
        if table.phase is Phase.DEALING:
            await self._deal()
        elif table.turn is None or table.paused:
            await self._stirred.wait()
        elif table.seating.chairs[table.turn].plays_by_itself:
            await self._regular_acts(table.turn)
        elif await self._deadline_passes():
            await self._play_out(table.turn)

    async def _deal(self) -> None:
        """Promise a secret, gather what the people promise, then what they promised, and deal."""
        if self.table.promises is None:  # else a restored table goes on where it was
            self.table.promise(self._secret())
        self._tell(())
        await self._promises_complete()
        self.table.close_promises()
        self._tell(())
        await self._promises_complete()
        self._tell(self.table.deal_fairly(self._clock()))

    async def _promises_complete(self) -> None:
        """Wait until nobody is waited for, but no longer than DEAL_SECONDS without a pause."""
        until = self._clock() + DEAL_SECONDS
        while (promises := self.table.promises) is not None and not promises.complete:
            if self.table.paused:  # nobody can be heard
                self._stirred.clear()
                await self._stirred.wait()
                until = self._clock() + DEAL_SECONDS
            elif (left := until - self._clock()) > 0:
                self._stirred.clear()
                await self._stir_or(left)
            else:
                return

    async def _regular_acts(self, seat: int) -> None:
        """Think and keep the pace side by side, then act, unless the table has moved on."""
        version = self.table.version
        action, _ = await asyncio.gather(self._decide(seat), asyncio.sleep(self.pace))
        waits = self.table.seating.chairs[seat].plays_by_itself and not self.table.paused
        if self.table.version == version and waits:
            self._act_for(seat, action)

    async def _deadline_passes(self) -> bool:
        """Wait until the deadline or until something happens; True for the deadline."""
        deadline = self.table.deadline
        assert deadline is not None
        await self._stir_or(deadline - self._clock())
        return not self._stirred.is_set() and self._clock() >= deadline

    async def _play_out(self, seat: int) -> None:
        """Draw as needed and make a legal play for ``seat``, or pass."""
        while self.table.turn == seat and not self.table.paused:
            version = self.table.version
            action = await self._decide(seat)
            if self.table.version == version and not self.table.paused:
                self._act_for(seat, action)

    async def _decide(self, seat: int) -> Action:
        """The mind's choice, or the first legal action if that fails or takes too long.

        The mind thinks in a task of its own: whatever becomes of it, the lodge waits no longer.
        """
        view = self.table.view(seat)
        assert view is not None
        legal = view.legal
        thought = asyncio.create_task(self._ask(view, legal, self.table.seating.levels[seat]))
        thought.add_done_callback(_fault)  # else asyncio logs what it was, with what it held
        try:
            await asyncio.wait({thought}, timeout=THINKING_SECONDS)
        finally:
            thought.cancel()
        if (fault := _fault(thought)) is not None:
            self._complain(f"A regular met {_name(fault)}; the first legal action is taken.")
        elif (chosen := thought.result()) is not None:
            return chosen
        else:
            self._complain("A regular chose what is not legal; the first legal action is taken.")
        return legal[0]

    async def _ask(self, view: View, legal: tuple[Action, ...], level: Level) -> Action | None:
        """The legal action that the mind chose: not its own, which may only look like it."""
        action = await self._mind(view, level)
        return next((one for one in legal if one == action), None)

    def _act_for(self, seat: int, action: Action) -> None:
        self._tell(self.table.play_for(seat, action, self._clock()))

    def _tell(self, news: tuple[News, ...]) -> None:
        self._stirred.set()
        try:
            self._changed()
        except Exception as error:  # noqa: BLE001 - nothing kept, but played on
            self._complain(f"The table could not be kept: {_name(error)}.")
        now = self._clock()
        for member in tuple(self._members):
            self._give(member, self.table.update(member, news, now))

    def _give(self, member: str, reply: Reply) -> None:
        try:
            self._say(member, reply)
        except Exception as error:  # noqa: BLE001 - the others are told all the same
            self._complain(f"A member could not be told: {_name(error)}.")

    async def _stir_or(self, seconds: float) -> None:
        try:
            # Not wait_for: in 3.11 it loses a cancellation that meets a stir.
            async with asyncio.timeout(max(seconds, 0.0)):
                await self._stirred.wait()
        except TimeoutError:
            return


def _fault(thought: asyncio.Task[Action | None]) -> BaseException | None:
    """What became of a thought, if not an action."""
    if not thought.done():
        return TimeoutError()
    return asyncio.CancelledError() if thought.cancelled() else thought.exception()


def _name(error: BaseException) -> str:
    """The error's kind alone: its text may name a hidden tile."""
    return type(error).__name__
