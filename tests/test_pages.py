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
from app.intents.page import Change, Sheet
from app.model import Happening, Model, Notice, Screen
from app.reading import read_intent
from app.settings import Settings, Sort
from app.standing import Role, Standing, Tie
from app.update import update
from engine.actions import Action, Draw, Pass, Play
from engine.chairs import Chair, Level, regular_in
from engine.events import Drew, Ending, Opened, Passed, Played
from engine.line import End
from engine.match import Match
from engine.messages import Phase, Update
from engine.round import Round, legal_actions
from engine.rules import Setup, Variant
from engine.tiles import Tile, full_set
from engine.view import view_of
from tests.page import (
    AREAS,
    BLOCK_ROUND,
    DRAW_100,
    LINK,
    Element,
    at,
    at_friends,
    chairs_of,
    ended,
    first_ending,
    gatherings,
    models,
    page,
    region,
    seen,
    shown,
    unfinished,
)
from tests.strategies import GAMES, play_on, reshuffled
from ui.hand import PHONE_ROW, WIDE_ROW, hand
from ui.layout import columns
from ui.pages import render
from ui.people import name_of
from ui.side import acts

WEB = Path(__file__).parent.parent / "web"
INDEX = (WEB / "index.html").read_text()
PLACES = Counter(re.findall(r'\sid="([^"]*)"', INDEX))
STYLES = "".join(path.read_text() for path in (WEB / "css").glob("*.css"))
HAND = "3-5 3-4 1-2 2-5"
LINE = "5-6 6-3"


MINE = at(seen(HAND, LINE))
ENDED = {kind: ended(first_ending(kind, Setup(Variant.DRAW, 4, 200))) for kind in Ending}
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
    assert set(picture["body"]) == {
        "screen", "lit", "tiles", "motion", "contrast", "text", "sounds",
    }  # fmt: skip
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
        assert acts.text == ""
    assert "You are watching." in region(replace(model, sheet=Sheet.READ), "dialog").text
    assert "Your hand" not in region(replace(model, sheet=Sheet.READ), "dialog").text


@pytest.mark.parametrize(
    ("host", "guests", "keys"),
    [(0, 1, ["Send away \u2068Bo\u2069", "Close the table for all"]), (1, 1, []), (0, 0, [])],
)
def test_the_host_may_send_somebody_away_and_close_the_table_also_later(
    host: int, guests: int, keys: list[str]
) -> None:
    told = seen(HAND, LINE)
    chairs = (Chair(name="Ada"), Chair(name="Bo") if guests else regular_in(1, Level.EASY))
    model = at(replace(told, host=host, chairs=chairs), standing=FRIENDS, sheet=Sheet.SETTINGS)
    found = [each for each in region(model, "dialog") if "keys-of-host" in each.classes]
    assert [button.name for each in found for button in each.all("button")] == keys


def test_a_key_beside_the_table_stands_on_one_line_with_what_it_does() -> None:
    (told,) = [each for each in region(at(seen(HAND, LINE)), "rail") if "keys" in each.classes]
    wholes = [each for each in told if "whole" in each.classes]
    assert [each.text for each in wholes] == ["L left", "R right", "D draw", "P pass", "? all keys"]
