"""Who holds which chair at one table. Knows members by their ids, and no rule of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

from engine.chairs import NAME_LENGTH, Chair, Level, clean_name, regular_in


class Seating:
    """The chairs in seat order; ``seat_of`` tells which one a member holds, if any.

    ``levels`` are those of each chair's regular, also while a person sits there.
    """

    def __init__(self, host: str, name: str, seats: int, levels: Sequence[Level]) -> None:
        self.seat_of = {host: 0}
        self.levels = _one_each(levels, seats)
        self.chairs = [Chair(name=clean_name(name))] + [
            regular_in(seat, self.levels[seat]) for seat in range(1, seats)
        ]

    @classmethod
    def restored(
        cls, host: str, chairs: Sequence[Chair], members: Sequence[str], levels: Sequence[Level]
    ) -> Self:
        """The seating with these chairs and ``members``, "" for a regular.

        Raises ValueError unless every person, the host too, is one member in one chair.
        """
        if len(chairs) != len(members):
            raise ValueError(f"expected as many chairs as members, got {len(chairs)}")
        people = [member for member in members if member]
        if len(set(people)) != len(people) or host not in people:
            raise ValueError("expected the host and every other member in one chair each")
        for seat, (chair, member) in enumerate(zip(chairs, members)):
            if chair.is_person is not bool(member):
                raise ValueError(f"expected a member in chair {seat} or a regular")
        seating = cls(host, "", len(chairs), levels)
        seating.chairs = list(chairs)
        seating.seat_of = {member: seat for seat, member in enumerate(members) if member}
        return seating

    @property
    def members(self) -> tuple[str, ...]:
        """Each chair's member, "" where a regular sits."""
        by_seat = {seat: member for member, seat in self.seat_of.items()}
        return tuple(by_seat.get(seat, "") for seat in range(len(self.chairs)))

    def sit_down(self, member: str, name: str) -> bool:
        """Give ``member`` the first chair without a person; False if there is none."""
        for seat, chair in enumerate(self.chairs):
            if not chair.is_person:
                self.seat_of[member] = seat
                self.chairs[seat] = Chair(name=self._own(clean_name(name), seat))
                return True
        return False

    def rename(self, seat: int, name: str) -> None:
        self.change(seat, name=self._own(clean_name(name), seat))

    def stand_up(self, member: str) -> None:
        """Give ``member``'s chair back to its regular."""
        seat = self.seat_of.pop(member)
        self.chairs[seat] = regular_in(seat, self.levels[seat])

    def arrange(self, seats: int, levels: Sequence[Level]) -> bool:
        """Have ``seats`` chairs; False, and nothing done, if that would unseat a person."""
        if any(seat >= seats for seat in self.seat_of.values()):
            return False
        self.levels = _one_each(levels, seats)
        self.chairs = [
            self.chairs[seat] if seat in self.seat_of.values() else regular_in(seat, level)
            for seat, level in enumerate(self.levels)
        ]
        return True

    def ask_again(self) -> None:
        """No person is ready any more."""
        for seat in self.seat_of.values():
            self.change(seat, ready=False)

    def set_present(self, member: str, *, present: bool) -> bool:
        """Whether ``member``'s browser is there; one that returns has missed nothing.

        True where that changes anything.
        """
        seat = self.seat_of.get(member)
        if seat is None or self.chairs[seat].present is present:
            return False
        self.change(seat, present=present, missed=0 if present else self.chairs[seat].missed)
        return True

    def _own(self, name: str, seat: int) -> str:
        """``name``, with a number where somebody else here is called the same."""
        taken = {one.name for at, one in enumerate(self.chairs) if at != seat and one.is_person}
        names = (name, *(_numbered(name, number) for number in range(2, len(self.chairs) + 1)))
        return next(own for own in names if own not in taken)

    def change(self, seat: int, **changes: Any) -> None:
        self.chairs[seat] = replace(self.chairs[seat], **changes)


def _numbered(name: str, number: int) -> str:
    end = f" {number}"
    return name[: NAME_LENGTH - len(end)].rstrip() + end


def _one_each(levels: Sequence[Level], seats: int) -> tuple[Level, ...]:
    """One level a chair; the last one given serves the chairs that have none."""
    given = tuple(levels)[:seats] or (Level.STEADY,)
    return given + given[-1:] * (seats - len(given))
