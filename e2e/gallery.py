"""Takes a picture of every state in the catalogue, and those that the README shows.

`make pictures` takes all; `make pictures STATES=table` those whose names begin so. They lie, with
a page to look through, in .cache/pictures.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from e2e import browser as browsers
from e2e import servers
from e2e.catalogue import CATALOGUE
from e2e.easel import CONTRAST, LANTERN, Easel

ALL = servers.ROOT / ".cache" / "pictures"
CHOSEN = Path(__file__).parent / "pictures"
"""The few of the README."""
SIZES = {
    "phone": ViewportSize(width=360, height=740),
    "tablet": ViewportSize(width=768, height=1024),
    "desk": ViewportSize(width=1440, height=900),
}
DRESSES = {"lantern": LANTERN, "contrast": CONTRAST}
README = {
    "table": ("table-chosen-both-ends", ViewportSize(width=1240, height=760)),
    "phone": ("table-chosen-both-ends", SIZES["phone"]),
    "round": ("round-five", ViewportSize(width=1240, height=760)),
}


def main(beginning: str = "", site: str = "dist") -> None:
    names = [name for name in CATALOGUE if name.startswith(beginning)]
    with (
        tempfile.TemporaryDirectory() as room,
        servers.plain(servers.ROOT / site, Path(room)) as server,
        sync_playwright() as playwright,
    ):
        found = browsers.find(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=found, args=browsers.ARGUMENTS)
        for size, dress in product(SIZES, DRESSES):
            _take(browser, server.url, names, size, dress)
        if not beginning:
            _take_chosen(browser, server.url)
        browser.close()
    (ALL / "index.html").write_text(_sheet())
    print(f"{len(names)} states, {len(SIZES) * len(DRESSES)} pictures each: {ALL / 'index.html'}")


def _take(browser: Browser, url: str, names: list[str], size: str, dress: str) -> None:
    folder = ALL / size / dress
    folder.mkdir(parents=True, exist_ok=True)
    with _easel(browser, url, SIZES[size]) as easel:
        for name in names:
            easel.show(CATALOGUE[name], DRESSES[dress])
            for screen in ("", "-2", "-3", "-4", "-5"):
                easel.page.screenshot(path=folder / f"{name}{screen}.png", animations="disabled")
                if not easel.page.evaluate(SCROLL):
                    break


def _take_chosen(browser: Browser, url: str) -> None:
    CHOSEN.mkdir(exist_ok=True)
    for picture, (name, size) in README.items():
        with _easel(browser, url, size) as easel:
            easel.show(CATALOGUE[name])
            easel.page.screenshot(path=CHOSEN / f"{picture}.png", animations="disabled")


@contextmanager
def _easel(browser: Browser, url: str, size: ViewportSize) -> Iterator[Easel]:
    context = browser.new_context(viewport=size)
    yield Easel(context.new_page(), url)
    context.close()


SCROLL = """() => {
    const over = document.querySelector(":popover-open");
    const panes = over ? [over, ...over.querySelectorAll("*")] : [document.scrollingElement];
    const pane = panes.find(each => each.scrollHeight > each.clientHeight
        && (!over || getComputedStyle(each).overflowY === "auto"));
    const before = pane?.scrollTop;
    pane?.scrollBy({ top: 0.8 * pane.clientHeight, behavior: "instant" });
    return pane?.scrollTop > before;
}"""
"""On by most of a screen; whether there was more to see."""


def _sheet() -> str:
    """A page of all pictures that were ever taken, a state a row."""
    rows = []
    for name in CATALOGUE:
        taken = [f"{size}/{dress}/{name}.png" for dress, size in product(DRESSES, SIZES)]
        pictures = "".join(
            f'<a href="{one}"><img loading="lazy" height="420" src="{one}" alt="{one}"></a> '
            for one in taken
            if (ALL / one).exists()
        )
        rows.append(f"<h2>{escape(name)}</h2><p>{pictures}</p>")
    return "<!doctype html><meta charset=utf-8><title>The catalogue</title>" + "\n".join(rows)


if __name__ == "__main__":
    main(*sys.argv[1:])
