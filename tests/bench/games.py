"""How many random games a second, beside two packages that play the same; how fast a replay.

    python tests/bench/games.py [ROUNDS]

Ours are played on bits, as the regulars' minds play rounds out. Seconds are the processor's own, so
that waiting for others does not count; yet they mean little on a busy machine, so all take turns in
one run, and what counts is how they compare. The replay alone has a floor, which its best run has
to reach. Exits with 1 if anything is too slow.
"""

import argparse
import random
import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import NamedTuple

import dominoes
import open_spiel.python.games  # noqa: F401 - makes its games known to pyspiel
import pyspiel

from engine.ai.masks import masks_of, play_out
from engine.replay import replay
from engine.rules import HAND, RULES, Setup, Variant
from engine.transcript import Deed, KeptRound, Transcript
from tests.strategies import GAMES, play_on

SLICE = 0.3  # seconds that each plays before the next one does
REPLAYED_AT_LEAST = 50_000  # actions a second
MASKS = masks_of(RULES[Variant.BLOCK].highest)
BITS = list(MASKS.tile)
SPIEL = pyspiel.load_game("python_block_dominoes")


def ours(seats: int) -> list[int]:
    """The pips that each seat is left with: dominoes reckons the same at the end of a game."""
    deck = random.sample(BITS, len(BITS))
    hands = [sum(deck[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)]
    dealt = sum(hands)
    opening = 1 << (dealt & MASKS.doubles or dealt).bit_length() - 1
    opener = next(seat for seat in range(seats) if hands[seat] & opening)
    hands[opener] ^= opening
    low, high = MASKS.tile[opening]
    minds, after = [random.choice] * seats, (opener + 1) % seats
    play_out(MASKS, hands, [], MASKS.pair[low][high], after, 0, 0, minds)
    return [MASKS.pips(hand) for hand in hands]


def of_dominoes() -> None:
    """As its documentation plays: four seats, all tiles dealt, and the 6-6, the highest, opens.

    Who cannot play is passed over without being asked, and a tile that fits two equal ends is
    offered once. Seats across from each other are partners and share what they win.
    """
    game = dominoes.Game.new(starting_domino=dominoes.Domino(6, 6))
    while game.result is None:
        dominoes.players.random(game)
        game.make_move(*game.valid_moves[0])


def of_open_spiel() -> None:
    """As its own benchmark plays: two seats, seven tiles each, dealt singly as moves of chance.

    The first seat opens with any tile; passes and equal ends are as in dominoes. What the winner
    gets is reckoned only when asked for, and it does not ask.
    """
    state = SPIEL.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))


class Pair(NamedTuple):
    """A package, one game of it, its seats, and how many of ours at least go into its time."""

    package: str
    theirs: Callable[[], object]
    seats: int
    at_least: float


class Rates(NamedTuple):
    """Games a second."""

    theirs: float
    ours: float


PAIRS = (Pair("dominoes", of_dominoes, 4, 3), Pair("open-spiel", of_open_spiel, 2, 15))


def main() -> int:
    """Measure and tell, from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rounds", nargs="?", type=int, default=7, help="turns of each (7)")
    rounds: int = parser.parse_args().rounds
    played = tell_games(measure(rounds), rounds)
    return 0 if tell_replay(best_replay(rounds)) and played else 1


def measure(rounds: int) -> dict[Pair, Rates]:
    """Let all play in turns; the medians of each pair."""
    taken: dict[Pair, list[Rates]] = {pair: [] for pair in PAIRS}
    for _ in range(rounds):
        for pair in PAIRS:
            theirs = rate(pair.theirs)
            taken[pair].append(Rates(theirs, rate(partial(ours, pair.seats))))
    return {pair: Rates(*map(median, zip(*rates))) for pair, rates in taken.items()}


def rate(play: Callable[[], object]) -> float:
    """Games a second, within one slice."""
    games, began = 0, process_time()
    while (taken := process_time() - began) < SLICE:
        play()
        games += 1
    return games / taken


def best_replay(rounds: int) -> float:
    """Actions a second, of rounds with every number of seats."""
    games = [recorded(setup, random.Random(seed)) for seed in range(50) for setup in GAMES]
    times = []
    for _ in range(rounds):
        began = process_time()
        for game in games:
            replay(game)
        times.append(process_time() - began)
    return sum(len(kept.deeds) for game in games for kept in game.rounds) / min(times)


def recorded(setup: Setup, chance: random.Random) -> Transcript:
    """A round played by chance."""
    game = play_on(setup, chance)
    deeds = (Deed(round.turn, action) for round, action in zip(game.rounds, game.actions))
    return Transcript(setup, (KeptRound(game.deck, tuple(deeds)),))


def tell_games(measured: dict[Pair, Rates], rounds: int) -> bool:
    """Print each pair and its ratio beside the least that it may be; whether all of them hold."""
    print(f"Random games a second, medians of {rounds}")
    hold = True
    for pair, (theirs, mine) in measured.items():
        short = "" if mine >= pair.at_least * theirs else "  <- too slow"
        hold = hold and not short
        print(
            f"  {pair.seats} seats {pair.package:10} {theirs:7,.0f}   ours {mine:7,.0f}"
            f" {mine / theirs:6.1f} times   wanted: {pair.at_least} at least{short}"
        )
    return hold


def tell_replay(actions: float) -> bool:
    short = "" if actions >= REPLAYED_AT_LEAST else "  <- too slow"
    print(f"Replay, actions a second, the best run\n  {actions:,.0f}   wanted: ", end="")
    print(f"{REPLAYED_AT_LEAST:,} at least{short}")
    return not short


if __name__ == "__main__":
    sys.exit(main())
