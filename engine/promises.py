"""A fair deal while the secrets come in. Holds the lodge's own; never leaves the authority."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.deal import LODGE, Commitment, FairDeal, Secret, digest


@dataclass(frozen=True, slots=True, repr=False)
class Promises:
    """First all who are ``asked`` promise, by a commitment; once that is ``closed``, all give.

    ``asked`` are the seats of the people who are there. Nobody sees another's promise before it
    is closed, nor anybody's secret before the round is over.
    """

    table: str
    round: int
    lodge: Secret
    asked: tuple[int, ...]
    promised: tuple[Commitment, ...] = ()
    closed: bool = False
    given: tuple[Secret, ...] = ()
    broken: tuple[str, ...] = ()

    def promise(self, seat: int, text: str) -> Promises:
        """With the commitment of ``seat``. Raises ValueError where none is awaited."""
        if self.closed or seat not in self.asked or any(p.who == str(seat) for p in self.promised):
            raise ValueError("no commitment is awaited")
        return replace(self, promised=(*self.promised, Commitment(str(seat), text)))

    def close(self) -> Promises:
        """No more commitments; from now on their secrets are awaited."""
        return replace(self, closed=True)

    def give(self, seat: int, text: str) -> Promises:
        """With the secret of ``seat``, which is left out where it is not what was promised.

        Raises ValueError where none is awaited.
        """
        who = str(seat)
        if not self.closed or who not in self._owing:
            raise ValueError("no secret is awaited")
        secret = Secret(who, text)
        if Commitment(who, digest(self.table, self.round, who, secret.raw)) in self.promised:
            return replace(self, given=(*self.given, secret))
        return replace(self, broken=(*self.broken, who))

    @property
    def complete(self) -> bool:
        """Nobody is waited for: for a commitment before it is closed, for a secret after."""
        return not self._owing if self.closed else len(self.promised) == len(self.asked)

    @property
    def left_out(self) -> tuple[int, ...]:
        """The seats that were asked and have given nothing that counts."""
        given = {secret.who for secret in self.given}
        return tuple(seat for seat in self.asked if str(seat) not in given)

    @property
    def published(self) -> FairDeal:
        """What everybody may see while the deal goes on."""
        return FairDeal(self.table, self.round, self._commitments(self.closed))

    @property
    def fair(self) -> FairDeal:
        """What the deck follows from: the lodge's secret, and each that was given as promised."""
        given = tuple(sorted(self.given, key=lambda secret: int(secret.who)))
        kept = {secret.who for secret in given}
        commitments = [one for one in self._commitments(True) if one.who in {LODGE, *kept}]
        return FairDeal(self.table, self.round, tuple(commitments), (self.lodge, *given))

    @property
    def _owing(self) -> set[str]:
        settled = {*self.broken, *(secret.who for secret in self.given)}
        return {promise.who for promise in self.promised} - settled

    def _commitments(self, everybody: bool) -> tuple[Commitment, ...]:
        lodge = Commitment(LODGE, digest(self.table, self.round, LODGE, self.lodge.raw))
        seats = sorted(self.promised, key=lambda promise: int(promise.who))
        return (lodge, *seats) if everybody else (lodge,)
