"""What must be told apart is, by those who see few colours or none: every state has its own shape.

Pictures of both states of a thing are laid on one another, as each sight would have them.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product

import pytest
from playwright.sync_api import FloatRect, Page, ViewportSize

from app.intents.page import Sheet
from app.model import Model
from app.settings import Settings, Tiles
from e2e.catalogue import CATALOGUE, gather, sheets
from e2e.catalogue.positions import at_table
from e2e.easel import CONTRAST, LANTERN, Easel
from e2e.sights import SIGHTS, Colour, Picture, apart, contrast, far, read
from engine.events import Played
from engine.line import End
from engine.messages import Update
from engine.tiles import Tile
from tests.page import seen

CLEARLY = 10
"""How far two colours lie apart that nobody takes for one another (OKLab × 100)."""
ENOUGH = 0.02
"""Of all pixels of the picture of a thing, those that must clearly differ."""

HAND = "3-5 2-4 1-6"
THE_TILE = "#tile-3-5"
FITS, FITS_NOT = seen(HAND, "5-0 0-3"), seen(HAND, "2-0 0-4")
FIRST = "#line [role=listitem]:first-child"


@pytest.fixture
def easel(page: Page, static_url: str) -> Easel:
    page.set_viewport_size(ViewportSize(width=768, height=1024))
    return Easel(page, static_url)


class Studio:
    """Takes pictures of one thing after another, each in the same frame around its place."""

    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self._blank = easel.page.context.new_page()
        self._frames: dict[str, FloatRect] = {}

    def take(self, model: Model, thing: str, margin: int = 12) -> Picture:
        self._easel.paint(model)
        self._easel.settle()
        return self.of(thing, margin)

    def of(self, thing: str, margin: int = 0) -> Picture:
        box = self._easel.page.locator(thing).first.bounding_box()
        assert box is not None
        frame = FloatRect(
            x=round(box["x"]) - margin,
            y=round(box["y"]) - margin,
            width=round(box["width"]) + 2 * margin,
            height=round(box["height"]) + 2 * margin,
        )
        frame = self._frames.setdefault(thing, frame)
        png = self._easel.page.screenshot(clip=frame, animations="disabled")
        return read(self._blank, png)


@pytest.fixture(params=["none", "active"], ids=["own colours", "forced colours"])
def studio(easel: Easel, request: pytest.FixtureRequest) -> Studio:
    easel.page.emulate_media(forced_colors=request.param)
    easel.show(CATALOGUE["hearth"])
    return Studio(easel)


def alike(pictures: dict[str, Picture]) -> list[str]:
    """Which of them somebody may take for one another."""
    return [
        f"{one} and {other} in {sight} sight: {share:.3f}"
        for one, other in combinations(pictures, 2)
        for sight, share in apart(pictures[one], pictures[other], CLEARLY).items()
        if share < ENOUGH
    ]


def lately_laid(at: End) -> Update:
    told = seen(HAND, "6-0 0-0 0-4", turn=1)
    assert told.view is not None
    tile = Tile(0, 6) if at is End.LEFT else Tile(0, 4)
    record = (*told.view.record, Played(0, tile, at))
    return replace(told, view=replace(told.view, record=record))


@pytest.mark.parametrize("colours", Tiles)
def test_a_tile_in_hand_that_fits_is_chosen_or_fits_not(studio: Studio, colours: Tiles) -> None:
    settings = Settings(tiles=colours)
    pictures = {
        "fits": at_table(FITS),
        "chosen": at_table(FITS, chosen=Tile(3, 5)),
        "fits not": at_table(FITS_NOT),
    }
    taken = {
        name: studio.take(replace(model, settings=settings), THE_TILE)
        for name, model in pictures.items()
    }
    assert alike(taken) == []


def test_the_tile_that_was_laid_last(studio: Studio) -> None:
    pictures = {
        name: studio.take(at_table(lately_laid(end)), FIRST)
        for name, end in (("laid last", End.LEFT), ("laid before", End.RIGHT))
    }
    assert alike(pictures) == []


def test_an_open_end_that_takes_the_chosen_tile(studio: Studio) -> None:
    pictures = {
        "takes it": studio.take(at_table(FITS, chosen=Tile(3, 5)), "#line .slot .ghost"),
        "waits": studio.take(at_table(FITS), "#line .slot .ghost"),
    }
    assert alike(pictures) == []


def test_the_seat_whose_turn_it_is(studio: Studio) -> None:
    three = replace(FITS.setup, seats=3)
    pictures = {
        name: studio.take(at_table(seen(HAND, "5-0 0-3", setup=three, turn=turn)), "#seats > *", 6)
        for name, turn in (("on turn", 1), ("not on turn", 2))
    }
    assert alike(pictures) == []


def test_who_is_ready(studio: Studio) -> None:
    thing = ".chair.c1 .mark .lamp"
    pictures = {
        "ready": studio.take(gather.at(gather.ADA, gather.BO), thing, 0),
        "not yet": studio.take(gather.at(gather.ADA, replace(gather.BO, ready=False)), thing, 0),
    }
    assert alike(pictures) == []


def test_a_switch_that_is_on(studio: Studio) -> None:
    model = sheets.over_table(Sheet.SETTINGS)
    pictures = {
        name: studio.take(replace(model, settings=Settings(rain=on)), "#set-rain", 2)
        for name, on in (("on", True), ("off", False))
    }
    assert alike(pictures) == []


def test_what_is_chosen_among_few(studio: Studio) -> None:
    model = sheets.over_table(Sheet.SETTINGS)
    pictures = {
        tiles.value: studio.take(
            replace(model, settings=Settings(tiles=tiles)), "label:has([name='set-tiles'])", 0
        )
        for tiles in Tiles
    }
    assert alike(pictures) == []


def test_what_is_asked_for_what_may_be_done_and_what_may_not(studio: Studio) -> None:
    pictures = {
        "asked for": studio.take(at_table(FITS, chosen=Tile(3, 5)), "#play-left", 2),
        "not to be done": studio.take(at_table(FITS), "#play-left", 2),
    }
    assert alike(pictures) == []


@pytest.mark.parametrize("colours", Tiles)
def test_the_ten_values(studio: Studio, colours: Tiles) -> None:
    pictures = {
        f"{value}": studio.take(
            at_table(seen(f"{value}-{value}", "5-6"), settings=Settings(tiles=colours)),
            f"#tile-{value}-{value} .tile",
            0,
        )
        for value in range(10)
    }
    assert alike(pictures) == []


# Colours alone


def token(page: Page, name: str) -> Colour:
    red, green, blue = page.evaluate(RGB, name)
    return red, green, blue


RGB = """name => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(${name})`;
    const found = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
    probe.remove();
    return found;
}"""


def test_any_two_colours_of_values_are_apart_in_every_sight_that_knows_colours(
    easel: Easel,
) -> None:
    easel.show(CATALOGUE["hearth"], {"tiles": "colour"})
    colours = [token(easel.page, f"--v{value}") for value in range(10)]
    near = [
        (one, other, sight)
        for (one, other), sight in product(combinations(range(10), 2), SIGHTS)
        if sight != "greyscale" and round(far(colours[one], colours[other], sight), 1) < 9
    ]
    assert near == []
    ivory = token(easel.page, "--ivory")
    assert min(contrast(colour, ivory) for colour in colours) >= 3


GLASS = ("--night-1", "--night-2", "--night-3")
WOOD = ("--wood-0", "--wood-1", "--wood-2", "--wood-3", "--wood-4")
INKS = {
    **dict.fromkeys(GLASS, ("--ivory", "--rain", "--mist", "--amber-1", "--wax-1")),
    **dict.fromkeys(WOOD, ("--ivory", "--rain", "--amber-0", "--amber-1", "--wax-1")),
    "--chosen": ("--ivory",),
    "--paper": ("--paper-ink", "--paper-soft"),
    "--ivory": ("--ink",),
    "--ivory-dim": ("--ink",),
    "--amber-1": ("--amber-ink",),
}
"""What is written on each ground."""


@pytest.mark.parametrize(("dress", "least"), [(LANTERN, 4.5), (CONTRAST, 7)], ids=["usual", "more"])
def test_every_ink_can_be_read_on_every_ground_it_is_used_on(
    easel: Easel, dress: dict[str, str], least: float
) -> None:
    easel.show(CATALOGUE["hearth"], dress)
    colour: Callable[[str], Colour] = lambda name: token(easel.page, name)  # noqa: E731
    faint = [
        f"{ink} on {ground}: {ratio:.1f}"
        for ground, inks in INKS.items()
        for ink in inks
        if (ratio := contrast(colour(ink), colour(ground))) < least
    ]
    assert faint == []
