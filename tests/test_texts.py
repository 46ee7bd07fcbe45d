"""Every sentence is there, is used, and is written as the lodge speaks."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

import pytest

import ui
from app.language import Language
from engine.actions import Refusal
from engine.chairs import NAMELESS, Regular
from ui.texts import KEYS, TEXTS, counted, spoken, text
from web.words import MARK, WEB

FILES = sorted(Path(ui.__path__[0]).glob("*.py"))
FINDERS = {"text": 0, "phrase": 0, "counted": 0, "_told": 1}
"""The functions that take a key, and which of their arguments it is."""
ANY = "[a-z0-9_]+"
A_KEY = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")
UNWELCOME = {"So", "Sk", "Cs", "Cc", "Cf"}
"""Kinds of letter that are emoji, or that nobody sees."""


@dataclass(frozen=True)
class Asked:
    """One place that asks for a sentence: the keys that it may mean, the values that it gives."""

    where: str
    keys: re.Pattern[str]
    given: frozenset[str | None]


def _asked(path: Path) -> Iterator[Asked]:
    tree = ast.parse(path.read_text())
    for function, call in _calls(tree, *FINDERS):
        finder = ast.unparse(call.func)
        given = {keyword.arg for keyword in call.keywords}
        given |= {"counted": {"count"}, "_told": {"name"}}.get(finder, set())
        form = r"\.(zero|one|other)" if finder == "counted" else ""
        for key in _keys(call.args[FINDERS[finder]], function, tree):
            if key != ANY:
                yield Asked(path.name, re.compile(key + form), frozenset(given))


def _calls(tree: ast.Module, *names: str) -> Iterator[tuple[ast.FunctionDef, ast.Call]]:
    """Every call of these functions, with the function that it stands in."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and ast.unparse(call.func) in names:
                    yield function, call


def _keys(node: ast.expr, function: ast.FunctionDef, tree: ast.Module) -> Iterator[str]:
    """The keys that an expression may be, as patterns."""
    match node:
        case ast.Constant(value=str(key)):
            yield re.escape(key)
        case ast.IfExp(body=one, orelse=other):
            yield from _keys(one, function, tree)
            yield from _keys(other, function, tree)
        case ast.JoinedStr(values=parts):
            wholes = [""]
            for part in parts:
                inner = part.value if isinstance(part, ast.FormattedValue) else part
                known = list(_keys(inner, function, tree))
                wholes = [whole + each for whole in wholes for each in known]
            yield from wholes
        case ast.Name(id=name):
            sources = list(_sources(name, function, tree))
            for source, within in sources:
                yield from _keys(source, within, tree)
            if not sources:
                yield ANY
        case _:
            yield ANY


def _sources(
    name: str, function: ast.FunctionDef, tree: ast.Module
) -> Iterator[tuple[ast.expr, ast.FunctionDef]]:
    """Where a name has its value from: a caller, an assignment, or a row of constants."""
    names = [arg.arg for arg in function.args.args]
    if name in names:
        for caller, call in _calls(tree, function.name):
            yield call.args[names.index(name)], caller
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                yield value, function
            case ast.comprehension(target=ast.Name(id=target), iter=ast.Tuple(elts=items)):
                if target == name:
                    yield from ((item, function) for item in items)


ENGLISH = TEXTS[Language.ENGLISH]
ASKED = [asked for path in FILES for asked in _asked(path)]


def test_the_search_finds_what_is_asked_for() -> None:
    """Otherwise the tests below would have nothing to compare."""
    found = {asked.keys.pattern for asked in ASKED}
    assert {r"title\.turn", r"round\.pips\.(zero|one|other)", r"told\.opened\.you"} <= found
    assert {r"notice\.[a-z0-9_]+", r"notice\.[a-z0-9_]+\.bare", r"round\.out\.you"} <= found


@pytest.mark.parametrize("where", [path.name for path in FILES])
def test_each_sentence_that_is_asked_for_is_there(where: str) -> None:
    patterns = [asked.keys for asked in ASKED if asked.where == where]
    missing = [pattern for pattern in patterns if not any(map(pattern.fullmatch, KEYS))]
    assert missing == []


BY_THE_PAGE = {
    *MARK.findall((WEB / "index.html").read_text()),
    "hearth.no_scripts",
    "hearth.no_scripts.rules",
}
"""What index.html asks for by itself; without scripts nothing can be filled in."""


