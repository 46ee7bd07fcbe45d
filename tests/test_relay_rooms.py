"""Rooms without a socket: who is told what, and when, as the test moves the clock."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw

from relay.envelope import (
    Ack,
    Bye,
    Code,
    Hello,
    Kick,
    Offer,
    Ping,
    Refused,
    Role,
    Said,
    Send,
    Snapshot,
)
from relay.limits import Limits
from relay.members import Member
from relay.room import Room
from relay.rooms import Rooms

LIMITS = Limits()


class Ear:
    """An outlet that only remembers."""

    def __init__(self) -> None:
        self.frames: list[dict[str, Any]] = []
        self.views: list[str | None] = []
        self.code: Code | None = None
        self.reason = ""

    def tell(self, frame: bytes, view_of: str | None = None) -> None:
        self.frames.append(json.loads(frame))
        self.views.append(view_of)

    def close(self, code: Code, reason: str) -> None:
        self.code, self.reason = code, reason

    def heard(self, kind: str) -> list[dict[str, Any]]:
        frames = [frame for frame in self.frames if frame["t"] == kind]
        self.frames = [frame for frame in self.frames if frame["t"] != kind]
        return frames


class Lodge:
    """A room and whoever comes, with a host who is there."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        drawn = count(1)
        self.rooms = Rooms(limits, lambda size: next(drawn).to_bytes(size, "big"), None)
        id, self.host_token = self.rooms.open(now=0)
        room = self.rooms.find(id)
        assert room
        self.room = room
        self.now = 0.0
        self.host, self.host_ear = self.enter(Role.HOST, token=self.host_token)

    def enter(self, role: Role = Role.GUEST, **fields: Any) -> tuple[Member, Ear]:
        ear = Ear()
        hello = Hello(v=1, role=role, **fields)
        return self.room.enter(hello, ear, self.rooms.fresh(), self.now), ear

    def send(self, sender: Member, to: str, p: str = "p", id: str = "1") -> None:
        send = Send(id=id, to=to, p=Raw(json.dumps(p).encode()))
        self.room.hear(sender, send, self.now)

    def leave(self, member: Member) -> None:
        assert member.outlet
        self.room.leave(member, member.outlet, self.now)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.room.tick(self.now)


@pytest.fixture
def lodge() -> Lodge:
    return Lodge()


def test_a_room_and_its_token_are_drawn_from_all_their_bits() -> None:
    drawn: list[int] = []

    def draw(size: int) -> bytes:
        drawn.append(size)
        return bytes(size)

    id, token = Rooms(LIMITS, draw, None).open(now=0)
    assert (id, token) == ("A" * 22, "A" * 43)
    assert {16, 32} <= set(drawn)


def test_the_relay_keeps_no_token(lodge: Lodge) -> None:
    guest, ear = lodge.enter()
    [welcome] = ear.heard("welcome")
    for member, token in ((guest, welcome["token"]), (lodge.host, lodge.host_token)):
        kept = [getattr(member, name) for name in member.__dataclass_fields__]
        assert token not in kept
        assert token not in repr(member)
        assert repr(member.digest) not in repr(member.membership())
    assert welcome["token"] not in repr(lodge.rooms.fresh())


def test_the_epoch_grows_with_every_attachment(lodge: Lodge) -> None:
    _, guest = lodge.enter()
    assert lodge.room.epoch == 1
    lodge.enter(Role.HOST, token=lodge.host_token)
    assert lodge.host_ear.code is Code.REPLACED
    lodge.leave(lodge.host)
    lodge.enter(Role.HOST, token=lodge.host_token)
    assert [(host["state"], host["epoch"]) for host in guest.heard("host")] == [
        ("back", 2), ("away", 2), ("back", 3),
    ]  # fmt: skip


def test_the_leave_of_a_replaced_connection_is_no_leave(lodge: Lodge) -> None:
    _, guest = lodge.enter()
    lodge.enter(Role.HOST, token=lodge.host_token)
    lodge.room.leave(lodge.host, lodge.host_ear, 0)
    assert [host["state"] for host in guest.heard("host")] == ["back"]


def test_frames_of_an_older_epoch_are_replayed_to_nobody(lodge: Lodge) -> None:
    guest, ear = lodge.enter()
    lodge.leave(guest)
    lodge.send(lodge.host, guest.id, "old")
    lodge.leave(lodge.host)
    _, host_ear = lodge.enter(Role.HOST, token=lodge.host_token)
    lodge.send(lodge.host, guest.id, "new", id="2")
    _, ear = lodge.enter(token=ear.heard("welcome")[0]["token"], last=0)
    assert ear.heard("deliver") == []
    assert ear.heard("sync") == host_ear.heard("sync") == [{"t": "sync", "member": guest.id}]


def test_an_id_counts_once_in_an_epoch_and_again_in_the_next(lodge: Lodge) -> None:
    guest, ear = lodge.enter()
    lodge.send(guest, "host")
    lodge.send(guest, "host")
    assert len(lodge.host_ear.heard("deliver")) == 1
    lodge.leave(lodge.host)
    _, host_ear = lodge.enter(Role.HOST, token=lodge.host_token)
    lodge.send(guest, "host")
    assert len(host_ear.heard("deliver")) == 1
    assert len(ear.heard("ok")) == 3


