"""Everything a client should not do, done to a running relay over real sockets."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.relaying import PATIENCE, Relay, dial, handshake, masked, raw, relay, unmasked

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


GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
UNREADABLE = {
    "long path": ("A" * 10_000, ""),
    "long header": ("A", f"X: {'a' * 30_000}\r\n"),
    "many headers": ("A", "".join(f"X{at}: 1\r\n" for at in range(200))),
    "body": ("A", "Content-Length: 5\r\n"),
    "chunks": ("A", "Transfer-Encoding: chunked\r\n"),
}


class TestDoorstep:
    """Before anything is a WebSocket."""

    @pytest.mark.parametrize(("room", "more"), UNREADABLE.values(), ids=UNREADABLE)
    def test_a_handshake_that_cannot_be_read_is_refused(
        self, open_relay: Relay, room: str, more: str
    ) -> None:
        with dial(open_relay) as wire:
            wire.sendall(handshake(open_relay, room, more))
            answer = b"".join(iter(lambda: wire.recv(4096), b""))
            assert answer.startswith(b"HTTP/1.1 400 ")
            assert answer.count(b"HTTP/1.1") == 1

    def test_who_speaks_before_the_answer_is_let_go(self, open_relay: Relay) -> None:
        room, _ = open_relay.open_room()
        with dial(open_relay) as wire:
            wire.sendall(handshake(open_relay, room))
            with suppress(OSError):
                wire.sendall(masked(0x82, lie=2**62) * 1000)
                while wire.recv(65536):
                    pass

    @pytest.mark.parametrize(
        "behind", [b"garbage\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\0" * 100, GET * 50]
    )
    def test_what_stands_behind_a_request_does_no_harm(
        self, open_relay: Relay, behind: bytes
    ) -> None:
        with dial(open_relay) as wire:
            wire.sendall(GET + behind)
            answer = b"".join(iter(lambda: wire.recv(65536), b""))
            assert answer.startswith(b"HTTP/1.1 200 ")
            assert b" 500 " not in answer

    def test_garbage_behind_an_answer_ends_the_connection(self, open_relay: Relay) -> None:
        with dial(open_relay) as wire:
            wire.sendall(
                f"POST /v1/rooms HTTP/1.1\r\nHost: localhost:{open_relay.port}\r\n"
                f"Origin: {open_relay.origin}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
            )
            assert wire.recv(65536).startswith(b"HTTP/1.1 201 ")
            wire.sendall(b"no chunk\r\n")
            assert ended(wire)

    @pytest.mark.parametrize("first", [b"", b"GET / HTTP/1.1\r\nHost: ", GET + b"GET / HTTP"])
    def test_a_request_that_trickles_in_is_not_waited_for(
        self, open_relay: Relay, first: bytes
    ) -> None:
        with dial(open_relay) as wire:
            wire.sendall(first)
            wire.settimeout(0.2)
            trickled = 0
            while not ended(wire):
                trickled += 1
                assert trickled < PATIENCE * 5
                if first:
                    with suppress(OSError):
                        wire.sendall(b"a")

    def test_more_sockets_than_the_system_allows_harm_nobody_inside(self, tmp_path: Path) -> None:
        few = ("sh", "-c", 'ulimit -n 128 && exec "$@"', "sh")
        with relay(tmp_path, *few, LODGE_HELLO="1") as small:
            _, host, [guest] = small.table()
            silent = [dial(small) for _ in range(200)]
            host.send("all", "still here")
            assert guest.hear("deliver")["p"] == "still here"
            for wire in silent:
                assert ended(wire)
                wire.close()
            assert small.ask("/")[0] == 200

    def test_a_relay_full_of_rooms_opens_no_other(self, tmp_path: Path) -> None:
        with relay(tmp_path, LODGE_CONNECTIONS="2") as small:
            small.open_room()
            room, token = small.open_room()
            assert small.ask("/v1/rooms", "POST")[0] == 503
            small.enter(room, "host", token=token).say(t="bye")
            while small.ask("/v1/rooms", "POST")[0] != 201:
                pass


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

    def test_bad_utf_8_together_with_goodbye_is_goodbye(self, open_relay: Relay) -> None:
        room, _ = open_relay.open_room()
        with raw(open_relay, room) as wire:
            wire.sendall(masked(0x81, b"\xff") + masked(0x88, b"\x03\xe8") + masked(0x89))
            assert next(unmasked(wire)) in (1000, 4000)

    def test_noise_never_troubles_the_relay(self, open_relay: Relay) -> None:
        room, _, _ = open_relay.table(guests=0)

        @settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
        @given(st.lists(NOISE | SENSE, max_size=6), st.sampled_from(["half", "whole", "reset"]))
        def spray(frames: list[bytes], close: str) -> None:
            with raw(open_relay, room) as wire, suppress(OSError):
                wire.sendall(b"".join(frames))
                if close == "reset":
                    wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                elif close == "half":
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
        client.flood(burst * 4)
        assert client.hear("pong")["at"] == 0
        assert client.closed() == 4008

    @pytest.mark.parametrize("first", [0x89, 0x8A], ids=["pings", "pongs"])
    def test_frames_that_say_nothing_are_counted(self, open_relay: Relay, first: int) -> None:
        _, host, _ = open_relay.table(guests=0)
        room, _ = open_relay.open_room()
        with raw(open_relay, room) as wire:
            wire.sendall(masked(0x81, hello().encode()))
            with suppress(OSError):
                wire.sendall(masked(first) * 100_000)
            *_, last = unmasked(wire)
            assert last == 4008
        host.hear_out()

    def test_so_are_those_after_the_end(self, open_relay: Relay) -> None:
        room, _ = open_relay.open_room()
        with raw(open_relay, room) as wire, suppress(OSError):
            while True:
                wire.sendall(masked(0x81, b"nonsense") * 10_000)
        assert open_relay.ask("/healthz")[0] == 200

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


def ended(wire: socket.socket) -> bool:
    """Whether the relay has hung up; what it said before does not matter."""
    try:
        while wire.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


NOISE = st.builds(
    masked,
    st.integers(0, 255),
    st.binary(max_size=200),
    st.none() | st.integers(0, 2**63 - 1),
)
SENSE = st.sampled_from(
    [
        masked(0x81, hello().encode()),
        masked(0x81, hello(role="watch").encode()),
        masked(0x81, b'{"t":"ping","at":1}') * 30,
        masked(0x81, b'{"t":"bye"}'),
        masked(0x81, b"\xff"),
        masked(0x01, b"{"),
        masked(0x00),
        masked(0x89) * 30,
        masked(0x88, b"\x03\xe8"),
        masked(0x88, b"\x03\xe8\xff"),
        masked(0x88, b"\x03"),
    ]
)
