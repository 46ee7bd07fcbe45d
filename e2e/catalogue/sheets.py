"""What lies over the page when asked for: score, the table read out, keys, settings, statistics."""

from dataclasses import replace

from app.intents.page import Sheet
from app.model import Model, Notice
from app.settings import Settings
from app.tally import GAMES, OPPONENTS, Game, Met, Tally
from e2e.catalogue.positions import FIVE, among_friends, at_table, in_midst, position
from e2e.catalogue.state import State, States

TALLY = Tally(
    games=tuple(Game(*game, 12, 3, 1048, 231, 12_044, 33_100, 187, 51) for game in GAMES),
    regulars=tuple(Met(*opponent, 1048, 231, 12_044, 9_610) for opponent in OPPONENTS),
)
"""A winter of it: every game, every regular at every level."""
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
