"""A lodge where people come, go and pause, things break, and deals are fair."""

from __future__ import annotations

import asyncio

import pytest

from engine.actions import Action
from engine.chairs import Level
from engine.codec import to_text
from engine.deal import FairDeal
from engine.events import Opened, Played
from engine.lodge import DEAL_SECONDS
from engine.messages import (
    Commit,
    Join,
    LeftOut,
    Phase,
    PlayedFor,
    Ready,
    Reply,
    Reveal,
    Start,
    Update,
)
from engine.table import Table
from engine.view import View
from tests.evening import (
    BLOCK,
    DEALT,
    NINES_NEAR,
    THREE,
    TWO,
    Evening,
    after,
    evening,
    never,
)
from tests.strategies import seated

# Pauses


def test_a_pause_stands_the_clock_still() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_NEAR)
        await asyncio.sleep(30.0)
        it.lodge.pause()
        await asyncio.sleep(1000.0)
        assert it.updates("m0")[-1].paused
        assert it.left == pytest.approx(60)
        assert it.table.turn == 1
        it.lodge.resume()
        assert not it.updates("m0")[-1].paused
        assert it.left == pytest.approx(60)
        await asyncio.sleep(59.99)
        assert it.table.turn == 1
        await asyncio.sleep(0.02)
        assert it.table.turn == 0
        return it

    assert evening(scenario).complaints == []


def test_no_regular_acts_in_a_pause() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 1), deck=NINES_NEAR)
        await asyncio.sleep(0.5)
        it.lodge.pause()
        await asyncio.sleep(1000.0)
        assert it.table.turn == 1
        it.lodge.resume()
        await asyncio.sleep(0.91)
        assert it.table.turn == 0
        return it

    assert evening(scenario).complaints == []


def test_nobody_is_played_for_in_a_pause_that_begins_while_the_lodge_thinks() -> None:
    async def slow(view: View, level: Level) -> Action:
        await asyncio.sleep(1.0)
        return view.legal[0]

    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_NEAR, mind=slow)
        await asyncio.sleep(90.5)
        it.lodge.pause()
        await asyncio.sleep(1000.0)
        assert it.table.paused
        assert it.table.turn == 1
        it.lodge.resume()
        await asyncio.sleep(1.5)
        assert it.table.turn == 0
        return it

    assert evening(scenario).complaints == []


def test_a_deal_in_a_pause_waits_for_its_end_and_then_three_seconds_more() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_NEAR)
        it.deaf_after["m1"] = 0
        await asyncio.sleep(1.0)
        it.lodge.pause()
        await asyncio.sleep(1000.0)
        assert it.table.version == 0
        it.lodge.resume()
        await asyncio.sleep(DEAL_SECONDS - 0.1)
        assert it.table.version == 0
        await asyncio.sleep(0.2)
        assert it.table.version == 1
        return it

    it = evening(scenario)
    assert LeftOut(1) in it.events("m0")
    assert LeftOut(0) not in it.events("m0")


# Who is here


def test_who_looks_on_is_told_from_its_coming_to_its_going() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 1), deck=NINES_NEAR)
        it.lodge.enter("kim")
        await asyncio.sleep(5.0)
        it.lodge.leave("kim")
        heard = len(it.updates("kim"))
        assert heard > 3
        it.act("m0")
        assert len(it.updates("kim")) == heard
        return it

    it = evening(scenario)
    assert {update.seat for update in it.updates("kim")} == {None}
    assert not any(update.view.hand for update in it.updates("kim") if update.view)


def test_all_are_told_of_a_guest_who_goes_and_comes_back_and_the_guest_when_it_is_back() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 2), deck=NINES_NEAR)
        await asyncio.sleep(1.0)
        it.lodge.leave("m1")
        heard = len(it.updates("m1"))
        assert not it.updates("m0")[-1].chairs[1].present
        it.lodge.leave("m1")
        assert len(it.updates("m1")) == heard
        it.lodge.enter("m1")
        assert it.updates("m0")[-1].chairs[1].present
        assert it.updates("m1")[-1].seat == 1
        told = len(it.updates("m0"))
        it.lodge.enter("m1")  # the same guest, by another page
        assert len(it.updates("m0")) == told
        assert len(it.updates("m1")) == heard + 2
        return it

    assert evening(scenario).complaints == []


def test_nobody_hears_of_a_change_before_it_can_be_kept() -> None:
    table = seated(TWO, 2)
    kept: list[str] = []

    def hear(member: str, reply: Reply) -> None:
        if isinstance(reply, Update):
            assert kept[-1] == to_text(table.snapshot(0.0)).partition('"left"')[0]

    async def scenario() -> Evening:
        it = Evening(
            table,
            deck=NINES_NEAR,
            say=hear,
            changed=lambda: kept.append(to_text(table.snapshot(0.0)).partition('"left"')[0]),
        )
        it.lodge.leave("m1")
        it.lodge.enter("m1")
        it.lodge.pause()
        it.lodge.resume()
        await asyncio.sleep(200.0)
        return it

    it = evening(scenario)
    assert len(kept) > 8
    assert it.complaints == []


