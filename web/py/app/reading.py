"""What the page's messages mean: each is one intent, parsed once, or a key that means nothing."""

from __future__ import annotations

from typing import Any

from app.intents import Intent
from app.intents.friends import (
    Arrange,
    AskReact,
    AskStart,
    Awoke,
    CallMe,
    CloseForAll,
    Copied,
    FollowLink,
    MarkReady,
    SendAway,
    SetTable,
    SitDown,
    TakeFriendsChair,
    TakeOver,
)
from app.intents.hearth import DealSolo, FirstSecrets, GoToHearth, TakeChair
from app.intents.keeping import EraseAll, EraseTally, SaveAll, SaveTally
from app.intents.page import (
    AskReload,
    Change,
    FoundNewer,
    FoundOtherTabs,
    Measured,
    OpenSheet,
    PageHidden,
    PutAside,
    Sheet,
    StepBack,
    StorageRefused,
)
from app.intents.ranked import (
    CancelSearch,
    FindOpponent,
    FollowBout,
    GoToRanked,
    SaveRated,
    WatchRated,
)
from app.intents.replay import (
    CloseReplay,
    GoToReplay,
    Jump,
    LookFrom,
    OpenPast,
    OpenText,
    PlayReplay,
    SaveTranscript,
    Step,
    WatchAgain,
)
from app.intents.table import (
    AskDraw,
    AskHint,
    AskNextRound,
    AskPass,
    AskRematch,
    PlayChosen,
    TapTile,
    TurnLens,
)
from engine.chairs import Level
from engine.codec import Unreadable
from engine.deal import SECRET_BYTES
from engine.line import End
from engine.messages import Phrase
from engine.rules import Setup, Variant
from engine.tiles import Tile

_PLAIN: dict[str, Intent] = {
    "take_chair": TakeChair(),
    "ranked": GoToRanked(),
    "find": FindOpponent(),
    "cancel_search": CancelSearch(),
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
    "lens": TurnLens(),
    "next_round": AskNextRound(),
    "rematch": AskRematch(),
    "put_aside": PutAside(),
    "back": StepBack(),
    "save_tally": SaveTally(),
    "save_all": SaveAll(),
    "erase_tally": EraseTally(),
    "erase_all": EraseAll(),
    "hidden": PageHidden(True),
    "visible": PageHidden(False),
    "storage_refused": StorageRefused(),
    "newer": FoundNewer(),
    "other_tabs": FoundOtherTabs(),
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
                return _read_deal(plain.get("form", {}), plain.get("secrets"))
            case "tile":
                return TapTile(Tile.parse(value))
            case "play":
                return PlayChosen(End(value))
            case "open":
                return OpenSheet(Sheet(value))
            case "past":
                return OpenPast(int(value))
            case "bout":
                return FollowBout(str(value))
            case "watch_rated":
                return WatchRated(str(value))
            case "save_rated":
                return SaveRated(str(value))
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


def _read_deal(form: dict[str, str], secrets: list[str] | None) -> DealSolo:
    variant = Variant(form["variant"])
    if variant is Variant.BLOCK:
        target = form.get("block_target", "")
        setup = Setup(variant, 2, int(target) if target else None)
    else:
        setup = Setup(variant, int(form["seats"]), int(form["target"]))
    levels = tuple(_level(form, seat) for seat in range(setup.seats))
    return DealSolo(setup, levels, None if secrets is None else _read_secrets(secrets))


def _read_secrets(texts: list[str]) -> FirstSecrets:
    secrets = [bytes.fromhex(text) for text in texts]
    if (lengths := [len(secret) for secret in secrets]) != [SECRET_BYTES] * 2:
        raise ValueError(f"expected two secrets of {SECRET_BYTES} bytes, got {lengths}")
    return secrets[0], secrets[1]


def _level(form: dict[str, str], seat: int) -> Level:
    """All chairs alike, or chair by chair (``each``); seat 0 is the player's own."""
    level = form["level"]
    return Level(form[f"level-{max(seat, 1)}"] if level == "each" else level)
