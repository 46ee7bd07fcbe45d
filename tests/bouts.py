"""Ranked bouts as a page may know them, for tests to look at."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.duel import Duel
from app.model import Model
from app.rivals import Rival
from app.standing import Role, Standing, Tie
from engine.chairs import Chair
from engine.letters import Bout, Contender, Stage
from engine.messages import Update
from engine.ranked import Finish
from tests.page import BLOCK_ROUND, at, seen

ROOM = "AAECAwQFBgcICQoLDA0ODw"
LINK = f"http://lodge.test/#bout={ROOM}"
BO = Rival("bo", "Bo", 1611, 170, provisional=False, bouts=9)
ADA = Contender("ada", 1500, 350, True, None, None, rematch=False)
HERS = Contender("bo", 1611, 170, False, None, None, rematch=False)


def bout_of(
    stage: Stage = Stage.PLAYING,
    finish: Finish | None = None,
    winner: int | None = None,
    *,
    us: Contender = ADA,
    other: Contender = HERS,
    watchers: int = 0,
    id: str = f"{ROOM}.1",
) -> Bout:
    return Bout(id, stage, finish, winner, (us, other), watchers)


def rated(finish: Finish = Finish.PLAYED, winner: int | None = 0, **more: Any) -> Bout:
    """By which Ada has won 40, and Bo lost them."""
    us, other = replace(ADA, rating=1540, gained=40), replace(HERS, rating=1571, gained=-40)
    changes = {"us": us, "other": other} | more
    return bout_of(Stage.RATED, finish, winner, **changes)


def between(told: Update) -> Update:
    """The same, between Ada in seat 0 and Bo in seat 1, with no host."""
    return replace(told, chairs=(Chair(name="Ada"), Chair(name="Bo")), host=None)


def playing(hand: str = "3-5 1-1", line: str = "5-3", **more: Any) -> Update:
    return between(seen(hand, line, setup=BLOCK_ROUND, boneyard=0, **more))


def at_bout(told: Update | None, bout: Bout | None = None, /, **changes: Any) -> Model:
    """What one of the two sees at the table; ``seat`` None in ``told``: somebody who watches."""
    duel = Duel(ROOM, BO, bout_of() if bout is None else bout)
    watches = told is not None and told.seat is None
    standing = Standing(Role.WATCHER if watches else Role.GUEST, Tie.HERE, LINK, sealed=False)
    return replace(at(told, duel=duel, standing=standing), **changes)
