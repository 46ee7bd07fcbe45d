"""The door to a regular's mind: what it does at its level, thought over in steps or at once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.actions import Action
from engine.ai import policy
from engine.ai.search import search
from engine.chairs import Level, Regular
from engine.view import View


def think(
    view: View,
    level: Level,
    random: Random,
    regular: Regular | None = None,
    worlds: int | None = None,
) -> Iterator[Action]:
    """The best action so far after each step of a few milliseconds; the last is the choice.

    ``view`` must be of the seat in turn. Whoever is in a hurry stops asking and takes what it has;
    whoever shares a realm with others rests between the steps. With fewer ``worlds`` than its
    habit ``sharp`` is quicker and weaker.
    """
    if level is Level.SHARP:
        yield from search(view, random, regular, worlds)
    else:
        yield policy.choose(view, level, random, regular)


def choose(
    view: View,
    level: Level,
    random: Random,
    regular: Regular | None = None,
    worlds: int | None = None,
) -> Action:
    """The choice itself, thought over to the end."""
    *_, action = think(view, level, random, regular, worlds)
    return action
