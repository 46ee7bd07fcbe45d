"""The authority over one table: chairs, turns, rounds and the match.

Has no I/O, no clock and no randomness: every call that needs the time is given it, in seconds of
any steady clock, and every deck comes from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.actions import Action, IllegalAction
from engine.chairs import MISSED, Level
from engine.deal import LODGE, FairDeal, Secret
from engine.match import Match
from engine.messages import (
    Act,
    Command,
    Commit,
    Configure,
    Join,
    Kick,
    Leave,
    LeftOut,
    News,
    NextRound,
    Phase,
    PlayedFor,
    React,
    Reacted,
    Ready,
    Rematch,
    Rename,
    Reveal,
    Start,
    Update,
)
from engine.promises import Promises
from engine.round import Round, deal, step
from engine.rules import TURN_SECONDS, Setup
from engine.seating import Seating
from engine.snapshot import Snapshot
from engine.tiles import Tile
from engine.transcript import By, Deed, KeptRound, Transcript
from engine.view import View, view_of


class Denied(Exception):
    """A command that changes nothing. ``code`` names the reason, ``str()`` is one sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Table:
    """One table. A member is a connection, known by an id; it may hold a chair or only watch."""

    def __init__(
        self, id: str, host: str, name: str, setup: Setup, levels: Sequence[Level]
    ) -> None:
        self.id = id
        self.host = host
        self.setup = setup
        self.seating = Seating(host, name, setup.seats, levels)
        self.phase = Phase.GATHERING
        self.version = 0
        self.match = Match(setup)
        self.round: Round | None = None
        self.rounds: list[KeptRound] = []
        self.earlier = 0
        """Rounds of matches that were played here before, so that each deal has its number."""
        self.promises: Promises | None = None
        self.deadline: float | None = None
        self.paused = False
        self._left_at_pause: float | None = None

    # What is seen

    def update(self, member: str, news: tuple[News, ...], now: float) -> Update:
        """All that ``member`` may know; whoever holds no chair sees what a watcher sees."""
        seat = self.seating.seat_of.get(member)
        return Update(
            version=self.version,
            phase=self.phase,
            setup=self.setup,
            seat=seat,
            host=self.seating.seat_of.get(self.host),
            chairs=tuple(self.seating.chairs),
            left=self._left(now),
            paused=self.paused,
            view=self.view(seat),
            fair=self.fair,
            events=news,
        )

    def view(self, seat: int | None) -> View | None:
        return None if self.round is None else view_of(self.match, self.round, seat)

    @property
    def turn(self) -> int | None:
        """The seat to act, None while nobody is."""
        if self.round is None or self.phase is not Phase.PLAYING:
            return None
        return self.round.turn

    @property
    def fair(self) -> FairDeal | None:
        """What may be known of the deal: no secret before its round is over."""
        if self.phase is Phase.DEALING:
            return None if self.promises is None else self.promises.published
        fair = self.rounds[-1].fair if self.rounds else None
        if fair is not None and self.phase is Phase.PLAYING:
            return fair.hidden
        return fair

    @property
    def transcript(self) -> Transcript:
        """The rounds that are over, of this match."""
        rounds = self.rounds[: len(self.match.results)]
        names = (chair.regular or chair.name for chair in self.seating.chairs)
        return Transcript(self.setup, tuple(rounds), tuple(names))

    # What members ask

    def command(self, member: str, command: Command, now: float) -> tuple[News, ...]:
        """Carry out ``command`` for ``member``. Raises Denied, or IllegalAction from the rules."""
        if isinstance(command, Join):
            return self._join(member, command.name)
        seat = self.seating.seat_of.get(member)
        if seat is None:
            raise Denied("no_chair", "Only somebody at the table can ask that.")
        if isinstance(command, Configure | Start | NextRound | Rematch | Kick):
            if member != self.host:
                raise Denied("host_only", "Only the host can ask that.")
            self._host_command(command)
            return ()
        match command:
            case Act(version, action):
                return self._answer(seat, version, action, now)
            case Commit() | Reveal():
                self._take_promise(seat, command)
            case React(phrase):
                return (Reacted(seat, phrase),)
            case Ready(on):
                self.seating.change(seat, ready=on)
            case Rename(name):
                self.seating.rename(seat, name)
            case Leave():
                self._leave(member)
        return ()

    def away(self, member: str) -> bool:
        """``member``'s browser is gone for now; its chair is kept. Whether that is news."""
        return self.seating.set_present(member, present=False)

    def back(self, member: str) -> bool:
        """``member``'s browser is here again. Whether that is news."""
        return self.seating.set_present(member, present=True)

    def hand_over(self, member: str) -> None:
        """``member`` is the host from now on. Raises ValueError for one who holds no chair."""
        if member not in self.seating.seat_of:
            raise ValueError("expected a member in a chair as host")
        self.host = member

    # What the lodge does

    def promise(self, secret: bytes) -> None:
        """Begin a fair deal: promise ``secret`` and ask everybody who is here for theirs."""
        self._expect(Phase.DEALING)
        people = [at for at, one in enumerate(self.seating.chairs) if one.is_person and one.present]
        lodge = Secret(LODGE, secret.hex())
        self.promises = Promises(self.id, self.earlier + len(self.rounds) + 1, lodge, tuple(people))

    def close_promises(self) -> None:
        """Publish everybody's commitments, and await what they stand for."""
        if self.promises is None:
            raise ValueError("expected promises to close, got none")
        self.promises = self.promises.close()

    def deal_fairly(self, now: float) -> tuple[News, ...]:
        """Deal from all secrets that have come; everybody is told whose are left out."""
        if self.promises is None:
            raise ValueError("expected promises to deal from, got none")
        left_out = [LeftOut(seat) for seat in self.promises.left_out]
        fair = self.promises.fair
        return (*left_out, *self.deal(fair.deck(self.setup.rules.tiles), now, fair))

    def deal(
        self, deck: Sequence[Tile], now: float, fair: FairDeal | None = None
    ) -> tuple[News, ...]:
        """Deal the round that was asked for. Raises ValueError for a deck that is not a set."""
        self._expect(Phase.DEALING)
        self.round = deal(self.setup.rules, self.setup.seats, deck)
        self.rounds.append(KeptRound(tuple(deck), fair=fair))
        self.promises = None
        self.phase = Phase.PLAYING
        self.version += 1
        self._start_clock(now)
        return self.round.record

    def play_for(self, seat: int, action: Action, now: float) -> tuple[News, ...]:
        """The lodge acts for ``seat``: at once for a regular, at the deadline for a person."""
        chair = self.seating.chairs[seat]
        by = By.LODGE if chair.is_person else By.AI
        turn = self.turn
        news = self._act(seat, action, by, now)
        if chair.is_person and turn != self.turn:
            self.seating.change(seat, missed=chair.missed + 1)
            if not chair.plays_by_itself:
                return (*news, PlayedFor(seat))
        return news

    def pause(self, now: float) -> None:
        """Stop the clock, also of turns that begin later; nobody's time runs until ``resume``."""
        if not self.paused:
            self.paused, self._left_at_pause = True, self._left(now)
            self.deadline = None

    def resume(self, now: float) -> None:
        if self.paused:
            left, self._left_at_pause = self._left_at_pause, None
            self.paused, self.deadline = False, None if left is None else now + left

    # Keeping and restoring

    def snapshot(self, now: float) -> Snapshot:
        return Snapshot(
            table=self.id,
            setup=self.setup,
            levels=self.seating.levels,
            chairs=tuple(self.seating.chairs),
            members=self.seating.members,
            host=self.host,
            version=self.version,
            earlier=self.earlier,
            dealing=self.phase is Phase.DEALING,
            promises=self.promises,
            rounds=tuple(self.rounds),
            left=self._left(now),
        )

    @classmethod
    def restored(cls, kept: Snapshot, now: float) -> Table:
        """The table of ``kept``, every round replayed. Raises ValueError if it does not hold."""
        if len(kept.chairs) != kept.setup.seats:
            raise ValueError(f"expected {kept.setup.seats} chairs, got {len(kept.chairs)}")
        table = cls(kept.table, kept.host, "", kept.setup, kept.levels)
        table.seating = Seating.restored(kept.host, kept.chairs, kept.members, kept.levels)
        table.earlier = kept.earlier
        for past in kept.rounds:
            if table.phase in (Phase.PLAYING, Phase.MATCH_OVER):
                raise ValueError("expected no round after an unfinished one or a match's last")
            table.phase = Phase.DEALING
            table.deal(past.deck, now, past.fair)
            for deed in past.deeds:
                try:
                    table._act(deed.seat, deed.action, deed.by, now)
                except IllegalAction as error:
                    raise ValueError(f"expected a legal action: {error}") from error
        if kept.version < table.version:
            raise ValueError(f"expected version {table.version} or later, got {kept.version}")
        table.version = kept.version
        if kept.dealing:
            if table.phase not in (Phase.GATHERING, Phase.ROUND_OVER):
                raise ValueError(f"expected no deal while the table is at {table.phase}")
            table.phase = Phase.DEALING
            table.promises = kept.promises
        if table.turn is not None and kept.left is not None:
            table.deadline = now + min(max(kept.left, 0.0), TURN_SECONDS)
        return table

    # Underneath

    def _join(self, member: str, name: str) -> tuple[News, ...]:
        if member in self.seating.seat_of:
            self.back(member)
        elif not self.seating.sit_down(member, name):
            raise Denied("table_full", "Every chair is taken.")
        return ()

    def _host_command(self, command: Configure | Start | NextRound | Rematch | Kick) -> None:
        match command:
            case Configure(setup, levels):
                self._configure(setup, levels)
            case Start():
                self._expect(Phase.GATHERING)
                host = self.seating.seat_of[self.host]
                guests = [one for at, one in enumerate(self.seating.chairs) if at != host]
                if waiting := [chair.name for chair in guests if not chair.ready]:
                    raise Denied("not_ready", f"{', '.join(waiting)} must be ready first.")
                self.phase = Phase.DEALING
            case NextRound():
                self._expect(Phase.ROUND_OVER)
                self.phase = Phase.DEALING
            case Rematch():
                self._expect(Phase.MATCH_OVER)
                self.match = Match(self.setup)
                self.earlier += len(self.rounds)
                self.round, self.rounds = None, []
                self.phase = Phase.DEALING
            case Kick(seat):
                members = dict(enumerate(self.seating.members))
                if members.get(seat, "") in ("", self.host):
                    raise Denied("no_guest", f"No guest sits in chair {seat}.")
                self.seating.stand_up(members[seat])

    def _configure(self, setup: Setup, levels: Sequence[Level]) -> None:
        self._expect(Phase.GATHERING)
        if not self.seating.arrange(setup.seats, levels):
            raise Denied("chair_taken", "Somebody sits in a chair that would be taken away.")
        if setup != self.setup:
            self.seating.ask_again()
        self.setup, self.match = setup, Match(setup)

    def _answer(self, seat: int, version: int, action: Action, now: float) -> tuple[News, ...]:
        if version != self.version:
            raise Denied("stale", "The table has moved on since then.")
        news = self._act(seat, action, By.PLAYER, now)
        self.seating.change(seat, missed=0)
        return news

    def _take_promise(self, seat: int, command: Commit | Reveal) -> None:
        if self.promises is None:
            raise Denied("not_now", "No deal awaits that.")
        try:
            match command:
                case Commit(text):
                    self.promises = self.promises.promise(seat, text)
                case Reveal(text):
                    self.promises = self.promises.give(seat, text)
        except ValueError as error:
            raise Denied("not_now", f"For this deal, {error}.") from error

    def _act(self, seat: int, action: Action, by: By, now: float) -> tuple[News, ...]:
        if self.round is None or self.phase is Phase.DEALING:
            raise Denied("not_now", "No round is being played.")
        turn = self.round.turn
        self.round, news = step(self.round, seat, action)
        kept = self.rounds[-1]
        self.rounds[-1] = replace(kept, deeds=(*kept.deeds, Deed(seat, action, by)))
        self.version += 1
        if self.round.result is not None:
            self.match = self.match.settle(self.round.result)
            self.phase = Phase.MATCH_OVER if self.match.over else Phase.ROUND_OVER
            self.deadline = self._left_at_pause = None
        elif self.round.turn != turn:
            self._start_clock(now)
        return news

    def _leave(self, member: str) -> None:
        """Before the start a guest's chair is free again; later the lodge plays for it at once."""
        if self.phase is Phase.GATHERING and member != self.host:
            self.seating.stand_up(member)
        else:
            self.away(member)
            self.seating.change(self.seating.seat_of[member], missed=MISSED)

    def _start_clock(self, now: float) -> None:
        """Give the turn that begins all its seconds; in a pause they wait for its end."""
        if self.paused:
            self._left_at_pause = float(TURN_SECONDS)
        else:
            self.deadline = now + TURN_SECONDS

    def _left(self, now: float) -> float | None:
        if self.deadline is None:
            return self._left_at_pause
        return max(self.deadline - now, 0.0)

    def _expect(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise Denied("not_now", f"That is for {phase}; the table is at {self.phase}.")
