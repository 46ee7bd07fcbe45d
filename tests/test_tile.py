"""A tile's drawing shows as many pips as its values say, at every size, from the page's sprite."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ui.html import Html, classes, join, tag
from ui.tile import back, laid, standing
from web.lessons.page import rules_pages

WEB = Path(__file__).parent.parent / "web"
PAGES = {"index.html": (WEB / "index.html").read_text(), **rules_pages()}
"""Every page as it is published."""
each_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
TILES = list(combinations_with_replacement(range(10), 2))


@pytest.mark.parametrize("value", range(10))
@pytest.mark.parametrize(("cut", "radius"), [("n", 3), ("s", 3.9)])
def test_a_half_has_as_many_pips_as_its_value_all_of_them_apart(
    value: int, cut: str, radius: float
) -> None:
    pips = _pips(f"{cut}{value}")
    assert len(pips) == value
    for x, y, r in pips:
        assert r >= radius
        assert max(abs(x), abs(y)) + r < 16
        assert all(
            (x - u) ** 2 + (y - v) ** 2 > (r + s) ** 2 for u, v, s in pips if (u, v) != (x, y)
        )


@pytest.mark.parametrize("value", range(10))
def test_pips_look_the_same_turned_half_round(value: int) -> None:
    for cut in "ns":
        pips = {(x, y) for x, y, _ in _pips(f"{cut}{value}")}
        assert {(-x, -y) for x, y in pips} == pips


@pytest.mark.parametrize(("a", "b"), TILES)
def test_every_drawing_of_a_tile_uses_both_its_halves(a: int, b: int) -> None:
    for small, cut in ((False, "n"), (True, "s")):
        for drawing in (
            standing(a, b, small=small),
            laid(a, b, 0, 0, upright=True, small=small),
            laid(a, b, 0, 0, upright=False, small=small),
        ):
            assert sorted(_halves(drawing)) == [f"{cut}{a}", f"{cut}{b}"]


def test_the_first_value_is_drawn_above_or_to_the_left() -> None:
    upper, lower = [use for use in _uses(standing(2, 5)) if "y" in use]
    assert (upper["href"], float(upper["y"])) == ("#n2", -16)
    assert (lower["href"], float(lower["y"])) == ("#n5", 16)
    left, right = [use for use in _uses(laid(2, 5, 0, 0, upright=False)) if "transform" in use]
    assert (left["href"], left["transform"]) == ("#n2", "translate(-16)rotate(90)")
    assert (right["href"], right["transform"]) == ("#n5", "translate(16)rotate(90)")


def test_a_tile_of_the_line_stays_cheap() -> None:
    assert len(_uses(laid(9, 9, 0, 0, upright=True))) == 4
    assert len(_uses(laid(9, 9, 0, 0, upright=True, small=True))) == 4


STYLES = "".join(path.read_text() for path in sorted((WEB / "css").glob("*.css")))


def test_a_tile_in_the_shade_changes_its_colours_alone_and_its_ink_stays_readable() -> None:
    shade = "".join(re.findall(r"\.dim \{([^}]*)\}", STYLES))
    said = {
        name.strip(): value.strip()
        for name, _, value in (each.partition(":") for each in shade.split(";") if each.strip())
    }
    assert all(name.startswith("--") for name in said)  # neither see-through nor hidden
    assert said["--ivory"] == "var(--ivory-dim)"
    assert {said[f"--v{value}"] for value in range(10)} == {"var(--ink)"}
    dresses = re.findall(r"\{([^{}]*--ivory-dim:\s*#[^{}]*)\}", STYLES)
    assert len(dresses) == 3  # as it comes, and more contrast twice
    for dress in dresses:
        ink, face = (_light(dress, name) for name in ("ink", "ivory-dim"))
        assert (face + 0.05) / (ink + 0.05) > 7


def test_a_bar_shows_its_values_colours_in_the_set_that_has_them_alone() -> None:
    shown = re.findall(r"([^{}]+)\{[^{}]*--hues: (\w+)", re.sub(r"(?s)/\*.*?\*/", "", STYLES))
    assert {where.strip(): how for where, how in shown} == {
        ":root": "none",
        '[data-tiles="colour"]': "inline",
        ".dim": "none",
    }
    hued = [use for use in _uses(laid(1, 2, 0, 0, upright=True)) if use.get("class") == "hues"]
    assert [use["href"] for use in hued] == ["#rv"]
    assert ".hues { display: var(--hues); }" in STYLES


@each_page
def test_a_page_holds_every_drawing_that_it_uses(page: str) -> None:
    used = re.findall(r"""(?:href="|url\()#([\w-]+)""", page)
    assert set(used) <= set(re.findall(r'\bid="([\w-]+)"', page))


