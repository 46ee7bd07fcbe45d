"""The end of a ranked bout."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.duel import Duel
from app.intents import Intent
from app.intents.hearth import GoToHearth
from app.intents.ranked import FindOpponent, GoToRanked
from app.intents.replay import SaveTranscript, WatchAgain
from app.intents.table import AskRematch
from app.model import Model, Notice, Screen
from app.reading import read_intent
from app.standing import Standing, Tie
from engine.events import Ending
from engine.letters import Bout, Stage
from engine.messages import Update
from engine.ranked import Finish
from engine.witness import Checked, Verdict
from tests.bouts import ADA, BO, HERS, ROOM, at_bout, between, bout_of, playing, rated
from tests.page import BLOCK_ROUND, Element, ended, first_ending, region

ENDED = {kind: between(ended(first_ending(kind, BLOCK_ROUND))) for kind in Ending}
DOMINO = ENDED[Ending.DOMINO]


def winner_of(told: Update) -> int | None:
    assert told.view is not None
    return told.view.winner


def dialog(model: Model) -> Element:
    return region(model, "dialog").one("dialog", "Match over")


def plain(element: Element) -> str:
    return element.text.replace("\u2068", "").replace("\u2069", "")


def ways(model: Model) -> dict[str, Intent | None]:
    [acts] = [each for each in dialog(model) if "acts" in each.classes]
    return {button.name: read_intent({"msg": button["data-msg"]}) for button in acts.all("button")}


def recorded(bout: Bout, told: Update = DOMINO, **changes: Any) -> Model:
    return at_bout(told, bout, duel=Duel(ROOM, BO, bout, recorded=True), **changes)


@pytest.mark.parametrize("kind", Ending)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_round_that_was_played_out_tells_who_won(kind: Ending, seat: int | None) -> None:
    told = replace(between(ended(first_ending(kind, BLOCK_ROUND), seat)), seat=seat)
    winner = winner_of(told)
    words = plain(dialog(at_bout(told, rated(winner=winner))))
    if winner is None:
        assert "Nobody wins: the lowest hands are equal." in words
    elif winner == seat:
        assert "You win." in words
    else:
        assert f"{('Ada', 'Bo')[winner]} wins." in words
    assert "All hands turned up" not in words
    assert dialog(at_bout(told, rated(winner=winner))).one("list", "All hands turned up").children


@pytest.mark.parametrize(
    ("finish", "ours", "theirs", "watched"),
    [
        (Finish.LEFT, "Bo left, so you win.", "You left, so Ada wins.", "Bo left, so Ada wins."),
        (
            Finish.AWAY,
            "Bo stayed away, so you win.",
            "You were away too long, so Ada wins.",
            "Bo stayed away, so Ada wins.",
        ),
        (
            Finish.RAN_OUT,
            "Two turns of Bo ran out, so you win.",
            "Two of your turns ran out, so Ada wins.",
            "Two turns of Bo ran out, so Ada wins.",
        ),
    ],
)
def test_a_bout_that_was_given_up_says_by_whom_and_how(
    finish: Finish, ours: str, theirs: str, watched: str
) -> None:
    for seat, words in ((0, ours), (1, theirs), (None, watched)):
        model = at_bout(replace(playing(), seat=seat), rated(finish))
        assert words in plain(dialog(model))
        assert words in region(model, "status").text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        (Stage.WRITING, "The result is being written down."),
        (Stage.RATED, "The result is in the ledger, and both ratings are new."),
        (Stage.VOID, "Nothing is rated: it ended before anybody had played"),
        (Stage.UNWRITTEN, "Nothing is rated, because the ledger could not be written."),
    ],
)
def test_what_becomes_of_the_result_is_one_sentence(stage: Stage, words: str) -> None:
    model = at_bout(DOMINO, bout_of(stage, Finish.PLAYED, winner_of(DOMINO)))
    assert words in dialog(model).text
    assert words in region(model, "status").text


def test_a_bout_that_a_closing_lodge_left_says_so() -> None:
    words = plain(dialog(at_bout(DOMINO, bout_of(Stage.VOID))))
    assert "The lodge closed in the middle of it, so nothing is rated." in words
    assert "before anybody had played" not in words


def test_a_rematch_that_was_refused_says_why_and_can_be_asked_for_again() -> None:
    model = recorded(rated(), notice=Notice.NO_LEDGER)
    assert "cannot begin a rated bout just now" in plain(dialog(model))
    assert isinstance(ways(model)["Rematch"], AskRematch)


def test_a_void_bout_has_no_winner_and_needs_no_round() -> None:
    undealt = replace(playing(), view=None)
    for told in (playing(), undealt):
        words = plain(dialog(at_bout(told, bout_of(Stage.VOID, Finish.AWAY))))
        assert "The bout is void." in words
        assert "+" not in words


def test_both_ratings_are_told_before_and_after_with_what_was_gained() -> None:
    first, second = [
        plain(item)
        for item in dialog(at_bout(DOMINO, rated(winner=0))).all("listitem")
        if "before" in item.text
    ]
    assert first == "You 1500 before, now 1540 ± 350 provisional +40"
    assert second == "Bo 1611 before, now 1571 ± 170 −40"
    unrated = plain(dialog(at_bout(DOMINO, bout_of(Stage.WRITING, Finish.PLAYED, 0))))
    assert "You 1500 ± 350 provisional" in unrated
    assert "before, now" not in unrated


def test_the_seal_of_the_deal_is_shown() -> None:
    model = at_bout(DOMINO, rated(), checked=Checked(Verdict.FAIR))
    assert "Dealt fairly" in dialog(model).text


def test_the_transcript_is_saved_or_watched_once_it_is_here() -> None:
    assert not dialog(at_bout(DOMINO, rated())).all("button", "Watch it again")
    over = dialog(recorded(rated()))
    [keepsakes] = [each for each in over if "keepsakes" in each.classes]
    found = [read_intent({"msg": button["data-msg"]}) for button in keepsakes.all("button")]
    assert found == [SaveTranscript(), WatchAgain()]


def test_a_rematch_is_asked_for_while_both_are_there() -> None:
    assert ways(at_bout(DOMINO, rated())) == {
        "Rematch": AskRematch(),
        "Find another opponent": FindOpponent(),
        "Back to the hearth": GoToHearth(),
    }


def test_who_has_asked_for_a_rematch_waits_and_the_other_reads_so() -> None:
    asked = at_bout(DOMINO, rated(us=replace(ADA, gained=1, rematch=True)))
    assert "A rematch begins when Bo wants one too." in plain(dialog(asked))
    assert "Rematch" not in ways(asked)
    waited_for = at_bout(DOMINO, rated(other=replace(HERS, gained=1, rematch=True)))
    assert "Bo waits for a rematch." in plain(dialog(waited_for))
    assert ways(waited_for)["Rematch"] == AskRematch()


@pytest.mark.parametrize(
    "model",
    [
        at_bout(DOMINO, rated(other=replace(HERS, gained=1, away=0.0))),
        at_bout(DOMINO, rated(), duel=Duel(ROOM, BO, rated(), left=True)),
        at_bout(playing(), rated(Finish.LEFT)),
        at_bout(DOMINO, rated(), standing=replace(Standing(at_bout(None).standing.role, Tie.LOST))),  # type: ignore[union-attr]
    ],
    ids=["away", "room closed", "left the bout", "our line is gone"],
)
def test_there_is_no_rematch_with_one_who_is_gone(model: Model) -> None:
    assert "has gone, so there is no rematch." in dialog(model).text
    assert "Rematch" not in ways(model)
    assert ways(model)["Find another opponent"] == FindOpponent()


@pytest.mark.parametrize("stage", [Stage.VOID, Stage.UNWRITTEN])
def test_what_is_not_rated_is_not_played_again_but_another_may_be_found(stage: Stage) -> None:
    model = at_bout(DOMINO, bout_of(stage, Finish.PLAYED, 0))
    assert set(ways(model)) == {"Find another opponent", "Back to the hearth"}


def test_until_it_is_written_down_one_waits() -> None:
    model = at_bout(DOMINO, bout_of(Stage.WRITING, Finish.PLAYED, 0))
    assert set(ways(model)) == {"Back to the hearth"}


def test_who_watched_goes_back_to_the_ranked_screen() -> None:
    watching = at_bout(replace(DOMINO, seat=None), rated())
    assert ways(watching) == {
        "Back to ranked block": GoToRanked(),
        "Back to the hearth": GoToHearth(),
    }


def test_before_the_referee_has_said_so_nothing_is_over() -> None:
    assert not region(at_bout(DOMINO, bout_of()), "dialog").all("dialog")
    elsewhere = at_bout(DOMINO, rated(), screen=Screen.REPLAY)
    assert not region(elsewhere, "dialog").all("dialog")
