"""What index.html says by itself is what the lodge's texts say, in every language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from app.language import Language
from ui.texts import TEXTS
from web.words import MARK, WEB, worded

INDEX = (WEB / "index.html").read_text()
ENGLISH, GERMAN = TEXTS[Language.ENGLISH], TEXTS[Language.GERMAN]
PLACES = {
    "data-words-label": "aria-label",
    "data-words-content": "content",
    "data-words-link": "href",
}
SILENT = {"script", "style", "noscript", "mpy-config", "py-config"}
EMPTY = {"br", "input", "link", "meta"}


class Reader(HTMLParser):
    """Collects what is said: the key under which it is marked, if any, and the English of it."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[tuple[str | None, str]] = []
        self._open: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        for mark, attribute in PLACES.items():
            if mark in own:
                self.said.append((own[mark], own[attribute]))
        if "data-words-label" not in own and "aria-label" in own:
            self.said.append((None, own["aria-label"]))
        if tag not in EMPTY:
            self._open.append((tag, own))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        tag, own = self._open[-1] if self._open else ("", {})
        if not data.strip() or tag in SILENT:
            return
        key = own.get("data-words")
        if key is None:
            self.said.append((None, data.strip()))
        else:
            self.said.append((key, data.replace(own.get("data-target", "{}"), "{target}")))


def said() -> list[tuple[str | None, str]]:
    reader = Reader()
    reader.feed(re.sub(r"(?s)<noscript>.*?</noscript>", "", INDEX))
    return reader.said


def test_whatever_the_page_says_is_the_english_of_its_key() -> None:
    found = said()
    assert len(found) > 60
    for key, words in found:
        assert (key is None and not re.search("[A-Za-z]", words)) or ENGLISH[str(key)] == words


def test_without_scripts_it_is_said_in_every_language() -> None:
    [silent] = re.findall(r"(?s)<noscript>(.*?)</noscript>", INDEX)
    for texts in (ENGLISH, GERMAN):
        assert f">{texts['hearth.no_scripts']} <a " in silent
        assert f">{texts['hearth.no_scripts.rules']}</a>" in silent
    assert f'<p class="word" lang="{Language.GERMAN}">{GERMAN["hearth.no_scripts"]}' in silent


def test_the_script_has_every_word_of_the_page_and_no_other() -> None:
    script = worded()["words.js"].decode()
    [told] = re.findall(r"const WORDS = (\{.*\});", script)
    keys = set(MARK.findall(INDEX))
    assert json.loads(told) == {
        language.value: {key: TEXTS[language][key] for key in keys} for language in Language
    }


def test_what_the_script_puts_into_attributes_is_what_the_page_marks() -> None:
    script = Path(WEB / "words.js").read_text()
    for mark in re.findall(r"data-words[\w-]*", INDEX):
        assert f"[{mark}]" in script


def _strings(plain: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(plain, str):
        yield name, plain
    elif isinstance(plain, dict):
        for key, value in plain.items():
            yield from _strings(value, key)
    elif isinstance(plain, list):
        for value in plain:
            yield from _strings(value, name)


def test_the_german_manifest_is_the_english_one_in_german() -> None:
    own = json.loads((WEB / "manifest.webmanifest").read_text())
    german = json.loads(worded()[GERMAN["page.manifest"]])
    assert (own["lang"], german["lang"]) == ("en", "de")
    for (name, words), (same, theirs) in zip(_strings(own), _strings(german), strict=True):
        assert name == same
        if name in ("name", "short_name", "description", "label"):
            keys = [key for key, sentence in ENGLISH.items() if sentence == words]
            assert theirs in {GERMAN[key] for key in keys}
        elif name != "lang":
            assert theirs == words
