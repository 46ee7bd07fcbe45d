import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Draw, Pass
from engine.chairs import Chair, Level, regular_in
from engine.codec import from_text, to_text
from engine.messages import Act, Phase, Rematch
from engine.rules import Setup, Variant
from engine.snapshot import Snapshot
from engine.table import Denied, Table
from engine.tiles import Tile
from engine.transcript import By, Deed, KeptRound
from tests.strategies import GAMES, SEEDS, move_on, seated, shuffled, tables

SETUP = Setup(Variant.DRAW, 3, 100)


def at(phase: Phase, *, rounds: int = 1, setup: Setup = SETUP) -> Table:
    """A table of two people and a regular, in the first ``phase`` after some rounds."""
    table, random = seated(setup, 2), Random(7)
    for _ in range(5000):
        if table.phase is phase and len(table.rounds) >= rounds:
            return table
        move_on(table, random)
    raise AssertionError(phase)


def seen(table: Table, now: float) -> list[Any]:
    """What each member and a watcher see, whatever its number."""
    members = ["m0", "m1", "m2", "m3", "m4", "watcher"]
    return [replace(table.update(member, (), now), version=0) for member in members]


def through_text(kept: Snapshot) -> Snapshot:
    read: Snapshot = from_text(Snapshot, to_text(kept))
    return read


@settings(max_examples=200)
@given(tables())
def test_a_restored_table_looks_the_same_to_everybody(table: Table) -> None:
    restored = Table.restored(through_text(table.snapshot(310.0)), 9000.0)
    assert seen(restored, 9000.0) == seen(table, 310.0)
    assert restored.snapshot(9000.0) == table.snapshot(310.0)


@pytest.mark.parametrize(
    "phase", [Phase.DEALING, Phase.PLAYING, Phase.ROUND_OVER, Phase.MATCH_OVER]
)
@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_every_phase_can_be_restored(phase: Phase, setup: Setup) -> None:
    if phase is Phase.ROUND_OVER and setup.target is None:
        setup = replace(setup, target=100)
    table = at(phase, rounds=0, setup=setup)
    restored = Table.restored(through_text(table.snapshot(5.0)), 5.0)
    assert restored.phase is phase
    assert seen(restored, 5.0) == seen(table, 5.0)


def test_a_rematch_that_waits_for_its_deal_is_restored() -> None:
    table = at(Phase.MATCH_OVER)
    table.command("m0", Rematch(), 0.0)
    restored = Table.restored(table.snapshot(5.0), 5.0)
    assert restored.phase is Phase.DEALING
    assert seen(restored, 5.0) == seen(table, 5.0)


def test_a_table_that_gathers_is_restored() -> None:
    table = Table("here", "m0", "Ada", SETUP, (Level.STEADY,))
    restored = Table.restored(table.snapshot(0.0), 0.0)
    assert restored.phase is Phase.GATHERING
    assert seen(restored, 0.0) == seen(table, 0.0)


@given(tables(), SEEDS)
def test_a_restored_table_plays_on_as_the_first_would(table: Table, seed: int) -> None:
    restored = Table.restored(table.snapshot(310.0), 310.0)
    if table.phase is not Phase.GATHERING:
        for one in (table, restored):
            random = Random(seed)
            for _ in range(20):
                move_on(one, random, 320.0)
    assert seen(restored, 320.0) == seen(table, 320.0)


@pytest.mark.parametrize("rematches", [0, 1])
def test_an_action_sent_before_the_restart_is_stale_after_the_next_one(rematches: int) -> None:
    table = at(Phase.MATCH_OVER) if rematches else at(Phase.PLAYING)
    sent = Act(table.version, Draw())
    while table.version == sent.version:
        move_on(table, Random(1))
    restored = Table.restored(table.snapshot(0.0), 0.0)
    assert restored.version > sent.version
    with pytest.raises(Denied) as caught:
        restored.command("m0", sent, 0.0)
    assert caught.value.code == "stale"


@pytest.mark.parametrize(
    ("kept", "restored"), [(50.0, 50.0), (0.0, 0.0), (-5.0, 0.0), (1e9, 90.0), (None, 90.0)]
)
def test_a_turn_goes_on_with_the_seconds_it_had(kept: float | None, restored: float) -> None:
    snapshot = replace(at(Phase.PLAYING).snapshot(0.0), left=kept)
    assert Table.restored(snapshot, 1000.0).update("m0", (), 1000.0).left == restored


def test_a_paused_turn_keeps_its_seconds() -> None:
    table = at(Phase.PLAYING)
    table.pause(40.0)
    assert Table.restored(table.snapshot(800.0), 900.0).update("m0", (), 910.0).left == 40.0


def test_its_text_shows_no_tile() -> None:
    kept = at(Phase.PLAYING).snapshot(0.0)
    assert "Tile" not in repr(kept)
    assert "Tile" not in repr(kept.rounds)


def spoilt_deeds(
    kept: Snapshot, change: Callable[[tuple[Deed, ...]], tuple[Deed, ...]]
) -> Snapshot:
    *before, last = kept.rounds
    return replace(kept, rounds=(*before, replace(last, deeds=change(last.deeds))))


def spoilt_deck(kept: Snapshot, change: Callable[[tuple[Tile, ...]], tuple[Tile, ...]]) -> Snapshot:
    *before, last = kept.rounds
    return replace(kept, rounds=(*before, replace(last, deck=change(last.deck))))


