"""Goes through a whole ledger again, bout by bout, and believes nothing that it says of itself."""

import sqlite3
import sys
from contextlib import closing
from math import isclose
from pathlib import Path

from engine.ranked import objection
from relay.ledger import Guest, Ledger, player_of
from relay.rating import NEWCOMER, Rating, rated

HOLDS, DIFFERS, UNREADABLE = 0, 1, 2
"""Exit statuses."""


def run(path: Path) -> int:
    """Tell how it went in one sentence; the exit status."""
    if not path.is_file():
        return _complain(f"{path}: expected a ledger, got no file")
    try:
        with closing(Ledger(path, mode="ro")) as ledger, ledger.at_rest():
            difference = first_difference(ledger)
            count = len(list(ledger.entries()))
    except (sqlite3.Error, TypeError, ValueError) as error:
        return _complain(f"{path}: expected a ledger, got {error}")
    if difference:
        print(difference)
        return DIFFERS
    print(f"All {count} results replay, and every rating follows from them.")
    return HOLDS


def first_difference(ledger: Ledger) -> str | None:
    """The first place at which the ledger is not what its transcripts make of it; None if none."""
    guests: dict[str, Guest] = {}
    for number, entry in enumerate(ledger.entries(), 1):
        where = f"Result {number}, {entry.id}"
        problem = objection(entry.id, entry.finish, entry.winner, entry.transcript)
        if problem:
            return f"{where}: {problem}."
        if entry.players[0] == entry.players[1]:
            return f"{where}: {entry.players[0]} has met themself."
        before = [guests.get(player, Guest(player, "", NEWCOMER, 0)) for player in entry.players]
        after = rated(before[0].rating, before[1].rating, entry.winner)
        for guest, expected, got in zip(before, after, entry.ratings):
            if not _same(expected, got):
                return f"{where}: {_of(guest.player, expected)}, got {_told(got)}."
            guests[guest.player] = guest._replace(rating=expected, bouts=guest.bouts + 1)
    for digest, guest in ledger.guests():
        if guest.player != player_of(digest):
            return f"Guest {guest.player}: expected the digest of its secret, got another's."
        ours = guests.pop(guest.player, Guest(guest.player, "", NEWCOMER, 0))
        if guest.bouts != ours.bouts:
            return f"Guest {guest.player}: expected {ours.bouts} bouts, got {guest.bouts}."
        if not _same(ours.rating, guest.rating):
            return f"Guest {_of(guest.player, ours.rating)}, got {_told(guest.rating)}."
    missing = next(iter(guests), None)
    return missing and f"Guest {missing}: expected a rating, got none."


def _same(one: Rating, other: Rating) -> bool:
    """But for the last digits, in which one machine may differ from another."""
    return all(isclose(a, b, rel_tol=1e-9) for a, b in zip(one, other))


def _of(player: str, rating: Rating) -> str:
    return f"{player}: expected {_told(rating)}"


def _told(rating: Rating) -> str:
    return f"{rating.mu:.9f} ± {rating.sigma:.9f}"


def _complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return UNREADABLE
