"""Ranked play in its states: the door, the search, a bout, its end, and what stands in the way."""

from dataclasses import replace

from app.duel import Duel
from app.intents.page import Sheet
from app.lobby import Hitch, Lobby, Search
from app.model import Model, Screen
from app.rivals import Counts, OpenBout, RatedBout, Rival
from app.settings import Settings
from app.standing import Role, Standing, Tie
from e2e import kept
from e2e.catalogue.positions import BLOCK, LINK, LONG_NAME, at_table, ending, position
from e2e.catalogue.state import State, States
from engine.chairs import Chair
from engine.events import Ending
from engine.letters import Bout, Contender, Stage
from engine.messages import Phase, Update
from engine.ranked import Finish
from engine.witness import Checked, Verdict

ROOM = "AAECAwQFBgcICQoLDA0ODw"
US = Rival("ada", "Ada", 1540, 170, provisional=False, bouts=30)
OTHER = Rival("bo", LONG_NAME, 1611, 120, provisional=False, bouts=9)
THIRD = Rival("cy", "Cy", 1388, 340, provisional=True, bouts=2)
BEST = (OTHER, replace(OTHER, player="di", name="Di", rating=1560), US, THIRD)
RATED = (
    RatedBout(f"{ROOM}.1", 1_764_000_000, 0, 0, OTHER, 1540),
    RatedBout(f"{ROOM}.2", 1_763_900_000, 1, 0, THIRD, 1500),
    RatedBout(f"{ROOM}.3", 1_763_800_000, None, 1, None, 1512),
)
BOUTS = (
    OpenBout(ROOM, Stage.PLAYING, 3, (OTHER, THIRD)),
    OpenBout(ROOM, Stage.MEETING, 0, (replace(THIRD, name="Em"), OTHER)),
)
LOBBY = Lobby(counts=Counts(12, 3), us=US, rated=RATED, best=BEST, bouts=BOUTS)
ADA = Contender("ada", 1540, 170, False, None, None, rematch=False)
HERS = Contender("bo", 1611, 120, False, None, None, rematch=False)


def at_door(**changes: object) -> Model:
    lobby = replace(LOBBY, **changes)  # type: ignore[arg-type]
    return Model(settings=Settings(name="Ada"), screen=Screen.RANKED, lobby=lobby)


def meeting() -> Model:
    bout = Bout(f"{ROOM}.1", Stage.MEETING, None, None, (ADA, replace(HERS, away=21.0)), 0)
    found = replace(at_door(), duel=Duel(ROOM, OTHER, bout))
    return replace(found, standing=Standing(Role.GUEST, Tie.HERE, LINK, sealed=False))


def in_bout(told: Update, bout: Bout, **changes: object) -> Model:
    told = replace(told, chairs=(Chair(name="Ada"), Chair(name=LONG_NAME)), host=None)
    role = Role.WATCHER if told.seat is None else Role.GUEST
    standing = Standing(role, Tie.HERE, LINK, sealed=False)
    duel = Duel(ROOM, OTHER, bout, recorded=bout.stage is Stage.RATED)
    return at_table(told, **({"standing": standing, "duel": duel} | changes))


def playing(**changes: object) -> Model:
    bout = Bout(f"{ROOM}.1", Stage.PLAYING, None, None, (ADA, HERS), 2)
    return in_bout(position(BLOCK, kept.two_ends), bout, **changes)


def away() -> Model:
    bout = Bout(f"{ROOM}.1", Stage.PLAYING, None, None, (ADA, replace(HERS, away=42.0)), 0)
    return in_bout(position(BLOCK, kept.two_ends), bout)


def rated(finish: Finish, winner: int) -> Model:
    gains = (40, -40) if winner == 0 else (-31, 31)
    us, other = (
        replace(one, rating=one.rating + gain, gained=gain)
        for one, gain in zip((ADA, HERS), gains, strict=True)
    )
    bout = Bout(f"{ROOM}.1", Stage.RATED, finish, winner, (us, other), 0)
    if finish is Finish.PLAYED:
        told = ending(BLOCK, Ending.DOMINO, winner, phase=Phase.MATCH_OVER)
        return in_bout(told, bout, checked=Checked(Verdict.FAIR))
    return in_bout(position(BLOCK, kept.two_ends), bout)


STATES: States = {
    "ranked-first": State(lambda: Model(screen=Screen.RANKED)),
    "ranked-door": State(at_door),
    "ranked-waiting": State(lambda: at_door(search=Search.WAITING)),
    "ranked-meeting": State(meeting),
    "ranked-no-relay": State(lambda: at_door(hitch=Hitch.NO_RELAY)),
    "ranked-ledger": State(lambda: at_door(hitch=Hitch.LEDGER)),
    "ranked-taken-over": State(lambda: at_door(hitch=Hitch.TAKEN_OVER)),
    "bout": State(playing),
    "bout-away": State(away),
    "bout-leave": State(lambda: playing(sheet=Sheet.LEAVE)),
    "bout-won": State(lambda: rated(Finish.PLAYED, 0)),
    "bout-left": State(lambda: rated(Finish.LEFT, 0)),
}
