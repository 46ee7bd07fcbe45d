"""Somebody plays a round by what a screen reader tells: roles, names, and what is announced."""

import re
from itertools import pairwise

from playwright.sync_api import Locator, Page, expect

from e2e.pages import PATIENCE

# What is read out: each text that joins the status or changes in it.
LISTEN = """status => {
    window.heard = [];
    const hear = (changes) => {
        for (const { type, target, addedNodes } of changes)
            for (const node of type === "characterData" ? [target] : addedNodes)
                if (node.textContent.trim()) heard.push(node.textContent.trim());
    };
    new MutationObserver(hear).observe(
        status, { childList: true, subtree: true, characterData: true });
}"""
OURS, ENDED = r"^Your turn\. The ends are (\d) and (\d)\.$", r"wins? \d+\.$|blocked"
ASKED = f"""count => heard.filter(words => /{OURS}/.test(words)).length > count
    || heard.some(words => /{ENDED}/.test(words))"""
DEED = re.compile(
    r"^(?P<who>You|the \w+) "
    r"(?:(?P<opened>opened) with (?P<first>\d-\d)|laid (?P<tile>\d-\d) on the (?P<end>left|right)"
    r"|(?P<drew>drew) (?:a tile|\d-\d)|(?P<passed>passed))\.$",
    re.IGNORECASE,
)


def test_a_round_is_played_by_names_alone_and_heard_in_order_nothing_twice_nothing_lost(
    page: Page,
) -> None:
    page.goto("/")
    reader = Reader(page)
    reader.button("Settings").click(timeout=PATIENCE)
    for switch in ("Draw for me when nothing fits", "Pass for me when nothing is left to draw"):
        page.get_by_role("switch", name=switch).uncheck()
    page.get_by_role("radio", name="At once").check(force=True)
    reader.button("Close").click()
    reader.button("Play solo").click()
    page.get_by_role("radio", name="3", exact=True).check(force=True)
    reader.listen()
    reader.button("Deal the tiles").click()

    held: dict[str, int] = {}  # by each of the others at the start, as far as heard and seen agree
    while reader.is_asked():
        told = Told(reader.heard)
        assert told.line == reader.line
        before = {name: count + told.spent(name) for name, count in reader.counts.items()}
        held = held or before
        assert before == held
        reader.act()

    expect(page.get_by_role("dialog", name="Round over")).to_be_visible()
    told = Told(reader.heard)
    order = ["you", *(f"the {name.lower()}" for name in held)]
    for one, other in pairwise(told.turns):  # in each turn somebody lays a tile or passes, once
        assert order.index(other) == (order.index(one) + 1) % len(order)
    assert all(re.fullmatch(r"[^.]+\.( [^.]+\.)?", words) for words in reader.heard)
    [ended] = [words for words in reader.heard if re.search(ENDED, words)]
    assert not any(DEED.match(words) for words in reader.heard[reader.heard.index(ended) :])
    if points := re.search(r"wins? (\d+)\.$", ended):
        sums = page.get_by_role("dialog").get_by_text(re.compile(rf"\b{points[1]}\b"))
        expect(sums.first).to_be_visible()
    reader.button("Deal the next round").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()


class Reader:
    """Knows the page by its roles and names, and what was read out."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._turns = 0

    def listen(self) -> None:
        status = self.page.get_by_role("status")
        expect(status).to_have_attribute("aria-live", "polite")
        status.evaluate(LISTEN)

    @property
    def heard(self) -> list[str]:
        return list(self.page.evaluate("heard"))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def is_asked(self) -> bool:
        """Wait until our turn is announced anew, or the round's end; True for our turn."""
        self.page.wait_for_function(ASKED, arg=self._turns, timeout=PATIENCE)
        heard = self.heard
        self._turns = sum(bool(re.match(OURS, words)) for words in heard)
        return not any(re.search(ENDED, words) for words in heard)

    @property
    def line(self) -> list[str]:
        told = self.page.get_by_role("list", name="Line of play").aria_snapshot()
        return re.findall(r'listitem "(\d-\d)', told)

    @property
    def counts(self) -> dict[str, int]:
        """How many tiles each of the others holds."""
        seats = self.page.get_by_role("list", name="Others at the table").get_by_role("listitem")
        told = [re.sub(r"\s+", " ", words) for words in seats.all_inner_texts()]
        found = [re.match(r"(\w+) (\d+) tiles?", words) for words in told]
        return {each[1]: int(each[2]) for each in found if each}

    def act(self) -> None:
        """Lay the first tile that bears an end, or draw, or pass."""
        [ends] = [re.match(OURS, words) for words in self.heard if re.match(OURS, words)][-1:]
        assert ends is not None
        hand = self.page.get_by_role("group", name="Your hand")
        for tile in re.findall(r'button "(\d-\d)"', hand.aria_snapshot()):
            for end, value in zip(("left", "right"), ends.groups(), strict=True):
                if value in tile:
                    hand.get_by_role("button", name=tile, exact=True).click()
                    self.button(f"Play {end}").click()
                    return
        empty = self.page.get_by_text(re.compile(r"^0\s*Boneyard$")).count()
        self.button("Pass" if empty else "Draw").click()


class Told:
    """The round as the announcements have it."""

    def __init__(self, heard: list[str]) -> None:
        self.line: list[str] = []
        self.turns: list[str] = []
        self._drew: list[str] = []
        self._laid: list[str] = []
        for deed in filter(None, map(DEED.match, heard)):
            who = deed["who"].lower()
            if deed["drew"]:
                self._drew.append(who)
                continue
            self.turns.append(who)
            if deed["passed"]:
                continue
            self._laid.append(who)
            self._lay(deed["first"] or deed["tile"], deed["end"])

    def spent(self, name: str) -> int:
        """How many tiles fewer this one holds than at first."""
        who = f"the {name.lower()}"
        return self._laid.count(who) - self._drew.count(who)

    def _lay(self, tile: str, end: str | None) -> None:
        """As it lies: turned so that it meets the line."""
        if end == "left":
            self.line.insert(0, _ending(tile, self.line[0][0]))
        elif end == "right":
            self.line.append(_ending(tile, self.line[-1][-1])[::-1])
        else:
            self.line.append(tile)


def _ending(tile: str, value: str) -> str:
    return tile if tile[-1] == value else tile[::-1]
