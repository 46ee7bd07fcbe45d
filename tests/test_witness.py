from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.deal import LODGE, Commitment, FairDeal, Secret, digest
from engine.events import Opened
from engine.messages import Commit, Phase, Rematch, Reveal, Update
from engine.round import legal_actions
from engine.rules import Setup, Variant
from engine.table import Table
from engine.tiles import Tile
from engine.witness import Checked, Verdict, Witness
from tests.strategies import seated

SETUP = Setup(Variant.DRAW, 3, 100)
LIE = "1" * 64


class Evening:
    """Two people's witnesses at one table; ``told`` may change what m1 is told."""

    def __init__(self, told: Callable[[Update], Update] = lambda update: update) -> None:
        self.table = seated(SETUP, 2)
        self.random = Random(3)
        self.told = told
        self.witnesses = {m: Witness(lambda: self.random.randbytes(32)) for m in ("m0", "m1")}

    def update(self, member: str) -> Update:
        update = self.table.update(member, (), 0.0)
        return self.told(update) if member == "m1" else update

    def tell(self) -> None:
        for member, witness in self.witnesses.items():
            if answer := witness.answer(self.update(member)):
                self.table.command(member, answer, 0.0)

    def deal(self) -> None:
        self.table.promise(self.random.randbytes(32))
        self.tell()
        self.table.close_promises()
        self.tell()
        self.table.deal_fairly(0.0)
        self.tell()

    def deal_without_asking(self) -> None:
        self.table.promise(self.random.randbytes(32))
        self.table.close_promises()
        self.table.deal_fairly(0.0)
        self.tell()

    def play_out(self, turns: int = 1000) -> None:
        while self.table.turn is not None and (turns := turns - 1) >= 0:
            assert self.table.round is not None
            self.table.play_for(self.table.turn, legal_actions(self.table.round)[0], 0.0)
            self.tell()

    def verdict(self) -> Checked | None:
        return self.witnesses["m1"].check(self.update("m1"))


def played(told: Callable[[Update], Update] = lambda update: update) -> Evening:
    it = Evening(told)
    it.deal()
    it.play_out()
    return it


def at_the_end(change: Callable[[Any, Any], Any]) -> Callable[[Update], Update]:
    """Lie about the deal once its round is over."""

    def told(update: Update) -> Update:
        if update.phase not in (Phase.ROUND_OVER, Phase.MATCH_OVER):
            return update
        return replace(update, fair=change(update.fair, update))

    return told


def secrets_of(fair: FairDeal, **texts: str) -> FairDeal:
    """``fair`` with other secrets, and with commitments that agree with them."""
    secrets = tuple(
        Secret(one.who, texts.get(f"seat{one.who}", texts.get(one.who, one.text)))
        for one in fair.secrets
    )
    commitments = (
        Commitment(one.who, digest(fair.table, fair.round, one.who, one.raw)) for one in secrets
    )
    return FairDeal(fair.table, fair.round, tuple(commitments), secrets)


def without(fair: FairDeal, who: str) -> FairDeal:
    return FairDeal(
        fair.table,
        fair.round,
        tuple(one for one in fair.commitments if one.who != who),
        tuple(one for one in fair.secrets if one.who != who),
    )


def test_an_honest_deal_is_found_fair_by_all() -> None:
    it = played()
    assert it.verdict() == Checked(Verdict.FAIR)
    assert it.witnesses["m0"].check(it.update("m0")) == Checked(Verdict.FAIR)


def test_the_next_deal_is_followed_too() -> None:
    it = Evening()
    for _ in range(3):
        it.deal()
        it.play_out()
        assert it.verdict() == Checked(Verdict.FAIR)
        if it.table.phase is Phase.MATCH_OVER:
            break
        it.table.phase = Phase.DEALING


def test_nothing_is_judged_before_the_round_is_over() -> None:
    it = Evening()
    assert it.verdict() is None
    it.deal()
    assert it.verdict() is None


