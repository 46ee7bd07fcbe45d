"""Somebody reads the rules and plays their examples, where no script runs at all."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from e2e.conftest import NewContext
from e2e.guard import Guard
from e2e.probes import CROWDED, TINY
from web.lessons import sayings
from web.lessons.choices import Choice, choices
from web.lessons.lesson import LESSONS, QUESTIONS, Lesson
from web.lessons.page import PAGES
from web.lessons.words import Words

PHONE = ViewportSize(width=320, height=568)
DESK = ViewportSize(width=1280, height=800)
each_page = pytest.mark.parametrize("name", PAGES)
each_size = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])

Faults = Callable[[Page], list[str]]


@pytest.fixture
def reader(new_context: NewContext) -> Page:
    """A page in a browser that runs no script."""
    return new_context(java_script_enabled=False).new_page()


def example(page: Page, name: str) -> Locator:
    return page.locator("form").filter(has=page.locator(f'[name="{name}-1"]'))


def expect_said(form: Locator, *sentences: str) -> None:
    """Of all that could come of a choice this alone is to be seen."""
    expect(form.locator(".said:visible")).to_have_text([" ".join(sentences)])


@each_page
def test_an_example_is_played_by_keys_alone(reader: Page, name: str) -> None:
    words, keys = Words(PAGES[name]), reader.keyboard
    reader.goto(f"/{name}")
    form = example(reader, "either_end")
    reader.get_by_role("navigation").get_by_role("link").last.focus()
    keys.press("Tab")  # the first thing after the contents
    hand = form.get_by_role("radiogroup", name=words("hand.name"))
    expect(hand.get_by_role("radio", name="1-3")).to_be_focused()
    expect_said(form, words("say.your_turn"))

    keys.press("Space")
    laid = words("told.played.left.you", tile="1-3")
    expect_said(form, laid, words("lesson.ends", left=1, right=5))
    keys.press("ArrowRight")
    expect_said(form, words("notice.does_not_fit", tile="2-4", left=3, right=5))
    keys.press("ArrowRight")
    expect_said(form, words("notice.choose_end"))

    keys.press("Tab")
    left, right = (form.get_by_role("radio", name=words(f"act.{end}")) for end in ("left", "right"))
    expect(left).to_be_focused()
    keys.press("Space")
    laid = words("told.played.left.you", tile="3-5")
    expect_said(form, laid, words("lesson.ends", left=5, right=5))
    keys.press("ArrowRight")
    expect(right).to_be_checked()
    laid = words("told.played.right.you", tile="3-5")
    expect_said(form, laid, words("lesson.ends", left=3, right=3))
    expect(right).to_have_accessible_description(f"{laid} {words('lesson.ends', left=3, right=3)}")

    keys.press("Enter")  # sends nothing
    keys.press("Tab")
    expect(form.get_by_role("button", name=words("lesson.again"))).to_be_focused()
    keys.press("Enter")
    expect_said(form, words("say.your_turn"))
    expect(reader).to_have_url(reader.url.partition("?")[0])


@each_page
def test_every_choice_shows_what_comes_of_it_and_nothing_else(reader: Page, name: str) -> None:
    words = Words(PAGES[name])
    reader.goto(f"/{name}")
    for key, lesson in LESSONS.items():
        form = example(reader, key)
        play_all(form, form.locator("> .level"), lesson, choices(lesson), words)
    for key, asked in QUESTIONS.items():
        form = example(reader, key)
        for seat, label in enumerate(form.locator("label").all()):
            label.click()
            if asked.round.result is None:
                expect_said(form, sayings.of_opener(asked, seat, words))
            else:
                who = seat if seat < len(asked.hands) else None
                expect_said(form, *sayings.of_winner(asked.round.result, who, words))


def play_all(
    form: Locator, level: Locator, lesson: Lesson, asked: tuple[Choice, ...], words: Words
) -> None:
    for at, choice in enumerate(asked):
        level.locator("> label").nth(at).click()
        expect_said(form, *sayings.of_choice(choice, lesson.shows, words))
        expect(form.locator(".line:visible")).to_have_count(1)
        tiles = len(choice.came.round.line.laid)
        expect(form.locator(".line:visible .laid")).to_have_count(tiles)
        if choice.came.choices:
            then = level.locator("> .came").nth(at).locator("> .level")
            play_all(form, then, lesson, choice.came.choices, words)


@each_page
def test_one_page_leads_to_the_other_to_the_hearth_and_that_leads_here(
    reader: Page, guard: Guard, name: str
) -> None:
    guard.allow(r"request failed: .*\.m?js \(csp\)")  # no script, so no preload of one
    reader.goto(f"/{name}")
    other = next(each for each in PAGES if each != name)
    reader.locator(f"header a[hreflang={PAGES[other]}]").click()
    expect(reader.locator("html")).to_have_attribute("lang", PAGES[other])
    expect(reader.locator("main form")).to_have_count(len(LESSONS) + len(QUESTIONS))
    reader.locator("header a[href='./']").click()
    reader.get_by_role("button", name="How to play").click()
    expect(reader).to_have_url(re.compile("how-to-play"))


@each_page
@each_size
def test_the_rules_are_open_to_everybody(
    page: Page, access_faults: Faults, name: str, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    page.goto(f"/{name}")
    for form in page.locator("form").all()[::2]:  # every other one stays as it was dealt
        form.locator("label").first.click()
    example(page, "either_end").locator("label").nth(2).click()
    assert access_faults(page) == []
    assert page.evaluate(TINY) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(CROWDED) == []
