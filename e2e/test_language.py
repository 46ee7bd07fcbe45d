"""A German visitor: every word in German from the first paint on, or in English when wished."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from app.language import Language
from e2e import kept
from e2e.conftest import NewContext, SlowPage
from e2e.guard import Guard
from e2e.pages import PATIENCE, STATE, Lodge
from e2e.probes import CROWDED
from ui.texts import TEXTS

GERMAN, ENGLISH = TEXTS[Language.GERMAN], TEXTS[Language.ENGLISH]
PHONE: ViewportSize = {"width": 320, "height": 568}
BRAIN = r"pyodide\.asm\.wasm"

MARKED = """[...document.querySelectorAll('[data-words]')].map(
    each => [each.dataset.words, each.textContent, each.dataset.target ?? ''])"""
EVERY_WORDING = """() => {
    window.wordings = [];
    const look = () => {
        const button = document.getElementById('play-solo');
        if (button?.textContent) wordings.push(button.textContent);
    };
    const paint = () => { look(); requestAnimationFrame(paint); };
    requestAnimationFrame(paint);
}"""
"""Notes what the first door says in every picture that the browser is about to paint."""


class GermanLodge:
    """The table by its German names."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, url: str = "/") -> None:
        self.page.goto(url)
        Lodge(self.page).wait_for_brain()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def dialog(self, name: str) -> Locator:
        return self.page.get_by_role("dialog", name=name, exact=True)

    def play_round(self) -> None:
        """Lay what fits first; the lodge draws and passes where nothing fits."""
        over = self.dialog("Die Runde ist vorbei").or_(self.dialog("Die Partie ist vorbei"))
        fits = self.page.get_by_role("group", name="Deine Steine").locator("[aria-description]")
        while True:
            expect(over.or_(fits.first).first).to_be_visible(timeout=PATIENCE)
            if over.is_visible():
                return
            before = self.page.evaluate(STATE)
            self._lay(fits.first)
            self.page.wait_for_function(
                f"before => {STATE} !== before || document.querySelector(':popover-open') !== null",
                arg=before,
                timeout=PATIENCE,
            )

    def _lay(self, tile: Locator) -> None:
        both = tile.get_attribute("aria-description") == "passt an beide Enden"
        if tile.get_attribute("aria-pressed") != "true":
            tile.click()
            expect(tile).to_have_attribute("aria-pressed", "true")
        if both:
            self.button("Links anlegen").click()
        else:
            tile.click()


@pytest.fixture
def german(new_context: NewContext) -> Page:
    return new_context(locale="de-DE").new_page()


def test_the_hearth_is_german_before_any_python_and_never_was_english(
    new_context: NewContext, guard: Guard
) -> None:
    guard.allow("Service Worker registration blocked by Playwright")
    slow = SlowPage(new_context(locale="de-DE", service_workers="block"))
    slow.hold(BRAIN)
    slow.page.add_init_script(f"({EVERY_WORDING})()")
    slow.page.goto("/")
    expect(slow.page.get_by_role("button", name="Solo spielen")).to_be_visible()
    assert slow.page.evaluate("document.body.dataset.ready") is None
    for key, words, target in slow.page.evaluate(MARKED):
        assert words == GERMAN[key].replace("{target}", target)
    expect(slow.page).to_have_title("Lantern Lodge Domino")
    expect(slow.page.locator("html")).to_have_attribute("lang", "de")
    expect(slow.page.get_by_role("progressbar", name=GERMAN["hearth.lighting"])).to_be_visible()
    expect(slow.page.get_by_role("navigation", name="Andere Türen")).to_be_visible()
    manifest = slow.page.locator("link[rel=manifest]").get_attribute("href")
    assert slow.page.request.get(f"/{manifest}").json()["lang"] == "de"
    assert set(slow.page.evaluate("wordings")) == {"Solo spielen"}
    slow.let_go()
    Lodge(slow.page).wait_for_brain()
    assert set(slow.page.evaluate("wordings")) == {"Solo spielen"}