def test_ids_are_each_members_own(lodge: Lodge) -> None:
    for _ in range(2):
        lodge.send(lodge.enter()[0], "host", id="1")
    assert len(lodge.host_ear.heard("deliver")) == 2


def test_while_the_host_is_away_a_guest_is_told_to_wait(lodge: Lodge) -> None:
    guest, ear = lodge.enter()
    lodge.leave(lodge.host)
    lodge.send(guest, "host")
    [error] = ear.heard("error")
    assert (error["code"], error["id"], error["retry_ms"]) == ("away", "1", 1000)
    assert ear.heard("host")[0]["until"] == 30_000


def test_the_host_reaches_no_stranger(lodge: Lodge) -> None:
    for to in ("nobody", "host", lodge.host.id):
        lodge.send(lodge.host, to)
        assert lodge.host_ear.heard("error")[0]["code"] == "unknown"
    lodge.room.hear(lodge.host, Kick(member="nobody"), 0)
    assert lodge.host_ear.heard("error")[0]["code"] == "unknown"


def test_nobody_takes_over_within_the_grace(lodge: Lodge) -> None:
    guest, ear = lodge.enter()
    lodge.room.hear(guest, Offer(), 0)
    lodge.leave(lodge.host)
    lodge.wait(29.9)
    assert ear.heard("succeed") == []
    lodge.wait(0.1)
    assert [given["epoch"] for given in ear.heard("succeed")] == [2]


def test_an_offer_ends_with_its_connection(lodge: Lodge) -> None:
    first, gone = lodge.enter()
    second, ear = lodge.enter()
    for member in (first, second):
        lodge.room.hear(member, Offer(), 0)
    lodge.leave(first)
    lodge.leave(lodge.host)
    lodge.wait(30)
    assert gone.heard("succeed") == []
    assert len(ear.heard("succeed")) == 1


def test_without_an_offer_the_table_waits_for_its_host(lodge: Lodge) -> None:
    lodge.enter()
    lodge.leave(lodge.host)
    lodge.wait(300)
    host, _ = lodge.enter(Role.HOST, token=lodge.host_token)
    assert (host.role, lodge.room.epoch) == (Role.HOST, 2)


def test_a_lost_host_is_a_guest_and_the_heir_may_drop_in_its_turn(lodge: Lodge) -> None:
    heir, heir_ear = lodge.enter()
    token = heir_ear.heard("welcome")[0]["token"]
    lodge.room.hear(heir, Offer(), 0)
    lodge.room.hear(lodge.host, Snapshot(n=5, blob=Raw(b'"sealed"')), 0)
    lodge.leave(lodge.host)
    lodge.wait(30)
    assert heir_ear.heard("succeed")[0]["blob"] == "sealed"
    lodge.room.hear(heir, Snapshot(n=1, blob=Raw(b'"newer"')), lodge.now)
    old, old_ear = lodge.enter(Role.HOST, token=lodge.host_token)
    assert old.role is Role.GUEST
    assert old_ear.heard("welcome")[0]["host"] == "present"
    lodge.room.hear(old, Offer(), lodge.now)
    lodge.leave(heir)
    lodge.wait(30)
    assert old_ear.heard("succeed")[0]["blob"] == "newer"
    again, _ = lodge.enter(Role.HOST, token=token)
    assert again.role is Role.GUEST


def test_only_the_host_hears_of_watchers(lodge: Lodge) -> None:
    _, guest = lodge.enter()
    lodge.host_ear.heard("members")
    watcher, ear = lodge.enter(Role.WATCH)
    assert guest.heard("members") == []
    assert [m["member"] for m in lodge.host_ear.heard("members")[0]["members"]][2] == watcher.id
    assert watcher.id not in [m["member"] for m in ear.heard("welcome")[0]["members"]]


def test_a_seventh_member_finds_no_room_though_others_are_away(lodge: Lodge) -> None:
    for _ in range(5):
        lodge.leave(lodge.enter()[0])
    with pytest.raises(Refused) as refused:
        lodge.enter()
    assert refused.value.code is Code.FULL


def test_a_new_watcher_takes_the_place_of_the_one_longest_away() -> None:
    lodge = Lodge(replace(LIMITS, watchers=2))
    first, _ = lodge.enter(Role.WATCH)
    second, _ = lodge.enter(Role.WATCH)
    with pytest.raises(Refused):
        lodge.enter(Role.WATCH)
    lodge.leave(second)
    lodge.now = 1
    lodge.leave(first)
    lodge.enter(Role.WATCH)
    assert (first.id in present(lodge), second.id in present(lodge)) == (True, False)


def test_bye_of_a_guest_makes_room(lodge: Lodge) -> None:
    guest, ear = lodge.enter()
    lodge.room.hear(guest, Bye(), 0)
    assert ear.code is Code.LEFT
    assert guest.id not in present(lodge)


