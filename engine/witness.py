"""One player's side of fair deals: gives a secret to each, and checks at the end what became of it.

Trusts nothing that the authority says about a deal; knows only what this player was told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from engine.actions import Action, Draw, IllegalAction, Pass, Play
from engine.deal import LODGE, FairDeal, digest
from engine.events import Drew, Ended, Opened, Passed, Played
from engine.messages import Commit, Phase, Reveal, Update
from engine.round import deal as deal_round
from engine.round import step
from engine.tiles import Tile
from engine.view import View


class Verdict(StrEnum):
    """What a check of a deal found."""

    FAIR = "fair"
    UNSEEN = "unseen"
    """All numbers agree, but this page came too late to see the promises made."""
    UNPROVEN = "unproven"
    """No numbers came with the round."""
    BROKEN = "broken"
    """A secret is not the one that was promised."""
    CHANGED = "changed"
    """What was promised before the deal is not what is said of it now."""
    LEFT_OUT = "left_out"
    """This player gave a secret, and the deck does not follow from it."""
    OTHER_DECK = "other_deck"
    """The secrets give another deck than the one that was played."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A verdict; ``who`` broke or changed a promise: ``lodge``, or a seat's number."""

    verdict: Verdict
    who: str | None = None


@dataclass(slots=True, repr=False)
class _Deal:
    """What we were told of one deal, and gave to it.

    ``promised`` is the first that we heard of each promise, ``changed`` who then said another;
    ``hand`` is a hand of ours during the round, with the record's length at that time.
    """

    table: str
    round: int
    promised: dict[str, str] = field(default_factory=dict)
    changed: str | None = None
    secret: bytes | None = None
    gave: bool = False
    hand: tuple[int, tuple[Tile, ...]] | None = None

    def hear(self, fair: FairDeal) -> None:
        for promise in fair.commitments:
            if self.promised.setdefault(promise.who, promise.digest) != promise.digest:
                self.changed = self.changed or promise.who

    def changed_in(self, fair: FairDeal) -> str | None:
        """Who promised something else before, as far as we heard."""
        if self.changed is not None:
            return self.changed
        now = ((promise.who, promise.digest) for promise in fair.commitments)
        return next((who for who, text in now if self.promised.get(who) != text), None)


class Witness:
    """Follows one table through the updates of one player. ``secret`` gives 32 random bytes."""

    def __init__(self, secret: Callable[[], bytes]) -> None:
        self._secret = secret
        self._deal: _Deal | None = None

    def answer(self, update: Update) -> Commit | Reveal | None:
        """Remember what ``update`` tells of a deal; what is to be said to the table now."""
        fair = update.fair
        if fair is None or update.phase not in (Phase.DEALING, Phase.PLAYING):
            return None
        deal = self._hear(fair)
        if update.seat is None:
            return None
        if update.phase is Phase.DEALING:
            return self._promise(deal, fair, str(update.seat))
        assert update.view is not None
        deal.hand = len(update.view.record), update.view.hand
        return None

    def check(self, update: Update) -> Checked | None:
        """What became of the deal of a round that is over; None before."""
        view, fair = update.view, update.fair
        if view is None or view.hands is None:
            return None
        if fair is None or not fair.secrets:
            return Checked(Verdict.UNPROVEN)
        if (who := fair.broken_by) is not None:
            return Checked(Verdict.BROKEN, who)
        deal = self._deal
        if deal is None or (deal.table, deal.round) != (fair.table, fair.round):
            follows = _follows(view, fair, None)
            return Checked(Verdict.UNSEEN if follows else Verdict.OTHER_DECK)
        if (who := deal.changed_in(fair)) is not None:
            return Checked(Verdict.CHANGED, who)
        if deal.gave and all(secret.who != str(view.seat) for secret in fair.secrets):
            return Checked(Verdict.LEFT_OUT)
        if not _follows(view, fair, deal.hand):
            return Checked(Verdict.OTHER_DECK)
        return Checked(Verdict.FAIR if deal.gave else Verdict.UNSEEN)

    def _hear(self, fair: FairDeal) -> _Deal:
        """The deal that ``fair`` is of; until we have given our secret, one may begin anew."""
        deal, lodge = self._deal, fair.commitments[0].digest
        if (
            deal is None
            or (deal.table, deal.round) != (fair.table, fair.round)
            or (deal.promised.get(LODGE) != lodge and not deal.gave)
        ):
            deal = self._deal = _Deal(fair.table, fair.round)
        deal.hear(fair)
        return deal

    def _promise(self, deal: _Deal, fair: FairDeal, seat: str) -> Commit | Reveal | None:
        """Commit to a fresh secret when a deal begins, and give it once all have committed."""
        if deal.secret is None:
            deal.secret = self._secret()
            return Commit(digest(fair.table, fair.round, seat, deal.secret))
        published = any(promise.who == seat for promise in fair.commitments)
        if not published or deal.gave:
            return None
        deal.gave = True
        return Reveal(deal.secret.hex())


def _follows(view: View, fair: FairDeal, seen: tuple[int, tuple[Tile, ...]] | None) -> bool:
    """Whether the secrets' deck leads through all that happened to the hands that were shown.

    ``seen`` is a hand of ours during the round, and how long the record was then.
    """
    try:
        rules = view.setup.rules
        round = deal_round(rules, view.setup.seats, fair.deck(rules.tiles))
        for event in view.record:
            if not isinstance(event, Opened | Ended):
                round, _ = step(round, event.seat, _action(event))
            if view.seat is not None and seen == (len(round.record), round.hands[view.seat]):
                seen = None
    except (IllegalAction, ValueError):
        return False
    return seen is None and round.record == view.record and round.hands == view.hands


def _action(event: Played | Drew | Passed) -> Action:
    match event:
        case Played(_, tile, end):
            return Play(tile, end)
        case Drew():
            return Draw()
        case Passed():
            return Pass()
