"""Tables for the catalogue, as their seats are told of them: who sits there, how it stands.

Every position was reached by legal play; only names, scores and seconds are made up.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count
from random import Random

from app.model import Model, Screen
from app.standing import Role, Standing, Tie
from e2e import kept
from engine import codec
from engine.chairs import Chair, Level, regular_in
from engine.deal import LODGE, Commitment, FairDeal, Secret, digest
from engine.events import Ending, Result
from engine.match import Match
from engine.messages import Phase, Update
from engine.round import Round
from engine.rules import Setup, Variant
from engine.snapshot import Snapshot
from engine.table import Table
from engine.view import view_of
from tests.strategies import play_on

FIVE = Setup(Variant.DRAW, 5, 150)
FOUR = Setup(Variant.DRAW, 4, 150)
TWO = Setup(Variant.DRAW, 2, 100)
BLOCK = Setup(Variant.BLOCK, 2, None)
LONG_NAME = "Wilhelmina of Lighthouses"[:24]
LARGE = 80
"""Points in a round."""
FRIENDS = ("Ada", "Bo", LONG_NAME)
TABLE = "c2VlLXRoZS1sYW50ZXJu"
LINK = "https://lodge.example/#table=AAECAwQFBgcICQoLDA0ODw&key=__79_Pv6-fj39vX08_Lx8A"


def at_table(told: Update, **changes: object) -> Model:
    model = Model(screen=Screen.TABLE, update=told, left=told.left)
    return replace(model, can_sound=True, can_vibrate=True, **changes)  # type: ignore[arg-type]


def among_friends(told: Update, **changes: object) -> Model:
    """The same where friends sit in the first chairs, and Ada is the host."""
    names = FRIENDS[: len(told.chairs)]
    people = tuple(Chair(name=name) for name in names)
    chairs = (*people, *told.chairs[len(people) :])
    role = {0: Role.HOST, None: Role.WATCHER}.get(told.seat, Role.GUEST)
    standing = Standing(role, Tie.HERE, LINK, watchers=2 if role is Role.HOST else 0)
    return at_table(replace(told, chairs=chairs), **({"standing": standing} | changes))


def position(
    setup: Setup, wanted: Callable[[Round], bool], seat: int | None = 0, left: float = 52.0
) -> Update:
    """What ``seat`` is told of a round that stands as ``wanted``, in the midst of a match."""
    return _as_told(kept.text_of(setup, wanted), seat, left)


def long_hand() -> Update:
    return _as_told(kept.hand_of_31(), 0, 52.0)


@cache
def ending(
    setup: Setup,
    kind: Ending,
    winner: int | None,
    seat: int | None = 0,
    scores: tuple[int, ...] = (),
    phase: Phase = Phase.ROUND_OVER,
) -> Update:
    """What ``seat`` is told at the end of a round that ended so, fairly dealt; by which the match
    is over or not, and in which nobody won more than people do.
    """
    before = Match(setup, _results(scores))
    for seed in count():
        round = play_on(setup, Random(seed)).round
        assert round.result is not None
        match = before.settle(round.result)
        ended = (round.result.kind, round.result.winner, match.over)
        if ended == (kind, winner, phase is Phase.MATCH_OVER) and round.result.points < LARGE:
            break
    view = view_of(match, round, seat)
    fair = _fair(len(match.results))
    return Update(9, phase, setup, seat, 0, _chairs(setup), None, False, view, fair, ())


def in_midst(round: Round) -> bool:
    """Our turn far on in the round, with a tile that fits both ends and one that fits neither."""
    return len(round.line.laid) >= 18 and kept.two_ends(round)


def anothers_turn(round: Round) -> bool:
    return round.turn == 2 and len(round.line.laid) >= 14


def _as_told(text: str, seat: int | None, left: float) -> Update:
    snapshot: Snapshot = codec.from_text(Snapshot, text)
    table = Table.restored(snapshot, 0.0)
    told = table.update("watcher" if seat is None else "player", (), 0.0)
    assert told.view is not None
    results = _results((62, 88, 41, 74, 23)[: snapshot.setup.seats])
    scores = Match(snapshot.setup, results).scores
    if snapshot.setup.target is not None:
        told = replace(told, view=replace(told.view, results=results, scores=scores))
    return replace(told, chairs=_chairs(snapshot.setup), left=left)


def _chairs(setup: Setup) -> tuple[Chair, ...]:
    regulars = (regular_in(seat, Level.STEADY) for seat in range(1, setup.seats))
    return (Chair(name="Ada"), *regulars)


def _results(scores: tuple[int, ...]) -> tuple[Result, ...]:
    """A round for each seat, which had that score by it."""
    left = range(5, 5 + len(scores))
    return tuple(
        Result(Ending.DOMINO, seat, score, (*left[:seat], 0, *left[seat + 1 :]))
        for seat, score in enumerate(scores)
        if score
    )


def _fair(round: int) -> FairDeal:
    """Evidence of a deal to which the lodge and the first seat gave, as far as it is shown."""
    secrets = {LODGE: b"\x5a" * 32, "0": b"\xc3" * 32}
    promises = [Commitment(who, digest(TABLE, round, who, raw)) for who, raw in secrets.items()]
    given = [Secret(who, raw.hex()) for who, raw in secrets.items()]
    return FairDeal(TABLE, round, tuple(promises), tuple(given))
