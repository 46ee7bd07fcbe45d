"""What can go wrong before and while one plays, and what the page then says and does."""

import shutil
import time
from pathlib import Path

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from e2e.conftest import SlowPage
from e2e.guard import Guard
from e2e.overheard import tiles_named
from e2e.pages import PATIENCE, Lodge
from web.runtime.npm import run_in_pyodide

BROKEN_MIND = """
def think(view, level, random, regular=None):
    raise RuntimeError(f"a secret: {view.hand}")
"""
BREAK = """
import marshal, pathlib
app = pathlib.Path("/stage/app.marshal")
codes, prepared = marshal.loads(app.read_bytes())
codes["engine.ai.mind"] = False, compile(WORDS[0], "mind.py", "exec")
app.write_bytes(marshal.dumps((codes, prepared)))
"""


def test_without_webassembly_the_page_says_so_and_the_rules_can_be_read(
    page: Page, guard: Guard
) -> None:
    guard.allow("WebAssembly|no native wasm support|falling back to ArrayBuffer")
    page.add_init_script("delete window.WebAssembly")
    page.goto("/")
    sorry = page.get_by_text("it lacks WebAssembly")
    expect(sorry).to_be_visible()
    page.get_by_role("link", name="the rules").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("boneyard").first).to_be_visible()


def test_a_part_that_does_not_arrive_is_told_and_can_be_asked_for_again(
    slow_page: SlowPage, guard: Guard
) -> None:
    guard.allow(r"app(-\w+)?\.marshal|lodge: |MessageEvent|Event object could not be cloned")
    slow_page.answer(r"/app-\w+\.marshal", status=404)
    page = slow_page.page
    page.goto("/")
    expect(page.get_by_text("The lanterns would not light")).to_be_visible(timeout=PATIENCE)
    assert page.locator("body[data-ready]").count() == 0
    slow_page.let_go()
    page.get_by_role("link", name="load the page again").click()
    Lodge(page).wait_for_brain()
    expect(page.locator("#load-failed")).to_be_hidden()


@pytest.mark.parametrize("part", ["py/shell", "py/brain", "engine/shuffle"])
def test_what_pyscript_misses_is_asked_for_again_and_told(
    slow_page: SlowPage, guard: Guard, part: str
) -> None:
    guard.allow(rf"{part}(-\w+)?\.py|PY0404|PY0001|Failed to load|net::|lodge: ")
    page = slow_page.page
    slow_page.break_off(rf"/{part}-\w+\.py", times=2)  # by what is sent for early, and by PyScript
    Lodge(page).open()
    slow_page.answer(rf"/{part}-\w+\.py", status=404)
    page.reload()
    expect(page.get_by_text("The lanterns would not light")).to_be_visible(timeout=PATIENCE)


def test_a_part_that_breaks_off_is_asked_for_again_alone_and_the_page_comes(
    slow_page: SlowPage, guard: Guard
) -> None:
    guard.allow(r"request failed: .*app-\w+\.marshal|ERR_FAILED|net::")
    asked: list[str] = []
    page = slow_page.page
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    slow_page.hold(r"pyodide\.asm\.wasm")
    slow_page.break_off(r"/app-\w+\.marshal", times=2)
    with page.expect_request_finished(lambda request: request.url.endswith(".marshal")):
        page.goto("/")
    expect(page.get_by_text("The lodge asks for it again.")).to_be_visible()
    slow_page.let_go()
    Lodge(page).wait_for_brain()
    expect(page.get_by_text("The lodge asks for it again.")).to_be_hidden()
    assert sum(name.endswith(".marshal") for name in asked) == 3
    assert sum(name.startswith("library") for name in asked) == 1


def test_the_interpreter_wakes_before_pyscript_is_there_and_each_step_lights_a_lantern(
    slow_page: SlowPage,
) -> None:
    page = slow_page.page
    slow_page.hold(r"/core-\w+\.js")
    page.goto("/", wait_until="commit")
    lanterns = page.get_by_role("progressbar", name="Lighting the lanterns")
    expect(lanterns).to_have_attribute("aria-valuenow", "3", timeout=PATIENCE)
    marks = "performance.getEntriesByType('mark').map(({ name }) => name)"
    assert page.evaluate(marks) == ["lodge-page", "lodge-interpreter", "lodge-library"]
    slow_page.let_go()
    Lodge(page).wait_for_brain()
    assert page.evaluate(marks)[3:] == ["lodge-shell", "lodge-brain"]


def test_what_is_chosen_before_the_brain_is_up_is_done_once_it_is(slow_page: SlowPage) -> None:
    page = slow_page.page
    lodge = Lodge(page)
    page.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
            window.steps = [];
            const bar = document.querySelector("[role=progressbar]");
            const look = () => steps.push(Number(bar.getAttribute("aria-valuenow")));
            new MutationObserver(look).observe(bar, { attributes: true });
        })"""
    )
    slow_page.hold(r"pyodide\.asm\.wasm")
    page.goto("/")
    bar = page.get_by_role("progressbar", name="Lighting the lanterns")
    lodge.button("Play solo").click()
    expect(bar).to_have_attribute("aria-valuenow", "2")  # the shell is up, the brain is not
    lodge.choose("Chairs", "2")
    lodge.choose("First to", "200")
    lodge.button("Deal the tiles").click()
    expect(bar).to_be_visible()
    slow_page.let_go()

    expect(page.get_by_text("Round 1, first to 200")).to_be_visible(timeout=PATIENCE)
    assert len(lodge.others) == 1
    expect(bar).to_be_hidden()
    steps = page.evaluate("steps")
    assert steps == sorted(steps)
    assert set(steps) >= {2, 3, 4, 5}


def test_a_regular_whose_mind_fails_still_acts_and_the_round_goes_on(
    site: Path, slow_page: SlowPage, guard: Guard, tmp_path: Path
) -> None:
    guard.allow("A regular met RuntimeError; the first legal action is taken")
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    slow_page.page.on("console", hear)
    slow_page.answer(r"/app-\w+\.marshal", body=with_broken_mind(site, tmp_path))
    lodge = Lodge(slow_page.page)
    lodge.open()
    lodge.deal(Game="Block")
    lodge.set_speed()
    while lodge.wait_for_turn():
        before = len(complaints)
        lodge.play_turn()
        since = time.monotonic()
        lodge.wait_for_turn()
        assert time.monotonic() - since < 2 + len(complaints) - before
    expect(lodge.dialog("Match over")).to_be_visible()
    assert complaints
    assert not tiles_named("\n".join(complaints))


def with_broken_mind(site: Path, stage: Path) -> bytes:
    """The app as it was built, but for the regulars' minds."""
    [built] = site.glob("app-*.marshal")
    shutil.copy(built, stage / "app.marshal")
    (stage / "break.py").write_text(BREAK)
    run_in_pyodide(str(stage / "break.py"), stage, BROKEN_MIND)
    return (stage / "app.marshal").read_bytes()
