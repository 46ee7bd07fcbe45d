from __future__ import annotations

from random import Random

from app.links.keepsake import Keepsake
from engine import codec
from engine.messages import NextRound, Phase, Rematch
from engine.rules import Setup, Variant
from engine.snapshot import Snapshot
from engine.table import Table
from tests.strategies import seated


def test_what_is_kept_after_every_action_is_the_whole_table_word_for_word() -> None:
    random = Random(3)
    table = seated(Setup(Variant.DRAW, 2, 100), 1)
    keepsake = Keepsake(table, lambda: 5.0)
    for _ in range(400):
        if table.phase is Phase.DEALING:
            table.deal(random.sample(table.setup.rules.tiles, 55), 0.0)
        elif table.phase is Phase.ROUND_OVER:
            table.command(table.host, NextRound(), 0.0)
        elif table.phase is Phase.MATCH_OVER:
            table.command(table.host, Rematch(), 0.0)
        else:
            assert table.turn is not None
            view = table.view(table.turn)
            assert view is not None
            table.play_for(table.turn, random.choice(view.legal), 0.0)
        assert keepsake.text == codec.to_text(table.snapshot(5.0))
    kept: Snapshot = codec.from_text(Snapshot, keepsake.text)
    assert Table.restored(kept, 0.0).version == table.version


def test_a_round_that_is_over_is_put_into_words_once() -> None:
    random = Random(3)
    table = seated(Setup(Variant.DRAW, 2, 200), 1)
    while len(table.rounds) < 3:
        if table.phase is Phase.DEALING:
            table.deal(random.sample(table.setup.rules.tiles, 55), 0.0)
        elif table.phase is Phase.ROUND_OVER:
            table.command(table.host, NextRound(), 0.0)
        else:
            assert table.turn is not None
            view = table.view(table.turn)
            assert view is not None
            table.play_for(table.turn, view.legal[0], 0.0)
    keepsake = Keepsake(table, lambda: 5.0)
    first, second = keepsake.text, keepsake._over
    assert keepsake.text == first
    assert all(keepsake._over[at][1] is plain for at, (_, plain) in second.items())
    assert len(second) == 2
