"""What one visit leaves for the next: an interpreter's memory to start from, with the app in it."""

import pytest
from playwright.sync_api import Page, expect

from e2e.guard import Guard
from e2e.pages import Lodge

KEPT = "caches.match('memory').then((found) => found !== undefined)"
LEAVE = """async () => {
    await navigator.serviceWorker.ready;
    lodge.remember();
    for (let tries = 300; tries && !(await caches.match("memory")); tries -= 1)
        await new Promise((go) => setTimeout(go, 100));
}"""
REWRITE = """async ([was, is]) => {
    const cache = await caches.open((await caches.keys())[0]);
    const found = await cache.match("memory"), { headers } = found;
    const memory = new Uint8Array(await found.arrayBuffer());
    const [from, to] = [was, is].map((words) => new TextEncoder().encode(words));
    for (let at = 0; (at = memory.indexOf(from[0], at)) >= 0; at += 1) {
        if (from.every((byte, more) => memory[at + more] === byte)) memory.set(to, at);
    }
    await cache.put("memory", new Response(memory, { headers }));
}"""
SPOIL = """async ([bytes, length]) => {
    const cache = await caches.open((await caches.keys())[0]);
    const found = await cache.match("memory"), headers = new Headers(found.headers);
    if (length) headers.set("Length", length);
    const body = (await found.arrayBuffer()).slice(0, bytes ?? undefined);
    await cache.put("memory", new Response(body, { headers }));
}"""
OTHER = """async () => {
    const cache = await caches.open((await caches.keys())[0]);
    const found = await cache.match("memory"), headers = new Headers(found.headers);
    headers.set("Browser", "Mosaic");
    await cache.put("memory", new Response(found.body, { headers }));
}"""


def test_a_later_visit_starts_from_what_an_earlier_one_has_left(page: Page) -> None:
    lodge = Lodge(page)
    leave_memory(lodge)
    page.evaluate(REWRITE, ["been played here yet", "been dreamt here yet"])
    lodge.open()
    lodge.press(lodge.button("Statistics"))
    expect(page.get_by_text("Nothing has been dreamt here yet.")).to_be_visible()
    page.keyboard.press("Escape")
    lodge.deal(Chairs="2")
    lodge.wait_for_turn()
    lodge.play_turn()


@pytest.mark.parametrize(("size", "length"), [(5_000_000, None), (None, "99999999999999")])
def test_where_it_is_spoilt_the_lodge_opens_all_the_same_and_without_it(
    page: Page, guard: Guard, size: int | None, length: str | None
) -> None:
    guard.allow("RangeError|wasm instantiation failed")
    lodge = Lodge(page)
    leave_memory(lodge)
    page.evaluate(SPOIL, [size, length])
    lodge.open()
    lodge.deal(Chairs="2")
    assert not page.evaluate(KEPT)


def test_what_another_browser_has_left_is_not_started_from(page: Page) -> None:
    lodge = Lodge(page)
    leave_memory(lodge)
    page.evaluate(OTHER)
    lodge.open()
    assert not page.evaluate(KEPT)


def leave_memory(lodge: Lodge) -> None:
    """As the page does by itself, once a visit has gone on for a while."""
    lodge.open()
    lodge.page.evaluate(LEAVE)
