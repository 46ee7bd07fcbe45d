"""Why a play is a good one, as facts that the player in that seat can check. Forms no sentence."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action, Play
from engine.ai.inference import hidden_hands
from engine.ai.masks import masks_of
from engine.view import View


@dataclass(frozen=True, slots=True)
class OnlyChoice:
    """Nothing else is allowed."""


@dataclass(frozen=True, slots=True)
class GoesOut:
    """It is the last tile in hand."""


@dataclass(frozen=True, slots=True)
class Stops:
    """``seat``, which is next, has neither end's value: it will draw or pass."""

    seat: int


@dataclass(frozen=True, slots=True)
class Lacks:
    """The play leaves ``value`` open, and the record shows that ``seat`` has none."""

    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class Keeps:
    """The play leaves ``value`` open, and ``count`` tiles that bear it in hand."""

    value: int
    count: int


@dataclass(frozen=True, slots=True)
class ShedsDouble:
    """It is a double: a single value lets it go, so it is the harder to lay later."""


@dataclass(frozen=True, slots=True)
class Sheds:
    """It takes its ``pips`` off the hand, and no other play takes more."""

    pips: int


Reason = OnlyChoice | GoesOut | Stops | Lacks | Keeps | ShedsDouble | Sheds


def reasons(view: View, action: Action) -> tuple[Reason, ...]:
    """What speaks for ``action``, the weightiest first; none where chance alone decides."""
    if len(view.legal) == 1:
        return (OnlyChoice(),)
    assert isinstance(action, Play)
    if len(view.hand) == 1:
        return (GoesOut(),)
    return (*_against(view, action), *_kept(view, action), *_shed(view, action))


def _against(view: View, play: Play) -> list[Reason]:
    """What the other seats lack of the ends that ``play`` leaves, the next seat first."""
    masks = masks_of(view.setup.rules.highest)
    seats = len(view.counts)
    ends = _ends(view, play)
    assert view.seat is not None
    gone = masks.mask([*view.hand, *(laid.tile for laid in view.line.laid)])
    found: list[Reason] = []
    for way, hidden in enumerate(hidden_hands(view), 1):
        seat = (view.seat + way) % seats
        lacking = [value for value in ends if not masks.bearing[value] & ~(gone | hidden.banned)]
        if way == 1 and len(lacking) == len(ends):
            found.append(Stops(seat))
        else:
            found += [Lacks(seat, value) for value in lacking if masks.bearing[value] & ~gone]
    return found


def _kept(view: View, play: Play) -> list[Reason]:
    """Of the values that lie open then, the one that the hand bears most often."""
    counts = {
        value: sum(tile.bears(value) for tile in view.hand if tile != play.tile)
        for value in _ends(view, play)
    }
    value = max(counts, key=counts.__getitem__)
    return [Keeps(value, counts[value])] if counts[value] else []


def _shed(view: View, play: Play) -> list[Reason]:
    if play.tile.is_double:
        return [ShedsDouble()]
    most = max(other.tile.pips for other in view.legal if isinstance(other, Play))
    return [Sheds(play.tile.pips)] if play.tile.pips == most else []


def _ends(view: View, play: Play) -> tuple[int, ...]:
    """The values that lie open after ``play``, each once."""
    return tuple(dict.fromkeys(view.line.lay(play.tile, play.end).ends))
