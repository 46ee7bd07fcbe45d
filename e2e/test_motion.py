"""Short motion shows what has happened; it delays nobody, and whoever wants none has none."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from e2e import kept
from e2e.conftest import NewContext
from e2e.pages import PATIENCE, Lodge

PHONE: ViewportSize = {"width": 360, "height": 740}
WATCH = """() => {
    window.moved = [];
    for (const kind of ["animationstart", "transitionrun"])
        addEventListener(kind, (event) => moved.push(event.animationName ?? event.propertyName));
}"""
"""Remember what has moved from now on."""
LONGEST = """() => Math.max(0, ...document.getAnimations()
    .map(each => each.effect.getComputedTiming().endTime))"""
PAINTED_BY_THE_WAY = ("opacity", "transform", "translate", "scale", "rotate")
"""What a browser may move without laying anything out."""
PROPERTIES = """() => [...new Set(document.getAnimations().flatMap(each =>
    each.effect.getKeyframes().flatMap(frame => Object.keys(frame)
        .filter(key => !["offset", "computedOffset", "easing", "composite"].includes(key)))))]"""
STILL_MOVING = (
    "document.getAnimations().filter(each => each.effect.target.closest('#table-screen')).length"
)


def slow_down(page: Page, rate: float) -> None:
    """Have everything that moves take so much longer; at 0 no motion ever ends."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": rate})


def moved(page: Page) -> set[str]:
    return set(page.evaluate("moved"))


def test_laying_drawing_and_passing_each_have_their_motion(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_2, kept.must_draw_once))
    page.evaluate(WATCH)
    lodge.wait_for_turn()  # the lodge draws for us
    expect(lodge.hand.locator("button[aria-description]").first).to_be_visible(timeout=PATIENCE)
    page.wait_for_function("['taken', 'drawn'].every((each) => moved.includes(each))")
    lodge.play_turn()
    page.wait_for_function("moved.includes('laid')")


def test_nothing_moves_but_what_needs_no_layout_and_nothing_for_long(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.our_turn))
    slow_down(page, 0.01)
    lodge.play_turn()
    page.wait_for_function("document.getAnimations().some(each => each.animationName === 'laid')")
    colours = {"backgroundColor", "boxShadow"}  # of a button that may be pressed again
    assert set(page.evaluate(PROPERTIES)) <= {*PAINTED_BY_THE_WAY, *colours}
    assert page.evaluate(LONGEST) <= 300


def test_a_motion_that_never_ends_hides_no_truth_and_stops_neither_turn_nor_clock(
    page: Page,
) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.our_turn))
    slow_down(page, 0)
    laid, held = len(lodge.line), len(lodge.tiles)
    lodge.play_turn()
    assert len(lodge.line) > laid
    assert len(lodge.tiles) == held - 1
    assert page.evaluate(STILL_MOVING) > 0
    tile = lodge.hand.get_by_role("button").first
    tile.dispatch_event("click")  # the tiles are on their way still
    expect(tile).to_have_attribute("aria-pressed", "true")

    assert lodge.wait_for_turn()
    lodge.play_turn()
    assert lodge.wait_for_turn()
    assert page.evaluate(STILL_MOVING) > 0
    lodge.wait_until_clock(lodge.seconds_left - 2)


@pytest.mark.parametrize("asked_of", ["system", "settings"])
def test_whoever_wants_no_motion_has_none(new_context: NewContext, asked_of: str) -> None:
    reduced = "reduce" if asked_of == "system" else "no-preference"
    page = new_context(viewport=PHONE, reduced_motion=reduced).new_page()
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.our_turn))
    if asked_of == "settings":
        lodge.change("Motion", "Reduced")
    page.evaluate(WATCH)
    for _ in range(2):
        lodge.play_turn()
        assert page.evaluate("document.getAnimations().length") == 0
        if not lodge.wait_for_turn():
            break
    assert moved(page) == set()


def test_a_page_that_comes_in_mid_round_plays_no_old_motion(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.our_turn))
    lodge.play_turn()
    lodge.wait_for_turn()
    lodge.wait_until_kept()
    page.add_init_script(f"({WATCH})()")
    page.reload()
    lodge.wait_for_brain()
    lodge.take_chair()
    lodge.wait_until_clock(89)
    assert not moved(page) & {"laid", "appear", "taken", "drawn", "sign"}
    assert page.locator("[data-came], .taken, .sign, .held-tile.new").count() == 0


def test_hands_are_turned_up_and_sums_written_one_after_the_other(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.one_tile_too_light))
    slow_down(page, 0)
    lodge.play_turn()
    over = lodge.dialog("Round over")
    expect(over).to_be_visible()
    ends = page.evaluate(
        """() => [...document.querySelectorAll(".hands li")].map((hand) => Math.max(0,
            ...hand.getAnimations({ subtree: true })
                .filter((each) => each.animationName === "turned-up")
                .map((each) => each.effect.getComputedTiming().endTime)))"""
    )
    assert all(one < other for one, other in pairwise(ends))
    assert 0 < ends[-1] <= 300
    assert page.evaluate(LONGEST) <= 300
    assert "=" in over.locator(".sum .line").inner_text()  # the whole sum, from the start
    over.get_by_role("button", name="Deal the next round").dispatch_event("click")
    expect(over).to_be_hidden()


def test_a_line_that_grows_keeps_its_tiles_and_they_glide_to_their_places(page: Page) -> None:
    lodge = Lodge(page)
    lodge.take_up(kept.text_of(kept.DRAW_5, kept.our_turn))
    page.evaluate(
        """() => {
            for (const tile of document.querySelectorAll("#line .laid")) tile.known = true;
            window.old = document.querySelectorAll("#line .laid").length;
            window.glided = 0;
            addEventListener("transitionrun", (event) =>
                glided += event.target.matches(".lay, .laid"));
        }"""
    )
    page.set_viewport_size({"width": 320, "height": 568})
    while page.evaluate("glided") == 0:
        assert lodge.wait_for_turn()
        lodge.play_turn()
    known = "[...document.querySelectorAll('#line .laid')].filter(tile => tile.known).length"
    assert page.evaluate(known) == page.evaluate("old")


FALLEN = """() => [...document.querySelectorAll(".falling")]
    .flatMap((layer) => layer.getAnimations()).map(({ currentTime }) => currentTime)"""
FALLS = f"(then) => ({FALLEN})().every((now, at) => now > then[at])"


def test_rain_falls_a_step_at_a_time_unless_little_is_to_move(page: Page) -> None:
    Lodge(page).open()
    before = page.evaluate(FALLEN)
    assert len(before) == 2
    page.wait_for_function(FALLS, arg=before)
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(FALLEN) == []


@pytest.mark.parametrize("width", [360, 1440])
def test_rain_falls_behind_the_window_and_nowhere_else(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    Lodge(page).open()
    rain, window = page.evaluate(
        """() => {
            const { left, top, right, bottom } =
                document.querySelector(".falling").parentElement.getBoundingClientRect();
            const glass = document.querySelector("#pane path");
            const { x, y, width, height } = glass.getBBox();
            const drawn = document.querySelector(".view > svg").getScreenCTM();
            const at = (x, y) => new DOMPoint(x, y).matrixTransform(drawn);
            const [from, to] = [at(x, y), at(x + width, y + height)];
            return [[left, top, right, bottom], [from.x, from.y, to.x, to.y]];
        }"""
    )
    assert rain == pytest.approx(window, abs=1)