def test_a_round_is_played_by_german_names_and_its_sums_are_german(german: Page) -> None:
    lodge = GermanLodge(german)
    lodge.open()
    lodge.button("Solo spielen").click()
    chairs = german.get_by_role("group", name="Plätze", exact=True)
    chairs.get_by_label("2", exact=True).check(force=True)
    lodge.button("Steine geben").click()
    expect(german.get_by_role("list", name="Reihe")).to_be_visible(timeout=PATIENCE)
    lodge.button("Einstellungen").click()
    speed = lodge.dialog("Einstellungen").get_by_role("group", name="Die Stammgäste spielen")
    speed.get_by_label("Sofort").check(force=True)
    lodge.dialog("Einstellungen").get_by_role("button", name="Schließen").click()
    lodge.play_round()
    over = german.get_by_role("dialog")
    expect(over.get_by_role("group", name="Siegel fürs Geben")).to_contain_text("Fair gegeben")
    expect(german.get_by_role("status")).to_contain_text(re.compile("Du hast|Der Fährmann hat"))


def test_averages_have_a_comma_and_english_can_be_chosen_at_once(german: Page) -> None:
    lodge = GermanLodge(german)
    game = {
        "variant": "draw", "seats": 2, "matches": 1, "matches_won": 1, "rounds": 2,
        "rounds_won": 1, "points_won": 3, "points_lost": 0, "best_round": 3, "longest_line": 9,
    }  # fmt: skip
    tally = {"format": "lantern-lodge/statistics/1", "games": [game], "regulars": [], "sat": []}
    Lodge(german).keep("statistics", json.dumps(tally))
    Lodge(german).keep("solo", kept.text_of(kept.DRAW_2, kept.our_turn))
    lodge.open()
    german.get_by_role("button", name="Statistik").click()
    row = lodge.dialog("Statistik").get_by_role("row", name="Punkte gewonnen je Runde")
    expect(row).to_contain_text("1,5")
    lodge.dialog("Statistik").get_by_role("button", name="Schließen").click()

    lodge.button("Wieder Platz nehmen").click()
    expect(german.get_by_role("group", name="Deine Steine")).to_be_visible(timeout=PATIENCE)
    expect(german).to_have_title("Du bist am Zug: Lantern Lodge")
    lodge.button("Einstellungen").click()
    language = german.get_by_role("group", name="Sprache")
    language.get_by_label("English").check(force=True)
    expect(lodge.dialog("Settings")).to_be_visible()
    expect(german.locator("html")).to_have_attribute("lang", "en")
    expect(german).to_have_title("Your turn: Lantern Lodge")
    lodge.dialog("Settings").get_by_role("button", name="Close").click()
    expect(german.get_by_role("group", name="Your hand")).to_be_visible()
    expect(german.get_by_role("list", name="Others at the table")).to_be_visible()
    lodge.button("Back to the hearth").click()
    expect(lodge.button("Play solo")).to_be_visible()
    expect(lodge.button("Take your chair again")).to_be_visible()

    slow = german.context.new_page()  # the choice goes before what the browser asks for
    slow.add_init_script(f"({EVERY_WORDING})()")
    slow.goto("/")
    Lodge(slow).wait_for_brain()
    assert set(slow.evaluate("wordings")) == {"Play solo"}


@pytest.mark.parametrize(
    ("locale", "door"),
    [("de-AT", "Solo spielen"), ("en-GB", "Play solo"), ("fr-FR", "Play solo")],
)
def test_the_lodge_speaks_what_the_browser_asks_for_or_english(
    new_context: NewContext, locale: str, door: str
) -> None:
    page = new_context(locale=locale).new_page()
    GermanLodge(page).open()
    expect(page.get_by_role("button", name=door)).to_be_visible()
    rules = page.get_by_role("button", name=re.compile("How to play|So wird gespielt"))
    german = door == "Solo spielen"
    key = GERMAN if german else ENGLISH
    expect(rules).to_have_attribute("href", key["rules.page"])


def test_german_finds_its_room_on_the_smallest_phone(new_context: NewContext) -> None:
    page = new_context(locale="de-DE", viewport=PHONE).new_page()
    lodge = GermanLodge(page)
    Lodge(page).keep("solo", kept.text_of(kept.DRAW_5, kept.our_turn))
    lodge.open()
    assert page.evaluate(CROWDED) == []
    lodge.button("Wieder Platz nehmen").click()
    expect(page.get_by_role("list", name="Reihe")).to_be_visible(timeout=PATIENCE)
    assert page.evaluate(CROWDED) == []
    acts = [lodge.button(GERMAN[f"act.{name}"]) for name in ("left", "right", "draw", "pass")]
    boxes = [act.bounding_box() for act in acts]
    assert len({box and box["y"] for box in boxes}) == 1  # one row under the thumb
    lodge.button("Einstellungen").click()
    expect(lodge.dialog("Einstellungen")).to_be_visible()
    assert page.evaluate(CROWDED) == []
