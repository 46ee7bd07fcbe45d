"""What may be said at a table of friends, and where it is seen and heard."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.intents.friends import AskReact
from app.model import Happening, Model, Notice, Screen
from app.reading import read_intent
from app.standing import Role, Standing, Tie
from engine.chairs import Chair
from engine.messages import Phrase, Reacted
from tests.page import LINK, Element, region, seen, shown

TOLD = replace(seen("3-5", "5-6 6-3"), chairs=(Chair(name="Ada"), Chair(name="Bo")))
FRIENDS = Standing(Role.GUEST, Tie.HERE, LINK)
TABLE = Model(screen=Screen.TABLE, update=TOLD, line_area=(300.0, 200.0), standing=FRIENDS)
WORDS = {
    Phrase.WELL_LAID: "Well laid",
    Phrase.GOOD_ROUND: "Good round",
    Phrase.THINKING: "Let me think",
    Phrase.OH_NO: "Oh no",
    Phrase.THANKS: "Thanks",
}


def phrases(model: Model) -> list[Element]:
    return [g for g in region(model, "top").all("group") if g.name == "Say something"]


def test_the_five_phrases_are_buttons_that_say_them() -> None:
    [group] = phrases(TABLE)
    assert [button.name for button in group.all("button")] == list(WORDS.values())
    sent = [
        read_intent({"msg": b["data-msg"], "value": b["data-value"]}) for b in group.all("button")
    ]
    assert sent == [AskReact(phrase) for phrase in WORDS]


def test_the_list_of_phrases_opens_and_closes_without_the_brain() -> None:
    """The browser keeps it above all else, closed at first, and closes it when one is chosen."""
    [group] = phrases(TABLE)
    opener = region(TABLE, "top").one("button", "Say something")
    assert group["popover"] == "auto"
    assert opener["popovertarget"] == group["id"]
    for button in group.all("button"):
        assert button["popovertarget"] == group["id"]
        assert button["popovertargetaction"] == "hide"


@pytest.mark.parametrize(
    "model",
    [
        replace(TABLE, standing=None),
        replace(TABLE, update=replace(TOLD, seat=None)),
    ],
    ids=["alone", "watching"],
)
def test_who_plays_alone_or_only_looks_on_says_nothing(model: Model) -> None:
    assert phrases(model) == []
    assert not shown(model).all("button", "Say something")


@pytest.mark.parametrize("phrase", Phrase)
def test_what_another_says_stands_at_its_seat_in_place_of_its_deed(phrase: Phrase) -> None:
    model = replace(TABLE, reactions=(Happening(1, Reacted(1, phrase)),))
    [said] = region(model, "seat-1").tagged("q")
    assert said.text == WORDS[phrase]
    assert "opened" in region(TABLE, "seat-1").text
    assert "opened" not in region(model, "seat-1").text
    assert not region(model, "say").tagged("q")


def test_what_we_say_ourselves_stands_by_our_hand_unless_something_is_noticed() -> None:
    model = replace(TABLE, reactions=(Happening(1, Reacted(0, Phrase.THANKS)),))
    assert region(model, "say").text == "Your turn You: Thanks"
    noticed = replace(model, notice=Notice.CHOOSE_TILE)
    assert region(noticed, "say").text == "Your turn Choose a tile first"


def test_the_latest_word_of_a_seat_is_the_one_that_stands() -> None:
    both = (Happening(1, Reacted(1, Phrase.OH_NO)), Happening(2, Reacted(1, Phrase.THANKS)))
    assert [q.text for q in shown(replace(TABLE, reactions=both)).tagged("q")] == ["Thanks"]


def test_a_reaction_is_announced_with_the_name_of_who_says_it() -> None:
    model = replace(TABLE, told=(Happening(4, Reacted(1, Phrase.GOOD_ROUND)),))
    assert "\u2068Bo\u2069 says: Good round." in region(model, "status").text
