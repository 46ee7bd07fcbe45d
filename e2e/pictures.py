"""Takes the pictures that the README shows, from the built page as it is: `make pictures`."""

import tempfile
from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

from e2e import browser as browsers
from e2e import servers
from e2e.pages import Lodge

PICTURES = Path(__file__).parent / "pictures"
DESK: ViewportSize = {"width": 1280, "height": 800}
LONG_ENOUGH = 18
"""Tiles on the line before the table is worth a picture."""


def main() -> None:
    """Play until the line is long, then take the table."""
    site = servers.ROOT / "dist"
    with (
        tempfile.TemporaryDirectory() as room,
        servers.plain(site, Path(room)) as server,
        sync_playwright() as playwright,
    ):
        found = browsers.find(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=found, args=browsers.ARGUMENTS)
        lodge = Lodge(browser.new_page(viewport=DESK))
        lodge.open(server.url)
        lodge.deal(Chairs="5", First_to="150")
        lodge.set_speed("At once")
        while lodge.wait_for_turn() and (len(lodge.line) < LONG_ENOUGH or not lodge.fitting):
            lodge.play_turn()
        if lodge.fitting:
            lodge.press(lodge.tile(lodge.fitting[0]))
        lodge.page.mouse.move(0, 0)
        lodge.page.wait_for_timeout(600)
        PICTURES.mkdir(exist_ok=True)
        lodge.page.screenshot(path=PICTURES / "table.png")
        browser.close()


if __name__ == "__main__":
    main()
