import typing
from dataclasses import fields

import pytest
from hypothesis import given

from engine import messages
from engine.actions import Draw, Pass, Play
from engine.codec import Unreadable, from_text, to_text
from engine.line import End
from engine.messages import (
    Act,
    Command,
    Commit,
    Configure,
    Join,
    Kick,
    Leave,
    NextRound,
    Phrase,
    React,
    Reacted,
    Ready,
    Refused,
    Rematch,
    Rename,
    Reply,
    Reveal,
    Start,
    Update,
)
from engine.rules import Setup, Variant
from engine.table import Table
from engine.tiles import Tile
from tests.strategies import commands, tables

BLOCK = Setup(Variant.BLOCK, 2, None)


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (Join("Ada"), '{"t":"join","name":"Ada"}'),
        (
            Configure(BLOCK, ()),
            (
                '{"t":"configure","setup":{"t":"setup","variant":"block","seats":2,"target":null},'
                '"levels":[]}'
            ),
        ),
        (Ready(on=True), '{"t":"ready","on":true}'),
        (Start(), '{"t":"start"}'),
        (
            Act(3, Play(Tile(3, 5), End.LEFT)),
            '{"t":"act","version":3,"action":{"t":"play","tile":"3-5","end":"left"}}',
        ),
        (Act(3, Draw()), '{"t":"act","version":3,"action":{"t":"draw"}}'),
        (Act(3, Pass()), '{"t":"act","version":3,"action":{"t":"pass"}}'),
        (NextRound(), '{"t":"next_round"}'),
        (Rematch(), '{"t":"rematch"}'),
        (React(Phrase.OH_NO), '{"t":"react","phrase":"oh_no"}'),
        (Rename("<b>"), '{"t":"rename","name":"<b>"}'),
        (Kick(2), '{"t":"kick","seat":2}'),
        (Leave(), '{"t":"leave"}'),
    ],
    ids=str,
)
def test_every_command_on_the_wire(command: Command, text: str) -> None:
    assert to_text(command) == text
    assert from_text(Command, text) == command


def test_no_command_names_its_sender() -> None:
    named = {field.name for cls in typing.get_args(Command) for field in fields(cls)}
    assert named == {
        "name", "setup", "levels", "on", "digest", "secret", "version", "action", "phrase", "seat",
    }  # fmt: skip
    assert [cls for cls in typing.get_args(Command) if "seat" in str(fields(cls))] == [Kick]


@given(commands)
def test_a_command_comes_back_as_it_was(command: Command) -> None:
    assert from_text(Command, to_text(command)) == command


@given(tables())
def test_an_update_comes_back_as_it_was(table: Table) -> None:
    news = (*(table.round.record if table.round else ()), Reacted(0, Phrase.THANKS))
    for member in ("m0", "m1", "watcher"):
        update = table.update(member, news, 250.25)
        assert from_text(Reply, to_text(update)) == update


def test_a_refusal_comes_back_as_it_was() -> None:
    assert from_text(Reply, to_text(Refused("stale", "Gone on."))) == Refused("stale", "Gone on.")


@pytest.mark.parametrize("text", ['{"t":"update"}', '{"t":"refused","code":"a","message":"b"}'])
def test_a_reply_is_no_command(text: str) -> None:
    with pytest.raises(Unreadable):
        from_text(Command, text)


@pytest.mark.parametrize("text", ['{"t":"start"}', '{"t":"leave"}', '{"t":"join","name":"x"}'])
def test_a_command_is_no_reply(text: str) -> None:
    with pytest.raises(Unreadable):
        from_text(Reply, text)


@pytest.mark.parametrize(
    "text",
    [
        '{"t":"start","seat":0}',
        '{"t":"act","version":3,"action":{"t":"draw"},"member":"m0"}',
        '{"t":"act","version":3,"action":{"t":"draw","seat":1}}',
        '{"t":"act","version":3.0,"action":{"t":"draw"}}',
        '{"t":"act","version":true,"action":{"t":"draw"}}',
        '{"t":"act","version":3,"action":{"t":"play","tile":"3-12","end":"left"}}',
        '{"t":"react","phrase":"you fool"}',
        '{"t":"ready","on":1}',
        '{"t":"join","name":null}',
        '{"t":"Start"}',
    ],
)
def test_what_is_not_in_the_protocol_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        from_text(Command, text)


def test_the_unions_are_closed() -> None:
    assert set(typing.get_args(Command)) == {
        Join, Configure, Ready, Start, Commit, Reveal, Act, NextRound, Rematch, React, Rename,
        Kick, Leave,
    }  # fmt: skip
    assert set(typing.get_args(Reply)) == {Update, Refused}
    assert [field.name for field in fields(messages.Update)] == [
        "version", "phase", "setup", "seat", "host", "chairs", "left", "paused", "view",
        "fair", "events",
    ]  # fmt: skip