def test_a_player_promises_first_and_gives_only_what_all_can_see_promised() -> None:
    it = Evening()
    it.table.promise(bytes(32))
    update, witness = it.update("m1"), it.witnesses["m1"]
    promise = witness.answer(update)
    assert isinstance(promise, Commit)
    assert witness.answer(update) is None
    it.table.command("m1", promise, 0.0)
    assert witness.answer(it.update("m1")) is None
    it.table.close_promises()
    given = witness.answer(it.update("m1"))
    assert isinstance(given, Reveal)
    assert digest("here", 1, "1", bytes.fromhex(given.secret)) == promise.digest
    assert witness.answer(it.update("m1")) is None


def test_every_deal_gets_another_secret() -> None:
    witness, given = Witness(lambda: next(secrets)), set[str]()
    secrets = (bytes([number] * 32) for number in range(9))
    for lodge in (bytes(32), b"\1" * 32):
        it = Evening()
        it.table.promise(lodge)
        answer = witness.answer(it.update("m1"))
        assert isinstance(answer, Commit)
        given.add(answer.digest)
    assert len(given) == 2


def test_a_watcher_promises_nothing_and_sees_that_the_numbers_agree() -> None:
    it, watcher = Evening(), Witness(lambda: bytes(32))
    it.table.promise(bytes(32))
    assert watcher.answer(it.table.update("w", (), 0.0)) is None
    it.deal()
    watcher.answer(it.table.update("w", (), 0.0))
    it.play_out()
    assert watcher.check(it.table.update("w", (), 0.0)) == Checked(Verdict.UNSEEN)


@pytest.mark.parametrize("rounds", [0, 1])
def test_who_came_after_the_deal_has_not_seen_the_promises_made(rounds: int) -> None:
    it = Evening()
    it.deal()
    if rounds:
        it.play_out()
    it.witnesses["m1"] = Witness(lambda: bytes(32))
    it.tell()
    it.play_out()
    assert it.verdict() == Checked(Verdict.UNSEEN)


def test_who_came_after_the_deal_still_finds_out_what_is_changed_after_that() -> None:
    it = Evening(at_the_end(lambda fair, update: secrets_of(fair, lodge=LIE)))
    it.deal()
    it.witnesses["m1"] = Witness(lambda: bytes(32))
    it.tell()
    it.play_out()
    assert it.verdict() == Checked(Verdict.CHANGED, LODGE)


def test_a_deal_without_numbers_is_not_proven() -> None:
    assert played(at_the_end(lambda fair, update: None)).verdict() == Checked(Verdict.UNPROVEN)
    assert played(at_the_end(lambda fair, update: fair.hidden)).verdict() == Checked(
        Verdict.UNPROVEN
    )


@pytest.mark.parametrize("who", [LODGE, "0", "1"])
def test_a_secret_that_is_not_the_promised_one_is_found_and_named(who: str) -> None:
    def lie(fair: FairDeal, update: Update) -> FairDeal:
        secrets = (Secret(one.who, LIE) if one.who == who else one for one in fair.secrets)
        return FairDeal(fair.table, fair.round, fair.commitments, tuple(secrets))

    assert played(at_the_end(lie)).verdict() == Checked(Verdict.BROKEN, who)


@pytest.mark.parametrize("who", [LODGE, "0", "1"])
def test_a_promise_made_anew_after_the_deal_is_found_and_named(who: str) -> None:
    name = who if who == LODGE else f"seat{who}"
    it = played(at_the_end(lambda fair, update: secrets_of(fair, **{name: LIE})))
    assert it.verdict() == Checked(Verdict.CHANGED, who)


def deal_begins(it: Evening, *, given: bool) -> None:
    """A deal that is asked for and comes to nothing; ``given``: after it has everybody's secret."""
    it.table.promise(it.random.randbytes(32))
    it.tell()
    if given:
        it.table.close_promises()
        it.tell()


