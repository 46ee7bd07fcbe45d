"""The ends of a round and of a match, each kind of ending once, with the seal and without."""

from dataclasses import replace

from app.model import Model
from e2e.catalogue.positions import BLOCK, FIVE, FOUR, TWO, among_friends, at_table, ending
from e2e.catalogue.state import State, States
from engine.events import Ending
from engine.messages import Phase, Update
from engine.witness import Checked, Verdict

OVER = Phase.MATCH_OVER
FAIR = Checked(Verdict.FAIR)
SCORES = (62, 88, 41, 74, 23)
OPEN_SEAL = "document.getElementById('seal-numbers').open = true;"
OPEN_LAST = "document.getElementById('last-round').open = true;"


def over(told: Update, checked: Checked | None = FAIR) -> Model:
    return at_table(told, checked=checked)


def five(kind: Ending, winner: int | None, seat: int | None = 0) -> Update:
    return ending(FIVE, kind, winner, seat, SCORES[:4])


def as_guest(told: Update) -> Model:
    return among_friends(replace(told, host=1), checked=FAIR)


STATES: States = {
    "round-domino": State(lambda: over(ending(TWO, Ending.DOMINO, 0, 0, (20, 31)))),
    "round-blocked": State(lambda: over(ending(FOUR, Ending.BLOCKED, 2, 0, (20, 31, 0, 44)))),
    "round-tied": State(lambda: over(ending(TWO, Ending.TIED, None, 0, (20, 31)))),
    "round-five": State(lambda: over(five(Ending.DOMINO, 0))),
    "round-five-lost": State(lambda: over(five(Ending.DOMINO, 3))),
    "round-seal": State(lambda: over(five(Ending.DOMINO, 0)), OPEN_SEAL),
    "round-seal-broken": State(
        lambda: over(five(Ending.BLOCKED, 1), Checked(Verdict.BROKEN, "lodge"))
    ),
    "round-guest": State(lambda: as_guest(five(Ending.DOMINO, 2))),
    "round-watched": State(lambda: among_friends(five(Ending.DOMINO, 2, None), checked=FAIR)),
    "match-over": State(
        lambda: over(ending(FIVE, Ending.DOMINO, 0, 0, (125, 88, 41, 74, 23), OVER))
    ),
    "match-over-lost": State(
        lambda: over(ending(FIVE, Ending.DOMINO, 3, 0, (62, 88, 41, 124, 23), OVER)), OPEN_LAST
    ),
    "match-over-block": State(lambda: over(ending(BLOCK, Ending.DOMINO, 0, phase=OVER))),
    "match-over-tied": State(lambda: over(ending(BLOCK, Ending.TIED, None, phase=OVER))),
}
