"""What nobody should do at the queue or a ranked table, done to a running relay over real sockets;
and a ledger that cannot be written."""

from __future__ import annotations

import json
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from engine import letters
from engine.actions import Pass, Play
from engine.chairs import Level
from engine.letters import Ask, Bout, Stage, Tell
from engine.line import End
from engine.messages import (
    Act,
    Command,
    Configure,
    Join,
    Kick,
    Leave,
    NextRound,
    Phrase,
    React,
    Reacted,
    Ready,
    Rename,
    Start,
)
from engine.ranked import SETUP, Finish
from engine.tiles import Tile
from relay.ledger import Ledger
from tests.relaying import PATIENCE, Relay, a_site, relay, running
from tests.rivals import OVER, Rival, meet, play_out

FREE = {"LODGE_ADDRESS_JOINS": "10000", "LODGE_ADDRESS_CONNECTIONS": "1000"}
SECRET = token_urlsafe(32)


@pytest.fixture(scope="module")
def lodge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Relay]:
    folder = tmp_path_factory.mktemp("relay")
    with relay(folder, LODGE_LEDGER=str(folder / "ledger.db"), **FREE) as running:
        yield running


@contextmanager
def troubled(folder: Path, *starter: str, **environ: str) -> Iterator[Relay]:
    """A relay that complains of its ledger, and of nothing else."""
    with running(a_site(folder), *starter, **FREE, **environ) as (process, port):
        with ExitStack() as people:
            yield Relay(process, port, people)
        process.terminate()
        _, complaints = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert complaints.splitlines() == [
            line for line in complaints.splitlines() if line.startswith("The ledger cannot be")
        ]
        assert complaints


def hello(**fields: Any) -> str:
    return json.dumps({"t": "hello", "v": 1, "secret": SECRET, "name": "Ann"} | fields)


class TestQueue:
    @pytest.mark.parametrize(
        ("first", "code"),
        [
            ("", 4000),
            ("null", 4000),
            (b"binary", 4000),
            (hello(rating=3000), 4000),
            (hello(player="AAAAAAAAAAAA"), 4000),
            (hello(role="guest"), 4000),
            (hello(token=SECRET), 4000),
            (hello(secret=SECRET[:5]), 4000),
            (hello(secret=None), 4000),
            (hello(secret=SECRET + "A"), 4000),
            (hello(name=7), 4000),
            (hello(name="a" * 201), 4000),
            (hello(v=2), 4014),
            (hello(v=2, more=1), 4014),
            (hello(t="cancel"), 4000),
            ('{"t":' * 5000, 4000),
            (hello(name="a" * 40_000), 1009),
        ],
    )
    def test_a_first_word_that_is_no_hello_ends_the_connection(
        self, lodge: Relay, first: str | bytes, code: int
    ) -> None:
        client = lodge.dial("/v1/queue")
        client.socket.send(first)
        assert client.closed() == code

    @pytest.mark.parametrize(
        ("said", "code"),
        [
            (hello(), 4000),
            ('{"t":"matched","room":"a","id":"b"}', 4000),
            ('{"t":"result","winner":0}', 4000),
            ('{"t":"cancel","of":"somebody"}', 4000),
            ('{"t":"send","id":"1","to":"host","p":1}', 4000),
            (b"\xff", 4000),
        ],
    )
    def test_nothing_but_a_cancel_or_a_ping_is_said_while_one_waits(
        self, lodge: Relay, said: str | bytes, code: int
    ) -> None:
        rival = Rival(lodge)
        rival.seek()
        rival.queue.socket.send(said)
        assert rival.queue.closed() == code

    def test_a_flood_ends_the_connection(self, lodge: Relay) -> None:
        rival = Rival(lodge)
        rival.seek()
        rival.queue.flood(30)
        assert rival.queue.closed() == 4008

    @pytest.mark.parametrize("origin", [None, "https://elsewhere.example", "null"])
    def test_only_our_own_page_may_ask(self, lodge: Relay, origin: str | None) -> None:
        with pytest.raises(InvalidStatus) as refused:
            lodge.dial("/v1/queue", origin=origin)
        assert refused.value.response.status_code == 403

    def test_a_name_is_made_legible(self, lodge: Relay) -> None:
        ann, _ = meet(lodge, "Ann", "<b>\u202e Ben\n\x00 " + "x" * 100)
        assert ann.matched["opponent"]["name"] == "<b> Ben xxxxxxxxxxxxxxxx"
        ann.room.say(t="bye")

    @pytest.mark.parametrize(("stays", "code"), [(True, 1013), (False, 4008)])
    def test_a_thousand_joins_from_one_address_are_too_many(
        self, tmp_path: Path, stays: bool, code: int
    ) -> None:
        with relay(tmp_path, LODGE_LEDGER=str(tmp_path / "ledger.db")) as usual:
            codes = [self.join(usual, stays) for _ in range(1000)]
            assert codes.count("waits") <= 30
            assert codes[30:] == [code] * 970
            assert json.loads(usual.ask("/v1/stats")[1])["matching"] <= 20
            with closing(Ledger(tmp_path / "ledger.db")) as ledger:
                assert ledger.guests() == []

    def join(self, lodge: Relay, stays: bool) -> str | int | None:
        client = lodge.dial("/v1/queue")
        with suppress(ConnectionClosed):
            client.socket.send(hello(secret=token_urlsafe(32)))
        first = client.first()
        if first is None:
            return client.closed()
        if not stays:
            client.leave()
        return "waits"