def test_the_game_holds_every_drawing_that_tiles_use() -> None:
    drawn = join(
        [(standing(a, b, lip=True), standing(a, b, small=True)) for a, b in TILES],
        [laid(a, b, 0, 0, upright=False, small=small) for a, b in TILES for small in (False, True)],
        back(),
    )
    known = {each.get("id") for each in _sprite(PAGES["index.html"]).iter()}
    assert {use["href"][1:] for use in _uses(drawn)} <= known


def test_all_pages_draw_tiles_alike() -> None:
    ours, *others = (
        {e.get("id"): ET.tostring(e).strip() for e in _sprite(page).iter() if e.get("id")}
        for page in PAGES.values()
    )
    for theirs in others:
        assert len(theirs) > 10
        assert {key: ours.get(key) for key in theirs} == theirs


@each_page
def test_pages_keep_to_their_policy(page: str) -> None:
    assert not re.search(r"""\sstyle=|<style|\son\w+=|["'(](data|https?):|url\(["']?//""", page)
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)


def test_tiles_of_the_line_are_named_by_the_caller_and_others_are_hidden() -> None:
    assert 'aria-hidden="true"' in standing(3, 4)
    named = laid(3, 4, -36, 68, upright=False, role="listitem", aria_label="3-4")
    assert 'transform="translate(-36 68)" role="listitem" aria-label="3-4"' in named


HOSTILE = "<img src=x onerror=alert(1)>\"'&\u202e"


def test_text_is_never_markup() -> None:
    made = tag("b", HOSTILE, title=HOSTILE)
    assert "<img" not in made
    assert made.count('"') == 2
    parsed = _parsed(made)
    assert (parsed.text, parsed.get("title")) == (HOSTILE, HOSTILE)


def test_markup_inside_markup_is_not_escaped_again() -> None:
    assert tag("p", tag("b", "5 < 6"), " ", 7) == "<p><b>5 &lt; 6</b> 7</p>"
    assert join("a & b", None, [Html("<br>"), ["c"]]) == "a &amp; b<br>c"
    assert isinstance(join("a"), Html)


def test_attributes_are_spelled_as_html_spells_them() -> None:
    assert tag("input", type="checkbox", checked=True, disabled=False, id=None) == (
        '<input type="checkbox" checked>'
    )
    assert tag("button", class_="btn", data_msg="deal", aria_pressed=False) == (
        '<button class="btn" data-msg="deal" aria-pressed="false"></button>'
    )
    assert tag("p", class_=classes("a", False, None, "", "b")) == '<p class="a b"></p>'
    assert classes(None) is None


@pytest.mark.parametrize("forbidden", ["style", "onclick", "onerror"])
def test_styles_and_handlers_are_refused_as_the_policy_refuses_them(forbidden: str) -> None:
    with pytest.raises(ValueError, match="policy"):
        tag("p", **{forbidden: "x"})


def _light(dress: str, name: str) -> float:
    """The luminance of a colour in this block of style, as contrast is reckoned."""
    [code] = re.findall(rf"--{name}:\s*#(\w+)", dress)
    parts = re.findall(".." if len(code) == 6 else ".", code)
    shares = [int(part * (2 if len(part) == 1 else 1), 16) / 255 for part in parts]
    red, green, blue = (s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _sprite(page: str) -> ET.Element:
    found = re.search(r'<svg class="defs".*?</defs></svg>', page, re.DOTALL)
    assert found
    return _parsed(found[0])


def _pips(key: str) -> list[tuple[float, float, float]]:
    """Middle and radius of each circle in a half's one path: two arcs from its left."""
    drawing = next(each for each in _sprite(PAGES["index.html"]).iter() if each.get("id") == key)
    number = r"(-?\d*\.?\d+)"
    circle = rf"M{number} ?{number}a{number} \3 0 1 1 {number} 0a\3 \3 0 1 1-\4 0z"
    path = drawing.get("d", "")
    assert not re.sub(circle, "", path), "something other than circles"
    return [
        (round(float(left) + float(r), 3), float(y), float(r))
        for left, y, r, _ in re.findall(circle, path)
    ]


def _uses(drawn: Html) -> list[dict[str, str]]:
    return [use.attrib for use in _parsed(f"<all>{drawn}</all>").iter("use")]


def _halves(drawn: Html) -> list[str]:
    return [use["href"][1:] for use in _uses(drawn) if re.fullmatch(r"#[ns]\d", use["href"])]


def _parsed(markup: str) -> ET.Element:
    return ET.fromstring(markup)  # noqa: S314 - our own markup
