"""What is fresh: only what has just happened, only before our eyes, and until the next thing."""

from __future__ import annotations

from dataclasses import replace

from app.intents import Intent
from app.intents.hearth import GoToHearth
from app.intents.page import Change
from app.intents.table import TapTile, Ticked, Told
from app.model import Model, Screen
from app.update import update
from engine.events import Drew, Passed, Played
from engine.line import End
from engine.messages import News
from engine.tiles import Tile
from tests.page import at, seen

HAND, LINE = "3-5 3-4 1-2", "5-6 6-3"
THEY_LAID = Played(1, Tile(3, 6), End.RIGHT)


def told(version: int, *events: News) -> Told:
    return Told(replace(seen(HAND, LINE, version=version), events=events))


def after(model: Model, *intents: Intent) -> list[News]:
    for intent in intents:
        model, _ = update(model, intent)
    return [happening.event for happening in model.fresh]


def sitting(version: int = 3) -> Model:
    return at(seen(HAND, LINE, version=version))


def test_what_the_table_tells_to_somebody_who_sits_there_is_fresh() -> None:
    assert after(sitting(), told(4, Drew(1), THEY_LAID)) == [Drew(1), THEY_LAID]


def test_it_stays_fresh_while_nothing_else_happens() -> None:
    idle = (Ticked(), TapTile(Tile(3, 5)), Change("sort", "pips"))
    assert after(sitting(), told(4, THEY_LAID), *idle) == [THEY_LAID]


def test_the_next_version_of_the_table_takes_its_place() -> None:
    assert after(sitting(), told(4, THEY_LAID), told(5, Passed(2))) == [Passed(2)]
    assert after(sitting(), told(4, THEY_LAID), told(5)) == []


def test_the_same_version_told_again_brings_nothing() -> None:
    assert after(sitting(), told(3, THEY_LAID)) == []


def test_a_page_that_has_just_come_has_seen_nothing_happen() -> None:
    newcomer = Model(screen=Screen.TABLE)
    assert after(newcomer, told(4, THEY_LAID)) == []


def test_whoever_leaves_the_table_and_looks_at_it_again_sees_nothing_old() -> None:
    model, _ = update(sitting(), told(4, THEY_LAID))
    assert model.fresh
    assert after(model, GoToHearth()) == []
