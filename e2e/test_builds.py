"""One build follows another, and no page is ever made of both."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e import servers
from e2e.pages import PATIENCE, Lodge

OLD, NEW = "One more round before the road.", "One more round before the dawn."


@pytest.fixture
def kept_site(site: Path, tmp_path: Path) -> Path:
    """A copy of the site that a test may change."""
    return Path(shutil.copytree(site, tmp_path / "site"))


def test_a_reload_of_the_only_page_lets_a_newer_build_in(
    page: Page, kept_site: Path, tmp_path: Path
) -> None:
    with servers.plain(kept_site, tmp_path) as server:
        Lodge(page).open(server.url)
        page.evaluate("navigator.serviceWorker.ready")
        release(kept_site)
        page.reload()
        expect(page.get_by_text(OLD)).to_be_visible()
        page.evaluate(
            """async () => {
                const registration = await navigator.serviceWorker.ready;
                await registration.update();
                while (!registration.waiting) await new Promise((next) => setTimeout(next, 20));
            }"""
        )
        page.reload()
        expect(page.get_by_text(NEW)).to_be_visible(timeout=PATIENCE)
        Lodge(page).wait_for_brain()


def release(site: Path) -> None:
    """The next build of ``site``: another sentence on the Hearth, and so another version."""
    hearth, worker = site / "index.html", site / "sw.js"
    hearth.write_text(hearth.read_text().replace(OLD, NEW))
    text = worker.read_text()
    version = re.findall(r'"lodge-([0-9a-f]{10})"', text)[0]
    worker.write_text(text.replace(version, version[::-1]))
