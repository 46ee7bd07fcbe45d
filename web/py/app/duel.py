"""A ranked bout that we play in or watch, beside what its table tells. Knows no hand."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from app.rivals import Rival
from engine.letters import Bout, Stage

MARK = "#bout="
_ROOM = re.compile(r"[A-Za-z0-9_-]{22}")


@dataclass(frozen=True, slots=True)
class Duel:
    """``opponent`` is whom we were matched with, None where we watch or come back. ``bout`` is the
    latest that the referee has told; ``late`` are the seats of which a turn ran out. ``left``: the
    room is closed, so nothing more comes of it. ``recorded``: its transcript is here.
    """

    room: str
    opponent: Rival | None = None
    bout: Bout | None = None
    late: frozenset[int] = frozenset()
    left: bool = False
    recorded: bool = False

    def heard(self, bout: Bout) -> Duel:
        if self.bout is not None and self.bout.id != bout.id:
            return Duel(self.room, self.opponent, bout)
        return replace(self, bout=bout)

    @property
    def is_over(self) -> bool:
        return self.bout is not None and self.bout.stage not in (Stage.MEETING, Stage.PLAYING)

    @property
    def is_played(self) -> bool:
        """Tiles are being dealt or laid: who leaves now may lose by it."""
        return self.bout is not None and self.bout.stage is Stage.PLAYING

    @property
    def waits(self) -> bool:
        """Somebody is away, and the seconds are counted."""
        bout = self.bout
        return bout is not None and not self.is_over and any(one.away for one in bout.contenders)

    def a_second_later(self) -> Duel:
        bout = self.bout
        if bout is None or not self.waits:
            return self
        first, second = (
            one if one.away is None else replace(one, away=max(one.away - 1, 0.0))
            for one in bout.contenders
        )
        return replace(self, bout=replace(bout, contenders=(first, second)))


def bout_link(page: str, room: str) -> str:
    """The address that leads back to a bout, or others there to watch it. It gives no secret."""
    return f"{page.partition('#')[0]}{MARK}{room}"


def room_in(link: str) -> str | None:
    """The room of the bout that ``link`` leads to; None where it leads to none."""
    room = link.partition(MARK)[2]
    return room if _ROOM.fullmatch(room) else None
