"""When what keeps a page from answering begins: not before somebody is there for it."""

import pytest
from playwright.sync_api import Page, expect

from e2e.pages import Lodge
from e2e.test_memory import LEAVE

STARTED = "performance.getEntriesByName('lodge-shell').length"
COMPILES = """
    window.compiled = 0;
    const compile = WebAssembly.compileStreaming;
    WebAssembly.compileStreaming = (...given) => (compiled++, compile(...given));
"""


NO_FIVE_SECONDS = """
    const set = window.setTimeout;
    window.setTimeout = (act, ms, ...more) => ms === 5000 ? 0 : set(act, ms, ...more);
"""


def woken(page: Page, url: str = "/") -> Page:
    """The page, once its worker is awake."""
    page.goto(url)
    page.wait_for_function("performance.getEntriesByName('lodge-library').length")
    return page


def test_the_shell_waits_for_a_sign_of_somebody(page: Page) -> None:
    page.add_init_script(NO_FIVE_SECONDS)
    woken(page)
    assert page.evaluate(STARTED) == 0
    page.mouse.move(20, 20)
    page.wait_for_function(STARTED)


def test_or_for_five_seconds(page: Page) -> None:
    woken(page)
    expect(page.locator("body[data-ready]")).to_be_attached(timeout=30_000)


@pytest.mark.parametrize("url", ["/", "/#table=AAAA"])
def test_who_was_here_before_or_comes_by_a_link_waits_for_nothing(page: Page, url: str) -> None:
    if url == "/":
        page.add_init_script("localStorage.setItem('lodge.probe', '')")
    page.add_init_script(NO_FIVE_SECONDS)
    page.goto(url)
    page.wait_for_function(STARTED)


def test_a_press_while_the_page_is_still_read_is_a_sign_too(page: Page) -> None:
    page.add_init_script(
        """new MutationObserver((_, watch) => {
            const door = document.querySelector("[data-msg=replay]");
            if (!door) return;
            watch.disconnect();
            door.click();
        }).observe(document, { childList: true, subtree: true })"""
    )
    page.goto("/")
    expect(page.get_by_role("heading", name="Watch a match")).to_be_visible(timeout=30_000)


def test_a_page_compiles_python_itself_only_where_that_is_kept_for_it(page: Page) -> None:
    page.add_init_script(COMPILES)
    lodge = Lodge(page)
    lodge.open()
    assert page.evaluate("compiled") == 0
    page.evaluate(LEAVE)
    assert page.evaluate("compiled") == 1
    lodge.open()
    assert page.evaluate("compiled") == 1
