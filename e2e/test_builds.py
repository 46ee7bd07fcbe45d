"""One build follows another: no page is ever made of both, and no match is broken by it."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e import servers
from e2e.company import deal, gathered
from e2e.conftest import NewContext
from e2e.guard import Guard
from e2e.pages import PATIENCE, Lodge

SAID = re.compile(r"One more round before the \w+\.")
ALL_KEPT = """new Promise((kept) => {
    const look = () => navigator.serviceWorker.controller && kept(true);
    navigator.serviceWorker.addEventListener("controllerchange", look);
    look();
})"""
KEPT_BUILDS = "caches.keys().then((names) => names.filter((name) => name.startsWith('lodge-')))"


@pytest.fixture
def kept_site(site: Path, tmp_path: Path) -> Path:
    """A copy of the site that a test may change."""
    return Path(shutil.copytree(site, tmp_path / "site"))


def test_two_releases_while_a_match_is_played_break_nothing_and_each_is_offered(
    page: Page, kept_site: Path, tmp_path: Path
) -> None:
    lodge, offer = Lodge(page), page.locator("#hearth-note")
    with servers.plain(kept_site, tmp_path) as server:
        lodge.open(server.url)
        page.evaluate(ALL_KEPT)
        lodge.deal(Chairs="2", First_to="200")
        lodge.set_speed()
        for time_of_day in ("dawn", "noon"):
            release(kept_site, time_of_day)
            look_for_a_newer_one(page)
            expect(offer).to_be_empty()
            line = play_on(lodge)
            page.get_by_role("button", name="Back to the hearth").click()
            expect(offer).to_contain_text("A newer lodge is ready.")
            lodge.button("Reload").click()
            expect(page.get_by_text(said(time_of_day))).to_be_visible(timeout=PATIENCE)
            lodge.wait_for_brain()
            expect(offer).to_be_empty()
            assert len(page.evaluate(KEPT_BUILDS)) == 1
            lodge.take_chair()
            assert set(line) <= set(lodge.line)


def test_a_newer_build_waits_for_the_other_tabs_of_the_older_one(
    context: BrowserContext, page: Page, kept_site: Path, tmp_path: Path
) -> None:
    lodge, note = Lodge(page), page.locator("#hearth-note")
    with servers.plain(kept_site, tmp_path) as server:
        lodge.open(server.url)
        page.evaluate(ALL_KEPT)
        other = Lodge(context.new_page())
        other.open(server.url)
        other.deal(Chairs="2")
        release(kept_site, "dawn")
        look_for_a_newer_one(page)
        lodge.button("Reload").click()
        expect(note).to_contain_text("Close the lodge’s other tabs first")
        play_on(other)
        other.page.close()
        lodge.button("Reload").click()
        expect(page.get_by_text(said("dawn"))).to_be_visible(timeout=PATIENCE)
        lodge.wait_for_brain()


def test_a_site_that_changes_while_it_is_kept_is_not_kept_as_one(
    page: Page, kept_site: Path, tmp_path: Path, guard: Guard
) -> None:
    guard.allow("the site changed while it was fetched")
    with servers.plain(kept_site, tmp_path) as server:
        Lodge(page).open(server.url)
        page.evaluate(ALL_KEPT)
        [kept] = page.evaluate(KEPT_BUILDS)
        older = (kept_site / "index.html").read_bytes()
        release(kept_site, "dawn")
        (kept_site / "index.html").write_bytes(older)  # as in the middle of a copy
        page.evaluate(
            """async () => {
                const registration = await navigator.serviceWorker.ready;
                await registration.update().catch(() => undefined);
                const { installing } = registration;
                if (installing) await new Promise((done) => { installing.onstatechange = done; });
            }"""
        )
        assert page.evaluate(KEPT_BUILDS) == [kept]
        page.reload()
        expect(page.get_by_text(said("road"))).to_be_visible()
        Lodge(page).wait_for_brain()


def test_an_old_page_that_meets_a_newer_relay_is_loaded_again_and_has_its_chair_still(
    kept_site: Path, tmp_path: Path, new_context: NewContext, guard: Guard
) -> None:
    guard.allow("WebSocket")
    with servers.relay(kept_site, tmp_path) as server:
        friends = gathered(new_context, server.url, "Ada", "Bo", Game="Block")
        deal(friends)
        for friend in friends:
            friend.page.evaluate(ALL_KEPT)
        held = [sorted(friend.tiles) for friend in friends]
        server.stop()
        with servers.newer_relay(kept_site, tmp_path, after=server):
            for friend in friends:
                expect(friend.dialog("This page is an older one")).to_be_visible(timeout=PATIENCE)
        release(kept_site, "dawn")
        server.start()
        for friend in friends:
            friend.button("Reload").click()
            expect(friend.page.get_by_text(said("dawn"))).to_be_attached(timeout=PATIENCE)
            friend.wait_for_brain()
            friend.wait_for_table()
        assert [sorted(friend.tiles) for friend in friends] == held
        for friend in friends:
            friend.play_by_itself()
        expect(friends[-1].over).to_be_visible(timeout=2 * PATIENCE)


def play_on(lodge: Lodge) -> list[str]:
    """Play a turn, and have it kept; the line after it."""
    if lodge.wait_for_turn():
        lodge.play_turn()
    lodge.wait_for_turn()
    lodge.wait_until_kept()
    return lodge.line


def look_for_a_newer_one(page: Page) -> None:
    """Have the browser look, and wait until the newer build waits."""
    page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")
    page.wait_for_function(
        "navigator.serviceWorker.ready.then(({ waiting }) => waiting !== null)", timeout=PATIENCE
    )


def said(time_of_day: str) -> str:
    """What the Hearth of a build says."""
    return f"One more round before the {time_of_day}."


def release(site: Path, time_of_day: str) -> None:
    """The next build of ``site``: another sentence on the Hearth, and so another version."""
    hearth, worker = site / "index.html", site / "sw.js"
    [version] = re.findall(r'"lodge-([0-9a-f]{10})"', worker.read_text())
    hearth.write_text(SAID.sub(said(time_of_day), hearth.read_text()))
    newer = f"{int(version, 16) + 1:010x}"
    for file in (worker, *site.glob("*.html")):
        file.write_text(file.read_text().replace(version, newer))
        for packed in site.glob(f"{file.name}.*"):
            packed.unlink()
