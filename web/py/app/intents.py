"""What can happen to the app, parsed once from what the page sends. Inside, types are trusted."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from app.shelf import PastMatch
from app.standing import Standing
from engine.actions import Action
from engine.ai.reasons import Reason
from engine.chairs import Level
from engine.codec import Unreadable
from engine.line import End
from engine.messages import Phrase, Reply
from engine.rules import Setup, Variant
from engine.tiles import Tile
from engine.witness import Checked


class Sheet(StrEnum):
    """What may lie over the table when asked for."""

    SETTINGS = "settings"
    SCORE = "score"
    READ = "read"
    KEYS = "keys"


@dataclass(frozen=True, slots=True)
class DealSolo:
    setup: Setup
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class TakeChair:
    """Go on with the unfinished match."""


@dataclass(frozen=True, slots=True)
class KnockAtClosedDoor:
    pass


@dataclass(frozen=True, slots=True)
class GoToHearth:
    pass


@dataclass(frozen=True, slots=True)
class GoToReplay:
    """To the Replay screen, where a match can be chosen."""


@dataclass(frozen=True, slots=True)
class WatchAgain:
    """To the Replay screen, with the match that has just been played."""


@dataclass(frozen=True, slots=True)
class SaveTranscript:
    """As a file: of the match at the table, or of the one that is replayed."""


@dataclass(frozen=True, slots=True)
class OpenPast:
    """A match of this browser's list."""

    number: int


@dataclass(frozen=True, slots=True)
class OpenText:
    """A transcript, wherever it comes from; None where it has gone, or is too large to read."""

    text: str | None


@dataclass(frozen=True, slots=True)
class CloseReplay:
    """Back to where the Replay screen was opened from."""


@dataclass(frozen=True, slots=True)
class Step:
    """So many moments forward, or back."""

    moments: int


@dataclass(frozen=True, slots=True)
class Jump:
    """To a moment of the match, counted from 0."""

    moment: int


@dataclass(frozen=True, slots=True)
class LookFrom:
    """From a seat's chair; None: with all hands up."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class PlayReplay:
    """Let it go on by itself, or stop that."""


@dataclass(frozen=True, slots=True)
class ReplayGoesOn:
    """It has played by itself for a while, if ``run`` is still the one."""

    run: int


@dataclass(frozen=True, slots=True)
class TapTile:
    tile: Tile


@dataclass(frozen=True, slots=True)
class PlayChosen:
    """Lay the chosen tile at ``end``."""

    end: End


@dataclass(frozen=True, slots=True)
class AskDraw:
    pass


@dataclass(frozen=True, slots=True)
class AskPass:
    pass


@dataclass(frozen=True, slots=True)
class AskHint:
    """What would the best mind do in the player's place?"""


@dataclass(frozen=True, slots=True)
class AskNextRound:
    pass


@dataclass(frozen=True, slots=True)
class AskRematch:
    pass


@dataclass(frozen=True, slots=True)
class OpenSheet:
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class PutAside:
    """Escape: close the sheet, or lay down the chosen tile."""


@dataclass(frozen=True, slots=True)
class Change:
    """One setting."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Measured:
    """The area named ``what`` is ``width`` by ``height`` CSS pixels."""

    what: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PageHidden:
    hidden: bool


@dataclass(frozen=True, slots=True)
class StorageRefused:
    pass


@dataclass(frozen=True, slots=True)
class Told:
    """The table has said something; ``checked`` is what became of a deal whose round is over."""

    reply: Reply
    checked: Checked | None = None


@dataclass(frozen=True, slots=True)
class Ticked:
    """A second has passed."""


@dataclass(frozen=True, slots=True)
class ActForMe:
    """The pause before an automatic draw or pass is over, if ``version`` still stands."""

    version: int


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that can be gone on with, as the Hearth tells it."""

    setup: Setup
    round: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FoundUnfinished:
    """What this browser has kept: a match to go on with, or none."""

    unfinished: Unfinished | None


@dataclass(frozen=True, slots=True)
class FoundUnreadable:
    """What this browser had kept could not be read, and has been set aside."""


@dataclass(frozen=True, slots=True)
class Hinted:
    """The answer to a hint that was asked for at ``version`` of the table."""

    version: int
    action: Action
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class FoundPast:
    """The matches that this browser has kept, newest first."""

    matches: tuple[PastMatch, ...]


@dataclass(frozen=True, slots=True)
class SatElsewhere:
    """Another tab of this browser has taken the player's chair."""


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
class AskReload:
    pass


@dataclass(frozen=True, slots=True)
class Stood:
    """How we stand with the table of friends has changed."""

    standing: Standing


@dataclass(frozen=True, slots=True)
class GrewTooLarge:
    """The match that we host has become more than the relay keeps for a host to come."""


@dataclass(frozen=True, slots=True)
class FoundFriends:
    """Whether this browser remembers a table of friends."""

    found: bool


