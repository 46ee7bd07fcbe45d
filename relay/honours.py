"""What anybody may read of ranked play, as plain JSON: no identity, no hand, no secret."""

from typing import Any

from msgspec.structs import asdict

from relay.bouts import Bouts
from relay.ledger import Entry, Guest, Ledger
from relay.meeting import shown


def bouts(bouts: Bouts) -> dict[str, Any]:
    """The tables that may be watched now."""
    return {
        "bouts": [
            {
                "room": bout.room,
                "stage": bout.referee.stage,
                "watchers": bout.referee.watchers,
                "contenders": [
                    shown(one.player, one.name, one.rating) for one in bout.referee.opponents
                ],
            }
            for bout in bouts.going_on
        ]
    }


def leaderboard(ledger: Ledger | None) -> dict[str, Any]:
    return {"guests": [_guest(guest) for guest in ledger.best()] if ledger else []}


def player(ledger: Ledger | None, player: str) -> dict[str, Any] | None:
    """One guest and what it played lately; None for one that the ledger does not know."""
    guest = ledger.known(player) if ledger else None
    if ledger is None or guest is None:
        return None
    results = [_result(ledger, entry, player) for entry in ledger.latest(player)]
    return {**_guest(guest), "results": results}


def _guest(guest: Guest) -> dict[str, Any]:
    return {**asdict(shown(guest.player, guest.name, guest.rating)), "bouts": guest.bouts}


def _result(ledger: Ledger, entry: Entry, player: str) -> dict[str, Any]:
    seat = entry.players.index(player)
    opponent = ledger.known(entry.players[1 - seat])
    return {
        "id": entry.id,
        "at": entry.at,
        "finish": entry.finish,
        "winner": entry.winner,
        "seat": seat,
        "opponent": _guest(opponent) if opponent else None,
        "rating": entry.ratings[seat].shown,
    }
