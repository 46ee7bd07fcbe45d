"""Writes unfinished matches as a browser would have kept them; the one story-teller that knows
the engine, as a story must begin where it likes. It never looks into a page."""

from collections.abc import Callable
from functools import cache
from itertools import count
from random import Random

from engine import codec
from engine.actions import Draw, Pass, Play
from engine.chairs import Level
from engine.messages import Act, Phase, Start
from engine.round import Round, legal_actions
from engine.rules import TURN_SECONDS, Setup, Variant
from engine.table import Table
from engine.tiles import Tile

DRAW_2 = Setup(Variant.DRAW, 2, 100)
DRAW_5 = Setup(Variant.DRAW, 5, 100)
BLOCK = Setup(Variant.BLOCK, 2, None)

Wanted = Callable[[Round], bool]


@cache
def text_of(setup: Setup, wanted: Wanted, deck: tuple[Tile, ...] = (), left: float = 90.0) -> str:
    """A match whose first round stands as `wanted`, our turn with so many seconds left."""
    for seed in count():
        random = Random(seed)
        dealt = deck or tuple(random.sample(setup.rules.tiles, len(setup.rules.tiles)))
        if table := _played(setup, wanted, dealt, random):
            return codec.to_text(table.snapshot(TURN_SECONDS - left))
    raise AssertionError("unreachable")


def our_turn(round: Round) -> bool:
    return round.turn == 0 and len(round.line.laid) > 4 and _may_play(round)


def must_draw(round: Round) -> bool:
    return round.turn == 0 and legal_actions(round) == (Draw(),)


def must_draw_once(round: Round) -> bool:
    return must_draw(round) and round.line.fits(round.boneyard[0])


def must_pass(round: Round) -> bool:
    return round.turn == 0 and legal_actions(round) == (Pass(),)


def two_ends(round: Round) -> bool:
    """Our turn, with a tile that fits both ends and one that fits neither."""
    if round.turn != 0:
        return False
    plays = [action.tile for action in legal_actions(round) if isinstance(action, Play)]
    return any(plays.count(tile) == 2 for tile in plays) and set(plays) != set(round.hands[0])


def long_line(round: Round) -> bool:
    """Our turn, with a choice of ends and so many tiles on the line that they come out small."""
    return len(round.line.laid) > 38 and two_ends(round)


def last_tile(round: Round) -> bool:
    """Our turn: the one tile that we hold fits."""
    return round.turn == 0 and len(round.hands[0]) == 1 and _may_play(round)


def one_tile_too_light(round: Round) -> bool:
    """The same, where the round's points are not enough for the match."""
    return last_tile(round) and sum(t.pips for hand in round.hands for t in hand) < 100


def many(round: Round) -> bool:
    return round.turn == 0 and len(round.hands[0]) > 30 and _may_play(round)


def hand_of_31() -> str:
    """Nothing fitted for 23 draws; now one tile does."""
    tiles = DRAW_2.rules.tiles
    nines = [tile for tile in tiles if 9 in (tile.low, tile.high)]
    others = [tile for tile in tiles if tile not in nines]
    nines.remove(Tile(9, 9))
    deck = (*others[:7], Tile(9, 9), *others[7:36], nines[0], *others[36:], *nines[1:])
    return text_of(DRAW_2, many, deck)


def _may_play(round: Round) -> bool:
    return isinstance(legal_actions(round)[0], Play)


def _played(setup: Setup, wanted: Wanted, deck: tuple[Tile, ...], random: Random) -> Table | None:
    table = Table("here", "player", "", setup, (Level.EASY,))
    table.command("player", Start(), 0.0)
    table.deal(deck, 0.0)
    while table.round is not None and table.phase is Phase.PLAYING:
        if wanted(table.round):
            return table
        action = random.choice(legal_actions(table.round))
        if table.round.turn == 0:
            table.command("player", Act(table.version, action), 0.0)
        else:
            table.play_for(table.round.turn, action, 0.0)
    return None
