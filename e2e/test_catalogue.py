"""Every state in the catalogue is open to everybody, however they have set up their browser."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize

from app.language import Language
from e2e.catalogue import CATALOGUE
from e2e.easel import CONTRAST, Easel
from e2e.probes import BARE, CROWDED, MOVING, OUT_OF_REACH, TINY, TORN

PHONE = ViewportSize(width=360, height=740)
SMALL_PHONE = ViewportSize(width=320, height=568)
DESK = ViewportSize(width=1440, height=900)

EACH_STATE = pytest.mark.parametrize("name", CATALOGUE)


@pytest.fixture(scope="module")
def one_easel(browser: Browser, static_url: str) -> Iterator[Easel]:
    """One for all states: each is painted over the one before."""
    with browser.new_context() as context:
        yield Easel(context.new_page(), static_url)


@pytest.fixture
def easel(one_easel: Easel) -> Easel:
    """As a phone without wishes of its own."""
    one_easel.page.set_viewport_size(PHONE)
    one_easel.page.emulate_media(
        reduced_motion="no-preference", forced_colors="none", contrast="no-preference"
    )
    return one_easel


@EACH_STATE
def test_nobody_is_shut_out_in_either_light(
    easel: Easel, access_faults: Callable[..., list[str]], name: str
) -> None:
    for size in (PHONE, DESK):
        easel.page.set_viewport_size(size)
        easel.show(CATALOGUE[name])
        assert access_faults(easel.page) == []
        assert easel.page.evaluate(TINY) == []
        easel.wear(CONTRAST)
        easel.settle()
        assert access_faults(easel.page, "color-contrast") == []


@EACH_STATE
def test_text_twice_as_large_or_on_a_small_phone_is_whole_and_all_controls_in_reach(
    easel: Easel, name: str
) -> None:
    for size, text in ((PHONE, "200%"), (SMALL_PHONE, "100%")):
        easel.page.set_viewport_size(size)
        easel.show(CATALOGUE[name], text=text)
        assert easel.page.evaluate(CROWDED) == []
        assert easel.page.evaluate(OUT_OF_REACH) == []


@pytest.mark.parametrize("language", Language)
@EACH_STATE
def test_no_word_is_torn_and_no_text_cut_however_large_it_is(
    easel: Easel, name: str, language: Language
) -> None:
    for size, text in ((PHONE, "200%"), (SMALL_PHONE, "100%")):
        easel.page.set_viewport_size(size)
        easel.show(CATALOGUE[name].said_in(language), text=text)
        assert easel.page.evaluate(TORN) == []
        assert easel.page.evaluate(CROWDED) == []


@EACH_STATE
def test_whoever_asks_for_calm_or_for_colours_of_their_own_has_them(
    easel: Easel, name: str
) -> None:
    easel.page.emulate_media(reduced_motion="reduce", forced_colors="active")
    easel.show(CATALOGUE[name])
    assert easel.page.evaluate(MOVING) == []
    assert easel.page.evaluate(BARE) == []
    easel.page.emulate_media(reduced_motion="no-preference")
    easel.wear({"motion": "reduced"})
    assert easel.page.evaluate(MOVING) == []


def test_who_asks_the_system_for_contrast_has_what_the_setting_gives(easel: Easel) -> None:
    easel.page.emulate_media(contrast="more")
    easel.show(CATALOGUE["table-turn"])
    asked = easel.page.evaluate(TOKENS)
    easel.page.emulate_media(contrast="no-preference")
    easel.wear(CONTRAST)
    assert easel.page.evaluate(TOKENS) == asked
    easel.wear({"contrast": "system"})
    assert easel.page.evaluate(TOKENS) != asked


TOKENS = """() => {
    const style = getComputedStyle(document.documentElement);
    return ["--night-1", "--night-2", "--night-3", "--night-4", "--edge", "--mist", "--rain",
        "--wood-1", "--wood-2", "--wood-3", "--wood-4", "--ivory", "--ivory-dim", "--ink",
        "--amber-1", "--paper", "--paper-ink", "--paper-soft", "--line"]
        .map(name => style.getPropertyValue(name).trim());
}"""
