"""Each way to lose a table says what happened, and leads on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.intents import Intent
from app.intents.friends import SetTable, TakeOver
from app.intents.hearth import GoToHearth
from app.intents.page import AskReload, Sheet
from app.model import Model, Screen
from app.reading import read_intent
from app.standing import Role, Standing, Tie, Trouble
from tests.page import LINK, Element, at_friends, gathered, region, seen

TABLE = Model(screen=Screen.TABLE, update=seen("3-5", "5-6"), line_area=(300.0, 200.0))
WAYS_ON: dict[Trouble, dict[str, Intent]] = {
    Trouble.TAKEN_OVER: {"Take over here": TakeOver()},
    Trouble.NO_TABLE: {"Set a new table": SetTable()},
    Trouble.CLOSED: {"Set a new table": SetTable()},
    Trouble.SENT_AWAY: {"Set a new table": SetTable()},
    Trouble.FULL: {"Set a new table": SetTable()},
    Trouble.BAD_LINK: {"Set a new table": SetTable()},
    Trouble.TOO_MANY_TABLES: {},
    Trouble.NO_RELAY: {},
    Trouble.OLD_PAGE: {"Reload": AskReload()},
    Trouble.NOT_SEALED: {},
    Trouble.REFUSED: {"Reload": AskReload()},
}


def dialog(model: Model, trouble: Trouble) -> Element:
    standing = Standing(Role.GUEST, Tie.LOST, LINK, trouble=trouble)
    return region(replace(model, standing=standing), "dialog").one("dialog")


@pytest.mark.parametrize("trouble", Trouble)
@pytest.mark.parametrize(
    "model",
    [
        at_friends(None),
        at_friends(gathered("Ada", "Bo", seat=1)),
        TABLE,
        replace(TABLE, sheet=Sheet.SETTINGS),
        Model(),
    ],
    ids=["coming", "gather", "table", "sheet", "hearth"],
)
def test_it_comes_before_all_else_and_leads_on_and_home(model: Model, trouble: Trouble) -> None:
    over = dialog(model, trouble)
    ways = {
        button.name: read_intent({"msg": button["data-msg"], "value": ""})
        for button in over.all("button")
    }
    assert ways == {**WAYS_ON[trouble], "Back to the hearth": GoToHearth()}
    assert over["aria-modal"] == "true"
    assert over.all("heading")[0].text == over.name


@pytest.mark.parametrize("trouble", Trouble)
def test_one_button_is_the_one_to_press(trouble: Trouble) -> None:
    first, *others = dialog(TABLE, trouble).all("button")
    assert "go" in first.classes
    assert "autofocus" in first.attributes
    assert not [b for b in others if "go" in b.classes or "autofocus" in b.attributes]


def test_each_says_something_of_its_own() -> None:
    said = [dialog(TABLE, trouble).text for trouble in Trouble]
    assert len({*said}) == len(Trouble)
    assert len({dialog(TABLE, trouble).name for trouble in Trouble}) == len(Trouble)


def test_without_a_relay_solo_play_is_named_as_what_works() -> None:
    said = dialog(TABLE, Trouble.NO_RELAY).text
    assert "Playing solo works; friends need a connection." in said


def test_the_match_is_not_over_for_the_dialogs_of_a_table_without_trouble() -> None:
    standing = Standing(Role.GUEST, Tie.LOST, LINK)
    assert region(replace(TABLE, standing=standing), "dialog").children == []
