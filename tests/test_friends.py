"""A table of friends by way of the relay: who sits, asks and leaves, and what nobody learns."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace

from app.links.membership import Membership
from app.standing import Role, Trouble
from engine import codec, letters
from engine.letters import Ask, Tell
from engine.messages import (
    Act,
    Configure,
    Kick,
    Phase,
    Phrase,
    React,
    Reacted,
    Ready,
    Rematch,
    Start,
    Update,
)
from engine.tiles import Tile
from engine.witness import Verdict
from tests.company import (
    FIVE,
    TWO,
    Friend,
    dealt,
    over,
    play,
    seated,
    sets_a_table,
    turn_of,
)
from tests.near_relay import Relay
from tests.story import told

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
async def test_who_leaves_before_the_start_makes_room_for_others() -> None:
    relay = Relay()
    [host] = await seated(relay)
    for name in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo"):
        guest = Friend(relay, name, host.invited)
        await guest.until(lambda one: one.update.seat == 1, seconds=20)
        await guest.link.leave(for_all=False)
        await host.until(lambda one: not one.update.chairs[1].is_person)


@told
async def test_fifty_may_look_on_while_others_come_and_go_and_nothing_piles_up() -> None:
    relay = Relay()
    host, _ = friends = await dealt(relay, "Ada", setup=TWO)
    watchers = [Friend(relay, "", host.invited, Role.WATCHER) for _ in range(50)]
    for watcher in watchers:
        await watcher.until(lambda one: one.update.seat is None)
    await play(friends, lambda: host.update.version > 30 or over(host))
    await asyncio.sleep(5)
    assert {one.update.version for one in watchers} == {host.update.version}
    late = Friend(relay, "", host.invited, Role.WATCHER)
    await late.until(lambda one: one.standing.trouble is Trouble.FULL)
    for watcher in watchers:
        await watcher.link.leave(for_all=False)
    await late.until(lambda one: one.standing.trouble is None)
    await late.until(lambda one: one.update.seat is None)
    await host.until(lambda one: one.standing.watchers == 1)
    hosting, post = host.link._hosting, host.link._room.post
    assert hosting is not None
    assert len(hosting._lodge._members) == len(hosting._here) == 3
    assert len(host.link._room.company._peers) == 3
    await asyncio.sleep(1)
    assert not post._waiting


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


# Listeners and liars


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
async def test_only_the_host_is_heard_as_the_table_and_only_by_its_own_letters() -> None:
    relay = Relay()
    host, ada, bo = await dealt(relay, "Ada", "Bo")
    epoch = ada.link._room.post.epoch
    lie = letters.write(Tell(ada.link._room.page, 99, replace(bo.update, version=10**9)))
    for liar, victim in ((bo, ada), (ada, host)):
        us, them = liar.link._room.us, victim.link._room.us
        as_victim = liar.link._room.company.peer(them)
        assert as_victim is not None
        closed = await liar.link._door.seal.close(lie, us, as_victim, epoch)
        heard = len(victim.told)
        await victim.link._hear({"t": "deliver", "s": 1, "from": us, "epoch": epoch, "p": closed})
        assert len(victim.told) == heard
        assert victim.complaints == []
        forged = {"t": "deliver", "s": 1, "from": host.link._room.us, "epoch": epoch, "p": closed}
        await victim.link._hear(forged)
        assert len(victim.told) == heard


@told
async def test_nobodys_page_is_told_a_tile_of_another_before_the_end_of_a_round() -> None:
    relay = Relay()
    host, ada, bo = friends = await dealt(relay, "Ada", "Bo", setup=FIVE)
    watcher = Friend(relay, "", host.invited, Role.WATCHER)
    await play(friends, lambda: host.update.version > 20 or over(host))
    host.say(Kick(2))
    host.kill()
    host.network.drop()
    await ada.until(lambda one: one.standing.role is Role.HOST)
    await play([ada], lambda: ada.update.version > 40 or over(ada))
    for friend in (host, ada, bo, watcher):
        updates = [one for one in friend.told if isinstance(one, Update)]
        assert updates
        for update in updates:
            if update.phase is not Phase.PLAYING or update.view is None:
                continue
            seen = {Tile.parse(each) for each in re.findall("[0-9]-[0-9]", codec.to_text(update))}
            assert seen <= {*update.view.hand, *(laid.tile for laid in update.view.line.laid)}
        for line in friend.complaints:
            assert not re.search("[0-9]-[0-9]", line)
            assert host.invited.secret not in line
        assert host.invited.secret not in repr(friend.standings)
