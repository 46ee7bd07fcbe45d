"""Tables that live through drops, reloads, slow readers, a lost host and a closing relay."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.relaying import PATIENCE, Relay, a_site, masked, raw, relay, running, unmasked

KEY = "BPublicKeyOfSomebody_"


@pytest.fixture(scope="module")
def lodge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Relay]:
    free = {"LODGE_ADDRESS_ROOMS": "10000", "LODGE_ADDRESS_CONNECTIONS": "1000"}
    with relay(tmp_path_factory.mktemp("relay"), LODGE_GRACE="0.2", **free) as running:
        yield running


def test_a_payload_goes_through_untouched(lodge: Relay) -> None:
    _, host, [guest, other] = lodge.table(guests=2)
    guest.socket.send('{"t":"send","id":"a","to":"host","p":{ "é": [1.50, null, "\\u00e9"] }}')
    heard = host.socket.recv(PATIENCE)
    while '"deliver"' not in str(heard):
        heard = host.socket.recv(PATIENCE)
    assert str(heard).endswith('"p":{ "é": [1.50, null, "\\u00e9"] }}')
    assert guest.hear("ok") == {"t": "ok", "id": "a"}
    host.send(guest.member, "yours")
    assert guest.hear("deliver")["from"] == host.member
    assert not [frame for frame in other.hear_out() if frame["t"] == "deliver"]


def test_the_protocol_is_agreed_upon(lodge: Relay) -> None:
    room, _ = lodge.open_room()
    offered = lodge.connect(room, subprotocols=["lantern-lodge.v2", "lantern-lodge.v1"])
    assert offered.socket.subprotocol == "lantern-lodge.v1"
    assert lodge.connect(room, subprotocols=["other"]).socket.subprotocol is None
    assert offered.socket.protocol.extensions == []


def test_everyone_learns_the_keys(lodge: Relay) -> None:
    room, host, _ = lodge.table(guests=0)
    guest = lodge.enter(room, key=KEY)
    assert host.hear("members")["members"][1] == {
        "member": guest.member, "role": "guest", "here": True, "key": KEY,
    }  # fmt: skip


def test_a_guest_that_drops_misses_nothing(lodge: Relay) -> None:
    room, host, [guest] = lodge.table()
    host.send("all", "first", id="1")
    assert guest.hear("deliver")["s"] == 1
    guest.leave()
    while all(member["here"] for member in host.hear("members")["members"]):
        pass
    host.send("all", "second", id="2")
    host.send(guest.member, "third", id="3")
    host.hear("ok")
    host.hear("ok")
    back = lodge.enter(room, token=guest.token, last=1)
    assert back.welcome["resumed"] is True
    assert [back.hear("deliver")["p"] for _ in range(2)] == ["second", "third"]


def test_after_a_reload_the_table_is_asked_for_everything(lodge: Relay) -> None:
    room, host, [guest] = lodge.table()
    host.send("all", "first")
    guest.leave()
    back = lodge.enter(room, token=guest.token)
    assert back.welcome["resumed"] is False
    assert back.hear("sync") == host.hear("sync") == {"t": "sync", "member": guest.member}


def test_a_frame_sent_again_takes_effect_once(lodge: Relay) -> None:
    room, host, [guest] = lodge.table()
    guest.send("host", "act", id="7")
    assert guest.hear("ok")["id"] == "7"
    back = lodge.enter(room, token=guest.token)
    back.send("host", "act", id="7")
    assert back.hear("ok")["id"] == "7"
    assert [frame["p"] for frame in host.hear_out() if frame["t"] == "deliver"] == ["act"]


def test_a_host_that_comes_back_in_time_is_the_host(tmp_path: Path) -> None:
    with relay(tmp_path) as patient:
        room, host, [guest] = patient.table()
        guest.say(t="succeed")
        guest.hear_out()
        host.leave()
        away = guest.hear("host")
        assert (away["state"], away["epoch"], away["until"]) == ("away", 1, 30000)
        guest.send("host", "act", id="1")
        refused = guest.hear("error")
        assert (refused["code"], refused["id"], refused["retry_ms"]) == ("away", "1", 1000)
        back = patient.enter(room, "host", token=host.token)
        assert back.welcome["epoch"] == 2
        told = guest.hear("host")
        assert (told["state"], told["epoch"], told["member"]) == ("back", 2, host.member)
        guest.send("host", "act", id="1")
        assert back.hear("deliver")["p"] == "act"


def test_the_longest_present_that_offered_itself_takes_over_a_lost_table(lodge: Relay) -> None:
    room, host, [shy, first, second] = lodge.table(guests=3)
    second.say(t="succeed")
    first.say(t="succeed")
    second.hear_out(), first.hear_out()
    host.say(t="snapshot", n=1, blob="old")
    host.say(t="snapshot", n=3, blob={"sealed": "new"})
    host.say(t="snapshot", n=2, blob="late")
    host.hear_out()
    host.leave()
    given = first.hear("succeed")
    assert (given["epoch"], given["blob"]) == (2, {"sealed": "new"})
    assert given["limits"] == host.welcome["limits"] != first.welcome["limits"]
    while (told := shy.hear("host"))["state"] == "away":
        pass
    assert (told["state"], told["epoch"], told["member"]) == ("new", 2, first.member)
    first.send("all", "I am the table")
    assert shy.hear("deliver")["epoch"] == 2
    late = lodge.enter(room, "host", token=host.token)
    roles = {entry["member"]: entry["role"] for entry in late.welcome["members"]}
    assert (roles[host.member], roles[first.member]) == ("guest", "host")
    late.send("all", "I am still the table")
    assert late.closed() == 4003


def test_who_offers_itself_only_after_the_grace_takes_over_too(lodge: Relay) -> None:
    _, host, [guest] = lodge.table()
    host.leave()
    guest.hear("host")
    guest.say(t="succeed")
    assert "blob" not in guest.hear("succeed")


@pytest.mark.parametrize("limit", ["LODGE_LIFE", "LODGE_IDLE", "LODGE_HOSTLESS"])
def test_a_room_expires(tmp_path: Path, limit: str) -> None:
    with relay(tmp_path, **{limit: "1"}) as brief:
        room, host, [guest] = brief.table()
        if limit == "LODGE_HOSTLESS":
            host.leave()
        assert guest.closed() == 4010
        late = brief.connect(room)
        late.say(t="hello", v=1, role="guest")
        assert late.closed() == 4004


def test_who_goes_silent_is_taken_for_dead(tmp_path: Path) -> None:
    with relay(tmp_path, LODGE_SILENCE="0.5") as strict:
        _, host, [guest] = strict.table()
        assert guest.closed() == 4013
        assert host.closed() == 4013


def test_who_speaks_now_and_then_stays(tmp_path: Path) -> None:
    with relay(tmp_path, LODGE_SILENCE="0.5", LODGE_GUEST_BURST="100000") as strict:
        room, _, [guest] = strict.table()
        for _ in range(3):
            silent = strict.enter(room)
            while silent.socket.close_code is None:
                guest.say(t="ping", at=1)
                assert guest.hear("pong")["at"] == 1
        assert guest.closed() == 4013


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Relay]:
    with relay(tmp_path_factory.mktemp("busy"), LODGE_HOST_BURST="100000") as running:
        yield running


FLOOD = 500
"""Frames of 20 KB: more than the queue, uvicorn and the kernel hold together."""


def test_a_reader_that_stops_slows_nobody_and_may_resume(busy: Relay) -> None:
    room, host, [slow, quick] = busy.table(guests=2)
    with stopped(busy, room, slow.token) as wire:
        for at in range(FLOOD):
            host.send("all", "x" * 20_000, id=str(at))
            assert quick.hear("deliver")["s"] == at + 1
        while host.hear("members")["members"][1]["here"]:
            pass
        *frames, code = unmasked(wire)
    assert code == 4013
    assert len(frames) < FLOOD
    last = [frame["s"] for frame in frames if isinstance(frame, dict) and "s" in frame][-1]
    back = busy.enter(room, token=slow.token, last=last)
    assert back.welcome["resumed"] is False
    assert host.hear("sync")["member"] == slow.member


LISTENER = """
import sys
from websockets.sync.client import connect
with connect(sys.argv[1], origin=sys.argv[2], compression=None, max_queue=1) as socket:
    socket.send(sys.argv[3])
    print(socket.recv(), flush=True)
    for _ in socket:
        pass
