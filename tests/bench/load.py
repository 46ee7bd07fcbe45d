"""How soon tiles lie on the table, beside bare Pyodide in a worker; judges ratios only.

    python tests/bench/load.py [ROUNDS]

The yardstick is a page that does nothing but start a worker that loads Pyodide as published and
says that it is ready. Seconds mean little on a busy machine, so both take turns in one browser, and
what counts is how they compare. Exits with 1 if ours takes a larger part than it may.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext, Page, Worker, sync_playwright

from e2e import browser as browsers
from e2e import servers
from e2e.pages import PATIENCE
from e2e.slow import slow
from web.build import build
from web.runtime.npm import PACKAGES
from web.runtime.packing import packed

BUILT = servers.ROOT / ".cache" / "bench"
SITES = ("ours", "bare")
VISITS = ("cold", "warm")  # of somebody new; then again, when the browser has kept it all
FAST, SLOW = "here", "at 10 Mbit/s and 40 ms"
SLOW_ROUNDS = 3  # the network that is waited for there is no noisier than its model
AT_MOST = {(FAST, "cold"): 0.45, (FAST, "warm"): 0.40, (SLOW, "cold"): 0.5}
FIRST_VISIT = 6e6  # bytes over the wire, at most

BARE = {
    "index.html": """<!doctype html><link rel="icon" href="data:,">
        <script type="module" src="page.js"></script>""",
    "page.js": """new Worker("worker.js", { type: "module" }).onmessage = () => {
        window.seen = { ready: performance.now() };
        document.body.dataset.ready = "";
    };""",
    "worker.js": """import { loadPyodide } from "./pyodide.mjs";
        await loadPyodide();
        postMessage("ready");""",
}
PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)

# The page's own clock starts with the navigation; each mark is when it was first seen. Tiles count
# when the frame that shows them is done: our hand first, then the table with the others, at which
# one plays. The page itself marks every step.
WATCH = """
    window.seen = {};
    const see = (mark) => { seen[mark] ??= performance.now(); };
    const tap = () => {
        const deal = document.querySelector("[data-msg=deal]");
        if (!deal) return setTimeout(tap, 10);
        document.getElementById("play-solo").click();
        deal.click();
        see("tap");
    };
    new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntriesByName("first-contentful-paint")) {
            seen.painted = startTime;
            tap();
        }
    }).observe({ type: "paint", buffered: true });
    const shown = (mark, what) => {
        const watch = new MutationObserver(() => {
            if (!document.querySelector(what)) return;
            watch.disconnect();
            requestAnimationFrame(() => setTimeout(() => see(mark)));
        });
        watch.observe(document, { subtree: true, childList: true });
    };
    shown("tiles", "#hand [data-msg]");
    shown("table", "#seats [id^=seat-]");
    new PerformanceObserver((list) => {
        for (const { name, startTime } of list.getEntries()) {
            if (name.startsWith("lodge-")) seen[name.slice(6)] = startTime;
        }
    }).observe({ type: "mark", buffered: true });
"""
ALL_KEPT = "navigator.serviceWorker.ready.then(() => true)"
LEAVE = """async () => {
    lodge.remember(); // as it would by itself once the visit has gone on for a while
    for (let tries = 300; tries && !(await caches.match("memory")); tries -= 1)
        await new Promise((go) => setTimeout(go, 100));
}"""
FETCHED = """
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .reduce((sum, { transferSize }) => sum + transferSize, 0)
"""

Marks = dict[str, float]
"""By what was seen, when: milliseconds from the navigation; and "wire", the bytes fetched."""

Measured = dict[tuple[str, str, str], Marks]
"""By network, visit and site, the medians."""


def main() -> int:
    """Build, measure and tell, from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rounds", nargs="?", type=int, default=7, help="visits of each kind (7)")
    rounds: int = parser.parse_args().rounds
    build(BUILT / "ours")
    build_bare(BUILT / "bare")
    measured = measure(rounds)
    tell_parts(measured, rounds)
    return 0 if tell_budgets(measured) else 1


