import itertools
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.actions import Action, Draw, IllegalAction, Pass, Play, Refusal
from engine.chairs import Chair, Level, Regular
from engine.codec import to_text
from engine.events import Ended, Ending, Result
from engine.line import End
from engine.match import Match
from engine.messages import (
    Act,
    Command,
    Configure,
    Join,
    Kick,
    Leave,
    News,
    NextRound,
    Phase,
    Phrase,
    PlayedFor,
    React,
    Reacted,
    Ready,
    Rematch,
    Rename,
    Start,
)
from engine.round import deal, legal_actions
from engine.rules import Setup, Variant
from engine.table import Denied, Table
from engine.tiles import Tile
from tests.strategies import Reached, move_on, play_on, seated, shuffled

THREE = Setup(Variant.DRAW, 3, 200)
FIVE = Setup(Variant.DRAW, 5, 200)
BLOCK = Setup(Variant.BLOCK, 2, None)
MATCHES = [Setup(Variant.DRAW, seats, 150) for seats in (2, 3, 5)] + [Setup(Variant.BLOCK, 2, 100)]


def gathering(*guests: str, setup: Setup = THREE) -> Table:
    table = Table("here", "host", "Ada", setup, (Level.EASY, Level.STEADY))
    for guest in guests:
        table.command(guest, Join(guest.title()), 0.0)
    return table


def playing(*guests: str, setup: Setup = THREE, seed: int = 1) -> Table:
    table = gathering(*guests, setup=setup)
    for guest in guests:
        table.command(guest, Ready(on=True), 0.0)
    table.command("host", Start(), 0.0)
    table.deal(shuffled(setup.rules, Random(seed)), 0.0)
    return table


def at(phase: Phase, *guests: str, setup: Setup = THREE) -> Table:
    if phase is Phase.GATHERING:
        return gathering(*guests, setup=setup)
    table, random = playing(*guests, setup=setup), Random(2)
    while table.phase is not phase:
        assert table.phase is not Phase.MATCH_OVER
        move_on(table, random)
    return table


def member_in_turn(table: Table) -> str:
    return next(member for member, seat in table.seating.seat_of.items() if seat == table.turn)


def hand_of(table: Table, member: str) -> tuple[Tile, ...]:
    view = table.update(member, (), 0.0).view
    assert view is not None
    return view.hand


def first_legal(table: Table) -> Any:
    assert table.round is not None
    return legal_actions(table.round)[0]


def everything(table: Table) -> list[str]:
    seen = [table.update(member, (), 1.0) for member in (*table.seating.seat_of, "watcher")]
    return [to_text(value) for value in (*seen, table.snapshot(1.0))]


def refused(table: Table, member: str, command: Command) -> str:
    before = everything(table)
    with pytest.raises((Denied, IllegalAction)) as caught:
        table.command(member, command, 1.0)
    assert str(caught.value).endswith(".")
    assert everything(table) == before
    code: str = getattr(caught.value, "code")  # noqa: B009
    return code


# Who may ask what, and when

CONFIGURE = Configure(THREE, (Level.EASY,))
ACT = Act(0, Pass())
G, D, P, R, M = Phase


@pytest.mark.parametrize(
    "command",
    [CONFIGURE, Ready(on=True), Start(), ACT, NextRound(), Rematch(), React(Phrase.THANKS),
     Rename("x"), Kick(1), Leave()],
    ids=lambda command: type(command).__name__,
)  # fmt: skip
@pytest.mark.parametrize("phase", Phase)
def test_a_stranger_can_only_join(phase: Phase, command: Command) -> None:
    assert refused(at(phase, "bob"), "stranger", command) == "no_chair"


@pytest.mark.parametrize(
    "command",
    [CONFIGURE, Start(), NextRound(), Rematch(), Kick(0), Kick(1)],
    ids=str,
)
@pytest.mark.parametrize("phase", Phase)
def test_some_things_only_the_host_can_ask(phase: Phase, command: Command) -> None:
    assert refused(at(phase, "bob"), "bob", command) == "host_only"


