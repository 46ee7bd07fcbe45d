"""Several people at one table, each in a browser of their own; knows how each finds the others."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, Locator, Page, expect

from e2e.pages import MY_TURN, PATIENCE, Lodge, Mouse, Way

PLAYS = """
setInterval(() => {
    const press = (selector) => {
        const found = document.querySelector(selector);
        found?.click();
        return found !== null;
    };
    if (!document.title.startsWith("Your turn") || document.querySelector(":popover-open")) return;
    press("#acts #play-left:not([aria-disabled=true])")
        || press("#acts #play-right:not([aria-disabled=true])")
        || press("#hand button[aria-description]");
}, 120);
"""
"""Somebody who lays whatever fits first, and has the lodge draw and pass."""


class Friend(Lodge):
    """Somebody's page, from the link to the end of a match."""

    def __init__(self, page: Page, way: Way | None = None) -> None:
        super().__init__(page, way or Mouse())

    # Gathering

    def set_table(self, url: str = "/", **choices: str) -> str:
        """Set a table and arrange it; the link to it."""
        self.open(url)
        self.press(self.button("Invite friends"))
        self.wait_until_seated()
        for group, choice in choices.items():
            self.choose(group.replace("_", " "), choice)
        return self.invite

    @property
    def invite(self) -> str:
        return self.page.get_by_label("Invite link", exact=True).inner_text()

    def come(self, link: str) -> None:
        """Follow the link, and look at the table."""
        self.open(link)
        self.page.get_by_role("button", name="Sit down").or_(
            self.page.get_by_text("Every chair is taken")
        ).first.wait_for(timeout=PATIENCE)

    def sit_down(self, name: str) -> None:
        self.page.get_by_label("Your name").fill(name)
        self.press(self.button("Sit down"))
        self.wait_until_seated()

    def wait_until_seated(self) -> None:
        expect(self.button("Ready")).to_be_visible(timeout=PATIENCE)

    def be_ready(self) -> None:
        self.press(self.button("Ready"))
        expect(self.button("Ready")).to_have_attribute("aria-pressed", "true")

    def start(self) -> None:
        """Deal as soon as everybody is ready."""
        deal = self.button("Deal the tiles")
        expect(deal).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
        self.press(deal)

    @property
    def chairs(self) -> Locator:
        return self.page.get_by_role("list", name="Chairs").get_by_role("listitem")

    # At the table

    def play_by_itself(self) -> None:
        """From now on, and not after a reload."""
        self.page.evaluate(PLAYS)

    def wait_for_my_turn(self) -> None:
        self.page.wait_for_function(MY_TURN, timeout=PATIENCE, polling=50)

    @property
    def my_turn(self) -> bool:
        return self.page.title().startswith("Your turn")

    def play_turn(self) -> None:
        """Lay what fits first; where nothing does, the page itself draws or passes."""
        if self.fitting:
            super().play_turn()
            return
        self.page.wait_for_function(
            """() => !document.title.startsWith('Your turn')
                || document.querySelector('#hand button[aria-description]') !== null
                || document.querySelector(':popover-open') !== null""",
            timeout=PATIENCE,
        )

    @property
    def over(self) -> Locator:
        """The dialog at the end of a round, which may be a match's last."""
        return self.page.get_by_role("dialog", name=re.compile("^(Round|Match) over$"))

    @property
    def seats(self) -> Locator:
        return self.page.get_by_role("list", name="Others at the table").get_by_role("listitem")

    @property
    def banner(self) -> Locator:
        """As `line`, also while a dialog lies over it."""
        return self.page.get_by_role("complementary", name="Connection", include_hidden=True)

    def close(self) -> None:
        self.page.close()

    def again(self) -> None:
        """The same browser opens the page anew."""
        address, context = self.page.url, self.page.context
        if not self.page.is_closed():
            self.page.close()
        self.page = context.new_page()
        self.open(address)


def gathered(
    new_context: Callable[..., BrowserContext], url: str, *names: str, **choices: str
) -> list[Friend]:
    """The host, and a guest by each further name, all in their chairs."""
    host = Friend(new_context().new_page())
    link = host.set_table(url, **choices)
    host.page.get_by_label("Your name").fill(names[0])
    host.page.get_by_label("Your name").press("Tab")
    friends = [host]
    for name in names[1:]:
        guest = Friend(new_context().new_page())
        guest.come(link)
        guest.sit_down(name)
        friends.append(guest)
    return friends


def deal(friends: list[Friend]) -> None:
    """Everybody is ready, and the host deals."""
    host, *guests = friends
    for guest in guests:
        guest.be_ready()
    host.start()
    for friend in friends:
        friend.wait_for_table()


@contextmanager
def playing(friends: list[Friend]) -> Iterator[None]:
    for friend in friends:
        friend.play_by_itself()
    yield


def in_step(friends: list[Friend]) -> None:
    """Wait until every page shows the same line."""
    for _ in range(PATIENCE // 100):
        if len({tuple(friend.line) for friend in friends}) == 1:
            return
        friends[0].page.wait_for_timeout(100)
    raise AssertionError("the pages do not show the same line")


def actor(friends: list[Friend]) -> Friend:
    """Whose turn it is, once it is somebody's here."""
    for _ in range(PATIENCE // 50):
        for friend in friends:
            if friend.my_turn:
                return friend
        friends[0].page.wait_for_timeout(50)
    raise AssertionError("it is nobody's turn")
