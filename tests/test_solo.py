"""A table of one's own: what it tells its player, what is kept of it, and how it is taken up."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.effects import StartSolo
from app.intents.hearth import DealSolo, Unfinished
from app.links.solo import PLAYER, SoloLink
from engine.actions import Draw, Play
from engine.chairs import Level
from engine.codec import to_text
from engine.events import Opened, Played
from engine.messages import Act, NextRound, Phase, Refused, Rematch, Reply, Start, Update
from engine.round import legal_actions
from engine.rules import RULES, Setup, Variant
from engine.snapshot import Snapshot
from engine.table import Table
from engine.witness import Checked, Memory, Verdict
from tests.page import BLOCK_ROUND, tiles_of
from tests.story import live
from tests.strategies import GAMES, SEEDS, move_on, setups

FOUR = Setup(Variant.DRAW, 4, 100)


class Seat:
    """A player at a link: all that was told, and a bell for each time that it was."""

    def __init__(self, link: SoloLink, pace: float = 0.9, memory: Memory | None = None) -> None:
        self.link = link
        self.memory = memory
        self.told: list[Reply] = []
        self.changes = 0
        self.complaints: list[str] = []
        self._bell = asyncio.Event()
        link.open(
            pace=pace,
            told=self._hear,
            memory=memory,
            remember=self._remember,
            changed=self._change,
            complain=self.complaints.append,
        )

    def _hear(self, reply: Reply, checked: Checked | None) -> None:
        self.told.append(reply)
        self.checked = checked
        self._bell.set()

    def _remember(self, memory: Memory) -> None:
        self.memory = memory

    def _change(self) -> None:
        self.changes += 1

    @property
    def update(self) -> Update:
        return next(reply for reply in reversed(self.told) if isinstance(reply, Update))

    async def until(self, done: Callable[[Update], bool]) -> Update:
        while not done(self.update):
            self._bell.clear()
            await self._bell.wait()
        return self.update

    async def play_until(self, done: Callable[[Update], bool]) -> Update:
        """Take the first legal action at each turn."""
        while not done(update := await self.until(lambda u: may_act(u) or done(u))):
            assert update.view is not None
            self.link.say(Act(update.version, update.view.legal[0]))
        return update


def may_act(update: Update) -> bool:
    return update.view is not None and bool(update.view.legal)


def my_turn(update: Update) -> bool:
    return update.view is not None and update.view.turn == 0


def their_turn(update: Update) -> bool:
    return update.view is not None and update.view.turn not in (0, None)


def later_than(before: Update) -> Callable[[Update], bool]:
    return lambda update: update.version > before.version


def over(update: Update) -> bool:
    return update.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)


def kept_table(setup: Setup, seed: int, moves: int) -> Table:
    """A player's table after so many moves, the same for the same seed."""
    table, random = Table("here", PLAYER, "", setup, (Level.EASY,)), Random(seed)
    table.command(PLAYER, Start(), 0.0)
    for _ in range(moves):
        if table.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
            break
        if table.phase is Phase.PLAYING and table.turn == 0:
            assert table.round is not None
            action = random.choice(legal_actions(table.round))
            table.command(PLAYER, Act(table.version, action), 0.0)
        else:
            move_on(table, random)
    return table


def kept(table: Table) -> str:
    return to_text(table.snapshot(0.0))


def changed(**changes: Any) -> str:
    """What is kept of a table in mid-round, with something else in places."""
    plain = json.loads(kept(kept_table(FOUR, 1, 12)))
    return json.dumps(plain | changes)


# Playing


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_a_new_table_deals_and_tells_its_player_all_that_one_seat_may_know(setup: Setup) -> None:
    async def story() -> None:
        seat = Seat(SoloLink.new(setup, (Level.EASY,)))
        before, dealt = seat.told[0], await seat.until(lambda update: update.view is not None)
        assert isinstance(before, Update)
        assert (before.phase, before.view) == (Phase.DEALING, None)
        assert (dealt.seat, dealt.host, dealt.phase) == (0, 0, Phase.PLAYING)
        assert (dealt.setup, dealt.paused) == (setup, False)
        assert dealt.left == pytest.approx(90.0, abs=1)
        assert dealt.chairs[0].is_person
        assert not [chair for chair in dealt.chairs[1:] if chair.is_person]
        [opened] = dealt.events
        assert isinstance(opened, Opened)
        assert dealt.view is not None
        assert len(dealt.view.hand) == 7 - (opened.seat == 0)

    live(story())


