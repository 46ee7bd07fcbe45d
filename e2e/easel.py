"""Stands the built page up at rest and paints states of the catalogue on it, as the shell would.

No Python runs in that page: what is to be seen is there at once, and the same each time.
"""

import re
from dataclasses import replace

from playwright.sync_api import Page, Route

from app.model import Model
from e2e.catalogue.state import State
from ui.pages import render

ASLEEP = re.compile(r"/(pyscript|micropython|pyodide)[^/]*/|/(ahead|sound)[^/]*\.js")

Dress = dict[str, str]
LANTERN: Dress = {"contrast": "system"}
CONTRAST: Dress = {"contrast": "more"}


class Easel:
    """``url`` is where the site is served. Of its scripts those awake run no Python."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self._url = url
        self._at_rest = False
        page.route(ASLEEP, _asleep)

    def show(self, state: State, dress: Dress = LANTERN, text: str = "100%") -> None:
        """The page in one state, with nothing focused and nothing in motion.

        ``text``: how large its reader has told the browser to make it.
        """
        drawn = state.model is not None and not state.deed
        if not (drawn and self._at_rest):
            self.page.goto(self._url + state.page.removeprefix("./"))
        self._at_rest = drawn  # only what was painted is painted over without a trace
        self.page.evaluate("text => { document.documentElement.style.fontSize = text; }", text)
        if state.model is not None:
            self.paint(state.model(), dress)
        else:
            self.wear(dress)
        if state.deed:
            self.page.evaluate(state.deed)
        self.settle()

    def paint(self, model: Model, dress: Dress = LANTERN) -> None:
        """Draw it twice, as the page does: the line waits until its room is known."""
        self.page.evaluate(PAINT, render(model))
        self.wear(dress)
        if (room := self.page.evaluate(ROOM)) is not None:
            width, height = room
            self.page.evaluate(PAINT, render(replace(model, line_area=(width, height))))
            self.wear(dress)

    def settle(self) -> None:
        self.page.evaluate(SETTLE)

    def wear(self, dress: Dress) -> None:
        self.page.evaluate(WEAR, dress)


def _asleep(route: Route) -> None:
    route.fulfill(body="", content_type="text/javascript")


PAINT = """({ regions, body, title, language }) => {
    document.title = title;
    lodge.speak(language);
    lodge.closes(regions);
    lodge.lay({ regions, body });
    document.body.dataset.ready = "";
    for (const dialog of document.querySelectorAll("dialog:not(:popover-open)"))
        lodge.showDialog(dialog);
    lodge.settle();
}"""

WEAR = """dress => {
    for (const whole of [document.documentElement, document.body])
        Object.assign(whole.dataset, dress);
}"""

ROOM = """() => {
    const line = [...document.querySelectorAll("[data-measure]")].find(each => each.clientWidth);
    if (!line) return null;
    const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(line);
    return [line.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight),
        line.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)];
}"""
"""The room for the line of the screen that is shown, as the shell measures it."""

SETTLE = """async () => {
    document.activeElement?.blur();
    for (const each of document.querySelectorAll("*"))
        if (each.scrollTop || each.scrollLeft) each.scrollTop = each.scrollLeft = 0;
    await document.fonts.ready;
    for (const each of document.getAnimations())
        if (each.effect.getComputedTiming().iterations !== Infinity) each.finish();
}"""
