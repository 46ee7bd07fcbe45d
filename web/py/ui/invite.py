"""The way to a table for those who are not there yet: its link, as text and as a QR code.

The code is drawn here, so that the link's secret goes nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from app.standing import Standing
from ui.button import button
from ui.html import Html, classes, tag
from ui.texts import text

QUIET = 4
"""Modules of light that a code has all round, so that a camera finds its edge."""


def invite(standing: Standing, *, can_share: bool, ours: bool) -> Html | None:
    """None while there is no link; ``ours`` is the table that we have set ourselves."""
    link = standing.invite
    if not link:
        return None
    copy = button(text("invite.copy"), id="copy-link", data_copy=link)
    share = button(text("invite.share"), id="share-link", data_share=link)
    return tag(
        "section",
        tag("h2", text("invite.title")),
        qr_code(link),
        tag(
            "div",
            tag("output", link, aria_label=text("invite.link"), id="invite-link"),
            tag("div", copy, share if can_share else None, class_="two"),
            tag("p", text("invite.sealed" if standing.sealed else "invite.unsealed")),
            class_="by-link",
        ),
        class_=classes("card", "invite", ours and "ours"),
        aria_label=text("invite.title"),
    )


def qr_code(link: str) -> Html:
    return _drawn(link, text("invite.code"))


@lru_cache(maxsize=1)
def _drawn(link: str, name: str) -> Html:
    """One path of dark modules on a light pane, whatever colours the page has."""
    from segno.encoder import encode  # here, as every start of the page would pay for it

    rows = encode(link, error="m", encoding="utf-8", micro=False).matrix
    side = len(rows) + 2 * QUIET
    pane = f"M{-QUIET} {-QUIET}h{side}v{side}h{-side}z"
    return tag(
        "svg",
        tag("path", fill="#fffaf0", d=pane),
        tag("path", fill="#1a1a22", d="".join(map(_dark, range(len(rows)), rows))),
        class_="qr",
        viewBox=f"{-QUIET} {-QUIET} {side} {side}",
        role="img",
        aria_label=name,
        shape_rendering="crispEdges",
    )


def _dark(y: int, row: Iterable[int]) -> str:
    """The row's dark modules, those side by side as one."""
    runs, x = [], 0
    for dark, modules in groupby(row):
        length = len(list(modules))
        if dark:
            runs.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length
    return "".join(runs)