class TestTable:
    def test_nobody_else_gets_in_as_a_player(self, lodge: Relay) -> None:
        ann, ben = meet(lodge)
        room = ann.matched["room"]
        assert self.refused(lodge, room, role="guest") == 1013
        assert self.refused(lodge, room, role="host") == 4003
        assert self.refused(lodge, room, role="guest", token=SECRET) == 4001
        assert self.refused(lodge, room, role="host", token=ben.secret) == 4003
        play_out(ann, ben)

    @pytest.mark.parametrize(
        "frame",
        [
            {"t": "send", "id": "x", "to": "all", "p": "x"},
            {"t": "snapshot", "n": 1, "blob": "x"},
            {"t": "kick", "member": "x"},
        ],
    )
    def test_a_frame_that_claims_the_referees_rights_ends_the_connection(
        self, lodge: Relay, frame: dict[str, Any]
    ) -> None:
        ann, ben = meet(lodge)
        ann.room.say(**frame)
        assert ann.room.closed() == 4003
        ben.room.say(t="bye")

    def test_an_offer_to_take_over_the_table_comes_to_nothing(self, lodge: Relay) -> None:
        ann, ben = meet(lodge)
        ann.room.say(t="succeed")
        play_out(ann, ben)
        assert ann.stage is Stage.RATED

    def test_a_result_that_a_client_claims_is_no_result(self, lodge: Relay) -> None:
        ann, ben = meet(lodge)
        ann.until(lambda us: us.stage is Stage.PLAYING)
        assert ann.update is not None
        assert ann.bout is not None
        bout = ann.bout
        won = Bout(bout.id, Stage.RATED, Finish.LEFT, ann.seat, bout.contenders, 0)
        for at, text in enumerate(
            [letters.write(won), letters.write(Tell("", 0, ann.update)), "{}", "[" * 1000, ""]
        ):
            ann.room.send("host", text, id=f"x{at}")
        for at, p in enumerate([None, 7, {"t": "ask"}]):
            ann.room.send("host", p, id=f"y{at}")
        ann.until(lambda us: len(us.refused) == 8)
        assert {refused.code for refused in ann.refused} == {"unreadable"}
        play_out(ann, ben)
        assert ben.bout == ann.bout

    @pytest.mark.parametrize(
        "command",
        [
            Join("Ann"),
            Configure(SETUP, (Level.EASY, Level.EASY)),
            Ready(on=False),
            Start(),
            NextRound(),
            Rename("Ben"),
            Kick(0),
            Kick(1),
        ],
        ids=count(),
    )
    def test_what_the_referee_sees_to_is_no_players_business(
        self, lodge: Relay, command: Command
    ) -> None:
        ann, ben = meet(lodge)
        ann.ask(command)
        ann.until(lambda us: bool(us.refused))
        assert [refused.code for refused in ann.refused] == ["ranked"]
        play_out(ann, ben)
        assert ann.stage is Stage.RATED

    def test_nobody_acts_for_the_other_or_against_the_rules(self, lodge: Relay) -> None:
        ann, ben = meet(lodge)
        waiting, acting = (ann, ben) if ben.is_its_turn else (ben, ann)
        waiting.ask(Act(waiting.version, acting.view.legal[0]))
        waiting.ask(Act(waiting.version + 1, Pass()))
        foreign = next(tile for tile in SETUP.rules.tiles if tile not in acting.view.hand)
        acting.ask(Act(acting.version, Play(foreign, End.LEFT)))
        waiting.until(lambda us: len(us.refused) == 2)
        acting.until(lambda us: bool(us.refused))
        assert [refused.code for refused in waiting.refused] == ["not_your_turn", "stale"]
        assert acting.refused[0].code == "not_in_hand"
        assert Tile.parse("9-9") not in SETUP.rules.tiles
        play_out(ann, ben)
        assert ann.stage is Stage.RATED

    def test_the_same_ask_twice_is_heard_once(self, lodge: Relay) -> None:
        ann, ben = meet(lodge)
        ann.ask(React(Phrase.THANKS))
        again = letters.write(Ask(ann.page, ann.asked, React(Phrase.OH_NO)))
        ann.room.send("host", again, id="again")
        play_out(ann, ben)
        events = [event for update in ben.heard for event in update.events]
        assert [event for event in events if isinstance(event, Reacted)] == [
            Reacted(ann.seat, Phrase.THANKS)
        ]

    def test_a_watcher_says_nothing(self, lodge: Relay) -> None:
        ann, ben = meet(lodge)
        watcher = lodge.enter(ann.matched["room"], "watch")
        watcher.send("host", letters.write(Ask("p", 1, Act(ann.version, Pass()))))
        assert watcher.closed() == 4003
        play_out(ann, ben)

    def refused(self, lodge: Relay, room: str, **fields: Any) -> int | None:
        client = lodge.connect(room)
        client.say(t="hello", v=1, **fields)
        return client.closed()


