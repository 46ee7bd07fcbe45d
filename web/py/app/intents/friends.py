"""What belongs to a table of friends: ways to it, what is asked there, how we stand with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.standing import Standing
from engine.messages import Phrase


@dataclass(frozen=True, slots=True)
class SetTable:
    """A new table for friends, who come by its link."""


@dataclass(frozen=True, slots=True)
class FollowLink:
    """The page was opened by a link to somebody's table, or now has one in its address."""

    link: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class TakeFriendsChair:
    """Back to the table of friends that this browser remembers."""


@dataclass(frozen=True, slots=True)
class FoundFriends:
    """Whether this browser remembers a table of friends."""

    found: bool


@dataclass(frozen=True, slots=True)
class SitDown:
    """Take a chair at the table that we watch."""

    name: str


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Play on here what another tab has taken."""


@dataclass(frozen=True, slots=True)
class CloseForAll:
    """Host only: nobody shall play on at this table."""


@dataclass(frozen=True, slots=True)
class Arrange:
    """Host only: one thing of the table; ``what`` is ``variant``, ``seats``, ``target`` or the
    ``level-N`` of the regular in chair N."""

    what: str
    value: str


@dataclass(frozen=True, slots=True)
class MarkReady:
    on: bool


@dataclass(frozen=True, slots=True)
class AskStart:
    pass


@dataclass(frozen=True, slots=True)
class SendAway:
    """Host only: the guest in this chair."""

    seat: int


@dataclass(frozen=True, slots=True)
class AskReact:
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Calmed:
    """The reaction of that number has been shown for long enough."""

    number: int


@dataclass(frozen=True, slots=True)
class CallMe:
    """The player's name, here and at later tables."""

    name: str


@dataclass(frozen=True, slots=True)
class Copied:
    """Whether the browser has copied the link."""

    done: bool


@dataclass(frozen=True, slots=True)
class Awoke:
    """The page is looked at again, or has a network again."""


@dataclass(frozen=True, slots=True)
class Stood:
    """How we stand with the table has changed, also with a ranked one."""

    standing: Standing


@dataclass(frozen=True, slots=True)
class GrewTooLarge:
    """The match that we host has become more than the relay keeps for a host to come."""


Gathering = (
    SetTable
    | FollowLink
    | TakeFriendsChair
    | SitDown
    | TakeOver
    | Arrange
    | MarkReady
    | AskStart
    | SendAway
    | AskReact
    | Calmed
    | CallMe
    | Copied
    | Awoke
    | Stood
    | GrewTooLarge
    | FoundFriends
)
