"""What a player has chosen for this browser, and its text form. Unknown or bad values fall back."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any

from engine.chairs import clean_name
from engine.codec import Unreadable, read_json


class Speed(StrEnum):
    """How long the regulars take for a turn."""

    CALM = "calm"
    BRISK = "brisk"
    QUICK = "quick"
    AT_ONCE = "at_once"

    @property
    def seconds(self) -> float:
        return {"calm": 1.6, "brisk": 0.9, "quick": 0.4, "at_once": 0.0}[self.value]


class Sort(StrEnum):
    SUIT = "suit"
    PIPS = "pips"
    DOUBLES = "doubles"


class Tiles(StrEnum):
    CLASSIC = "classic"
    COLOUR = "colour"


class Motion(StrEnum):
    SYSTEM = "system"
    REDUCED = "reduced"


class Contrast(StrEnum):
    SYSTEM = "system"
    MORE = "more"


class TextSize(StrEnum):
    USUAL = "usual"
    LARGE = "large"


class Tongue(StrEnum):
    """The language that the player wants: whatever the browser asks for, or one by its code."""

    BROWSER = "browser"
    ENGLISH = "en"
    GERMAN = "de"


SOUNDS = ("rain", "click", "bell")


@dataclass(frozen=True, slots=True)
class Settings:
    auto_draw: bool = True
    auto_pass: bool = True
    speed: Speed = Speed.BRISK
    sort: Sort = Sort.SUIT
    tiles: Tiles = Tiles.CLASSIC
    motion: Motion = Motion.SYSTEM
    contrast: Contrast = Contrast.SYSTEM
    text: TextSize = TextSize.USUAL
    language: Tongue = Tongue.BROWSER
    rain: bool = False
    click: bool = False
    bell: bool = False
    vibration: bool = False
    name: str = ""
    """What the player is called at tables of friends."""

    def to_text(self) -> str:
        return json.dumps(asdict(self))

    @property
    def sounds(self) -> tuple[str, ...]:
        """The names of those that are wanted."""
        return tuple(name for name in SOUNDS if getattr(self, name))

    def changed(self, name: str, value: object) -> Settings:
        """These settings with one of them changed; unchanged where that makes no sense."""
        for field in fields(self):
            if field.name == name:
                try:
                    return replace(self, **{name: _read(getattr(self, name), value)})
                except ValueError:
                    return self
        return self


def read_settings(text: str | None) -> Settings:
    """The settings of ``text``; whatever in it cannot be read stays at its default."""
    try:
        kept = read_json(text or "{}")
    except Unreadable:
        return Settings()
    settings = Settings()
    for name, value in kept.items() if isinstance(kept, dict) else ():
        settings = settings.changed(name, value)
    return settings


def _read(default: bool | StrEnum | str, value: object) -> Any:
    if type(default) is str:
        return clean_name(str(value)) if str(value).strip() else ""
    if isinstance(default, bool):
        if value in ("true", True):
            return True
        if value in ("false", False):
            return False
        raise ValueError(f"expected true or false, got {value!r:.40}")
    return type(default)(str(value))
