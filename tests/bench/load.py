"""How soon the page is there, beside the same page on Pyodide as published; judges ratios only.

    python tests/bench/load.py [ROUNDS]

Seconds mean little on a busy machine, so the two pages take turns in one browser and what counts is
how they compare. Exits with 1 if the page is slower, compared with the other, than it should be.
"""

import argparse
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext, Page, Worker, sync_playwright

from e2e import browser as browsers
from e2e import servers
from e2e.conftest import AS_ROOT, QUIET
from e2e.pages import PATIENCE
from web.build import build

SITES = servers.ROOT / ".cache" / "bench"
VISITS = ("cold", "warm")
MOST = {"ready": 0.7, "shell": 0.25}
"""How long each may take at most, as a part of the time until the stock page is ready."""

# The page's own clock starts with the navigation; the shell says that it is up by the second lamp.
WATCH = """
    window.seen = {};
    new MutationObserver(() => {
        if (document.querySelector("#lighting")?.getAttribute("aria-valuenow") >= 2)
            seen.shell ??= performance.now();
        if ("ready" in document.body.dataset) seen.ready ??= performance.now();
    }).observe(document, { subtree: true, attributeFilter: ["aria-valuenow", "data-ready"] });
"""
KEPT = "navigator.serviceWorker.ready.then(() => true)"
IN_USE = "navigator.serviceWorker.controller !== null"
FETCHED = """
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .reduce((sum, { transferSize }) => sum + transferSize, 0)
"""


@dataclass
class Visit:
    """One visit: milliseconds until the shell was up and the page ready, and the bytes fetched."""

    shell: float
    ready: float
    fetched: int


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("rounds", type=int, nargs="?", default=5, help="visits of each kind")
