"""How strong and how quick the regulars are, on deals that nothing was tuned on.

    python tests/bench/regulars.py [DEALS]

Exits with 1 where a level plays worse than it must, a regular's manner costs too much, or a choice
takes too long. With few deals the intervals are wide: 2000 take some hours.
"""

import argparse
import sys
from collections.abc import Iterator
from time import perf_counter

from engine.arena import Contest, Score, play_round
from engine.chairs import Regular
from engine.contest import play
from engine.estimate import estimate, share
from engine.events import Opened, Played
from engine.rules import HAND, Variant

SEED = 1
GAMES = [(Variant.BLOCK, 2), *((Variant.DRAW, seats) for seats in (2, 3, 4, 5))]
FLOORS = {
    ("sharp", "doubles"): (3.5, 30, 16, 9, 7),
    ("sharp", "steady"): (1.8, 18, 9, 5, 3),
    ("steady", "doubles"): (1.8, 19, 6.5, 3, 2.5),
}
"""Net points a round at least, game by game."""
SHARES = (0.45, 0.92, 0.70, 0.65, 0.70)
"""Of what the oracle wins against greedy, sharp would win so much: a goal and no floor."""
TIMES = {"steady": 100, "sharp": 1}
"""How many times more deals show what a manner does: one that does not think is soon through."""
COST_AT_MOST = 0.1
"""Of a level's margin over doubles: what a manner may cost."""
MILLISECONDS_AT_MOST = 100.0
"""For nineteen choices in twenty."""


def main() -> int:
    """Measure and tell, from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("deals", nargs="?", type=int, default=60, help="mirrored, a row (60)")
    deals: int = parser.parse_args().deals
    verdicts = [*levels(deals), *manners(deals)]
    tell_shares(deals)
    tell_doubles(deals)
    return 0 if all(verdicts) else 1


def nets(scores: list[Score]) -> list[float]:
    return [score.net for score in scores]


def levels(deals: int) -> Iterator[bool]:
    """A floor is missed when the whole interval lies below it."""
    for (a, b), floors in FLOORS.items():
        for (variant, seats), floor in zip(GAMES, floors):
            scores = play(Contest(variant, seats, a, b, SEED), deals)
            net = estimate(nets(scores))
            taken = sorted(second for score in scores for second in score.seconds)
            slow = 1000 * taken[len(taken) * 19 // 20]
            met = net.high >= floor and slow <= MILLISECONDS_AT_MOST
            print(
                f"{variant} {seats}  {a} - {b:8} {net.mean:7.2f} ± {net.high - net.mean:.2f}"
                f"   wanted: {floor}   p95 {slow:.1f} ms{'' if met else '  <- missed'}"
            )
            yield met


def tell_shares(deals: int) -> None:
    """How far sharp comes on the way from greedy to one that sees every hand."""
    for (variant, seats), goal in zip(GAMES, SHARES):
        ours, best = (
            nets(play(Contest(variant, seats, name, "greedy", SEED), deals))
            for name in ("sharp", "oracle")
        )
        part = share(ours, best)
        print(
            f"{variant} {seats}  of the oracle's gain {part.mean:6.0%}"
            f" ± {part.high - part.mean:.0%}   goal: {goal:.0%}"
        )


def manners(deals: int) -> Iterator[bool]:
    """What each regular's manner costs: same deals, same chance, so that most rounds are alike."""
    for level, times in TIMES.items():
        for variant, seats in GAMES[:2]:
            plain = nets(play(Contest(variant, seats, level, "doubles", SEED), deals * times))
            for regular in Regular:
                contest = Contest(variant, seats, f"{level}:{regular}", "doubles", SEED)
                lost = [a - b for a, b in zip(plain, nets(play(contest, deals * times)))]
                part = share(lost, plain)
                met = part.low <= COST_AT_MOST
                print(
                    f"{variant} {seats}  {contest.a:18} costs {part.mean:5.1%}"
                    f" ± {part.high - part.mean:.1%} of its margin;"
                    f" {lost.count(0.0) / len(lost):.0%} of the deals end alike"
                    f"{'' if met else '  <- too much'}"
                )
                yield met


def tell_doubles(deals: int) -> None:
    """How many of its turns a double stays in hand, beside a player that does not shed them."""
    print("Turns that a double stays in hand, in Block")
    for level, times in TIMES.items():
        for name in (level, *(f"{level}:{regular}" for regular in Regular)):
            contest = Contest(Variant.BLOCK, 2, name, "steady", SEED)
            turns = [
                stay
                for number in range(deals * times)
                for seat in range(2)
                for stay in stays(contest, number, seat)
            ]
            print(f"  {name:18} {sum(turns) / len(turns):.2f}")


def stays(contest: Contest, number: int, seat: int) -> Iterator[int]:
    """For each double that A was dealt and did not open with: A's turns until it was laid."""
    dealt = contest.deck(number)[HAND * seat : HAND * (seat + 1)]
    round, _ = play_round(contest, number, seat, perf_counter)
    ours = [event for event in round.record if getattr(event, "seat", None) == seat]
    turns = [event for event in ours if not isinstance(event, Opened)]
    opened = {event.tile for event in ours if isinstance(event, Opened)}
    laid = {event.tile: turn for turn, event in enumerate(turns) if isinstance(event, Played)}
    for tile in dealt:
        if tile.is_double and tile not in opened:
            yield laid.get(tile, len(turns))


if __name__ == "__main__":
    sys.exit(main())