def test_the_order_of_members_is_that_of_their_coming(lodge: Lodge) -> None:
    first, ear = lodge.enter()
    second, _ = lodge.enter()
    lodge.leave(first)
    lodge.enter(token=ear.heard("welcome")[0]["token"])
    assert present(lodge) == [lodge.host.id, first.id, second.id]


def test_a_ping_comes_back_and_an_ack_does_not(lodge: Lodge) -> None:
    lodge.room.hear(lodge.host, Ping(at=7), 0)
    lodge.room.hear(lodge.host, Ack(s=3), 0)
    assert lodge.host_ear.frames[-1] == {"t": "pong", "at": 7}


@pytest.mark.parametrize(
    ("seconds", "host_stays", "sends", "ends"),
    [
        (599, False, False, False),
        (600, False, False, True),
        (1799, True, False, False),
        (1800, True, False, True),
        (43_199, True, True, False),
        (43_200, True, True, True),
    ],
)
def test_a_room_ends(lodge: Lodge, seconds: int, host_stays: bool, sends: bool, ends: bool) -> None:
    _, ear = lodge.enter()
    if not host_stays:
        lodge.leave(lodge.host)
    while sends and lodge.now < seconds - 1000:
        lodge.wait(1000)
        lodge.send(lodge.host, "all", id=str(lodge.now))
    lodge.wait(seconds - lodge.now)
    assert (ear.code, lodge.room.is_open) == ((Code.EXPIRED, False) if ends else (None, True))


def test_a_room_that_nobody_ever_hosted_ends_too() -> None:
    rooms = Rooms(LIMITS, bytes, None)
    id, _ = rooms.open(now=0)
    rooms.tick(599)
    assert rooms.find(id)
    rooms.tick(600)
    assert rooms.find(id) is None
    assert len(rooms) == 0


def test_after_a_restart_who_comes_back_is_told_everything() -> None:
    lodge = Lodge()
    token = lodge.enter()[1].heard("welcome")[0]["token"]
    lodge.room = Room.restored(lodge.room.written(), LIMITS, 0)
    _, host = lodge.enter(Role.HOST, token=lodge.host_token)
    _, guest = lodge.enter(token=token)
    assert len(guest.heard("sync")) == 1
    assert len(host.heard("sync")) == 2


NOBODY = b'{"epoch": 1, "members": [], "snapshot": null}'


def test_what_another_version_wrote_is_given_up() -> None:
    shelf = {"old": b'{"epoch": 1}', "older": b"\x00", "empty": NOBODY}
    rooms = Rooms(LIMITS, bytes, shelf)
    rooms.restore(now=0)
    assert (len(rooms), shelf) == (0, {})


def test_joining_is_counted_too(lodge: Lodge) -> None:
    for _ in range(LIMITS.members + LIMITS.watchers):
        lodge.room.hear(lodge.enter()[0], Bye(), 0)
    with pytest.raises(Refused) as refused:
        lodge.enter()
    assert refused.value.code is Code.TOO_MANY
    lodge.now = 2
    lodge.enter()


WORDS: list[Said] = [
    Send(id="1", to="host", p=Raw(b"1")),
    Send(id="2", to="all", p=Raw(b"2"), view=True),
    Snapshot(n=1, blob=Raw(b"3")),
    Offer(),
    Ack(s=2),
    Kick(member="AAAAAAAC"),
]


@given(st.data())
def test_whatever_happens_there_is_one_host_and_the_epoch_never_falls(data: st.DataObject) -> None:
    lodge = Lodge(replace(LIMITS, hostless=10_000, idle=10_000, guest_burst=999, host_burst=999))
    tokens = [lodge.host_token]
    here = [lodge.host]
    epoch = 1
    for _ in range(data.draw(st.integers(0, 25))):
        step = data.draw(st.sampled_from(["join", "back", "leave", "wait", "say", "say", "say"]))
        with suppress(Refused):
            if step == "join":
                member, ear = lodge.enter(data.draw(st.sampled_from([Role.GUEST, Role.WATCH])))
                tokens.append(ear.heard("welcome")[0]["token"])
                here.append(member)
            elif step == "back":
                wish = data.draw(st.sampled_from(list(Role)))
                last = data.draw(st.none() | st.integers(0, 5))
                here.append(
                    lodge.enter(wish, token=data.draw(st.sampled_from(tokens)), last=last)[0]
                )
            elif step == "wait":
                lodge.wait(31)
            elif here := [member for member in here if member.outlet]:
                member = data.draw(st.sampled_from(here))
                if step == "leave":
                    lodge.leave(member)
                else:
                    lodge.room.hear(member, data.draw(st.sampled_from(WORDS)), lodge.now)
        written = json.loads(lodge.room.written())
        assert [m["role"] for m in written["members"]].count("host") == 1
        assert lodge.room.epoch >= epoch
        epoch = lodge.room.epoch
        assert Room.restored(lodge.room.written(), LIMITS, 0).written() == lodge.room.written()


def present(lodge: Lodge) -> list[str]:
    _, ear = lodge.enter(Role.HOST, token=lodge.host_token)
    return [member["member"] for member in ear.heard("welcome")[0]["members"]]
