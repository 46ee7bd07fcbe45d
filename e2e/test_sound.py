"""What is heard and felt: only what was asked for, hardly behind another tab, all let go of."""

from playwright.sync_api import Page, expect

from e2e import kept
from e2e.conftest import NewContext
from e2e.pages import PATIENCE, Lodge

RAIN, CLICK, BELL = "Sound of rain", "Click of a laid tile", "Bell on my turn"
VIBRATE = "Vibrate on my turn"
PANES = 2
BRAIN_HAS_PAINTED = """new Promise(done => {
    const look = () => document.body.dataset.sounds !== "none" ? done() : setTimeout(look, 50);
    look();
})"""
EARS = """
window.ears = { contexts: [], started: [], nodes: new Set() };
window.AudioContext = class extends AudioContext {
    constructor(...given) {
        super(...given);
        ears.contexts.push(this);
    }
};
const kind = node => node.loop ? "rain" : node instanceof OscillatorNode ? "sine" : "edge";
for (const source of [AudioBufferSourceNode, OscillatorNode]) {
    const { start } = source.prototype;
    source.prototype.start = function (...given) {
        ears.started.push(kind(this));
        start.apply(this, given);
    };
}
const { connect, disconnect } = AudioNode.prototype;
AudioNode.prototype.connect = function (...given) {
    ears.nodes.add(this);
    return connect.apply(this, given);
};
AudioNode.prototype.disconnect = function (...given) {
    ears.nodes.delete(this);
    return disconnect.apply(this, given);
};
"""


class Ears:
    """Hears what a page starts to sound, and counts what it holds on to for that."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(EARS)

    @property
    def contexts(self) -> int:
        return int(self.page.evaluate("ears.contexts.length"))

    def heard(self, what: str) -> int:
        return int(
            self.page.evaluate("what => ears.started.filter(one => one === what).length", what)
        )

    def wait_for(self, what: str, times: int = 1) -> None:
        self.page.wait_for_function(
            "([what, times]) => ears.started.filter(one => one === what).length >= times",
            arg=[what, times],
            timeout=PATIENCE,
        )

    def wait_until(self, state: str) -> None:
        """Wait until the one context there is does this."""
        self.page.wait_for_function(
            "state => ears.contexts.length === 1 && ears.contexts[0].state === state",
            arg=state,
            timeout=PATIENCE,
        )

    def wait_until_let_go(self) -> None:
        """Wait until no node is connected any more."""
        self.page.wait_for_function("ears.nodes.size === 0", timeout=PATIENCE)


def at_our_turn(page: Page) -> Lodge:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_2, kept.our_turn))
    return lodge


def look(page: Page, *, away: bool) -> None:
    """Go to another tab, or come back."""
    page.evaluate(
        """away => {
            const state = away ? "hidden" : "visible";
            Object.defineProperty(document, "hidden", { get: () => away, configurable: true });
            Object.defineProperty(document, "visibilityState",
                { get: () => state, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        away,
    )


def ask_untouched(page: Page, expression: str) -> object:
    """Ask a page something; asked in any other way, it takes the question for a press."""
    session = page.context.new_cdp_session(page)
    question = {"expression": expression, "awaitPromise": True, "returnByValue": True}
    answer = session.send("Runtime.evaluate", question)
    assert "exceptionDetails" not in answer, answer
    return answer["result"].get("value")


def test_nothing_is_even_prepared_to_sound_until_somebody_wants_it(page: Page) -> None:
    ears = Ears(page)
    lodge = at_our_turn(page)
    lodge.button("Settings").click()
    for name in (RAIN, CLICK, BELL):
        expect(page.get_by_role("switch", name=name)).not_to_be_checked()
    lodge.dialog("Settings").get_by_role("button", name="Close").click()
    lodge.play_turn()
    lodge.wait_for_turn()
    assert ears.contexts == 0


def test_rain_falls_as_soon_as_it_is_wanted_and_the_wish_outlasts_a_reload(page: Page) -> None:
    ears = Ears(page)
    lodge = at_our_turn(page)
    lodge.switch(RAIN, on=True)
    ears.wait_until("running")
    ears.wait_for("rain", PANES)

    page.reload()
    lodge.wait_for_brain()
    lodge.take_chair()
    ears.wait_until("running")
    ears.wait_for("rain", PANES)
    lodge.switch(RAIN, on=False)
    ears.wait_until_let_go()

    page.reload()
    lodge.wait_for_brain()
    lodge.take_chair()
    lodge.button("Settings").click()
    expect(page.get_by_role("switch", name=RAIN)).not_to_be_checked()
    assert ears.contexts == 0


def test_rain_is_to_be_had_at_the_hearth_before_any_tile_is_dealt(page: Page) -> None:
    ears = Ears(page)
    lodge = Lodge(page)
    lodge.open()
    lodge.switch(RAIN, on=True)
    ears.wait_until("running")
    ears.wait_for("rain", PANES)
    expect(lodge.button("Settings")).to_be_focused()
    lodge.switch(RAIN, on=False)
    ears.wait_until_let_go()


def test_before_any_press_the_page_does_not_even_try_to_sound(page: Page) -> None:
    wishes = '{"rain": true, "click": true, "bell": true}'
    page.add_init_script(f"localStorage.setItem('lodge.settings', '{wishes}')")
    ears = Ears(page)
    page.goto("/")
    ask_untouched(page, f"{BRAIN_HAS_PAINTED}.then(() => lodge.cue('click'))")
    ask_untouched(page, "lodge.cue('bell')")
    assert ask_untouched(page, "ears.contexts.length") == 0
    page.mouse.click(5, 5)
    ears.wait_until("running")
    ears.wait_for("rain", PANES)
    assert (ears.heard("edge"), ears.heard("sine")) == (0, 0)


def test_behind_another_tab_all_is_quiet_but_for_the_bell(page: Page) -> None:
    ears = Ears(page)
    lodge = at_our_turn(page)
    for name in (RAIN, CLICK):
        lodge.switch(name, on=True)
    ears.wait_until("running")
    look(page, away=True)
    ears.wait_until("suspended")
    ears.wait_until_let_go()

    page.evaluate("lodge.cue('click')")
    assert ears.heard("sine") == 0
    page.evaluate("lodge.cue('bell')")
    ears.wait_until("running")
    ears.wait_until("suspended")
    ears.wait_until_let_go()
    assert (ears.heard("sine"), ears.heard("rain")) == (3, PANES)

    look(page, away=False)
    ears.wait_until("running")
    assert ears.heard("rain") == 2 * PANES


def test_each_laid_tile_clicks_and_leaves_nothing_behind(page: Page) -> None:
    ears = Ears(page)
    lodge = at_our_turn(page)
    lodge.switch(CLICK, on=True)
    lodge.play_turn()
    ears.wait_for("edge")
    lodge.wait_for_turn()
    ears.wait_until_let_go()
    before = ears.heard("edge")
    page.evaluate("for (let at = 0; at < 50; at += 1) lodge.cue('click')")
    assert ears.heard("edge") == before + 1
    page.evaluate(
        """() => new Promise(resolve => {
            let left = 30;
            const clicking = setInterval(() => {
                lodge.cue("click");
                left -= 1;
                if (!left) resolve(clearInterval(clicking));
            }, 65);
        })"""
    )
    assert ears.heard("edge") > before + 20
    ears.wait_until_let_go()
    assert ears.contexts == 1


def test_the_bell_rings_when_the_turn_comes_back_and_not_before(page: Page) -> None:
    ears = Ears(page)
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.our_turn))
    lodge.switch(BELL, on=True)
    ears.wait_until("running")
    assert ears.heard("sine") == 0
    lodge.play_turn()
    assert lodge.wait_for_turn()
    ears.wait_for("sine", 3)
    assert ears.heard("sine") == 3
    assert ears.heard("edge") == 0


