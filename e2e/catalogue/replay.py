"""The Replay screen in its states: what there is to choose, one moment or another, a fault."""

from dataclasses import replace
from functools import cache

from app.model import Model, Screen
from app.shelf import PastMatch
from app.showing import Showing
from e2e.catalogue.positions import BLOCK, FIVE, FOUR, LONG_NAME
from e2e.catalogue.state import State, States
from engine.actions import Pass
from engine.chairs import Level
from engine.exhibition import play_match
from engine.replay import replay
from engine.rules import Setup
from engine.transcript import KeptRound

NAMES = ("Ada", "ferryman", LONG_NAME, "cartographer", "innkeeper")
PAST = (
    PastMatch(7, FIVE, (40, 105, 0, 151, 22), 3, ("Ada", *NAMES[1:])),
    PastMatch(4, BLOCK, (0, 0), None, ("Ada", "ferryman")),
    PastMatch(2, FOUR, (155, 10, 3, 88), 0, ("Ada", *NAMES[1:4])),
)


@cache
def match_of(setup: Setup = FIVE) -> Showing:
    played = play_match(setup, (Level.EASY,) * setup.seats, 5)
    return Showing(replay(replace(played, names=NAMES[: setup.seats])))


def choosing(**changes: object) -> Model:
    return replace(Model(screen=Screen.REPLAY), **changes)  # type: ignore[arg-type]


def midway(seat: int | None = 0, *, playing: bool = False) -> Model:
    showing = replace(match_of().at(34), seat=seat, playing=playing)
    return choosing(showing=showing)


def end_of_round() -> Model:
    showing = match_of()
    return choosing(showing=showing.at(showing.start_of(1) - 1))


def faulty() -> Model:
    """A pass out of turn: it can be watched up to there."""
    transcript = match_of().replay.transcript
    kept = transcript.rounds[0]
    deeds = (*kept.deeds[:12], replace(kept.deeds[12], action=Pass()), *kept.deeds[13:])
    rounds = (KeptRound(kept.deck, deeds, kept.fair), *transcript.rounds[1:])
    showing = Showing(replay(replace(transcript, rounds=rounds)))
    return choosing(showing=showing.at(showing.last))


STATES: States = {
    "replay-list": State(lambda: choosing(past=PAST)),
    "replay-none": State(choosing),
    "replay-unopened": State(
        lambda: choosing(past=PAST, unopened="rounds[0].actions[3].seat: expected a seat, got 9")
    ),
    "replay-seat": State(midway),
    "replay-all-up": State(lambda: midway(None, playing=True)),
    "replay-round-over": State(end_of_round),
    "replay-fault": State(faulty),
}
