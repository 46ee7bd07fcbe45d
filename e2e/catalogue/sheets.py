"""What lies over the page when asked for: score, the table read out, keys, settings, statistics."""

from dataclasses import replace

from app.intents.page import Sheet
from app.model import Model, Notice
from app.settings import Settings
from app.tally import Game, Met, Tally
from e2e.catalogue.positions import FIVE, among_friends, at_table, in_midst, position
from e2e.catalogue.state import State, States
from engine.chairs import Level, Regular
from engine.rules import Variant

TALLY = Tally(
    games=(
        Game(Variant.DRAW, 4, 3, 1, 12, 4, 100, 209, 41, 33),
        Game(Variant.DRAW, 5, 11, 2, 96, 21, 1204, 3310, 87, 51),
        Game(Variant.BLOCK, 2, 14, 9, 14, 9, 171, 80, 44, 24),
    ),
    regulars=(
        Met(Regular.FERRYMAN, Level.STEADY, 112, 24, 1100, 960),
        Met(Regular.FERRYMAN, Level.SHARP, 31, 4, 100, 512),
        Met(Regular.WARDEN, Level.EASY, 10, 6, 171, 20),
        Met(Regular.CARTOGRAPHER, Level.STEADY, 96, 20, 1000, 1310),
        Met(Regular.INNKEEPER, Level.SHARP, 3, 0, 0, 40),
    ),
)
SOME_SOUNDS = Settings(rain=True, bell=True)


def over_table(sheet: Sheet) -> Model:
    told = position(FIVE, in_midst)
    return at_table(told, sheet=sheet, settings=SOME_SOUNDS)


def statistics(tally: Tally | None, **changes: object) -> Model:
    return replace(Model(sheet=Sheet.STATISTICS, tally=tally), **changes)  # type: ignore[arg-type]


STATES: States = {
    "sheet-score": State(lambda: over_table(Sheet.SCORE)),
    "sheet-read": State(lambda: over_table(Sheet.READ)),
    "sheet-keys": State(lambda: over_table(Sheet.KEYS)),
    "sheet-settings": State(lambda: over_table(Sheet.SETTINGS)),
    "sheet-settings-host": State(
        lambda: among_friends(position(FIVE, in_midst), sheet=Sheet.SETTINGS)
    ),
    "sheet-statistics": State(lambda: statistics(TALLY)),
    "sheet-statistics-none": State(lambda: statistics(Tally())),
    "sheet-statistics-erased": State(lambda: statistics(Tally(), notice=Notice.ERASED)),
    "sheet-erase-tally": State(lambda: Model(sheet=Sheet.ERASE_TALLY, tally=TALLY)),
    "sheet-erase-all": State(lambda: Model(sheet=Sheet.ERASE_ALL, tally=TALLY)),
}
