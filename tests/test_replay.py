import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chairs import Level
from engine.deal import LODGE, FairDeal, Secret
from engine.exhibition import play_match
from engine.match import Match
from engine.replay import Fault, replay, report
from engine.round import deal, step
from engine.rules import Setup, Variant
from engine.transcript import Deed, KeptRound, Transcript, read
from engine.view import view_of
from tests.strategies import GAMES, SEEDS, play_on

CASES = (Path(__file__).parent / "transcripts" / "cases.jsonl").read_text("utf-8").splitlines()
"""Transcripts, legal and not, with what an independent program made of them."""
THREE = Setup(Variant.DRAW, 3, 100)


@cache
def match_of(setup: Setup = THREE, seed: int = 5) -> Transcript:
    return play_match(setup, [Level.EASY] * setup.seats, seed)


def fault_of(transcript: Transcript) -> tuple[int, int | None, str]:
    fault = replay(transcript).fault
    assert fault is not None
    assert fault.message.endswith(".")
    return fault.round, fault.action, fault.code


@pytest.mark.parametrize("number", range(len(CASES)))
def test_every_worked_case_ends_as_expected(number: int) -> None:
    case = json.loads(CASES[number])
    result = json.loads(json.dumps(report(replay(read(json.dumps(case["transcript"]))))))
    if not case["expected"]["ok"]:
        assert result.pop("message").endswith(".")
    assert result == case["expected"]


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_a_match_is_replayed_to_its_end(setup: Setup) -> None:
    replayed = replay(match_of(setup))
    assert replayed.fault is None
    assert replayed.match.over
    assert report(replayed)["winner"] == replayed.match.winner


def test_an_empty_match_has_no_rounds_and_no_winner() -> None:
    assert report(replay(Transcript(THREE, ()))) == {
        "ok": True,
        "rounds": [],
        "scores": (0, 0, 0),
        "winner": None,
    }


def test_no_round_follows_the_one_that_decided() -> None:
    transcript = match_of()
    more = replace(transcript, rounds=(*transcript.rounds, transcript.rounds[0]))
    assert fault_of(more) == (len(transcript.rounds), None, "match_over")


def test_no_round_follows_an_unfinished_one() -> None:
    first, *rest = match_of().rounds
    broken = replace(first, deeds=first.deeds[:-1])
    assert fault_of(Transcript(THREE, (broken, *rest))) == (1, None, "round_unfinished")


def test_a_deck_that_its_secrets_do_not_give_is_refused_before_the_first_deed() -> None:
    first, second, *_ = match_of().rounds
    stacked = replace(second, deck=second.deck[::-1])
    assert fault_of(Transcript(THREE, (first, stacked))) == (1, None, "unfair_deal")


@pytest.mark.parametrize("change", ["lodge", "seat", "missing"])
def test_a_secret_that_was_tampered_with_is_caught(change: str) -> None:
    secrets = (Secret(LODGE, "00" * 32), Secret("0", "11" * 32))
    deck = FairDeal("t", 1, secrets=secrets).deck(THREE.rules.tiles)
    tampered = {
        "lodge": (Secret(LODGE, "01" + "00" * 31), secrets[1]),
        "seat": (secrets[0], Secret("0", "11" * 31 + "12")),
        "missing": secrets[:1],
    }[change]
    honest = KeptRound(deck, fair=FairDeal("t", 1, secrets=secrets))
    assert replay(Transcript(THREE, (honest,))).fault is None
    other = replace(honest, fair=FairDeal("t", 1, secrets=tampered))
    assert fault_of(Transcript(THREE, (other,))) == (0, None, "unfair_deal")


@given(SEEDS, st.data())
def test_a_deed_that_is_not_legal_stops_it_there(seed: int, data: Any) -> None:
    transcript = match_of(seed=seed % 50)
    first = transcript.rounds[0]
    at = data.draw(st.integers(0, len(first.deeds) - 1))
    wrong = replace(first.deeds[at], seat=(first.deeds[at].seat + 1) % 3)
    deeds = (*first.deeds[:at], wrong, *first.deeds[at + 1 :])
    changed = replace(transcript, rounds=(replace(first, deeds=deeds),))
    replayed = replay(changed)
    assert replayed.fault is not None
    assert (replayed.fault.action, replayed.fault.code) == (at, "not_your_turn")
    assert len(replayed.rounds) == 1
    assert len(replayed.rounds[0].record) == 1 + at


def test_a_report_tells_where_it_stopped_and_nothing_of_hands() -> None:
    fault = Fault(0, 4, "must_draw", "The boneyard still holds 3: draw first.")
    told = report(replace(replay(match_of()), fault=fault))
    assert told == {
        "ok": False,
        "round": 0,
        "action": 4,
        "code": "must_draw",
        "message": "The boneyard still holds 3: draw first.",
    }


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_every_moment_looks_as_it_did_to_each_seat(setup: Setup) -> None:
    transcript = match_of(setup)
    replayed, match = replay(transcript), Match(setup)
    random = Random(1)
    for number, kept in enumerate(transcript.rounds):
        round = deal(setup.rules, setup.seats, kept.deck)
        for done, deed in enumerate((*kept.deeds, None)):
            if round.result is not None:
                match = match.settle(round.result)
            seat = random.choice([None, *range(setup.seats)])
            scene = replayed.scene(number, done, seat)
            assert scene.view == view_of(match, round, seat)
            assert scene.hands == round.hands
            if deed is not None:
                round, _ = step(round, deed.seat, deed.action)


def test_a_replay_plays_what_another_game_recorded() -> None:
    one = play_on(THREE, Random(2))
    deeds = tuple(Deed(at.turn, action) for at, action in zip(one.rounds, one.actions))
    (round,) = replay(Transcript(THREE, (KeptRound(one.deck, deeds),))).rounds
    assert round == one.round
