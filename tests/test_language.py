"""Which language the lodge speaks, and that it is spoken at once and everywhere."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.language import Language, read_language
from app.model import Model, Screen
from app.settings import Settings, Tongue
from tests.page import Memory, Visitor
from tests.story import live
from ui.pages import render
from ui.texts import average, counted, dated, listed, number, spoken, text


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("en", Language.ENGLISH), ("de", Language.GERMAN), ("de-CH", Language.ENGLISH),
        ("fr", Language.ENGLISH), ("", Language.ENGLISH), (None, Language.ENGLISH),
        (["de"], Language.ENGLISH), ({}, Language.ENGLISH),
    ],
)  # fmt: skip
def test_a_language_that_the_lodge_lacks_is_english(code: object, language: Language) -> None:
    assert read_language(code) is language


@pytest.mark.parametrize("asked", Language)
def test_a_choice_goes_before_what_the_browser_asks_for(asked: Language) -> None:
    spoken_by = {
        wanted: Model(settings=Settings(language=wanted), asked_for=asked).language
        for wanted in Tongue
    }
    assert spoken_by == {
        Tongue.BROWSER: asked,
        Tongue.ENGLISH: Language.ENGLISH,
        Tongue.GERMAN: Language.GERMAN,
    }


@pytest.mark.parametrize("screen", Screen)
def test_the_browsers_language_outlives_a_table(screen: Screen) -> None:
    model = Model(asked_for=Language.GERMAN, screen=Screen.TABLE)
    assert model.without_table(screen).language is Language.GERMAN


def test_a_language_is_spoken_within_and_no_longer() -> None:
    with spoken(Language.GERMAN):
        assert text("act.draw") == "Ziehen"
        assert number(1234) == "1.234"
        assert average(1.5) == "1,5"
        assert listed(["A", "B", "C"]) == "A, B und C"
        assert dated(30, 11, 2026) == "30. Nov. 2026"
        assert counted("gather.watchers", 1) == "1 Person sieht zu."
        assert counted("gather.watchers", 2000) == "2.000 Leute sehen zu."
        with pytest.raises(KeyError), spoken(Language.ENGLISH):
            text("nothing")
        assert text("act.draw") == "Ziehen"
    assert text("act.draw") == "Draw"
    assert average(1.5) == "1.5"


def test_a_picture_depends_on_its_model_alone() -> None:
    english = Model(screen=Screen.RANKED)
    german = replace(english, asked_for=Language.GERMAN)
    before = render(english)
    assert (render(german)["title"], render(german)["language"]) == (
        "Block mit Wertung: Lantern Lodge",
        "de",
    )
    with spoken(Language.GERMAN):
        assert render(english) == before


def test_the_page_is_told_its_language_before_its_title_and_again_when_it_changes() -> None:
    async def story() -> None:
        visitor = Visitor(Memory())
        hello = {"stored": {}, "language": "de", "page": "", "relay": ""}
        await visitor.program.hello(json.dumps(hello))
        await visitor.look()
        assert visitor.effects == [
            {"do": "language", "language": "de"},
            {"do": "title", "text": "Lantern Lodge Domino"},
        ]
        visitor.send("open", "settings")
        await visitor.look()
        assert visitor.dialog == "Einstellungen"
        visitor.effects.clear()
        visitor.send("set.language", "en")
        await visitor.look()
        assert visitor.dialog == "Settings"
        store, language, title = visitor.effects
        assert (store["do"], json.loads(store["text"])["language"]) == ("store", "en")
        assert language == {"do": "language", "language": "en"}
        assert title == {"do": "title", "text": "Lantern Lodge Dominoes"}

    live(story())
