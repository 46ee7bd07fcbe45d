"""How long a sharp regular takes to choose in the browser, painting and all.

    python tests/bench/minds.py [ROUNDS]

The regulars play at once, so that a turn is nothing but thought, rests and painting. Exits with 1
where one turn in twenty takes longer than it may, or a tap in the meantime waits too long.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Browser, Page, StorageState, sync_playwright

from e2e import browser as browsers
from e2e import servers
from e2e.pages import Lodge
from web.build import build

BUILT = servers.ROOT / ".cache" / "bench" / "ours"
TURN_AT_MOST = 400.0  # milliseconds, of nineteen turns in twenty
TAP_AT_MOST = 100.0  # milliseconds until a tap on a tile shows, while somebody thinks
GAMES = {
    "block, 2": {"Game": "Block"},
    "draw, 2": {"Chairs": "2"},
    "draw, 5": {"Chairs": "5"},
}

# A choice begins with the turn, or with the tile last drawn in it, and is over when the light goes
# on to somebody else, at the table or on our side.
WATCH = """
    window.turns = [];
    let whose = null, since = 0, told = null;
    new MutationObserver(() => {
        const lit = document.body.dataset.lit ?? "none";
        const did = document.getElementById("seats")?.textContent;
        if (lit === whose && did !== told) since = performance.now();  // it has drawn
        told = did;
        if (lit === whose) return;
        if (whose?.includes("-of-")) turns.push(performance.now() - since);
        [whose, since] = [lit, performance.now()];
    }).observe(document, { subtree: true, childList: true, attributes: true });
"""
# Taps a tile while a regular thinks, and waits until it is seen to be chosen, or laid down again.
TAP = """() => new Promise(done => {
    const tile = document.querySelector('#hand button');
    if (!tile || !document.body.dataset.lit.includes("-of-")) return done(null);
    const before = tile.getAttribute("aria-pressed"), since = performance.now();
    const seen = new MutationObserver(() => {
        if (tile.getAttribute("aria-pressed") === before) return;
        seen.disconnect();
        done(performance.now() - since);
    });
    seen.observe(tile, { attributes: true });
    setTimeout(() => { seen.disconnect(); done(null); }, 2000);
    tile.click();
})"""


def main() -> int:
    """Build, play and tell, from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rounds", nargs="?", type=int, default=3, help="rounds of each game (3)")
    rounds: int = parser.parse_args().rounds
    build(BUILT)
    with (
        tempfile.TemporaryDirectory() as room,
        servers.relay(BUILT, Path(room)) as server,
        sync_playwright() as playwright,
    ):
        found = browsers.find(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=found, args=browsers.ARGUMENTS)
        verdicts = [tell(game, *measure(browser, server.url, game, rounds)) for game in GAMES]
        browser.close()
    return 0 if all(verdicts) else 1


def measure(browser: Browser, url: str, game: str, rounds: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each sharp turn, and of each tap that fell into one."""
    page = browser.new_page(storage_state=at_once(url))
    page.add_init_script(WATCH)
    lodge = Lodge(page)
    turns: list[float] = []
    taps: list[float] = []
    for _ in range(rounds):
        lodge.open(url)
        lodge.deal("sharp", **GAMES[game])
        while lodge.wait_for_turn():
            if not lodge.fitting:  # it is drawn or passed for us
                page.wait_for_timeout(20)
                continue
            lodge.play_turn()
            taps += tapped(page)
        turns += page.evaluate("turns")
        page.goto("about:blank")
    page.close()
    return turns, taps


def at_once(url: str) -> StorageState:
    """What a browser has kept whose player wants no pauses: even the first turn has none."""
    settings = json.dumps({"speed": "at_once"})
    return {
        "origins": [
            {
                "origin": url.rstrip("/"),
                "localStorage": [{"name": "lodge.settings", "value": settings}],
            }
        ]
    }


def tapped(page: Page) -> list[float]:
    taken = page.evaluate(TAP)
    return [] if taken is None else [taken]


def tell(game: str, turns: list[float], taps: list[float]) -> bool:
    slow = quantiles(turns, n=20, method="inclusive")[-1]
    wait = median(taps) if taps else 0.0
    met = slow <= TURN_AT_MOST and wait <= TAP_AT_MOST
    print(
        f"{game:9} {len(turns):4} sharp turns, ms: p50 {median(turns):5.0f}   p95 {slow:5.0f}"
        f"   wanted: {TURN_AT_MOST:.0f} at most;   a tap meanwhile: {wait:.0f}"
        f"{'' if met else '  <- too slow'}"
    )
    return met


if __name__ == "__main__":
    sys.exit(main())
