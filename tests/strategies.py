"""What hypothesis draws from: setups, decks, and rounds and tables reached by legal play."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from hypothesis import strategies as st

from engine.actions import Action
from engine.chairs import Level
from engine.messages import (
    Act,
    Command,
    Commit,
    Configure,
    Join,
    Kick,
    Leave,
    NextRound,
    Phase,
    Phrase,
    React,
    Ready,
    Rematch,
    Rename,
    Reveal,
    Start,
)
from engine.round import Round, deal, legal_actions, step
from engine.rules import RULES, Rules, Setup, Variant
from engine.table import Denied, Table
from engine.tiles import Tile, full_set
from engine.witness import Witness

GAMES = [Setup(v, n, RULES[v].targets[0]) for v in Variant for n in RULES[v].seats]
"""Both games with every number of seats."""

SETUPS = [
    Setup(v, n, target) for v in Variant for n in RULES[v].seats for target in RULES[v].targets
]
LEVELS = st.lists(st.sampled_from(Level), max_size=5).map(tuple)
SEEDS = st.integers(0, 2**32)

setups = st.sampled_from(SETUPS)
tiles = st.sampled_from(full_set(9))


def shuffled(rules: Rules, random: Random) -> tuple[Tile, ...]:
    return tuple(random.sample(rules.tiles, len(rules.tiles)))


@dataclass(frozen=True)
class Reached:
    """A round, and how it came about: every deed and the round after it, the deal's first."""

    setup: Setup
    deck: tuple[Tile, ...]
    actions: tuple[Action, ...]
    rounds: tuple[Round, ...]

    @property
    def round(self) -> Round:
        return self.rounds[-1]


def play_on(setup: Setup, random: Random, most: int = 1000) -> Reached:
    """Deal and play legally at random: ``most`` actions, or fewer when the round ends before."""
    deck = shuffled(setup.rules, random)
    actions: list[Action] = []
    rounds = [deal(setup.rules, setup.seats, deck)]
    while len(actions) < most and (legal := legal_actions(rounds[-1])):
        actions.append(random.choice(legal))
        rounds.append(step(rounds[-1], rounds[-1].turn, actions[-1])[0])
    return Reached(setup, deck, tuple(actions), tuple(rounds))


reached = st.builds(play_on, setups, SEEDS.map(Random), st.integers(0, 120))
live = reached.filter(lambda one: one.round.result is None)
whole = st.builds(play_on, setups, SEEDS.map(Random))


def reshuffled(round: Round, seat: int | None, random: Random) -> Round:
    """``round`` with all that ``seat`` cannot see exchanged, every count as it was."""
    laid = {laid.tile for laid in round.line.laid}
    known = laid if seat is None else laid | set(round.hands[seat])
    hidden = [tile for tile in round.rules.tiles if tile not in known]
    random.shuffle(hidden)
    hands = []
    for owner, hand in enumerate(round.hands):
        if owner == seat:
            hands.append(hand)
        else:
            hands.append(tuple(hidden[: len(hand)]))
            del hidden[: len(hand)]
    return replace(round, hands=tuple(hands), boneyard=tuple(hidden[: len(round.boneyard)]))


def seated(setup: Setup, people: int, levels: Sequence[Level] = (Level.EASY,)) -> Table:
    """A table that waits for its first deal: ``people`` members called m0 (the host), m1, …"""
    table = Table("here", "m0", "Player 0", setup, levels)
    for number in range(1, people):
        table.command(f"m{number}", Join(f"Player {number}"), 0.0)
        table.command(f"m{number}", Ready(on=True), 0.0)
    table.command("m0", Start(), 0.0)
    return table


def deal_fairly(table: Table, random: Random, now: float = 0.0) -> None:
    """The deal that was asked for, from the secrets of the lodge and of most of the people."""
    table.promise(random.randbytes(32))
    people = [member for member, seat in table.seating.seat_of.items() if random.random() < 0.9]
    witnesses = {member: Witness(partial(random.randbytes, 32)) for member in people}
    for _ in ("promise", "give"):
        for member in people:
            if answer := witnesses[member].answer(table.update(member, (), now)):
                with suppress(Denied):
                    table.command(member, answer, now)
        table.close_promises()
    table.deal_fairly(now)


def move_on(table: Table, random: Random, now: float = 0.0) -> None:
    """The next thing that can happen at a table, whoever does it."""
    if table.phase is Phase.DEALING:
        deal_fairly(table, random, now)
    elif table.phase is Phase.ROUND_OVER:
        table.command(table.host, NextRound(), now)
    elif table.phase is Phase.MATCH_OVER:
        table.command(table.host, Rematch(), now)
    else:
        assert table.round is not None
        seat, action = table.round.turn, random.choice(legal_actions(table.round))
        member = next((m for m, s in table.seating.seat_of.items() if s == seat), None)
        if member is None or random.random() < 0.1:
            table.play_for(seat, action, now)
        else:
            table.command(member, Act(table.version, action), now)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table at any point of a match, or of its second or third."""
    setup = draw(setups)
    random = Random(draw(SEEDS))
    table = Table("here", "m0", draw(st.text(max_size=30)), setup, draw(LEVELS))
    if draw(st.booleans()):
        table = seated(setup, draw(st.integers(1, setup.seats)), draw(LEVELS))
        for now in range(draw(st.integers(0, 300))):
            move_on(table, random, float(now))
        if draw(st.booleans()):
            table.away(draw(st.sampled_from(sorted(table.seating.seat_of))))
    return table


actions = st.sampled_from(
    [
        action
        for setup in GAMES
        for one in play_on(setup, Random(1)).rounds
        for action in legal_actions(one)
    ]
)

commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(Join, st.text()),
    st.builds(Configure, setups, LEVELS),
    st.builds(Ready, st.booleans()),
    st.builds(Commit, st.text()),
    st.builds(Reveal, st.text()),
    st.builds(Act, st.integers(), actions),
    st.sampled_from([Start(), NextRound(), Rematch(), Leave()]),
    st.builds(React, st.sampled_from(Phrase)),
    st.builds(Rename, st.text()),
    st.builds(Kick, st.integers()),
)
