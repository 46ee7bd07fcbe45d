"""The page as a player finds it, by role and name; knows three ways to press what it finds."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

PATIENCE = 30_000
"""Milliseconds to wait for the brain on a busy machine."""

STATE = """[...document.querySelectorAll('#line [role=listitem], #hand button')]
    .map(each => each.id).join() + document.title"""
"""A text that changes whenever something is laid or drawn, or the turn goes on."""
MY_TURN = """(document.title.startsWith('Your turn')
    && document.querySelector('#line [role=listitem]') !== null)"""
"""Also that the line is there, which on a new page comes once its room is known."""
SETTLED = """() => new Promise((go) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go)));
})"""
"""Wait a moment that nobody's fingers notice: a picture's focus is settled after its frame."""
BY_HAND = """if (origin !== "null")
    localStorage["lodge.settings"] ??= '{"auto_draw": false, "auto_pass": false}';"""
"""Of somebody for whom the table neither draws nor passes; to be run before the page's own."""

IN_STORE = """given => new Promise((resolve, reject) => {
    const opening = indexedDB.open("lantern-lodge", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const store = opening.result.transaction("kept", "MODE").objectStore("kept");
        const asked = ASK;
        asked.onsuccess = () => { opening.result.close(); resolve(asked.result ?? null); };
        asked.onerror = () => reject(asked.error);
    };
})"""
"""Asks something of the place where the worker keeps what the page must not be told."""


class Way(Protocol):
    """How somebody presses what they have found."""

    def press(self, target: Locator) -> None: ...


class Mouse:
    def press(self, target: Locator) -> None:
        target.click()


class Touch:
    def press(self, target: Locator) -> None:
        target.tap()


class Keyboard:
    """No pointer at all: Tab to what is wanted, arrows within the hand, then Enter."""

    MOST_KEYS = 120

    def press(self, target: Locator) -> None:
        expect(target).to_be_visible()
        target.page.evaluate(SETTLED)
        keys = target.page.keyboard
        for _ in range(self.MOST_KEYS):
            if target.evaluate("wanted => wanted === document.activeElement"):
                keys.press("Enter")
                return
            together = target.evaluate(
                """wanted => {
                    const group = wanted.closest('[data-roving]');
                    return group !== null && group.contains(document.activeElement);
                }"""
            )
            if together:
                keys.press("Home" if self._at_the_last(target.page) else "ArrowRight")
            else:
                keys.press("Tab")
        raise AssertionError(f"no key leads to {target}")

    def _at_the_last(self, page: Page) -> bool:
        """The arrows stop at the end of a hand; what is wanted may lie before."""
        return bool(
            page.evaluate(
                """() => {
                    const group = document.activeElement.closest('[data-roving]');
                    return group?.querySelector('button:last-of-type') === document.activeElement;
                }"""
            )
        )


def names_of(found: Locator) -> list[str]:
    """Of all that is found, read at one instant: a page that goes on may redraw what comes next."""
    names: list[str] = found.evaluate_all("all => all.map(each => each.ariaLabel ?? '')")
    return names


