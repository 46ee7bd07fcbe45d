"""What stands on the page: every screen, by the names and roles by which it is found."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.intents.friends import Arrange, CallMe
from app.intents.hearth import Unfinished
from app.intents.page import Change, Sheet
from app.model import Happening, Model, Notice, Screen
from app.reading import read_intent
from app.settings import Settings, Sort
from app.standing import Role, Standing, Tie
from app.update import update
from engine.actions import Action, Draw, Pass, Play
from engine.chairs import Chair, Level, regular_in
from engine.events import Drew, Ending, Opened, Passed, Played, Result
from engine.line import End
from engine.match import Match
from engine.messages import Phase, Update
from engine.round import Round, legal_actions
from engine.rules import RULES, Setup, Variant
from engine.tiles import Tile, full_set, pips
from engine.view import view_of
from tests.page import (
    AREAS,
    BLOCK_ROUND,
    DRAW_100,
    LINK,
    Element,
    at_friends,
    chairs_of,
    gatherings,
    models,
    page,
    region,
    seen,
    shown,
    tiles_of,
    unfinished,
)
from tests.strategies import GAMES, SEEDS, SETUPS, Reached, play_on, reshuffled, whole
from ui.hand import PHONE_ROW, WIDE_ROW, hand
from ui.layout import columns
from ui.pages import render
from ui.people import called, name_of
from ui.side import acts

WEB = Path(__file__).parent.parent / "web"
INDEX = (WEB / "index.html").read_text()
PLACES = Counter(re.findall(r'\sid="([^"]*)"', INDEX))
STYLES = "".join(path.read_text() for path in (WEB / "css").glob("*.css"))
HAND = "3-5 3-4 1-2 2-5"
LINE = "5-6 6-3"


def at(told: Update | None, /, **changes: Any) -> Model:
    left = None if told is None else told.left
    at_table = Model(screen=Screen.TABLE, update=told, left=left, line_area=(600.0, 400.0))
    return replace(at_table, **changes)


MINE = at(seen(HAND, LINE))
THEIRS = at(seen(HAND, LINE, turn=1))


# Every page there can be


hearths = st.builds(
    Model,
    settings=st.builds(Settings),
    unfinished=st.none() | unfinished(),
    sheet=st.none() | st.sampled_from(Sheet),
    notice=st.none() | st.sampled_from(Notice),
    kept=st.booleans(),
    friends=st.booleans(),
)


@settings(max_examples=100)
@given(models() | gatherings() | hearths)
def test_every_page_is_well_formed_and_keeps_to_what_the_page_allows(model: Model) -> None:
    picture = render(model)
    whole_page = page(picture["regions"])  # reading it proves that all is closed, in order
    ids = Counter(e["id"] for e in whole_page if "id" in e.attributes)
    assert [name for name, times in ids.items() if times > 1] == []
    drawn = {e["href"] for e in whole_page if e.tag == "use"}
    assert [href for href in drawn if href[1:] not in PLACES] == []
    for element in whole_page:
        assert not [a for a in element.attributes if a == "style" or a.startswith("on")]
        if element.tag in ("button", "dialog") or element.role == "button":
            assert element.name
    assert set(picture["body"]) == {"screen", "lit", "tiles", "motion", "contrast", "text"}
    assert all(isinstance(value, str) and value for value in picture["body"].values())


@settings(max_examples=60)
@given(models() | gatherings() | hearths)
def test_whatever_can_be_pressed_or_changed_means_something(model: Model) -> None:
    on_page = shown(model)
    fields = {e["name"]: e["value"] for e in on_page if e.tag == "input" and e["type"] == "text"}
    for element in on_page:
        value = element.attributes.get("data-value", "")
        if "data-msg" in element.attributes:
            sent = {"msg": element["data-msg"], "value": value, "form": fields}
            assert read_intent(sent) is not None
        if "data-change" in element.attributes:
            for value in values(element):
                change = read_intent({"msg": element["data-change"], "value": value})
                assert isinstance(change, Change | Arrange | CallMe)
                if isinstance(change, Change):
                    changed = update(model, change)[0].settings != model.settings
                    switch = element["type"] == "checkbox"
                    assert changed is (switch or "checked" not in element.attributes)


def values(field: Element) -> list[str]:
    """What the page may send when this field is changed."""
    if field.tag == "select":
        return [option["value"] for option in field.tagged("option")]
    if field["type"] == "checkbox":
        return ["false" if "checked" in field.attributes else "true"]
    return [field["value"]]


def test_each_region_has_its_one_place_in_the_page() -> None:
    names = set(render(Model())["regions"])
    assert names == set(render(MINE)["regions"])
    assert names == set(render(at_friends(None))["regions"])
    assert {name: PLACES[name] for name in names} == dict.fromkeys(names, 1)


@settings(max_examples=30)
@given(models() | gatherings())
def test_no_id_of_a_region_is_taken_by_the_page_around_it(model: Model) -> None:
    inside = [e for name, html in render(model)["regions"].items() for e in page({name: html})]
    ids = {e["id"] for e in inside if "id" in e.attributes} - set(render(model)["regions"])
    assert [name for name in ids if name in PLACES] == []


NASTY = [
    "<img src=x onerror=alert(1)>", "x" * 5000, "\u202eadA\u202c", "\u2066\u2067x", "'\"&amp;</p>",
    "{name} {0}", "\0", "👩‍🚀", " ",
]  # fmt: skip


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("phase", [Phase.PLAYING, Phase.ROUND_OVER, Phase.MATCH_OVER])
@pytest.mark.parametrize("sheet", [None, Sheet.READ, Sheet.SCORE])
def test_a_name_is_text_wherever_it_stands(name: str, phase: Phase, sheet: Sheet | None) -> None:
    def pages(name: str) -> Element:
        told = replace(ENDED[Ending.BLOCKED], phase=phase)
        if phase is Phase.PLAYING:
            told = seen(HAND, LINE, turn=1)
        told = replace(told, chairs=(told.chairs[0], Chair(name=name), *told.chairs[2:]))
        said = (Happening(1, Passed(1)),)
        return shown(at(told, sheet=sheet, told=said))

    plain, nasty = list(pages("Ada")), list(pages(name))
    assert [e.tag for e in nasty] == [e.tag for e in plain]
    assert [list(e.attributes) for e in nasty] == [list(e.attributes) for e in plain]
    wanted = Counter(e.tag for e in plain if "\u2068Ada\u2069" in e.raw_text)
    assert wanted
    assert Counter(e.tag for e in nasty if f"\u2068{name}\u2069" in e.raw_text) == wanted


# The table


@settings(max_examples=30)
@given(models())
def test_our_side_is_found_by_its_names(model: Model) -> None:
    view = model.view
    on_page = shown(replace(model, sheet=None))
    if view is None or view.seat is None:
        assert not on_page.all("group", "Your hand")
        assert not on_page.all("button", "Draw") + on_page.all("button", "Play left")
        return
    hand = on_page.one("group", "Your hand").all("button")
    assert sorted(b.name for b in hand) == sorted(str(tile) for tile in view.hand)
    for button in hand:
        tile = Tile.parse(button.name)
        fitting = [a.end for a in view.legal if isinstance(a, Play) and a.tile == tile]
        assert (button["data-msg"], button["data-value"]) == ("tile", button.name)
        assert button["aria-pressed"] == ("true" if tile == model.chosen else "false")
        words = {1: f"fits the {''.join(fitting)} end", 2: "fits both ends"}.get(len(fitting))
        assert button.attributes.get("aria-description") == words
        drawings = {e["href"] for e in button if e.tag == "use"}
        assert ("#flame" in drawings) is bool(fitting)  # marked by a shape, not by colour alone
    for name in ("Draw", "Pass"):
        assert on_page.one("button", name).disabled is not model.my_turn
    for name, end in (("Play left", End.LEFT), ("Play right", End.RIGHT)):
        assert on_page.one("button", name).disabled is (end not in model.ends_for(model.chosen))


@settings(max_examples=30)
@given(models())
def test_the_table_is_found_by_its_names(model: Model) -> None:
    view, told = model.view, model.update
    on_page = shown(replace(model, sheet=None))
    if view is None or told is None:
        assert not on_page.all("list", "Line of play")
        return
    line = on_page.one("list", "Line of play").all("listitem")
    assert [item.name.split(",")[0] for item in line] == [str(laid) for laid in view.line.laid]
    for seat in range(told.setup.seats):
        if seat != told.seat:
            text = region(model, f"seat-{seat}").text
            count = view.counts[seat]
            assert f"{name_of(told, seat)} {count} {'tile' if count == 1 else 'tiles'}" in text
            if told.setup.target is not None:
                assert f"{view.scores[seat]} of {told.setup.target}" in text
    pile = region(model, "pile").text
    if view.setup.variant is Variant.DRAW:
        assert pile == f"{view.boneyard} Boneyard"
    else:
        assert pile == "14 Lie unused"


def test_the_page_offers_just_what_the_rules_allow_in_ten_thousand_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ui.hand.standing", lambda *_, **__: None)  # drawings only take time here
    random, positions = Random("page"), 0
    while positions < 10_000:
        setup = GAMES[positions % len(GAMES)]
        chairs, match = chairs_of(setup), Match(setup)
        for round in play_on(setup, random).rounds:
            seat = positions % setup.seats
            view = view_of(match, round, seat)
            told = Update(1, Phase.PLAYING, setup, seat, 0, chairs, 90.0, False, view, None, ())
            model = Model(screen=Screen.TABLE, update=told)
            wanted = legal_actions(round) if round.turn == seat else ()
            assert offered(hand(model, view), acts(model, told, view)) == set(wanted)
            positions += 1


ENDS_OF = {"fits both ends": tuple(End)} | {f"fits the {end} end": (end,) for end in End}
ON_OFFER = re.compile(r'data-value="(\d-\d)"[^>]* aria-description="([a-z ]+)"')
LIT = re.compile(r'class="btn (draw|pass) go"')


def offered(hand: str, acts: str) -> set[Action]:
    """What is marked as possible: tiles by the ends that they fit, and a lit Draw or Pass."""
    plays = {
        Play(Tile.parse(tile), end)
        for tile, fits in ON_OFFER.findall(hand)
        for end in ENDS_OF[fits]
    }
    return plays | {Draw() if name == "draw" else Pass() for name in LIT.findall(acts)}


CROWDED = [
    one
    for seed in range(60)
    for one in play_on(DRAW_100, Random(seed)).rounds
    if len(one.line.laid) > 46 and isinstance((legal_actions(one) or [None])[0], Play)
]
"""Positions late in the longest rounds, in which something can be played."""


@pytest.mark.parametrize("area", [*AREAS, (1.0, 1.0), None], ids=str)
def test_however_crowded_the_table_a_tile_that_fits_can_be_played(
    area: tuple[float, float] | None,
) -> None:
    assert len(CROWDED) > 5
    for round in CROWDED:
        view = view_of(Match(DRAW_100), round, round.turn)
        told = replace(seen(HAND, LINE), seat=round.turn, view=view)
        for tile in dict.fromkeys(a.tile for a in view.legal if isinstance(a, Play)):
            ends = {a.end.value for a in view.legal if isinstance(a, Play) and a.tile == tile}
            on_page = shown(at(told, chosen=tile, line_area=area))
            held = on_page.one("button", str(tile))
            assert not held.disabled
            assert "aria-description" in held.attributes
            on = [b for b in on_page.all("button") if b.attributes.get("data-msg") == "play"]
            assert {b["data-value"] for b in on if b.tag == "button" and not b.disabled} == ends
            assert {b["data-value"] for b in on if b.tag == "g"} == (ends if area else set())


@settings(max_examples=30)
@given(models())
def test_a_tile_that_does_not_fit_is_in_the_shade_but_all_there(model: Model) -> None:
    if model.view is None:
        return
    for button in region(model, "hand").all("button"):
        tile, fits = Tile.parse(button.name), "aria-description" in button.attributes
        [drawing] = [e for e in button if "tile" in e.classes]
        assert ("dim" in drawing.classes) is (model.my_turn and not fits)
        halves = [e["href"] for e in drawing if e.tag == "use" and e["href"][:2] == "#n"]
        assert Counter(halves) == Counter([f"#n{tile.low}", f"#n{tile.high}"] * 2)  # lip and pips
        assert not button.disabled  # a tap is answered with why it does not fit


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_what_lies_face_down_has_no_name_no_order_and_no_trace_of_its_values(setup: Setup) -> None:
    random = Random("backs")
    for most in range(0, 60, 12):
        true = next(r for r in reversed(play_on(setup, random, most).rounds) if r.result is None)
        for seat in (*range(setup.seats), None):
            pages = [
                render(at(told(setup, round, seat), sheet=sheet))
                for round in (true, reshuffled(true, seat, random))
                for sheet in (None, Sheet.READ)
            ]
            assert pages[:2] == pages[2:]
            backs = [e for e in page(pages[0]["regions"]) if e.attributes.get("href") == "#back"]
            assert {frozenset(back.attributes) for back in backs} <= {frozenset(["href"])}
            fans = [e for e in page(pages[0]["regions"]) if "fan" in e.classes]
            assert all(tile == fan.children[0] for fan in fans for tile in fan.children)


def told(setup: Setup, round: Round, seat: int | None) -> Update:
    """What ``seat`` has just been told, with all that has happened."""
    view = view_of(Match(setup), round, seat)
    chairs = chairs_of(setup)
    return Update(9, Phase.PLAYING, setup, seat, 0, chairs, 90.0, False, view, None, round.record)


@settings(max_examples=30)
@given(models())
def test_the_tile_laid_last_is_marked_and_no_other(model: Model) -> None:
    if model.view is None:
        return
    last = [e for e in model.view.record if isinstance(e, Opened | Played)][-1].tile
    [marked] = [e for e in shown(model).all("listitem") if e.name.endswith(", last laid")]
    assert Tile.parse(marked.name.split(",")[0]) == last


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        (Sort.SUIT, "0-0 0-9 1-2 3-3 4-5"),
        (Sort.PIPS, "0-9 4-5 3-3 1-2 0-0"),
        (Sort.DOUBLES, "3-3 0-0 0-9 4-5 1-2"),
    ],
)
def test_the_hand_is_sorted_as_wished(sort: Sort, order: str) -> None:
    model = at(seen("4-5 0-0 3-3 0-9 1-2", LINE), settings=Settings(sort=sort))
    assert [b.name for b in shown(model).one("group", "Your hand").all("button")] == order.split()


@pytest.mark.parametrize("count", [1, 7, 8, 15, 16, 30])
def test_a_hand_of_any_size_has_all_its_buttons(count: int) -> None:
    held = random_tiles(count)
    model = at(seen(" ".join(map(str, held)), "9-9"))
    buttons = shown(model).one("group", "Your hand").all("button")
    assert {b.name for b in buttons} == {str(tile) for tile in held}
    assert len({b["id"] for b in buttons}) == count


def random_tiles(count: int) -> list[Tile]:
    return Random(count).sample(full_set(9)[:-1], count)


def test_every_width_of_a_hand_has_its_rule() -> None:
    for count in range(1, 55):
        for kind, most in (("cols", PHONE_ROW), ("wide", WIDE_ROW)):
            assert re.search(rf"\.{kind}-{columns(count, most)}\b", STYLES)


@pytest.mark.parametrize(
    ("chosen", "names"),
    [
        (None, []),
        ("1-2", []),
        ("3-4", ["Right end, 3"]),
        ("2-5", ["Left end, 5"]),
        ("3-5", ["Left end, 5", "Right end, 3"]),
    ],
)
def test_the_ends_that_the_chosen_tile_fits_light_up(chosen: str | None, names: list[str]) -> None:
    model = replace(MINE, chosen=None if chosen is None else Tile.parse(chosen))
    slots = region(model, "line").all("button")
    assert [slot.name for slot in slots] == names
    assert all(slot["data-msg"] == "play" and slot["tabindex"] == "0" for slot in slots)


@pytest.mark.parametrize(
    ("model", "first", "second"),
    [
        (MINE, "Your turn", "Choose a lifted tile"),
        (replace(MINE, chosen=Tile(3, 5)), "Your turn", "3-5 fits both ends"),
        (replace(MINE, chosen=Tile(3, 4)), "Your turn", "3-4 fits the right end"),
        (replace(MINE, chosen=Tile(2, 5)), "Your turn", "2-5 fits the left end"),
        (THEIRS, "Ferryman to play", "Ends 5 and 3"),
        (at(seen("1-2", LINE)), "Your turn", "Nothing fits: draw a tile"),
        (
            at(seen("1-2", LINE, boneyard=0)),
            "Your turn",
            "Nothing fits and nothing is left to draw: pass",
        ),
        (
            at(seen("1-2", LINE, boneyard=0, setup=BLOCK_ROUND)),
            "Your turn",
            "Nothing fits: pass",
        ),
    ],
)
def test_it_is_said_whose_turn_it_is_and_what_to_do(model: Model, first: str, second: str) -> None:
    say = region(model, "say")
    assert say.tagged("strong")[0].text == first
    assert say.text.removesuffix(" Hint") == f"{first} {second}".strip()


@settings(max_examples=30)
@given(models() | hearths)
def test_the_title_tells_a_hidden_tab_whose_turn_it_is(model: Model) -> None:
    assert render(model)["title"].startswith("Your turn") is model.my_turn


@pytest.mark.parametrize(
    ("turn", "setup", "lit"),
    [
        (0, DRAW_100, "mine"), (1, DRAW_100, "1-of-1"), (None, DRAW_100, "none"),
        (1, Setup(Variant.DRAW, 5, 100), "1-of-4"), (4, Setup(Variant.DRAW, 5, 100), "4-of-4"),
    ],
)  # fmt: skip
def test_the_lantern_stands_by_whoever_acts(turn: int | None, setup: Setup, lit: str) -> None:
    model = at(seen(HAND, LINE, turn=turn, setup=setup))
    assert render(model)["body"]["lit"] == lit
    lit_seats = [e for e in region(model, "seats").all("listitem") if "lit" in e.classes]
    assert [e["id"] for e in lit_seats] == ([f"seat-{turn}"] if turn else [])
    assert [e.attributes.get("aria-current") for e in lit_seats] == ["true"] * len(lit_seats)


@pytest.mark.parametrize(
    ("left", "time", "name", "low"),
    [
        (90.0, "1:30", "90 seconds left", False), (59.6, "1:00", "60 seconds left", False),
        (16.4, "0:16", "16 seconds left", False), (15.0, "0:15", "15 seconds left", True),
        (1.0, "0:01", "1 second left", True), (0.0, "0:00", "0 seconds left", True),
    ],
)  # fmt: skip
def test_the_clock_shows_the_seconds_that_are_left(
    left: float, time: str, name: str, low: bool
) -> None:
    clock = region(replace(MINE, left=left), "clock").one("timer", name)
    assert (clock.text, "low" in clock.classes) == (time, low)


def test_without_a_running_turn_there_is_no_clock() -> None:
    assert render(replace(MINE, left=None))["regions"]["clock"] == ""
    over = replace(ENDED[Ending.DOMINO], left=12.0)
    assert render(at(over, left=12.0))["regions"]["clock"] == ""


@pytest.mark.parametrize(
    ("record", "did"),
    [
        ((Opened(1, Tile(3, 5)),), "opened 3-5"),
        ((Opened(0, Tile(3, 5)), Played(1, Tile(3, 3), End.LEFT)), "laid 3-3"),
        ((Opened(0, Tile(3, 5)), Drew(1)), "drew 1"),
        ((Opened(0, Tile(3, 5)), Drew(1), Drew(1)), "drew 2"),
        ((Opened(0, Tile(3, 5)), Drew(1), Played(1, Tile(3, 3), End.LEFT)), "drew 1, laid 3-3"),
        ((Opened(0, Tile(3, 5)), Passed(1)), "passed"),
        ((Opened(0, Tile(3, 5)), Drew(1), Drew(1), Passed(1)), "drew 2, passed"),
        ((Opened(0, Tile(3, 5)), Passed(1), Played(0, Tile(3, 3), End.LEFT)), "passed"),
    ],
)
def test_what_a_seat_did_last_stays_beside_its_name(record: Any, did: str) -> None:
    seat = region(at(seen(HAND, LINE, record=record)), "seat-1")
    [deed] = [element for element in seat if "did" in element.classes]
    assert deed.text == did


@pytest.mark.parametrize(
    ("chair", "word"),
    [
        (Chair(name="Ada"), None),
        (Chair(name="Ada", present=False), "away"),
        (Chair(name="Ada", present=False, missed=1), "away"),
        (Chair(name="Ada", present=False, missed=2), "played by the lodge"),
        (Chair(name="Ada", missed=2), None),
        (regular_in(1, Level.SHARP), None),
    ],
)
def test_a_seat_that_is_away_says_so_beside_what_it_did(chair: Chair, word: str | None) -> None:
    told = seen(HAND, LINE, record=(Opened(0, Tile(3, 5)), Drew(1)))
    told = replace(told, chairs=(told.chairs[0], chair))
    seat = region(at(told), "seat-1")
    assert [e.text for e in seat if "away" in e.classes] == ([] if word is None else [word])
    assert seat.text.endswith(f"{word or ''} drew 1".strip())
    assert ("absent" in seat.classes) is (word is not None)


FRIENDS = Standing(Role.WATCHER, Tie.HERE, LINK)


@pytest.mark.parametrize("phase", [Phase.ROUND_OVER, Phase.MATCH_OVER])
def test_whoever_looks_on_may_sit_down_between_two_rounds_too(phase: Phase) -> None:
    told = replace(ENDED[Ending.DOMINO], seat=None, phase=phase)
    assert region(at(told), "dialog").one("button", "Sit down")["data-msg"] == "sit"
    people = tuple(Chair(name=name) for name in ("Ada", "Bo", "Cy", "Di"))
    for others in (replace(told, seat=0), replace(told, chairs=people)):
        assert not shown(at(others)).all("button", "Sit down")


@pytest.mark.parametrize("free", [True, False])
def test_whoever_looks_on_sees_no_hand_and_may_sit_down_where_a_chair_is_free(free: bool) -> None:
    told = seen("", LINE, turn=1)
    assert told.view is not None
    chairs = (Chair(name="Ada"), regular_in(1, Level.EASY) if free else Chair(name="Bo"))
    told = replace(told, seat=None, chairs=chairs, view=replace(told.view, seat=None))
    model = at(told, standing=FRIENDS, settings=Settings(name="Cy"))
    name = "Ferryman" if free else "\u2068Bo\u2069"
    assert region(model, "say").text == f"{name} to play Ends 5 and 3"
    assert region(model, "hand").children == []
    acts = region(model, "acts")
    assert [b.name for b in acts.all("button")] == (["Sit down"] if free else [])
    assert [e["value"] for e in acts.tagged("input")] == (["Cy"] if free else [])
    if not free:
        assert acts.text == "Every chair is taken. You may watch."
    assert "You are watching." in region(replace(model, sheet=Sheet.READ), "dialog").text
    assert "Your hand" not in region(replace(model, sheet=Sheet.READ), "dialog").text


# Words


@pytest.mark.parametrize("notice", Notice)
@pytest.mark.parametrize("about", [None, Tile(3, 5)])
def test_every_notice_is_said_where_one_looks_and_read_out(
    notice: Notice, about: Tile | None
) -> None:
    model = replace(MINE, notice=notice, about=about)
    [said] = [element for element in region(model, "say") if "notice" in element.classes]
    assert said.text
    assert "{" not in said.text
    assert "None" not in said.text
    assert said.text in region(model, "status").text
    hearth = Model(notice=notice, about=about)
    assert region(hearth, "hearth-note").text in region(hearth, "status").text != ""


def test_a_refusal_names_the_tile_and_the_ends() -> None:
    told = {
        Notice.MUST_PLAY: "You hold 3-5, which fits",
        Notice.DOES_NOT_FIT: "3-5 does not fit: the ends are 5 and 3",
    }
    for notice, sentence in told.items():
        assert sentence in region(replace(MINE, notice=notice, about=Tile(3, 5)), "say").text


def test_each_event_is_announced_once_in_order_and_then_the_turn() -> None:
    told = (Happening(3, Passed(1)), Happening(4, Drew(0), Tile(0, 1)), Happening(5, Drew(1)))
    paragraphs = region(replace(MINE, told=told), "status").tagged("p")
    assert [p.text for p in paragraphs] == [
        "The Ferryman passed.", "You drew 0-1.", "The Ferryman drew a tile.",
        "Your turn. The ends are 5 and 3.",
    ]  # fmt: skip
    assert len({p["id"] for p in paragraphs}) == 4
    later = region(replace(MINE, told=told[1:]), "status").tagged("p")
    assert [p["id"] for p in later] == [p["id"] for p in paragraphs[1:]]


@pytest.mark.parametrize(
    ("kept", "where"),
    [
        (
            Unfinished(Setup(Variant.DRAW, 4, 150), 3, (40, 0, 90, 12)),
            "Lantern draw, round 3. You 40, Warden 90.",
        ),
        (
            Unfinished(Setup(Variant.BLOCK, 2, 50), 1, (0, 0)),
            "Block, round 1. You 0, Ferryman 0.",
        ),
        (Unfinished(BLOCK_ROUND, 1, (0, 0)), "Block, one round."),
    ],
)
def test_an_unfinished_match_is_offered_with_its_score(kept: Unfinished, where: str) -> None:
    again = region(Model(unfinished=kept), "again")
    assert again.one("button", "Take your chair again")["data-msg"] == "take_chair"
    assert where in again.text
    assert region(Model(), "again").children == []


def test_a_table_of_friends_that_is_remembered_is_offered_beside_the_match() -> None:
    kept = Unfinished(BLOCK_ROUND, 1, (0, 0))
    again = region(Model(friends=True, unfinished=kept), "again")
    assert [b.name for b in again.all("button")] == ["Take your chair again", "Return to the table"]
    assert again.one("button", "Return to the table")["data-msg"] == "friends"
    assert "Your friends’ table" in again.text


def test_while_the_first_round_is_dealt_it_is_said_and_one_may_leave() -> None:
    told = replace(seen(HAND, LINE), phase=Phase.DEALING, view=None)
    assert region(at(told), "say").text == "The tiles are being dealt"
    assert region(at(told), "top").one("button", "Back to the hearth")["data-msg"] == "hearth"


# Sheets


@pytest.mark.parametrize(
    ("sheet", "name"),
    [
        (Sheet.SETTINGS, "Settings"),
        (Sheet.SCORE, "Score sheet"),
        (Sheet.READ, "The table, read out"),
        (Sheet.KEYS, "Keys"),
    ],
)
def test_a_sheet_is_a_dialog_that_can_be_closed(sheet: Sheet, name: str) -> None:
    for model in (MINE, at(ENDED[Ending.DOMINO])):
        dialog = region(replace(model, sheet=sheet), "dialog").one("dialog")
        assert dialog.name == name
        assert dialog.all("heading")[0].text == name
        assert dialog.one("button", "Close")["data-msg"] == dialog["data-cancel"] == "put_aside"


def test_at_the_hearth_there_is_no_table_to_read_or_score() -> None:
    names = {s: region(Model(sheet=s), "dialog").all("dialog") for s in Sheet}
    assert [s for s in Sheet if names[s]] == [Sheet.SETTINGS, Sheet.KEYS]


def test_the_table_can_be_read_as_text() -> None:
    setup = Setup(Variant.DRAW, 4, 100)
    record = (Opened(1, Tile(5, 6)), Drew(2), Drew(2), Played(2, Tile(3, 6), End.RIGHT))
    told = seen("3-5 0-1", LINE, setup=setup, record=record, boneyard=1)
    assert told.view is not None
    told = replace(told, view=replace(told.view, scores=(7, 0, 55, 1), counts=(2, 1, 8, 5)))
    read_out = region(at(told, sheet=Sheet.READ), "dialog").tagged("p")
    assert [sentence.text for sentence in read_out] == [
        "It is your turn.",
        "Left end 5, right end 3.",
        "Your hand: 0-1, 3-5.",
        "These fit: 3-5.",
        "Line of play, left to right: 5-6, 6-3.",
        "Boneyard: 1 tile.",
        "Ferryman: 1 tile, score 0, opened 5-6.",
        "Warden: 8 tiles, score 55, drew 2, laid 3-6.",
        "Cartographer: 5 tiles, score 1, has not played yet.",
    ]


def test_a_table_of_others_turn_reads_so_and_block_has_no_boneyard() -> None:
    told = seen("0-1", LINE, setup=BLOCK_ROUND, turn=1, boneyard=0)
    read_out = [p.text for p in region(at(told, sheet=Sheet.READ), "dialog").tagged("p")]
    assert read_out[0] == "The Ferryman is to play."
    assert not [sentence for sentence in read_out if "oneyard" in sentence or "fit" in sentence]
    over = at(ENDED[Ending.TIED], sheet=Sheet.READ)
    assert region(over, "dialog").tagged("p")[0].text == "No round is being played."


@given(st.builds(Settings))
def test_the_settings_sheet_shows_each_setting_as_it_is(chosen: Settings) -> None:
    dialog = region(Model(settings=chosen, sheet=Sheet.SETTINGS), "dialog")
    switches = {e["data-change"]: "checked" in e.attributes for e in dialog.all("switch")}
    assert switches == {"set.auto_draw": chosen.auto_draw, "set.auto_pass": chosen.auto_pass}
    picked = {
        e["data-change"]: e["value"]
        for e in dialog.tagged("input")
        if "checked" in e.attributes and e["type"] == "radio"
    }
    names = ("speed", "sort", "tiles", "motion", "contrast", "text")
    assert picked == {f"set.{name}": getattr(chosen, name) for name in names}


def test_the_score_sheet_names_everybody_highest_first() -> None:
    told = seen(HAND, LINE, setup=Setup(Variant.DRAW, 3, 100))
    assert told.view is not None
    told = replace(told, view=replace(told.view, scores=(10, 0, 70)))
    for paper in (region(at(told, sheet=Sheet.SCORE), "dialog"), region(at(told), "rail")):
        [table] = paper.all("table")
        rows = [(r.tagged("th")[0].text, r.tagged("td")[-1].text) for r in table.tagged("tr")]
        assert rows == [("Warden", "70"), ("You", "10"), ("Ferryman", "0")]


# The end of a round and of a match


def ended(
    one: Reached,
    seat: int | None = 0,
    host: int | None = 0,
    before: tuple[Result, ...] = (),
) -> Update:
    assert one.round.result is not None
    match = Match(one.setup, before).settle(one.round.result)
    view = view_of(match, one.round, seat)
    phase = Phase.MATCH_OVER if match.over else Phase.ROUND_OVER
    return Update(
        9, phase, one.setup, seat, host, chairs_of(one.setup), None, False, view, None, ()
    )


def first(kind: Ending, setup: Setup) -> Reached:
    games = (play_on(setup, Random(seed)) for seed in range(10_000))
    return next(one for one in games if one.round.result and one.round.result.kind is kind)


ENDED = {kind: ended(first(kind, Setup(Variant.DRAW, 4, 200))) for kind in Ending}


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


@settings(max_examples=30)
@given(whole, st.integers(0, 4) | st.none())
def test_the_points_shown_are_the_sum_of_the_tiles_shown(one: Reached, seat: int | None) -> None:
    told = ended(one, None if seat is None else seat % one.setup.seats)
    result = one.round.result
    assert result is not None
    dialog = region(at(told), "dialog").one("dialog")
    hands = {
        e.tagged("b")[0].text: e for e in dialog.one("list", "All hands turned up").all("listitem")
    }
    left = {}
    for each in range(one.setup.seats):
        item = hands[name_of(told, each)]
        tiles = tiles_of(" ".join(tile.name for tile in item.all("img")))
        assert sorted(tiles) == sorted(one.round.hands[each])
        [said] = [e for e in item if "pips" in e.classes]
        assert numbers(said.text) == [pips(tiles)]
        left[each] = pips(tiles)
    line = next(e for e in dialog if e.tag == "p" and "line" in e.classes).text
    if result.winner is None:
        assert line == f"Nobody scores {line.split('scores ')[1]}"
        assert numbers(line) == [min(left.values())]
    else:
        others = [pips for each, pips in left.items() if each != result.winner]
        written = " + ".join(map(str, others)) + (f" = {sum(others)}" if len(others) > 1 else "")
        whose = "you" if result.winner == told.seat else called(told, result.winner)
        assert line == f"{written} for {whose}"


@pytest.mark.parametrize(
    "setup", [Setup(Variant.DRAW, 4, 200), Setup(Variant.BLOCK, 2, 100)], ids=str
)
def test_the_scores_shown_are_the_sums_of_the_points_shown(setup: Setup) -> None:
    random, match, sums = Random("sums"), Match(setup), [0] * setup.seats
    while not match.over:
        one = play_on(setup, random)
        over = ended(one, before=match.results)
        assert one.round.result is not None
        match = match.settle(one.round.result)
        dialog = region(at(over), "dialog").one("dialog")
        written = numbers(next(e for e in dialog if e.tag == "p" and "line" in e.classes).text)
        if one.round.result.winner is not None:
            sums[one.round.result.winner] += written[-1] if len(written) > 1 else written[0]
        names = {name_of(over, seat): seat for seat in range(setup.seats)}
        for paper in (region(at(over, sheet=Sheet.SCORE), "dialog"), region(at(over), "rail")):
            [table] = paper.all("table")
            for row in table.tagged("tr"):
                assert int(row.tagged("td")[-1].text) == sums[names[row.tagged("th")[0].text]]
        if match.over:
            break
        [table] = dialog.all("table")
        for row in table.tagged("tr"):
            seat = names[row.tagged("th")[0].text]
            gained, score = (cell.text for cell in row.tagged("td"))
            won = seat == one.round.result.winner and written[-1]
            assert gained == (f"+ {written[-1]}" if won else "")
            assert int(score) == sums[seat]
    assert sums == list(match.scores)
    assert len(match.results) > 2


@pytest.mark.parametrize(
    ("kind", "setup"),
    [(kind, setup) for kind in Ending for setup in (Setup(Variant.DRAW, 5, 200), BLOCK_ROUND)],
    ids=str,
)
def test_each_way_to_end_is_said_plainly_with_all_totals(kind: Ending, setup: Setup) -> None:
    told = ended(first(kind, setup))
    assert told.view is not None
    assert told.view.result is not None
    text = region(at(told), "dialog").text
    sentence = {
        Ending.DOMINO: "laid the last tile.",
        Ending.BLOCKED: "held the least.",
        Ending.TIED: "Nobody could play, and the lowest hands are equal.",
    }
    assert sentence[kind] in text
    assert ("Nobody scores" in text) is (kind is Ending.TIED)
    for total in told.view.result.pips:
        assert re.search(rf"\b{total} pips?", text)


@pytest.mark.parametrize(
    ("kind", "setup"),
    [
        (kind, setup)
        for setup in SETUPS
        for kind in Ending
        if kind is not Ending.TIED or setup.target is None
    ],
    ids=str,
)
def test_a_match_over_is_what_one_sees_and_not_the_round_under_it(
    kind: Ending, setup: Setup
) -> None:
    one = first(kind, setup)
    result = one.round.result
    assert result is not None
    earlier = replace(result, points=(setup.target or 0) - result.points)
    before = () if setup.target is None else (earlier,)  # so that the target is reached exactly
    over = ended(one, before=before)
    assert over.phase is Phase.MATCH_OVER
    page_ = shown(at(over))
    assert [dialog.name for dialog in page_.all("dialog")] == ["Match over"]
    assert not page_.all("button", "Deal the next round")
    assert page_.one("button", "Rematch")["data-msg"] == "rematch"
    assert not page_.all("timer")


def test_a_round_over_leads_to_the_next_round_or_to_the_hearth() -> None:
    page_ = shown(at(ENDED[Ending.BLOCKED]))
    assert [dialog.name for dialog in page_.all("dialog")] == ["Round over"]
    assert page_.one("button", "Deal the next round")["data-msg"] == "next_round"
    dialog = page_.one("dialog", "Round over")
    assert dialog.one("button", "Back to the hearth")["data-msg"] == "hearth"


@pytest.mark.parametrize(("seat", "host"), [(1, 0), (0, None), (None, 0), (None, None)])
def test_only_the_host_deals_and_asks_for_a_rematch(seat: int | None, host: int | None) -> None:
    for one in (first(Ending.DOMINO, BLOCK_ROUND), first(Ending.TIED, DRAW_100)):
        dialog = region(at(ended(one, seat, host)), "dialog").one("dialog")
        assert not dialog.all("button", "Rematch") + dialog.all("button", "Deal the next round")
        others = {"Back to the hearth", "Save the transcript", "Watch it again", "Sit down"}
        assert {b.name for b in dialog.all("button")} <= others


@pytest.mark.parametrize(
    ("host", "who"), [(0, "\u2068Ada\u2069"), (None, "the host"), (1, "the Ferryman")]
)
@pytest.mark.parametrize("seat", [2, None])
def test_the_others_read_whom_they_wait_for(seat: int | None, host: int | None, who: str) -> None:
    setup = Setup(Variant.DRAW, 3, 200)
    for one, sentence in (
        (ended(first(Ending.DOMINO, setup), seat, host), f"Waiting for {who} to deal."),
        (ended(first(Ending.DOMINO, BLOCK_ROUND), None, host), f"A rematch is for {who} to ask."),
    ):
        told = replace(one, chairs=(Chair(name="Ada"), *one.chairs[1:]))
        assert sentence in region(at(told), "dialog").one("dialog").text
    ours = region(at(ended(first(Ending.DOMINO, setup))), "dialog").text
    assert "Waiting for" not in ours


@pytest.mark.parametrize(
    ("seat", "focus"), [(0, ["Deal the next round"]), (1, ["Round over"]), (None, ["Round over"])]
)
def test_the_focus_is_never_first_on_a_way_out(seat: int | None, focus: list[str]) -> None:
    dialog = region(at(ended(first(Ending.DOMINO, Setup(Variant.DRAW, 3, 200)), seat)), "dialog")
    assert [e.name for e in dialog if "autofocus" in e.attributes] == focus


@pytest.mark.parametrize("phase", [Phase.DEALING, Phase.PLAYING])
def test_no_dialog_is_open_while_a_round_is_dealt_or_played(phase: Phase) -> None:
    for told in (seen(HAND, LINE), ENDED[Ending.DOMINO]):
        assert region(at(replace(told, phase=phase)), "dialog").children == []


def test_a_sheet_lies_over_the_end_of_a_round_until_it_is_closed() -> None:
    open_ = at(ENDED[Ending.DOMINO], sheet=Sheet.SETTINGS)
    assert [d.name for d in shown(open_).all("dialog")] == ["Settings"]
    assert [d.name for d in shown(replace(open_, sheet=None)).all("dialog")] == ["Round over"]


@pytest.mark.parametrize("target", RULES[Variant.DRAW].targets)
@given(seed=SEEDS)
@settings(max_examples=8)
def test_the_end_of_a_match_tells_who_won_and_how_each_round_went(target: int, seed: int) -> None:
    random = Random(seed)
    match, setup = Match(Setup(Variant.DRAW, 3, target)), Setup(Variant.DRAW, 3, target)
    while not match.over:
        one = play_on(setup, random)
        assert one.round.result is not None
        match = match.settle(one.round.result)
    view = view_of(match, one.round, 0)
    told = Update(9, Phase.MATCH_OVER, setup, 0, 0, chairs_of(setup), None, False, view, None, ())
    dialog = region(at(told), "dialog").one("dialog", "Match over")
    assert match.winner is not None
    winner = name_of(told, match.winner)
    who = winner if match.winner == 0 else f"The {winner}"
    assert f"{who} reached {target} in round {len(match.results)}." in dialog.text
    [places] = [e for e in dialog.all("list") if "standing" in e.classes]
    final = {e.tagged("b")[0].text: int(e.tagged("strong")[0].text) for e in places.all("listitem")}
    assert next(iter(final)) == winner
    assert final == {name_of(told, seat): match.scores[seat] for seat in range(3)}
    if len(match.results) > 1:
        [table] = dialog.all("table")
        points = [numbers(row.tagged("td")[-1].text) for row in table.tagged("tr")[1:]]
        assert points == [[result.points] for result in match.results]


def test_friends_can_be_invited_from_the_hearth() -> None:
    [door] = re.findall(
        r"<button[^>]*>(?:(?!</button>).)*Invite friends.*?</button>", INDEX, re.DOTALL
    )
    assert 'data-msg="invite"' in door
    assert "aria-disabled" not in door
    assert "Not open yet" not in door


def test_the_doors_of_the_hearth_are_there_before_any_python() -> None:
    for name in ("Play solo", "Invite friends", "Ranked block", "How to play", "Deal the tiles"):
        assert re.search(rf'(aria-label="{name}"|>{name}<)', INDEX)