@pytest.mark.parametrize("between", [0, 1, 2])
def test_a_lodge_that_begins_anew_once_it_knows_our_secret_is_found_out(between: int) -> None:
    it = Evening()
    deal_begins(it, given=True)
    for _ in range(between):
        deal_begins(it, given=False)
    it.deal()
    it.play_out()
    assert it.verdict() == Checked(Verdict.CHANGED, LODGE)


def test_so_is_one_that_drops_a_deal_for_the_next_rounds() -> None:
    it = Evening()
    deal_begins(it, given=True)
    it.table.earlier += 1
    it.deal()
    it.play_out()
    assert it.verdict() == Checked(Verdict.CHANGED, LODGE)


def test_a_lodge_may_begin_anew_before_we_have_given_our_secret() -> None:
    it = Evening()
    deal_begins(it, given=False)
    it.deal()
    it.play_out()
    assert it.verdict() == Checked(Verdict.FAIR)


def while_dealing(change: Callable[[FairDeal], FairDeal]) -> Callable[[Update], Update]:
    """Lie about the promises while a deal goes on and ever after."""

    def told(update: Update) -> Update:
        return update if update.fair is None else replace(update, fair=change(update.fair))

    return told


def with_promise(fair: FairDeal, who: str, secret: bytes) -> FairDeal:
    """``fair`` with another promise of ``who``, and its secret once secrets are told."""
    promise = Commitment(who, digest(fair.table, fair.round, who, secret))
    given = Secret(who, secret.hex())
    kept = without(fair, who)
    if len(fair.commitments) == 1:
        return fair
    return FairDeal(
        fair.table,
        fair.round,
        tuple(sorted((*kept.commitments, promise), key=_lodge_first)),
        tuple(sorted((*kept.secrets, given), key=_lodge_first)) if fair.secrets else (),
    )


def _lodge_first(one: Commitment | Secret) -> tuple[bool, str]:
    return one.who != LODGE, one.who


def test_a_promise_in_our_name_gets_no_secret_of_ours_and_is_found() -> None:
    it = Evening(while_dealing(lambda fair: with_promise(fair, "1", b"x" * 32)))
    it.deal()
    assert it.table.rounds[-1].fair is not None
    assert [one.who for one in it.table.rounds[-1].fair.secrets] == [LODGE, "0"]
    it.play_out()
    assert it.verdict() == Checked(Verdict.CHANGED, "1")


def test_a_promise_of_a_seat_that_is_not_there_is_found() -> None:
    it = played(while_dealing(lambda fair: with_promise(fair, "7", b"x" * 32)))
    assert it.verdict() == Checked(Verdict.CHANGED, "7")


@pytest.mark.parametrize("phase", [Phase.PLAYING, Phase.ROUND_OVER])
def test_a_promise_that_comes_after_our_secret_is_found(phase: Phase) -> None:
    def told(update: Update) -> Update:
        if update.fair is None or update.phase is Phase.DEALING:
            return update
        if update.phase is Phase.PLAYING and phase is not Phase.PLAYING:
            return update
        return replace(update, fair=with_promise(update.fair, "2", b"x" * 32))

    assert played(told).verdict() == Checked(Verdict.CHANGED, "2")


def test_a_promised_secret_that_is_kept_back_is_named() -> None:
    it = Evening()
    it.table.promise(bytes(32))
    del it.witnesses["m0"]
    it.table.command("m0", Commit(LIE), 0.0)
    it.tell()
    it.table.close_promises()
    it.tell()
    it.table.deal_fairly(0.0)
    it.tell()
    it.play_out()
    assert it.verdict() == Checked(Verdict.WITHHELD, "0")


def test_who_is_moved_to_another_chair_after_the_deal_misses_the_own_secret() -> None:
    it, lodge = Evening(), bytes(32)
    begun = FairDeal("here", 1, (Commitment(LODGE, digest("here", 1, LODGE, lodge)),))
    asked = replace(it.update("m1"), seat=0, fair=begun)
    promise = it.witnesses["m1"].answer(asked)
    assert isinstance(promise, Commit)
    closed = replace(begun, commitments=(*begun.commitments, Commitment("0", promise.digest)))
    assert isinstance(it.witnesses["m1"].answer(replace(asked, fair=closed)), Reveal)
    alone = replace(begun, secrets=(Secret(LODGE, lodge.hex()),))
    it.table.deal(alone.deck(SETUP.rules.tiles), 0.0, alone)
    it.tell()
    it.play_out()
    assert it.verdict() == Checked(Verdict.LEFT_OUT)


