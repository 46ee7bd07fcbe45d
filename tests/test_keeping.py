"""What this browser keeps of what was played: looked at, saved, erased, and counted in time."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from app.effects import (
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
from app.intents import Intent
from app.intents.keeping import (
    EraseAll,
    Erased,
    EraseTally,
    FoundAll,
    FoundTally,
    FoundTallyUnreadable,
    SaveAll,
    SaveTally,
)
from app.intents.page import OpenSheet, PutAside, Sheet
from app.intents.table import Told
from app.model import Model, Notice, Screen
from app.outcome import outcome_of, sitting_in
from app.settings import Settings, Speed
from app.standing import Role, Standing, Tie
from app.tally import Tally, to_plain, write
from app.update import update
from engine.deal import FairDeal
from engine.events import Ending
from engine.messages import Phase, Phrase, Reacted, Update
from tests.page import BLOCK_ROUND, DRAW_100, at, ended, first_ending, seen
from tests.test_notebook import PLAYED

FAIR = FairDeal("table", 1)
ROUND = replace(seen("3-5 0-1", "5-3 3-3"), fair=FAIR)
ROUND_OVER = replace(ended(first_ending(Ending.DOMINO, DRAW_100)), fair=FAIR)
MATCH_OVER = replace(ended(first_ending(Ending.BLOCKED, BLOCK_ROUND)), fair=FAIR)
FRIENDS = Standing(Role.GUEST, Tie.HERE, "https://lodge.example/#table=x")


def counts(model: Model, told: Update) -> tuple[Model, list[Effect]]:
    model, effects = update(model, Told(told))
    return model, [effect for effect in effects if isinstance(effect, Count)]


@pytest.mark.parametrize("standing", [None, FRIENDS])
@pytest.mark.parametrize("over", [ROUND_OVER, MATCH_OVER])
def test_the_tally_hears_once_that_a_round_is_played_and_once_how_it_ended(
    over: Update, standing: Standing | None
) -> None:
    model = Model(screen=Screen.TABLE, standing=standing)
    sitting = sitting_in(ROUND)
    assert sitting is not None
    model, effects = counts(model, ROUND)
    assert effects == [Count(sitting, None)]
    model, effects = counts(model, replace(ROUND, version=8))
    assert effects == []
    model, effects = counts(model, over)
    assert effects == [Count(sitting, outcome_of(over))]
    reacted = replace(over, events=(Reacted(1, Phrase.THANKS),))
    assert counts(model, reacted)[1] == []
    assert counts(model, replace(over, phase=Phase.DEALING))[1] == []


def test_who_watches_is_not_counted() -> None:
    model = Model(screen=Screen.TABLE, standing=FRIENDS)
    for told in (ROUND, ROUND_OVER):
        model, effects = counts(model, replace(told, seat=None))
        assert effects == []


def test_the_statistics_are_looked_for_each_time_they_are_opened() -> None:
    for model in (Model(), at(ROUND), Model(sheet=Sheet.SETTINGS)):
        opened, effects = update(model, OpenSheet(Sheet.STATISTICS))
        assert (opened, effects) == (replace(model, sheet=Sheet.STATISTICS), (LookAtTally(),))
    told = Model(notice=Notice.ERASED)
    assert update(told, OpenSheet(Sheet.STATISTICS))[0].notice is None


def test_what_is_found_is_shown_and_what_cannot_be_read_is_said() -> None:
    assert update(Model(), FoundTally(PLAYED))[0] == Model(tally=PLAYED)
    notice = Notice.TALLY_UNREADABLE
    assert update(Model(), FoundTallyUnreadable())[0] == Model(notice=notice)


def test_the_statistics_are_saved_as_they_are_shown() -> None:
    shown = Model(tally=PLAYED)
    file = Download(write(PLAYED), "lantern-lodge-statistics.json")
    assert update(shown, SaveTally()) == (shown, (file,))
    assert update(Model(), SaveTally()) == (Model(), ())


def test_everything_is_saved_as_one_file_with_its_version() -> None:
    model = Model(settings=Settings(speed=Speed.CALM, name="Ada"))
    assert update(model, SaveAll()) == (model, (FetchAll(),))
    _, [file] = update(model, FoundAll(PLAYED, ('{"format":"lantern-lodge/1"}', "{damaged")))
    assert isinstance(file, Download)
    assert file.name == "lantern-lodge-kept.json"
    assert json.loads(file.text) == {
        "format": "lantern-lodge/kept/1",
        "settings": asdict(model.settings),
        "statistics": to_plain(PLAYED),
        "matches": [{"format": "lantern-lodge/1"}],
    }


QUESTIONS = [(Sheet.ERASE_TALLY, EraseTally()), (Sheet.ERASE_ALL, EraseAll())]


@pytest.mark.parametrize(("sheet", "intent"), QUESTIONS)
def test_a_question_leads_back_to_the_statistics_either_way(sheet: Sheet, intent: Intent) -> None:
    asked, effects = update(Model(sheet=Sheet.STATISTICS, tally=PLAYED), OpenSheet(sheet))
    assert (asked.sheet, effects) == (sheet, ())
    kept, effects = update(asked, PutAside())
    assert (kept, effects) == (Model(sheet=Sheet.STATISTICS, tally=PLAYED), ())
    assert update(asked, intent)[0].sheet is Sheet.STATISTICS
    gone, _ = update(update(asked, intent)[0], Erased())
    assert gone == Model(sheet=Sheet.STATISTICS, tally=Tally(), notice=Notice.ERASED)


def test_erasing_the_statistics_touches_nothing_else() -> None:
    model = Model(settings=Settings(name="Ada"), sheet=Sheet.ERASE_TALLY)
    assert update(model, EraseTally()) == (
        replace(model, sheet=Sheet.STATISTICS), (ForgetTally(),),
    )  # fmt: skip


def test_erasing_everything_takes_the_settings_along() -> None:
    model = Model(settings=Settings(name="Ada"), sheet=Sheet.ERASE_ALL)
    after, effects = update(model, EraseAll())
    assert after == Model(sheet=Sheet.STATISTICS)
    assert effects == (Store("settings", ""), SetPace(Settings().speed.seconds), ForgetAll())


@pytest.mark.parametrize(
    "model",
    [at(ROUND), Model(screen=Screen.TABLE), Model(screen=Screen.RANKED),
     Model(screen=Screen.GATHER, standing=FRIENDS), replace(at(MATCH_OVER), screen=Screen.REPLAY)],
)  # fmt: skip
def test_who_is_at_a_table_cannot_erase_the_way_back_to_it(model: Model) -> None:
    assert update(model, EraseAll()) == (model, ())
