"""A newer build of the page: offered at the Hearth by one sentence, nowhere else."""

from dataclasses import replace

import pytest

from app.effects import Reload
from app.intents.hearth import GoToHearth
from app.intents.page import AskReload, FoundNewer, FoundOtherTabs
from app.model import Model, Screen
from app.reading import read_intent
from app.update import update
from tests.page import region, seen

OFFER = "A newer lodge is ready."


def test_a_newer_build_is_offered_at_the_hearth_and_read_out_there() -> None:
    model, effects = update(Model(), FoundNewer())
    assert effects == ()
    assert OFFER in region(model, "hearth-note").text
    assert OFFER in region(model, "status").text
    reload = region(model, "hearth-note").one("button")
    assert reload.text == "Reload"
    intent = read_intent({"msg": reload["data-msg"]})
    assert intent == AskReload()
    assert update(model, AskReload()) == (model, (Reload(),))


def test_other_tabs_that_keep_it_out_are_told_of() -> None:
    model, _ = update(Model(newer=True), FoundOtherTabs())
    assert "Close the lodge’s other tabs first" in region(model, "hearth-note").text
    model, _ = update(model, AskReload())
    assert "other tabs" not in region(model, "hearth-note").text


def test_nothing_is_offered_where_there_is_nothing_newer() -> None:
    assert region(Model(), "hearth-note").text == ""


@pytest.mark.parametrize("screen", [screen for screen in Screen if screen is not Screen.HEARTH])
def test_no_other_screen_is_disturbed(screen: Screen) -> None:
    quiet = Model(screen=screen, update=seen("3-5", "5-6"), line_area=(300.0, 200.0))
    told = replace(quiet, newer=True)
    assert region(told, "hearth-note").text == ""
    assert region(told, "status").text == region(quiet, "status").text


def test_the_offer_waits_at_the_hearth_for_whoever_comes_from_a_table() -> None:
    at_table = Model(screen=Screen.TABLE, update=seen("3-5", "5-6"), newer=True)
    model, _ = update(at_table, GoToHearth())
    assert OFFER in region(model, "hearth-note").text
