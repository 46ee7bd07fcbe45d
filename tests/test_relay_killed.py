"""A relay that is killed at any instant, under load, again and again: its ledger loses nothing."""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random

from websockets.exceptions import WebSocketException

from engine.letters import Stage
from engine.messages import Leave
from relay.audit import first_difference
from relay.ledger import Ledger
from tests.relaying import PATIENCE, Relay, a_site, running
from tests.rivals import OVER, Rival, is_dealt

KILLS = 50
GUESTS = 8
FREE = {"LODGE_ADDRESS_JOINS": "10000", "LODGE_ADDRESS_CONNECTIONS": "1000"}


def test_a_killed_relay_has_every_result_that_it_acknowledged_and_none_twice(
    tmp_path: Path,
) -> None:
    path, acknowledged, random = tmp_path / "ledger.db", list[str](), Random(1)
    for _ in range(KILLS):
        live_and_die(tmp_path, path, acknowledged, random.uniform(0, 0.5))
        with closing(Ledger(path)) as ledger:
            written = Counter(entry.id for entry in ledger.entries())
            assert set(acknowledged) <= set(written)
            assert set(written.values()) <= {1}
    with closing(Ledger(path)) as ledger:
        assert first_difference(ledger) is None
    assert len(acknowledged) >= KILLS


def live_and_die(folder: Path, ledger: Path, acknowledged: list[str], seconds: float) -> None:
    """Guests play short bouts until, some time after the first result, the relay is killed."""
    stop, begun = threading.Event(), threading.Event()

    def play(relay: Relay) -> None:
        with suppress(OSError, EOFError, WebSocketException):
            while not stop.is_set():
                acknowledged.append(a_short_bout(Rival(relay)))
                begun.set()

    files = {"LODGE_LEDGER": str(ledger), "LODGE_ROOMS": str(folder / "rooms.db")}
    with running(a_site(folder), **files, **FREE) as (process, port), ExitStack() as people:
        relay = Relay(process, port, people)
        guests = [threading.Thread(target=play, args=(relay,)) for _ in range(GUESTS)]
        for guest in guests:
            guest.start()
        begun.wait(PATIENCE)
        stop.wait(seconds)
        process.kill()
        stop.set()
        for guest in guests:
            guest.join()


def a_short_bout(rival: Rival) -> str:
    """Who is first acts, the other leaves; its id, once this one has heard that it is rated."""
    rival.seek()
    rival.enter()
    rival.until(is_dealt)
    if rival.is_its_turn:
        rival.play_on()
    else:
        rival.until(lambda us: us.is_its_turn)
        rival.ask(Leave())
    rival.until(lambda us: us.stage in OVER)
    assert rival.bout is not None
    assert rival.stage is Stage.RATED
    return rival.bout.id