def test_a_browser_that_refuses_to_sound_is_played_in_without_a_complaint(
    new_context: NewContext,
) -> None:
    refusals = (
        "window.AudioContext = class { constructor() { throw new Error('none'); } };",
        "AudioContext.prototype.resume = () => Promise.reject(new Error('none'));",
    )
    for refusal in refusals:
        silent = new_context().new_page()
        silent.add_init_script(refusal)
        lodge = at_our_turn(silent)
        for name in (RAIN, CLICK, BELL):
            lodge.switch(name, on=True)
        lodge.play_turn()
        lodge.wait_for_turn()


def test_where_there_is_no_sound_the_settings_say_so(page: Page) -> None:
    page.add_init_script("delete window.AudioContext")
    lodge = at_our_turn(page)
    lodge.button("Settings").click()
    expect(lodge.dialog("Settings").get_by_text("This browser makes no sound.")).to_be_visible()
    for name in (RAIN, CLICK, BELL, VIBRATE):
        expect(page.get_by_role("switch", name=name)).to_have_count(0)


def test_a_phone_trembles_when_the_turn_comes_if_that_is_wanted(
    new_context: NewContext,
) -> None:
    phone = new_context(has_touch=True, is_mobile=True).new_page()
    phone.add_init_script("window.felt = []; navigator.vibrate = ms => felt.push(ms) > 0;")
    lodge = at_our_turn(phone)
    lodge.play_turn()
    lodge.wait_for_turn()
    assert phone.evaluate("felt.length") == 0
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.our_turn))
    lodge.switch(VIBRATE, on=True)
    lodge.play_turn()
    assert lodge.wait_for_turn()
    phone.wait_for_function("felt.length > 0", timeout=PATIENCE)
