"""The engine's command line: replays transcripts, and has the regulars play each other.

python -m engine replay match.json
python -m engine play --variant draw --seats 3 --levels steady,easy,steady --seed 7
python -m engine arena --variant draw --seats 2 --a sharp --b doubles --deals 200
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from io import BytesIO
from pathlib import Path
from random import SystemRandom
from typing import BinaryIO

from engine import contest
from engine.chairs import Level
from engine.codec import Plain, Unreadable
from engine.exhibition import play_match
from engine.replay import Replay, replay, report
from engine.rules import RULES, Setup, Variant
from engine.transcript import read, write

OK, ILLEGAL, UNREADABLE = 0, 1, 2
"""Exit statuses; of many lines, the highest counts."""
STDOUT, STDERR = 1, 2


def main(arguments: list[str] | None = None) -> int:
    choice = _parser().parse_args(arguments)
    try:
        status: int = choice.run(choice)
        print(end="", flush=True)
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        _hush(STDOUT)
        if isinstance(error, BrokenPipeError):  # whoever reads has read enough
            return OK
        return _complain(str(error))
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine",
        description="Lantern draw and Block, without a page.",
    )
    verbs = parser.add_subparsers(required=True, metavar="replay | play | arena")
    replaying = verbs.add_parser("replay", help="replay a transcript and print how it ends")
    replaying.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="a transcript; -: standard input"
    )
    replaying.add_argument(
        "--lines", action="store_true", help="one transcript a line in, one result a line out"
    )
    replaying.set_defaults(run=_replay)
    playing = verbs.add_parser("play", help="have the regulars play a match; print its transcript")
    playing.add_argument("--variant", type=Variant, choices=list(Variant), default=Variant.DRAW)
    playing.add_argument("--seats", type=int, default=2)
    playing.add_argument(
        "--levels",
        "--level",
        type=_levels,
        default=(Level.STEADY,),
        metavar="LEVEL[,LEVEL...]",
        help=f"{', '.join(Level)}; the last one serves the seats that are left",
    )
    playing.add_argument(
        "--target",
        type=_target,
        default=argparse.SUPPRESS,
        help="100, say; none: one round decides",
    )
    playing.add_argument("--seed", type=int, help="the same seed plays the same match")
    playing.set_defaults(run=_play)
    measuring = verbs.add_parser("arena", help="set players against each other over many deals")
    contest.add_arguments(measuring)
    measuring.set_defaults(run=_measure)
    return parser


def _replay(choice: argparse.Namespace) -> int:
    replayed = _replay_lines if choice.lines else _replay_whole
    if choice.file == "-":
        return replayed(sys.stdin.buffer if sys.stdin else BytesIO())
    with Path(choice.file).open("rb") as source:
        return replayed(source)


def _replay_whole(source: BinaryIO) -> int:
    try:
        replayed = _replayed(source.read())
    except Unreadable as error:
        return _complain(str(error))
    return _tell(replayed)


def _replay_lines(source: BinaryIO) -> int:
    """One result for each line, also for one that is no transcript."""
    status = OK
    for number, line in enumerate(source, 1):
        try:
            replayed = _replayed(line)
        except Unreadable as error:
            status = max(status, _complain(f"line {number}: {error}"))
            _print({"ok": False, "code": "unreadable", "message": str(error)})
            continue
        status = max(status, _tell(replayed))
    return status


def _tell(replayed: Replay) -> int:
    _print(report(replayed))
    return OK if replayed.fault is None else ILLEGAL


def _replayed(raw: bytes) -> Replay:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"expected UTF-8, got the byte {raw[error.start]:#04x}") from error
    return replay(read(text))


def _play(choice: argparse.Namespace) -> int:
    rules = RULES[choice.variant]
    target = choice.target if "target" in choice else rules.targets[0]
    seed = SystemRandom().randrange(2**32) if choice.seed is None else choice.seed
    try:
        setup = Setup(choice.variant, choice.seats, target)
    except ValueError as error:
        return _complain(str(error))
    spare = setup.seats - len(choice.levels)
    if spare < 0:
        return _complain(f"expected at most {setup.seats} levels, got {len(choice.levels)}")
    levels = (*choice.levels, *choice.levels[-1:] * spare)
    print(write(play_match(setup, levels, seed)))
    return OK


def _measure(choice: argparse.Namespace) -> int:
    try:
        contest.run(choice)
    except ValueError as error:
        return _complain(str(error))
    return OK


def _levels(text: str) -> tuple[Level, ...]:
    try:
        return tuple(Level(name) for name in text.split(","))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"expected {', '.join(Level)}, got {text!r}") from error


def _target(text: str) -> int | None:
    return None if text == "none" else int(text)


def _print(plain: Plain) -> None:
    print(json.dumps(plain))


def _complain(sentence: str) -> int:
    """Say what is wrong; where nobody can be told, the status tells it alone."""
    try:
        print(sentence.encode("ascii", "backslashreplace").decode(), file=sys.stderr, flush=True)
    except OSError:
        _hush(STDERR)
    return UNREADABLE


def _hush(stream: int) -> None:
    """Have what is still to be written go nowhere, or it would fail again at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


if __name__ == "__main__":
    sys.exit(main())