def test_who_is_there_and_whose_promise_is_never_published_is_left_out() -> None:
    it = Evening(while_dealing(lambda fair: without(fair, "1")))
    it.deal()
    it.play_out()
    assert it.verdict() == Checked(Verdict.LEFT_OUT)


def test_who_is_there_and_never_asked_is_left_out() -> None:
    it = Evening()
    it.tell()
    it.deal_without_asking()
    it.play_out()
    assert it.verdict() == Checked(Verdict.LEFT_OUT)


def test_a_page_that_is_loaded_anew_in_mid_deal_gives_no_second_secret() -> None:
    it = Evening()
    it.table.promise(bytes(32))
    it.tell()
    it.table.close_promises()
    anew = Witness(lambda: bytes(32))
    assert anew.answer(it.update("m1")) is None
    it.witnesses["m1"] = anew
    it.table.deal_fairly(0.0)
    it.tell()
    it.play_out()
    assert it.verdict() == Checked(Verdict.WITHHELD, "0")


def anew(it: Evening) -> None:
    """The page of m1 is loaded anew, and told how things stand."""
    it.witnesses["m1"] = Witness(lambda: bytes(32), it.witnesses["m1"].memory)
    it.tell()


@pytest.mark.parametrize("turns", [0, 3, 1000])
def test_a_page_that_is_loaded_anew_remembers_what_it_gave(turns: int) -> None:
    it = Evening()
    it.deal()
    it.play_out(turns)
    anew(it)
    it.play_out()
    assert it.verdict() == Checked(Verdict.FAIR)


def test_it_remembers_what_the_others_had_promised() -> None:
    it = Evening(at_the_end(lambda fair, _: secrets_of(fair, seat0="cd" * 32)))
    it.deal()
    anew(it)
    it.play_out()
    assert it.verdict() == Checked(Verdict.CHANGED, "0")


def test_who_remembers_a_secret_that_never_arrived_accuses_nobody() -> None:
    it = Evening()
    it.deal()
    memory = it.witnesses["m1"].memory
    assert memory is not None
    unheard = replace(memory, secret=Secret("1", "ab" * 32))
    it.witnesses["m1"] = Witness(lambda: bytes(32), unheard)
    it.tell()
    it.play_out()
    assert it.verdict() == Checked(Verdict.UNSEEN)


def test_what_is_remembered_of_another_deal_says_nothing_of_this_one() -> None:
    it = played()
    memory = it.witnesses["m1"].memory
    assert memory is not None
    for other in (replace(memory, table="there"), replace(memory, round=2)):
        late = Witness(lambda: bytes(32), other)
        late.answer(it.update("m1"))
        assert late.check(it.update("m1")) == Checked(Verdict.UNSEEN)
        asked, later = Evening(), Witness(lambda: bytes(32), other)
        asked.witnesses["m1"] = later
        asked.deal()
        asked.play_out()
        assert asked.verdict() == Checked(Verdict.FAIR)


def test_nothing_is_remembered_before_a_secret_is_given() -> None:
    it = Evening()
    it.table.promise(bytes(32))
    it.tell()
    assert it.witnesses["m1"].memory is None


@pytest.mark.parametrize("lie", ["hand", "record"])
def test_what_was_told_once_and_never_again_is_found(lie: str) -> None:
    def told(update: Update) -> Update:
        view = update.view
        if view is None or len(view.record) != 1:
            return update
        hand = view.hand[::-1]
        record = (Opened(2, Tile(0, 0)),)
        changed = {"hand": {"hand": hand}, "record": {"record": record}}[lie]
        return replace(update, view=replace(view, **changed))  # type: ignore[arg-type]

    verdict = {"hand": Checked(Verdict.OTHER_DECK), "record": Checked(Verdict.CHANGED, LODGE)}
    assert played(told).verdict() == verdict[lie]


