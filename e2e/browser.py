"""Finds a Chromium or Chrome for the tests, or fetches one; knows nothing of the tests themselves.

`python -m e2e.browser` prints where it is. LODGE_BROWSER names one outright.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
USUAL_PLACES = (
    "/usr/lib/chromium/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
NONE_FOUND = (
    "No Chromium or Chrome was found and none could be fetched."
    " Install one, or name yours: LODGE_BROWSER=/path/to/chrome"
)
# The browser itself asks its maker's hosts for nothing while a test runs.
ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]
PATIENCE = {"version": 30, "download": 300, "package": 900}  # seconds


def find(playwrights_own: str) -> Path | None:
    """The first browser on this machine that starts."""
    if named := os.environ.get("LODGE_BROWSER"):
        return Path(named) if _starts(named) else None
    on_path = filter(None, map(shutil.which, NAMES))
    places = (*on_path, *USUAL_PLACES, playwrights_own)
    return next((Path(place) for place in places if _starts(place)), None)


def fetch(playwrights_own: str) -> Path | None:
    """Playwright's own browser, else Debian's package where we may install one."""
    print("No Chromium or Chrome here: asking Playwright for its own ...", file=sys.stderr)
    if _run("download", sys.executable, "-m", "playwright", "install", "chromium") and (
        own := find(playwrights_own)
    ):
        return own
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return None
    print("Not to be had: asking Debian for its package ...", file=sys.stderr)
    _run("package", "apt-get", "update")
    _run("package", "apt-get", "install", "--yes", "--no-install-recommends", "chromium")
    return find(playwrights_own)


def main() -> int:
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    found = find(own)
    if not found and "LODGE_BROWSER" not in os.environ:
        found = fetch(own)
    if not found:
        print(NONE_FOUND, file=sys.stderr)
        return 1
    print(f"The tests' browser: {found}")
    return 0


def _starts(place: str) -> bool:
    """Some are mere stubs that say to install something else, or lack a library."""
    return _run("version", place, "--version")


def _run(kind: str, *command: str) -> bool:
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            check=False,
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE[kind],
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
