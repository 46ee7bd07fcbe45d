"""A match of the regulars among themselves: one seed gives the same match everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.ai.mind import choose
from engine.chairs import Level, regular_in
from engine.deal import LODGE, SECRET_BYTES, FairDeal, Secret
from engine.match import Match
from engine.round import deal, step
from engine.rules import Setup
from engine.transcript import By, Deed, KeptRound, Transcript
from engine.view import view_of


def play_match(setup: Setup, levels: Sequence[Level], seed: int) -> Transcript:
    """One whole match, seat by seat at these ``levels``; every deck follows from a secret."""
    random, match = Random(seed), Match(setup)
    rounds: list[KeptRound] = []
    while not match.over:
        secret = Secret(LODGE, random.randbytes(SECRET_BYTES).hex())
        fair = FairDeal(f"seed {seed}", len(rounds) + 1, secrets=(secret,))
        deck = fair.deck(setup.rules.tiles)
        round = deal(setup.rules, setup.seats, deck)
        deeds: list[Deed] = []
        while round.result is None:
            seat = round.turn
            level = levels[seat]
            regular = regular_in(seat, level).regular
            action = choose(view_of(match, round, seat), level, random, regular)
            deeds.append(Deed(seat, action, By.AI))
            round, _ = step(round, seat, action)
        match = match.settle(round.result)
        rounds.append(KeptRound(deck, tuple(deeds), fair))
    return Transcript(setup, tuple(rounds))
