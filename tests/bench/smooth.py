"""How smoothly the page runs where its own realm is four times slower, and what it does at rest.

    python tests/bench/smooth.py [--site DIR] [--presses N]

A five-chair match against regulars, once at each of two speeds; then the page left alone. Only the
page's own realm is slowed: no browser slows a worker, so what the brain takes is not four times as
long here. Exits with 1 if a budget is missed.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from e2e import browser as browsers
from e2e import servers
from e2e.behind import READY, Chromium, Tab, chromium
from e2e.pages import PATIENCE, Lodge
from web.build import build

BUILT = servers.ROOT / ".cache" / "bench" / "ours"
SLOWER = 4  # times
SPEEDS = ("at_once", "brisk")
SIZE: ViewportSize = {"width": 1280, "height": 800}
MOMENT = 120  # ms between two presses
REST = 10.0  # seconds of doing nothing that are looked at

INTERACTION_AT_MOST = 100  # ms to the next paint, for 98 of 100
TASK_AT_MOST = 100  # ms
AT_REST_AT_MOST = 0.01  # of the realm's time, while nothing moves but the clock's figures
LIGHT_AT_MOST = 0.05  # of a core, for rain on the Hearth and for light at the table
HIDDEN_AT_MOST = 0.005  # of a core, behind another tab

# Interactions as "interaction to next paint" has them: the longest event of each.
WATCH = """
    window.seen = {};
    new PerformanceObserver((list) => {
        for (const { interactionId: id, duration } of list.getEntries())
            if (id) seen[id] = Math.max(seen[id] ?? 0, duration);
    }).observe({ type: "event", durationThreshold: 16 });