def test_a_first_round_is_dealt_by_the_given_secrets_and_the_next_by_fresh_ones() -> None:
    known = tiles_of("0-3 2-6 5-6 0-1 1-5 1-3 1-6")  # the known answer's first
    setup, given = Setup(Variant.BLOCK, 2, 100), (bytes(32), b"\x11" * 32)

    async def story() -> None:
        seat = Seat(SoloLink.new(setup, (Level.EASY,), given), pace=0.0)
        dealt = await seat.until(lambda update: update.view is not None)
        assert dealt.view is not None
        assert dealt.view.hand == known
        await seat.play_until(over)
        assert seat.checked == Checked(Verdict.FAIR)
        seat.link.say(NextRound())
        await seat.until(lambda update: update.phase is Phase.PLAYING)
        await seat.play_until(over)
        assert seat.checked == Checked(Verdict.FAIR)
        first, second = (each.fair.secrets for each in seat.link.transcript.rounds if each.fair)
        assert tuple(secret.raw for secret in first) == given
        assert not {secret.raw for secret in second} & set(given)

    live(story())


def test_what_asks_for_a_table_does_not_show_its_secrets() -> None:
    given = (b"\x11" * 32, b"\x22" * 32)
    shown = repr((DealSolo(FOUR, (), given), StartSolo(FOUR, (), 0.9, given)))
    assert "1111" not in shown
    assert "x11" not in shown


def test_each_chair_has_the_level_that_was_chosen_for_it() -> None:
    async def story() -> None:
        levels = (Level.EASY, Level.STEADY, Level.EASY, Level.STEADY)
        seat = Seat(SoloLink.new(FOUR, levels))
        assert tuple(chair.level for chair in seat.update.chairs[1:]) == levels[1:]

    live(story())


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_a_match_is_played_to_its_end_and_once_more(setup: Setup) -> None:
    async def story() -> None:
        seat = Seat(SoloLink.new(setup, (Level.STEADY,)))
        for _ in range(2):
            while (await seat.play_until(over)).phase is Phase.ROUND_OVER:
                assert seat.link.unfinished is not None
                seat.link.say(NextRound())
                await seat.until(lambda update: update.phase is Phase.PLAYING)
            assert (seat.link.keepsake(), seat.link.unfinished) == (None, None)
            seat.link.say(Rematch())
            await seat.until(lambda update: update.phase is Phase.PLAYING)
            assert seat.update.view is not None
            assert (seat.update.view.results, set(seat.update.view.scores)) == ((), {0})
        assert seat.complaints == []

    live(story())


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_nothing_told_before_the_end_holds_a_tile_of_another_or_of_the_boneyard(
    setup: Setup,
) -> None:
    async def story() -> None:
        link = SoloLink.new(setup, (Level.STEADY,))
        seat = Seat(link)
        for _ in range(3):  # rounds, or matches
            await seat.play_until(
                lambda update: over(update) or knows_too_much(update, link._table)
            )
            assert over(seat.update)
            assert seat.update.view is not None
            assert link._table.round is not None
            assert seat.update.view.hands == link._table.round.hands
            seat.link.say(NextRound() if seat.update.phase is Phase.ROUND_OVER else Rematch())
            await seat.until(lambda update: update.phase is Phase.PLAYING)

    live(story())


def knows_too_much(update: Update, truth: Table) -> bool:
    if truth.round is None:
        return False
    known = {str(tile) for tile in truth.round.hands[0]}
    known |= {str(laid.tile) for laid in truth.round.line.laid}
    named = re.findall('"([0-9])-([0-9])"', to_text(update))
    return not {"-".join(sorted(halves)) for halves in named} <= known


def test_a_refused_action_is_told_to_the_player_and_changes_nothing() -> None:
    async def story() -> None:
        seat = Seat(SoloLink.kept(kept(kept_table(BLOCK_ROUND, 3, 1))))
        update = await seat.until(may_act)
        for command, code in (
            (Act(update.version, Draw()), "no_drawing"),
            (Act(update.version - 1, Draw()), "stale"),
            (NextRound(), "not_now"),
        ):
            changes = seat.changes
            seat.link.say(command)
            refused = seat.told[-1]
            assert isinstance(refused, Refused)
            assert refused.code == code
            assert seat.changes == changes
            assert seat.update is update

    live(story())


def test_regulars_take_the_pace_that_is_set() -> None:
    async def story() -> None:
        clock = asyncio.get_running_loop().time
        seat = Seat(SoloLink.kept(kept(kept_table(FOUR, 1, 1))))
        for pace in (5.0, 0.5):
            await seat.play_until(my_turn)
            seat.link.set_pace(pace)
            before = await seat.play_until(their_turn)
            start = clock()
            await seat.until(later_than(before))
            assert pace <= clock() - start < pace + 0.4

    live(story())


