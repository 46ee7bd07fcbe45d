"""One player's side of fair deals: gives a secret to each, and checks at the end what became of it.

Trusts nothing that the authority says about a deal; knows only what this player was told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from engine.actions import Action, Draw, IllegalAction, Pass, Play
from engine.deal import LODGE, Commitment, FairDeal, Secret, digest
from engine.events import Drew, Ended, Event, Opened, Passed, Played
from engine.messages import Commit, Phase, Reveal, Update
from engine.round import deal as deal_round
from engine.round import step
from engine.tiles import Tile
from engine.view import View


class Verdict(StrEnum):
    """What a check of a deal found."""

    FAIR = "fair"
    UNSEEN = "unseen"
    """All numbers agree, but this page gave no secret of its own."""
    UNPROVEN = "unproven"
    """No numbers came with the round."""
    BROKEN = "broken"
    """A secret is not the one that was promised."""
    CHANGED = "changed"
    """What was promised before the deal is not what is said of it now."""
    LEFT_OUT = "left_out"
    """This player was there, and the deck does not follow from its secret."""
    WITHHELD = "withheld"
    """All numbers agree, but of two decks one was chosen by keeping back a promised secret."""
    OTHER_DECK = "other_deck"
    """The secrets give another deck than the one that was played."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A verdict; ``who`` broke, changed or withheld: ``lodge``, or a seat's number."""

    verdict: Verdict
    who: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Memory:
    """What a page has to remember, to be the witness of a deal still after it is loaded anew."""

    table: str
    round: int
    secret: Secret
    """Ours, which we have given."""
    promises: tuple[Commitment, ...]
    changed: str | None


@dataclass(slots=True, repr=False)
class _Deal:
    """What we were told of one deal, and gave to it.

    ``seat`` and ``secret`` are ours, once we have promised. ``promised`` is the first that we
    heard of each promise, ``changed`` who then said another. ``late``: this page could not take
    part. ``hands`` are ours during the round, by the record's length at that time.
    """

    table: str
    round: int
    late: bool
    changed: str | None = None
    promised: dict[str, str] = field(default_factory=dict)
    seat: str = ""
    secret: bytes = b""
    gave: bool = False
    played: bool = False
    record: tuple[Event, ...] = ()
    hands: dict[int, tuple[Tile, ...]] = field(default_factory=dict)

    def hear(self, fair: FairDeal, seats: int) -> None:
        """Remember promises; once we have given our secret, none may be new."""
        for promise in fair.commitments:
            stranger = promise.who != LODGE and int(promise.who) >= seats
            new = promise.who not in self.promised and (self.gave or self.played)
            known = self.promised.setdefault(promise.who, promise.digest)
            if stranger or new or known != promise.digest:
                self.changed = self.changed or promise.who

    def see(self, record: tuple[Event, ...], hand: tuple[Tile, ...]) -> None:
        """Remember a moment of the round; what was told once must be told again."""
        before = self.hands.setdefault(len(record), hand)
        if record[: len(self.record)] != self.record or before != hand:
            self.changed = self.changed or LODGE
        self.played, self.record = True, record

    @property
    def digest(self) -> str:
        return digest(self.table, self.round, self.seat, self.secret)

    @property
    def memory(self) -> Memory:
        promises = tuple(Commitment(*promise) for promise in self.promised.items())
        secret = Secret(self.seat, self.secret.hex())
        return Memory(self.table, self.round, secret, promises, self.changed)

    @classmethod
    def remembered(cls, memory: Memory) -> _Deal:
        """Late: what has become of our secret on its way we cannot tell."""
        promised = {promise.who: promise.digest for promise in memory.promises}
        deal = cls(memory.table, memory.round, True, memory.changed, promised)
        deal.seat, deal.secret, deal.gave = memory.secret.who, memory.secret.raw, True
        return deal