@pytest.mark.parametrize("key", KEYS)
def test_each_sentence_is_asked_for(key: str) -> None:
    asked_otherwise = key in set(Regular) | BY_THE_PAGE
    assert asked_otherwise or any(asked.keys.fullmatch(key) for asked in ASKED)


def test_what_a_sentence_leaves_open_is_filled_where_it_is_asked_for() -> None:
    """Where the key is put together from a value, only a page that asks for it can tell."""
    for asked in ASKED:
        for key in () if ANY in asked.keys.pattern else filter(asked.keys.fullmatch, KEYS):
            assert None in asked.given or _open(ENGLISH[key]) <= asked.given, (
                f"{key} in {asked.where}"
            )


def _open(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", Language)
def test_every_language_has_every_sentence_and_leaves_the_same_open(language: Language) -> None:
    assert [key for key in KEYS if key not in TEXTS[language]] == []
    assert [key for key in TEXTS[language] if key not in KEYS] == []
    theirs = TEXTS[language]
    assert [key for key in KEYS if _open(theirs[key]) != _open(ENGLISH[key])] == []


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("key", KEYS)
def test_a_sentence_is_written_as_the_lodge_speaks(key: str, language: Language) -> None:
    sentence = TEXTS[language][key]
    assert A_KEY.fullmatch(key)
    assert sentence == " ".join(sentence.split()) != ""
    assert "!" not in sentence
    assert not UNWELCOME & {unicodedata.category(letter) for letter in sentence}
    assert "'" not in sentence  # a true apostrophe, where there must be one


@pytest.mark.parametrize("key", [key for key in KEYS if key.endswith(".one")])
def test_what_is_counted_has_a_form_for_one_and_for_many(key: str) -> None:
    stem = key.removesuffix("one")
    assert f"{stem}other" in KEYS
    assert _open(ENGLISH[key]) == _open(ENGLISH[f"{stem}other"])


@pytest.mark.parametrize(
    ("key", "count", "sentence"),
    [
        ("sheet.before", 0, "This is the first round."), ("sheet.before", 1, "1 round played."),
        ("sheet.before", 2, "2 rounds played."), ("tiles.word", 0, "tiles"),
        ("tiles.word", 1, "tile"), ("tiles.word", 30, "tiles"), ("round.pips", 0, "pips"),
        ("read.boneyard", 1, "Boneyard: 1 tile."), ("read.boneyard", 0, "Boneyard: 0 tiles."),
    ],
)  # fmt: skip
def test_a_number_finds_its_form(key: str, count: int, sentence: str) -> None:
    assert counted(key, count) == sentence


@pytest.mark.parametrize("name", ["the Warden", "der Wächter", "Anna", "du"])
@pytest.mark.parametrize("language", Language)
def test_every_sentence_can_be_said(language: Language, name: str) -> None:
    with spoken(language):
        for key in KEYS:
            said = text(key, **dict.fromkeys(_open(ENGLISH[key]), name))
            assert not set("{}") & set(said)
            assert said[0].isupper() or not TEXTS[language][key].startswith("{")


@pytest.mark.parametrize("key", [key for key in KEYS if {"name", "names"} & _open(ENGLISH[key])])
def test_in_german_a_name_stands_where_it_needs_no_case(key: str) -> None:
    """As the subject, or after a colon: "der Wächter" goes behind no preposition. Those whom one
    meets in ranked play are people, whose names have no case."""
    before = re.compile(r"\b(an|auf|bei|durch|für|gegen|mit|ohne|von|vor|zu) \{names?\}")
    assert key.startswith("rated.") or not before.search(TEXTS[Language.GERMAN][key])


def test_whatever_stops_a_replay_has_a_sentence() -> None:
    codes = {*Refusal, "match_over", "round_unfinished", "unfair_deal"}
    assert {f"fault.{code}" for code in codes} == {key for key in KEYS if key.startswith("fault.")}


def test_who_gives_no_name_is_called_as_the_engine_calls_them() -> None:
    assert text("nameless") == NAMELESS


def test_a_value_is_never_taken_for_a_place_to_fill() -> None:
    assert text("told.passed", name="{tile} {0}") == "{tile} {0} passed."


@pytest.mark.parametrize("key", ["", "nothing", "told.", "notice.bare"])
def test_a_key_that_is_not_there_is_an_error(key: str) -> None:
    with pytest.raises(KeyError):
        text(key)