# What breaks around the lodge


def test_a_member_who_cannot_be_told_keeps_nobody_else_from_hearing() -> None:
    def broken(member: str, reply: Reply) -> None:
        if member == "m0":
            raise OSError("gone, and the boneyard begins with 3-5")

    table = Table("here", "m0", "Ada", TWO, ())

    async def scenario() -> Evening:
        it = Evening(table, deck=NINES_NEAR, say=broken)
        await asyncio.sleep(1.0)
        it.lodge.command("m1", Join("Bob"))
        it.lodge.command("m1", Ready(on=True))
        it.lodge.command("m0", Start())
        await asyncio.sleep(DEAL_SECONDS + 90.1)
        it.lodge.command("m1", Start())
        return it

    it = evening(scenario)
    assert [type(event) for event in it.events("m1")] == [LeftOut, Opened, Played, PlayedFor]
    assert it.refusals() == [("m1", "host_only")]
    assert it.complaints


def test_a_table_that_cannot_be_kept_is_played_on() -> None:
    def full() -> None:
        raise OSError("no room left for 3-5")

    async def scenario() -> Evening:
        it = Evening(Table("here", "m0", "Ada", TWO, ()), deck=NINES_NEAR, changed=full)
        await asyncio.sleep(1.0)
        it.lodge.command("m0", Start())
        await asyncio.sleep(1.0)
        it.act("m0") if it.table.turn == 0 else None
        return it

    it = evening(scenario)
    assert [type(event) for event in it.events("m0")][:2] == [Opened, Played]
    assert it.complaints


def test_a_bad_secret_is_complained_of_and_another_one_taken() -> None:
    secrets = [b"short", b"", bytes(32)]
    it = after(5.0, seated(TWO, 1), secret=lambda: secrets.pop(0))
    assert it.table.phase is Phase.PLAYING
    assert len(it.complaints) == 2


def test_a_closed_lodge_does_nothing_more() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(TWO, 1), mind=never)
        await asyncio.sleep(1.0)
        await it.close()
        told = len(it.told)
        await asyncio.sleep(1000.0)
        assert len(it.told) == told
        return Evening(it.table)

    evening(scenario)


# Fair deals


def fair_of(it: Evening) -> FairDeal:
    fair = it.table.rounds[-1].fair
    assert fair is not None
    return fair


def test_a_deck_follows_from_the_secrets_of_the_lodge_and_of_all_people() -> None:
    it = after(DEALT, seated(THREE, 2))
    fair = fair_of(it)
    assert [secret.who for secret in fair.secrets] == ["lodge", "0", "1"]
    assert it.table.rounds[0].deck == fair.deck(THREE.rules.tiles)
    assert fair.broken_by is None


def test_commitments_are_published_together_and_secrets_only_when_the_round_is_over() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(BLOCK, 2))
        while it.table.phase is not Phase.MATCH_OVER:
            if it.table.turn is not None:
                it.act(f"m{it.table.turn}")
            await asyncio.sleep(0.1)
        return it

    it = evening(scenario)
    for member in ("m0", "m1"):
        seen = [(one.phase, one.fair) for one in it.updates(member) if one.fair is not None]
        promised = [[c.who for c in fair.commitments] for phase, fair in seen]
        assert promised[0] == ["lodge"]
        assert set(map(tuple, promised)) == {("lodge",), ("lodge", "0", "1")}
        assert all(fair.secrets == () for phase, fair in seen if phase is not Phase.MATCH_OVER)
        assert [c.who for c in seen[-1][1].secrets] == ["lodge", "0", "1"]


@pytest.mark.parametrize("answers", [0, 1])
def test_who_gives_no_secret_within_three_seconds_is_left_out_and_everybody_told(
    answers: int,
) -> None:
    async def scenario() -> Evening:
        it = Evening(seated(THREE, 2))
        it.deaf_after["m1"] = answers
        await asyncio.sleep(DEAL_SECONDS - 0.1)
        assert it.events("m0") == []
        await asyncio.sleep(0.2)
        return it

    it = evening(scenario)
    assert [secret.who for secret in fair_of(it).secrets] == ["lodge", "0"]
    assert [promise.who for promise in fair_of(it).commitments] == ["lodge", "0"]
    for member in ("m0", "m1"):
        assert LeftOut(1) in it.events(member)


def test_nobody_waits_for_a_browser_that_is_away() -> None:
    table = seated(THREE, 2)
    table.away("m1")
    it = after(DEALT, table)
    assert [secret.who for secret in fair_of(it).secrets] == ["lodge", "0"]
    assert LeftOut(1) not in it.events("m0")


def test_a_promise_that_no_deal_awaits_is_refused() -> None:
    async def scenario() -> Evening:
        it = Evening(seated(THREE, 2))
        await asyncio.sleep(0.1)
        it.lodge.command("m1", Commit("0" * 64))
        it.lodge.command("m1", Reveal("0" * 64))
        return it

    assert evening(scenario).refusals() == [("m1", "not_now")] * 2