Watching = (
    GoToReplay
    | WatchAgain
    | SaveTranscript
    | OpenPast
    | OpenText
    | FoundPast
    | CloseReplay
    | Step
    | Jump
    | LookFrom
    | PlayReplay
    | ReplayGoesOn
)
"""What the Replay screen answers."""

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
    | AskReload
    | Stood
    | GrewTooLarge
    | FoundFriends
)
"""What belongs to a table of friends."""

Intent = (
    Watching
    | Gathering
    | CloseForAll
    | DealSolo
    | TakeChair
    | KnockAtClosedDoor
    | GoToHearth
    | TapTile
    | PlayChosen
    | AskDraw
    | AskPass
    | AskHint
    | AskNextRound
    | AskRematch
    | OpenSheet
    | PutAside
    | Change
    | Measured
    | PageHidden
    | StorageRefused
    | Told
    | Ticked
    | ActForMe
    | FoundUnfinished
    | FoundUnreadable
    | Hinted
    | SatElsewhere
)

_PLAIN: dict[str, Intent] = {
    "take_chair": TakeChair(),
    "closed_door": KnockAtClosedDoor(),
    "invite": SetTable(),
    "friends": TakeFriendsChair(),
    "take_over": TakeOver(),
    "close_table": CloseForAll(),
    "start": AskStart(),
    "copied": Copied(True),
    "not_copied": Copied(False),
    "awake": Awoke(),
    "reload": AskReload(),
    "hearth": GoToHearth(),
    "replay": GoToReplay(),
    "watch": WatchAgain(),
    "save": SaveTranscript(),
    "close_replay": CloseReplay(),
    "run": PlayReplay(),
    "file_too_large": OpenText(None),
    "draw": AskDraw(),
    "pass": AskPass(),
    "hint": AskHint(),
    "next_round": AskNextRound(),
    "rematch": AskRematch(),
    "put_aside": PutAside(),
    "hidden": PageHidden(True),
    "visible": PageHidden(False),
    "storage_refused": StorageRefused(),
}
_KEYS: dict[str, Intent] = {
    "l": PlayChosen(End.LEFT),
    "ArrowLeft": PlayChosen(End.LEFT),
    "r": PlayChosen(End.RIGHT),
    "ArrowRight": PlayChosen(End.RIGHT),
    "d": AskDraw(),
    "p": AskPass(),
    "h": AskHint(),
    "?": OpenSheet(Sheet.KEYS),
    "Escape": PutAside(),
}


def read_intent(plain: Any) -> Intent | None:
    """What the page's message means, None for a key that means nothing. Raises Unreadable."""
    if not isinstance(plain, dict):
        raise Unreadable(f"expected a message of the page, got {plain!r:.40}")
    name, value = plain.get("msg"), plain.get("value", "")
    try:
        if isinstance(name, str) and name in _PLAIN:
            return _PLAIN[name]
        match name:
            case "key":
                return _KEYS.get(value if len(value) > 1 else value.lower())
            case "deal":
                return _read_deal(plain.get("form", {}))
            case "tile":
                return TapTile(Tile.parse(value))
            case "play":
                return PlayChosen(End(value))
            case "open":
                return OpenSheet(Sheet(value))
            case "past":
                return OpenPast(int(value))
            case "file":
                return OpenText(str(value))
            case "link":
                return FollowLink(str(value))
            case "sit":
                return SitDown(str(plain.get("form", {})["name"]))
            case "name":
                return CallMe(str(value))
            case "ready":
                return MarkReady({"true": True, "false": False}[value])
            case "kick":
                return SendAway(int(value))
            case "react":
                return AskReact(Phrase(value))
            case "step":
                return Step(int(value))
            case "jump":
                return Jump(int(value))
            case "look":
                return LookFrom(int(value) if value else None)
            case "size":
                return Measured(value, _pixels(plain["width"]), _pixels(plain["height"]))
        if isinstance(name, str) and name.startswith("set."):
            return Change(name.removeprefix("set."), str(value))
        if isinstance(name, str) and name.startswith("arrange."):
            return Arrange(name.removeprefix("arrange."), str(value))
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
        raise Unreadable(f"{name}: {error}") from error
    raise Unreadable(f"expected a message of the page, got {name!r:.40}")


def _pixels(plain: Any) -> float:
    length = float(plain)
    if not 0 <= length < 100_000:
        raise ValueError(f"expected a length in pixels, got {length}")
    return length


def _read_deal(form: dict[str, str]) -> DealSolo:
    variant = Variant(form["variant"])
    if variant is Variant.BLOCK:
        target = form.get("block_target", "")
        setup = Setup(variant, 2, int(target) if target else None)
    else:
        setup = Setup(variant, int(form["seats"]), int(form["target"]))
    return DealSolo(setup, tuple(_level(form, seat) for seat in range(setup.seats)))


def _level(form: dict[str, str], seat: int) -> Level:
    """All chairs alike, or chair by chair (``each``); seat 0 is the player's own."""
    level = form["level"]
    return Level(form[f"level-{max(seat, 1)}"] if level == "each" else level)
