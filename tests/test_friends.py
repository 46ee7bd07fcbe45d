"""A table of friends by way of the relay: sat down, played, left, lost, handed over and resumed."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from app.links import letters
from app.links.letters import Ask, Tell
from app.links.membership import Membership
from app.standing import Role, Tie, Trouble
from engine import codec
from engine.chairs import MISSED
from engine.codec import to_text
from engine.messages import (
    Act,
    Configure,
    Kick,
    NextRound,
    Phase,
    Phrase,
    React,
    Reacted,
    Ready,
    Rematch,
    Start,
    Update,
)
from engine.rules import TURN_SECONDS, Setup, Variant
from engine.tiles import Tile
from engine.witness import Verdict
from tests.company import THREE, Friend, Relay, sets_a_table
from tests.story import live, told

TWO = Setup(Variant.DRAW, 2, 100)
FIVE = Setup(Variant.DRAW, 5, 100)


async def seated(relay: Relay, *names: str, setup: Setup = THREE) -> list[Friend]:
    """The host, and a guest by each name, in their chairs."""
    host = sets_a_table(relay, setup)
    await host.until(lambda one: one.update.phase is Phase.GATHERING)
    friends = [host]
    for name in names:
        guest = Friend(relay, name, host.invited)
        await guest.until(lambda one: one.update.seat is not None)
        friends.append(guest)
    return friends


async def dealt(relay: Relay, *names: str, setup: Setup = THREE) -> list[Friend]:
    """The same, with a round begun."""
    friends = await seated(relay, *names, setup=setup)
    for guest in friends[1:]:
        guest.say(Ready(True))
    await friends[0].until(lambda one: all(chair.ready for chair in one.update.chairs[1:]))
    friends[0].say(Start())
    for friend in friends:
        await friend.until(lambda one: one.update.phase is Phase.PLAYING)
    return friends


async def play(friends: list[Friend], until: Callable[[], bool]) -> None:
    """Everybody here plays the first legal action as soon as it is their turn."""
    for _ in range(20_000):
        if until():
            return
        host = next(one for one in friends if one.standing.role is Role.HOST)
        if host.update.phase is Phase.ROUND_OVER:
            host.say(NextRound())
        for friend in friends:
            if friend.my_turn and friend.update.phase is Phase.PLAYING:
                friend.act()
        await asyncio.sleep(0.2)
    raise AssertionError("it was played for in vain")


def over(friend: Friend) -> bool:
    return friend.update.phase is Phase.MATCH_OVER


async def turn_of(friends: list[Friend]) -> Friend:
    """Whose turn it is, once everybody knows; regulars have played on until then."""
    async with asyncio.timeout(60):
        while True:
            for friend in friends:
                if friend.my_turn:
                    await asyncio.sleep(0.1)
                    return friend
            await asyncio.sleep(0.1)


# Sitting down


@told
async def test_a_whole_match_is_played_and_all_know_the_same_of_it() -> None:
    relay = Relay()
    friends = await dealt(relay, "Inés", "Tomasz", "Ada", "Bo", setup=FIVE)
    assert [chair.name for chair in friends[0].update.chairs] == [
        "Anouk", "Inés", "Tomasz", "Ada", "Bo",
    ]  # fmt: skip
    await play(friends, lambda: all(map(over, friends)))
    [scores] = {one.update.view.scores for one in friends if one.update.view}
    assert max(scores) >= 100
    assert {check.verdict for one in friends for check in one.checks} == {Verdict.FAIR}
    [transcript] = {repr(one.link.transcript.rounds[0].deck) for one in friends}
    assert transcript
    assert [one.link.past.seat for one in friends] == [0, 1, 2, 3, 4]
    assert [one.complaints for one in friends] == [[]] * 5
    friends[0].say(Rematch())
    for friend in friends:
        await friend.until(lambda one: one.update.phase is Phase.PLAYING)


@told
async def test_who_looks_on_sees_the_table_and_no_hand_and_may_sit_down() -> None:
    relay = Relay()
    [host] = await seated(relay)
    watcher = Friend(relay, "Kim", host.invited, Role.WATCHER)
    await watcher.until(lambda one: one.update.seat is None)
    await host.until(lambda one: one.standing.watchers == 1)
    assert watcher.standing.role is Role.WATCHER
    host.say(Start())
    await watcher.until(lambda one: one.update.view is not None)
    assert watcher.update.view is not None
    assert watcher.update.view.hand == ()
    watcher.say(React(Phrase.THANKS))  # nothing that a watcher may do
    await asyncio.sleep(5)
    assert not watcher.refused
    assert watcher.standing.trouble is None


@told
async def test_two_take_the_last_chair_and_one_is_told_and_may_watch() -> None:
    relay = Relay()
    [host] = await seated(relay, setup=TWO)
    guests = [Friend(relay, name, host.invited) for name in ("Ada", "Bo")]
    await guests[0].until(lambda one: one.update.seat == 1)
    await guests[1].until(lambda one: one.refused == ["table_full"])
    await guests[1].link.leave(for_all=False)
    await asyncio.sleep(1)
    watcher = Friend(relay, "Bo", host.invited, Role.WATCHER)
    await watcher.until(lambda one: one.update.seat is None)
    assert [chair.name for chair in watcher.update.chairs] == ["Anouk", "Ada"]


@told
async def test_a_page_that_cannot_seal_is_kept_out_of_a_sealed_table_only() -> None:
    relay = Relay()
    [host] = await seated(relay)
    guest = Friend(relay, "Ada", host.invited, seals=False)
    await guest.until(lambda one: one.standing.trouble is Trouble.NOT_SEALED)
    open_host = sets_a_table(relay, seals=False)
    await open_host.until(lambda one: one.update.phase is Phase.GATHERING)
    assert not open_host.standing.sealed
    assert "key=" not in open_host.standing.invite
    for seals in (False, True):
        guest = Friend(relay, "Ada", open_host.invited, seals=seals)
        await guest.until(lambda one: one.update.seat is not None)
        assert not guest.standing.sealed


@told
async def test_with_another_secret_nobody_hears_a_word() -> None:
    relay = Relay()
    [host] = await seated(relay)
    invited = host.invited
    stranger = Friend(relay, "Eve", Membership(invited.relay, invited.room, "A" * 43))
    await asyncio.sleep(20)
    assert stranger.told == []
    assert len(host.update.chairs) == 3
    assert not any(chair.name == "Eve" for chair in host.update.chairs)


@told
async def test_the_relay_reads_no_tile_no_name_and_no_secret() -> None:
    relay = Relay()
    friends = await dealt(relay, "Inés")
    await play(friends, lambda: friends[0].update.phase is not Phase.PLAYING)
    secret = friends[0].invited.secret
    for frame in relay.overheard:
        inside = json.loads(frame).get("p") or json.loads(frame).get("blob") or ""
        assert isinstance(inside, str)
        assert all(letter.isalnum() or letter in "-_." for letter in inside)
        assert "Anouk" not in frame
        assert "In\\u00e9s" not in frame
        assert secret not in frame


@told
async def test_no_frame_to_a_guest_or_a_watcher_holds_a_tile_of_another_hand() -> None:
    """As an unsealed table shows it: all that would be inside the seals."""
    relay = Relay()
    host = sets_a_table(relay, seals=False)
    await host.until(lambda one: one.update.phase is Phase.GATHERING)
    guest = Friend(relay, "Ada", host.invited, seals=False)
    await guest.until(lambda one: one.update.seat == 1)
    watcher = Friend(relay, "Kim", host.invited, Role.WATCHER, seals=False)
    await watcher.until(lambda one: one.update.seat is None)
    guest.say(Ready(True))
    await host.until(lambda one: one.update.chairs[1].ready)
    host.say(Start())
    await play([host, guest], lambda: over(host) and over(guest))
    looked = 0
    for friend in (guest, watcher):
        for update in friend.heard:
            view = update.view
            if view is None or view.hands is not None:
                continue
            may_see = {*view.hand, *(laid.tile for laid in view.line.laid)}
            named = re.findall(r'"(\d-\d)"', codec.to_text(update))
            assert {Tile.parse(name) for name in named} <= may_see
            assert update.fair is None or not update.fair.secrets
            looked += 1
    assert looked > 40


# Asking


@told
async def test_what_only_the_host_may_ask_is_refused_to_a_guest() -> None:
    relay = Relay()
    _, guest = await seated(relay, "Ada")
    for command in (Start(), Kick(0), Configure(TWO, ()), Rematch()):
        guest.say(command)
    await guest.until(lambda one: len(one.refused) == 4)
    assert set(guest.refused) == {"host_only"}


@told
async def test_a_guest_who_is_sent_away_is_gone_and_hears_nothing_more() -> None:
    relay = Relay()
    host, guest = await seated(relay, "Ada")
    host.say(Kick(1))
    await guest.until(lambda one: one.standing.trouble is Trouble.SENT_AWAY)
    assert guest.remembered is None
    assert not host.update.chairs[1].is_person
    heard = len(guest.told)
    host.say(Start())
    await host.until(lambda one: one.update.phase is Phase.PLAYING)
    assert len(guest.told) == heard


@told
async def test_a_reaction_reaches_everybody_once() -> None:
    relay = Relay()
    friends = await dealt(relay, "Ada")
    friends[1].say(React(Phrase.WELL_LAID))
    await asyncio.sleep(10)
    for friend in friends:
        events = [event for update in friend.told for event in getattr(update, "events", ())]
        assert events.count(Reacted(1, Phrase.WELL_LAID)) == 1


@told
async def test_whatever_is_lost_on_the_way_takes_effect_once() -> None:
    relay = Relay()
    friends = await dealt(relay, "Ada", setup=TWO)
    while (actor := await turn_of(friends)) is not friends[1]:
        actor.act()
        await asyncio.sleep(0.5)
    version = actor.update.version
    actor.network.drop()
    actor.act()
    await actor.until(lambda one: one.update.version > version)
    assert actor.update.version == version + 1
    assert actor.refused == []


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


# Lines that break


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
    while (actor := await turn_of(friends)) is not guest:
        actor.act()
        await asyncio.sleep(0.5)
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
async def test_leaving_and_coming_back_changes_nobodys_seat() -> None:
    relay = Relay()
    host, ada, bo = await dealt(relay, "Ada", "Bo", setup=FIVE)
    await ada.link.leave(for_all=False)
    await host.until(lambda one: not one.update.chairs[1].present)
    assert host.update.chairs[1].plays_by_itself
    ada.reload()
    await ada.until(lambda one: one.update.seat == 1)
    await host.until(lambda one: one.update.chairs[1].present)
    assert bo.update.seat == 2
    assert not host.update.chairs[1].plays_by_itself


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


# The host goes


@told
async def test_while_the_host_is_away_the_clocks_stand_still_and_it_finds_everything() -> None:
    relay = Relay()
    host, guest = friends = await dealt(relay, "Ada", setup=TWO)
    while (actor := await turn_of(friends)) is not guest:
        actor.act()
        await asyncio.sleep(0.5)
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
    while (actor := await turn_of(friends)) is not friends[0]:
        actor.act()
        await asyncio.sleep(0.5)
    return friends


async def guests_turn(relay: Relay) -> list[Friend]:
    friends = await dealt(relay, "Ada", "Bo")
    while (actor := await turn_of(friends)) is friends[0]:
        actor.act()
        await asyncio.sleep(0.5)
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
        await play([ada, bo], lambda: over(ada) and over(bo) and bo.update.version > 20)
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
    post = host.link._post
    assert post is not None
    post.keep("x".join(str(n * n) for n in range(90_000)))
    post.keep("x".join(str(n * n) for n in range(90_000)))
    await asyncio.sleep(1)
    assert host.too_large == 1
    await play([host, guest], lambda: over(host) and over(guest))


@told
async def test_without_a_relay_the_host_is_told() -> None:
    relay = Relay()
    relay.kill()
    host = sets_a_table(relay)
    await host.until(lambda one: one.standing.trouble is Trouble.NO_RELAY)


@told
async def test_a_late_action_gets_the_tables_verdict() -> None:
    relay = Relay()
    friends = await dealt(relay, "Ada")
    actor = await turn_of(friends)
    assert actor.update.view is not None
    late = Act(actor.update.version, actor.update.view.legal[0])
    actor.say(late)
    actor.say(late)
    await asyncio.sleep(3)
    assert actor.refused == ["stale"]


# Two things at once


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
        while (actor := await turn_of(friends)) is not host:
            actor.act()
            await asyncio.sleep(0.5)
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
    room.leave(member, wire._outlet, relay.now)
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
        for friend in (ada, bo, cy):
            if friend.my_turn and friend.update.phase is Phase.PLAYING:
                friend.act()
        if ada.update.phase is Phase.ROUND_OVER:
            ada.say(NextRound())
    assert sum(behind) < len(behind) / 4


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
    post = host.link._post
    assert post is not None
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
async def test_who_leaves_before_the_start_makes_room_for_others() -> None:
    relay = Relay()
    [host] = await seated(relay)
    for name in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo"):
        guest = Friend(relay, name, host.invited)
        await guest.until(lambda one: one.update.seat == 1, seconds=20)
        await guest.link.leave(for_all=False)
        await host.until(lambda one: not one.update.chairs[1].is_person)


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
async def test_a_guest_of_an_unsealed_table_cannot_make_the_host_say_too_much() -> None:
    relay = Relay()
    host = sets_a_table(relay, seals=False)
    await host.until(lambda one: one.update.phase is Phase.GATHERING)
    guest = Friend(relay, "Ada", host.invited, seals=False)
    await guest.until(lambda one: one.update.seat is not None)
    boast = letters.write(Ask('"' * 7900, 1, Ready(True)))
    guest.link._door.send({"t": "send", "id": "boast", "to": "host", "p": boast})
    await host.until(lambda one: one.update.chairs[1].ready)
    host.say(Start())
    await asyncio.sleep(10)
    said = [one for one in relay.overheard if one.startswith('{"t":"send"')]
    assert max(map(len, said)) <= relay.limits.frame


@told
async def test_a_key_that_is_none_does_not_silence_the_host_for_the_others() -> None:
    relay = Relay()
    host, guest = await seated(relay, "Ada")
    await host.link._hear(
        {"t": "members", "members": [{"member": "x", "role": "watch", "here": True, "key": 7}]}
    )
    await asyncio.sleep(1)
    [room] = relay.rooms._rooms.values()
    room._announce(None)
    await asyncio.sleep(1)
    host.say(React(Phrase.THANKS))
    await guest.until(lambda one: Reacted(0, Phrase.THANKS) in one.update.events, seconds=5)


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
    await play([bo], lambda: bo.update.version > version + 3)


@told
async def test_a_relay_that_says_everything_twice_and_late_changes_nothing() -> None:
    relay = Relay()
    friends = await dealt(relay, "Ada", setup=TWO)
    for friend in friends:
        wire = friend.network.wires[-1]
        before: list[str] = []

        def give(arrived: str | int, before: list[str] = before, own: Any = wire._give) -> None:
            own(arrived)
            if isinstance(arrived, str) and '"t":"deliver"' in arrived:
                before.append(arrived)
                own(arrived)
                for late in before[-3:]:
                    own(late)

        wire._give = give  # type: ignore[method-assign]
    await play(friends, lambda: all(map(over, friends)))
    assert [friend.refused for friend in friends] == [[], []]
    assert {check.verdict for one in friends for check in one.checks} == {Verdict.FAIR}
    assert {line for one in friends for line in one.complaints} == {
        "A letter could not be read: Broken."
    }


@told
async def test_only_the_host_is_heard_as_the_table_and_only_by_its_own_letters() -> None:
    relay = Relay()
    host, ada, bo = await dealt(relay, "Ada", "Bo")
    epoch = ada.link._post.epoch if ada.link._post else 0
    lie = letters.write(Tell(ada.link._page, 99, replace(bo.update, version=10**9)))
    for liar, victim in ((bo, ada), (ada, host)):
        us, them = liar.link._us, victim.link._us
        as_victim = liar.link._company.peer(them)
        assert as_victim is not None
        closed = await liar.link._door.seal.close(lie, us, as_victim, epoch)
        heard = len(victim.told)
        await victim.link._hear({"t": "deliver", "s": 1, "from": us, "epoch": epoch, "p": closed})
        assert len(victim.told) == heard
        assert victim.complaints == []
        forged = {"t": "deliver", "s": 1, "from": host.link._us, "epoch": epoch, "p": closed}
        await victim.link._hear(forged)
        assert len(victim.told) == heard


@told
async def test_nobodys_page_is_told_a_tile_of_another_before_the_end_of_a_round() -> None:
    relay = Relay()
    host, ada, bo = friends = await dealt(relay, "Ada", "Bo", setup=FIVE)
    watcher = Friend(relay, "", host.invited, Role.WATCHER)
    await play(friends, lambda: host.update.version > 20)
    host.say(Kick(2))
    host.kill()
    host.network.drop()
    await ada.until(lambda one: one.standing.role is Role.HOST)
    await play([ada], lambda: ada.update.version > 40)
    for friend in (host, ada, bo, watcher):
        updates = [one for one in friend.told if isinstance(one, Update)]
        assert updates
        for update in updates:
            if update.phase is not Phase.PLAYING or update.view is None:
                continue
            seen = {Tile.parse(each) for each in re.findall("[0-9]-[0-9]", to_text(update))}
            assert seen <= {*update.view.hand, *(laid.tile for laid in update.view.line.laid)}
        for line in friend.complaints:
            assert not re.search("[0-9]-[0-9]", line)
            assert host.invited.secret not in line
        assert host.invited.secret not in repr(friend.standings)


@told
async def test_fifty_may_look_on_while_others_come_and_go_and_nothing_piles_up() -> None:
    relay = Relay()
    host, _ = friends = await dealt(relay, "Ada", setup=TWO)
    watchers = [Friend(relay, "", host.invited, Role.WATCHER) for _ in range(50)]
    for watcher in watchers:
        await watcher.until(lambda one: one.update.seat is None)
    await play(friends, lambda: host.update.version > 30)
    await asyncio.sleep(5)
    assert {one.update.version for one in watchers} == {host.update.version}
    late = Friend(relay, "", host.invited, Role.WATCHER)
    await late.until(lambda one: one.standing.trouble is Trouble.FULL)
    for watcher in watchers:
        await watcher.link.leave(for_all=False)
    await late.until(lambda one: one.standing.trouble is None)
    await late.until(lambda one: one.update.seat is None)
    await host.until(lambda one: one.standing.watchers == 1)
    hosting, post = host.link._hosting, host.link._post
    assert hosting is not None
    assert post is not None
    assert len(hosting._lodge._members) == len(hosting._here) == 3
    assert len(host.link._company._peers) == 3
    await asyncio.sleep(1)
    assert not post._waiting


async def hosts_own_turn(relay: Relay) -> list[Friend]:
    friends = await dealt(relay, "Ada", setup=TWO)
    while (actor := await turn_of(friends)) is not friends[0]:
        actor.act()
        await asyncio.sleep(0.5)
    return friends


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


def play_on(friends: list[Friend]) -> None:
    """Whoever can does what comes next."""
    for friend in friends:
        if friend._is(lambda one: one.update.phase is Phase.ROUND_OVER):
            if friend.standing.role is Role.HOST and friend.standing.tie is Tie.HERE:
                friend.say(NextRound())
        elif friend.my_turn and friend.update.phase is Phase.PLAYING:
            friend.act()
