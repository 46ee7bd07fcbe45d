"""The brain's loop: intents in, changed regions out, effects done. Decides nothing of the game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any, assert_never

from app.drawer import Drawer
from app.duel import room_in
from app.effects import (
    ChangePlace,
    CloseTable,
    Count,
    Download,
    Effect,
    FetchAll,
    FetchRated,
    Focus,
    FollowInvite,
    ForgetAll,
    ForgetTally,
    Give,
    GoBack,
    GoToBout,
    KeepMatch,
    Later,
    ListPast,
    LookAtTally,
    OpenLobby,
    ReadPast,
    ReadRated,
    ReadTable,
    Reload,
    RememberPlayer,
    ResumeSolo,
    SaveTable,
    Say,
    Seek,
    SetForFriends,
    SetPace,
    SetPaused,
    ShowAddress,
    StartSolo,
    Store,
    ThinkHint,
    Wake,
)
from app.intents import Intent
from app.intents.friends import FollowLink
from app.intents.page import StorageRefused
from app.intents.replay import OpenText
from app.intents.table import Ticked
from app.language import read_language
from app.links.membership import names_a_table
from app.lobby import Search
from app.model import Model, Screen
from app.porch import Porch
from app.reading import read_intent
from app.settings import read_settings
from app.tables import Tables, World
from app.update import update

Paint = dict[str, Any]
"""``regions``: id → HTML, ``body``: what to set on it, ``title``, ``language``."""


class Program:
    """One page's brain. ``render`` makes a Paint of a Model; ``complain`` writes to the console."""

    def __init__(
        self,
        *,
        render: Callable[[Model], Paint],
        world: World,
        complain: Callable[[str], None],
    ) -> None:
        self.model = Model()
        self._render = render
        self._complain = complain
        self._drawer = Drawer(world.keep, happen=self._happen, usable=lambda: self.model.kept)
        self._tables = Tables(
            world,
            self._drawer,
            happen=self._happen,
            start=self._start,
            waits=lambda: self.model.screen in (Screen.GATHER, Screen.TABLE, Screen.RANKED),
            complain=complain,
        )
        self._porch = Porch(
            world.network,
            self._drawer,
            happen=self._happen,
            start=self._start,
            looks=lambda: self.model.screen is Screen.RANKED,
            seeks=lambda: self.model.lobby.search is not Search.NONE,
            complain=complain,
        )
        self._painted: dict[str, Any] = {}
        self._for_page: list[dict[str, str]] = []
        self._stirred = asyncio.Event()
        self._ticking = False
        self._tasks: set[asyncio.Task[None]] = set()

    # What the shell calls

    async def hello(self, text: str) -> None:
        """Begin, with what the page has stored."""
        hello = json.loads(text)
        stored = hello.get("stored", {})
        settings = read_settings(stored.get("lodge.settings"))
        self.model = Model(
            settings=settings,
            can_share=hello.get("share", False),
            can_sound=hello.get("sound", False),
            can_vibrate=hello.get("vibrate", False),
            asked_for=read_language(hello.get("language")),
        )
        self._tables.page, self._tables.relay = hello.get("page", ""), hello.get("relay", "")
        if not hello.get("storage", True):
            self._happen(StorageRefused())
        await self._drawer.look_for_unfinished()
        self._porch.relay = self._tables.relay
        if names_a_table(link := hello.get("page", "")) or room_in(link) is not None:
            self._happen(FollowLink(link))
        self._start(self._porch.keep_looking())
        self._start(self._tables.keep_changes())
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
                return json.dumps(paint, ensure_ascii=False)  # MicroPython joins no surrogates

    # Inside

    def _happen(self, intent: Intent) -> None:
        before = self.model.screen
        self.model, effects = update(self.model, intent)
        if self.model.screen is not before:
            self._porch.look_again()
        for effect in effects:
            self._do(effect)
        self._stirred.set()
        if self.model.clock_runs and not self._ticking:
            self._ticking = True
            self._start(self._tick())

    def _do(self, effect: Effect) -> None:
        tables, porch = self._tables, self._porch
        match effect:
            case StartSolo(setup, levels, pace, secrets):
                tables.set_solo(setup, levels, pace, secrets)
            case ResumeSolo(pace):
                self._start(tables.resume_solo(pace))
            case SetForFriends(setup, levels, name, pace):
                tables.set_for_friends(setup, levels, name, pace)
            case FollowInvite(link, name, pace):
                self._start(tables.follow(link, name, pace))
            case GoBack(name, pace):
                self._start(tables.go_back(name, pace))
            case ChangePlace(wish, name, pace):
                self._start(tables.change_place(wish, name, pace))
            case OpenLobby():
                porch.look_now()
            case Seek(name):
                self._start(porch.seek(name))
            case GoToBout(room):
                self._start(tables.go_to_bout(room))
            case RememberPlayer(player):
                self._start(porch.remember_player(player))
            case ReadRated(id):
                self._start(porch.watch(id))
            case FetchRated(id):
                self._start(porch.save(id))
            case Wake():
                tables.wake()
                porch.wake()
            case CloseTable(for_all):
                porch.stop()
                tables.leave(for_all=for_all)
            case Say(command):
                tables.say(command)
            case ThinkHint(version):
                self._start(tables.think_hint(version))
            case SetPace(seconds):
                tables.set_pace(seconds)
            case SetPaused(paused):
                tables.set_paused(paused)
                porch.set_hidden(paused)
            case Later(seconds, intent):
                self._start(self._happen_later(seconds, intent))
            case ListPast():
                self._start(self._drawer.list_past())
            case ReadPast(number):
                self._start(self._drawer.read_past(number))
            case KeepMatch():
                if (past := tables.past) is not None:
                    self._start(self._drawer.keep_past(*past))
            case ReadTable():
                if (text := tables.transcript) is not None:
                    self._happen(OpenText(text))
            case SaveTable():
                if (text := tables.transcript) is not None:
                    self._do(Download(text))
            case Download(text, name):
                self._for_page.append({"do": "download", "name": name, "text": text})
            case Count(sitting, outcome):
                self._start(self._drawer.count(sitting, outcome))
            case LookAtTally():
                self._start(self._drawer.look_at_tally())
            case FetchAll():
                self._start(self._drawer.fetch_all())
            case ForgetTally():
                self._start(self._drawer.forget_tally())
            case ForgetAll():
                self._start(self._drawer.forget_all())
            case Store(key, text):
                self._for_page.append({"do": "store", "key": key, "text": text})
            case ShowAddress(link):
                self._for_page.append({"do": "address", "text": link})
            case Reload():
                self._for_page.append({"do": "reload"})
            case Focus(id):
                self._for_page.append({"do": "focus", "id": id})
            case Give(cue):
                self._for_page.append({"do": "cue", "cue": cue.value})
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
        if new_language := self._painted.get("language") != fresh["language"]:
            self._for_page.append({"do": "language", "language": fresh["language"]})
        if new_language or self._painted.get("title") != fresh["title"]:
            self._for_page.append({"do": "title", "text": fresh["title"]})
        self._painted = fresh
        if self._for_page:
            paint["effects"], self._for_page = self._for_page, []
        return paint

    async def _happen_later(self, seconds: float, intent: Intent) -> None:
        await asyncio.sleep(seconds)
        self._happen(intent)

    async def _tick(self) -> None:
        """Let the clock count down on the page, a second at a time, as long as it runs."""
        try:
            while self.model.clock_runs:
                await asyncio.sleep(1)
                self._happen(Ticked())
                self._tables.keep_soon()
        finally:
            self._ticking = False

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
