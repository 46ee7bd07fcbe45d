"""The Hearth in its states, and the rules page; most of them stand before any Python."""

from app.intents.hearth import Unfinished
from app.model import Model, Notice
from e2e.catalogue.positions import BLOCK, FIVE
from e2e.catalogue.state import State, States, click

OPEN = click("#play-solo")
CHAIR_BY_CHAIR = "document.getElementById('level').value = 'each';"
HALF_LIT = "['interpreter', 'library'].forEach(lodge.light);"  # the page is there already
WARM = Unfinished(FIVE, 6, (62, 88, 41, 104, 23))

STATES: States = {
    "hearth": State(Model),
    "hearth-lighting": State(deed=HALF_LIT),
    "hearth-solo": State(Model, OPEN),
    "hearth-solo-chairs": State(Model, OPEN + CHAIR_BY_CHAIR),
    "hearth-solo-block": State(Model, OPEN + click("#solo [value=block]")),
    "hearth-warm": State(lambda: Model(unfinished=WARM)),
    "hearth-friends": State(
        lambda: Model(friends=True, unfinished=Unfinished(BLOCK, 1, (0, 0))), OPEN
    ),
    "hearth-not-kept": State(lambda: Model(notice=Notice.NOT_KEPT)),
    "hearth-load-failed": State(deed="lodge.fail('load-failed');"),
    "hearth-no-wasm": State(deed="lodge.fail('no-wasm');"),
    "how-to-play": State(page="how-to-play.html"),
}