"""
BEGIN = "seen = {}; window.before = performance.interactionCount"
SEEN = "[performance.interactionCount - before, Object.values(seen)]"
UNSEEN = 8.0  # ms, in place of what the browser finds too short to tell

# Told in one question, as each costs the page's realm something: how the table stands, and where
# in the page's own order the button is that would be pressed there.
STATE = """() => {
    const middle = (found) => {
        const box = found?.getBoundingClientRect();
        return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
    };
    const dialog = document.querySelector(":popover-open");
    if (dialog) return [dialog.getAttribute("aria-label"),
        middle(dialog.querySelector("[data-msg=next_round], [data-msg=rematch]"))];
    const ours = document.title.startsWith("Your turn");
    return [ours ? "ours" : "theirs", middle(document.querySelector("#hand .fits"))];
}"""
WHERE = """(sheet) => {
    const box = document.querySelector(`.top [data-value=${sheet}]`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
TASK, MAIN = "ThreadControllerImpl::RunTask", "CrRendererMain"
SHEETS = ("score", "read", "settings")
DEAL = """() => {
    document.querySelector("#solo [name=seats][value='5']").checked = true;
    document.querySelector("#solo [data-msg=deal]").click();
}"""
# What a visit leaves for the next, not while something else is looked at.
LEAVE = """void lodge.remember().then(async () => {
    while (!(await caches.match("memory"))) await new Promise((go) => setTimeout(go, 100));
    window.left = true;
})"""
# The lantern goes round the table, a turn a second.
WALK = """window.walking = setInterval(() => {
    const { dataset } = document.body, turn = Number(dataset.lit[0]) || 0;
    dataset.lit = `${1 + turn % 4}-of-4`;
}, 1000)"""
# The least that anything costs which moves as often as the rain.
BOX = """{
    const box = document.createElement("div");
    box.style = "width: 10px; height: 10px; background: gray; will-change: transform";
    document.body.append(box);
    let steps = 0;
    setInterval(() => { box.style.transform = `translateY(${steps++ % 9}px)`; }, 300);
}"""
OUR_TURN = """document.title.startsWith("Your turn")
    && document.querySelector("#hand .fits") !== null"""


Place = list[float]  # x, y


class Pace(NamedTuple):
    """Milliseconds: from each press to the next paint, and of each task, its processor time.

    ``stretch``: how many times longer than that all tasks together took, as others ran as well.
    """

    presses: list[float]
    tasks: list[float]
    stretch: float


class Budget(NamedTuple):
    """Something measured, beside the most that it may be."""

    what: str
    found: float
    most: float
    unit: str

    @property
    def holds(self) -> bool:
        return self.found <= self.most


def main() -> int:
    """Build, measure and tell, from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--site", type=Path, help="a built site; else it is built now")
    parser.add_argument("--presses", type=int, default=120, help="at each speed (120)")
    choice = parser.parse_args()
    site: Path = choice.site or BUILT
    if choice.site is None:
        build(site)
    with tempfile.TemporaryDirectory() as room, servers.relay(site, Path(room)) as server:
        with sync_playwright() as playwright:
            found = browsers.find(playwright.chromium.executable_path)
            assert found, browsers.NONE_FOUND
            launch = playwright.chromium.launch
            with launch(executable_path=found, args=browsers.ARGUMENTS) as browser:
                budgets = [*paces(browser, server.url, choice.presses)]
        budgets += rests(server.url, found)
    print("Budgets")
    for what, amount, most, unit in budgets:
        over = "" if amount <= most else "  <- too much"
        print(f"  {what:36} {amount:8.4g} {unit:2}   wanted: {most:g} at most{over}")
    return 0 if all(budget.holds for budget in budgets) else 1


# A match


def paces(browser: Browser, url: str, presses: int) -> Iterator[Budget]:
    for speed in SPEEDS:
        pace = play(browser, url, speed, presses)
        ordered = sorted(took / pace.stretch for took in pace.presses)
        p98 = ordered[len(ordered) * 98 // 100]
        late = sum(took > INTERACTION_AT_MOST for took in ordered)
        heavy = [task for task in pace.tasks if task > 50]
        print(f"Five chairs, {speed}, the page {SLOWER} times slower: {len(ordered)} presses")
        print(f"  to the next paint: p50 {median(ordered):.0f} ms, p98 {p98:.0f} ms", end=", ")
        print(f"{late} over {INTERACTION_AT_MOST}; {pace.stretch:.2f} times that by the clock")
        print(f"  tasks over 50 ms: {len(heavy)}, the longest {max(pace.tasks):.0f} ms")
        print(f"  a page with one button, slowed alike: p98 {bare(browser):.0f} ms by the clock")
        yield Budget(f"press to next paint, p98, {speed}", p98, INTERACTION_AT_MOST, "ms")
        yield Budget(f"longest task, {speed}", max(pace.tasks), TASK_AT_MOST, "ms")


def play(browser: Browser, url: str, speed: str, presses: int) -> Pace:
    """Play on, opening this and that while the others do, until so many presses were made."""
    page = opened(browser, url, speed=speed, auto_draw=False, auto_pass=False)
    lodge = Lodge(page)
    lodge.deal(Chairs="5", First_to="200")
    lodge.wait_for_turn()
    player = Player(page)
    page.evaluate(BEGIN)
    browser.start_tracing(page=page, categories=["-*", "toplevel"])
    slow(page, SLOWER)
    while player.presses < presses:
        player.go_on()
    slow(page, 1)
    traced = json.loads(browser.stop_tracing())
    page.wait_for_timeout(500)  # what was seen last is told a little later
    count, took = page.evaluate(SEEN)
    page.context.close()
    tasks = tasks_in(traced["traceEvents"])
    busy, lasted = (sum(task[key] for task in tasks) for key in ("tdur", "dur"))
    presses_took = [*took, *[UNSEEN] * (count - len(took))]
    return Pace(presses_took, [task["tdur"] / 1000 for task in tasks], lasted / busy)


def bare(browser: Browser) -> float:
    """What a press takes at the least, here and now."""
    context = browser.new_context(viewport=SIZE)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto("about:blank")
    page.set_content("<button>Press</button>")
    page.evaluate("() => { document.body.onclick = ({ target }) => { target.append('.'); }; }")
    slow(page, SLOWER)
    for _ in range(50):
        page.mouse.click(20, 20)
        page.wait_for_timeout(MOMENT)
    took = sorted(page.evaluate("Object.values(seen)"))
    context.close()
    return float(took[len(took) * 98 // 100]) if took else UNSEEN


def tasks_in(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The tasks of the page's own realm: of all that a browser calls so, the busiest."""
    realms: defaultdict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    names = {
        (each["pid"], each["tid"]): each["args"]["name"]
        for each in events
        if each["name"] == "thread_name"
    }
    for each in events:
        where = each["pid"], each["tid"]
        if each["name"] == TASK and names.get(where) == MAIN and "tdur" in each:
            realms[where].append(each)
    return max(realms.values(), key=lambda tasks: sum(task["tdur"] for task in tasks))


class Player:
    """Plays with mouse and keys, and opens what there is to be opened in between."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0
        self._aside = 0
        self._sheets = cycle(SHEETS)

    def go_on(self) -> None:
        state, place = self.page.evaluate(STATE)
        if state in ("Round over", "Match over"):
            self._click(place)
        elif state not in ("ours", "theirs"):
            self._key("Escape")
        elif self._aside < 2:
            self._aside += 1
            self._click(self.page.evaluate(WHERE, next(self._sheets)))
        elif state == "ours":
            self._aside = 0
            self._act(place)

    def _act(self, fitting: Place | None) -> None:
        if fitting:
            self._click(fitting)
            self._key("l")
            self._key("r")
        else:
            self._key("d")
            self._key("p")

    def _click(self, place: Place) -> None:
        self.page.mouse.click(*place)
        self._pressed()

    def _key(self, key: str) -> None:
        self.page.keyboard.press(key)
        self._pressed()

    def _pressed(self) -> None:
        """A person takes a moment as well."""
        self.presses += 1
        self.page.wait_for_timeout(MOMENT)


# At rest


class Cost(NamedTuple):
    """Shares of a second: of the page's own realm in all, in scripts, in style and layout; of a
    core for all processes that draw pages."""

    realm: float
    script: float
    layout: float
    core: float

    def __sub__(self, less: "Cost") -> "Cost":
        return Cost(*(one - other for one, other in zip(self, less)))


def rests(url: str, executable: Path) -> Iterator[Budget]:
    """Playwright keeps every page that it holds in view; so these are held by the protocol."""
    with chromium(executable) as window:
        tab = window.new_tab()
        empty = behind(window, tab)
        told("empty page, hidden", empty, "core", HIDDEN_AT_MOST)
        bare = cost(window, tab)
        tab.do(BOX)
        told("a box moved, alone", cost(window, tab) - bare, "core", LIGHT_AT_MOST)
        come(tab, url, motion="reduced")
        still = cost(window, tab)
        yield told("hearth, no rain", still, "realm", AT_REST_AT_MOST)
        come(tab, url)
        tab.do(LEAVE)
        tab.wait_for("window.left")
        rain = cost(window, tab)
        told("hearth, rain", rain, "realm", AT_REST_AT_MOST)  # which moves
        yield told("rain alone", rain - still, "core", LIGHT_AT_MOST)
        yield told("hearth, hidden", behind(window, tab) - empty, "core", HIDDEN_AT_MOST)
        tab.do(f"({DEAL})()")
        tab.wait_for(OUR_TURN)
        table = cost(window, tab)
        yield told("table, our turn", table, "realm", AT_REST_AT_MOST)
        tab.do(WALK)
        walking = cost(window, tab)
        tab.do("clearInterval(walking)")
        yield told("light alone", walking - table, "core", LIGHT_AT_MOST)
        yield told("table, hidden", behind(window, tab) - empty, "core", HIDDEN_AT_MOST)


def behind(window: Chromium, tab: Tab) -> Cost:
    """Lay another tab over it, and take that away again. A browser does this and that even for an
    empty page: what a page of ours costs is what it costs more than that."""
    window.bring_forward(other := window.new_tab())
    tab.wait_for("document.hidden")
    found = cost(window, tab)
    window.command("Target.closeTarget", targetId=other.target)
    window.bring_forward(tab)
    tab.wait_for("!document.hidden")
    return found


def come(tab: Tab, url: str, **settings: object) -> None:
    """Visit the page as somebody with these settings, until it is up and all of it is kept."""
    tab.open(url)
    tab.wait_for(f"location.protocol === 'http:' && {READY}")
    tab.do(f"localStorage.setItem('lodge.settings', {json.dumps(json.dumps(settings))})")
    tab.do("navigator.serviceWorker.ready.then(() => { delete document.body.dataset.ready; })")
    tab.wait_for(f"!({READY})")  # nor is this page taken for the next
    tab.open(url)
    tab.wait_for(READY)


def cost(window: Chromium, tab: Tab) -> Cost:
    """What a page costs that is left alone."""
    time.sleep(3)  # what was begun comes to an end
    tab.command("Performance.enable", timeDomain="threadTicks")
    before, at = used(window, tab), time.monotonic()
    time.sleep(REST)
    passed = time.monotonic() - at
    return Cost(*((late - early) / passed for late, early in zip(used(window, tab), before)))


def used(window: Chromium, tab: Tab) -> Cost:
    """Seconds until now."""
    metrics = tab.command("Performance.getMetrics")["metrics"]
    spent = {each["name"]: each["value"] for each in metrics}
    processes = window.command("SystemInfo.getProcessInfo")["processInfo"]
    drawing = [each["cpuTime"] for each in processes if each["type"] in ("renderer", "GPU")]
    layout = spent["LayoutDuration"] + spent["RecalcStyleDuration"]
    return Cost(spent["TaskDuration"], spent["ScriptDuration"], layout, sum(drawing))


def told(what: str, cost: Cost, of: str, most: float) -> Budget:
    print(f"  {what:20}", *(f"{name} {share:6.2%} " for name, share in cost._asdict().items()))
    return Budget(f"{what}: {of}", 100 * getattr(cost, of), 100 * most, "%")


# The page


def opened(browser: Browser, url: str, **settings: object) -> Page:
    context = browser.new_context(viewport=SIZE)
    wishes = json.dumps(json.dumps(settings))
    context.add_init_script(f"localStorage.setItem('lodge.settings', {wishes}); {WATCH}")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    Lodge(page).open(url)
    return page


def slow(page: Page, rate: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


if __name__ == "__main__":
    sys.exit(main())
