"""Guests of ranked play, each in a browser of their own; knows how they meet."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, expect

from e2e.company import Friend
from e2e.pages import PATIENCE

ROUND = 120_000
"""Milliseconds within which two who press at once have played a round of Block."""


class Rival(Friend):
    """Somebody's page, from the Ranked screen to the end of a bout."""

    def enter(self, url: str, name: str) -> None:
        """Open the Ranked screen."""
        self.open(url)
        self.press(self.button("Ranked block"))
        field = self.page.get_by_label("Your name")
        field.fill(name)
        field.press("Tab")

    def find(self) -> None:
        self.press(self.button("Find an opponent"))

    def watch_first(self) -> None:
        """Look on at the first table that is listed."""
        self.press(self.section("Tables to watch").get_by_role("button").first)
        self.page.get_by_role("list", name="Line of play").wait_for(timeout=PATIENCE)

    def leave(self) -> None:
        """Get up in the middle of a bout, as is asked once more."""
        self.press(self.button("Back to the hearth"))
        self.press(self.dialog("Leave the bout?").get_by_role("button", name="Leave"))

    def section(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=name, exact=True)

    @property
    def over(self) -> Locator:
        return self.dialog("Match over")

    def wait_until_rated(self) -> None:
        words = self.over.get_by_text("The result is in the ledger")
        expect(words).to_be_visible(timeout=ROUND)


def matched(
    new_context: Callable[..., BrowserContext], url: str, *names: str
) -> tuple[Rival, Rival]:
    """Two who have met, and are dealt to."""
    one, other = (Rival(new_context().new_page()) for _ in range(2))
    for rival, name in zip((one, other), names, strict=True):
        rival.enter(url, name)
    for rival in (one, other):
        rival.find()
    for rival in (one, other):
        rival.wait_for_table()
    return one, other


def play_out(*rivals: Rival) -> None:
    for rival in rivals:
        rival.play_by_itself()
    for rival in rivals:
        rival.wait_until_rated()
