"""What belongs to ranked play: the search, what is read of it, and how a bout goes."""

from __future__ import annotations

from dataclasses import dataclass

from app.lobby import Hitch
from app.rivals import Career, Counts, OpenBout, Rival
from engine.letters import Bout


@dataclass(frozen=True, slots=True)
class GoToRanked:
    """To the Ranked screen."""


@dataclass(frozen=True, slots=True)
class FindOpponent:
    pass


@dataclass(frozen=True, slots=True)
class CancelSearch:
    """Also of one that has been found, and not played with yet."""


@dataclass(frozen=True, slots=True)
class FollowBout:
    """To a bout: to our own chair if we have one there, else to watch it."""

    room: str


@dataclass(frozen=True, slots=True)
class WatchRated:
    """On the Replay screen: the rated bout of this id."""

    id: str


@dataclass(frozen=True, slots=True)
class SaveRated:
    """As a file: the transcript of the rated bout of this id."""

    id: str


@dataclass(frozen=True, slots=True)
class Joined:
    """The queue has let us in, as whom it knows us."""

    us: Rival
    counts: Counts


@dataclass(frozen=True, slots=True)
class Counted:
    counts: Counts


@dataclass(frozen=True, slots=True)
class Matched:
    room: str
    opponent: Rival


@dataclass(frozen=True, slots=True)
class Hindered:
    """Something is in the way of the search, which goes on."""

    hitch: Hitch


@dataclass(frozen=True, slots=True)
class SearchEnded:
    hitch: Hitch


@dataclass(frozen=True, slots=True)
class ReadBouts:
    """Those that go on just now."""

    bouts: tuple[OpenBout, ...]


@dataclass(frozen=True, slots=True)
class ReadBest:
    best: tuple[Rival, ...]


@dataclass(frozen=True, slots=True)
class ReadCareer:
    """Ours; None where no bout of ours has been rated."""

    career: Career | None


@dataclass(frozen=True, slots=True)
class ReadInVain:
    """What the Ranked screen shows could not be read."""

    hitch: Hitch


@dataclass(frozen=True, slots=True)
class FoundTranscript:
    """To be saved as a file."""

    text: str


@dataclass(frozen=True, slots=True)
class Refereed:
    """The referee says where the bout stands."""

    bout: Bout


@dataclass(frozen=True, slots=True)
class BoutLeft:
    """The room of a bout that is over has closed."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """The transcript of our bout is here."""


Ranking = (
    GoToRanked
    | FindOpponent
    | CancelSearch
    | FollowBout
    | WatchRated
    | SaveRated
    | Joined
    | Counted
    | Matched
    | Hindered
    | SearchEnded
    | ReadBouts
    | ReadBest
    | ReadCareer
    | ReadInVain
    | FoundTranscript
    | Refereed
    | BoutLeft
    | Recorded
)
