"""The rules' pages: one book in two languages, drawn by the build, true to the engine's numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.language import Language
from engine.events import Ending
from engine.rules import HAND, RULES, TURN_SECONDS, Rules, Variant
from engine.tiles import pips
from tests.page import Element, read
from ui.tile import standing
from web.lessons import picture
from web.lessons.lesson import LESSONS, LINES, QUESTIONS
from web.lessons.page import PAGES, filled, rules_pages
from web.lessons.words import Words

WEB = Path(__file__).parents[1] / "web"
TEMPLATES = {name: (WEB / name).read_text() for name in PAGES}
FILLED = rules_pages()
READ = {name: read(re.sub("<!doctype html>|<!--.*?-->", "", text, flags=re.DOTALL))
        for name, text in FILLED.items()}  # fmt: skip
ENGLISH, GERMAN = FILLED
each_page = pytest.mark.parametrize("name", PAGES)


def test_the_templates_hold_no_drawing() -> None:
    for text in TEMPLATES.values():
        assert not re.search("<svg|<use|<symbol|<path|data:", text)


def test_a_template_that_asks_for_what_is_not_drawn_stops_the_build() -> None:
    with pytest.raises(KeyError, match="moonlight"):
        filled("<p>$moonlight</p>", Words(Language.ENGLISH))


@each_page
def test_every_picture_and_example_is_on_the_page(name: str) -> None:
    asked = set(re.findall(r"\$(\w+)", TEMPLATES[name]))
    assert asked >= {*LESSONS, *QUESTIONS, *LINES, "values", "named", "sprite"}
    assert "$" not in FILLED[name]


@each_page
def test_pictures_are_the_tables_own(name: str) -> None:
    for low, high in ((3, 5), (4, 4), (0, 6)):
        assert standing(low, high) in FILLED[name]
    assert standing(4, 4, dim=True, lip=True) in FILLED[name]  # a hand's, where it does not fit
    for round in LINES.values():
        assert picture.of_line(round, Words(PAGES[name])) in FILLED[name]


def test_a_picture_of_a_line_has_one_name_and_no_part_to_be_pressed() -> None:
    drawn = picture.of_line(LESSONS["either_end"].round, Words(Language.ENGLISH))
    line = read(drawn)
    assert len(line.all("img")) == 1
    for each in line.one("img"):
        assert not each.attributes.keys() & {"id", "tabindex", "data-msg"}
    assert "3-6, 6-6, 6-5" in line.one("img").name


def test_the_pages_have_the_same_sections_examples_and_figures() -> None:
    english, german = (READ[name] for name in (ENGLISH, GERMAN))
    for tag in ("section", "h2", "h3", "figure", "form", "li", "dt", "dd", "kbd", "p"):
        assert len(english.tagged(tag)) == len(german.tagged(tag)), tag
    assert ids(english, "section") == ids(german, "section")
    assert [r["name"] for r in english.tagged("input")] == [
        r["name"] for r in german.tagged("input")
    ]
    shared = [re.findall(r'<use href="#\w+"', FILLED[name]) for name in (ENGLISH, GERMAN)]
    assert shared[0] == shared[1]


@each_page
def test_the_contents_lead_to_every_section_in_order(name: str) -> None:
    [contents] = READ[name].tagged("nav")
    assert [a["href"][1:] for a in contents.tagged("a")] == ids(READ[name], "section")
    headings = [section.tagged("h2")[0].text for section in READ[name].tagged("section")]
    assert [a.text for a in contents.tagged("a")] == headings


@each_page
def test_each_page_names_its_language_and_leads_to_the_other(name: str) -> None:
    [html] = READ[name].tagged("html")
    assert html["lang"] == PAGES[name]
    other = next(each for each in PAGES if each != name)
    [link] = [a for a in READ[name].tagged("a") if a["href"] == other]
    assert link["hreflang"] == link["lang"] == PAGES[other]
    assert link.text == {"en": "English", "de": "Deutsch"}[PAGES[other]]


@each_page
def test_a_page_lets_no_script_run(name: str) -> None:
    [policy] = [m for m in READ[name].tagged("meta") if "http-equiv" in m.attributes]
    assert policy["http-equiv"] == "Content-Security-Policy"
    assert "script-src 'none'" in policy["content"]
    assert not READ[name].tagged("script")


@each_page
def test_every_choice_has_a_name_and_says_what_comes_of_it(name: str) -> None:
    by_id = {e["id"]: e for e in READ[name] if "id" in e.attributes}
    assert len(by_id) == FILLED[name].count(" id=")
    radios = 0
    for form in READ[name].tagged("form"):
        assert form["method"] == "dialog"  # nothing is sent, whatever is pressed
        assert [b["type"] for b in form.tagged("button")] == ["reset"]
        assert all(group["aria-label"] for group in form.all("radiogroup"))
        for label in form.tagged("label"):
            [radio] = label.tagged("input")
            said = by_id[radio["aria-describedby"]]
            assert said.text
            assert label.text
            radios += 1
    assert radios > 60


COUNTED = {"two": 2, "five": 5, "seven": 7, "zwei": 2, "fünf": 5, "sieben": 7}


@pytest.mark.parametrize("variant", Variant)
@each_page
def test_the_facts_of_a_game_are_those_of_the_engine(variant: Variant, name: str) -> None:
    rules = RULES[variant]
    chairs, tiles, dealt, _, length = facts(name, variant)
    assert spelled(chairs) == sorted({rules.seats[0], rules.seats[-1]})
    assert re.findall(r"\d-\d", tiles) == [str(rules.tiles[0]), str(rules.tiles[-1])]
    counts = numbers(re.sub(r"\d-\d", "", tiles))
    assert counts == [len(rules.tiles), pips(rules.tiles)]
    assert spelled(dealt) == [HAND]
    if not rules.drawing:
        assert numbers(dealt) == [len(rules.tiles) - HAND * rules.seats[-1]]
    assert numbers(length) == [target for target in rules.targets if target is not None]


@each_page
def test_the_six_steps_of_lantern_draw_are_six(name: str) -> None:
    [steps] = section(name, "draw").tagged("ol")
    assert len(steps.all("listitem")) == 6


@each_page
def test_the_clock_and_the_count_of_each_value_are_the_engines(name: str) -> None:
    assert numbers(section(name, "clock").text) == [TURN_SECONDS]
    told = section(name, "well").text
    count = {"ten": 10, "zehn": 10, "seven": 7, "sieben": 7}
    for variant, words in ((Variant.DRAW, ("ten", "zehn")), (Variant.BLOCK, ("seven", "sieben"))):
        [word] = [each for each in words if re.search(rf"\b{each}\b", told)]
        assert count[word] == bearing(RULES[variant])


@each_page
def test_the_sums_told_are_those_of_the_examples(name: str) -> None:
    for asked, ending in (("blocked", Ending.BLOCKED), ("blocked_block", Ending.BLOCKED)):
        result = QUESTIONS[asked].round.result
        assert result is not None
        assert result.kind is ending
        others = [left for seat, left in enumerate(result.pips) if seat != result.winner]
        assert result.points == sum(others)
        written = " + ".join(map(str, others)) + (f" = {sum(others)}" if others[1:] else "")
        assert f"<b>{written}</b>" in TEMPLATES[name]
    told = section(name, "end").text
    held = {tile for hand in LESSONS["going_out"].round.hands[1:] for tile in hand}
    assert all(str(tile) in told for tile in held)


@each_page
def test_no_tile_that_is_named_breaks_at_its_hyphen(name: str) -> None:
    loose = re.findall(r"(?<!tile-name\">)\b\d-\d\b(?!<)", TEMPLATES[name])
    assert loose == ["0-0", "0-1", "0-2"]  # the order of the deck, in the recipe


def section(name: str, place: str) -> Element:
    [found] = [each for each in READ[name].tagged("section") if each["id"] == place]
    return found


def facts(name: str, place: str) -> list[str]:
    return [dd.text for dd in section(name, place).tagged("dd")]


def spelled(text: str) -> list[int]:
    """The numbers that stand there as words."""
    return [COUNTED[word] for word in re.findall(r"\w+", text.lower()) if word in COUNTED]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def ids(page: Element, tag: str) -> list[str]:
    return [each["id"] for each in page.tagged(tag)]


def bearing(rules: Rules) -> int:
    return sum(tile.bears(rules.highest) for tile in rules.tiles)
