"""A ranked bout against a clock that the test moves: turns, grace, and what counts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from engine import letters
from engine.actions import Draw, Pass
from engine.letters import Ask, Bout, Letter, Stage, Tell
from engine.messages import (
    Act,
    Command,
    Commit,
    Kick,
    Leave,
    NextRound,
    Phase,
    Phrase,
    React,
    Refused,
    Rematch,
    Reply,
    Reveal,
    Update,
)
from engine.ranked import Finish, objection
from engine.rules import TURN_SECONDS
from engine.witness import Witness
from relay.rating import NEWCOMER, rated
from relay.referee import GRACE, LINGER, MEETING, Opponent, Referee, Verdict
from tests.evening import HandLoop

SEATS = ("m0", "m1")
LONG, STUCK = 255, 78
"""Seeds of a round that goes on and on, and of one in which neither can answer the opening tile."""


class Bench:
    """A referee, and two who answer it as long as they are there."""

    def __init__(self, loop: HandLoop, seed: int) -> None:
        self.loop = loop
        secrets = Random(seed)
        self.here: dict[str, bool] = {}
        self.told: list[tuple[str, Letter]] = []
        self.verdicts: list[Verdict] = []
        self.asked = 0
        self.may_play_again: bool | None = True
        """None while that is still being found out."""
        self.witnesses = {member: Witness(lambda: Random(1).randbytes(32)) for member in SEATS}
        opponents = [Opponent(seat, f"p{seat}", f"Name {seat}", NEWCOMER) for seat in SEATS]
        self.referee = Referee(
            "room",
            (opponents[0], opponents[1]),
            say=self.say,
            record=self.verdicts.append,
            again=self.play_again,
            clock=loop.time,
            secret=lambda: secrets.randbytes(32),
        )

    def play_again(self) -> None:
        if self.may_play_again:
            self.referee.begin_again()
        elif self.may_play_again is not None:
            self.referee.refuse_again("ledger", "Not now.")

    def say(self, member: str, text: str, is_view: bool) -> None:
        letter = letters.read(text)
        assert is_view is (isinstance(letter, Tell) and isinstance(letter.reply, Update))
        self.told.append((member, letter))
        if isinstance(letter, Tell) and isinstance(letter.reply, Update) and member in SEATS:
            answer = self.witnesses[member].answer(letter.reply)
            if answer is not None:
                self.loop.call_soon(self.ask, member, answer)

    def ask(self, member: str, command: Command) -> None:
        self.asked += 1
        self.referee.hear(member, letters.write(Ask("page", self.asked, command)))

    def meet(self, **members: bool) -> None:
        self.here |= members
        self.referee.meet(self.here)

    def part(self, member: str) -> None:
        del self.here[member]
        self.referee.meet(self.here)

    async def begin(self) -> None:
        self.meet(m0=True, m1=True)
        await self.until(lambda: self.turn is not None)

    async def be_rated(self) -> None:
        """A bout that one of them leaves, and that is written down."""
        await self.begin()
        self.act()
        self.ask("m0", Leave())
        self.referee.recorded((NEWCOMER, NEWCOMER))

    def ask_for_another(self) -> None:
        for member in SEATS:
            self.ask(member, Rematch())

    async def until(self, done: Callable[[], bool], seconds: float = 1000) -> None:
        """Let time pass, looking at the clock as the relay does."""
        end = self.loop.time() + seconds
        while not done() and self.loop.time() < end:
            await asyncio.sleep(0.5)
            self.referee.tick(self.loop.time())
        assert done()

    def act(self) -> None:
        """Whoever is to act does the first thing that is legal."""
        member = SEATS[self.turn or 0]
        update = self.update(member)
        assert update.view is not None
        self.ask(member, Act(update.version, update.view.legal[0]))

    @property
    def turn(self) -> int | None:
        seats = [at for at, seat in enumerate(SEATS) if seat in dict(self.told)]
        for at in seats:
            update = self.update(SEATS[at])
            if update.view is not None and update.view.result is None:
                return update.view.turn
        return None

    def update(self, member: str) -> Update:
        return next(
            letter.reply
            for to, letter in reversed(self.told)
            if to == member and isinstance(letter, Tell) and isinstance(letter.reply, Update)
        )

    def bout(self, member: str = "m0") -> Bout:
        bouts = [one for to, one in self.told if to == member and isinstance(one, Bout)]
        return bouts[-1]

    def told_to(self, member: str) -> list[Letter]:
        return [letter for to, letter in self.told if to == member]

    def refused(self, member: str) -> list[str]:
        replies = [one.reply for to, one in self.told if to == member and isinstance(one, Tell)]
        return [reply.code for reply in replies if isinstance(reply, Refused)]

    @property
    def verdict(self) -> Verdict:
        """The only one; its transcript bears it out."""
        [verdict] = self.verdicts
        assert objection(*verdict) is None
        return verdict

    @property
    def is_void(self) -> bool:
        return self.referee.stage is Stage.VOID and not self.verdicts


def evening(play: Callable[[Bench], object], seed: int = LONG) -> None:
    loop = HandLoop()

    async def run() -> None:
        bench = Bench(loop, seed)
        outcome = play(bench)
        assert asyncio.iscoroutine(outcome)
        await outcome
        bench.referee.close()

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(run())


def test_a_bout_is_played_out_and_rated() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        while bench.referee.stage is Stage.PLAYING:
            bench.act()
            await asyncio.sleep(0.1)
        assert bench.verdict.finish == Finish.PLAYED
        assert bench.bout().stage is Stage.WRITING
        assert bench.bout().contenders[0].gained is None
        after = rated(NEWCOMER, NEWCOMER, bench.verdict.winner)
        bench.referee.recorded(after)
        assert bench.bout("m1").stage is Stage.RATED
        shown = [one.rating for one in bench.bout("m1").contenders]
        assert shown == [rating.shown for rating in after]

    evening(play)


def test_two_turns_that_run_out_lose_the_bout() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        loser = bench.turn
        assert loser is not None
        for _ in range(2):
            await asyncio.sleep(TURN_SECONDS + 1)
            if bench.referee.stage is Stage.PLAYING:
                assert bench.turn == 1 - loser
                bench.act()
        assert (bench.verdict.finish, bench.verdict.winner) == (Finish.RAN_OUT, 1 - loser)

    evening(play)


def test_who_has_left_for_good_is_not_waited_for_with_a_rematch() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        bench.act()
        bench.part("m0")
        bench.referee.recorded((NEWCOMER, NEWCOMER))
        assert bench.bout().contenders[0].away is not None
        bench.ask("m1", Rematch())
        assert bench.refused("m1") == ["not_now"]
        await bench.until(lambda: bench.referee.is_closed, LINGER + 1)

    evening(play)


def test_a_rematch_that_cannot_be_is_refused_to_both_who_may_ask_again() -> None:
    async def play(bench: Bench) -> None:
        await bench.be_rated()
        bench.may_play_again = False
        bench.ask_for_another()
        assert bench.bout().stage is Stage.RATED
        assert not any(contender.rematch for contender in bench.bout().contenders)
        assert [bench.refused(member) for member in SEATS] == [["ledger"], ["ledger"]]
        bench.may_play_again = True
        bench.ask_for_another()
        assert bench.bout().stage is Stage.PLAYING

    evening(play)


def test_who_has_gone_meanwhile_is_dealt_no_rematch() -> None:
    async def play(bench: Bench) -> None:
        await bench.be_rated()
        bench.may_play_again = None
        bench.ask_for_another()
        assert all(contender.rematch for contender in bench.bout().contenders)
        bench.meet(m0=False)
        bench.referee.begin_again()
        assert bench.bout().stage is Stage.RATED

    evening(play)


def test_watchers_who_come_and_go_cost_the_two_no_letter_each() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        told = len(bench.told_to("m0"))
        for _ in range(100):
            bench.meet(**{f"w{at}": True for at in range(40)})
            bench.meet(**{f"w{at}": False for at in range(40)})
        bench.meet(w1=True)
        assert len(bench.told_to("m0")) == told
        await bench.until(lambda: bench.bout().watchers == 1, 1)
        assert len(bench.told_to("m0")) == told + 1

    evening(play)


def test_a_table_that_both_have_left_is_deserted() -> None:
    async def play(bench: Bench) -> None:
        assert not bench.referee.is_deserted  # nobody has come yet
        await bench.begin()
        bench.meet(m0=False)
        assert not bench.referee.is_deserted
        bench.meet(m1=False)
        assert bench.referee.is_deserted

    evening(play)


def test_a_rematch_begins_anew_however_the_bout_ended() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        bench.act()
        gone = bench.turn
        assert gone is not None
        bench.meet(**{SEATS[gone]: False})
        await bench.until(lambda: bool(bench.verdicts))
        bench.referee.recorded((NEWCOMER, NEWCOMER))
        version = bench.update("m0").version
        bench.ask(SEATS[1 - gone], Rematch())
        assert bench.refused(SEATS[1 - gone]) == ["not_now"]
        bench.meet(**{SEATS[gone]: True})
        for member in SEATS:
            bench.ask(member, Rematch())
        assert bench.bout().stage is Stage.PLAYING
        assert bench.bout().finish is None
        assert bench.update("m0").version > version
        await bench.until(lambda: bench.update("m0").phase is Phase.PLAYING)
        bench.act()
        bench.part("m0")
        [_, second] = bench.verdicts
        assert second.id == bench.bout().id == "room.2"
        assert objection(*second) is None

    evening(play)


def test_a_bout_in_which_only_the_clock_has_acted_is_void() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        await asyncio.sleep(4 * TURN_SECONDS)
        assert bench.is_void

    evening(play)


def test_who_is_away_for_longer_than_the_grace_has_lost() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        bench.act()
        gone = bench.turn
        assert gone is not None
        bench.meet(**{SEATS[gone]: False})
        stayed = SEATS[1 - gone]
        assert bench.bout(stayed).contenders[gone].away == GRACE
        await bench.until(lambda: bool(bench.verdicts), GRACE + 1)
        assert (bench.verdict.finish, bench.verdict.winner) == (Finish.AWAY, 1 - gone)

    evening(play)


def test_who_comes_back_within_the_grace_goes_on() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        bench.act()
        gone = SEATS[bench.turn or 0]
        bench.meet(**{gone: False})
        await asyncio.sleep(GRACE - 1)
        bench.referee.tick(bench.loop.time())
        bench.meet(**{gone: True})
        assert [one.away for one in bench.bout().contenders] == [None, None]
        bench.act()
        assert bench.referee.stage is Stage.PLAYING
        assert bench.refused(gone) == []

    evening(play)


def test_who_stayed_loses_nothing_if_nobody_has_acted() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        bench.meet(m0=False)
        await bench.until(lambda: bench.is_void, GRACE + 1)
        assert bench.bout("m1").finish is Finish.AWAY

    evening(play)


@pytest.mark.parametrize("seed", [LONG, STUCK])
def test_where_both_are_gone_nothing_is_rated(seed: int) -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        bench.act()
        bench.meet(m0=False)
        await asyncio.sleep(30)
        bench.meet(m1=False)
        await bench.until(lambda: bench.is_void, 30 + GRACE + 1)

    evening(play, seed)


def test_a_round_that_the_clock_ends_while_one_may_still_come_back_counts() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        bench.act()
        bench.meet(m0=False)
        await asyncio.sleep(TURN_SECONDS - GRACE + 1)
        bench.meet(m1=False)
        await bench.until(lambda: bool(bench.verdicts), GRACE)
        assert bench.verdict.finish == Finish.PLAYED

    evening(play, STUCK)


def test_of_two_who_are_gone_the_one_who_comes_back_has_won() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        bench.act()
        bench.meet(m0=False)
        await asyncio.sleep(30)
        bench.meet(m1=False)
        await asyncio.sleep(GRACE - 20)
        bench.referee.tick(bench.loop.time())
        assert bench.referee.stage is Stage.PLAYING
        bench.meet(m1=True)
        bench.referee.tick(bench.loop.time())
        assert (bench.verdict.finish, bench.verdict.winner) == (Finish.AWAY, 1)

    evening(play)


def test_a_bout_to_which_one_does_not_come_is_void() -> None:
    async def play(bench: Bench) -> None:
        bench.meet(m0=True, m1=False)
        await bench.until(lambda: bench.is_void, MEETING + 1)
        await bench.until(lambda: bench.referee.is_closed, LINGER + 1)

    evening(play)


def test_a_table_that_is_closed_writes_nothing_more() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        bench.act()
        bench.referee.close()
        for member in SEATS:
            assert (bench.bout(member).stage, bench.bout(member).finish) == (Stage.VOID, None)
        bench.act()
        bench.part("m0")
        assert bench.is_void

    evening(play)


@pytest.mark.parametrize("leaves", [0, 1])
def test_leaving_loses_once_somebody_has_acted(leaves: int) -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        bench.act()
        bench.part(SEATS[leaves])
        assert (bench.verdict.finish, bench.verdict.winner) == (Finish.LEFT, 1 - leaves)
        bench.ask(SEATS[1 - leaves], Leave())
        assert len(bench.verdicts) == 1

    evening(play)


def test_what_is_over_is_over() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        bench.act()
        bench.ask("m0", Leave())
        bench.act()
        assert bench.refused(SEATS[bench.turn or 0]) == ["not_now"]
        await asyncio.sleep(5 * TURN_SECONDS)
        assert len(bench.verdicts) == 1

    evening(play)


def test_a_result_that_was_not_written_is_said_to_be_none() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        bench.act()
        bench.ask("m0", Leave())
        bench.ask("m1", Rematch())
        assert bench.refused("m1") == ["not_now"]
        bench.referee.recorded(None)
        assert bench.bout("m1").stage is Stage.UNWRITTEN
        bench.ask("m1", Rematch())
        assert bench.refused("m1") == ["not_now", "not_now"]

    evening(play)


def test_who_watches_is_told_the_same_as_everybody_who_does() -> None:
    async def play(bench: Bench) -> None:
        await bench.begin()
        bench.meet(w1=True, w2=True)
        bench.act()
        await asyncio.sleep(0.1)
        heard: dict[str, list[Reply]] = {"w1": [], "w2": []}
        for to, letter in bench.told:
            if to in heard and isinstance(letter, Tell):
                heard[to].append(letter.reply)
        assert heard["w1"] == heard["w2"]
        assert len(heard["w1"]) == 2
        for reply in heard["w1"]:
            assert isinstance(reply, Update)
            assert reply.view is not None
            assert (reply.view.hand, reply.view.hands) == ((), None)

    evening(play)


@pytest.mark.parametrize("seed", range(60))
def test_whatever_the_two_say_and_do_each_result_is_borne_out(seed: int) -> None:
    random = Random(seed)

    def anything(bench: Bench) -> Command:
        said = [one.reply for _, one in bench.told if isinstance(one, Tell)]
        updates = [reply for reply in said if isinstance(reply, Update)]
        update = random.choice(updates[-3:])
        legal = update.view.legal if update.view else ()
        commands: list[Command] = [
            *(Act(update.version, action) for action in legal * 9),
            *(Rematch(),) * 3,
            Leave(),
            Act(random.randrange(30), Draw()),
            Act(update.version, Pass()),
            Commit("0" * 64),
            Commit("no"),
            Reveal("0" * 64),
            React(Phrase.THANKS),
            Kick(1),
            NextRound(),
        ]
        return random.choice(commands)

    async def play(bench: Bench) -> None:
        await bench.begin()
        for _ in range(150):
            member = random.choice(SEATS)
            match random.randrange(12):
                case 0:
                    bench.meet(**{member: random.random() < 0.8})
                case 1:
                    bench.meet(w1=random.random() < 0.5)
                case 2:
                    await asyncio.sleep(random.choice([0.1, 5, 60, 95]))
                case 3:
                    bench.referee.hear(member, random.choice(["", "{}", "[", '"\\ud800"']))
                case _ if bench.here[member]:
                    bench.ask(member, anything(bench))
            await asyncio.sleep(0.05)
            bench.referee.tick(bench.loop.time())
            if bench.referee.stage is Stage.WRITING and random.random() < 0.5:
                bench.referee.recorded((NEWCOMER, NEWCOMER) if random.random() < 0.8 else None)
        ids = [verdict.id for verdict in bench.verdicts]
        assert len(set(ids)) == len(ids)
        for verdict in bench.verdicts:
            assert objection(*verdict) is None

    evening(play, seed)
