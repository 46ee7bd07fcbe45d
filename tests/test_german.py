"""No word of English is left on any screen of a German page, whatever it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given

from app.intents.friends import CloseForAll, SendAway
from app.intents.page import Sheet
from app.intents.table import Hinted
from app.language import Language
from app.lobby import Lobby
from app.model import Model, Notice
from app.rivals import OpenBout, RatedBout, Rival
from app.settings import Tongue
from app.shelf import PastMatch
from app.standing import Trouble
from engine.actions import Draw, Pass, Play
from engine.ai.reasons import GoesOut, Keeps, Lacks, OnlyChoice, Sheds, ShedsDouble, Stops
from engine.chairs import Chair
from engine.events import Ending
from engine.letters import Stage
from engine.line import End
from engine.messages import Update
from engine.ranked import Finish
from engine.rules import Setup, Variant
from engine.tiles import Tile
from engine.witness import Checked, Verdict
from tests.bouts import BO, ROOM, at_bout, between, bout_of, playing, rated
from tests.page import (
    BLOCK_ROUND,
    Element,
    at,
    at_friends,
    ended,
    first_ending,
    gathered,
    gatherings,
    models,
    page,
    seen,
)
from tests.test_ranked_page import duels, lobbies, lobby, met
from tests.test_replay_page import choosing, faulty, moments, watching
from tests.test_statistics import TALLY
from ui import texts
from ui.pages import render

SPOKEN = {"aria-label", "aria-description", "aria-valuetext", "placeholder", "title", "alt"}
FOREIGN = {"kbd", "code", "output"}
"""What is written the same in every language: keys, commands, links."""
BLOCKS = {"button", "caption", "dd", "dt", "h1", "h2", "h3", "label", "legend", "li", "option", "p",
          "td", "th"}  # fmt: skip
"""What is said apart from what stands before it."""
DAY = re.compile(r"\d+\. \w+\.? \d{4}")
NAMES = re.compile("\u2068.*?\u2069", re.DOTALL)
ENGLISH, GERMAN = texts.TEXTS[Language.ENGLISH], texts.TEXTS[Language.GERMAN]
SAME = {
    "game.draw", "game.block", "rating", "best.name", "title.lodge", "round.sum",
    "round.sum.single", "advice.because", "seal.giver", "replay.past.score",
    "settings.language.en", "settings.language.de",
}  # fmt: skip
"""Sentences that are the same in both languages: names, and those without a word."""


def test_every_other_sentence_differs_from_its_english() -> None:
    assert {key for key in ENGLISH if ENGLISH[key] == GERMAN[key]} == SAME


def german(model: Model) -> Model:
    return replace(model, settings=replace(model.settings, language=Tongue.GERMAN))


def words_of(model: Model) -> Iterator[str]:
    """All that a German page says, without people's names and what is nobody's language."""
    picture = render(german(model))
    yield picture["title"]
    whole = page(picture["regions"])
    for region in whole.children:
        assert isinstance(region, Element)
        yield NAMES.sub("", "".join(_read(region)))
    for element in whole:
        for name in SPOKEN & element.attributes.keys():
            yield NAMES.sub("", element[name])


def _read(element: Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif child.tag not in FOREIGN and child.attributes.get("lang") != "en":
            yield from ("\n", *_read(child)) if child.tag in BLOCKS else _read(child)


@contextmanager
def marked() -> Iterator[None]:
    """Every German sentence in brackets, so that whatever stands outside comes from none."""
    told = {key: f"⟦{sentence}⟧" for key, sentence in GERMAN.items()}
    with patch.dict(texts.TEXTS, {Language.GERMAN: told}):
        yield


def assert_german(model: Model) -> None:
    """All that the page says comes from the German texts; nothing was written down where it is
    drawn."""
    with marked():
        said = [*words_of(model)]
    for words in said:
        left = DAY.sub("", words)
        while (without := re.sub(r"⟦[^⟦⟧]*⟧", "", left)) != left:
            left = without
        assert not re.search(r"[^\W\d_]{2}", left), left


TRIO = Setup(Variant.DRAW, 3, 100)
ADA = Rival("ada", "Ada", 1540, 170, provisional=True, bouts=30)
LISTS = Lobby(
    bouts=(
        OpenBout(ROOM, Stage.PLAYING, 1, (BO, ADA)),
        OpenBout(ROOM[::-1], Stage.MEETING, 0, (BO, ADA)),
    ),
    rated=tuple(RatedBout(f"{ROOM}.{at}", 1_796_000_000, 0, at, BO, 1540) for at in (0, 1)),
    best=(BO, ADA),
    us=ADA,
)
REASONS = (GoesOut(), Stops(1), Lacks(1, 4), Keeps(4, 1), Keeps(4, 2), ShedsDouble(), Sheds(9))
OVER = [
    replace(at(ended(first_ending(kind, setup), seat)), checked=Checked(verdict, who))
    for kind, setup, seat in product(Ending, (TRIO, BLOCK_ROUND), (0, None))
    for verdict, who in ((Verdict.FAIR, None), (Verdict.BROKEN, "1"), (Verdict.WITHHELD, "0"))
]
TABLE = seen("3-5 3-4 1-2", "5-6 6-3", setup=TRIO)
GUESTS = gathered("Ada", Chair(name="Guest"), Chair(name="Bo", ready=True), setup=TRIO)

BOUT = between(ended(first_ending(Ending.DOMINO, BLOCK_ROUND)))


def hinted(told: Update, *reasons: Any, action: Any = Draw()) -> Model:  # noqa: B008
    return at(told, hint=Hinted(told.version, action, reasons))


STATES = [
    Model(tally=TALLY, sheet=Sheet.STATISTICS),
    *(Model(notice=notice) for notice in Notice),
    *(at(TABLE, notice=notice, about=Tile(3, 5)) for notice in Notice),
    *(at(TABLE, sheet=sheet, tally=TALLY, can_sound=True, can_vibrate=True) for sheet in Sheet),
    *(hinted(TABLE, reason, action=action) for reason in (*REASONS, OnlyChoice())
      for action in (Draw(), Pass())),
    at(TABLE, chosen=Tile(3, 5), hint=Hinted(7, Play(Tile(3, 5), End.LEFT), ())),
    *OVER,
    at_friends(GUESTS),
    *(at_friends(replace(GUESTS, seat=seat)) for seat in (1, None)),
    *(at_friends(GUESTS, doubted=doubt) for doubt in (CloseForAll(), SendAway(1))),
    *(at_bout(playing(), bout_of(stage, watchers=2)) for stage in Stage),
    *(at_bout(replace(BOUT, seat=seat), rated(finish)) for finish in Finish
      for seat in (0, 1, None)),
    at_bout(playing(), sheet=Sheet.LEAVE),
    replace(lobby(), lobby=LISTS),
    choosing(past=(PastMatch(7, TRIO, (40, 105, 0), 1, ("Guest", "ferryman", "warden")),)),
    choosing(unopened="rounds[0].seat: expected a seat"),
    choosing(unopened=""),
    watching(faulty("action")),
    watching(faulty("round")),
]  # fmt: skip


@pytest.mark.parametrize("model", STATES, ids=range(len(STATES)))
def test_each_state_is_said_in_german(model: Model) -> None:
    assert_german(model)


@pytest.mark.parametrize("trouble", Trouble)
@pytest.mark.parametrize("ranked", [False, True])
def test_each_trouble_is_said_in_german(trouble: Trouble, ranked: bool) -> None:
    model = at_bout(playing()) if ranked else at_friends(GUESTS)
    assert model.standing is not None
    assert_german(replace(model, standing=replace(model.standing, trouble=trouble)))


@given(models() | gatherings())
def test_a_table_is_german_whatever_has_happened_there(model: Model) -> None:
    assert_german(model)


@given(moments)
def test_a_replay_is_german_at_every_moment(showing: Any) -> None:
    assert_german(watching(showing))


@given(lobbies, duels)
def test_ranked_play_is_german_whatever_is_known(known: Lobby, duel: Any) -> None:
    assert_german(replace(lobby(), lobby=known))
    assert_german(met(duel))


def test_numbers_and_days_are_written_as_in_german() -> None:
    said = " ".join(words_of(Model(tally=TALLY, sheet=Sheet.STATISTICS)))
    assert "8,3" in said
    assert "+3,3" in said
    assert "−16,7" in said
    assert "30. Nov. 2026" in " ".join(words_of(replace(lobby(), lobby=LISTS)))


def test_what_is_not_of_the_texts_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.statistics.text", lambda key, **_: ENGLISH[key])
    with pytest.raises(AssertionError, match="Every round counts"):
        assert_german(STATES[0])


def element_of(model: Model) -> Element:
    return page(render(german(model))["regions"])


def test_the_names_by_which_things_are_found_are_german_too() -> None:
    found = element_of(at(TABLE))
    assert found.one("group", "Deine Steine").all("button")
    assert found.one("list", "Reihe").all("listitem")
    assert {"Ziehen", "Passen", "Links anlegen"} <= {each.name for each in found.all("button")}