"""


def test_a_client_that_is_stopped_is_let_go_and_may_resume(busy: Relay) -> None:
    room, host, [guest, quick] = busy.table(guests=2)
    hello = json.dumps({"t": "hello", "v": 1, "role": "guest", "token": guest.token})
    url = f"ws://localhost:{busy.port}/v1/rooms/{room}"
    listener = [sys.executable, "-c", LISTENER, url, busy.origin, hello]
    with subprocess.Popen(listener, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as stopped:
        try:
            assert stopped.stdout
            stopped.stdout.readline()
            stopped.send_signal(signal.SIGSTOP)
            host.hear_out()
            for at in range(FLOOD):
                host.send("all", "x" * 20_000, id=str(at))
                assert quick.hear("deliver")["s"] == at + 1
            while host.hear("members")["members"][1]["here"]:
                pass
        finally:
            stopped.kill()
    assert busy.enter(room, token=guest.token, last=1).welcome["resumed"] is False


def test_a_newer_view_takes_the_place_of_one_that_waits(busy: Relay) -> None:
    room, host, [slow] = busy.table()
    seen = []
    with stopped(busy, room, slow.token) as wire:
        for at in range(FLOOD):
            host.send("all", [at, "x" * 20_000], id=str(at), view=True)
            assert host.hear("ok")["id"] == str(at)
        for frame in unmasked(wire):
            assert isinstance(frame, dict), f"closed with {frame}"
            if frame["t"] == "deliver":
                seen.append(frame["p"][0])
                if seen[-1] == FLOOD - 1:
                    break
    assert seen == sorted(seen)
    assert len(seen) < FLOOD


def test_sigterm_tells_everyone_to_come_back(tmp_path: Path) -> None:
    with relay(tmp_path, LODGE_DRAIN="1") as closing:
        _, host, [guest] = closing.table()
        assert closing.ask("/readyz") == (200, "ok\n")
        closing.process.terminate()
        while (ready := closing.ask("/readyz")[0]) == 200:
            pass
        assert ready == 503
        assert closing.ask("/healthz")[0] == 200
        assert closing.ask("/v1/rooms", "POST")[0] == 503
        assert (guest.closed(), host.closed()) == (1012, 1012)


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_after_a_restart_everyone_is_who_they_were(tmp_path: Path, end: signal.Signals) -> None:
    kept = {"LODGE_ROOMS": str(tmp_path / "rooms.db"), "LODGE_GRACE": "1"}
    with running(a_site(tmp_path), **kept) as (process, port), ExitStack() as people:
        room, host, [guest, heir] = Relay(process, port, people).table(guests=2)
        host.say(t="snapshot", n=1, blob={"sealed": [1]})
        host.hear_out()
        process.send_signal(end)
        assert guest.closed() == (1012 if end == signal.SIGTERM else None)
        process.wait(PATIENCE)
    assert guest.token.encode() not in (tmp_path / "rooms.db").read_bytes()
    with relay(tmp_path / "again", **kept) as again:
        back = again.enter(room, token=guest.token, last=5)
        assert (back.member, back.welcome["resumed"]) == (guest.member, False)
        assert back.welcome["epoch"] == 1
        heir = again.enter(room, token=heir.token)
        heir.say(t="succeed")
        assert heir.hear("succeed")["blob"] == {"sealed": [1]}
        assert again.enter(room, "host", token=host.token).member == host.member
        heir.say(t="bye")
        assert back.closed() == 4011
    with relay(tmp_path / "again", **kept) as again:
        late = again.connect(room)
        late.say(t="hello", v=1, role="guest")
        assert late.closed() == 4004


def test_sigterm_waits_for_no_reader_that_stopped(tmp_path: Path) -> None:
    with relay(tmp_path, LODGE_HOST_BURST="1000") as closing:
        room, host, [slow] = closing.table()
        with stopped(closing, room, slow.token):
            for at in range(FLOOD):
                host.send("all", "x" * 20_000, id=str(at))
            host.hear_out()
            closing.process.terminate()
            assert closing.process.wait(PATIENCE) == 0


def test_what_is_counted_tells_nothing_of_anybody(busy: Relay) -> None:
    room, host, [guest] = busy.table()
    host.send("all", "a hand of tiles")
    guest.hear("deliver")
    for said in ("nonsense", "x" * 40_000):
        stranger = busy.connect(room)
        stranger.socket.send(said)
        stranger.closed()
    odd = busy.connect(room)
    odd.socket.close(4999)
    status, text = busy.ask("/metrics")
    assert status == 200
    counted = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
    assert float(counted["lodge_rooms"]) >= 1
    assert float(counted["lodge_connections"]) >= 2
    assert float(counted["lodge_frames_delivered_total"]) >= 4
    codes = {name[len("lodge_closes_total") :] for name in counted if "closes_total" in name}
    assert {'{code="4000"}', '{code="1009"}'} <= codes
    assert '{code="4999"}' not in codes
    for secret in (room, host.token, guest.token, guest.member, "hand", "127.0.0.1"):
        assert secret not in text


def test_the_stats_count(busy: Relay) -> None:
    before = json.loads(busy.ask("/v1/stats")[1])
    busy.table()
    after = json.loads(busy.ask("/v1/stats")[1])
    assert after["tables"] == before["tables"] + 1
    assert after["online"] >= 2
    assert after["matching"] == 0


def stopped(relay: Relay, room: str, token: str) -> socket.socket:
    """The member's newer connection, which says hello and then reads nothing."""
    wire = raw(relay, room)
    hello = {"t": "hello", "v": 1, "role": "guest", "token": token}
    wire.sendall(masked(0x81, json.dumps(hello).encode()))
    return wire
