"""How we stand with a table by way of the relay, as the page may tell it. Knows no token."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Role(StrEnum):
    HOST = "host"
    GUEST = "guest"
    WATCHER = "watcher"


class Tie(StrEnum):
    """What lies between us and the table just now."""

    COMING = "coming"
    """The table is being set, or found, for the first time."""
    HERE = "here"
    LOST = "lost"
    """Our connection is gone; it is tried again all the time."""
    RESTARTING = "restarting"
    """The relay has said that it will be back."""
    HOST_AWAY = "host_away"
    """The host's connection is gone; the clocks stand still until the lodge has a host again."""


class Trouble(StrEnum):
    """Why we are not at the table any more; each has its way on."""

    TAKEN_OVER = "taken_over"
    """Another tab of this browser has our chair."""
    NO_TABLE = "no_table"
    """The table has ended, or never was."""
    CLOSED = "closed"
    """The host has closed it for all."""
    SENT_AWAY = "sent_away"
    FULL = "full"
    """Nobody else may even watch."""
    TOO_MANY_TABLES = "too_many_tables"
    """The relay sets no more tables for this address within the hour."""
    NO_RELAY = "no_relay"
    """No relay answers where the table should have been set."""
    OLD_PAGE = "old_page"
    """The relay speaks a newer protocol than this page."""
    NOT_SEALED = "not_sealed"
    """The table is sealed, and this browser cannot seal on a page without https."""
    BAD_LINK = "bad_link"
    REFUSED = "refused"
    """The relay did not understand us, or did not let us."""


@dataclass(frozen=True, slots=True)
class Standing:
    """``invite`` is the link to this table, "" until there is one; ``until`` the seconds left to
    the host to come back; ``watchers`` how many only look on, as far as the host is told.
    """

    role: Role
    tie: Tie
    invite: str = field(default="", repr=False)
    sealed: bool = True
    until: float | None = None
    watchers: int = 0
    trouble: Trouble | None = None
