"""What a seat has asked of its table and the table has not heard yet. Sends nothing itself."""

from __future__ import annotations

from engine.letters import Ask
from engine.messages import Command


class Errands:
    """The commands of one ``page``, numbered from 1."""

    def __init__(self, page: str) -> None:
        self._page = page
        self._last = 0
        self._open: dict[int, Ask] = {}

    def add(self, command: Command) -> Ask:
        self._last += 1
        ask = self._open[self._last] = Ask(self._page, self._last, command)
        return ask

    def heard(self, page: str, number: int) -> None:
        """The table has heard all up to ``number`` of ``page``."""
        if page == self._page:
            self._open = {at: ask for at, ask in self._open.items() if at > number}

    def take(self) -> tuple[Command, ...]:
        """All of them; none is open any more."""
        asks, self._open = self._open, {}
        return tuple(ask.command for ask in asks.values())

    @property
    def open(self) -> tuple[Ask, ...]:
        """Oldest first."""
        return tuple(self._open.values())