def test_after_ninety_seconds_the_lodge_plays_for_the_player() -> None:
    async def story() -> None:
        clock = asyncio.get_running_loop().time
        seat = Seat(SoloLink.kept(kept(kept_table(BLOCK_ROUND, 3, 1))))
        update = await seat.until(may_act)
        start = clock()
        after = await seat.until(later_than(update))
        assert 89 <= clock() - start < 91
        assert after.chairs[0].missed == 1
        assert after.chairs[0].present

    live(story())


def test_while_paused_nobody_acts_and_no_time_runs() -> None:
    async def story() -> None:
        seat = Seat(SoloLink.kept(kept(kept_table(FOUR, 1, 1))))
        for mine in (True, False):
            await seat.play_until(my_turn if mine else their_turn)
            seat.link.set_paused(True)
            before = seat.update
            assert before.paused
            await asyncio.sleep(1000)
            assert seat.update == before
            seat.link.set_paused(False)
            assert seat.update.left is not None
            assert seat.update.left == pytest.approx(before.left, abs=0.1)
            assert (seat.update.paused, seat.update.version) == (False, before.version)

    live(story())


def test_a_closed_table_says_nothing_more() -> None:
    async def story() -> None:
        seat = Seat(SoloLink.new(FOUR, (Level.EASY,)))
        await seat.until(lambda update: update.view is not None)
        seat.link.close()
        told = len(seat.told)
        await asyncio.sleep(1000)
        assert len(seat.told) == told

    live(story())


# Keeping


@settings(max_examples=30)
@given(setups, SEEDS, st.integers(0, 60))
def test_a_table_taken_up_again_is_the_table_that_was_kept(
    setup: Setup, seed: int, moves: int
) -> None:
    table = kept_table(setup, seed, moves)

    async def story() -> None:
        if table.phase is Phase.MATCH_OVER:
            assert SoloLink(table).keepsake() is None
            return
        link = SoloLink(table)
        text = link.keepsake()
        assert text is not None
        again = Seat(SoloLink.kept(text))
        now = asyncio.get_running_loop().time()
        wanted = table.update(PLAYER, (), now)
        assert replace(again.update, left=None, version=0) == replace(wanted, left=None, version=0)
        assert again.link.unfinished == link.unfinished

    live(story())


@pytest.mark.parametrize(
    ("left", "shown"), [(41.5, 41.5), (90.0, 90.0), (5000.0, 90.0), (-3.0, 0.0), (1e300, 90.0)]
)
def test_the_clock_goes_on_with_the_seconds_that_were_left(left: float, shown: float) -> None:
    async def story() -> None:
        seat = Seat(SoloLink.kept(changed(left=left)))
        assert seat.update.left == pytest.approx(shown, abs=1)

    live(story())


def test_what_the_hearth_may_say_of_an_unfinished_match() -> None:
    async def story() -> None:
        assert SoloLink.new(FOUR, ()).unfinished == Unfinished(FOUR, 1, (0, 0, 0, 0))
        table = kept_table(Setup(Variant.DRAW, 2, 200), 5, 10_000)
        assert table.phase is Phase.ROUND_OVER
        table.command(PLAYER, NextRound(), 0.0)
        table.deal(table.setup.rules.tiles, 0.0)
        unfinished = SoloLink(table).unfinished
        assert unfinished == Unfinished(table.setup, 2, table.match.scores)
        assert max(table.match.scores) > 0

    live(story())


HONEST = json.loads(changed())


def deck_of(deck: list[str]) -> list[dict[str, Any]]:
    return [HONEST["rounds"][0] | {"deck": deck}]


def deeds(*more: dict[str, Any]) -> list[dict[str, Any]]:
    [one] = HONEST["rounds"]
    return [one | {"deeds": [*one["deeds"], *more]}]


