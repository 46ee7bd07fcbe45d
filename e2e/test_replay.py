"""Somebody watches a match again: from a file, step by step, from every chair, and saves it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from e2e import kept
from e2e.pages import PATIENCE, Keyboard, Lodge, Watch
from engine.actions import Draw
from engine.chairs import Level
from engine.exhibition import play_match
from engine.round import deal, legal_actions, step
from engine.rules import Setup, Variant
from engine.tiles import Tile
from engine.transcript import Deed, KeptRound, Transcript, read, write

FIVE = Setup(Variant.DRAW, 5, 100)
PHONE = ViewportSize(width=320, height=568)
SIZES = pytest.mark.parametrize(
    "size",
    [(320, 568), (568, 320), (390, 844), (844, 390), (768, 1024), (1280, 800), (2560, 1440)],
    ids=lambda size: f"{size[0]}x{size[1]}",
)


@pytest.fixture(scope="module")
def match() -> Transcript:
    """The levels are easy ones: such rounds last longer."""
    return play_match(FIVE, [Level.EASY] * 5, 3)


@pytest.fixture
def transcript(match: Transcript, tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    path.write_text(write(match))
    return path


WATCH_MOTION = """() => {
    window.moved = new Set();
    addEventListener("animationstart", ({ animationName }) => moved.add(animationName));
}"""


def test_a_file_is_opened_stepped_through_and_left_again(page: Page, transcript: Path) -> None:
    lodge, watch = Lodge(page), Watch(page)
    lodge.open()
    watch.go_in()
    expect(page.locator("#replay-title")).to_be_focused()
    watch.open(transcript)
    assert len(lodge.line) == 1
    expect(watch.word).to_contain_text("opened with")

    lodge.button("Step on").click()
    expect(watch.place).to_have_attribute("aria-valuetext", "Round 1, action 1 of 71")
    expect(page.get_by_role("status")).to_contain_text("The ")
    expect(lodge.button("Step on")).to_be_focused()  # still the same button
    page.keyboard.press("ArrowRight")
    expect(watch.place).to_have_attribute("aria-valuetext", "Round 1, action 2 of 71")
    page.keyboard.press("l")
    expect(watch.place).to_have_attribute("aria-valuetext", "Round 1, action 1 of 71")

    lodge.button("Next round").click()
    expect(watch.place).to_have_attribute("aria-valuetext", "Round 2, the deal")
    expect(page.locator("#replay-top")).to_contain_text("Round 2 of 2, first to 100")
    watch.jump("End")
    expect(watch.place).to_have_attribute("aria-valuetext", "Round 2, action 66 of 66")
    expect(watch.word).to_contain_text("reached 100 in round 2.")
    watch.place.press("ArrowLeft")
    expect(watch.place).to_have_attribute("aria-valuetext", "Round 2, action 65 of 66")
    expect(watch.place).to_be_focused()
    page.get_by_label("Round", exact=True).select_option("Round 1")
    expect(watch.place).to_have_attribute("aria-valuetext", "Round 1, the deal")

    lodge.button("Close").click()
    expect(watch.chooser).to_be_attached()
    expect(page.locator("#replay-title")).to_be_focused()
    watch.open(transcript)  # the same one again
    page.go_back()
    expect(lodge.button("Play solo")).to_be_focused()
    expect(page.locator("#replay-screen")).to_be_hidden()


def test_it_plays_by_itself_until_it_is_stopped(page: Page, transcript: Path) -> None:
    lodge, watch = Lodge(page), Watch(page)
    lodge.open()
    watch.go_in()
    watch.open(transcript)
    watch.place.focus()
    page.evaluate(WATCH_MOTION)
    lodge.button("Play").click()
    page.wait_for_function("document.getElementById('replay-place').value > 2")
    page.wait_for_function("moved.has('laid')")
    expect(lodge.button("Stop")).to_be_focused()
    lodge.button("Stop").click()
    expect(lodge.button("Play")).to_be_focused()
    watch.jump("End")
    watch.place.press("ArrowLeft")
    lodge.button("Play").click()
    expect(watch.place).to_have_attribute("aria-valuetext", "Round 2, action 66 of 66")
    expect(lodge.button("Play")).to_be_visible()


def test_from_a_chair_only_its_own_tiles_are_up(page: Page, transcript: Path) -> None:
    lodge, watch = Lodge(page), Watch(page)
    lodge.open()
    watch.go_in()
    watch.open(transcript)
    assert sorted(len(watch.hand(seat)) for seat in range(5)) == [6, 7, 7, 7, 7]
    page.get_by_label("Seen by", exact=True).select_option("Seen by Warden")
    expect(watch.seats.nth(0).get_by_role("img")).to_have_count(0)
    assert [len(watch.hand(seat)) for seat in range(5)] == [0, 0, 7, 0, 0]
    assert page.locator("#watched-0 svg.tile").count() == 7
    page.get_by_label("Seen by", exact=True).select_option("All hands up")
    expect(watch.seats.nth(0).get_by_role("img")).to_have_count(7)


def test_what_is_saved_is_what_was_opened(page: Page, match: Transcript, tmp_path: Path) -> None:
    named = replace(match, names=("Åsa", "ferryman", "warden", "cartographer", "Ωmega 🀄"))
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    first.write_text(write(named), "utf-8")
    lodge, watch = Lodge(page), Watch(page)
    lodge.open()
    watch.go_in()
    watch.open(first)
    with page.expect_download() as saving:
        lodge.button("Save the transcript").click()
    assert saving.value.suggested_filename == "lantern-lodge.json"
    saving.value.save_as(second)
    assert read(second.read_text("utf-8")) == named
    lodge.button("Close").click()
    watch.open(second)


def test_what_cannot_be_opened_is_told_with_its_place(
    page: Page, match: Transcript, tmp_path: Path
) -> None:
    lodge, watch = Lodge(page), Watch(page)
    lodge.open()
    watch.go_in()
    told = page.get_by_role("alert")
    broken, large, good = (tmp_path / name for name in ("broken.json", "large.json", "good.json"))
    broken.write_text(write(match).replace('"seat": 4', '"seat": 5', 1))
    watch.choose(broken)
    expect(told).to_contain_text("].seat: expected a seat from 0 to 4, got 5")
    large.write_text(" " * 1_000_001)
    watch.choose(large)
    expect(told).to_contain_text("it is gone, or larger than 1 MB")
    large.write_text("[" * 900_000)
    watch.choose(large)
    expect(told).to_contain_text("That is not a transcript", timeout=PATIENCE)
    broken.write_text("the rain")
    watch.choose(broken)
    expect(told).to_contain_text("expected JSON")
    good.write_text(write(match) + " " * 900_000)
    watch.open(good)
    expect(told).to_have_count(0)


def test_a_fault_is_named_and_all_before_it_can_be_seen(
    page: Page, match: Transcript, tmp_path: Path
) -> None:
    document = json.loads(write(match))
    deed = document["rounds"][0]["actions"][20]
    document["rounds"][0]["actions"][20] = {"seat": deed["seat"], "do": "pass"}
    path = tmp_path / "faulty.json"
    path.write_text(json.dumps(document))
    lodge, watch = Lodge(page), Watch(page)
    lodge.open()
    watch.go_in()
    watch.open(path)
    expect(page.get_by_role("alert")).to_contain_text("Round 1, action 21: ")
    watch.jump("End")
    expect(watch.place).to_have_attribute("aria-valuetext", "Round 1, action 20 of 20")
    expect(page.get_by_role("alert")).to_contain_text("Round 1, action 21: ")


def test_a_match_played_here_is_on_the_list_and_can_be_watched(page: Page) -> None:
    lodge, watch = Lodge(page), Watch(page)
    lodge.take_up(kept.text_of(kept.BLOCK, kept.last_tile))
    lodge.play_turn()
    expect(lodge.dialog("Match over")).to_be_visible()
    lodge.wait_until_nothing_is_kept()
    lodge.dialog("Match over").get_by_role("button", name="Back to the hearth").click()
    watch.go_in()
    page.get_by_role("button", name="Block, one round You won.").click()
    expect(lodge.button("Play")).to_be_visible()
    expect(watch.word).to_contain_text("opened with")
    watch.jump("End")
    expect(watch.word).to_contain_text("laid the last tile.")


def test_all_of_it_works_by_keys_alone(page: Page, transcript: Path) -> None:
    lodge, watch = Lodge(page, Keyboard()), Watch(page)
    lodge.open()
    lodge.press(lodge.button("Watch a match"))
    watch.open(transcript)
    for name in ("Step on", "Step on", "Step back", "Next round"):
        lodge.press(lodge.button(name))
        expect(lodge.button(name)).to_be_focused()
    expect(watch.place).to_have_attribute("aria-valuetext", "Round 2, the deal")
    lodge.press(lodge.button("Close"))
    expect(watch.chooser).to_be_attached()
    lodge.press(lodge.button("Back to the hearth"))
    expect(lodge.button("Play solo")).to_be_focused()


@SIZES
def test_nothing_lies_on_the_line_and_every_control_is_large_enough(
    page: Page, transcript: Path, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    lodge, watch = Lodge(page), Watch(page)
    lodge.open()
    watch.go_in()
    watch.open(transcript)
    for key in ("Home", "End"):
        watch.jump(key)
        page.wait_for_function(FITTED)
        assert page.evaluate(WRONG) == []
    page.evaluate("document.documentElement.dataset.text = 'large'")
    page.wait_for_function(FITTED)
    assert page.evaluate(WRONG) == []


def test_a_hand_of_31_tiles_can_be_scrolled_through_on_a_small_phone(
    page: Page, tmp_path: Path
) -> None:
    page.set_viewport_size(PHONE)
    path = tmp_path / "big.json"
    path.write_text(write(match_with_a_hand_of_31()))
    lodge, watch = Lodge(page), Watch(page)
    lodge.open()
    watch.go_in()
    watch.open(path)
    watch.jump("End")
    expect(watch.place).to_have_attribute("aria-valuetext", "Round 1, action 24 of 24")
    tiles = page.locator("#replay-hands [role=img]").all()
    assert len(tiles) > 31
    for tile in tiles:
        tile.scroll_into_view_if_needed()
        assert tile.evaluate(IN_SIGHT)


def match_with_a_hand_of_31() -> Transcript:
    """Nothing fits for 24 draws; then something does."""
    setup = Setup(Variant.DRAW, 2, 100)
    nines = [tile for tile in setup.rules.tiles if 9 in (tile.low, tile.high)]
    others = [tile for tile in setup.rules.tiles if tile not in nines]
    nines.remove(Tile(9, 9))
    deck = (*others[:7], Tile(9, 9), *others[7:36], nines[0], *others[36:], *nines[1:])
    round, deeds = deal(setup.rules, 2, deck), list[Deed]()
    while legal_actions(round) == (Draw(),):
        deeds.append(Deed(round.turn, Draw()))
        round, _ = step(round, round.turn, Draw())
    return Transcript(setup, (KeptRound(deck, tuple(deeds)),))


PAST = json.dumps(
    [
        {
            "t": "past_match",
            "number": 1,
            "setup": {"t": "setup", "variant": "draw", "seats": 2, "target": 100},
            "scores": [104, 60],
            "winner": 0,
            "names": ["Guest", "ferryman"],
        }
    ]
)

FITTED = """() => {
    const line = document.getElementById("replay-line");
    const drawn = line.querySelector("svg")?.viewBox.baseVal;
    return drawn && Math.abs(drawn.width - line.clientWidth) < 1
        && Math.abs(drawn.height - line.clientHeight) < 1
        && document.getAnimations().every(each => each.playState !== 'running'
            || each.effect.getComputedTiming().iterations === Infinity);
}"""
"""The line is drawn for the room that there is, and stands still."""

WRONG = """() => {
    const wrong = [], line = document.getElementById("replay-line").getBoundingClientRect();
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) wrong.push(`${wide} px wider than the screen`);
    if (line.height < 60) wrong.push(`the line has ${line.height} px`);
    if (document.getElementById("replay-hands").clientHeight < 60) wrong.push("no room for hands");
    const boxes = document.querySelectorAll("#replay-top, #replay-say p, #replay-pile > *,"
        + "#replay-hands, #replay-acts :is(button, select, input)");
    const places = [...boxes].map(each => [each, each.getBoundingClientRect()]);
    places.push([document.getElementById("replay-line"), line]);
    for (const [each, a] of places)
        for (const [other, b] of places)
            if (each !== other && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
                wrong.push(`${each.id || each.className} lies on ${other.id || other.className}`);
    for (const drawn of document.querySelectorAll("#replay-line .laid, #replay-line .slot")) {
        const box = drawn.getBoundingClientRect();
        if (box.left < line.left - 9 || box.right > line.right + 9
            || box.top < line.top - 9 || box.bottom > line.bottom + 9)
            wrong.push(`${drawn.id} lies outside of the line's room`);
    }
    for (const each of document.querySelectorAll("#replay-screen :is(button, select, input)")) {
        const { width, height } = each.getBoundingClientRect();
        if (width < 44 || height < 44) wrong.push(`${each.id}: ${width} by ${height}`);
    }
    return wrong;
}"""
"""What lies on something else, runs out of its room, or is too small for a thumb."""

IN_SIGHT = """tile => {
    const box = tile.getBoundingClientRect();
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    return tile.contains(document.elementFromPoint(x, y));
}"""
