"""What the Ranked screen knows: who is here, how we stand, what there is to watch. No tile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from app.rivals import NEWCOMER, Counts, OpenBout, RatedBout, Rival


class Search(StrEnum):
    """Whether we look for an opponent."""

    NONE = "none"
    JOINING = "joining"
    """The queue has yet to answer."""
    WAITING = "waiting"


class Hitch(StrEnum):
    """What stands in the way of ranked play; each has its sentence."""

    NO_RELAY = "no_relay"
    """Nobody answers; it is tried again all the time."""
    CLOSED = "closed"
    """There are no ranked games at this lodge."""
    LEDGER = "ledger"
    """No result can be written, or read, just now."""
    TAKEN_OVER = "taken_over"
    """Another tab of this browser looks for an opponent instead."""
    TOO_MANY = "too_many"
    FULL = "full"
    OLD_PAGE = "old_page"
    REFUSED = "refused"
    GONE = "gone"
    """The transcript that was asked for cannot be had."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """What is None has not been read yet."""

    search: Search = Search.NONE
    hitch: Hitch | None = None
    counts: Counts | None = None
    us: Rival = NEWCOMER
    rated: tuple[RatedBout, ...] | None = None
    best: tuple[Rival, ...] | None = None
    bouts: tuple[OpenBout, ...] | None = None

    def at_rest(self) -> Lobby:
        """Nobody is looked for, and nothing is wrong."""
        return replace(self, search=Search.NONE, hitch=None)