DECK, CHAIRS = HONEST["rounds"][0]["deck"], HONEST["chairs"]
PLAYER_PASSES = {"t": "deed", "seat": 0, "action": {"t": "pass"}, "by": "player"}
FOREIGN = {
    "empty": "",
    "no JSON": "{",
    "binary": "\0\x01\ufffd\ud800",
    "JSON of something else": '{"theme": "dark"}',
    "a list": "[]",
    "null": "null",
    "not a number": changed(left=0).replace('"left": 0', '"left": NaN'),
    "too deep": "[" * 100_000,
    "deep within": changed(host="#").replace('"#"', "[" * 900 + "]" * 900),
    "another host": changed(host="somebody"),
    "another's chair": changed(members=["somebody", "", "", ""]),
    "the player elsewhere": changed(members=["", PLAYER, "", ""]),
    "the player twice": changed(members=[PLAYER, PLAYER, "", ""]),
    "a stranger at the table": changed(members=[PLAYER, "somebody", "", ""]),
    "a regular in the player's chair": changed(chairs=[CHAIRS[1], *CHAIRS[1:]]),
    "a person in a regular's chair": changed(chairs=[CHAIRS[0], CHAIRS[0], *CHAIRS[2:]]),
    "a chair too few": changed(members=[PLAYER, ""], chairs=CHAIRS[:2]),
    "no chair": changed(members=[], chairs=[]),
    "a setup that is not played": changed(setup=HONEST["setup"] | {"target": 99}),
    "a tile twice": changed(rounds=deck_of([DECK[1], *DECK[1:]])),
    "a tile too few": changed(rounds=deck_of(DECK[1:])),
    "a tile too many": changed(rounds=deck_of([*DECK, "3-5"])),
    "no tile": changed(rounds=deck_of(["9-x", *DECK[1:]])),
    "a deed out of turn": changed(rounds=deeds(PLAYER_PASSES, PLAYER_PASSES)),
    "a seat that there is not": changed(rounds=deeds(PLAYER_PASSES | {"seat": 77})),
    "a round after an unfinished one": changed(rounds=HONEST["rounds"] * 2),
    "neither a deal nor a round": changed(rounds=[]),
    "a deal in mid-round": changed(dealing=True),
    "something more": changed(seed=42),
    "another version": changed(t="snapshot2"),
}


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
def test_what_no_table_of_ours_has_written_is_refused(text: str) -> None:
    async def story() -> None:
        with pytest.raises(ValueError, match=r"."):
            SoloLink.kept(text)

    live(story())


def test_the_text_that_those_were_made_from_is_read() -> None:
    """Otherwise they could all be refused for one and the same reason."""

    async def story() -> None:
        assert SoloLink.kept(changed()).unfinished == Unfinished(FOUR, 1, (0, 0, 0, 0))

    live(story())


@settings(max_examples=40)
@given(st.text() | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_no_text_whatever_breaks_the_reading(text: str) -> None:
    async def story() -> None:
        with pytest.raises(ValueError, match=r"."):
            SoloLink.kept(text)

    live(story())


@settings(max_examples=40)
@given(st.data())
def test_a_text_with_one_place_changed_is_read_or_refused_and_then_played(
    data: st.DataObject,
) -> None:
    """Whatever it has become: it is no table, or it is one that can be played."""
    text = changed()
    at = data.draw(st.integers(0, len(text) - 1))
    text = text[:at] + data.draw(st.sampled_from('0159"[]{},-: at')) + text[at + 1 :]

    async def story() -> None:
        try:
            link = SoloLink.kept(text)
        except ValueError:
            return
        seat = Seat(link)
        await seat.play_until(over)
        assert seat.complaints == []

    live(story())


def test_a_keepsake_is_a_snapshot_and_says_nothing_of_the_player() -> None:
    async def story() -> None:
        plain = json.loads(SoloLink.new(FOUR, ()).keepsake() or "")
        assert set(plain) - {"t"} == set(Snapshot.__dataclass_fields__)
        assert (plain["host"], plain["members"]) == (PLAYER, [PLAYER, "", "", ""])

    live(story())


def test_two_tables_are_dealt_differently() -> None:
    async def story() -> None:
        decks = set()
        for _ in range(5):
            seat = Seat(SoloLink.new(FOUR, ()))
            await seat.until(lambda update: update.view is not None)
            decks.add(tuple(json.loads(seat.link.keepsake() or "")["rounds"][0]["deck"]))
            seat.link.close()
        assert len(decks) == 5
        assert all(len(set(deck)) == len(RULES[Variant.DRAW].tiles) for deck in decks)

    live(story())


def test_a_play_is_told_as_what_happened() -> None:
    async def story() -> None:
        seat = Seat(SoloLink.kept(kept(kept_table(BLOCK_ROUND, 3, 1))))
        update = await seat.until(may_act)
        assert update.view is not None
        play = update.view.legal[0]
        assert isinstance(play, Play)
        seat.link.say(Act(update.version, play))
        assert seat.update.events == (Played(0, play.tile, play.end),)
        assert seat.update.version == update.version + 1

    live(story())
