"""The examples of the rules' pages: true positions, the engine's answers, the table's sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import web.lessons
from app.hearing import NOTICE_FOR
from app.language import Language
from engine.actions import Action, Draw, Pass, Play, Refusal
from engine.events import Ending, Opened, Played
from engine.line import End
from engine.round import Round, legal_actions
from engine.tiles import Tile
from web.lessons import sayings
from web.lessons.choices import Choice, choices
from web.lessons.lesson import LESSONS, LINES, QUESTIONS, WE, Lesson
from web.lessons.sayings import REFUSALS
from web.lessons.words import OWN_ENGLISH, SENTENCES, Words

ENGLISH = Words(Language.ENGLISH)
LESSON_FILES = sorted(Path(web.lessons.__path__[0]).glob("*.py"))
ROUNDS = {
    **{name: lesson.round for name, lesson in LESSONS.items()},
    **{name: asked.round for name, asked in QUESTIONS.items()},
    **LINES,
}
each_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS.keys())


@pytest.mark.parametrize("round", ROUNDS.values(), ids=ROUNDS.keys())
def test_a_position_could_come_about(round: Round) -> None:
    laid = [each.tile for each in round.line.laid]
    tiles = [*laid, *(tile for hand in round.hands for tile in hand), *round.boneyard]
    assert len(set(tiles)) == len(tiles)
    assert set(tiles) <= set(round.rules.tiles)
    assert len(round.hands) in round.rules.seats
    touching = zip(round.line.laid, round.line.laid[1:], strict=False)
    assert all(one.right == other.left for one, other in touching)


@each_lesson
def test_what_fits_in_an_example_is_what_the_rules_allow(lesson: Lesson) -> None:
    assert legal(choices(lesson)) == set(legal_actions(lesson.round))


@each_lesson
def test_every_tile_a_draw_and_a_pass_can_be_asked_for(lesson: Lesson) -> None:
    asked = [choice.of for choice in choices(lesson)]
    assert asked == [*sorted(lesson.round.hands[WE]), Draw(), Pass()]


@each_lesson
def test_a_refused_choice_changes_nothing_and_any_other_does(lesson: Lesson) -> None:
    for before, choice in walk(lesson.round, choices(lesson)):
        changed = choice.came.round != before
        assert changed == (choice.fits and not choice.came.ends)


def test_both_ends_ask_for_the_tile_that_fits_them() -> None:
    [both] = [choice for choice in choices(LESSONS["either_end"]) if choice.came.ends]
    assert both.of == Tile(3, 5)
    lines = {choice.of: choice.came.round.line.ends for choice in both.came.choices}
    assert lines == {End.LEFT: (5, 5), End.RIGHT: (3, 3)}


def test_a_double_that_waits_is_laid_in_the_turn_after() -> None:
    first = by_name(choices(LESSONS["waiting_double"]))
    assert first["4-4"].came.refusal is Refusal.DOES_NOT_MATCH
    then = by_name(first["3-4"].came.choices)
    assert then["4-4"].fits
    assert then["4-4"].came.round.line.ends == (1, 4)


def test_one_draws_until_a_tile_fits_and_then_no_more() -> None:
    now, drawn = by_name(choices(LESSONS["drawing"])), 0
    while now["Draw()"].fits:
        now, drawn = by_name(now["Draw()"].came.choices), drawn + 1
        assert not now["Pass()"].fits
    assert drawn == 2
    assert now["Draw()"].came.refusal is Refusal.MUST_PLAY
    assert now["2-6"].fits


def test_the_last_tile_of_the_boneyard_can_be_drawn_and_then_one_passes() -> None:
    first = by_name(choices(LESSONS["last_drawn"]))
    assert first["Pass()"].came.refusal is Refusal.MUST_DRAW
    then = by_name(first["Draw()"].came.choices)
    assert not first["Draw()"].came.round.boneyard
    assert then["Draw()"].came.refusal is Refusal.BONEYARD_EMPTY
    assert then["Pass()"].fits


def test_the_last_tile_ends_the_round_and_its_sum_is_written_out() -> None:
    out = by_name(choices(LESSONS["going_out"]))["5-7"]
    assert out.came.round.result is not None
    assert out.came.round.result.kind is Ending.DOMINO
    assert sayings.of_choice(out, LESSONS["going_out"].shows, ENGLISH)[-1] == "You: 11 + 9 = 20."


def test_the_advised_tile_leaves_most_that_fits() -> None:
    lesson = LESSONS["keep_values"]
    fitting = {
        str(choice.of): sum(map(choice.came.round.line.fits, choice.came.round.hands[WE]))
        for _, choice in walk(lesson.round, choices(lesson))
        if choice.came.events
    }
    assert fitting == {"2-5": 3, "left": 1, "right": 0}


def test_who_lacks_both_ends_passes_where_they_are_left_and_plays_where_they_are_not() -> None:
    lesson = LESSONS["leave_them"]
    passed = {
        str(choice.of): "The Ferryman passed." in sayings.of_choice(choice, lesson.shows, ENGLISH)
        for _, choice in walk(lesson.round, choices(lesson))
        if choice.came.events
    }
    assert passed == {"0-4": False, "left": True, "right": True, "2-6": False}


@pytest.mark.parametrize(
    ("name", "opens", "why"),
    [("opening", 1, "highest double"), ("opening_no_double", 1, "higher end opens: 3-6")],
)
def test_who_opens_is_what_the_deal_says(name: str, opens: int, why: str) -> None:
    asked = QUESTIONS[name]
    opened = asked.round.record[0]
    assert isinstance(opened, Opened)
    assert opened.seat == opens
    said = [sayings.of_opener(asked, seat, ENGLISH) for seat in range(2)]
    assert why in said[opens]
    assert str(opened.tile) in said[1 - opens]
    assert why not in said[1 - opens]


@pytest.mark.parametrize(
    ("name", "winner", "sentence"),
    [
        ("blocked", 1, "Ferryman: 10 + 12 + 7 = 29."),
        ("blocked_block", 0, "You: 10."),
        ("tied", None, "Nobody scores."),
    ],
)
def test_a_blocked_round_is_decided_as_the_rules_say(
    name: str, winner: int | None, sentence: str
) -> None:
    result = QUESTIONS[name].round.result
    assert result is not None
    assert result.kind in (Ending.BLOCKED, Ending.TIED)
    for seat in (*range(len(result.pips)), None):
        said = " ".join(sayings.of_winner(result, seat, ENGLISH))
        assert (sentence in said) == (seat == winner)


def test_a_refusal_is_said_as_at_the_table() -> None:
    assert {code: f"notice.{NOTICE_FOR[code]}" for code in REFUSALS} == REFUSALS
    seen = {
        choice.came.refusal
        for lesson in LESSONS.values()
        for _, choice in walk(lesson.round, choices(lesson))
    }
    assert seen == {*REFUSALS, None}


def test_every_sentence_is_there_in_each_language_with_the_same_blanks() -> None:
    english, german = SENTENCES[Language.ENGLISH], SENTENCES[Language.GERMAN]
    assert german.keys() == english.keys()
    for key, words in german.items():
        assert blanks(words) == blanks(english[key]), key


def test_each_sentence_of_the_lessons_own_is_asked_for() -> None:
    asked = "".join(path.read_text() for path in LESSON_FILES if path.name != "words.py")
    assert [key for key in OWN_ENGLISH if f'"{key}"' not in asked] == []


@pytest.mark.parametrize("language", Language)
def test_every_example_can_be_told_in_each_language(language: Language) -> None:
    words = Words(language)
    for lesson in LESSONS.values():
        for _, choice in walk(lesson.round, choices(lesson)):
            said = " ".join(sayings.of_choice(choice, lesson.shows, words))
            assert said
            assert not re.search(r"[{}!]|\bNone\b(?! of)", said)


def walk(round: Round, asked: tuple[Choice, ...]) -> Iterator[tuple[Round, Choice]]:
    """Every choice of an example, with the round in which it is asked."""
    for choice in asked:
        yield round, choice
        yield from walk(choice.came.round, choice.came.choices)


def legal(asked: tuple[Choice, ...]) -> set[Action]:
    """What an example lets one do."""
    allowed: set[Action] = set()
    for choice in asked:
        if isinstance(choice.of, Tile):
            ends = [each.came for each in choice.came.choices] if choice.came.ends else []
            plays = [came.events[0] for came in (choice.came, *ends) if came.events]
            allowed |= {Play(each.tile, each.end) for each in plays if isinstance(each, Played)}
        elif choice.fits and not isinstance(choice.of, End):
            allowed.add(choice.of)
    return allowed


def by_name(asked: tuple[Choice, ...]) -> dict[str, Choice]:
    return {str(choice.of): choice for choice in asked}


def blanks(words: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(words) if name}
