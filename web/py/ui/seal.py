"""The fair-deal seal of a round that is over, and the numbers behind it.

Shows what a check found; it checks nothing itself.
"""

from __future__ import annotations

from app.effects import FILE_NAME
from engine.deal import LODGE, FairDeal
from engine.messages import Phase, Update
from engine.witness import Checked, Verdict
from ui.button import button
from ui.html import Html, classes, tag
from ui.people import called, name_of
from ui.texts import text

WHOLE = (Verdict.FAIR, Verdict.UNSEEN)
RECIPE = "#fair-deals"
"""Where in the rules."""

WAX = (
    "M36 2c6 0 7 5 12 6s9-2 13 3 1 8 4 12 7 7 5 13-7 6-8 11 1 9-4 13-8 1-12 4-5 7-11 7-7-4-12-5"
    "-9 2-13-3-1-8-4-12-7-7-5-13 6-7 7-12-1-9 4-13 8-1 12-4 6-7 12-7z"
)
LIT_RIM = "M36 2c6 0 7 5 12 6s9-2 13 3 1 8 4 12 7 7 5 13"
CRACK = "M34-1l-4 15 7 11-8 12 8 14-6 22 5 1 8-23-7-14 9-12-8-11 6-15z"


def seal(update: Update, checked: Checked | None) -> Html | None:
    """None while nothing has been checked."""
    if checked is None:
        return None
    return tag(
        "div",
        _wax(whole=checked.verdict in WHOLE),
        tag(
            "p",
            tag("b", text(f"seal.{checked.verdict}")),
            " ",
            tag("span", _why(update, checked)),
        ),
        _numbers(update, checked.verdict),
        class_="seal",
        role="group",
        aria_label=text("seal.name"),
    )


def save_button() -> Html:
    return button(text("seal.save"), data_msg="save")


def _wax(*, whole: bool) -> Html:
    return tag(
        "svg",
        tag("path", d=WAX, class_="wax"),
        tag("path", d=LIT_RIM, class_="rim"),
        tag("circle", cx=36, cy=36, r=22.5, class_="pressed"),
        tag("use", href="#lamp", x=21, y=17, width=30, height=38),
        None if whole else tag("path", d=CRACK, class_="crack"),
        class_=classes(not whole and "cracked"),
        viewBox="0 0 72 72",
        aria_hidden=True,
    )


def _why(update: Update, checked: Checked) -> str:
    key = f"seal.{checked.verdict}.why"
    who = checked.who
    if who is not None and who == str(update.seat):
        return text(f"{key}.you")
    return text(key, name=_giver(update, who or LODGE))


def _giver(update: Update, who: str) -> str:
    """Whose a secret is, within a sentence; a seat that is not here goes by its number."""
    if who == LODGE:
        return text("seal.lodge")
    seat = _seat(update, who)
    return text("seal.seat", seat=who) if seat is None else called(update, seat)


def _seat(update: Update, who: str) -> int | None:
    return next((seat for seat in range(update.setup.seats) if str(seat) == who), None)


def _numbers(update: Update, verdict: Verdict) -> Html:
    """All that somebody needs who wants to check the deal without this page."""
    fair = update.fair
    saving = update.phase is Phase.ROUND_OVER
    return tag(
        "details",
        tag("summary", text("seal.numbers")),
        tag("p", text("seal.proves")) if verdict is Verdict.FAIR else None,
        None if fair is None else _list(update, fair),
        tag(
            "p",
            text("seal.replay"),
            " ",
            tag("code", f"python -m engine replay {FILE_NAME}"),
            " ",
            tag(
                "a",
                text("seal.recipe"),
                href=text("rules.page") + RECIPE,
                target="_blank",
                rel="noopener",
            ),
        ),
        save_button() if saving else None,
        class_="numbers",
        id="seal-numbers",
    )


def _list(update: Update, fair: FairDeal) -> Html:
    promised = {promise.who: promise.digest for promise in fair.commitments}
    given = {secret.who: secret.text for secret in fair.secrets}
    givers = [
        (
            tag("dt", *_label(update, who)),
            _hex("seal.commitment", promised.get(who)),
            _hex("seal.secret", given.get(who)),
        )
        for who in dict.fromkeys((*promised, *given))
    ]
    return tag(
        "dl",
        tag("dt", text("seal.table")),
        tag("dd", tag("code", fair.table)),
        tag("dt", text("seal.round")),
        tag("dd", tag("code", fair.round)),
        givers,
    )


def _label(update: Update, who: str) -> tuple[str, ...]:
    """The name, and for a seat the number by which the recipe knows it."""
    seat = _seat(update, who)
    if seat is None:
        return (text("seal.giver", name=_giver(update, who)),)
    return name_of(update, seat), " ", tag("small", text("seal.seat", seat=seat))


def _hex(key: str, number: str | None) -> Html:
    shown = text("seal.missing") if number is None else tag("code", number)
    return tag("dd", tag("span", text(key)), " ", shown)
