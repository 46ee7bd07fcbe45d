"""Markup from Python values: text stays text, and no style or handler comes through."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.page import read
from ui.html import VOID, Html, classes, join, tag

NASTY = [
    "<img src=x onerror=alert(1)>", '"><script>alert(1)</script>', "'", "&lt;", "&amp;amp;",
    "a & b", "</p>", "<!--", "]]>", "\u202eADA", "\u2066x", "x" * 5000, "\0", " ", "",
    "é李نور🁢", "&#x27;",
]  # fmt: skip


@pytest.mark.parametrize(
    ("made", "html"),
    [
        (tag("p"), "<p></p>"),
        (tag("p", "a ", tag("b", 3), None, [" c", ["d"]]), "<p>a <b>3</b> cd</p>"),
        (tag("p", 0), "<p>0</p>"),
        (tag("q", False), "<q></q>"),
        (tag("br"), "<br>"),
        (tag("input", type="radio", name="sort"), '<input type="radio" name="sort">'),
        (tag("p", class_="a b", data_msg="draw"), '<p class="a b" data-msg="draw"></p>'),
        (tag("b", id=None, hidden=False), "<b></b>"),
        (tag("p", hidden=True), "<p hidden></p>"),
        (tag("p", aria_hidden=True), '<p aria-hidden="true"></p>'),
        (tag("p", aria_pressed=False), '<p aria-pressed="false"></p>'),
        (tag("i", aria_label=None), "<i></i>"),
        (tag("p", tabindex=0), '<p tabindex="0"></p>'),
        (tag("svg", viewBox="0 0 1 1"), '<svg viewBox="0 0 1 1"></svg>'),
        (tag("rect", x=-1.5), '<rect x="-1.5"></rect>'),
        (tag("p", title='"<&>'), '<p title="&quot;&lt;&amp;&gt;"></p>'),
        (join("a<", tag("b"), [1, None]), "a&lt;<b></b>1"),
        (join(), ""),
        (tag("p", Html("<hr>")), "<p><hr></p>"),
    ],
)  # fmt: skip
def test_an_element_is_written_as_its_values_say(made: Html, html: str) -> None:
    assert made == html
    assert isinstance(made, Html)


@pytest.mark.parametrize("text", NASTY)
def test_text_comes_out_as_the_text_that_went_in(text: str) -> None:
    [element] = read(tag("p", text, tag("b", text), title=text)).tagged("p")
    assert (element.raw_text, element["title"]) == (text * 2, text)
    assert [each.tag for each in element] == ["p", "b"]


@given(st.text(), st.text())
def test_whatever_text_and_attribute_there_are_neither_ends_the_other(one: str, two: str) -> None:
    [element] = read(join(tag("p", one, data_value=two))).tagged("p")
    assert (element.raw_text, element.attributes) == (one, {"data-value": two})


@pytest.mark.parametrize("key", ["style", "style_", "onclick", "onerror_", "on", "on_load"])
def test_no_style_and_no_handler_can_be_written(key: str) -> None:
    with pytest.raises(ValueError, match="policy"):
        tag("p", **{key: "x"})


@pytest.mark.parametrize("each", sorted(VOID))
def test_an_element_that_holds_nothing_is_never_closed(each: str) -> None:
    assert tag(each) == f"<{each}>"


def test_only_the_classes_that_apply_are_named() -> None:
    assert classes("a", False, None, "", "b") == "a b"
    assert classes(False, None, "") is None
    assert tag("p", class_=classes(False)) == "<p></p>"


def test_markup_put_together_as_text_is_escaped_like_text() -> None:
    """Only what `tag` and `join` made counts as markup."""
    assert tag("p", tag("b") + "!") == "<p>&lt;b&gt;&lt;/b&gt;!</p>"
    assert tag("p", f"{tag('b')}") == "<p>&lt;b&gt;&lt;/b&gt;</p>"
