"""The brain's loop: intents in, changed regions out, effects done. Decides nothing of the game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, assert_never

from app.effects import (
    FILE_NAME,
    CloseTable,
    Download,
    Effect,
    Focus,
    KeepMatch,
    Later,
    ListPast,
    ReadPast,
    ReadTable,
    ResumeSolo,
    SaveTable,
    Say,
    SetPace,
    SetPaused,
    StartSolo,
    Store,
    ThinkHint,
)
from app.intents import (
    FoundPast,
    FoundUnfinished,
    FoundUnreadable,
    GoToHearth,
    Hinted,
    Intent,
    OpenText,
    SatElsewhere,
    StorageRefused,
    Ticked,
    Told,
    read_intent,
)
from app.links.solo import SoloLink
from app.model import Model, Screen
from app.settings import read_settings
from app.shelf import Shelf
from app.storage import Keep, StorageError
from app.update import update
from engine.messages import Phase
from engine.transcript import write

SOLO, SET_ASIDE = "solo", "solo.unreadable"
"""The names under which the unfinished match, or what could not be read of it, is kept."""

Paint = dict[str, Any]
"""``regions``: id → HTML, ``body``: what to set on it, ``title``."""


class Program:
    """One page's brain. ``render`` makes a Paint of a Model; ``complain`` writes to the console."""

    def __init__(
        self,
        *,
        render: Callable[[Model], Paint],
        keep: Keep,
        complain: Callable[[str], None],
    ) -> None:
        self.model = Model()
        self._render = render
        self._keep = keep
        self._complain = complain
        self._shelf = Shelf(keep)
        self._link: SoloLink | None = None
        self._paused = False
        self._painted: dict[str, Any] = {}
        self._for_page: list[dict[str, str]] = []
        self._stirred = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._to_keep = asyncio.Event()

    # What the shell calls

    async def hello(self, text: str) -> None:
        """Begin, with what the page has stored."""
        hello = json.loads(text)
        stored = hello.get("stored", {})
        self.model = Model(settings=read_settings(stored.get("lodge.settings")))
        if not hello.get("storage", True):
            self._happen(StorageRefused())
        await self._look_for_unfinished()
        self._start(self._tick())
        self._start(self._keep_changes())
        self._stirred.set()

    def send(self, text: str) -> None:
        """Take one message of the page; a bad one is complained of and changes nothing.

        No fault gets out: its text would cross to the page, and may name a tile.
        """
        try:
            intent = read_intent(json.loads(text))
        except (ValueError, RecursionError) as error:
            self._complain(f"The page sent what the brain cannot read: {error}")
            return
        if intent is None:
            return
        try:
            self._happen(intent)
        except Exception as error:  # noqa: BLE001 (whatever it is, the page goes on)
            self._stumble(error)

    async def next_paint(self) -> str:
        """Wait until something on the page must change, then say what."""
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            try:
                paint = self._changes()
            except Exception as error:  # noqa: BLE001 (the next picture may be a sound one)
                self._complain(f"The page could not be drawn: {type(error).__name__}.")
                continue
            if paint:
                return json.dumps(paint)

    # Inside

    def _happen(self, intent: Intent) -> None:
        self.model, effects = update(self.model, intent)
        for effect in effects:
            self._do(effect)
        self._stirred.set()

    def _do(self, effect: Effect) -> None:
        match effect:
            case StartSolo(setup, levels, pace):
                self._keep.claim(self._lose_chair)
                self._sit_down(SoloLink.new(setup, levels), pace)
            case ResumeSolo(pace):
                self._start(self._resume(pace))
            case CloseTable():
                self._start(self._leave(self._stand_up()))
            case Say(command):
                if self._link is not None:
                    self._link.say(command)
            case ThinkHint(version):
                if self._link is not None:
                    self._start(self._think_hint(self._link, version))
            case SetPace(seconds):
                if self._link is not None:
                    self._link.set_pace(seconds)
            case SetPaused(paused):
                self._paused = paused
                if self._link is not None:
                    self._link.set_paused(paused)
                    self._start(self._keep_now(self._link))
            case Later(seconds, intent):
                self._start(self._happen_later(seconds, intent))
            case ListPast():
                self._start(self._list_past())
            case ReadPast(number):
                self._start(self._read_past(number))
            case KeepMatch():
                self._start(self._keep_match(self._link))
            case ReadTable():
                if self._link is not None:
                    self._happen(OpenText(write(self._link.transcript)))
            case SaveTable():
                if self._link is not None:
                    self._do(Download(write(self._link.transcript)))
            case Download(text):
                self._for_page.append({"do": "download", "name": FILE_NAME, "text": text})
            case Store(key, text):
                self._for_page.append({"do": "store", "key": key, "text": text})
            case Focus(id):
                self._for_page.append({"do": "focus", "id": id})
            case _:
                assert_never(effect)

    def _changes(self) -> Paint:
        """What differs from the last paint, and the page's own effects."""
        fresh = self._render(self.model)
        paint: Paint = {}
        for part in ("regions", "body"):
            before, now = self._painted.get(part, {}), fresh[part]
            if changed := {key: now[key] for key in now if before.get(key) != now[key]}:
                paint[part] = changed
        if self._painted.get("title") != fresh["title"]:
            self._for_page.append({"do": "title", "text": fresh["title"]})
        self._painted = fresh
        if self._for_page:
            paint["effects"], self._for_page = self._for_page, []
        return paint

    def _sit_down(self, link: SoloLink, pace: float) -> None:
        self._stand_up()
        self._link = link
        link.open(
            pace=pace,
            told=lambda reply, checked: self._happen(Told(reply, checked)),
            changed=self._to_keep.set,
            complain=self._complain,
        )
        if self._paused:
            link.set_paused(True)

    def _stand_up(self) -> SoloLink | None:
        """Close the table at once; what follows takes time, and another may be set meanwhile."""
        link, self._link = self._link, None
        if link is not None:
            link.close()
        return link

    async def _leave(self, link: SoloLink | None) -> None:
        await self._keep_now(link)
        await self._look_for_unfinished()

    def _lose_chair(self) -> None:
        """Another tab has sat down at our table: leave it there, and keep nothing more."""
        if self._stand_up() is not None:
            self._happen(SatElsewhere())
            self._start(self._look_for_unfinished())

    async def _resume(self, pace: float) -> None:
        self._keep.claim(self._lose_chair)
        link = await self._kept_link()
        if self._link is not None or self.model.screen is not Screen.TABLE:
            return  # the player has gone elsewhere meanwhile
        if link is None:
            self._happen(GoToHearth())
        else:
            self._sit_down(link, pace)

    async def _look_for_unfinished(self) -> None:
        link = await self._kept_link()
        self._happen(FoundUnfinished(None if link is None else link.unfinished))

    async def _kept_link(self) -> SoloLink | None:
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

    @contextmanager
    def _storing(self) -> Iterator[None]:
        """What this browser refuses to keep or to give is told to the player."""
        try:
            yield
        except StorageError:
            self._happen(StorageRefused())

    async def _think_hint(self, link: SoloLink, version: int) -> None:
        if (found := await link.hint()) is not None:
            self._happen(Hinted(version, *found))

    async def _list_past(self) -> None:
        with self._storing():
            self._happen(FoundPast(await self._shelf.matches()))

    async def _read_past(self, number: int) -> None:
        with self._storing():
            self._happen(OpenText(await self._shelf.transcript(number)))

    async def _keep_match(self, link: SoloLink | None) -> None:
        if link is None or not self.model.kept:
            return
        with self._storing():
            await self._shelf.add(link.past, write(link.transcript))

    async def _keep_changes(self) -> None:
        """Keep the table after each change; what changes meanwhile is kept once, after that."""
        while True:
            await self._to_keep.wait()
            self._to_keep.clear()
            await self._keep_now(self._link)

    async def _keep_now(self, link: SoloLink | None) -> None:
        if link is None or not self.model.kept:
            return
        text = link.keepsake()
        with self._storing():
            if text is None:
                await self._keep.drop(SOLO)
            else:
                await self._keep.put(SOLO, text)

    async def _happen_later(self, seconds: float, intent: Intent) -> None:
        await asyncio.sleep(seconds)
        self._happen(intent)

    async def _tick(self) -> None:
        """Let a running clock count down on the page, a second at a time."""
        while True:
            await asyncio.sleep(1)
            update_, left = self.model.update, self.model.left
            if update_ is None or update_.phase is not Phase.PLAYING or update_.paused:
                continue
            if left is not None and left > 0:
                self._happen(Ticked(max(left - 1, 0.0)))
                self._to_keep.set()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Let ``work`` go on beside the rest; its errors are complained of."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._stumble(error)

    def _stumble(self, error: BaseException) -> None:
        self._complain(f"The brain stumbled over {type(error).__name__} and goes on.")
