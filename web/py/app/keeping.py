"""How the model changes by what this browser keeps of what was played. Touches no table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from typing import assert_never

from app.effects import (
    Changed,
    Count,
    Download,
    Effect,
    FetchAll,
    ForgetAll,
    ForgetTally,
    LookAtTally,
    SetPace,
    Store,
)
from app.intents.keeping import (
    EraseAll,
    Erased,
    EraseTally,
    FoundAll,
    FoundTally,
    FoundTallyUnreadable,
    Keeping,
    SaveAll,
    SaveTally,
)
from app.intents.page import Sheet
from app.model import Model, Notice
from app.outcome import outcome_of, sitting_in
from app.settings import Settings
from app.tally import Tally, to_plain, write
from engine.codec import Plain, Unreadable, read_json
from engine.messages import Update

FORMAT = "lantern-lodge/kept/1"
TALLY_FILE, ALL_FILE = "lantern-lodge-statistics.json", "lantern-lodge-kept.json"
"""What they are called as files."""


def keep(model: Model, intent: Keeping) -> Changed:
    match intent:
        case FoundTally(tally):
            return replace(model, tally=tally), ()
        case FoundTallyUnreadable():
            return replace(model, notice=Notice.TALLY_UNREADABLE), ()
        case SaveTally() if model.tally is not None:
            return model, (Download(write(model.tally), TALLY_FILE),)
        case SaveTally():
            return model, ()
        case SaveAll():
            return model, (FetchAll(),)
        case FoundAll(tally, transcripts):
            return model, (Download(_all(model.settings, tally, transcripts), ALL_FILE),)
        case EraseTally():
            return replace(model, sheet=Sheet.STATISTICS), (ForgetTally(),)
        case EraseAll() if model.away_from_tables:
            return _forget_settings(model)
        case EraseAll():
            return model, ()
        case Erased():
            return replace(model, tally=Tally(), notice=Notice.ERASED), ()
        case _:
            assert_never(intent)


def look_at_statistics(model: Model) -> Changed:
    notice = None if model.notice is Notice.ERASED else model.notice
    return replace(model, sheet=Sheet.STATISTICS, notice=notice), (LookAtTally(),)


def counted(old: Update | None, new: Update) -> tuple[Effect, ...]:
    """What the tally is to hear: once when a round of ours is first seen, and once at its end."""
    told = sitting_in(new), outcome_of(new)
    if told[0] is None or (old is not None and told == (sitting_in(old), outcome_of(old))):
        return ()
    return (Count(told[0], told[1]),)


def _all(settings: Settings, tally: Tally, transcripts: Iterable[str]) -> str:
    kept = {
        "format": FORMAT,
        "settings": asdict(settings),
        "statistics": to_plain(tally),
        "matches": list(_readable(transcripts)),
    }
    return json.dumps(kept, indent=1)


def _readable(texts: Iterable[str]) -> Iterator[Plain]:
    for text in texts:
        with suppress(Unreadable):
            yield read_json(text)


def _forget_settings(model: Model) -> Changed:
    """With all the rest: the page's own storage is left with an empty text."""
    fresh = Settings()
    model = replace(model, settings=fresh, sheet=Sheet.STATISTICS)
    return model, (Store("settings", ""), SetPace(fresh.speed.seconds), ForgetAll())
