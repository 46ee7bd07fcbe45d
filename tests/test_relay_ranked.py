"""Ranked Block over real sockets: two meet in the queue, play under the referee, and are rated."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main as engine
from engine.actions import Pass, Play
from engine.letters import Bout, Stage
from engine.messages import Act, Leave, Rematch
from engine.ranked import Finish
from engine.witness import Verdict
from relay.ledger import player_of
from relay.members import digest
from tests.relaying import Relay, relay
from tests.rivals import OVER, Rival, meet, play_out, take_part

FREE = {
    "LODGE_ADDRESS_JOINS": "10000",
    "LODGE_ADDRESS_CONNECTIONS": "1000",
    "LODGE_GUEST_BURST": "1000",  # for those who play as fast as they can
}
"""Everybody here comes from one address."""


@pytest.fixture(scope="module")
def lodge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Relay]:
    folder = tmp_path_factory.mktemp("relay")
    with relay(folder, LODGE_LEDGER=str(folder / "ledger.db"), **FREE) as running:
        yield running


def get(lodge: Relay, path: str) -> Any:
    status, text = lodge.ask(path)
    assert status == 200
    return json.loads(text)


def test_two_meet_play_and_are_rated(lodge: Relay, tmp_path: Path) -> None:
    ann, ben = meet(lodge)
    assert ann.matched["opponent"]["name"] == "Ben"
    play_out(ann, ben)
    assert ann.bout == ben.bout
    bout = rated(ann)
    assert {rival.checked.verdict for rival in (ann, ben) if rival.checked} == {Verdict.FAIR}
    gained = [contender.gained or 0 for contender in bout.contenders]
    if bout.winner is not None:
        assert gained[bout.winner] > 0 > gained[1 - bout.winner]
    transcript = tmp_path / "transcript.json"
    transcript.write_text(json.dumps(get(lodge, f"/v1/ranked/{bout.id}")))
    assert engine(["replay", str(transcript)]) == 0
    mine = get(lodge, f"/v1/players/{bout.contenders[ann.seat].player}")
    assert (mine["rating"], mine["bouts"]) == (bout.contenders[ann.seat].rating, 1)
    [result] = mine["results"]
    assert (result["id"], result["seat"], result["winner"]) == (bout.id, ann.seat, bout.winner)
    assert result["opponent"]["name"] == "Ben"
    assert mine["player"] in [one["player"] for one in get(lodge, "/v1/leaderboard")["guests"]]


def test_the_newcomer_of_before_comes_with_a_rating(lodge: Relay) -> None:
    ann, ben = meet(lodge)
    play_out(ann, ben)
    welcome = Rival(lodge, "Anna", ann.secret).seek_once()
    mine = rated(ann).contenders[ann.seat]
    assert (welcome["player"], welcome["rating"], welcome["bouts"]) == (mine.player, mine.rating, 1)


def test_a_pass_is_checked_and_refused_with_the_tile_that_fits(lodge: Relay) -> None:
    acting, _ = in_turn(*meet(lodge))
    while isinstance(acting.view.legal[0], Pass):
        acting, _ = in_turn(*meet(lodge))
    acting.ask(Act(acting.version, Pass()))
    acting.until(lambda us: bool(us.refused))
    [refused] = acting.refused
    assert refused.code == "must_play"
    fits = {str(play.tile) for play in acting.view.legal if isinstance(play, Play)}
    assert refused.message.split()[0] in fits


def test_who_leaves_loses_once_somebody_has_acted(lodge: Relay) -> None:
    acting, waiting = in_turn(*meet(lodge))
    acting.play_on()
    acting.ask(Leave())
    for rival in (acting, waiting):
        rival.until(lambda us: us.stage in OVER)
        bout = rated(rival)
        assert (bout.finish, bout.winner) == (Finish.LEFT, waiting.seat)
    kept = get(lodge, f"/v1/ranked/{rated(acting).id}")
    assert len(kept["rounds"][0]["actions"]) == 1


def test_who_ends_its_membership_has_left(lodge: Relay) -> None:
    acting, waiting = in_turn(*meet(lodge))
    acting.play_on()
    waiting.room.say(t="bye")
    assert waiting.room.closed() == 1000
    acting.until(lambda us: us.stage in OVER)
    assert (rated(acting).finish, rated(acting).winner) == (Finish.LEFT, acting.seat)


def test_a_bout_in_which_nobody_has_acted_is_void(lodge: Relay) -> None:
    ann, ben = meet(lodge)
    ann.ask(Leave())
    for rival in (ann, ben):
        rival.until(lambda us: us.stage in OVER)
        assert rival.bout is not None
        assert (rival.stage, rival.bout.winner) == (Stage.VOID, None)
    assert lodge.ask(f"/v1/ranked/{ben.bout.id if ben.bout else ''}")[0] == 404
    assert Rival(lodge, "Ann", ann.secret).seek_once()["bouts"] == 0


def test_after_a_result_both_may_play_again(lodge: Relay) -> None:
    ann, ben = meet(lodge)
    play_out(ann, ben)
    first = rated(ann)
    ann.ask(Rematch())
    ben.until(lambda us: us.bout is not None and us.bout.contenders[ann.seat].rematch)
    ben.ask(Rematch())
    for rival in (ann, ben):
        rival.until(lambda us: us.stage is Stage.PLAYING)
    take_part(ann, ben)
    play_out(ann, ben)
    second = rated(ann)
    assert (first.id, second.id) == (f"{ann.matched['room']}.1", f"{ann.matched['room']}.2")
    for before, after in zip(first.contenders, second.contenders):
        assert after.rating == before.rating + (after.gained or 0)
    assert {rival.checked.verdict for rival in (ann, ben) if rival.checked} == {Verdict.FAIR}
    for bout in (first, second):
        get(lodge, f"/v1/ranked/{bout.id}")


def test_nobody_plays_again_with_one_who_is_gone(lodge: Relay) -> None:
    ann, ben = meet(lodge)
    play_out(ann, ben)
    ben.ask(Rematch())
    ann.until(lambda us: us.bout is not None and us.bout.contenders[ben.seat].rematch)
    ben.room.leave()
    ann.until(lambda us: us.bout is not None and not us.bout.contenders[ben.seat].rematch)
    ann.ask(Rematch())
    ann.until(lambda us: bool(us.refused))
    assert ann.refused[0].code == "not_now"


def test_a_room_is_closed_when_one_leaves_after_the_end(lodge: Relay) -> None:
    ann, ben = meet(lodge)
    play_out(ann, ben)
    ben.ask(Leave())
    assert ann.room.closed() == 4011


def test_who_drops_has_a_visible_grace_and_goes_on(lodge: Relay) -> None:
    acting, waiting = in_turn(*meet(lodge))
    acting.room.leave()
    waiting.until(
        lambda us: us.bout is not None and us.bout.contenders[acting.seat].away is not None
    )
    assert waiting.bout is not None
    assert 50 < (waiting.bout.contenders[acting.seat].away or 0) <= 60
    acting.come(acting.matched["room"])
    waiting.until(lambda us: away(us, acting) is None)
    acting.update = None
    acting.until(lambda us: us.is_its_turn)
    play_out(acting, waiting)
    rated(waiting)


def test_who_comes_back_to_the_queue_is_sent_to_its_bout(lodge: Relay) -> None:
    ann, ben = meet(lodge)
    reloaded = Rival(lodge, "Ann", ann.secret)
    assert reloaded.seek() == ann.matched
    reloaded.come(ann.matched["room"])
    assert ann.room.closed() == 4009
    reloaded.until(lambda us: us.update is not None and us.bout is not None)
    play_out(*in_turn(reloaded, ben))
    rated(ben)


class TestWatching:
    def test_a_watcher_sees_no_hand_before_the_end(self, lodge: Relay) -> None:
        ann, ben = meet(lodge)
        [bout] = [one for one in bouts(lodge) if one["room"] == ann.matched["room"]]
        assert [one["name"] for one in bout["contenders"]] == ["Ann", "Ben"]
        cyd = watch(lodge, bout["room"])
        play_out(ann, ben)
        cyd.until(lambda us: us.stage in OVER)
        *during, last = cyd.heard
        assert during
        for update in during:
            assert update.view is not None
            assert (update.seat, update.view.hand, update.view.hands) == (None, (), None)
            assert update.fair is None or not update.fair.secrets
        assert last.view is not None
        assert last.view.hands is not None

    def test_a_watcher_that_comes_in_the_middle_sees_what_is_played(self, lodge: Relay) -> None:
        acting, waiting = in_turn(*meet(lodge))
        acting.play_on()
        cyd = watch(lodge, acting.matched["room"])
        cyd.until(lambda us: us.update is not None and us.bout is not None)
        assert len(cyd.view.record) == 2
        waiting.until(lambda us: us.bout is not None and us.bout.watchers == 1)
        cyd.room.leave()
        waiting.until(lambda us: us.bout is not None and us.bout.watchers == 0)

    def test_fifty_may_watch(self, lodge: Relay) -> None:
        ann, ben = meet(lodge)
        crowd = [watch(lodge, ann.matched["room"]) for _ in range(50)]
        late = lodge.connect(ann.matched["room"])
        late.say(t="hello", v=1, role="watch")
        assert late.closed() == 1013
        play_out(ann, ben)
        for watcher in crowd:
            watcher.until(lambda us: us.stage in OVER)
            assert watcher.view.hands is not None


class TestQueue:
    def test_the_stats_say_who_waits(self, lodge: Relay) -> None:
        ann = Rival(lodge)
        assert ann.seek()["matching"] == 1
        assert get(lodge, "/v1/stats")["matching"] == 1
        ann.queue.say(t="cancel")
        assert ann.queue.hear("cancelled") == {"t": "cancelled"}
        assert ann.queue.closed() == 1000
        assert get(lodge, "/v1/stats")["matching"] == 0

    def test_who_has_cancelled_or_closed_its_tab_is_not_paired(self, lodge: Relay) -> None:
        ann, ben, cyd, dot = (Rival(lodge, name) for name in ("Ann", "Ben", "Cyd", "Dot"))
        ann.seek()
        ann.queue.say(t="cancel")
        assert ann.queue.closed() == 1000
        ben.seek()
        ben.queue.leave()
        while get(lodge, "/v1/stats")["matching"]:
            pass
        cyd.seek()
        dot.seek()
        assert cyd.queue.hear("matched")["opponent"]["name"] == "Dot"

    def test_two_tabs_of_one_guest_are_one_guest(self, lodge: Relay) -> None:
        first = Rival(lodge)
        first.seek()
        second = Rival(lodge, "Ann", first.secret)
        assert second.seek()["matching"] == 1
        assert first.queue.closed() == 4009
        ben = Rival(lodge, "Ben")
        ben.seek()
        assert ben.queue.hear("matched")["opponent"]["player"] == player_of(digest(first.secret))
        assert second.queue.hear("matched")["opponent"]["name"] == "Ben"

    def test_who_cancels_when_already_paired_makes_it_void_for_both(self, lodge: Relay) -> None:
        ann, ben = Rival(lodge), Rival(lodge, "Ben")
        ann.seek()
        ben.seek()
        ben.enter()
        ann.queue.say(t="cancel")
        assert ann.queue.hear("cancelled")
        ben.until(lambda us: us.stage in OVER)
        assert ben.stage is Stage.VOID
        assert Rival(lodge, "Ann", ann.secret).seek_once()["t"] == "welcome"
        assert Rival(lodge, "Ben", ben.secret).seek_once()["t"] == "welcome"

    def test_counts_come_by_themselves(self, lodge: Relay) -> None:
        ann = Rival(lodge)
        online = ann.seek()["online"]
        lodge.dial("/v1/queue")
        while ann.queue.hear("counts")["online"] == online:
            pass
        ann.queue.say(t="ping", at=5)
        assert ann.queue.hear("pong") == {"t": "pong", "at": 5.0}
        ann.queue.say(t="cancel")
        assert ann.queue.closed() == 1000

    def test_what_anybody_may_read_holds_no_secret(self, lodge: Relay) -> None:
        ann, ben = meet(lodge)
        during = json.dumps(bouts(lodge))
        play_out(ann, ben)
        player = rated(ann).contenders[ann.seat].player
        paths = ("/v1/leaderboard", "/v1/ranked", f"/v1/players/{player}", "/v1/stats", "/metrics")
        after = "".join(lodge.ask(path)[1] for path in paths)
        for secret in (ann.secret, ben.secret):
            for form in (secret, digest(secret).hex(), b64encode(digest(secret)).decode()):
                assert form not in during + after

    @pytest.mark.parametrize("path", ["/v1/ranked/no.1", "/v1/players/nobody"])
    def test_what_is_not_there_is_not_found(self, lodge: Relay, path: str) -> None:
        assert lodge.ask(path)[0] == 404


def away(rival: Rival, other: Rival) -> float | None:
    """The seconds in which the other one must be back, as this one was told."""
    assert rival.bout is not None
    return rival.bout.contenders[other.seat].away


def bouts(lodge: Relay) -> Any:
    return get(lodge, "/v1/ranked")["bouts"]


def watch(lodge: Relay, room: str) -> Rival:
    watcher = Rival(lodge, "watcher")
    watcher.room = lodge.enter(room, "watch")
    return watcher


def in_turn(one: Rival, other: Rival) -> tuple[Rival, Rival]:
    """Who is to act, first."""
    return (one, other) if one.is_its_turn else (other, one)


def rated(rival: Rival) -> Bout:
    assert rival.bout is not None
    assert rival.bout.stage is Stage.RATED
    return rival.bout