class Witness:
    """Follows one table through the updates of one player. ``secret`` gives 32 random bytes.

    ``memory`` is what this player's page remembers from before it was loaded anew.
    """

    def __init__(self, secret: Callable[[], bytes], memory: Memory | None = None) -> None:
        self._secret = secret
        self._deal = None if memory is None else _Deal.remembered(memory)
        self._new_here = True

    @property
    def memory(self) -> Memory | None:
        """Of a deal that has our secret."""
        return self._deal.memory if self._deal is not None and self._deal.gave else None

    def answer(self, update: Update) -> Commit | Reveal | None:
        """Remember what ``update`` tells of a deal; what is to be said to the table now."""
        answer = None
        fair, view = update.fair, update.view
        self._let_go(fair)
        if fair is not None and fair.commitments:
            if update.phase is Phase.DEALING:
                deal = self._hear(fair, update)
                answer = None if update.seat is None else self._promise(deal, str(update.seat))
            elif update.phase is Phase.PLAYING and view is not None:
                self._hear(fair, update).see(view.record, view.hand)
        self._new_here = False
        return answer

    def check(self, update: Update) -> Checked | None:
        """What became of the deal of a round that is over; None before."""
        view, fair = update.view, update.fair
        over = update.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)
        if not over or view is None or view.hands is None:
            return None
        if fair is None or not fair.secrets:
            return Checked(Verdict.UNPROVEN)
        if (who := fair.broken_by) is not None:
            return Checked(Verdict.BROKEN, who)
        self._let_go(fair)
        deal = self._deal
        if deal is None or (deal.table, deal.round) != (fair.table, fair.round):
            deal = _Deal(fair.table, fair.round, late=True)
        else:
            deal.hear(fair, view.setup.seats)
        if deal.changed is not None:
            return Checked(Verdict.CHANGED, deal.changed)
        return _judged(deal, view, fair)

    def _let_go(self, fair: FairDeal | None) -> None:
        """What we remember of another deal than the first that we meet says nothing of it."""
        deal = self._deal
        if deal is None or fair is None or not self._new_here:
            return
        if (deal.table, deal.round) != (fair.table, fair.round):
            self._deal = None

    def _hear(self, fair: FairDeal, update: Update) -> _Deal:
        """The deal that ``fair`` is of. Until we have given our secret, it may begin anew.

        A lodge that has our secret and then begins another deal may not have liked the deck.
        """
        deal, lodge = self._deal, fair.commitments[0].digest
        same = deal is not None and (deal.table, deal.round) == (fair.table, fair.round)
        if deal is None or not same or (deal.promised[LODGE] != lodge and not deal.gave):
            dropped = deal is not None and not deal.played and (deal.gave or deal.changed)
            late = self._new_here and update.phase is Phase.PLAYING
            deal = _Deal(fair.table, fair.round, late, LODGE if dropped else None)
            self._deal = deal
        deal.hear(fair, update.setup.seats)
        return deal

    def _promise(self, deal: _Deal, seat: str) -> Commit | Reveal | None:
        """Commit to a fresh secret when a deal begins, and give it once all have committed."""
        published = deal.promised.get(seat)
        if not deal.secret:
            if published is not None:  # by this player's page before it was loaded anew
                deal.late = True
            if deal.late:
                return None
            deal.seat, deal.secret = seat, self._secret()
            return Commit(deal.digest)
        if published is None or deal.gave:
            return None
        if published != deal.digest:
            deal.changed = deal.changed or seat
            return None
        deal.gave = True
        return Reveal(deal.secret.hex())


def _judged(deal: _Deal, view: View, fair: FairDeal) -> Checked:
    """The verdict on a deal of which every promise was kept, as far as this player heard."""
    given = {secret.who: secret.raw for secret in fair.secrets}
    if not deal.late and view.seat is not None and given.get(deal.seat) != deal.secret:
        return Checked(Verdict.LEFT_OUT)
    if not _follows(deal, view, fair):
        return Checked(Verdict.OTHER_DECK)
    withheld = next((who for who in deal.promised if who not in given), None)
    if withheld is not None:
        return Checked(Verdict.WITHHELD, withheld)
    ours = deal.gave and given.get(deal.seat) == deal.secret
    return Checked(Verdict.FAIR if ours else Verdict.UNSEEN)


def _follows(deal: _Deal, view: View, fair: FairDeal) -> bool:
    """Whether the secrets' deck leads through all that happened to the hands that were shown."""
    rules, seen = view.setup.rules, dict(deal.hands)
    try:
        round = deal_round(rules, view.setup.seats, fair.deck(rules.tiles))
        for event in view.record:
            if not isinstance(event, Opened | Ended):
                round, _ = step(round, event.seat, _action(event))
            if view.seat is not None and seen.pop(len(round.record), None) not in (
                None,
                round.hands[view.seat],
            ):
                return False
    except (IllegalAction, ValueError, IndexError):
        return False
    complete = not seen or view.seat is None
    return complete and round.record == view.record and round.hands == view.hands


def _action(event: Played | Drew | Passed) -> Action:
    match event:
        case Played(_, tile, end):
            return Play(tile, end)
        case Drew():
            return Draw()
        case Passed():
            return Pass()
