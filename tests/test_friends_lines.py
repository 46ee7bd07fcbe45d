"""Lines to a table of friends that break, and everybody in step again."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from app.standing import Role, Tie, Trouble
from engine.chairs import MISSED
from engine.messages import (
    Kick,
    Phase,
    Phrase,
    React,
    Ready,
)
from engine.rules import TURN_SECONDS
from engine.witness import Verdict
from tests.company import (
    FIVE,
    TWO,
    Friend,
    dealt,
    over,
    play,
    play_on,
    seated,
    sets_a_table,
    turn_comes_to,
    turn_of,
)
from tests.near_relay import Relay
from tests.story import live, told


@told
async def test_a_guest_that_was_cut_off_for_half_a_minute_is_in_step_again() -> None:
    relay = Relay()
    host, guest = await dealt(relay, "Ada")
    guest.network.cut = True
    guest.network.drop()
    await host.until(lambda one: not one.update.chairs[1].present)
    await guest.until(lambda one: one.standing.tie is Tie.LOST)
    await asyncio.sleep(30)
    guest.network.cut = False
    guest.link.wake()
    await guest.until(lambda one: one.standing.tie is Tie.HERE, seconds=2)
    await host.until(lambda one: one.update.chairs[1].present, seconds=2)
    await guest.until(lambda one: one.update.version == host.update.version, seconds=2)
    assert guest.update.seat == 1


@told
async def test_whatever_is_lost_on_the_way_takes_effect_once() -> None:
    relay = Relay()
    _, guest = friends = await dealt(relay, "Ada", setup=TWO)
    await turn_comes_to(guest, friends)
    version = guest.update.version
    guest.network.drop()
    guest.act()
    await guest.until(lambda one: one.update.version > version)
    assert guest.update.version == version + 1
    assert guest.refused == []


@told
async def test_who_is_away_is_waited_for_twice_and_then_no_more() -> None:
    relay = Relay()
    host, guest = await dealt(relay, "Ada", setup=TWO)
    guest.kill()
    guest.network.drop()
    await play([host], lambda: host.update.chairs[1].missed == MISSED)
    before = asyncio.get_running_loop().time()
    await play([host], lambda: host.update.phase is not Phase.PLAYING)
    assert asyncio.get_running_loop().time() - before < TURN_SECONDS
    guest.reload()
    await guest.until(lambda one: one.update.seat == 1)
    assert host.update.chairs[1].missed == 0


@told
async def test_a_reload_finds_the_same_chair_and_hand_and_the_clock_running() -> None:
    relay = Relay()
    _, guest = friends = await dealt(relay, "Ada", setup=TWO)
    await turn_comes_to(guest, friends)
    before = guest.update
    await asyncio.sleep(10)
    guest.reload()
    await guest.until(lambda one: one.update.view is not None)
    assert before.view is not None
    assert guest.update.view is not None
    assert guest.update.view.hand == before.view.hand
    assert guest.my_turn
    assert guest.update.left is not None
    assert before.left is not None
    assert 8 < before.left - guest.update.left < 14


@told
async def test_a_second_tab_takes_the_chair_and_the_first_can_take_it_back() -> None:
    relay = Relay()
    _, guest = await dealt(relay, "Ada")
    assert guest.remembered is not None
    second = Friend(relay, "Ada", guest.remembered)
    await guest.until(lambda one: one.standing.trouble is Trouble.TAKEN_OVER)
    await second.until(lambda one: one.update.seat == 1)
    guest.reload()
    await second.until(lambda one: one.standing.trouble is Trouble.TAKEN_OVER)
    await guest.until(lambda one: one.update.seat == 1)


@told
async def test_the_relay_may_be_killed_and_started_again_in_the_middle_of_a_round() -> None:
    relay = Relay()
    friends = await dealt(relay, "Ada")
    before = await turn_of(friends)
    version = before.update.version
    relay.kill()
    for friend in friends:
        await friend.until(lambda one: one.standing.tie is Tie.LOST)
    await asyncio.sleep(5)
    relay.restart()
    for friend in friends:
        await friend.until(lambda one: one.standing.tie is Tie.HERE)
    before.act()
    await play(friends, lambda: all(map(over, friends)))
    assert before.update.version > version


@told
async def test_ten_idle_minutes_before_the_start_part_nobody() -> None:
    relay = Relay()
    host, guest = await seated(relay, "Ada")
    await asyncio.sleep(600)
    assert Tie.LOST not in [standing.tie for standing in (*host.standings, *guest.standings)]
    guest.say(Ready(True))
    await host.until(lambda one: one.update.chairs[1].ready, seconds=1)


@told
async def test_a_drop_and_an_instant_return_is_the_same_guest() -> None:
    relay = Relay()
    host, guest = await dealt(relay, "Ada")
    for _ in range(5):
        guest.network.drop()
        await guest.until(lambda one: one.standing.tie is Tie.LOST)
        guest.link.wake()
        await guest.until(lambda one: one.standing.tie is Tie.HERE, seconds=1)
    await host.until(lambda one: one.update.chairs[1].present)
    assert guest.update.seat == 1
    assert [standing.trouble for standing in guest.standings] == [None] * len(guest.standings)


@told
async def test_a_line_that_says_open_but_is_dead_is_noticed_and_replaced() -> None:
    relay = Relay()
    _, guest = await dealt(relay, "Ada")
    relay.mute(guest.network)
    await asyncio.sleep(25)
    assert Tie.LOST in [standing.tie for standing in guest.standings]
    await guest.until(lambda one: one.standing.tie is Tie.HERE)


@told
async def test_who_was_forgotten_in_the_room_may_watch_and_sit_down_again() -> None:
    relay = Relay()
    host, guest = await seated(relay, "Ada")
    guest.kill()
    guest.network.drop()
    await host.until(lambda one: not one.update.chairs[1].present)
    host.say(Kick(1))
    guest.reload()
    await guest.until(lambda one: one.update.seat is None)
    assert guest.standing.role is Role.WATCHER
    assert guest.standing.trouble is None


@told
async def test_a_wish_that_was_open_when_the_room_forgot_us_is_dropped() -> None:
    relay = Relay()
    host, guest = await seated(relay, "Ada")
    guest.network.cut = True
    guest.network.drop()
    await host.until(lambda one: not one.update.chairs[1].present)
    guest.say(Ready(True))
    host.say(Kick(1))
    guest.network.cut = False
    guest.link.wake()
    await guest.until(lambda one: one.standing.role is Role.WATCHER)
    await guest.until(lambda one: one.update.seat is None)
    await asyncio.sleep(10)
    assert guest.standing.trouble is None


@told
async def test_without_a_relay_the_host_is_told() -> None:
    relay = Relay()
    relay.kill()
    host = sets_a_table(relay)
    await host.until(lambda one: one.standing.trouble is Trouble.NO_RELAY)


@told
async def test_whoever_was_loaded_anew_finds_the_deal_fair_for_all_that() -> None:
    relay = Relay()
    friends = await dealt(relay, "Ada", setup=TWO)
    for friend in friends:
        await turn_comes_to(friend, friends)
        friend.reload()
        await friend.until(lambda one: one.standing.tie is Tie.HERE)
    await play(friends, lambda: all(one.checks for one in friends))
    assert {check.verdict for one in friends for check in one.checks} == {Verdict.FAIR}


@told
async def test_a_relay_that_says_everything_twice_and_late_changes_nothing() -> None:
    relay = Relay()
    friends = await dealt(relay, "Ada", setup=TWO)
    for friend in friends:
        wire = friend.network.wires[-1]
        before: list[str] = []

        def give(arrived: str | int, before: list[str] = before, own: Any = wire.give) -> None:
            own(arrived)
            if isinstance(arrived, str) and '"t":"deliver"' in arrived:
                before.append(arrived)
                own(arrived)
                for late in before[-3:]:
                    own(late)

        wire.give = give  # type: ignore[method-assign]
    await play(friends, lambda: all(map(over, friends)))
    assert [friend.refused for friend in friends] == [[], []]
    assert {check.verdict for one in friends for check in one.checks} == {Verdict.FAIR}
    assert {line for one in friends for line in one.complaints} == {
        "A letter could not be read: Broken."
    }


MISHAPS = ["drop", "cut", "mute", "reload", "restart", "wake", "react"]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_breaks_all_evening_long_all_know_the_same_in_the_end(seed: int) -> None:
    async def story() -> None:
        random, relay = Random(seed), Relay()
        friends = await dealt(relay, "Ada", "Bo", "Cy", setup=FIVE)
        await asyncio.sleep(1)
        later = asyncio.get_running_loop().call_later
        for _ in range(40):
            friend, seconds = random.choice(friends), random.choice([1, 10, 40, 90])
            match random.choice(MISHAPS):
                case "drop":
                    friend.network.drop()
                case "cut":
                    friend.network.cut = True
                    friend.network.drop()
                    later(seconds, setattr, friend.network, "cut", False)
                case "mute":
                    relay.mute(friend.network)
                case "reload":
                    friend.network.drop()
                    friend.reload()
                case "restart" if not relay.down:
                    relay.kill()
                    later(random.choice([0.1, 3, 20]), relay.restart)
                case "wake":
                    friend.link.wake()
                case "react":
                    friend.say(React(Phrase.THANKS))
            for _ in range(random.randrange(30)):
                await asyncio.sleep(0.2)
                play_on(friends)
        for _ in range(3000):
            await asyncio.sleep(0.5)
            play_on(friends)
            if all(friend._is(over) for friend in friends):
                break
        assert all(map(over, friends))
        assert len({one.update.view.scores for one in friends if one.update.view}) == 1
        for friend in friends:
            assert friend.standing.trouble is None
            assert set(friend.complaints) <= {"A letter could not be read: Broken."}
            assert set(friend.refused) <= {"stale", "not_now"}

    live(story())
