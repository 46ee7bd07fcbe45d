"""Our side of the table but for the hand: boneyard, word, clock and what one may do."""

from __future__ import annotations

from app.model import Model, Notice
from engine.actions import Action, Draw, Pass
from engine.line import End
from engine.messages import Phase, Update
from engine.rules import TURN_SECONDS, Variant
from engine.view import View
from ui.bout import warned
from ui.button import button
from ui.emblem import icon
from ui.hint import hint
from ui.html import Html, classes, join, tag
from ui.motion import Drawn
from ui.people import name_of
from ui.reactions import exclaimed
from ui.sit import has_free_chair, sit
from ui.texts import KEYS, counted, text
from ui.tile import back

REFUSALS = frozenset(Notice) - {
    Notice.AUTO_DRAW,
    Notice.AUTO_PASS,
    Notice.CHOOSE_END,
    Notice.PLAYED_FOR,
    Notice.SAT_ELSEWHERE,
    Notice.COPIED,
    Notice.GOES_LATER,
    Notice.ERASED,
}
"""Notices that say no; the others only tell."""
LOW_OIL = 15
"""Seconds from which on the clock says that it is nearly out."""


def pile(view: View, drawn: Drawn | None = None) -> Html:
    """The boneyard; in Block, where nobody draws, what lies unused.

    ``drawn`` has just been taken from it: one more back, on its way.
    """
    drawing = view.setup.rules.drawing
    unused = len(view.setup.rules.tiles) - sum(view.counts) - len(view.line.laid)
    label = text("boneyard" if drawing else "unused")
    return tag(
        "div",
        icon("bones", "0 0 64 64"),
        tag("span", tag("b", view.boneyard if drawing else unused), " ", label),
        None if drawn is None else _taken(drawn),
        class_="pile",
    )


def _taken(drawn: Drawn) -> Html:
    number, goes = drawn
    return tag("span", back(), class_="taken", id=f"taken-{number}", data_goes=goes)


def say(model: Model, update: Update, view: View) -> Html:
    """Whose turn it is and what to do; a notice takes the second line's place."""
    mine = model.my_turn
    said = _said_by_us(model, update)
    word = notice(model) or hint(model, update) or said or warned(model)
    second = word or tag("span", _next_step(model, view))
    return tag(
        "p",
        tag("strong", _first_line(update, view), class_=classes(mine and "lit")),
        " ",
        second,
        [" ", _hint_button()] if _may_ask(model, view) else None,
        class_="say",
    )


def waking() -> Html:
    """Our tiles lie there, and nobody else has come to the table yet."""
    said = tag("strong", text("say.waking")), tag("span", text("say.waking.why"))
    return tag("p", said, class_="say")


def dealing() -> Html:
    """What is said before the first deal is there to be seen."""
    return tag("p", tag("strong", text("say.dealing")), class_="say")


def _said_by_us(model: Model, update: Update) -> Html | None:
    """As long as it can be heard; the others see it beside our name."""
    words = None if update.seat is None else exclaimed(model).get(update.seat)
    return None if words is None else tag("span", text("say.said", words=words), class_="ours")


def notice(model: Model) -> Html | None:
    """What is to be said about the player's latest doing."""
    if model.notice is None:
        return None
    refusal = model.notice in REFUSALS
    return tag("span", _notice_text(model), class_=classes("notice", refusal and "refusal"))


def _notice_text(model: Model) -> str:
    assert model.notice is not None
    key = f"notice.{model.notice}"
    if model.about is None and f"{key}.bare" in KEYS:
        return text(f"{key}.bare")
    if model.duel is not None and f"{key}.ranked" in KEYS:
        return text(f"{key}.ranked")
    left, right = (0, 0) if model.view is None else model.view.line.ends
    return text(key, tile=model.about, left=left, right=right)


