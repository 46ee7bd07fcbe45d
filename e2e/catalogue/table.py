"""The table in its states: whose turn it is, what is chosen, refused, told, and who looks on."""

from dataclasses import replace

from app.intents.table import Hinted
from app.model import Happening, Lens, Model, Notice
from app.settings import Settings, Tiles
from app.standing import Role, Standing, Tie, Trouble
from e2e import kept
from e2e.catalogue.positions import (
    BLOCK,
    FIVE,
    FOUR,
    LINK,
    TWO,
    among_friends,
    anothers_turn,
    at_table,
    in_midst,
    long_hand,
    position,
)
from e2e.catalogue.state import State, States
from e2e.paint import longest_line
from engine.actions import Play
from engine.ai.reasons import reasons
from engine.messages import Phase, Phrase, Reacted
from engine.round import Round
from engine.tiles import Tile

BY_HAND = Settings(auto_draw=False, auto_pass=False)
FIRST_HAND = """lodge.dealt("draw").then((dealt) => {
    lodge.light("shell");
    lodge.layFirst(dealt, ["0-3", "1-9", "2-2", "3-6", "4-4", "5-8", "7-9"]);
    document.activeElement.blur();
})"""


def our_turn() -> Model:
    return at_table(position(FIVE, in_midst))


def chosen(ends: int) -> Model:
    """Our turn, with a tile chosen that fits so many ends."""
    model = our_turn()
    tile = next(tile for tile in model.fitting if len(model.ends_for(tile)) == ends)
    return replace(model, chosen=tile)


def hinted() -> Model:
    model = our_turn()
    assert model.view is not None
    assert model.update is not None
    play = model.view.legal[0]
    assert isinstance(play, Play)
    now = model.update.version
    found = Hinted(now, play, reasons(model.view, play))
    return replace(model, asked=now, hint=found, chosen=play.tile)


def refused() -> Model:
    model = our_turn()
    assert model.view is not None
    tile = next(tile for tile in model.view.hand if tile not in model.fitting)
    return replace(model, notice=Notice.DOES_NOT_FIT, about=tile)


def line_of_51() -> Model:
    told = position(TWO, kept.our_turn)
    assert told.view is not None
    view = replace(told.view, line=longest_line(3, 44), counts=(1, 3), hand=(Tile(2, 3),))
    return at_table(replace(told, view=replace(view, boneyard=0, legal=(), turn=1)))


def talking(**changes: object) -> Model:
    said = ((1, Phrase.WELL_LAID), (2, Phrase.OH_NO), (0, Phrase.THANKS))
    reactions = tuple(Happening(at, Reacted(*each)) for at, each in enumerate(said))
    return among_friends(position(FIVE, anothers_turn), reactions=reactions, **changes)


def dealing() -> Model:
    told = position(FOUR, kept.our_turn)
    return at_table(replace(told, phase=Phase.DEALING, view=None, left=None))


def watching() -> Model:
    return among_friends(position(FIVE, anothers_turn, seat=None))


def fallen_away(tie: Tie, until: float | None = None) -> Model:
    told = position(FIVE, in_midst)
    return among_friends(told, standing=Standing(Role.GUEST, tie, LINK, until=until))


def taken_over() -> Model:
    standing = Standing(Role.GUEST, Tie.LOST, LINK, trouble=Trouble.TAKEN_OVER)
    return among_friends(position(FIVE, in_midst), standing=standing)


def must_draw(round: Round) -> bool:
    return len(round.line.laid) > 9 and kept.must_draw(round)


def must_pass(round: Round) -> bool:
    return len(round.line.laid) > 4 and kept.must_pass(round)


STATES: States = {
    "table-turn": State(our_turn),
    "table-chosen-one-end": State(lambda: chosen(1)),
    "table-chosen-both-ends": State(lambda: chosen(2)),
    "table-two": State(lambda: at_table(position(TWO, kept.our_turn))),
    "table-block": State(lambda: at_table(position(BLOCK, kept.two_ends))),
    "table-draw": State(lambda: at_table(position(FOUR, must_draw), settings=BY_HAND)),
    "table-pass": State(lambda: at_table(position(BLOCK, must_pass), settings=BY_HAND)),
    "table-another": State(lambda: at_table(position(FIVE, anothers_turn))),
    "table-refused": State(refused),
    "table-must-play": State(
        lambda: replace(our_turn(), notice=Notice.MUST_PLAY, about=our_turn().fitting[0])
    ),
    "table-auto-draw": State(lambda: at_table(position(FOUR, must_draw), notice=Notice.AUTO_DRAW)),
    "table-auto-pass": State(lambda: at_table(position(BLOCK, must_pass), notice=Notice.AUTO_PASS)),
    "table-low-oil": State(lambda: at_table(position(FIVE, in_midst, left=9.0))),
    "table-hint": State(hinted),
    "table-colours": State(lambda: replace(chosen(2), settings=Settings(tiles=Tiles.COLOUR))),
    "table-hand-of-31": State(lambda: at_table(long_hand())),
    "table-line-of-51": State(line_of_51),
    "table-enlarged": State(lambda: replace(line_of_51(), lens=Lens.NEAR)),
    "table-said": State(talking),
    "table-phrases": State(talking, "document.getElementById('phrases').showPopover();"),
    "table-watching": State(watching),
    "table-host-away": State(lambda: fallen_away(Tie.HOST_AWAY, 24.0)),
    "table-lost": State(lambda: fallen_away(Tie.LOST)),
    "table-restarting": State(lambda: fallen_away(Tie.RESTARTING)),
    "table-taken-over": State(taken_over),
    "table-dealing": State(dealing),
    "table-waking": State(deed=FIRST_HAND),
}
