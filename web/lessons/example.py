"""An example to be played without any script: radio buttons, each with what comes of it behind.

A style sheet shows what came of the one that is chosen; without it all of it is there to be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import assert_never

from engine.actions import Draw, Pass
from engine.events import Drew
from engine.line import End
from engine.tiles import Tile
from ui.emblem import emblem, icon
from ui.html import Child, Html, classes, join, tag
from ui.tile import standing
from web.lessons import picture, sayings
from web.lessons.choices import Choice, choices
from web.lessons.lesson import Asked, Lesson
from web.lessons.sayings import CHAIRS, name_of
from web.lessons.words import Words


def of_lesson(name: str, lesson: Lesson, words: Words) -> Html:
    """Our turn, to be played as often as one likes."""
    drawn = _Example(name, words)
    start = (picture.of_line(lesson.round, words), drawn.said("say.your_turn"))
    options = (drawn.choice(each, lesson) for each in choices(lesson))
    return drawn.form(drawn.level(words("hand.name"), start, options))


def of_opening(name: str, asked: Asked, words: Words) -> Html:
    """Who opens the round that was dealt?"""
    drawn = _Example(name, words)
    options = (
        _Option(drawn.seat(asked, seat), "seat", (sayings.of_opener(asked, seat, words),))
        for seat in range(len(asked.hands))
    )
    return drawn.form(drawn.question("lesson.opens", options))


def of_ending(name: str, asked: Asked, words: Words) -> Html:
    """Who wins the round that is blocked?"""
    drawn, result = _Example(name, words), asked.round.result
    assert result is not None
    seats = (*range(len(asked.hands)), None)
    options = (
        _Option(drawn.seat(asked, seat), "seat", sayings.of_winner(result, seat, words))
        for seat in seats
    )
    return drawn.form(drawn.question("lesson.wins", options))


@dataclass(frozen=True, slots=True)
class _Option:
    """One radio button: its face, how it looks, what is said of it, and what follows."""

    face: Child
    look: str
    said: Iterable[str]
    shown: Html | None = None
    refused: bool = False
    then: tuple[str, tuple[_Option, ...]] | None = None
    """What may be chosen after it, and what that is called."""


@dataclass(frozen=True, slots=True)
class _Example:
    name: str
    words: Words
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def form(self, level: Html) -> Html:
        """A form of this method sends nothing, and its reset needs no script."""
        again = tag("button", self.words("lesson.again"), type="reset", class_="btn again")
        return tag("form", level, again, method="dialog", class_="example grain")

    def question(self, key: str, options: Iterable[_Option]) -> Html:
        return self.level(self.words(key), (self.said(key),), options)

    def level(self, name: str, start: Child, options: Iterable[_Option]) -> Html:
        """What may be chosen in one position, and what it looked like before."""
        group = f"{self.name}-{next(self.numbers)}"
        return tag(
            "div",
            tag("div", start, class_="start"),
            [self._option(group, option) for option in options],
            class_="level",
            role="radiogroup",
            aria_label=name,
        )

    def said(self, key: str) -> Html:
        return tag("p", self.words(key), class_="said")

    def choice(self, choice: Choice, lesson: Lesson) -> _Option:
        came = choice.came
        face, look = self._face(choice)
        further = tuple(self.choice(each, lesson) for each in came.choices)
        return _Option(
            face,
            look,
            sayings.of_choice(choice, lesson.shows, self.words),
            picture.of_line(came.round, self.words, came.ends),
            came.refusal is not None,
            (self._called(choice), further) if further else None,
        )

    def seat(self, asked: Asked, seat: int | None) -> Child:
        if seat is None:
            return tag("b", self.words("lesson.nobody"))
        name = name_of(seat, self.words)
        hand = picture.of_tiles(asked.hands[seat])
        return (emblem(CHAIRS[seat], name), tag("b", name), " ", hand)

    def _face(self, choice: Choice) -> tuple[Child, str]:
        match choice.of:
            case Tile() as tile:
                drawn = standing(tile.low, tile.high, dim=not choice.fits, lip=True)
                mark = icon("flame", "0 0 10 13", "mark") if choice.fits else None
                face = (drawn, tag("span", str(tile), class_="sr"), mark)
                return face, "held fits" if choice.fits else "held"
            case End() as end:
                return self.words(f"act.{end}"), "btn go"
            case Draw():
                return self.words("act.draw"), "btn go" if choice.fits else "btn wood"
            case Pass():
                return self.words("act.pass"), "btn go" if choice.fits else "btn wood"
            case _:
                assert_never(choice.of)

    def _called(self, choice: Choice) -> str:
        """What the choices after this one are, in words."""
        came = choice.came
        if came.ends:
            return self.words("lesson.end")
        drawn = isinstance(came.events[-1], Drew)
        return self.words("lesson.drawn" if drawn else "lesson.turn")

    def _option(self, group: str, option: _Option) -> Html:
        told = f"{group}-{next(self.numbers)}"
        said = tag(
            "p",
            _whole(" ".join(option.said)),
            class_=classes("said", option.refused and "refusal"),
            id=told,
        )
        radio = tag("input", type="radio", name=group, aria_describedby=told)
        came: Child = (option.shown, said)
        if option.then is not None:
            came = self.level(option.then[0], came, option.then[1])
        return join(
            tag("label", radio, option.face, class_=f"choice {option.look}"),
            tag("div", came, class_="came"),
        )


def _whole(words: str) -> list[Html | str]:
    """No tile in a sentence breaks at its hyphen."""
    parts = re.split(r"(\d-\d)", words)
    return [
        tag("span", part, class_="tile-name") if at % 2 else part for at, part in enumerate(parts)
    ]
