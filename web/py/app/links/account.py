"""What we have heard of a table elsewhere: its latest word, and the record of a whole match.

Asks for nothing, and does not know who hosts.
"""

from __future__ import annotations

from app.shelf import PastMatch
from engine.messages import Phase, Update
from engine.transcript import Transcript, read


class Account:
    """``returns``: we had a chair there before, which the table has yet to tell us."""

    def __init__(self, *, returns: bool) -> None:
        self._returns = returns
        self._latest: Update | None = None
        self._epoch = 0
        """Of the latest."""
        self.record: str | None = None

    def take(self, update: Update, epoch: int) -> bool:
        """Whether it is news: not what is older than what we know of the same host."""
        latest = self._latest
        if latest is not None and epoch == self._epoch and update.version < latest.version:
            return False
        self._latest, self._epoch = update, epoch
        return True

    @property
    def phase(self) -> Phase | None:
        return None if self._latest is None else self._latest.phase

    @property
    def seat(self) -> int | None:
        return None if self._latest is None else self._latest.seat

    @property
    def has_chair(self) -> bool:
        """Also before we have heard anything, if we return to one."""
        return self._returns if self._latest is None else self.seat is not None

    @property
    def transcript(self) -> Transcript:
        """Raises ValueError before the end."""
        if self.record is None:
            raise ValueError("expected the record of a match, got none")
        return read(self.record)

    def past(self, names: tuple[str, ...]) -> PastMatch:
        """What the list of matches says of this one, once it is over."""
        latest = self._latest
        if latest is None or latest.view is None:
            raise ValueError("expected a match that is over")
        view = latest.view
        return PastMatch(0, latest.setup, view.scores, view.winner, names, latest.seat)