class TestLedger:
    def test_a_locked_ledger_refuses_ranked_games_and_leaves_private_tables_alone(
        self, tmp_path: Path
    ) -> None:
        path = tmp_path / "ledger.db"
        with troubled(tmp_path / "site", LODGE_LEDGER=str(path)) as lodge:
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                pair = [Rival(lodge), Rival(lodge, "Ben")]
                for rival in pair:
                    rival.seek()
                for rival in pair:
                    assert rival.queue.hear("error")["code"] == "ledger"
                    assert rival.queue.closed() == 1013
                late = Rival(lodge)
                assert "Private tables go on" in late.seek()["message"]
                assert late.queue.closed() == 1013
                _, host, [guest] = lodge.table()
                guest.send("host", "as ever")
                assert host.hear("deliver")["p"] == "as ever"
                other.execute("ROLLBACK")
            while Rival(lodge).seek_once()["t"] == "error":
                pass
            play_out(*meet(lodge))

    def test_a_result_that_cannot_be_written_is_no_result(self, tmp_path: Path) -> None:
        path = tmp_path / "ledger.db"
        with troubled(tmp_path / "site", LODGE_LEDGER=str(path)) as lodge:
            ann, ben = meet(lodge)
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                play_out(ann, ben)
                other.execute("ROLLBACK")
            assert ann.bout is not None
            assert ann.stage is ben.stage is Stage.UNWRITTEN
            assert [one.gained for one in ann.bout.contenders] == [None, None]
            assert lodge.ask(f"/v1/ranked/{ann.bout.id}")[0] == 404

    def test_a_ledger_that_cannot_be_read_is_said_to_be_one(self, tmp_path: Path) -> None:
        path = tmp_path / "ledger.db"
        with relay(tmp_path / "site", LODGE_LEDGER=str(path), **FREE) as lodge:
            with closing(sqlite3.connect(path)) as other:
                other.execute("DROP TABLE guests")
            assert Rival(lodge).seek_once()["code"] == "ledger"
            status, answer = lodge.ask("/v1/leaderboard")
            assert (status, answer) == (503, '{"error":"the ledger cannot be read now"}')
            lodge.table()

    def test_a_full_disk_refuses_ranked_games(self, tmp_path: Path) -> None:
        path = tmp_path / "ledger.db"
        little = ("sh", "-c", 'ulimit -f 128 && exec "$@"', "sh")
        with ExitStack() as stack:
            ledger = stack.enter_context(closing(Ledger(path)))
            stack.enter_context(ledger.at_rest())
            assert ledger.entry("any") is None  # so that what is written now is in the way
            with closing(sqlite3.connect(path)) as other:
                other.executescript(
                    "CREATE TABLE much (x); INSERT INTO much VALUES (zeroblob(99999))"
                )
            lodge = stack.enter_context(
                troubled(tmp_path / "site", *little, LODGE_LEDGER=str(path))
            )
            ann, ben = Rival(lodge), Rival(lodge, "Ben")
            ann.seek()
            ben.seek()
            assert ann.queue.hear("error")["code"] == "ledger"
            _, host, [guest] = lodge.table()
            guest.send("host", "as ever")
            assert host.hear("deliver")["p"] == "as ever"

    def test_without_a_ledger_nothing_is_ranked(self, tmp_path: Path) -> None:
        with relay(tmp_path, LODGE_LEDGER="") as lodge:
            rival = Rival(lodge)
            assert rival.seek()["code"] == "closed"
            assert rival.queue.closed() == 1013
            assert json.loads(lodge.ask("/v1/leaderboard")[1]) == {"guests": []}
            assert json.loads(lodge.ask("/v1/ranked")[1]) == {"bouts": []}
            assert lodge.ask("/v1/ranked/a.1")[0] == 404
            assert lodge.ask("/v1/players/a")[0] == 404


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_relay_that_closes_tells_both_that_their_bout_is_void(
    tmp_path: Path, stop: signal.Signals
) -> None:
    files = {"LODGE_LEDGER": str(tmp_path / "ledger.db")}
    with running(a_site(tmp_path), **files, **FREE) as (process, port), ExitStack() as people:
        lodge = Relay(process, port, people)
        pair = meet(lodge)
        waits = Rival(lodge)
        waits.seek()
        process.send_signal(stop)
        for rival in pair:
            rival.until(lambda us: us.stage in OVER)
            assert rival.bout is not None
            assert (rival.bout.stage, rival.bout.finish) == (Stage.VOID, None)
            assert rival.room.closed() == 1012
        assert waits.queue.closed() == 1012
        assert process.wait(PATIENCE) == 0
    with relay(tmp_path, **files, **FREE) as lodge:
        ann = Rival(lodge, "Ann", pair[0].secret)
        before = lodge.connect(pair[0].matched["room"])
        before.say(t="hello", v=1, role="guest", token=ann.secret)
        assert before.closed() == 4004
        assert ann.seek()["bouts"] == 0


