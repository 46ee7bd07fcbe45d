"""Everything a client should not do, done to a running relay over real sockets."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.relaying import Relay, masked, raw, relay, unmasked

FREE = {"LODGE_ADDRESS_ROOMS": "10000", "LODGE_ADDRESS_MISSES": "10000"}
"""Everybody here comes from one address."""


@pytest.fixture(scope="module")
def open_relay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Relay]:
    many = {"LODGE_ADDRESS_CONNECTIONS": "1000", "LODGE_HELLO": "1"}
    with relay(tmp_path_factory.mktemp("relay"), **FREE, **many) as running:
        yield running


def hello(**fields: Any) -> str:
    return json.dumps({"t": "hello", "v": 1, "role": "guest"} | fields)


def deep(levels: int) -> Any:
    return [deep(levels - 1)] if levels else 1


class TestHello:
    def test_an_unknown_room_creates_nothing(self, open_relay: Relay) -> None:
        before = open_relay.ask("/v1/stats")[1]
        for room in ("A" * 22, "%00", "%ff", "x" * 2000):
            client = open_relay.connect(room)
            client.socket.send(hello())
            assert client.closed() == 4004
        assert json.loads(before)["tables"] == json.loads(open_relay.ask("/v1/stats")[1])["tables"]

    def test_a_wrong_token_gets_nothing_while_the_right_one_is_away(
        self, open_relay: Relay
    ) -> None:
        room, _, [guest] = open_relay.table()
        guest.leave()
        stranger = open_relay.connect(room)
        stranger.socket.send(hello(token="A" * 43))
        assert stranger.closed() == 4001
        assert open_relay.enter(room, token=guest.token).member == guest.member

    def test_nobody_hosts_without_the_hosts_token(self, open_relay: Relay) -> None:
        room, _, [guest] = open_relay.table()
        for fields in ({}, {"token": guest.token}):
            client = open_relay.connect(room)
            client.socket.send(hello(role="host", **fields))
            assert client.closed() == 4003

    def test_the_newer_connection_of_a_member_replaces_the_older(self, open_relay: Relay) -> None:
        room, host, [guest] = open_relay.table()
        again = open_relay.enter(room, token=guest.token)
        assert guest.closed() == 4009
        host.send("all", "hand")
        assert again.hear("deliver")["p"] == "hand"
        assert "token" not in again.welcome

    def test_who_says_nothing_at_first_is_let_go(self, open_relay: Relay) -> None:
        room, _ = open_relay.open_room()
        assert open_relay.connect(room).closed() == 4000

    def test_another_version_is_told_so(self, open_relay: Relay) -> None:
        room, _ = open_relay.open_room()
        client = open_relay.connect(room)
        client.socket.send('{"t":"hello","v":2,"role":"guest","news":[]}')
        assert client.closed() == 4014


BAD = [
    "",
    "nonsense",
    "null",
    "[]",
    "{}",
    '{"t":"deliver","s":1,"from":"x","epoch":1,"p":1}',
    '{"t":"hello","v":1,"role":"guest"}',
    '{"t":"send","id":"1","to":"host"}',
    '{"t":"send","id":"1","to":"host","p":1,"from":"somebody"}',
    '{"t":"send","id":"1","to":"host","p":1,"epoch":7}',
    '{"t":"send","id":"../x","to":"host","p":1}',
    '{"t":"send","id":"1","to":"host","p":"\\ud800"}',
    '{"t":"ack","s":-1}',
    '{"t":"ack","s":1e400}',
    '{"t":"ping","at":"<img onerror=alert(1)>"}',
    json.dumps({"t": "send", "id": "1", "to": "host", "p": deep(16)}),
    "[" * 30000,
    '{"t":' * 5000,
    b"binary",
    b"",
]


class TestFrames:
    @pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
    @pytest.mark.parametrize("greeted", [True, False], ids=["member", "stranger"])
    def test_a_bad_message_ends_the_connection_and_nothing_else(
        self, open_relay: Relay, bad: str | bytes, greeted: bool
    ) -> None:
        room, host, _ = open_relay.table(guests=0)
        client = open_relay.enter(room) if greeted else open_relay.connect(room)
        if not greeted and isinstance(bad, str) and "hello" in bad:
            return
        client.socket.send(bad)
        assert client.closed() == 4000
        assert {frame["t"] for frame in host.hear_out()} <= {"members"}

    def test_fifteen_levels_in_a_payload_are_well(self, open_relay: Relay) -> None:
        _, host, [guest] = open_relay.table()
        guest.send("host", deep(15))
        assert host.hear("deliver")["p"] == deep(15)
        guest.send("host", '["{[' * 2000, id="2")
        assert host.hear("deliver")["p"] == '["{[' * 2000

    def test_a_frame_may_be_as_large_as_the_limit(self, open_relay: Relay) -> None:
        _, host, [guest] = open_relay.table()
        envelope = json.dumps({"t": "send", "id": "1", "to": "host", "p": ""})
        guest.send("host", "x" * (32768 - len(envelope)))
        host.hear("deliver")
        guest.send("host", "x" * (32769 - len(envelope)))
        assert guest.closed() == 1009

    def test_a_far_too_large_frame_is_told_why(self, open_relay: Relay) -> None:
        room, _, _ = open_relay.table(guests=0)
        for _ in range(5):
            guest = open_relay.enter(room)
            with suppress(ConnectionClosed):
                guest.send("host", "x" * 3_000_000)
            assert guest.closed() == 1009
            open_relay.enter(room, token=guest.token).say(t="bye")

    def test_fragments_count_together(self, open_relay: Relay) -> None:
        _, host, [guest] = open_relay.table()
        guest.socket.send(iter(['{"t":"send","id":"1",', '"to":"host",', '"p":7}']))
        assert host.hear("deliver")["p"] == 7
        with suppress(ConnectionClosed):
            guest.socket.send(iter(["x" * 9000] * 40))
        assert guest.closed() == 1009

    def test_crumbs_without_end_are_refused(self, open_relay: Relay) -> None:
        room, _ = open_relay.open_room()
        with raw(open_relay, room) as wire:
            wire.sendall(masked(0x01) + masked(0x00) * 100)
            assert next(unmasked(wire)) == 1009

    @pytest.mark.parametrize("text", [b"\xff", b'{"t":"\xc3"}', b"\xed\xa0\x80"])
    def test_bad_utf_8_is_a_bad_message(self, open_relay: Relay, text: bytes) -> None:
        room, _ = open_relay.open_room()
        with raw(open_relay, room) as wire:
            wire.sendall(masked(0x81, text) + masked(0x81, text))
            assert next(unmasked(wire)) == 4000

    def test_noise_never_troubles_the_relay(self, open_relay: Relay) -> None:
        room, _, _ = open_relay.table(guests=0)

        @settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
        @given(st.lists(NOISE, max_size=6))
        def spray(frames: list[bytes]) -> None:
            with raw(open_relay, room) as wire:
                wire.sendall(b"".join(frames))
                wire.shutdown(socket.SHUT_WR)
                while wire.recv(65536):
                    pass

        spray()
        assert open_relay.ask("/healthz") == (200, "ok\n")


class TestRights:
    """A guest's frame that claims what is not its own."""

    @pytest.mark.parametrize(
        "frame",
        [
            {"t": "send", "id": "1", "to": "all", "p": 1},
            {"t": "send", "id": "1", "to": "OTHER", "p": 1},
            {"t": "kick", "member": "OTHER"},
            {"t": "snapshot", "n": 1, "blob": "mine"},
        ],
        ids=["send to all", "send to another", "kick", "snapshot"],
    )
    def test_a_guest_is_no_host(self, open_relay: Relay, frame: dict[str, Any]) -> None:
        _, _, [guest, other] = open_relay.table(guests=2)
        text = json.dumps(frame).replace("OTHER", other.member)
        guest.socket.send(text)
        assert guest.closed() == 4003
        assert {frame["t"] for frame in other.hear_out()} == {"members"}

    @pytest.mark.parametrize(
        "frame", [{"t": "send", "id": "1", "to": "host", "p": "act"}, {"t": "succeed"}]
    )
    def test_a_watcher_only_watches(self, open_relay: Relay, frame: dict[str, Any]) -> None:
        room, host, _ = open_relay.table(guests=0)
        watcher = open_relay.enter(room, "watch")
        watcher.say(**frame)
        assert watcher.closed() == 4003
        assert {frame["t"] for frame in host.hear_out()} == {"members"}

    def test_a_kicked_guest_is_gone_with_its_token(self, open_relay: Relay) -> None:
        room, host, [guest] = open_relay.table()
        host.say(t="kick", member=guest.member)
        assert guest.closed() == 4003
        back = open_relay.connect(room)
        back.socket.send(hello(token=guest.token))
        assert back.closed() == 4001

    def test_bye_of_the_host_closes_the_table_for_all(self, open_relay: Relay) -> None:
        room, host, [guest] = open_relay.table()
        host.say(t="bye")
        guest.hear("bye")
        assert (guest.closed(), host.closed()) == (4011, 4011)
        late = open_relay.connect(room)
        late.socket.send(hello(token=guest.token))
        assert late.closed() == 4004

    def test_a_sixth_guest_finds_the_room_full_and_may_watch(self, open_relay: Relay) -> None:
        room, _, _ = open_relay.table(guests=5)
        sixth = open_relay.connect(room)
        sixth.socket.send(hello())
        assert sixth.closed() == 1013
        assert open_relay.enter(room, "watch").welcome["t"] == "welcome"