class Lodge:
    """The whole page, from the Hearth to the end of a match."""

    def __init__(self, page: Page, way: Way | None = None) -> None:
        self.page = page
        self.way: Way = way or Mouse()

    # The Hearth

    def open(self, url: str = "/") -> None:
        self.page.goto(url)
        self.wait_for_brain()

    def take_up(self, match: str, url: str = "/") -> None:
        """Open the page where `match` was kept unfinished, and sit down to it."""
        self.keep("solo", match, url)
        self.open(url)
        self.take_chair()

    def take_chair(self) -> None:
        self.press(self.button("Take your chair again"))
        self.wait_for_table()

    def wait_for_table(self) -> None:
        self.hand.wait_for(timeout=PATIENCE)
        self.page.get_by_role("list", name="Line of play").wait_for()

    def keep(self, name: str, text: str, url: str = "/") -> None:
        """Have this browser keep a text for the worker, before the lodge itself is opened."""
        self.page.goto(url.rstrip("/") + "/how-to-play.html")
        self.page.evaluate(
            IN_STORE.replace("ASK", "store.put(given.text, given.name)").replace(
                "MODE", "readwrite"
            ),
            {"name": name, "text": text},
        )

    def kept(self, name: str) -> str | None:
        """What this browser keeps for the worker under `name`."""
        found = self.page.evaluate(
            IN_STORE.replace("ASK", "store.get(given.name)").replace("MODE", "readonly"),
            {"name": name},
        )
        return None if found is None else str(found)

    def wait_until_kept(self) -> None:
        """Wait until the kept match has every tile that lies on the line here."""
        laid = len(self.line)

        def is_kept() -> bool:
            rounds = json.loads(self.kept("solo") or "{}").get("rounds", [])
            deeds = rounds[-1]["deeds"] if rounds else []
            return sum("tile" in deed["action"] for deed in deeds) == laid - 1

        self._wait_until(is_kept)

    def wait_until_nothing_is_kept(self) -> None:
        self._wait_until(lambda: self.kept("solo") is None)

    def _wait_until(self, done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE / 1000
        while not done():
            assert time.monotonic() < deadline, "it was waited for in vain"

    def wait_for_brain(self) -> None:
        self.page.mouse.move(1, 1)  # a sign of somebody
        self.page.locator("body[data-ready]").wait_for(state="attached", timeout=PATIENCE)

    def deal(self, level: str = "steady", **choices: str) -> None:
        """Open the first door, choose, and deal: ``deal(Chairs="5", Game="Block")``."""
        self.press(self.button("Play solo"))
        self.page.get_by_label("The other chairs").select_option(level)
        for group, choice in choices.items():
            self.choose(group.replace("_", " "), choice)
        self.press(self.button("Deal the tiles"))
        self.wait_for_table()

    def choose(self, group: str, choice: str) -> None:
        option = self.page.get_by_role("group", name=group, exact=True).get_by_label(
            choice, exact=True
        )
        option.evaluate("option => option.scrollIntoView({ block: 'center' })")
        if isinstance(self.way, Keyboard):
            option.focus()
            self.page.keyboard.press("Space")
        else:
            option.check(force=True)
        expect(option).to_be_checked()

    # The table

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("group", name="Your hand")

    @property
    def tiles(self) -> list[str]:
        """As `line`, also while a dialog lies over them."""
        held = self.page.get_by_role("group", name="Your hand", include_hidden=True)
        return names_of(held.get_by_role("button", include_hidden=True))

    @property
    def line(self) -> list[str]:
        """Also while a dialog lies over it, which keeps it from ears and fingers alone."""
        found = self.page.get_by_role("list", name="Line of play", include_hidden=True)
        items = found.get_by_role("listitem", include_hidden=True)
        return [name.partition(",")[0] for name in names_of(items)]

    @property
    def fitting(self) -> list[str]:
        """The tiles in hand that are marked as fitting."""
        marked = self.hand.locator("button[aria-description]")
        return names_of(marked)

    @property
    def seconds_left(self) -> int:
        """What the one clock says."""
        minutes, seconds = self.page.get_by_role("timer").inner_text().strip().split(":")
        return 60 * int(minutes) + int(seconds)

    def wait_until_clock(self, says: int) -> None:
        """Wait until so many seconds, or fewer, are left."""
        self.page.wait_for_function(
            """most => {
                const time = document.querySelector('.clock .time')?.textContent.split(':');
                return time && 60 * time[0] + Number(time[1]) <= most;
            }""",
            arg=says,
            timeout=PATIENCE,
        )

    @property
    def others(self) -> list[str]:
        """Each other seat as the table tells it: name, tiles held, score."""
        seats = self.page.get_by_role("list", name="Others at the table").get_by_role("listitem")
        return [re.sub(r"\s+", " ", told) for told in seats.all_inner_texts()]

    @property
    def sheet(self) -> str:
        """The score sheet beside the table, where there is room for it."""
        region = self.page.get_by_role("region", name="Score", exact=True)
        return re.sub(r"\s+", " ", region.inner_text())

    @property
    def word(self) -> str:
        """What the table says to the player just now."""
        return re.sub(r"\s+", " ", self.page.locator("#say").inner_text())

    @property
    def focused(self) -> str:
        """The id of what has the focus, or its tag's name."""
        return str(
            self.page.evaluate("document.activeElement.id || document.activeElement.localName")
        )

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def dialog(self, name: str) -> Locator:
        return self.page.get_by_role("dialog", name=name, exact=True)

    def tile(self, name: str) -> Locator:
        return self.hand.get_by_role("button", name=name, exact=True)

    def press(self, target: Locator) -> None:
        self.way.press(target)

    def set_speed(self, speed: str = "At once") -> None:
        self.change("The regulars play", speed)

    def change(self, setting: str, choice: str) -> None:
        """Change one setting at the table, and close the settings again."""
        self.press(self.button("Settings"))
        settings = self.dialog("Settings")
        expect(settings).to_be_visible()
        self.choose(setting, choice)
        self.press(settings.get_by_role("button", name="Close"))
        expect(settings).to_be_hidden()

    def switch(self, setting: str, *, on: bool) -> None:
        """Turn one setting of the table on or off, and close the settings again."""
        self.press(self.button("Settings"))
        switch = self.page.get_by_role("switch", name=setting)
        switch.set_checked(on)
        self.press(self.dialog("Settings").get_by_role("button", name="Close"))
        expect(self.dialog("Settings")).to_be_hidden()

    def wait_for_turn(self) -> bool:
        """Wait until it is our turn or a dialog lies over the table; True for our turn."""
        self.page.wait_for_function(
            f"() => {MY_TURN} || document.querySelector(':popover-open') !== null",
            timeout=PATIENCE,
        )
        return self.page.locator(":popover-open").count() == 0

    def play_turn(self) -> None:
        """Lay the first tile that fits, or draw, or pass."""
        before = self.page.evaluate(STATE)
        fitting = self.fitting
        if fitting:
            tile = self.tile(fitting[0])
            both = tile.get_attribute("aria-description") == "fits both ends"
            if tile.get_attribute("aria-pressed") != "true":
                self.press(tile)
                expect(tile).to_have_attribute("aria-pressed", "true")
            self.press(self.button("Play left") if both else tile)
        elif self.boneyard:
            self.press(self.button("Draw"))
        else:
            self.press(self.button("Pass"))
        self.page.wait_for_function(
            f"""before => {STATE} !== before
                || document.querySelector(':popover-open') !== null""",
            arg=before,
            timeout=PATIENCE,
        )

    @property
    def boneyard(self) -> int:
        words = self.page.get_by_text(re.compile(r"^\d+\s*Boneyard$")).first
        if words.count() == 0:
            return 0
        return int(re.findall(r"\d+", words.inner_text())[0])

    def play_round(self) -> None:
        while self.wait_for_turn():
            self.play_turn()

    def play_match(self) -> int:
        """Play to the end of the match; the number of rounds it took."""
        rounds = 1
        while True:
            self.play_round()
            if self.dialog("Match over").is_visible():
                return rounds
            self.press(self.button("Deal the next round"))
            expect(self.dialog("Round over")).to_be_hidden()
            rounds += 1


class Watch:
    """The Replay screen: a match chosen, opened, and gone through."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go_in(self) -> None:
        self.page.get_by_role("button", name="Watch a match", exact=True).click()
        self.chooser.wait_for(state="attached", timeout=PATIENCE)

    @property
    def chooser(self) -> Locator:
        return self.page.get_by_label("Open a file")

    def choose(self, file: Path) -> None:
        self.chooser.set_input_files(file)

    def open(self, file: Path) -> None:
        """Choose a file, and wait until its match is shown from the first deal."""
        self.choose(file)
        self.page.get_by_role("list", name="Line of play").wait_for(timeout=PATIENCE)
        expect(self.place).to_have_attribute("aria-valuetext", "Round 1, the deal")

    @property
    def place(self) -> Locator:
        return self.page.get_by_role("slider", name="Place in the match")

    def jump(self, key: str) -> None:
        """To one end of the match: Home or End, as a slider takes them."""
        self.place.press(key)
        end = self.place.get_attribute("max" if key == "End" else "min") or ""
        expect(self.place).to_have_attribute("data-value", end)

    @property
    def word(self) -> Locator:
        """What the screen says of the moment."""
        return self.page.locator("#replay-say")

    @property
    def seats(self) -> Locator:
        return self.page.get_by_role("list", name="All at the table").get_by_role("listitem")

    def hand(self, seat: int) -> list[str]:
        """The tiles of a seat that are turned up."""
        tiles = self.seats.nth(seat).get_by_role("img").all()
        return [tile.get_attribute("aria-label") or "" for tile in tiles]
