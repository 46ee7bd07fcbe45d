"""Why we are not at the table any more, and every way on from there. Knows how none came about."""

from __future__ import annotations

from app.standing import Trouble
from ui.button import button
from ui.dialog import dialog
from ui.html import Html, tag
from ui.texts import KEYS, text

AGAIN = frozenset(
    {Trouble.NO_TABLE, Trouble.CLOSED, Trouble.SENT_AWAY, Trouble.FULL, Trouble.BAD_LINK}
)
"""Where a new table helps."""
RELOAD = frozenset({Trouble.OLD_PAGE, Trouble.REFUSED})


def trouble_over(trouble: Trouble, *, ranked: bool = False) -> Html:
    """``ranked``: the table was that of a ranked bout."""
    kind = f"{trouble}.ranked" if ranked and f"trouble.{trouble}.ranked" in KEYS else trouble
    title = text(f"trouble.{kind}")
    way_on = _back() if ranked and trouble in AGAIN else _way_on(trouble)
    return dialog(
        title,
        tag("header", tag("h2", title)),
        tag(
            "div",
            tag("p", text(f"trouble.{kind}.why")),
            tag("div", way_on, _hearth(go=way_on is None), class_="ways"),
            class_="inside",
        ),
        class_="sheet-over trouble",
        id="trouble",
    )


def _back() -> Html:
    return _button(text("ranked.back"), "ranked", go=True)


def _way_on(trouble: Trouble) -> Html | None:
    if trouble is Trouble.TAKEN_OVER:
        return _button(text("trouble.take_over"), "take_over", go=True)
    if trouble in AGAIN:
        return _button(text("trouble.again"), "invite", go=True)
    if trouble in RELOAD:
        return _button(text("trouble.reload"), "reload", go=True)
    return None


def _hearth(*, go: bool) -> Html:
    return _button(text("top.leave.name"), "hearth", go=go)


def _button(label: str, msg: str, *, go: bool) -> Html:
    return button(
        label,
        class_="go" if go else None,
        id=f"trouble-{msg}",
        data_msg=msg,
        autofocus=go,
    )
