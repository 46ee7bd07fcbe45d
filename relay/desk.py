"""The letters of a ranked table: hears an ask once, tells all who watch the same; knows no rule."""

from collections.abc import Callable

from engine import letters
from engine.codec import Unreadable
from engine.letters import Ask, Bout, Tell
from engine.messages import Command, Reply, Update

WATCHERS = "watchers"
"""All who watch, as one member; none of a room has so long an id."""


class Desk:
    """``say`` takes a letter for a member, and whether a newer one of its kind may replace it."""

    def __init__(self, say: Callable[[str, str, bool], None]) -> None:
        self.watching: set[str] = set()
        self._say = say
        self._heard: dict[str, tuple[str, int]] = {}
        """The page that each member speaks from, and the number of its last ask."""

    def read(self, member: str, text: str) -> Command | None:
        """What ``member`` asks; None for what it has asked before. Raises Unreadable."""
        letter = letters.read(text)
        if not isinstance(letter, Ask):
            raise Unreadable("Expected an ask.")
        page, heard = self._last(member)
        if page == letter.page and letter.number <= heard:
            return None
        self._heard[member] = letter.page, letter.number
        return letter.command

    def reply(self, member: str, reply: Reply) -> None:
        """What the table tells ``member``; for WATCHERS, each of them."""
        text = letters.write(Tell(*self._last(member), reply))
        for reader in self.watching if member == WATCHERS else {member}:
            self._say(reader, text, isinstance(reply, Update))

    def show(self, member: str, update: Update, bout: Bout) -> None:
        """All of it, to one who has come to watch."""
        self._say(member, letters.write(Tell("", 0, update)), True)
        self.tell(bout, member)

    def tell(self, bout: Bout, *members: str) -> None:
        text = letters.write(bout)
        for member in members:
            self._say(member, text, False)

    def _last(self, member: str) -> tuple[str, int]:
        return self._heard.get(member, ("", 0))