FRESH = KeptRound(shuffled(SETUP.rules, Random(1)))
TAMPERED: dict[str, tuple[Phase, Callable[[Snapshot], Snapshot]]] = {
    "an illegal pass": (
        Phase.PLAYING,
        lambda k: spoilt_deeds(k, lambda deeds: (*deeds, Deed(0, Pass(), By.PLAYER)) * 3),
    ),
    "a deed of another seat": (
        Phase.ROUND_OVER,
        lambda k: spoilt_deeds(k, lambda d: (replace(d[0], seat=(d[0].seat + 1) % 3), *d[1:])),
    ),
    "a deed of no seat": (
        Phase.ROUND_OVER,
        lambda k: spoilt_deeds(k, lambda d: (replace(d[0], seat=-1), *d[1:])),
    ),
    "a deed twice": (Phase.ROUND_OVER, lambda k: spoilt_deeds(k, lambda d: (*d, d[-1]))),
    "a deed left out": (Phase.ROUND_OVER, lambda k: spoilt_deeds(k, lambda d: d[1:])),
    "a short deck": (Phase.PLAYING, lambda k: spoilt_deck(k, lambda deck: deck[1:])),
    "no deck": (Phase.PLAYING, lambda k: spoilt_deck(k, lambda deck: ())),
    "a tile twice": (Phase.PLAYING, lambda k: spoilt_deck(k, lambda d: (d[1], *d[1:]))),
    "another deck": (Phase.ROUND_OVER, lambda k: spoilt_deck(k, lambda d: d[::-1])),
    "another game": (Phase.PLAYING, lambda k: replace(k, setup=Setup(Variant.BLOCK, 2, None))),
    "fewer seats": (Phase.PLAYING, lambda k: replace(k, setup=Setup(Variant.DRAW, 2, 100))),
    "more seats": (Phase.PLAYING, lambda k: replace(k, setup=Setup(Variant.DRAW, 4, 100))),
    "a chair less": (Phase.PLAYING, lambda k: replace(k, chairs=k.chairs[:-1])),
    "no chairs": (Phase.PLAYING, lambda k: replace(k, chairs=(), members=())),
    "a chair more": (
        Phase.PLAYING,
        lambda k: replace(k, chairs=(*k.chairs, Chair()), members=(*k.members, "x")),
    ),
    "a member less": (Phase.PLAYING, lambda k: replace(k, members=k.members[:-1])),
    "one member twice": (Phase.PLAYING, lambda k: replace(k, members=("m0", "m0", ""))),
    "no host": (Phase.PLAYING, lambda k: replace(k, host="m7")),
    "a host without a name": (Phase.PLAYING, lambda k: replace(k, host="")),
    "no members": (Phase.PLAYING, lambda k: replace(k, members=("", "", ""))),
    "a person whom nobody is": (Phase.PLAYING, lambda k: replace(k, members=("m0", "", ""))),
    "a member who is a regular": (Phase.PLAYING, lambda k: replace(k, members=("m0", "m1", "m2"))),
    "a regular in a member's chair": (
        Phase.PLAYING,
        lambda k: replace(k, chairs=(k.chairs[0], regular_in(1, Level.EASY), k.chairs[2])),
    ),
    "a deal in mid-round": (Phase.PLAYING, lambda k: replace(k, dealing=True)),
    "a deal after the match": (Phase.MATCH_OVER, lambda k: replace(k, dealing=True)),
    "a round in mid-round": (Phase.PLAYING, lambda k: replace(k, rounds=(*k.rounds, FRESH))),
    "a round after the match": (Phase.MATCH_OVER, lambda k: replace(k, rounds=(*k.rounds, FRESH))),
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERED)
def test_a_snapshot_that_does_not_hold_is_refused(name: str) -> None:
    phase, tamper = TAMPERED[name]
    kept = at(phase).snapshot(0.0)
    Table.restored(kept, 0.0)
    with pytest.raises(ValueError, match="expected "):
        Table.restored(through_text(tamper(kept)), 0.0)


NUMBERS = st.integers(-2, 6) | st.floats() | st.none() | st.booleans()
STRANGE = NUMBERS | st.sampled_from(["", "m0", "m1", "3-3", "pass", "play", "left", {}, []])


@settings(max_examples=300)
@given(
    tables(), st.randoms(use_true_random=False), STRANGE, st.sampled_from(["set", "copy", "drop"])
)
def test_a_snapshot_altered_anywhere_is_refused_or_can_be_played_on(
    table: Table, random: Random, other: Any, how: str
) -> None:
    plain = json.loads(to_text(table.snapshot(9.0)))
    owner, key = random.choice(list(_places(plain)))
    if how == "set" or isinstance(owner, dict):
        owner[key] = other
    elif how == "copy":
        owner.insert(random.randrange(len(owner) + 1), owner[key])
    else:
        del owner[key]
    try:
        restored = Table.restored(from_text(Snapshot, json.dumps(plain)), 9.0)
    except ValueError:
        return
    to_text(restored.update(restored.host, (), 9.0))
    if restored.phase is not Phase.GATHERING:
        for _ in range(30):
            move_on(restored, random, 9.0)


def _places(plain: Any) -> list[tuple[Any, Any]]:
    items = plain.items() if isinstance(plain, dict) else enumerate(plain)
    found = []
    for key, value in items:
        found.append((plain, key))
        if isinstance(value, dict | list):
            found += _places(value)
    return found
