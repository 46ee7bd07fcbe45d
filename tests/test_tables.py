"""Where the player sits, with friends too: one table at a time, and nobody heard of another."""

from __future__ import annotations

import asyncio

from app.drawer import DEAL, FRIENDS
from app.links.membership import Membership
from app.model import Screen
from app.standing import Role, Tie, Trouble
from engine import codec
from engine.messages import Phase, Phrase, React
from tests.company import Friend, sets_a_table
from tests.near_relay import Network, Relay
from tests.page import DRAW_100, Memory, Visitor
from tests.soft_cipher import SoftCipher
from tests.story import told


async def host_of(relay: Relay) -> Friend:
    host = sets_a_table(relay)
    await host.until(lambda one: one.update.phase is Phase.GATHERING)
    return host


async def came(relay: Relay, link: str, keep: Memory | None = None) -> Visitor:
    """A visitor whose page was opened by this link."""
    visitor = Visitor(keep or Memory(), network=Network(relay), cipher=SoftCipher())
    await visitor.arrive(page=link)
    await asyncio.sleep(2)
    return visitor


async def sat(relay: Relay, host: Friend, keep: Memory | None = None) -> Visitor:
    visitor = await came(relay, host.standing.invite, keep)
    visitor.send("sit", form={"name": "Ada"})
    await host.until(lambda one: one.update.chairs[1].name == "Ada")
    await asyncio.sleep(2)
    return visitor


@told
async def test_whoever_follows_a_link_watches_first_and_then_sits() -> None:
    relay = Relay()
    host = await host_of(relay)
    visitor = await came(relay, host.standing.invite)
    model = visitor.program.model
    assert model.standing is not None
    assert (model.standing.role, model.standing.tie) == (Role.WATCHER, Tie.HERE)
    assert FRIENDS not in visitor.keep.texts
    visitor.send("sit", form={"name": "Ada"})
    await host.until(lambda one: one.update.chairs[1].name == "Ada")
    await asyncio.sleep(2)
    assert visitor.program.model.update is not None
    assert visitor.program.model.update.seat == 1
    [kept, *_] = codec.from_text(tuple[Membership, ...], visitor.keep.texts[FRIENDS])
    assert (kept.room, kept.secret) == (host.invited.room, host.invited.secret)
    assert kept.token


@told
async def test_a_table_that_was_left_says_nothing_more_to_the_next() -> None:
    relay = Relay()
    host = await host_of(relay)
    visitor = await sat(relay, host)
    for _ in range(30):  # so that leaving takes its time
        visitor.send("ready", "true")
    visitor.send("hearth")
    visitor.deal(DRAW_100)
    for _ in range(5):
        host.say(React(Phrase.THANKS))
        await asyncio.sleep(0.1)
        update = visitor.program.model.update
        assert update is None or update.setup == DRAW_100
    await asyncio.sleep(5)
    assert visitor.program.model.screen is Screen.TABLE


@told
async def test_what_becomes_of_a_table_that_was_left_forgets_nothing_of_the_next() -> None:
    relay = Relay()
    host = await host_of(relay)
    visitor = await sat(relay, host)
    for _ in range(30):
        visitor.send("ready", "true")
    visitor.send("hearth")
    visitor.send("invite")
    await asyncio.sleep(0.2)
    await host.link.leave(for_all=True)
    await asyncio.sleep(5)
    standing = visitor.program.model.standing
    assert standing is not None
    assert (standing.role, standing.trouble) == (Role.HOST, None)
    [kept, *_] = codec.from_text(tuple[Membership, ...], visitor.keep.texts[FRIENDS])
    assert kept.room != host.invited.room


@told
async def test_a_second_tab_takes_over_and_the_first_takes_the_chair_back() -> None:
    relay, keep = Relay(), Memory()
    host = await host_of(relay)
    first = await sat(relay, host, keep)
    second = await came(relay, host.standing.invite, keep)
    one, two = first.program.model.standing, second.program.model.standing
    assert one is not None
    assert one.trouble is Trouble.TAKEN_OVER
    assert two is not None
    assert (two.role, two.trouble) == (Role.GUEST, None)
    first.send("take_over")
    await asyncio.sleep(2)
    two = second.program.model.standing
    assert two is not None
    assert two.trouble is Trouble.TAKEN_OVER
    assert first.program.model.update is not None
    assert first.program.model.update.seat == 1


@told
async def test_a_browser_finds_its_chair_at_each_of_its_tables() -> None:
    relay, keep = Relay(), Memory()
    one, other = await host_of(relay), await host_of(relay)
    await sat(relay, one, keep)
    await sat(relay, other, keep)
    for host in (one, other, one):
        again = await came(relay, host.standing.invite, keep)
        assert again.program.model.update is not None
        assert again.program.model.update.seat == 1
    latest = await came(relay, "http://lodge.test/", keep)
    latest.send("friends")
    await asyncio.sleep(2)
    assert latest.program.model.standing is not None
    assert latest.program.model.standing.invite == one.standing.invite


@told
async def test_what_is_remembered_and_cannot_be_read_is_dropped() -> None:
    keep = Memory()
    keep.texts[FRIENDS] = keep.texts[DEAL] = '{"token":"x"}'
    visitor = await came(Relay(), "http://lodge.test/", keep)
    visitor.send("friends")
    await asyncio.sleep(2)
    assert keep.texts == {}
    assert not visitor.program.model.friends
    assert visitor.complaints == []


@told
async def test_a_closed_table_is_remembered_no_more() -> None:
    relay = Relay()
    host = await host_of(relay)
    visitor = await sat(relay, host)
    await host.link.leave(for_all=True)
    await asyncio.sleep(1)
    assert visitor.program.model.standing is not None
    assert visitor.program.model.standing.trouble is Trouble.CLOSED
    assert visitor.keep.texts[FRIENDS] == "[]"


@told
async def test_a_dead_link_to_another_table_forgets_nothing_of_ours() -> None:
    relay, keep = Relay(), Memory()
    host = await host_of(relay)
    await sat(relay, host, keep)
    kept = keep.texts[FRIENDS]
    visitor = await came(relay, f"http://lodge.test/#table={'A' * 22}&key={'B' * 43}", keep)
    assert visitor.program.model.standing is not None
    assert visitor.program.model.standing.trouble is Trouble.NO_TABLE
    assert keep.texts[FRIENDS] == kept


@told
async def test_six_may_come_and_the_seventh_and_all_others_watch() -> None:
    relay = Relay()
    host = await host_of(relay)  # three chairs
    visitors = [await came(relay, host.standing.invite) for _ in range(4)]
    for number, visitor in enumerate(visitors):
        visitor.send("sit", form={"name": f"Guest {number}"})
    await asyncio.sleep(5)
    updates = [visitor.program.model.update for visitor in visitors]
    assert sorted(str(one and one.seat) for one in updates) == ["1", "2", "None", "None"]
    roles = [one.program.model.standing and one.program.model.standing.role for one in visitors]
    assert sorted(roles, key=str) == [Role.GUEST, Role.GUEST, Role.WATCHER, Role.WATCHER]
    assert all(visitor.complaints == [] for visitor in visitors)