def test_a_relay_that_closes_writes_what_is_over_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with (
        relay(tmp_path, LODGE_LEDGER=str(path), **FREE) as lodge,
        closing(sqlite3.connect(path, isolation_level=None)) as other,
    ):
        pair = meet(lodge)
        next(rival for rival in pair if rival.is_its_turn).play_on()
        other.execute("BEGIN IMMEDIATE")
        pair[0].ask(Leave())
        pair[0].until(lambda us: us.stage is Stage.WRITING)
        lodge.process.terminate()
        while lodge.ask("/readyz")[0] != 503:
            pass
        other.execute("ROLLBACK")
        for rival in pair:
            rival.until(lambda us: us.stage in OVER)
            assert rival.stage is Stage.RATED
            assert rival.room.closed() == 1012


def test_a_relay_that_closes_pairs_nobody(tmp_path: Path) -> None:
    files = {"LODGE_LEDGER": str(tmp_path / "ledger.db"), "LODGE_DRAIN": "30"}
    with running(a_site(tmp_path), **files, **FREE) as (process, port), ExitStack() as people:
        lodge = Relay(process, port, people)
        waits = Rival(lodge)
        waits.seek()
        process.terminate()
        while lodge.ask("/readyz")[0] != 503:
            pass
        while (late := Rival(lodge)).seek() is not None:
            late.queue.leave()
        assert late.queue.closed() == 1012
        process.kill()
