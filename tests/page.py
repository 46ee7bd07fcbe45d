"""The page read back from what was painted, and a visitor who plays by nothing but that."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from random import Random
from typing import Any

from hypothesis import strategies as st

from app.drawer import SOLO
from app.intents.hearth import Unfinished
from app.intents.page import Sheet
from app.links.codes import Code
from app.links.connection import Closed, Network, NoAnswer, NoRoom, Socket
from app.links.solo import SoloLink
from app.model import Happening, Lens, Model, Notice, Screen
from app.program import Paint, Program
from app.seal import Cipher
from app.settings import Settings
from app.standing import Role, Standing, Tie, Trouble
from app.storage import StorageError
from app.tables import World
from app.tally import Tally
from engine.chairs import Chair, Level, regular_in
from engine.events import Ending, Event, Opened, Result
from engine.line import Laid, Line
from engine.match import Match
from engine.messages import Phase, Phrase, Reacted, Update
from engine.round import actions_open_to
from engine.rules import Setup, Variant
from engine.table import Table
from engine.tiles import Tile
from engine.view import View, view_of
from tests.strategies import Reached, play_on, setups, tables
from ui.html import VOID
from ui.pages import render

ROLES = {
    "button": "button", "dialog": "dialog", "fieldset": "group", "h1": "heading", "h2": "heading",
    "li": "listitem", "ol": "list", "table": "table", "ul": "list",
}  # fmt: skip


# Reading


@dataclass
class Element:
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    def __iter__(self) -> Iterator[Element]:
        """Itself and all below it, in the order in which they stand."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    @property
    def hidden(self) -> bool:
        return self.attributes.get("aria-hidden") == "true"

    @property
    def raw_text(self) -> str:
        return "".join(
            child if isinstance(child, str) else child.raw_text for child in self.children
        )

    @property
    def text(self) -> str:
        """What is read out of it, spaces made single."""
        return " ".join("".join(self._said()).split())

    def _said(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif not child.hidden:
                yield from child._said()

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    @property
    def role(self) -> str | None:
        return self.attributes.get("role", ROLES.get(self.tag))

    @property
    def name(self) -> str:
        return self.attributes.get("aria-label", self.text)

    @property
    def disabled(self) -> bool:
        return self.attributes.get("aria-disabled") == "true"

    def all(self, role: str, name: str | None = None) -> list[Element]:
        """Those that a screen reader finds."""
        found = [self] if self.role == role and name in (None, self.name) else []
        for child in self.children:
            if isinstance(child, Element) and not child.hidden:
                found += child.all(role, name)
        return found

    def one(self, role: str, name: str | None = None) -> Element:
        found = self.all(role, name)
        assert len(found) == 1, f"{len(found)} of {role} {name!r}"
        return found[0]

    def tagged(self, tag: str) -> list[Element]:
        return [element for element in self if element.tag == tag]


class _Reader(HTMLParser):
    """Stricter than a browser: whatever is opened must be closed, and in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> where <{self.open[-1].tag}> is open"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(html: str) -> Element:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].tag}> is never closed"
    return reader.open[0]


def page(regions: dict[str, str]) -> Element:
    """All regions, each in an element of its own id."""
    inside: list[Element | str] = [
        Element("div", {"id": name}, read(html).children) for name, html in regions.items()
    ]
    return Element("", {}, inside)


def shown(model: Model) -> Element:
    return page(render(model)["regions"])


def region(model: Model, name: str) -> Element:
    return next(element for element in shown(model) if element.attributes.get("id") == name)


# Setting up


def tiles_of(text: str) -> tuple[Tile, ...]:
    return tuple(Tile.parse(each) for each in text.split())


def line_of(text: str, opening: int = 0) -> Line:
    """``5-3 3-3``: the tiles as they lie."""
    halves = (each.split("-") for each in text.split())
    return Line(tuple(Laid(int(left), int(right)) for left, right in halves), opening)


DRAW_100 = Setup(Variant.DRAW, 2, 100)
BLOCK_ROUND = Setup(Variant.BLOCK, 2, None)


def chairs_of(setup: Setup, name: str = "Guest") -> tuple[Chair, ...]:
    regulars = (regular_in(seat, Level.STEADY) for seat in range(1, setup.seats))
    return (Chair(name=name), *regulars)


def seen(
    hand: str,
    line: str,
    *,
    setup: Setup = DRAW_100,
    turn: int | None = 0,
    boneyard: int = 10,
    version: int = 7,
    record: tuple[Event, ...] = (),
    events: tuple[Event | Reacted, ...] = (),
    phase: Phase = Phase.PLAYING,
    left: float | None = 90.0,
) -> Update:
    """What seat 0 is told of a round that stands like this."""
    held, laid = tiles_of(hand), line_of(line)
    view = View(
        seat=0,
        setup=setup,
        results=(),
        scores=(0,) * setup.seats,
        winner=None,
        hand=held,
        line=laid,
        turn=turn,
        counts=(len(held), *(5 for _ in range(1, setup.seats))),
        boneyard=boneyard,
        legal=actions_open_to(held, laid, boneyard > 0) if turn == 0 else (),
        record=record or (Opened(1, laid.laid[0].tile),),
        result=None,
        hands=None,
    )
    return Update(version, phase, setup, 0, 0, chairs_of(setup), left, False, view, None, events)


LINK = "https://lodge.example/#table=AAECAwQFBgcICQoLDA0ODw&key=__79_Pv6-fj39vX08_Lx8A"


def gathered(
    *people: str | Chair,
    setup: Setup = DRAW_100,
    seat: int | None = 0,
    host: int | None = 0,
    phase: Phase = Phase.GATHERING,
) -> Update:
    """What ``seat`` is told while people come to a table; regulars keep the other chairs."""
    chairs = [Chair(name=one) if isinstance(one, str) else one for one in people]
    chairs += [regular_in(at, Level.STEADY) for at in range(len(chairs), setup.seats)]
    return Update(3, phase, setup, seat, host, tuple(chairs), None, False, None, None, ())


def at_friends(told: Update | None, /, **changes: Any) -> Model:
    """Gather as its host sees it."""
    standing = Standing(Role.HOST, Tie.HERE, LINK)
    return replace(Model(screen=Screen.GATHER, update=told, standing=standing), **changes)


def at(told: Update | None, /, **changes: Any) -> Model:
    """What a player sees at a table."""
    left = None if told is None else told.left
    at_table = Model(screen=Screen.TABLE, update=told, left=left, line_area=(600.0, 400.0))
    return replace(at_table, **changes)


def ended(
    one: Reached,
    seat: int | None = 0,
    host: int | None = 0,
    before: tuple[Result, ...] = (),
) -> Update:
    """What ``seat`` is told at the end of a round, after those ``before``."""
    assert one.round.result is not None
    match = Match(one.setup, before).settle(one.round.result)
    view = view_of(match, one.round, seat)
    phase = Phase.MATCH_OVER if match.over else Phase.ROUND_OVER
    return Update(
        9, phase, one.setup, seat, host, chairs_of(one.setup), None, False, view, None, ()
    )


def first_ending(kind: Ending, setup: Setup) -> Reached:
    """Some round of such a game that ends so."""
    games = (play_on(setup, Random(seed)) for seed in range(10_000))
    return next(one for one in games if one.round.result and one.round.result.kind is kind)


AREAS = [(600.0, 400.0), (300.0, 180.0), (320.0, 300.0), (1010.0, 420.0), (2160.0, 980.0)]


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Whatever may be on the page of somebody at a table, or of one who looks on."""
    table = draw(tables())
    member = draw(st.sampled_from([*table.seating.seat_of, "watcher"]))
    record = () if table.round is None else table.round.record
    told = table.update(member, record[draw(st.integers(0, len(record))) :], 5.0)
    hand = () if told.view is None else told.view.hand
    held = st.none() | st.sampled_from(hand) if hand else st.none()
    happenings = [Happening(number, event) for number, event in enumerate(told.events, 1)]
    return Model(
        settings=draw(st.builds(Settings)),
        screen=Screen.TABLE,
        unfinished=draw(st.none() | unfinished()),
        update=draw(st.just(told) | st.just(replace(told, phase=Phase.DEALING))),
        left=draw(st.just(told.left) | st.floats(0, 90)),
        chosen=draw(held),
        sheet=draw(st.none() | st.sampled_from(Sheet)),
        notice=draw(st.none() | st.sampled_from(Notice)),
        about=draw(held),
        told=tuple(happenings[-12:]),
        fresh=tuple(happenings[-2:]) if draw(st.booleans()) else (),
        line_area=draw(st.sampled_from(AREAS)),
        lens=draw(st.sampled_from(Lens)),
        kept=draw(st.booleans()),
        standing=draw(st.none() | standings),
        friends=draw(st.booleans()),
        reactions=draw(reactions(told)),
        can_share=draw(st.booleans()),
        tally=draw(st.none() | st.just(Tally())),
        can_sound=draw(st.booleans()),
        can_vibrate=draw(st.booleans()),
    )


standings = st.builds(
    Standing,
    st.sampled_from(Role),
    st.sampled_from(Tie),
    st.sampled_from(["", LINK]),
    st.booleans(),
    st.none() | st.floats(0, 30),
    st.integers(0, 50),
    st.none() | st.sampled_from(Trouble),
)


def reactions(told: Update) -> st.SearchStrategy[tuple[Happening, ...]]:
    one = st.builds(Reacted, st.integers(0, told.setup.seats - 1), st.sampled_from(Phrase))
    return st.lists(one, max_size=5).map(
        lambda each: tuple(Happening(number, said) for number, said in enumerate(each, 1))
    )


@st.composite
def gatherings(draw: st.DrawFn) -> Model:
    """Whatever may be on the Gather screen, for whoever is there."""
    setup = draw(setups)
    people = st.builds(
        Chair,
        st.text(min_size=1, max_size=24),
        ready=st.booleans(),
        present=st.booleans(),
        missed=st.integers(0, 3),
    )
    here = draw(st.lists(people, min_size=1, max_size=setup.seats))
    told = gathered(
        *here,
        setup=setup,
        seat=draw(st.none() | st.integers(0, len(here) - 1)),
        phase=draw(st.sampled_from([Phase.GATHERING, Phase.DEALING])),
    )
    return Model(
        settings=draw(st.builds(Settings)),
        screen=Screen.GATHER,
        update=draw(st.none() | st.just(told)),
        sheet=draw(st.none() | st.sampled_from(Sheet)),
        notice=draw(st.none() | st.sampled_from(Notice)),
        standing=draw(standings),
        can_share=draw(st.booleans()),
        can_sound=draw(st.booleans()),
        can_vibrate=draw(st.booleans()),
    )


def unfinished() -> st.SearchStrategy[Unfinished]:
    return setups.flatmap(
        lambda setup: st.builds(
            Unfinished,
            st.just(setup),
            st.integers(1, 9),
            st.tuples(*[st.integers(0, (setup.target or 1) - 1)] * setup.seats),
        )
    )


# Visiting


class Memory:
    """A ``Keep`` that lives as long as the test; ``refuses`` names the calls that it refuses."""

    def __init__(self, match: str | None = None, refuses: Collection[str] = ()) -> None:
        self.texts = {} if match is None else {SOLO: match}
        self.refuses = refuses
        self.claimed: Callable[[], None] | None = None
        self.let_go = asyncio.Event()
        """Cleared, it keeps every call waiting."""
        self.let_go.set()

    async def get(self, name: str) -> str | None:
        await self._asked("get")
        return self.texts.get(name)

    async def put(self, name: str, text: str) -> None:
        await self._asked("put")
        self.texts[name] = text

    async def drop(self, name: str) -> None:
        await self._asked("drop")
        self.texts.pop(name, None)

    async def change(self, name: str, become: Callable[[str | None], str]) -> None:
        await self._asked("change")
        self.texts[name] = become(self.texts.get(name))

    async def clear(self) -> None:
        await self._asked("clear")
        self.texts.clear()

    def claim(self, lost: Callable[[], None]) -> None:
        """The latest to claim has it; the one before is told."""
        before, self.claimed = self.claimed, lost
        if before is not None and before != lost:
            before()

    async def _asked(self, call: str) -> None:
        await self.let_go.wait()
        if call in self.refuses:
            raise StorageError(f"no {call} here")


class NoNetwork:
    """A ``Network`` that leads nowhere."""

    async def open_room(self, relay: str) -> tuple[str, str]:
        raise NoRoom(too_many=False)

    async def connect(self, url: str) -> Socket:
        raise Closed(Code.NO_WORD)

    async def read(self, url: str) -> str:
        raise NoAnswer


class Visitor:
    """A page and its program. Only ``truth`` looks behind what was painted."""

    def __init__(
        self,
        keep: Memory,
        render: Callable[..., Paint] = render,
        network: Network | None = None,
        cipher: Cipher | None = None,
    ) -> None:
        self.keep = keep
        self.complaints: list[str] = []
        world = World(keep, network or NoNetwork(), cipher)
        self.program = Program(render=render, world=world, complain=self.complaints.append)
        self.regions: dict[str, str] = {}
        self.body: dict[str, str] = {}
        self.effects: list[dict[str, str]] = []

    async def arrive(
        self, settings: str | None = None, *, storage: bool = True, page: str = ""
    ) -> None:
        stored = {} if settings is None else {"lodge.settings": settings}
        hello = {"stored": stored, "storage": storage, "page": page, "relay": "http://lodge.test/"}
        await self.program.hello(json.dumps(hello))
        await self.look()

    def send(self, msg: str, value: str = "", **more: object) -> None:
        self.program.send(json.dumps({"msg": msg, "value": value, **more}))

    async def look(self) -> Paint:
        """Wait for the next paint, and see it; a table that appears is measured, as in a page."""
        paint: Paint = json.loads(await self.program.next_paint())
        if paint.get("body", {}).get("screen") == "table":
            self.send("size", "line", width=600, height=400)
        self.regions |= paint.get("regions", {})
        self.body |= paint.get("body", {})
        self.effects += paint.get("effects", [])
        return paint

    async def glance(self, seconds: float) -> Paint | None:
        """See the next paint, if there is one within so many seconds."""
        looking = asyncio.create_task(self.look())
        await asyncio.wait({looking}, timeout=max(seconds, 0.0))
        if looking.done():
            return looking.result()
        looking.cancel()
        await asyncio.wait({looking})
        return None

    @property
    def page(self) -> Element:
        return page(self.regions)

    def region(self, name: str) -> Element:
        return read(self.regions[name])

    @property
    def title(self) -> str:
        return next(each["text"] for each in reversed(self.effects) if each["do"] == "title")

    @property
    def dialog(self) -> str | None:
        """The name of the dialog that is open."""
        dialogs = self.region("dialog").all("dialog")
        return dialogs[0].name if dialogs else None

    def press(self, name: str) -> None:
        """Press the button of this name; an open dialog leaves no other to be pressed."""
        dialogs = self.region("dialog").all("dialog")
        self._press((dialogs[0] if dialogs else self.page).one("button", name))

    def _press(self, button: Element) -> None:
        self.send(button["data-msg"], button.attributes.get("data-value", ""))

    def deal(self, setup: Setup, level: Level = Level.EASY) -> None:
        block = setup.variant is Variant.BLOCK
        target = "" if setup.target is None else str(setup.target)
        form = {
            "variant": setup.variant.value,
            "seats": "4" if block else str(setup.seats),
            "target": "150" if block else target,
            "block_target": target if block else "",
            "level": level.value,
        }
        self.send("deal", form=form)

    async def look_until(self, done: Callable[[], bool]) -> None:
        while not done():
            await self.look()

    async def play_until(self, done: Callable[[], bool]) -> None:
        """Play whatever fits first, by its buttons, and let the lodge draw and pass.

        A round or a match that ends before that is followed by the next.
        """
        while not done():
            self.go_on()
            fitting = [
                b for b in self.region("hand").all("button") if "aria-description" in b.attributes
            ]
            if fitting and self.dialog is None:
                if not self._ends():
                    self._press(fitting[0])
                    await self.look()
                self._press(self._ends()[0])
            await self.look()

    def go_on(self) -> None:
        """Leave the end of a round or of a match behind."""
        if self.dialog == "Round over":
            self.press("Deal the next round")
        elif self.dialog == "Match over":
            self.press("Rematch")

    def _ends(self) -> list[Element]:
        buttons = self.region("acts").all("button")
        return [b for b in buttons if b.name in ("Play left", "Play right") and not b.disabled]

    @property
    def truth(self) -> Table:
        link = self.program._tables._link
        assert isinstance(link, SoloLink)
        return link._table
