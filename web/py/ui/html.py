"""Markup built from Python values; it escapes all text and lets no style or handler through."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias, Union

Attribute: TypeAlias = str | int | float | bool | None
Child: TypeAlias = Union[str, int, "Iterable[Child]", None]

VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})


class Html(str):
    """Text that is markup already, and so is not escaped again."""

    __slots__ = ()


def tag(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """One element. `class_` is `class`, `data_msg` is `data-msg`; attributes keep their order.

    None and False leave an attribute out, True writes it bare; but `aria_…` writes both truths,
    as `aria-pressed="false"` says more than nothing.
    """
    parts = ["<", name]
    for key, value in attributes.items():
        spelled = _spelled(key)
        if isinstance(value, bool) and spelled.startswith("aria-"):
            parts.append(f' {spelled}="{str(value).lower()}"')
        elif value is True:
            parts.append(f" {spelled}")
        elif value is not None and value is not False:
            parts.append(f' {spelled}="{_escaped(str(value))}"')
    parts.append(">")
    if name not in VOID:
        _gather(children, parts)
        parts.append(f"</{name}>")
    return Html("".join(parts))


def join(*children: Child) -> Html:
    """Several children without an element around them."""
    parts: list[str] = []
    _gather(children, parts)
    return Html("".join(parts))


def classes(*names: str | bool | None) -> str | None:
    """Those class names that apply, ready for `class_`; none at all leaves the attribute out."""
    return " ".join(each for each in names if isinstance(each, str) and each) or None


def _gather(child: Child, parts: list[str]) -> None:
    if child is None or child is False:
        return
    if isinstance(child, Html):
        parts.append(child)
    elif isinstance(child, str):
        parts.append(_escaped(child))
    elif isinstance(child, int):
        parts.append(str(child))
    else:
        for each in child:
            _gather(each, parts)


def _escaped(text: str) -> str:
    """`html.escape`, without the regular expressions and entities that module brings along."""
    return (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&#x27;")
    )


@cache
def _spelled(key: str) -> str:
    spelled = key.rstrip("_").replace("_", "-")
    if spelled == "style" or spelled.startswith("on"):
        raise ValueError(f"expected an attribute that the page's policy allows, got {spelled!r}")
    return spelled
