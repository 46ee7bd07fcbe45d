"""A table of friends in its host's browser: whom it tells what, what it does once and keeps."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

import pytest

from app.links.hosting import LEAST_PACE, Hosting
from app.seal import to_bytes, unpack
from engine.actions import Draw
from engine.chairs import MISSED, Level
from engine.letters import Ask, Letter, Record, Tell
from engine.messages import (
    Act,
    Command,
    Join,
    Kick,
    Leave,
    NextRound,
    Phase,
    Phrase,
    React,
    Reacted,
    Ready,
    Refused,
    Rematch,
    Reply,
    Start,
    Update,
)
from engine.rules import Setup, Variant
from engine.table import Table
from engine.transcript import read
from tests.story import live, told

THREE = Setup(Variant.DRAW, 3, 100)
HERE = {"us": "U", "ada": "A", "bo": "B"}


class Desk:
    """A ``Post`` that sends nothing, and remembers in which order it was given what."""

    def __init__(self) -> None:
        self.given: list[tuple[str, str, Letter | None]] = []
        self.copies: list[Hashable] = []

    def view(self, to: str, letter: Letter) -> None:
        self.given.append(("view", to, letter))

    def letter(self, to: str, letter: Letter, copy_of: Hashable = None) -> None:
        self.given.append(("letter", to, letter))
        self.copies.append(copy_of)

    def keep(self, table: str) -> None:
        self.given.append(("table", "", None))


class Evening:
    """A table that we host, with those who are here."""

    def __init__(self, *guests: str, pace: float = 0.0) -> None:
        self.table = Table("here", "us", "Anouk", THREE, (Level.EASY,))
        self.desk = Desk()
        self.ours: list[Reply] = []
        self.complaints: list[str] = []
        self.hosting = Hosting(
            self.table,
            "us",
            post=self.desk,  # type: ignore[arg-type]
            hear=self.ours.append,
            pace=pace,
            complain=self.complaints.append,
        )
        self.hosting.open({name: HERE[name] for name in ("us", *guests)})
        for guest in guests:
            self.ask(guest, Join(guest.title()))

    def ask(self, member: str, command: Command, number: int = 0, page: str = "page") -> None:
        """By default a number that was not used before."""
        self._number = getattr(self, "_number", 0) + 1
        self.hosting.ask(member, Ask(page, number or self._number, command))

    def told(self, member: str) -> list[Tell]:
        return [
            letter for _, to, letter in self.desk.given if to == member and isinstance(letter, Tell)
        ]

    def updates(self, member: str) -> list[Update]:
        return [tell.reply for tell in self.told(member) if isinstance(tell.reply, Update)]

    def forget(self) -> None:
        self.desk.given.clear()
        self.desk.copies.clear()

    async def start(self) -> None:
        for member in self.table.seating.seat_of:
            if member != "us":
                self.ask(member, Ready(on=True))
        self.hosting.command("us", Start())
        await asyncio.sleep(10)
        assert self.table.phase is Phase.PLAYING

    async def play_out(self) -> None:
        """To the end of the match; everybody plays what comes first."""
        members = self.table.seating.members
        for _ in range(4000):
            if self.table.phase is Phase.MATCH_OVER:
                return
            if self.table.phase is Phase.ROUND_OVER:
                self.hosting.command("us", NextRound())
            seat = self.table.turn
            view = self.table.view(seat)
            if seat is not None and view is not None and members[seat]:
                self.hosting.command(members[seat], Act(self.table.version, view.legal[0]))
            else:
                await asyncio.sleep(0.5)
        raise AssertionError("the match never ended")


# Who is told what


@told
async def test_the_table_is_kept_before_anybody_is_told_and_we_hear_without_a_letter() -> None:
    it = Evening("ada")
    it.forget()
    heard = len(it.ours)
    it.ask("ada", Ready(on=True))
    assert [(kind, to) for kind, to, _ in it.desk.given] == [("table", ""), ("view", "ada")]
    assert len(it.ours) == heard + 1
    assert not any(to == "us" for _, to, _ in it.desk.given)


@told
async def test_each_seat_is_told_its_own_hand_and_who_looks_on_none() -> None:
    it = Evening("ada")
    it.hosting.meet({"us": "U", "ada": "A", "kim": None})
    await it.start()
    views = {name: it.updates(name)[-1].view for name in ("ada", "kim")}
    assert it.table.round is not None
    assert views["ada"] is not None
    assert views["ada"].hand == it.table.round.hands[1]
    assert views["kim"] is not None
    assert views["kim"].hand == ()


@told
async def test_each_is_told_what_was_last_heard_of_its_page() -> None:
    it = Evening("ada", "bo")
    it.ask("ada", Ready(on=True), 7, "new")
    assert (it.told("ada")[-1].page, it.told("ada")[-1].heard) == ("new", 7)
    assert it.told("bo")[-1].heard != 7
    it.hosting.meet({**HERE, "kim": None})
    assert (it.told("kim")[-1].page, it.told("kim")[-1].heard) == ("", 0)


@told
async def test_a_refusal_is_a_letter_that_no_view_replaces() -> None:
    it = Evening("ada")
    it.forget()
    it.ask("ada", Start())
    [(kind, to, letter)] = it.desk.given
    assert (kind, to) == ("letter", "ada")
    assert isinstance(letter, Tell)
    assert isinstance(letter.reply, Refused)


# What is asked


@told
async def test_what_is_asked_twice_is_done_once_and_answered_twice() -> None:
    it = Evening("ada")
    it.forget()
    it.ask("ada", React(Phrase.THANKS), 50)
    it.ask("ada", React(Phrase.THANKS), 50)
    it.ask("ada", React(Phrase.THANKS), 49)
    events = [event for update in it.updates("ada") for event in update.events]
    assert events == [Reacted(1, Phrase.THANKS)]
    assert len(it.told("ada")) == 3
    assert {tell.heard for tell in it.told("ada")} == {50}


@told
async def test_another_page_counts_from_one_again() -> None:
    it = Evening("ada")
    it.ask("ada", Ready(on=True), 50)
    it.ask("ada", Ready(on=False), 1, "reloaded")
    assert not it.table.seating.chairs[1].ready


@told
async def test_two_members_with_the_same_numbers_are_two() -> None:
    it = Evening("ada", "bo")
    for member in ("ada", "bo"):
        it.ask(member, Ready(on=True), 9)
    assert all(chair.ready for chair in it.table.seating.chairs[1:])


@told
async def test_only_who_was_sent_away_by_the_host_is_named() -> None:
    it = Evening("ada", "bo")
    cases: list[tuple[str, Command]] = [
        ("ada", Kick(2)), ("us", Kick(0)), ("us", Kick(-1)), ("us", Kick(9)), ("us", Leave()),
    ]  # fmt: skip
    for member, command in cases:
        assert it.hosting.command(member, command) is None
    assert it.hosting.command("us", Kick(1)) == "ada"
    assert it.hosting.command("us", Kick(1)) is None
    assert it.updates("ada")[-1].seat is None


# Who comes and goes


@told
async def test_who_is_away_from_the_beginning_is_away() -> None:
    it = Evening("ada")
    it.hosting.close()
    again = Hosting(
        it.table,
        "us",
        post=it.desk,  # type: ignore[arg-type]
        hear=it.ours.append,
        pace=0.0,
        complain=it.complaints.append,
    )
    again.open({"us": "U"})
    assert [chair.present for chair in it.table.seating.chairs] == [True, False, True]


@told
async def test_who_goes_is_away_and_told_no_more_and_who_comes_back_is_told_everything() -> None:
    it = Evening("ada", "bo")
    it.hosting.meet({"us": "U", "bo": "B"})
    assert not it.updates("bo")[-1].chairs[1].present
    it.forget()
    it.ask("bo", Ready(on=True))
    assert it.told("ada") == []
    it.hosting.meet(HERE)
    assert it.updates("ada")[-1].seat == 1
    assert it.updates("bo")[-1].chairs[1].present


@told
async def test_who_left_and_is_back_before_its_going_was_noticed_is_here() -> None:
    it = Evening("ada")
    await it.start()
    it.ask("ada", Leave())
    left = it.table.seating.chairs[1]
    it.hosting.tell("ada")
    back = it.table.seating.chairs[1]
    assert (left.present, back.present, back.plays_by_itself) == (False, True, False)


@told
async def test_only_a_page_that_is_new_is_told_again() -> None:
    it = Evening("ada", "bo")
    it.forget()
    it.hosting.meet(HERE)
    assert it.desk.given == []
    it.hosting.meet({**HERE, "ada": "another"})
    assert [to for _, to, _ in it.desk.given] == ["ada"]
    it.hosting.tell("bo")
    assert [to for _, to, _ in it.desk.given] == ["ada", "bo"]


@told
async def test_while_we_are_cut_off_no_clock_runs_and_then_all_who_are_left_hear_everything() -> (
    None
):
    it = Evening("ada", "bo")
    await it.start()
    it.hosting.pause()
    left = it.table.update("us", (), 0.0).left
    version = it.table.version
    await asyncio.sleep(1000)
    assert it.table.version == version
    it.forget()
    it.hosting.resume({"us": "U", "bo": "B"})
    assert it.desk.given[0][0] == "table"
    assert not it.updates("bo")[-1].chairs[1].present
    assert not it.updates("bo")[-1].paused
    assert it.updates("bo")[-1].left == pytest.approx(left, abs=1)
    assert it.told("ada") == []


@told
async def test_who_went_while_we_were_cut_off_is_played_for_and_may_come_back() -> None:
    it = Evening("ada", "bo")
    await it.start()
    it.hosting.pause()
    it.hosting.resume({"us": "U"})
    assert [chair.present for chair in it.table.seating.chairs] == [True, False, False]
    await asyncio.sleep(900)
    assert it.table.seating.chairs[1].missed >= MISSED
    it.hosting.meet(HERE)
    assert it.table.seating.chairs[1].present
    assert it.table.seating.chairs[1].missed == 0


@told
async def test_of_those_who_come_and_go_nothing_is_left() -> None:
    it = Evening("ada")
    it.ask("bo", Join("Bo"))
    await it.start()
    await it.play_out()
    for number in range(100):
        name = f"watcher {number}"
        it.hosting.meet({**HERE, name: None})
        it.ask(name, React(Phrase.THANKS))
    it.hosting.meet(HERE)
    assert it.hosting._heard.keys() == {"ada", "bo"}
    assert it.hosting._recorded <= {"ada", "bo"}
    assert it.hosting._lodge._members.keys() == {"us", "ada", "bo"}


# The end


@told
async def test_after_a_match_each_gets_its_record_first_and_once() -> None:
    it = Evening("ada")
    it.hosting.meet({"us": "U", "ada": "A", "kim": None})
    await it.start()
    await it.play_out()
    for member in ("ada", "kim"):
        given = [letter for _, to, letter in it.desk.given if to == member]
        [at] = [at for at, letter in enumerate(given) if isinstance(letter, Record)]
        after = given[at + 1]
        assert isinstance(after, Tell)
        assert isinstance(after.reply, Update)
        assert after.reply.phase is Phase.MATCH_OVER
        before = given[at - 1]
        assert isinstance(before, Tell)
        assert isinstance(before.reply, Update)
        assert before.reply.phase is Phase.PLAYING
        record = given[at]
        assert isinstance(record, Record)
        decks = [one.deck for one in read(unpack(to_bytes(record.transcript))).rounds]
        assert decks == [one.deck for one in it.table.transcript.rounds]
    it.ask("ada", React(Phrase.GOOD_ROUND))
    assert sum(isinstance(letter, Record) for _, _, letter in it.desk.given) == 2
    it.hosting.tell("ada")  # its page may be another by now
    assert sum(isinstance(letter, Record) for _, _, letter in it.desk.given) == 3


@told
async def test_after_a_match_only_the_latest_word_waits_for_each() -> None:
    it = Evening("ada", "bo")
    await it.start()
    await it.play_out()
    it.forget()
    for _ in range(100):
        it.ask("ada", React(Phrase.THANKS))
    assert len(set(it.desk.copies)) == 2
    assert None not in it.desk.copies


@told
async def test_a_rematch_has_a_record_of_its_own() -> None:
    it = Evening("ada")
    await it.start()
    await it.play_out()
    it.hosting.command("us", Rematch())
    await asyncio.sleep(10)
    await it.play_out()
    assert sum(isinstance(letter, Record) for _, _, letter in it.desk.given) == 2


@told
async def test_once_closed_it_does_nothing_more() -> None:
    it = Evening("ada")
    await it.start()
    it.hosting.close()
    it.forget()
    await asyncio.sleep(1000)
    assert it.desk.given == []
    assert it.complaints == []


@pytest.mark.parametrize(("wish", "pace"), [(0.0, LEAST_PACE), (0.9, 0.9)])
def test_regulars_are_no_quicker_than_others_can_follow(wish: float, pace: float) -> None:
    async def story() -> None:
        it = Evening("ada", pace=wish)
        assert it.hosting._lodge.pace == pace
        it.hosting.set_pace(5.0)
        it.hosting.set_pace(wish)
        assert it.hosting._lodge.pace == pace

    live(story())


@told
async def test_a_command_that_nobody_may_give_changes_nothing_and_stops_nothing() -> None:
    it = Evening("ada")
    await it.start()
    before = it.table.snapshot(0.0)
    for command in (Kick(0), Rematch(), Start(), Act(-1, Draw())):
        it.ask("ada", command)
        it.ask("stranger", command)
    assert it.table.snapshot(0.0).rounds == before.rounds
    assert it.table.snapshot(0.0).members == before.members
    assert it.complaints == []
