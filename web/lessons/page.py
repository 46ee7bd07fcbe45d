"""The rules' pages as they are published: each template with its pictures and examples put in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from string import Template
from xml.etree import ElementTree as ET

from app.language import Language
from engine.tiles import Tile
from ui.emblem import icon
from ui.html import Html
from web.lessons import example, picture
from web.lessons.lesson import LESSONS, LINES, QUESTIONS, Asked
from web.lessons.words import Words

WEB = Path(__file__).parents[1]
PAGES = {
    "how-to-play.html": Language.ENGLISH,
    "how-to-play.de.html": Language.GERMAN,
}
VALUES = "0-1 2-3 4-5 6-7 8-9"
NAMED = "3-5 4-4 0-6"
_USED = re.compile(r"""(?:href="|url\()#([\w-]+)""")


def rules_pages() -> dict[str, str]:
    """Every page by its name in the site."""
    return {name: filled((WEB / name).read_text(), Words(PAGES[name])) for name in PAGES}


def filled(template: str, words: Words) -> str:
    """The template with all that it asks for, and no drawing that it does not use.

    Raises KeyError where it asks for what there is not.
    """
    page = Template(template).substitute(_drawn(words), sprite="")
    return Template(template).substitute(_drawn(words), sprite=_sprite(page))


def _drawn(words: Words) -> Mapping[str, str]:
    tiles = {"values": VALUES, "named": NAMED}
    return {
        "lamp": icon("lamp", "0 0 24 32", "lamp"),
        **{name: picture.of_tiles(map(Tile.parse, text.split())) for name, text in tiles.items()},
        **{name: example.of_lesson(name, lesson, words) for name, lesson in LESSONS.items()},
        **{name: picture.of_line(round, words) for name, round in LINES.items()},
        **{name: _question(name, asked, words) for name, asked in QUESTIONS.items()},
    }


def _question(name: str, asked: Asked, words: Words) -> Html:
    drawn = example.of_opening if asked.round.result is None else example.of_ending
    return drawn(name, asked, words)


def _sprite(page: str) -> str:
    """Of the drawings that stand in the lodge's own page those that this one uses."""
    found = re.findall(
        r'<svg class="defs.*?</defs></svg>', (WEB / "index.html").read_text(), re.DOTALL
    )
    sprites = [ET.fromstring(each) for each in found]  # noqa: S314 - our own markup
    groups = [group for sprite in sprites for group in sprite]
    texts = {each.get("id"): ET.tostring(each, "unicode") for group in groups for each in group}
    wanted, kept = _USED.findall(page), set[str]()
    while wanted:
        kept.add(name := wanted.pop())
        wanted += set(_USED.findall(texts.get(name, ""))) - kept
    for group in groups:
        for drawing in list(group):
            if drawing.get("id") not in kept:
                group.remove(drawing)
    return "".join(ET.tostring(sprite, "unicode") for sprite in sprites)