def test_a_table_restored_in_mid_deal_goes_on_with_the_same_promises() -> None:
    it = Evening()
    it.table.promise(bytes(32))
    it.tell()
    it.table.close_promises()
    it.tell()
    it.table = Table.restored(it.table.snapshot(0.0), 0.0)
    it.tell()
    it.table.deal_fairly(0.0)
    it.tell()
    it.play_out()
    assert it.verdict() == Checked(Verdict.FAIR)


@pytest.mark.parametrize("seat", [9, None])
def test_an_update_that_makes_no_sense_ends_no_check(seat: int | None) -> None:
    def told(update: Update) -> Update:
        if update.phase is Phase.PLAYING:
            return replace(update, view=None)
        if update.view is None:
            return replace(update, fair=FairDeal("here", 1))
        return replace(update, view=replace(update.view, seat=seat))

    checked = played(told).verdict()
    assert checked is not None
    assert checked.verdict is not Verdict.FAIR


def test_a_secret_that_was_given_and_is_not_in_the_deal_is_missed() -> None:
    it = played(at_the_end(lambda fair, update: without(fair, "1")))
    assert it.verdict() == Checked(Verdict.LEFT_OUT)


@pytest.mark.parametrize("seen", [True, False])
def test_a_deck_that_the_secrets_do_not_give_is_found(seen: bool) -> None:
    it = Evening()
    deal = it.table.deal

    def stacked(deck: Any, now: float, fair: FairDeal | None = None) -> Any:
        return deal(sorted(deck), now, fair)

    it.table.deal = stacked  # type: ignore[method-assign]
    it.deal()
    it.play_out()
    if not seen:
        it.witnesses["m1"] = Witness(lambda: bytes(32))
    assert it.verdict() == Checked(Verdict.OTHER_DECK)


def test_hands_that_are_shown_but_were_not_dealt_are_found() -> None:
    def told(update: Update) -> Update:
        if update.view is None or update.view.hands is None:
            return update
        hands = (update.view.hands[0][::-1], *update.view.hands[1:])
        return replace(update, view=replace(update.view, hands=hands[1:] + hands[:1]))

    assert played(told).verdict() == Checked(Verdict.OTHER_DECK)


def test_a_hand_that_we_saw_and_that_the_deck_does_not_give_is_found() -> None:
    def told(update: Update) -> Update:
        if update.phase is not Phase.PLAYING or update.view is None:
            return update
        return replace(update, view=replace(update.view, hand=update.view.hand[:-1]))

    assert played(told).verdict() == Checked(Verdict.OTHER_DECK)


def test_a_secret_stays_out_of_every_repr() -> None:
    secret = b"\7" * 32
    it, witness = Evening(), Witness(lambda: secret)
    it.table.promise(bytes(32))
    witness.answer(it.update("m1"))
    assert secret.hex() not in repr(Reveal(secret.hex()))
    assert secret.hex() not in repr(vars(witness))
    assert "7, 7" not in repr(vars(witness))


def test_the_table_can_be_restored_in_mid_round_and_the_deal_still_be_checked() -> None:
    it = Evening()
    it.deal()
    it.table = Table.restored(it.table.snapshot(0.0), 0.0)
    it.play_out()
    assert it.verdict() == Checked(Verdict.FAIR)


def test_deals_after_a_rematch_have_numbers_of_their_own() -> None:
    it = played()
    before = it.table.rounds[-1].fair
    it.table.phase = Phase.MATCH_OVER
    it.table.command("m0", Rematch(), 0.0)
    restored = Table.restored(it.table.snapshot(0.0), 0.0)
    for table in (it.table, restored):
        table.promise(bytes(32))
        assert before is not None
        assert table.fair is not None
        assert table.fair.round == before.round + 1
