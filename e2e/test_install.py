"""The lodge can be put on a device's home screen, and hosted by whoever hosts files."""

import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e import servers
from e2e.guard import Guard
from e2e.pages import Lodge

ALL_KEPT = "navigator.serviceWorker.ready.then(() => true)"


@pytest.fixture
def manifest(page: Page, static_url: str) -> dict[str, Any]:
    """The manifest as the page at a sub-path names it, its addresses whole."""
    page.goto(static_url)
    told: dict[str, Any] = page.evaluate(
        """async () => {
            const { href } = document.querySelector("link[rel=manifest]");
            const manifest = await (await fetch(href)).json();
            for (const name of ["id", "start_url", "scope"])
                manifest[name] = new URL(manifest[name], href).href;
            for (const icon of manifest.icons) icon.src = new URL(icon.src, href).href;
            return manifest;
        }"""
    )
    return told


def test_chromium_finds_nothing_that_stands_against_installing_it(
    page: Page, static_url: str
) -> None:
    Lodge(page).open(static_url)
    page.evaluate(ALL_KEPT)
    browser = page.context.new_cdp_session(page)
    found = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's window is a private one, and from those nothing can be installed.
    assert [fault["errorId"] for fault in found if fault["errorId"] != "in-incognito"] == []
    assert browser.send("Page.getAppManifest")["errors"] == []


def test_installed_it_opens_at_its_own_folder(manifest: dict[str, Any], static_url: str) -> None:
    assert {manifest[name] for name in ("id", "start_url", "scope")} == {static_url}
    assert manifest["display"] == "standalone"


def test_each_icon_is_there_in_the_size_that_is_named(manifest: dict[str, Any], page: Page) -> None:
    sizes = set()
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.ok, icon
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add((width, icon["purpose"]))
    assert sizes == {(192, "any"), (512, "any"), (512, "maskable")}


def test_a_host_that_packs_every_answer_anew_and_knows_no_programs_serves_it_as_well(
    page: Page, site: Path, tmp_path: Path, guard: Guard
) -> None:
    guard.allow("wasm streaming compile failed|falling back to ArrayBuffer")
    with servers.packing(site, tmp_path) as server:
        lodge = Lodge(page)
        lodge.open(server.url)
        lodge.deal(Game="Block")
        page.evaluate(ALL_KEPT)
        server.kill()
        page.reload()
        lodge.wait_for_brain()
        expect(lodge.button("Take your chair again")).to_be_visible()
