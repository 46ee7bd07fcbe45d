"""The arena from the command line: every core plays, standard error tells how far it has come."""

from __future__ import annotations

import json
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from multiprocessing import Pool
from statistics import quantiles
from time import perf_counter

from engine.arena import NAMES, Contest, Score, play_deal
from engine.estimate import estimate, share
from engine.rules import Variant

STOPPED = 143
"""The exit status of whoever is asked to end, by SIGTERM."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--variant", type=Variant, choices=list(Variant), default=Variant.DRAW)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--a", default="sharp", help=f"who sits in one seat: {NAMES} (sharp)")
    parser.add_argument(
        "--b", default="steady", help="who sits in all the others (steady; greedy for --oracle)"
    )
    parser.add_argument("--deals", type=int, default=200, help="each is played from every seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="one object on the last line")
    parser.add_argument(
        "--oracle",
        action="store_true",
        help="tell how much of what the oracle wins against greedy A wins too",
    )


def run(arguments: Namespace) -> None:
    """Play, then print. Raises ValueError for what cannot be played."""
    if arguments.deals < 2:
        raise ValueError(f"expected two deals at least, got {arguments.deals}")
    contest = Contest(
        arguments.variant,
        arguments.seats,
        arguments.a,
        "greedy" if arguments.oracle else arguments.b,
        arguments.seed,
    )
    scores = play(contest, arguments.deals)
    told = summary(contest, scores)
    if arguments.oracle:
        best = play(replace(contest, a="oracle"), arguments.deals)
        part = share([score.net for score in scores], [score.net for score in best])
        told |= {
            "share": round(part.mean, 4),
            "share_low": round(part.low, 4),
            "share_high": round(part.high, 4),
        }
    if arguments.json:
        print(json.dumps(told))
    else:
        print("\n".join(table(told)))


def play(contest: Contest, deals: int) -> list[Score]:
    """The scores of all deals, played side by side."""
    scores = []
    played = partial(play_deal, contest, clock=perf_counter)
    # Workers are started while SIGTERM still does what it does by itself: a handler of ours would
    # be theirs too, and would lose what comes before they are quite there.
    with Pool(initializer=_leave_signals_to_the_parent) as cores:
        stopped = signal.signal(signal.SIGTERM, lambda *_: sys.exit(STOPPED))
        try:
            for score in cores.imap(played, range(deals)):
                scores.append(score)
                _tell(f"\r{contest.a}: {len(scores)} of {deals} deals")
            cores.close()
            cores.join()
        finally:
            signal.signal(signal.SIGTERM, stopped)
            _tell("\n")
    return scores


def _leave_signals_to_the_parent() -> None:
    """A worker ends when its parent ends it, and then at once: Python need not be asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _tell(progress: str) -> None:
    """Where nobody can be told how far it has come, it goes on all the same."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(progress, end="", file=sys.stderr, flush=True)


def summary(contest: Contest, scores: Sequence[Score]) -> dict[str, str | int | float]:
    """For machines: points, shares and milliseconds; ``low`` to ``high`` is where net may lie."""
    net = estimate([score.net for score in scores])
    taken = sorted(chain.from_iterable(score.seconds for score in scores))
    twentieths = quantiles(taken, n=20)
    return {
        "variant": contest.variant,
        "seats": contest.seats,
        "a": contest.a,
        "b": contest.b,
        "deals": len(scores),
        "seed": contest.seed,
        "net": round(net.mean, 3),
        "low": round(net.low, 3),
        "high": round(net.high, 3),
        "win_share": round(sum(score.won for score in scores) / len(scores), 4),
        "ms_p50": round(1000 * twentieths[9], 3),
        "ms_p95": round(1000 * twentieths[18], 3),
    }


def table(told: dict[str, str | int | float]) -> list[str]:
    """The same for people, line by line."""
    who = f"{told['a']} - {told['b']}, {told['variant']} with {told['seats']} seats"
    lines = [
        f"{who}, {told['deals']} mirrored deals, seed {told['seed']}",
        f"  net points a round {told['net']:8.2f}   95 %: {told['low']:.2f} to {told['high']:.2f}",
        f"  rounds won         {told['win_share']:8.1%}",
        f"  ms a choice, p50   {told['ms_p50']:8.2f}   p95: {told['ms_p95']:.2f}",
    ]
    if "share" in told:
        low, high = told["share_low"], told["share_high"]
        lines.append(f"  of the oracle's net{told['share']:8.1%}   95 %: {low:.1%} to {high:.1%}")
    return lines
