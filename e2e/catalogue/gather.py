"""The Gather screen in its states, as host, guest and watcher see it, and the ways to lose it."""

from dataclasses import replace

from app.intents.friends import CloseForAll, SendAway
from app.model import Model, Notice, Screen
from app.settings import Settings
from app.standing import Role, Standing, Tie, Trouble
from e2e.catalogue.positions import FIVE, LINK, LONG_NAME, TWO
from e2e.catalogue.state import State, States
from engine.chairs import Chair, Level, regular_in
from engine.messages import Phase, Update
from engine.rules import Setup

HOST = Standing(Role.HOST, Tie.HERE, LINK, watchers=1)
GUEST = Standing(Role.GUEST, Tie.HERE, LINK)
WATCHER = Standing(Role.WATCHER, Tie.HERE, LINK)
ADA = Chair(name="Ada")
BO = Chair(name="Bo", ready=True)
WAITING = Chair(name=LONG_NAME)
AWAY = Chair(name="Cy", present=False)


def at(
    *people: Chair, seat: int | None = 0, standing: Standing = HOST, setup: Setup = FIVE
) -> Model:
    regulars = tuple(regular_in(at, Level.STEADY) for at in range(len(people), setup.seats))
    told = Update(
        3, Phase.GATHERING, setup, seat, 0, (*people, *regulars), None, False, None, None, ()
    )
    return Model(
        settings=Settings(name="Ada"),
        screen=Screen.GATHER,
        update=told,
        standing=standing,
        can_share=True,
        can_sound=True,
    )


def lost(trouble: Trouble) -> Model:
    return at(ADA, BO, seat=1, standing=replace(GUEST, trouble=trouble))


STATES: States = {
    "gather-coming": State(
        lambda: Model(screen=Screen.GATHER, standing=Standing(Role.GUEST, Tie.COMING))
    ),
    "gather-alone": State(lambda: at(ADA, standing=replace(HOST, watchers=0))),
    "gather-host": State(lambda: at(ADA, BO, WAITING)),
    "gather-all-ready": State(lambda: at(ADA, BO, setup=TWO)),
    "gather-not-sealed": State(lambda: at(ADA, BO, standing=replace(HOST, sealed=False))),
    "gather-copied": State(lambda: replace(at(ADA, BO), notice=Notice.COPIED)),
    "gather-refused": State(lambda: replace(at(ADA, WAITING), notice=Notice.NOT_READY)),
    "gather-guest": State(lambda: at(ADA, WAITING, AWAY, seat=1, standing=GUEST)),
    "gather-guest-ready": State(lambda: at(ADA, BO, seat=1, standing=GUEST)),
    "gather-sit": State(lambda: at(ADA, BO, seat=None, standing=WATCHER)),
    "gather-full": State(
        lambda: replace(
            at(ADA, BO, seat=None, standing=WATCHER, setup=TWO), notice=Notice.TABLE_FULL
        )
    ),
    "gather-lost": State(
        lambda: at(ADA, BO, WAITING, seat=1, standing=replace(GUEST, tie=Tie.LOST))
    ),
    "gather-ask-close": State(lambda: replace(at(ADA, BO), doubted=CloseForAll())),
    "gather-ask-kick": State(lambda: replace(at(ADA, WAITING), doubted=SendAway(1))),
    "gather-no-table": State(lambda: lost(Trouble.NO_TABLE)),
    "gather-old-page": State(lambda: lost(Trouble.OLD_PAGE)),
}
