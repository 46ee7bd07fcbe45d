"""How soon the page is there, beside the same page on Pyodide as published; judges ratios only.

    python tests/bench/load.py [ROUNDS]

Seconds mean little on a busy machine, so the two sites take turns in one browser, and what counts
is how they compare. Exits with 1 if ours takes a larger part of the other's time than it may.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, Worker, sync_playwright

from e2e import browser as browsers
from e2e import servers
from e2e.pages import PATIENCE
from web.build import build

BUILT = servers.ROOT / ".cache" / "bench"
SITES = ("ours", "stock")
VISITS = ("cold", "warm")  # of somebody new; then again, when the service worker has kept it all
READY_AT_MOST = 0.7  # of the time until the stock page is ready
SHELL_AT_MOST = 0.25  # of the same

# The page's own clock starts with the navigation. It is the shell that lights the second lamp.
WATCH = """
    window.seen = {};
    new MutationObserver(() => {
        const lit = document.getElementById("lighting")?.getAttribute("aria-valuenow");
        if (lit >= 2) seen.shell ??= performance.now();
        if ("ready" in document.body.dataset) seen.ready ??= performance.now();
    }).observe(document, { subtree: true, attributeFilter: ["aria-valuenow", "data-ready"] });
"""
ALL_KEPT = "navigator.serviceWorker.ready.then(() => true)"
FETCHED = """
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .reduce((sum, { transferSize }) => sum + transferSize, 0)
"""


class Visit(NamedTuple):
    """Milliseconds until the shell was up and the page ready; bytes that its realms fetched."""

    shell: float
    ready: float
    fetched: float


Measured = dict[tuple[str, str], Visit]


def main() -> int:
    """Build, measure and tell, from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rounds", nargs="?", type=int, default=5, help="visits of each kind (5)")
    rounds: int = parser.parse_args().rounds
    for site in SITES:
        build(BUILT / site, stock=site == "stock")
    measured = measure(rounds)
    tell_times(measured, rounds)
    return 0 if tell_ratios(measured) else 1


def measure(rounds: int) -> Measured:
    """Serve both sites alike and visit them in turns; the medians of each kind of visit."""
    taken: dict[tuple[str, str], list[Visit]] = {(s, v): [] for s in SITES for v in VISITS}
    with ExitStack() as stack:
        room = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        urls = {s: stack.enter_context(servers.relay(BUILT / s, room)).url for s in SITES}
        browser = stack.enter_context(started_browser())
        for at in range(rounds):
            order = sorted(SITES, reverse=at % 2 == 1)  # neither always comes first
            strangers = {site: stranger(browser) for site in order}
            for visit in VISITS:
                for site in order:
                    taken[site, visit].append(take(strangers[site], urls[site]))
            for context in strangers.values():
                context.close()
    return {kind: Visit(*map(median, zip(*visits))) for kind, visits in taken.items()}


@contextmanager
def started_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = browsers.find(playwright.chromium.executable_path)
        with playwright.chromium.launch(executable_path=found, args=browsers.ARGUMENTS) as browser:
            yield browser


def stranger(browser: Browser) -> BrowserContext:
    """Somebody who was never here: nothing cached, nothing stored."""
    context = browser.new_context()
    context.add_init_script(WATCH)
    return context


def take(context: BrowserContext, url: str) -> Visit:
    page = context.new_page()
    page.goto(url, wait_until="commit")
    page.locator("body[data-ready]").wait_for(state="attached", timeout=PATIENCE)
    page.evaluate(ALL_KEPT)
    seen = page.evaluate("seen")
    realms: list[Page | Worker] = [page, *page.workers, *context.service_workers]
    fetched = sum(realm.evaluate(FETCHED) for realm in realms)
    page.close()
    return Visit(seen["shell"], seen["ready"], fetched)


def tell_times(measured: Measured, rounds: int) -> None:
    print(f"Medians of {rounds}      shell up     page ready   over the wire")
    for (site, visit), typical in measured.items():
        shell, ready = typical.shell / 1000, typical.ready / 1000
        size = f"{typical.fetched / 1e6:11.2f} MB" if visit == "cold" else ""
        print(f"  {site:6} {visit:5} {shell:8.2f} s {ready:12.2f} s {size}".rstrip())


def tell_ratios(measured: Measured) -> bool:
    """Print each ratio beside the most that it may be; whether all of them hold."""
    print("Ours, as a part of the time until stock is ready")
    hold = True
    for visit in VISITS:
        ours, stock = measured["ours", visit], measured["stock", visit].ready
        for mark, time, most in (
            ("ready", ours.ready, READY_AT_MOST),
            ("shell", ours.shell, SHELL_AT_MOST),
        ):
            over = "" if time <= most * stock else "  <- too slow"
            hold = hold and not over
            print(f"  {mark:6} {visit:5} {time / stock:8.2f}   wanted: {most} at most{over}")
    return hold


if __name__ == "__main__":
    sys.exit(main())
