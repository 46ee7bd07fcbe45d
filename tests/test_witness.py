from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.deal import LODGE, Commitment, FairDeal, Secret, digest
from engine.messages import Commit, Phase, Rematch, Reveal, Update
from engine.round import legal_actions
from engine.rules import Setup, Variant
from engine.table import Table
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

    def play_out(self) -> None:
        while self.table.turn is not None:
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


def test_a_lodge_that_begins_anew_once_it_knows_our_secret_is_found_out() -> None:
    it = Evening()
    it.table.promise(b"\1" * 32)
    it.tell()
    it.table.close_promises()
    it.tell()
    it.deal()
    it.play_out()
    assert it.verdict() == Checked(Verdict.CHANGED, LODGE)


def test_a_lodge_may_begin_anew_before_we_have_given_our_secret() -> None:
    it = Evening()
    it.table.promise(b"\1" * 32)
    it.tell()
    it.deal()
    it.play_out()
    assert it.verdict() == Checked(Verdict.FAIR)


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


def test_a_stranger_among_the_secrets_ends_no_check() -> None:
    def stranger(fair: FairDeal, update: Update) -> FairDeal:
        commitment = Commitment("x", digest(fair.table, fair.round, "x", bytes(32)))
        secret = Secret("x", "00" * 32)
        return FairDeal(
            fair.table, fair.round, (*fair.commitments, commitment), (*fair.secrets, secret)
        )

    it = played(at_the_end(stranger))
    assert it.verdict() == Checked(Verdict.CHANGED, "x")
    late = Witness(lambda: bytes(32))
    assert late.check(it.update("m1")) == Checked(Verdict.OTHER_DECK)


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
