"""A transcript played again, deed by deed, as far as the rules allow. Shows all that was hidden."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from engine.actions import IllegalAction
from engine.codec import Plain
from engine.events import Opened
from engine.match import Match
from engine.round import Hands, Round, deal, legal_actions, step
from engine.transcript import KeptRound, Transcript, plain_action
from engine.view import View, view_of


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a replay stopped, counted from 0, and why. ``action`` is None before the first.

    ``code`` is a Refusal's, or ``match_over``, ``round_unfinished`` or ``unfair_deal``.
    """

    round: int
    action: int | None
    code: str
    message: str


@dataclass(frozen=True, slots=True, repr=False)
class Scene:
    """One moment of a replay: what one seat or a watcher saw, and every hand."""

    view: View
    hands: Hands


@dataclass(frozen=True, slots=True, repr=False)
class Replay:
    """``rounds`` as the transcript leaves them, the last one where ``fault`` stopped it.

    ``match`` holds the finished ones.
    """

    transcript: Transcript
    rounds: tuple[Round, ...]
    match: Match
    fault: Fault | None

    def scene(self, round: int, deeds: int, seat: int | None) -> Scene:
        """``round``, counted from 0, after so many of its deeds, as ``seat`` saw it."""
        setup = self.match.setup
        kept = self.transcript.rounds[round]
        now = deal(setup.rules, setup.seats, kept.deck)
        for deed in kept.deeds[:deeds]:
            now, _ = step(now, deed.seat, deed.action)
        over = now.result is not None
        match = Match(setup, self.match.results[: round + over])
        return Scene(view_of(match, now, seat), now.hands)


def replay(transcript: Transcript) -> Replay:
    """Play ``transcript`` until its end or its first fault."""
    match, rounds = Match(transcript.setup), list[Round]()
    for number, kept in enumerate(transcript.rounds):
        fault = _objection(number, match, rounds, kept)
        if fault is None:
            played, fault = _played(number, match, kept)
            rounds.append(played)
        if fault is not None:
            return Replay(transcript, tuple(rounds), match, fault)
        if played.result is not None:
            match = match.settle(played.result)
    return Replay(transcript, tuple(rounds), match, None)


def report(replay: Replay) -> Plain:
    """What the command line prints of it: one JSON object."""
    if replay.fault is not None:
        return {"ok": False, **asdict(replay.fault)}
    return {
        "ok": True,
        "rounds": [_plain_round(round) for round in replay.rounds],
        "scores": replay.match.scores,
        "winner": replay.match.winner,
    }


def _objection(number: int, match: Match, rounds: list[Round], kept: KeptRound) -> Fault | None:
    """Why this round must not be dealt, or not with that deck."""
    if match.over:
        return Fault(number, None, "match_over", "The match is decided; no round follows.")
    if rounds and rounds[-1].result is None:
        return Fault(number, None, "round_unfinished", "The round before this one has not ended.")
    if kept.fair is not None and kept.fair.deck(match.setup.rules.tiles) != kept.deck:
        return Fault(number, None, "unfair_deal", "The secrets give another deck than this one.")
    return None


def _played(number: int, match: Match, kept: KeptRound) -> tuple[Round, Fault | None]:
    setup = match.setup
    round = deal(setup.rules, setup.seats, kept.deck)
    for at, deed in enumerate(kept.deeds):
        try:
            round, _ = step(round, deed.seat, deed.action)
        except IllegalAction as refusal:
            return round, Fault(number, at, refusal.code, str(refusal))
    return round, None


def _plain_round(round: Round) -> Plain:
    opened = round.record[0]
    assert isinstance(opened, Opened)
    return {
        "opener": opened.seat,
        "opening": str(opened.tile),
        "line": [str(laid) for laid in round.line.laid],
        "turn": round.turn if round.result is None else None,
        "legal": [plain_action(action) for action in legal_actions(round)],
        "result": None if round.result is None else asdict(round.result),
    }
