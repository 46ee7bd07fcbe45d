"""What is to be played at a table of friends: for its host to choose, for the others to read."""

from __future__ import annotations

from engine.messages import Phase, Update
from engine.rules import RULES, Setup, Variant
from ui.html import Html, join, tag
from ui.people import hosted_by_us
from ui.pick import Option, pick
from ui.texts import text


def arrange(update: Update) -> Html:
    ours = hosted_by_us(update) and update.phase is Phase.GATHERING
    return tag(
        "section",
        tag("h2", text("arrange.title")),
        _choices(update.setup) if ours else _agreed(update.setup),
        class_="card set",
        aria_label=text("arrange.title"),
    )


def _choices(setup: Setup) -> Html:
    games = [(variant.value, text(f"game.{variant}")) for variant in Variant]
    seats = [(str(seats), str(seats)) for seats in RULES[setup.variant].seats]
    return join(
        pick("arrange.variant", text("arrange.variant"), games, setup.variant.value),
        pick("arrange.seats", text("arrange.seats"), seats, str(setup.seats)),
        pick("arrange.target", _length_name(setup), _lengths(setup), str(setup.target or "")),
    )


def _length_name(setup: Setup) -> str:
    drawing = setup.variant is Variant.DRAW
    return text("arrange.target" if drawing else "arrange.length")


def _lengths(setup: Setup) -> list[Option]:
    """A match that one round decides has no target, and the value of that is empty."""
    return [(str(target or ""), _length(setup, target)) for target in setup.rules.targets]


def _length(setup: Setup, target: int | None) -> str:
    if target is None:
        return text("arrange.one_round")
    return str(target) if setup.variant is Variant.DRAW else text("arrange.to", target=target)


def _agreed(setup: Setup) -> Html:
    rows = (
        (text("arrange.variant"), text(f"game.{setup.variant}")),
        (text("arrange.seats"), str(setup.seats)),
        (_length_name(setup), _length(setup, setup.target)),
    )
    return tag("dl", [(tag("dt", name), tag("dd", value)) for name, value in rows])