class TestFloods:
    @pytest.mark.parametrize(("role", "burst"), [("host", 80), ("guest", 20), ("watch", 5)])
    def test_a_flood_ends_with_4008(self, open_relay: Relay, role: str, burst: int) -> None:
        room, token = open_relay.open_room()
        fields = {"token": token} if role == "host" else {}
        client = open_relay.enter(room, role, **fields)
        with suppress(ConnectionClosed):
            for at in range(burst * 4):
                client.say(t="ping", at=at)
        assert client.hear("pong")["at"] == 0
        assert client.closed() == 4008

    def test_a_new_connection_brings_no_new_bucket(self, open_relay: Relay) -> None:
        room, _, [guest] = open_relay.table()
        for _ in range(60):
            client = open_relay.connect(room)
            client.socket.send(hello(token=guest.token))
            if json.loads(client.first() or "{}").get("t") != "welcome":
                break
        assert client.closed() == 4008


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Relay]:
    with relay(tmp_path) as running:
        yield running


class TestAddresses:
    def test_new_rooms_are_counted(self, own: Relay) -> None:
        for _ in range(10):
            own.open_room()
        assert own.ask("/v1/rooms", "POST")[0] == 429
        assert own.ask("/v1/rooms", "POST", X_Forwarded_For="192.0.2.1")[0] == 429

    def test_guessing_is_counted_and_then_not_even_a_hit_is_told(self, own: Relay) -> None:
        room, _ = own.open_room()
        for _ in range(20):
            client = own.connect("A" * 22)
            client.socket.send(hello())
            assert client.closed() == 4004
        client = own.connect(room)
        client.socket.send(hello())
        assert client.closed() == 4008

    def test_connections_are_counted(self, own: Relay) -> None:
        room, _ = own.open_room()
        several = [own.connect(room) for _ in range(20)]
        assert own.connect(room).closed() == 1013
        several.pop().leave()
        again = own.connect(room)
        again.socket.send(hello())
        assert again.hear("welcome")

    def test_a_full_process_says_so(self, tmp_path: Path) -> None:
        with relay(tmp_path, LODGE_CONNECTIONS="1") as full:
            room, token = full.open_room()
            host = full.enter(room, "host", token=token)
            assert full.connect(room).closed() == 1013
            assert not [frame for frame in host.hear_out() if frame["t"] == "error"]

    def test_a_trusted_proxy_speaks_for_others(self, tmp_path: Path) -> None:
        with relay(tmp_path, LODGE_PROXIES="127.0.0.1,::1", LODGE_ADDRESS_ROOMS="1") as behind:
            behind.open_room(X_Forwarded_For="192.0.2.1")
            behind.open_room(X_Forwarded_For="192.0.2.1, 192.0.2.2")
            behind.open_room(X_Forwarded_For="2001:db8::1")
            for again in ("192.0.2.1", "nonsense, 192.0.2.2", "2001:db8::2"):
                assert behind.ask("/v1/rooms", "POST", X_Forwarded_For=again)[0] == 429

    @pytest.mark.parametrize(
        "origin", [None, "", "null", "http://evil.test", "http://localhost", "file://localhost"]
    )
    def test_another_origin_is_refused(self, own: Relay, origin: str | None) -> None:
        room, _ = own.open_room()
        assert own.ask("/v1/rooms", "POST", Origin=origin or "")[0] == 403
        with pytest.raises(InvalidStatus, match="403"):
            own.connect(room, origin=origin)

    def test_a_listed_origin_is_admitted(self, tmp_path: Path) -> None:
        page = "https://page.test"
        with relay(tmp_path, LODGE_ORIGINS=f"{page},https://other.test") as listed:
            room, _ = listed.open_room(Origin=page)
            listed.connect(room, origin=page).greet("guest")
            with pytest.raises(InvalidStatus, match="403"):
                listed.connect(room, origin="https://page.test.evil.test")


NOISE = st.builds(
    masked,
    st.integers(0, 255),
    st.binary(max_size=200),
    st.none() | st.integers(0, 2**63 - 1),
)
