"""What every story starts from: a built site, servers, a browser, and a guard over all of them."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, BrowserType, Page, Playwright, Route

from e2e import browser as browsers
from e2e import servers
from e2e.guard import Guard
from e2e.profile import Profile
from e2e.servers import ROOT, Server

FIVE_MINUTES = 300  # seconds

NewContext = Callable[..., BrowserContext]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site: the one that LODGE_SITE names, or else built now, once."""
    if named := os.environ.get("LODGE_SITE"):
        return Path(named).resolve()
    built = tmp_path_factory.mktemp("site") / "dist"
    subprocess.run([sys.executable, "-m", "web.build", "--out", built], cwd=ROOT, check=True)
    return built


@pytest.fixture(scope="session")
def lodge_url(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the relay serves the site."""
    with servers.relay(site, tmp_path_factory.mktemp("relay")) as server:
        yield server.url


@pytest.fixture(scope="session")
def base_url(lodge_url: str) -> str:
    """So that `page.goto("/")` opens the lodge."""
    return lodge_url


@pytest.fixture(scope="session")
def static_url(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a plain file server, with no headers of ours, serves the site from a sub-folder."""
    with servers.plain(site, tmp_path_factory.mktemp("plain")) as server:
        yield server.url


@pytest.fixture
def own_lodge(site: Path, tmp_path: Path) -> Iterator[Server]:
    """A relay for this test alone, which it may `stop` and `start` again; see its `url`."""
    with servers.relay(site, tmp_path) as server:
        yield server


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], playwright: Playwright
) -> dict[str, Any]:
    found = browsers.find(playwright.chromium.executable_path)
    if not found:
        pytest.fail(f"{browsers.NONE_FOUND} (`make browser` tries all it can)", pytrace=False)
    return browser_type_launch_args | {"executable_path": found, "args": browsers.ARGUMENTS}


@pytest.fixture(scope="session")
def evening_behind(site: Path) -> Iterator[subprocess.Popen[str]]:
    """Five minutes of a host's tab behind another, which pass while other stories are told."""
    command = [sys.executable, "-m", "e2e.behind", str(site), str(FIVE_MINUTES)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.terminate()


@pytest.fixture(scope="session", autouse=True)
def _begin_early(request: pytest.FixtureRequest) -> None:
    """What takes its time begins before the first story, and is asked for after the last."""
    if any(map(_takes_its_time, request.session.items)):
        request.getfixturevalue("evening_behind")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_takes_its_time)


def _takes_its_time(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and "evening_behind" in item.fixturenames


@pytest.fixture(autouse=True)
def guard() -> Iterator[Guard]:
    """Fails the test if a browser complained: console, errors, requests that failed or strayed."""
    guard = Guard()
    yield guard
    if guard.unexcused:
        pytest.fail("The browser complained:\n  " + "\n  ".join(guard.unexcused), pytrace=False)


@pytest.fixture
def new_context(new_context: NewContext, guard: Guard) -> NewContext:
    """Makes a guarded context: one more person, with a browser of their own."""

    def guarded(**options: Any) -> BrowserContext:
        context = new_context(**options)
        guard.watch(context)
        return context

    return guarded


class SlowPage:
    """A page that asks the network for all it needs, parts of which a test may keep back."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page = context.new_page()
        self._held: list[Route] = []

    def hold(self, part: str) -> None:
        """Keep back every answer for a part of the page, named by a pattern."""

        def keep(route: Route) -> None:
            self._held.append(route)

        self.context.route(re.compile(part), keep)

    def let_go(self) -> None:
        for route in self._held:
            route.continue_()
        self._held.clear()
        self.context.unroute_all()

    def drop(self) -> None:
        """Let fail what was kept back."""
        for route in self._held:
            route.abort()
        self._held.clear()

    def break_off(self, part: str, times: int) -> None:
        """Let the first answers for a part of the page fail."""
        self.context.route(re.compile(part), lambda route: route.abort(), times=times)

    def answer(self, part: str, **answer: Any) -> None:
        """Answer for a part of the page."""
        self.context.route(re.compile(part), lambda route: route.fulfill(**answer))


@pytest.fixture
def slow_page(new_context: NewContext, guard: Guard) -> SlowPage:
    guard.allow("Service Worker registration blocked by Playwright")
    return SlowPage(new_context(service_workers="block"))


@pytest.fixture
def profile(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    tmp_path: Path,
    guard: Guard,
) -> Iterator[Profile]:
    """A guarded browser that may be closed and started again with all that it has stored."""
    options = browser_type_launch_args | browser_context_args
    profile = Profile(browser_type, tmp_path / "profile", options, guard)
    yield profile
    profile.close()


@pytest.fixture(scope="session")
def access_faults() -> Callable[..., list[str]]:
    """Asks axe-core what on a page shuts somebody out; an empty list is what we want."""
    axe = Axe()

    def faults(page: Page, *rules: str) -> list[str]:
        """By all rules, or by these alone."""
        if page.evaluate("!window.axe"):
            page.evaluate(axe.axe_script)
        wanted = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
        found = page.evaluate("wanted => axe.run(wanted)", wanted)
        return [
            f"{fault['id']}: {fault['help']} at {node['html']}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]

    return faults