def build_bare(out: Path) -> None:
    """The yardstick's site."""
    out.mkdir(parents=True, exist_ok=True)
    files = {name: text.encode() for name, text in BARE.items()}
    files |= {name: (PACKAGES / "pyodide" / name).read_bytes() for name in PYODIDE}
    for name, content in (files | packed(files)).items():
        (out / name).write_bytes(content)


def measure(rounds: int) -> Measured:
    """Serve both sites alike and visit them in turns; the medians of each kind of visit."""
    taken: dict[tuple[str, str, str], list[Marks]] = {}
    with ExitStack() as stack:
        room = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        near = {s: stack.enter_context(servers.relay(BUILT / s, room)).url for s in SITES}
        far = {s: stack.enter_context(slow(url)) for s, url in near.items()}
        browser = stack.enter_context(started_browser())
        rows: list[tuple[str, dict[str, str], tuple[str, ...]]] = [(FAST, near, VISITS)] * rounds
        rows += [(SLOW, far, ("cold",))] * min(rounds, SLOW_ROUNDS)
        for at, (network, urls, visits) in enumerate(rows):
            order = sorted(SITES, reverse=at % 2 == 1)  # neither always comes first
            strangers = {site: stranger(browser) for site in order}
            for visit in visits:
                for site in order:
                    marks = take(strangers[site], urls[site], site)
                    taken.setdefault((network, visit, site), []).append(marks)
            for context in strangers.values():
                context.close()
    return {
        kind: {mark: median(visit[mark] for visit in visits) for mark in visits[0]}
        for kind, visits in taken.items()
    }


@contextmanager
def started_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = browsers.find(playwright.chromium.executable_path)
        with playwright.chromium.launch(executable_path=found, args=browsers.ARGUMENTS) as browser:
            yield browser


def stranger(browser: Browser) -> BrowserContext:
    """Somebody who was never here: nothing cached, nothing stored."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    return context


def take(context: BrowserContext, url: str, site: str) -> Marks:
    """One visit; at our page, with a tap on *Deal the tiles* as soon as it is painted."""
    page = context.new_page()
    if site == "ours":
        page.add_init_script(WATCH)
    page.goto(url, wait_until="commit")
    if site == "ours":
        page.wait_for_function("seen.table && seen.brain")
        page.evaluate(ALL_KEPT)
    page.locator("body[data-ready]").wait_for(state="attached")
    realms: list[Page | Worker] = [page, *page.workers, *context.service_workers]
    marks: Marks = page.evaluate("seen")
    marks["wire"] = sum(realm.evaluate(FETCHED) for realm in realms)
    if site == "ours":
        page.evaluate(LEAVE)
    page.close()
    return marks


def tell_parts(measured: Measured, rounds: int) -> None:
    print(f"Medians of {rounds} (of {min(rounds, SLOW_ROUNDS)} at 10 Mbit/s), in seconds")
    for (network, visit, site), marks in measured.items():
        when = sorted((time, mark) for mark, time in marks.items() if mark != "wire")
        parts = "  ".join(f"{mark} {time / 1000:.2f}" for time, mark in when)
        print(f"  {site} {visit} {network}: {parts}  ({marks['wire'] / 1e6:.2f} MB)")


def tell_budgets(measured: Measured) -> bool:
    """Print each figure beside the most that it may be; whether all of them hold."""
    hold = True
    for mark, what in (
        ("tiles", "Tiles on the table"),
        ("table", "The others at it, to play with"),
    ):
        print(f"{what}, as a part of the time until bare Pyodide is ready")
        for (network, visit), most in AT_MOST.items():
            reached = measured[network, visit, "ours"][mark]
            part = reached / measured[network, visit, "bare"]["ready"]
            if mark == "tiles":
                hold = told(f"{visit} {network}", part, most) and hold
            else:
                print(f"  {visit + ' ' + network:28} {part:6.2f}")
    print("First visit over the wire, in MB")
    wire = measured[FAST, "cold", "ours"]["wire"]
    return told("all of it", wire / 1e6, FIRST_VISIT / 1e6) and hold


def told(what: str, found: float, most: float) -> bool:
    over = "" if found <= most else "  <- too much"
    print(f"  {what:28} {found:6.2f}   wanted: {most} at most{over}")
    return not over


if __name__ == "__main__":
    sys.exit(main())
