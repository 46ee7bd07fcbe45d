"""The command line of the engine."""

import sys
from argparse import ArgumentParser

from engine import contest


def main() -> int:
    parser = ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True)
    arena = commands.add_parser("arena", help="players against each other over many deals")
    contest.add_arguments(arena)
    arena.set_defaults(run=contest.run)
    arguments = parser.parse_args()
    run: int = arguments.run(arguments)
    return run


if __name__ == "__main__":
    sys.exit(main())