@pytest.mark.parametrize(
    ("command", "phases"),
    [
        (CONFIGURE, (D, P, R, M)),
        (Start(), (D, P, R, M)),
        (NextRound(), (G, D, P, M)),
        (Rematch(), (G, D, P, R)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_everything_has_its_time(command: Command, phases: tuple[Phase, ...]) -> None:
    for phase in phases:
        assert refused(at(phase, "bob"), "host", command) == "not_now"


@pytest.mark.parametrize("phase", [G, D])
def test_nobody_acts_where_no_round_is_played(phase: Phase) -> None:
    table = at(phase, "bob")
    assert refused(table, "host", Act(table.version, Pass())) == "not_now"


@pytest.mark.parametrize("phase", [R, M])
def test_nobody_acts_after_the_end_of_a_round(phase: Phase) -> None:
    table = at(phase, "bob")
    assert refused(table, "host", Act(table.version, Pass())) == "round_over"


@pytest.mark.parametrize("phase", [R, M])
def test_the_end_of_a_round_is_scored_once_whoever_would_play_on(phase: Phase) -> None:
    for guests in ((), ("bob",), ("bob", "cy")):
        table = at(phase, *guests)
        before = everything(table)
        for seat, action in itertools.product(range(3), anything(table)):
            with pytest.raises(IllegalAction) as caught:
                table.play_for(seat, action, 1.0)
            assert caught.value.code is Refusal.ROUND_OVER
        assert everything(table) == before


def anything(table: Table) -> list[Action]:
    assert table.round is not None
    left = itertools.chain(*table.round.hands)
    return [Draw(), Pass(), *(Play(tile, end) for tile in left for end in End)]


def test_a_deal_comes_only_when_asked_for_and_only_with_a_whole_deck() -> None:
    table = playing()
    with pytest.raises(Denied):
        table.deal(shuffled(THREE.rules, Random(2)), 0.0)
    waiting = at(Phase.DEALING)
    before = everything(waiting)
    with pytest.raises(ValueError, match="expected a deck of 55"):
        waiting.deal(shuffled(BLOCK.rules, Random(2)), 0.0)
    assert everything(waiting) == before


# Joining and leaving


def test_the_first_to_join_takes_the_first_regulars_chair() -> None:
    table = gathering("bob", "cy")
    assert table.seating.seat_of == {"host": 0, "bob": 1, "cy": 2}
    assert table.seating.chairs == [Chair("Ada"), Chair("Bob"), Chair("Cy")]
    assert refused(table, "dan", Join("Dan")) == "table_full"


def test_regulars_fill_the_chairs_that_nobody_takes() -> None:
    table = gathering("bob", setup=FIVE)
    assert [chair.regular for chair in table.seating.chairs[2:]] == list(Regular)[1:]
    assert [chair.level for chair in table.seating.chairs[2:]] == [Level.STEADY] * 3


def test_joining_twice_takes_one_chair() -> None:
    table = gathering("bob")
    table.command("bob", Join("Robert"), 0.0)
    assert table.seating.seat_of == {"host": 0, "bob": 1}
    assert table.seating.chairs[1].name == "Bob"


def test_a_guest_who_leaves_while_all_gather_frees_the_chair() -> None:
    table = gathering("bob", "cy")
    table.command("bob", Leave(), 0.0)
    assert table.seating.chairs[1].regular is Regular.FERRYMAN
    assert "bob" not in table.seating.seat_of
    table.command("dan", Join("Dan"), 0.0)
    assert table.seating.seat_of == {"host": 0, "cy": 2, "dan": 1}


def test_the_hosts_chair_is_never_freed() -> None:
    table = gathering("bob")
    table.command("host", Leave(), 0.0)
    assert table.seating.seat_of["host"] == 0
    assert not table.seating.chairs[0].present


@pytest.mark.parametrize("phase", [D, P, R, M])
def test_who_leaves_a_match_comes_back_to_the_same_chair_and_hand(phase: Phase) -> None:
    table = at(phase, "bob")
    table.seating.change(1, missed=0)
    before = table.update("bob", (), 0.0)
    table.command("bob", Leave(), 0.0)
    assert not table.seating.chairs[1].present
    table.command("bob", Join("Somebody else"), 0.0)
    assert table.update("bob", (), 0.0) == before


def test_nobody_is_skipped_when_an_earlier_seat_leaves() -> None:
    table = playing("bob", "cy")
    turns: list[int] = []
    for _ in range(30):
        if not turns:
            table.command("host", Leave(), 0.0)
        seat, action = table.turn, first_legal(table)
        assert seat is not None
        table.play_for(seat, action, 0.0)
        if not isinstance(action, Draw):
            turns.append(seat)
    assert all((one + 1) % 3 == other for one, other in itertools.pairwise(turns))
    assert len(turns) > 5


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whoever_comes_and_goes_and_whenever_the_turn_runs_through_every_seat(seats: int) -> None:
    setup, random = Setup(Variant.DRAW, seats, 200), Random(seats)
    everybody, turns = [f"m{seat}" for seat in range(seats)], 0
    for _ in range(20):
        table = seated(setup, seats)
        table.deal(shuffled(setup.rules, random), 0.0)
        while table.phase is Phase.PLAYING:
            seat, hand = table.turn, table.round and table.round.hands
            _come_or_go(table, random.choice(everybody), random)
            assert (table.turn, table.round and table.round.hands) == (seat, hand)
            assert seat is not None
            action = first_legal(table)
            table.play_for(seat, action, 0.0)
            if table.phase is Phase.PLAYING:
                assert table.turn == (seat if isinstance(action, Draw) else (seat + 1) % seats)
                turns += 1
    assert turns > 200


def _come_or_go(table: Table, member: str, random: Random) -> None:
    held = table.seating.seat_of.get(member)
    match random.choice(["leave", "away", "back", "kick"]):
        case _ if held is None:
            table.command(member, Join(member), 0.0)
        case "leave":
            table.command(member, Leave(), 0.0)
        case "away":
            table.away(member)
        case "back":
            table.back(member)
        case "kick" if held:
            table.command("m0", Kick(held), 0.0)


def test_being_away_and_back_is_seen_by_all_and_strangers_change_nothing() -> None:
    table = playing("bob")
    table.away("bob")
    assert [chair.present for chair in table.update("host", (), 0.0).chairs] == [True, False, True]
    table.back("bob")
    before = everything(table)
    table.away("stranger")
    table.back("stranger")
    assert everything(table) == before


# The host's commands


def test_the_host_changes_the_game_while_all_gather() -> None:
    table = gathering("bob")
    table.command("host", Configure(FIVE, (Level.EASY, Level.EASY, Level.STEADY)), 0.0)
    update = table.update("bob", (), 0.0)
    assert (update.setup, update.seat, len(update.chairs)) == (FIVE, 1, 5)
    assert [chair.name for chair in update.chairs] == ["Ada", "Bob", "", "", ""]
    assert [chair.level for chair in update.chairs[2:]] == [Level.STEADY] * 3
    table.command("host", Configure(BLOCK, ()), 0.0)
    assert (table.setup, len(table.seating.chairs), table.match.setup) == (BLOCK, 2, BLOCK)


def test_a_chair_with_somebody_in_it_cannot_be_taken_away() -> None:
    assert refused(gathering("bob", "cy"), "host", Configure(BLOCK, ())) == "chair_taken"


@pytest.mark.parametrize(
    ("levels", "filled"),
    [
        ((), [Level.STEADY] * 4),
        ((Level.EASY,), [Level.EASY] * 4),
        ((Level.STEADY, Level.EASY), [Level.EASY] * 4),
        ((Level.STEADY, Level.EASY, Level.STEADY), [Level.EASY] + [Level.STEADY] * 3),
        ((Level.EASY,) * 9, [Level.EASY] * 4),
    ],
    ids=str,
)
def test_every_chair_has_a_level(levels: tuple[Level, ...], filled: list[Level]) -> None:
    table = Table("here", "host", "Ada", FIVE, levels)
    assert [chair.level for chair in table.seating.chairs[1:]] == filled
    table.command("host", Configure(FIVE, levels), 0.0)
    assert [chair.level for chair in table.seating.chairs[1:]] == filled


def test_a_match_starts_when_every_guest_is_ready() -> None:
    table = gathering("bob", "cy")
    table.command("bob", Ready(on=True), 0.0)
    assert refused(table, "host", Start()) == "not_ready"
    table.command("cy", Ready(on=True), 0.0)
    table.command("bob", Ready(on=False), 0.0)
    assert refused(table, "host", Start()) == "not_ready"
    table.command("bob", Ready(on=True), 0.0)
    table.command("host", Start(), 0.0)
    assert table.phase is Phase.DEALING


def test_another_game_asks_every_guest_again_and_other_levels_do_not() -> None:
    table = gathering("bob")
    table.command("bob", Ready(on=True), 0.0)
    table.command("host", Configure(THREE, (Level.SHARP,)), 0.0)
    assert [chair.ready for chair in table.seating.chairs] == [False, True, True]
    assert table.seating.chairs[2].level is Level.SHARP
    table.command("host", Configure(FIVE, (Level.SHARP,)), 0.0)
    assert [chair.ready for chair in table.seating.chairs] == [False, False, True, True, True]
    assert refused(table, "host", Start()) == "not_ready"


@pytest.mark.parametrize("phase", Phase)
def test_the_host_may_be_another_who_then_asks_what_only_a_host_can(phase: Phase) -> None:
    table = at(phase, "bob")
    table.hand_over("bob")
    assert table.update("bob", (), 0.0).host == 1
    assert refused(table, "host", Kick(1)) == "host_only"
    assert refused(table, "bob", Kick(1)) == "no_guest"
    table.command("bob", Kick(0), 0.0)
    assert table.seating.chairs[0].regular is Regular.INNKEEPER
    assert table.update("host", (), 0.0).seat is None


@pytest.mark.parametrize("member", ["stranger", ""])
def test_nobody_hosts_without_a_chair(member: str) -> None:
    table = gathering("bob")
    with pytest.raises(ValueError, match="expected a member in a chair"):
        table.hand_over(member)
    assert table.host == "host"


def test_a_match_starts_without_a_word_of_the_host_in_whichever_chair() -> None:
    table = gathering("bob")
    table.hand_over("bob")
    assert refused(table, "bob", Start()) == "not_ready"  # the one who hosted is a guest now
    table.command("host", Ready(on=True), 0.0)
    table.command("bob", Start(), 0.0)
    assert table.phase is Phase.DEALING


def test_who_hosted_and_leaves_while_all_gather_frees_the_chair_like_any_guest() -> None:
    table = gathering("bob")
    table.hand_over("bob")
    table.command("host", Leave(), 0.0)
    assert table.seating.seat_of == {"bob": 1}
    assert table.seating.chairs[0].regular is Regular.INNKEEPER


@pytest.mark.parametrize("phase", [D, P, R, M])
def test_who_leaves_a_match_is_waited_for_no_more(phase: Phase) -> None:
    table = at(phase, "bob")
    table.command("bob", Leave(), 0.0)
    assert table.seating.chairs[1].plays_by_itself
    table.back("bob")
    assert not table.seating.chairs[1].plays_by_itself


@pytest.mark.parametrize("seat", [0, 2, 3, -1, 10**9])
def test_only_a_guest_can_be_asked_to_go(seat: int) -> None:
    assert refused(gathering("bob"), "host", Kick(seat)) == "no_guest"


def test_a_kicked_guest_watches_and_a_regular_takes_the_hand_over() -> None:
    table = playing("bob")
    held = hand_of(table, "bob")
    table.command("host", Kick(1), 0.0)
    update = table.update("bob", (), 0.0)
    assert update.seat is None
    assert update.view is not None
    assert update.view.hand == ()
    assert table.seating.chairs[1].regular is Regular.FERRYMAN
    table.command("cy", Join("Cy"), 0.0)
    assert hand_of(table, "cy") == held


def test_the_next_round_keeps_the_scores_and_a_rematch_does_not() -> None:
    table = at(Phase.ROUND_OVER)
    scores = table.match.scores
    table.command("host", NextRound(), 0.0)
    table.deal(shuffled(THREE.rules, Random(3)), 0.0)
    assert (table.phase, table.match.scores) == (Phase.PLAYING, scores)
    table = at(Phase.MATCH_OVER)
    table.command("host", Rematch(), 0.0)
    table.deal(shuffled(THREE.rules, Random(3)), 0.0)
    assert (table.phase, table.match.scores, table.match.results) == (Phase.PLAYING, (0, 0, 0), ())


def before_the_last_deed(setup: Setup, kind: Ending, seed: int) -> tuple[Table, Reached]:
    """A table of people whose round will end like this, and all of that round."""
    games = (play_on(setup, Random(f"{seed} {number}")) for number in range(10_000))
    one = next(
        one for one in games if (r := one.round.result) and r.kind is kind and r.points < 100
    )
    table = seated(setup, setup.seats)
    table.deal(one.deck, 0.0)
    for round, action in zip(one.rounds, one.actions[:-1]):
        table.command(f"m{round.turn}", Act(table.version, action), 0.0)
    return table, one


def end(table: Table, one: Reached) -> Result:
    table.command(f"m{one.rounds[-2].turn}", Act(table.version, one.actions[-1]), 0.0)
    assert one.round.result is not None
    return one.round.result


@pytest.mark.parametrize("setup", MATCHES, ids=str)
@pytest.mark.parametrize("kind", Ending)
def test_a_round_after_any_ending_is_dealt_as_if_there_had_been_none(
    setup: Setup, kind: Ending
) -> None:
    for same in (True, False):
        table, one = before_the_last_deed(setup, kind, 1)
        result = end(table, one)
        scores = table.match.scores
        assert sum(scores) == result.points
        deck = one.deck if same else shuffled(setup.rules, Random(3))
        table.command("m0", NextRound(), 5.0)
        table.deal(deck, 5.0)
        assert table.round == deal(setup.rules, setup.seats, deck)
        assert table.turn == table.round.turn
        assert (table.match.scores, table.match.results) == (scores, (result,))
        assert left(table, 5.0) == 90.0


@pytest.mark.parametrize("setup", MATCHES, ids=str)
@pytest.mark.parametrize("kind", [Ending.DOMINO, Ending.BLOCKED])
@pytest.mark.parametrize("missing", [-1, 0, 1])
def test_a_target_that_is_reached_exactly_ends_the_match_and_nothing_follows_but_a_rematch(
    setup: Setup, kind: Ending, missing: int
) -> None:
    table, one = before_the_last_deed(setup, kind, 2)
    result = one.round.result
    assert result is not None
    assert result.winner is not None
    assert setup.target is not None
    earlier = max(setup.target - missing - result.points, 0)
    table.match = Match(setup, (replace(result, points=earlier),))
    end(table, one)
    told = table.update("m0", (), 0.0)
    assert told.phase is (Phase.ROUND_OVER if missing > 0 else Phase.MATCH_OVER)
    if missing <= 0:
        assert table.match.winner == result.winner
        assert refused(table, "m0", NextRound()) == "not_now"
        with pytest.raises(Denied):
            table.deal(one.deck, 0.0)
        table.command("m0", Rematch(), 0.0)
        assert table.phase is Phase.DEALING


# Names and reactions


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("x" * 5000, "x" * 24),
        ("\u202eevil\u200f", "evil"),
        ("   ", "Guest"),
        ("", "Guest"),
        ("<img src=x onerror=a()>", "<img src=x onerror=a()>"),
        ("\ud800", "Guest"),
    ],
    ids=["long", "right to left", "spaces", "empty", "HTML", "half a letter"],
)
def test_a_name_is_cleaned_wherever_it_comes_from(typed: str, shown: str) -> None:
    assert Table("here", "host", typed, THREE, ()).seating.chairs[0].name == shown
    table = gathering()
    table.command("bob", Join(typed), 0.0)
    assert table.seating.chairs[1].name == shown
    to_text(table.update("bob", (), 0.0))


def test_two_of_one_name_are_told_apart() -> None:
    table = gathering()
    for member in ("bob", "cleo"):
        table.command(member, Join("x" * 30), 0.0)
    table.command("host", Rename("x" * 24), 0.0)
    names = [chair.name for chair in table.seating.chairs]
    assert names == ["x" * 22 + " 3", "x" * 24, "x" * 22 + " 2"]
    table.command("host", Rename("Ada"), 0.0)
    table.command("cleo", Rename("Ada"), 0.0)
    table.command("cleo", Rename("Ada"), 0.0)
    assert [chair.name for chair in table.seating.chairs] == ["Ada", "x" * 24, "Ada 2"]


def test_nobodys_clock_ran_out_where_nobody_was_waited_for() -> None:
    table = playing("bob")
    waited_for = table.turn == 1
    while not waited_for:
        assert table.turn is not None
        view = table.view(table.turn)
        assert view is not None
        table.play_for(table.turn, view.legal[0], 0.0)
        waited_for = table.turn == 1
    table.command("bob", Leave(), 0.0)
    view = table.view(1)
    assert view is not None
    news: tuple[News, ...] = ()
    while table.turn == 1:
        view = table.view(1)
        assert view is not None
        news = (*news, *table.play_for(1, view.legal[0], 0.0))
    assert PlayedFor(1) not in news


@pytest.mark.parametrize("phrase", Phrase)
def test_a_reaction_is_news_and_changes_nothing(phrase: Phrase) -> None:
    table = playing("bob")
    before = everything(table)
    assert table.command("bob", React(phrase), 1.0) == (Reacted(1, phrase),)
    assert everything(table) == before


# Acting


def test_an_action_is_taken_once() -> None:
    table = playing("bob", "cy")
    act = Act(table.version, first_legal(table))
    member = member_in_turn(table)
    table.command(member, act, 0.0)
    assert refused(table, member, act) == "stale"


@pytest.mark.parametrize("off", [-1, 1, 10**30])
def test_an_action_for_another_state_of_the_table_is_stale(off: int) -> None:
    table = playing("bob", "cy")
    act = Act(table.version + off, first_legal(table))
    assert refused(table, member_in_turn(table), act) == "stale"


def test_what_belongs_to_the_round_before_is_stale() -> None:
    table = at(Phase.ROUND_OVER, "bob", "cy")
    over = table.version
    table.command("host", NextRound(), 0.0)
    table.deal(shuffled(THREE.rules, Random(3)), 0.0)
    for version in range(over + 1):
        for action in (first_legal(table), Draw(), Pass()):
            late = Act(version, action)
            assert {refused(table, m, late) for m in table.seating.seat_of} == {"stale"}


def test_the_rules_refuse_from_the_true_hand() -> None:
    table = playing("bob", "cy")
    assert table.round is not None
    seat = table.round.turn
    member = member_in_turn(table)
    other = next(m for m in table.seating.seat_of if m != member)
    foreign = table.round.hands[(seat + 1) % 3][0]
    act = [Act(table.version, action) for action in (Play(foreign, End.LEFT), first_legal(table))]
    assert refused(table, member, act[0]) == Refusal.NOT_IN_HAND
    assert refused(table, other, act[1]) == Refusal.NOT_YOUR_TURN
    wrong = Pass() if isinstance(first_legal(table), Draw) else Draw()
    code = Refusal.MUST_DRAW if isinstance(wrong, Pass) else Refusal.MUST_PLAY
    assert refused(table, member, Act(table.version, wrong)) == code


def test_each_member_sees_its_own_hand_and_a_watcher_none() -> None:
    table = playing("bob")
    assert table.round is not None
    for member, seat in table.seating.seat_of.items():
        assert hand_of(table, member) == table.round.hands[seat]
    assert hand_of(table, "watcher") == ()


# The clock


def left(table: Table, now: float) -> float | None:
    return table.update("host", (), now).left


def test_a_turn_has_ninety_seconds_and_drawing_takes_from_them() -> None:
    table, draws = playing("bob", "cy", seed=4), 0
    now = 0.0
    while table.phase is Phase.PLAYING:
        assert left(table, now) == 90.0
        while isinstance(action := first_legal(table), Draw):
            draws += 1
            now += 10.0
            deadline = table.deadline
            table.command(member_in_turn(table), Act(table.version, action), now)
            assert table.deadline == deadline
        now += 1.0
        table.command(member_in_turn(table), Act(table.version, first_legal(table)), now)
    assert draws > 5
    assert left(table, now) is None


def test_no_clock_runs_where_nobody_is_to_act() -> None:
    for phase in (G, D, R, M):
        assert left(at(phase), 0.0) is None
    assert left(playing(), 500.0) == 0.0


def test_a_pause_keeps_the_seconds() -> None:
    table = playing("bob", "cy")
    table.pause(30.0)
    table.pause(50.0)
    assert table.paused
    assert left(table, 700.0) == 60.0
    table.resume(1000.0)
    table.resume(1010.0)
    assert (table.paused, left(table, 1020.0)) == (False, 40.0)


def test_a_turn_that_begins_in_a_pause_has_all_its_seconds_after_it() -> None:
    table = playing("bob", "cy")
    table.pause(30.0)
    while table.turn == 0 or isinstance(first_legal(table), Draw):
        table.command(member_in_turn(table), Act(table.version, first_legal(table)), 40.0)
    table.command(member_in_turn(table), Act(table.version, first_legal(table)), 40.0)
    assert table.paused
    assert left(table, 700.0) == 90.0
    table.resume(1000.0)
    assert left(table, 1000.0) == 90.0


@pytest.mark.parametrize("phase", [G, D, R, M])
def test_a_pause_where_no_clock_runs_holds_no_seconds(phase: Phase) -> None:
    table = at(phase)
    table.pause(10.0)
    assert table.paused
    assert left(table, 15.0) is None
    table.resume(20.0)
    assert (table.paused, left(table, 20.0)) == (False, None)


def test_a_round_dealt_in_a_pause_begins_with_all_its_seconds_after_it() -> None:
    table = at(D)
    table.pause(10.0)
    table.deal(table.setup.rules.tiles, 20.0)
    assert left(table, 500.0) == 90.0
    table.resume(1000.0)
    assert left(table, 1001.0) == 89.0


# Missed turns


def let_pass(table: Table, seat: int, *, others: bool = True) -> None:
    """Play on until ``seat`` has had its turn, played for it by the lodge."""
    while True:
        turn, action = table.turn, first_legal(table)
        assert turn is not None
        if turn == seat or table.seating.chairs[turn].regular:
            table.play_for(turn, action, 0.0)
        else:
            table.command(member_in_turn(table), Act(table.version, action), 0.0)
        if turn == seat and not isinstance(action, Draw):
            return


def test_two_turns_missed_while_away_and_the_lodge_plays_for_that_chair() -> None:
    table = playing("bob", setup=FIVE)
    table.away("bob")
    seen = []
    for _ in range(3):
        seen.append((table.seating.chairs[1].missed, table.seating.chairs[1].plays_by_itself))
        let_pass(table, 1)
    assert seen == [(0, False), (1, False), (2, True)]
    table.back("bob")
    assert table.seating.chairs[1] == Chair("Bob", ready=True)


def test_acting_in_time_forgets_the_missed_turns() -> None:
    table = playing("bob", setup=FIVE)
    let_pass(table, 1)
    assert table.seating.chairs[1].missed == 1
    while table.turn != 1:
        move_on(table, Random(1))
    table.command("bob", Act(table.version, first_legal(table)), 0.0)
    assert table.seating.chairs[1].missed == 0


def test_a_regular_misses_nothing() -> None:
    table = playing(setup=FIVE)
    let_pass(table, 3)
    let_pass(table, 3)
    assert table.seating.chairs[3].missed == 0


# A whole match


@pytest.mark.parametrize("people", [1, 3, 5])
def test_a_match_of_five_seats_from_the_first_deal_to_a_rematch(people: int) -> None:
    random, table, ended = Random(11), seated(FIVE, people), 0
    expected = [0] * 5
    while table.phase is not Phase.MATCH_OVER:
        before = table.phase
        if table.phase is Phase.PLAYING:
            assert table.round is not None
            turn, action = table.round.turn, random.choice(legal_actions(table.round))
            news = (
                table.command(f"m{turn}", Act(table.version, action), 0.0)
                if turn < people
                else table.play_for(turn, action, 0.0)
            )
            if isinstance(news[-1], Ended):
                ended += 1
                result = news[-1].result
                if result.winner is not None:
                    expected[result.winner] += result.points
        else:
            move_on(table, random)
        assert (before, table.phase) in {(D, P), (P, P), (P, R), (P, M), (R, D)}
    assert table.match.scores == tuple(expected)
    assert max(expected) >= 200
    assert expected[table.match.winner or 0] == max(expected)
    assert ended == len(table.match.results) == len(table.rounds) > 1
    for member in table.seating.seat_of:
        view = table.update(member, (), 0.0).view
        assert view is not None
        assert (view.winner, view.scores) == (table.match.winner, tuple(expected))
    assert refused(table, "m0", NextRound()) == "not_now"
    table.command("m0", Rematch(), 0.0)
    assert table.match.scores == (0,) * 5


def test_a_tied_round_of_block_ends_its_match_without_a_winner() -> None:
    for seed in range(500):
        table = playing("bob", setup=BLOCK, seed=seed)
        while table.phase is Phase.PLAYING:
            move_on(table, Random(seed))
        assert table.phase is Phase.MATCH_OVER
        if table.match.results[0].winner is None:
            assert table.match.winner is None
            return
    raise AssertionError("no tie in 500 deals")