def _first_line(update: Update, view: View) -> str:
    if update.phase is Phase.DEALING or view.turn is None:
        return text("say.dealing") if update.phase is Phase.DEALING else ""
    if view.turn == update.seat:
        return text("say.your_turn")
    return text("say.turn_of", name=name_of(update, view.turn))


def _may_ask(model: Model, view: View) -> bool:
    """A hint is offered where there is a choice, until one is asked for."""
    fresh = model.update is not None and model.asked != model.update.version
    return model.my_turn and model.alone and len(view.legal) > 1 and fresh


def _hint_button() -> Html:
    label = text("hint.ask")
    return tag("button", label, type="button", class_="ask", id="hint", data_msg="hint")


def _next_step(model: Model, view: View) -> str:
    if not model.my_turn:
        left, right = view.line.ends
        return text("hint.wait", left=left, right=right)
    if model.chosen is not None and (ends := model.ends_for(model.chosen)):
        which = "both" if len(ends) == 2 else ends[0].value
        return text(f"hint.fits_{which}", tile=model.chosen)
    match view.legal[0]:
        case Draw():
            return text("hint.draw")
        case Pass():
            block = view.setup.variant is Variant.BLOCK
            return text("hint.pass_block" if block else "hint.pass")
    return text("hint.choose")


def clock(model: Model, update: Update) -> Html | None:
    """The oil left in the lantern of whoever is to act."""
    if model.left is None or update.phase is not Phase.PLAYING:
        return None
    seconds = int(model.left + 0.5)
    oil = max(0, min(100, round(100 * seconds / TURN_SECONDS)))
    return tag(
        "div",
        icon("lamp", "0 0 24 32", classes("lamp", model.my_turn and "on")),
        tag("span", f"{seconds // 60}:{seconds % 60:02}", class_="time"),
        tag(
            "svg",
            tag("rect", width=oil, height=10),
            class_="oil",
            viewBox="0 0 100 10",
            preserveAspectRatio="none",
            aria_hidden=True,
        ),
        class_=classes("clock", seconds <= LOW_OIL and "low", not model.my_turn and "theirs"),
        role="timer",
        aria_label=counted("clock.left", seconds),
    )


def acts(model: Model, update: Update, view: View) -> Html:
    """The four things one may do. All stay in place; what is not possible answers with why.

    Whoever looks on may do none of them, but sit down.
    """
    if update.seat is None:
        free = view.result is None and has_free_chair(update)
        return sit(model, update) if free else join()
    ends = model.ends_for(model.chosen)
    only = view.legal[0] if len(view.legal) == 1 else None
    me = None
    if update.setup.target is not None and view.seat is not None:
        score = view.scores[view.seat]
        target = update.setup.target
        me = tag("p", text("me.score", score=score, target=target), class_="me")
    return join(_four(ends, only, off=not model.my_turn), me)


def waiting_acts() -> Html:
    """The same four before the first turn."""
    return _four((), None, off=True)


def _four(ends: tuple[End, ...], only: Action | None, *, off: bool) -> Html:
    return join(
        _end_button(End.LEFT, on=End.LEFT in ends, class_="pl"),
        _end_button(End.RIGHT, on=End.RIGHT in ends, class_="pr"),
        tag(
            "div",
            _plain_button("draw", go=isinstance(only, Draw), off=off),
            _plain_button("pass", go=isinstance(only, Pass), off=off),
            class_="dp",
        ),
    )


def _end_button(end: End, *, on: bool, class_: str) -> Html:
    return button(
        text(f"act.{end}"),
        class_=classes(class_, on and "go"),
        id=f"play-{end}",
        data_msg="play",
        data_value=end.value,
        aria_disabled=not on or None,
    )


def _plain_button(name: str, *, go: bool, off: bool) -> Html:
    return button(
        text(f"act.{name}"),
        class_=classes(name, "go" if go else "wood"),
        id=name,
        data_msg=name,
        aria_disabled=off or None,
    )
