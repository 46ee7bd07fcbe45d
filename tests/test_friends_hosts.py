"""The host of a table of friends is cut off, goes, closes it, and is followed by the next."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.standing import Role, Tie, Trouble
from engine.messages import (
    Kick,
    Phase,
    Phrase,
    React,
    Ready,
    Rematch,
    Start,
)
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
    turn_comes_to,
    turn_of,
)
from tests.near_relay import Relay, Wire
from tests.story import live, told


@told
async def test_while_the_host_is_away_the_clocks_stand_still_and_it_finds_everything() -> None:
    relay = Relay()
    host, guest = friends = await dealt(relay, "Ada", setup=TWO)
    await turn_comes_to(guest, friends)
    version, left = guest.update.version, host.update.left
    host.network.cut = True
    host.network.drop()
    await guest.until(lambda one: one.standing.tie is Tie.HOST_AWAY)
    assert guest.standing.until == 30
    await asyncio.sleep(20)
    host.network.cut = False
    await guest.until(lambda one: one.standing.tie is Tie.HERE)
    await asyncio.sleep(1)
    assert guest.update.version == version
    assert guest.update.left is not None
    assert left is not None
    assert left - guest.update.left < 5
    guest.act()
    await host.until(lambda one: one.update.version > version)


@told
async def test_the_hosts_page_is_loaded_anew_and_goes_on_as_the_host() -> None:
    relay = Relay()
    host, guest = friends = await dealt(relay, "Ada", setup=TWO)
    await turn_of(friends)
    before = host.update
    host.reload()
    await host.until(lambda one: one.update.version >= before.version)
    assert host.standing.role is Role.HOST
    assert host.update.view is not None
    assert before.view is not None
    assert host.update.view.hand == before.view.hand
    await guest.until(lambda one: one.update.host == 0)
    await play(friends, lambda: all(map(over, friends)))


async def gathering(relay: Relay) -> list[Friend]:
    return await seated(relay, "Ada", "Bo")


async def dealing(relay: Relay) -> list[Friend]:
    friends = await seated(relay, "Ada", "Bo")
    for guest in friends[1:]:
        guest.say(Ready(True))
    await friends[0].until(lambda one: all(chair.ready for chair in one.update.chairs[1:]))
    friends[0].say(Start())
    assert friends[0].update.phase is Phase.DEALING
    return friends


async def hosts_turn(relay: Relay) -> list[Friend]:
    friends = await dealt(relay, "Ada", "Bo")
    await turn_comes_to(friends[0], friends)
    return friends


async def guests_turn(relay: Relay) -> list[Friend]:
    friends = await dealt(relay, "Ada", "Bo")
    await turn_comes_to(friends[1], friends)
    return friends


async def round_over(relay: Relay) -> list[Friend]:
    friends = await dealt(relay, "Ada", "Bo")
    await play(friends, lambda: friends[0].update.phase is not Phase.PLAYING)
    return friends


async def match_over(relay: Relay) -> list[Friend]:
    friends = await dealt(relay, "Ada", "Bo")
    await play(friends, lambda: all(map(over, friends)))
    return friends


@pytest.mark.parametrize(
    "phase", [gathering, dealing, hosts_turn, guests_turn, round_over, match_over]
)
def test_the_hosts_tab_is_closed_and_the_next_takes_over_with_nothing_lost(phase: Any) -> None:
    async def story() -> None:
        relay = Relay()
        host, ada, bo = await phase(relay)
        await asyncio.sleep(0.3)
        before, hand = ada.update, ada.update.view and ada.update.view.hand
        host.kill()
        host.network.drop()
        await ada.until(lambda one: one.standing.role is Role.HOST)
        await ada.until(lambda one: one.update.host == 1)
        await bo.until(lambda one: one.update.host == 1)
        assert ada.update.version >= before.version
        assert [chair.name for chair in ada.update.chairs] == ["Anouk", "Ada", "Bo"]
        assert not ada.update.chairs[0].present
        if before.view is not None and before.phase is Phase.PLAYING:
            assert ada.update.view is not None
            if ada.update.version == before.version:
                assert ada.update.view.hand == hand
            assert ada.update.view.scores == before.view.scores
            assert ada.update.left is not None
        if before.phase is Phase.GATHERING:
            ada.say(Kick(0))
            bo.say(Ready(True))
            await ada.until(lambda one: one.update.chairs[2].ready)
            ada.say(Start())
        elif before.phase is Phase.MATCH_OVER:
            ada.say(Rematch())
            await bo.until(lambda one: not over(one))
        await play([ada, bo], lambda: over(ada) and over(bo))
        if before.phase is not Phase.GATHERING:
            host.reload()
            await host.until(lambda one: one.update.seat == 0)
            assert host.standing.role is Role.GUEST

    live(story())


@told
async def test_a_host_that_slept_through_its_replacement_wakes_up_as_a_guest() -> None:
    relay = Relay()
    host, guest = await dealt(relay, "Ada")
    host.network.cut = True
    host.network.drop()
    await guest.until(lambda one: one.standing.role is Role.HOST)
    host.network.cut = False
    host.link.wake()
    await host.until(lambda one: one.standing.role is Role.GUEST)
    await play([guest, host], lambda: over(guest) and over(host))


@told
async def test_nobody_else_is_here_and_the_host_finds_its_table_again() -> None:
    relay = Relay()
    [host] = await seated(relay)
    host.say(Start())
    await host.until(lambda one: one.update.phase is Phase.PLAYING)
    version = host.update.version
    await asyncio.sleep(0.1)
    host.kill()
    host.network.drop()
    await asyncio.sleep(300)
    host.reload()
    await host.until(lambda one: one.update.version >= version)
    assert host.standing.role is Role.HOST


@told
async def test_the_host_closes_the_table_for_all() -> None:
    relay = Relay()
    host, guest = await seated(relay, "Ada")
    await host.link.leave(for_all=True)
    await guest.until(lambda one: one.standing.trouble is Trouble.CLOSED)
    late = Friend(relay, "Bo", guest.invited, Role.WATCHER)
    await late.until(lambda one: one.standing.trouble is Trouble.NO_TABLE)


@told
async def test_a_table_too_large_to_hand_over_is_told_once_and_played_on() -> None:
    relay = Relay()
    [host, guest] = await dealt(relay, "Ada")
    assert host.too_large == 0
    post = host.link._room.post
    post.keep("x".join(str(n * n) for n in range(90_000)))
    post.keep("x".join(str(n * n) for n in range(90_000)))
    await asyncio.sleep(1)
    assert host.too_large == 1
    await play([host, guest], lambda: over(host) and over(guest))


@told
async def test_who_went_while_the_host_was_cut_off_is_away_when_it_is_back() -> None:
    relay = Relay()
    host, guest = await dealt(relay, "Ada", setup=TWO)
    host.network.cut = True
    host.network.drop()
    await guest.until(lambda one: one.standing.tie is Tie.HOST_AWAY)
    guest.kill()
    guest.network.drop()
    host.network.cut = False
    host.link.wake()
    await host.until(lambda one: not one.update.paused)
    await asyncio.sleep(1)
    assert not host.update.chairs[1].present


@told
async def test_what_the_host_asks_while_it_is_cut_off_is_done_by_whoever_hosts_then() -> None:
    relay = Relay()
    host, guest = friends = await hosts_own_turn(relay)
    for seconds in (5, 40):
        await turn_comes_to(host, friends)
        host.network.cut = True
        host.network.drop()
        await host.until(lambda one: one.standing.tie is Tie.LOST)
        version = guest.update.version
        host.act()
        await asyncio.sleep(seconds)
        assert host.update.version == guest.update.version == version
        host.network.cut = False
        host.link.wake()
        await asyncio.sleep(3)
        assert guest.update.version > version
    assert guest.standing.role is Role.HOST
    assert host.refused == []
    await play(friends, lambda: all(one.checks for one in friends))
    assert {check.verdict for one in friends for check in one.checks} == {Verdict.FAIR}


@told
async def test_what_a_host_did_behind_a_dead_line_is_forgotten_with_its_table() -> None:
    relay = Relay()
    host, guest = await hosts_own_turn(relay)
    relay.mute(host.network)
    host.network.cut = True
    version = guest.update.version
    host.act()
    assert host.update.version == version + 1
    [wire] = [one for one in relay.wires if one in host.network.wires]
    room, member = wire._place or pytest.fail("nobody is there")
    room.leave(member, wire.outlet, relay.now)
    await guest.until(lambda one: one.standing.role is Role.HOST)
    assert guest.update.version == version
    host.network.cut = False
    host.link.wake()
    await host.until(lambda one: one.standing.role is Role.GUEST)
    await host.until(lambda one: one.update.version == version, seconds=5)
    host._acted = None
    host.act()
    await guest.until(lambda one: one.update.version == version + 1, seconds=5)


@told
async def test_an_older_table_that_the_relay_hands_over_is_played_on_by_all() -> None:
    relay = Relay()
    host, ada, bo = await dealt(relay, "Ada", "Bo")
    [room] = relay.rooms._rooms.values()
    older = room._snapshot
    await play([host, ada, bo], lambda: host.update.version >= 6)
    await asyncio.sleep(1)
    room._snapshot = older
    host.kill()
    host.network.drop()
    await ada.until(lambda one: one.standing.role is Role.HOST)
    for friend in (ada, bo):
        await friend.until(lambda one: one.update.version < 6, seconds=5)
    await play([ada, bo], lambda: over(ada) and over(bo))
    assert Verdict.CHANGED in {check.verdict for check in bo.checks}


@told
async def test_who_takes_over_tells_the_others_as_swiftly_as_the_host_before() -> None:
    relay = Relay()
    friends = await dealt(relay, "Ada", "Bo", "Cy", setup=FIVE)
    host, ada, bo, cy = friends
    host.kill()
    host.network.drop()
    await ada.until(lambda one: one.standing.role is Role.HOST)
    ada.say(Kick(0))
    await asyncio.sleep(5)
    behind = []
    for _ in range(600):
        await asyncio.sleep(0.1)
        if ada.update.phase is Phase.PLAYING:
            versions = {one.update.version for one in (ada, bo, cy)}
            behind.append(len(versions) > 1)
        play_on([ada, bo, cy])
    assert sum(behind) < len(behind) / 4


@told
async def test_who_takes_over_keeps_to_what_this_relay_allows_a_host() -> None:
    relay = Relay(host_burst=20, host_rate=4)
    host, ada, bo, cy = await dealt(relay, "Ada", "Bo", "Cy", setup=FIVE)
    host.kill()
    host.network.drop()
    await ada.until(lambda one: one.standing.role is Role.HOST)
    ada.say(Kick(0))
    for _ in range(300):
        await asyncio.sleep(0.1)
        play_on([ada, bo, cy])
    assert len(ada.network.wires) == 1


@told
async def test_a_host_whose_successor_has_sent_it_away_may_still_watch() -> None:
    relay = Relay()
    host, guest = await dealt(relay, "Ada")
    host.network.cut = True
    host.network.drop()
    await guest.until(lambda one: one.standing.role is Role.HOST)
    guest.say(Kick(0))
    host.network.cut = False
    host.link.wake()
    await host.until(lambda one: one.standing.role is Role.WATCHER, seconds=60)
    await host.until(lambda one: one.update.seat is None, seconds=60)
    assert host.standing.trouble is None
    assert host.update.view is not None
    assert host.update.view.hand == ()


@told
async def test_a_host_with_many_watchers_whose_line_flickers_keeps_to_what_the_relay_allows() -> (
    None
):
    relay = Relay()
    [host] = await seated(relay)
    watchers = [Friend(relay, "", host.invited, Role.WATCHER) for _ in range(45)]
    for watcher in watchers:
        await watcher.until(lambda one: one.update.seat is None)
    await asyncio.sleep(10)
    for _ in range(4):
        host.network.drop()
        await host.until(lambda one: one.standing.tie is Tie.LOST)
        host.link.wake()
        await host.until(lambda one: one.standing.tie is Tie.HERE)
        await asyncio.sleep(0.5)
    await asyncio.sleep(10)
    assert len(host.network.wires) == 1 + 4


@told
async def test_after_the_match_whatever_is_exclaimed_piles_no_letters_up() -> None:
    relay = Relay()
    friends = await match_over(relay)
    host = friends[0]
    post = host.link._room.post
    for _ in range(200):
        host.say(React(Phrase.THANKS))
    assert len(post._waiting) <= 2 * 2
    host.say(Rematch())
    await friends[1].until(lambda one: one.update.phase is Phase.DEALING, seconds=2)


@told
async def test_a_guest_that_came_back_while_the_host_was_away_takes_over_too() -> None:
    relay = Relay()
    host, guest = await dealt(relay, "Ada")
    host.kill()
    host.network.drop()
    await guest.until(lambda one: one.standing.tie is Tie.HOST_AWAY)
    version = guest.update.version
    guest.reload()
    await guest.until(lambda one: one.standing.role is Role.HOST, seconds=60)
    assert guest.update.version >= version


@told
async def test_a_host_cut_off_in_the_middle_of_a_deal_leaves_nobodys_secret_out() -> None:
    relay = Relay()
    host, guest = friends = await seated(relay, "Ada", setup=TWO)
    guest.say(Ready(True))
    await host.until(lambda one: one.update.chairs[1].ready)
    host.network.cut = True
    host.say(Start())
    host.network.drop()
    await asyncio.sleep(12)
    host.network.cut = False
    host.link.wake()
    await host.until(lambda one: one.update.phase is Phase.PLAYING)
    await play(friends, lambda: all(one.checks for one in friends))
    assert [check.verdict for one in friends for check in one.checks] == [Verdict.FAIR] * 2


@told
async def test_who_leaves_as_the_table_comes_to_it_hands_it_on() -> None:
    relay = Relay()
    host, ada, bo = await dealt(relay, "Ada", "Bo")
    version = bo.update.version
    host.kill()
    host.network.drop()
    await ada.until(lambda one: one.standing.role is Role.HOST)
    await ada.link.leave(for_all=False)
    ada.network.drop()
    await bo.until(lambda one: one.standing.role is Role.HOST)
    assert bo.update.version >= version
    assert [chair.present for chair in bo.update.chairs] == [False, False, True]
    await play([bo], lambda: bo.update.version > version + 3 or over(bo))


async def hosts_own_turn(relay: Relay) -> list[Friend]:
    friends = await dealt(relay, "Ada", setup=TWO)
    await turn_comes_to(friends[0], friends)
    return friends


@told
async def test_the_relay_starts_anew_after_another_has_taken_over() -> None:
    relay = Relay()
    host, guest = friends = await dealt(relay, "Ada")
    host.network.cut = True
    host.network.drop()
    await guest.until(lambda one: one.standing.role is Role.HOST)
    host.network.cut = False
    host.link.wake()
    await host.until(lambda one: one.standing.role is Role.GUEST)
    relay.kill()
    await asyncio.sleep(5)
    relay.restart()
    for friend in friends:
        await friend.until(lambda one: one.standing.tie is Tie.HERE)
    assert [friend.standing.role for friend in friends] == [Role.GUEST, Role.HOST]
    await play([guest, host], lambda: over(guest) and over(host))


@told
async def test_who_comes_while_the_host_is_away_sees_how_long_that_may_last() -> None:
    relay = Relay()
    host, guest = await dealt(relay, "Ada")
    host.kill()
    host.network.drop()
    await asyncio.sleep(10)
    guest.reload()
    await guest.until(lambda one: one.standing.tie is Tie.HOST_AWAY)
    assert guest.standing.until is not None
    assert 18 < guest.standing.until < 21


@told
async def test_guests_who_never_sat_and_are_gone_keep_nobody_out() -> None:
    relay = Relay()
    [host] = await seated(relay)
    for _ in range(8):
        (await lurk(relay, host)).close()
    await asyncio.sleep(1)
    guest = Friend(relay, "Ada", host.invited)
    await guest.until(lambda one: one.update.seat == 1, seconds=5)


async def lurk(relay: Relay, host: Friend) -> Wire:
    """A socket that greets as a guest, and asks for nothing."""
    wire = Wire(relay, host.invited.room)
    wire.send('{"t":"hello","v":1,"role":"guest"}')
    await asyncio.sleep(2)
    return wire


@told
async def test_a_link_whose_relay_does_not_answer_says_so_and_goes_on_trying() -> None:
    relay = Relay()
    [host] = await seated(relay)
    invited = host.invited
    relay.kill()
    guest = Friend(relay, "Ada", invited)
    await guest.until(lambda one: one.standing.trouble is Trouble.NO_RELAY)
    assert guest.standing.invite == ""
    relay.restart()
    await guest.until(lambda one: one.update.seat == 1)
    assert guest.standing.trouble is None


@pytest.mark.parametrize(("code", "tie"), [(1006, Tie.LOST), (1012, Tie.RESTARTING)])
def test_what_a_host_does_without_a_relay_waits_for_it(code: int, tie: Tie) -> None:
    async def story() -> None:
        relay = Relay()
        host, guest = friends = await dealt(relay, "Ada", setup=TWO)
        await turn_comes_to(host, friends)
        version = host.update.version
        relay.kill(code)
        await host.until(lambda one: one.standing.tie is tie)
        host.act()
        await asyncio.sleep(5)
        assert host.update.version == version
        assert host.standing.tie is tie
        relay.restart()
        await guest.until(lambda one: one.update.version == version + 1)
        assert host.refused == []

    live(story())
