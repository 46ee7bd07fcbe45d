"""The relay's ranked play in this process, and the pages of those who come to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.links.connection import Closed, NoAnswer
from relay import honours, meeting
from relay.envelope import Refused as Shut
from relay.envelope import encode
from relay.ledger import Ledger, Result
from relay.ranked import Ranked, Seeker
from relay.rating import Rating
from relay.rooms import Rooms
from tests.near_relay import Network, Outlet, Relay, Wire
from tests.page import Memory, Visitor


class Ink:
    """A scribe that writes at once, as long as there is ink."""

    def __init__(self) -> None:
        self.can_write = True
        self.dry = False
        self.reading = Ledger(Path("ledger.db"), mode="memory")

    async def check(self) -> bool:
        self.can_write = not self.dry
        return self.can_write

    async def record(self, result: Result) -> tuple[Rating, Rating] | None:
        self.can_write = not self.dry
        return self.reading.record(result) if self.can_write else None

    def close(self) -> None:
        self.reading.close()


class QueueWire(Wire):
    """One socket between a page and the queue."""

    def __init__(self, lodge: Lodge) -> None:
        super().__init__(lodge, "")
        self._lodge = lodge
        self._seeker: Seeker | None = None

    def close(self, code: int = 1005) -> None:
        super().close(code)
        if self._seeker is not None:
            self._lodge.ranked.leave(self._seeker)

    def _hear(self, text: str) -> None:
        if not self._is_open:
            return
        ranked, depth, now = self._lodge.ranked, self._lodge.limits.depth, self._lodge.now
        try:
            if self._seeker is not None:
                ranked.hear(self._seeker, meeting.read(text, depth), now)
            else:
                outlet: Outlet = self.outlet
                self._seeker = ranked.seek(meeting.read_hello(text, depth), outlet, now)
        except Shut as shut:
            self.close(int(shut.code))


class Lodge(Relay):
    """A relay where ranked games are played, if ``ranks``."""

    def __init__(self, *, ranks: bool = True) -> None:
        super().__init__()
        self.ink = Ink()
        scribe: Any = self.ink if ranks else None
        self.ranked = Ranked(self.limits, lambda: len(self.wires), scribe)
        self._refereeing = asyncio.create_task(self._referee())

    def rooms_of(self, id: str) -> Rooms:
        rooms = self.ranked.bouts.rooms
        return rooms if rooms.find(id) else self.rooms

    def forget(self) -> None:
        """It starts anew: no ranked room outlives that."""
        scribe: Any = self.ink
        self.ranked = Ranked(self.limits, lambda: len(self.wires), scribe)

    def answer(self, path: str) -> str:
        """What anybody may read there."""
        ledger = self.ranked.ledger
        match path.split("/")[1:]:
            case ["stats"]:
                counts = {"online": 3, "matching": self.ranked.matching, "tables": 0}
                return json.dumps(counts)
            case ["leaderboard"]:
                return encode(honours.leaderboard(ledger)).decode()
            case ["players", player]:
                found = honours.player(ledger, player)
                if found is not None:
                    return encode(found).decode()
            case ["ranked"]:
                return encode(honours.bouts(self.ranked.bouts)).decode()
            case ["ranked", id]:
                entry = ledger.entry(id) if ledger else None
                if entry is not None:
                    return entry.transcript
        raise NoAnswer(404)

    async def _referee(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            if not self.down:
                self.ranked.tick(self.now)


class Way(Network):
    """The way of one page to the lodge; ``asked`` is what it has read there."""

    def __init__(self, lodge: Lodge) -> None:
        super().__init__(lodge)
        self._lodge = lodge
        self.asked: list[str] = []

    async def connect(self, url: str) -> Wire:
        if not url.endswith("/v1/queue"):
            return await super().connect(url)
        await asyncio.sleep(0.02)
        if self.cut or self._lodge.down:
            raise Closed(1006)
        wire = QueueWire(self._lodge)
        self._lodge.wires.append(wire)
        self.wires.append(wire)
        return wire

    async def read(self, url: str) -> str:
        path = url.partition("http://lodge.test/")[2]
        self.asked.append(path)
        await asyncio.sleep(0.02)
        if self.cut or self._lodge.down:
            raise NoAnswer
        return self._lodge.answer(path)


class Rival(Visitor):
    """Somebody's page, which is looked at all the time."""

    def __init__(self, lodge: Lodge, keep: Memory | None = None) -> None:
        self.way = Way(lodge)
        super().__init__(keep or Memory(), network=self.way)
        self.lodge = lodge
        self.address = "http://lodge.test/"
        self.doors: list[str] = []
        """What has stood at the door of ranked play, also where it was gone again at once."""

    async def come(self, name: str, *, page: str = "http://lodge.test/") -> Rival:
        """Open the page."""
        await self.arrive(json.dumps({"name": name}), page=page)
        self._looking = asyncio.create_task(self._look_on())
        return self

    async def enter(self, name: str) -> Rival:
        """To the Ranked screen."""
        await self.come(name)
        self.send("ranked")
        await self.until(lambda: "online" in self.door)
        return self

    async def again(self) -> Rival:
        """The page is loaded anew, by its address and with what the browser keeps."""
        self.close()
        return await Rival(self.lodge, self.keep).come("", page=self.address)

    def close(self) -> None:
        """The tab is closed."""
        self._looking.cancel()
        self.way.cut = True
        self.way.drop()

    async def until(self, done: Callable[[], bool], seconds: float = 600.0) -> None:
        end = asyncio.get_running_loop().time() + seconds
        while not self._is(done):
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError
            await asyncio.sleep(0.1)

    async def until_said(self, words: str, seconds: float = 600.0) -> None:
        """Wait until this can be read somewhere on the page."""
        try:
            await self.until(lambda: words in self.text, seconds)
        except TimeoutError:
            raise AssertionError(f"expected {words!r} in {self.text!r}") from None

    def _is(self, done: Callable[[], bool]) -> bool:
        try:
            return done()
        except KeyError:
            return False  # nothing of it was painted yet

    @property
    def text(self) -> str:
        return _bare(self.page.text)

    @property
    def door(self) -> str:
        return _bare(self.region("ranked-door").text)

    @property
    def at_table(self) -> bool:
        return self.body["screen"] == "table" and bool(self.region("line").children)

    @property
    def has_turn(self) -> bool:
        return self.program.model.my_turn

    def act(self) -> None:
        """Lay what fits first, at the left where it may; or pass."""
        model = self.program.model
        if not model.fitting:
            self.send("pass")
            return
        tile = model.fitting[0]
        if model.chosen != tile:
            self.send("tile", str(tile))
        self.send("play", model.ends_for(tile)[0].value)

    async def act_and_see(self) -> None:
        """Act, and wait until the table has answered."""
        before = self.program.model.update
        self.act()
        await self.until(lambda: self.program.model.update != before)

    @property
    def files(self) -> list[str]:
        """What was saved."""
        return [each["text"] for each in self.effects if each["do"] == "download"]

    async def _look_on(self) -> None:
        while True:
            await self.look()
            self.doors.append(self.door)
            for effect in self.effects:
                if effect["do"] == "address":
                    self.address = effect["text"] or "http://lodge.test/"


def _bare(text: str) -> str:
    """Names are isolated from what is around them; here that would only be in the way."""
    return text.replace("\u2068", "").replace("\u2069", "")


async def meet(lodge: Lodge, *names: str) -> tuple[Rival, Rival]:
    """Two who have met, and are dealt to."""
    one, other = [await Rival(lodge).enter(name) for name in names or ("Ada", "Bo")]
    for rival in (one, other):
        rival.press("Find an opponent")
    for rival in (one, other):
        await rival.until(lambda rival=rival: rival.at_table)  # type: ignore[misc]
    return one, other


async def act_once(*rivals: Rival) -> Rival:
    """Whoever's turn it is acts; the one who has."""
    for _ in range(600):
        for rival in rivals:
            if rival.has_turn:
                await rival.act_and_see()
                return rival
        await asyncio.sleep(0.1)
    raise AssertionError("it is nobody's turn")


async def play_out(*rivals: Rival) -> None:
    """To the end of the bout, and until its result stands."""
    for _ in range(200):
        if any(rival.dialog == "Match over" for rival in rivals):
            break
        for rival in rivals:
            if rival.has_turn:
                rival.act()
        await asyncio.sleep(0.3)
    for rival in rivals:
        await rival.until_said("The result is in the ledger")
