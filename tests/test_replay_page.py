"""A match watched again, as it stands on the page: what can be chosen, seen, done and heard."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.intents import Intent
from app.intents.replay import (
    CloseReplay,
    GoToReplay,
    Jump,
    LookFrom,
    OpenPast,
    OpenText,
    PlayReplay,
    SaveTranscript,
    Step,
)
from app.model import Model, Screen
from app.reading import read_intent
from app.shelf import PastMatch
from app.showing import Showing
from app.update import update
from engine.actions import Draw, Pass
from engine.chairs import Level
from engine.events import Drew, Ended, Played
from engine.exhibition import play_match
from engine.replay import replay
from engine.round import deal, legal_actions, step
from engine.rules import Setup, Variant
from engine.tiles import Tile
from engine.transcript import By, Deed, KeptRound, Transcript, write
from tests.page import BLOCK_ROUND, Element, page, region, seen, shown, tiles_of
from tests.test_pages import PLACES
from ui.pages import render
from ui.texts import text

TRIO = Setup(Variant.DRAW, 3, 100)
NAMES = ("Ada", "warden", "Bo<b>")


@cache
def match_of(setup: Setup = TRIO, seed: int = 5, names: tuple[str, ...] = NAMES) -> Showing:
    levels = (Level.EASY,) * setup.seats
    return Showing(replay(replace(play_match(setup, levels, seed), names=names)))


def watching(showing: Showing, **changes: object) -> Model:
    return Model(screen=Screen.REPLAY, showing=showing, line_area=(600.0, 400.0), **changes)  # type: ignore[arg-type]


def choosing(**changes: object) -> Model:
    return Model(screen=Screen.REPLAY, **changes)  # type: ignore[arg-type]


def tiles_shown(place: Element) -> list[Tile]:
    return sorted(tiles_of(" ".join(tile.name for tile in place.all("img"))))


def seat_of(model: Model, seat: int) -> Element:
    return region(model, "replay-hands").one("list", "All at the table").all("listitem")[seat]


def meant_by(element: Element, value: str | None = None) -> Intent | None:
    msg = element.attributes.get("data-msg") or element["data-change"]
    value = element.attributes.get("data-value", "") if value is None else value
    return read_intent({"msg": msg, "value": value})


def slider(model: Model) -> Element:
    [found] = [e for e in region(model, "replay-acts") if e.attributes.get("type") == "range"]
    return found


moments = st.builds(
    lambda moment, seat, playing: replace(match_of().at(moment), seat=seat, playing=playing),
    st.integers(0, match_of().last),
    st.none() | st.integers(0, 2),
    st.booleans(),
)


# Choosing


PAST = (
    PastMatch(7, TRIO, (40, 105, 0), 1, ("Guest", "ferryman", "warden")),
    PastMatch(4, BLOCK_ROUND, (0, 0), None, ("Guest", "ferryman")),
    PastMatch(2, TRIO, (120, 10, 3), 0, ("Guest", "ferryman", "B<i>")),
)


def test_a_door_of_the_hearth_leads_to_the_list_before_any_python() -> None:
    model, _ = update(Model(), GoToReplay())
    assert model.screen is Screen.REPLAY
    assert region(model, "replay-top").one("heading").name == "Watch a match"
    assert render(model)["body"]["screen"] == "replay"
    assert render(model)["title"] == "Watch a match: Lantern Lodge"


def test_each_past_match_is_one_button_that_says_what_it_was() -> None:
    listed = region(choosing(past=PAST), "past").one("list").all("button")
    assert [button.name for button in listed] == [
        "Lantern draw, first to 100 Ferryman won. You 40, Ferryman 105, Warden 0.",
        "Block, one round Nobody won. You 0, Ferryman 0.",
        "Lantern draw, first to 100 You won. You 120, Ferryman 10, \u2068B<i>\u2069 3.",
    ]
    assert [meant_by(button) for button in listed] == [OpenPast(7), OpenPast(4), OpenPast(2)]


def test_a_past_match_knows_which_seat_was_ours() -> None:
    guest = PastMatch(3, BLOCK_ROUND, (0, 12), 1, ("Anouk", "Guest"), seat=1)
    watched = replace(guest, number=5, seat=None)
    listed = region(choosing(past=(guest, watched)), "past").one("list").all("button")
    assert [button.name.replace("\u2068", "").replace("\u2069", "") for button in listed] == [
        "Block, one round You won. Anouk 0, You 12.",
        "Block, one round Guest won. Anouk 0, Guest 12.",
    ]


def test_a_browser_with_no_match_says_so() -> None:
    place = region(choosing(), "past")
    assert not place.all("list")
    assert "None is kept here yet." in place.text


def test_a_file_is_chosen_with_a_labelled_input_that_names_its_message() -> None:
    [label] = region(choosing(), "past").tagged("label")
    [chooser] = label.tagged("input")
    assert label.text == "Open a file"
    assert (chooser["type"], chooser["accept"]) == ("file", ".json,application/json")
    assert read_intent({"msg": chooser["data-file"], "value": "{}"}) == OpenText("{}")
    assert read_intent({"msg": "file_too_large", "value": ""}) == OpenText(None)


def opened(text: str | None) -> Model:
    return update(choosing(), OpenText(text))[0]


def plain(showing: Showing, old: str, new: str) -> str:
    text = write(showing.replay.transcript)
    assert old in text
    return text.replace(old, new, 1)


def stacked() -> Transcript:
    """Somebody has exchanged the first two tiles of the first deal."""
    transcript = match_of().replay.transcript
    first, second, *rest = transcript.rounds[0].deck
    unfair = replace(transcript.rounds[0], deck=(second, first, *rest))
    return replace(transcript, rounds=(unfair, *transcript.rounds[1:]))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not a transcript"),
        ("[1, 2", "is not a transcript"),
        (plain(match_of(), '"seat": 0', '"seat": 9'), "].seat: expected a seat from 0 to 2, got 9"),
        (plain(match_of(), '"by": "ai"', '"by": "cat"'), "rounds[0].actions[0].by: expected"),
        (write(Transcript(TRIO, ())), "rounds: expected a round, got none"),
        (write(stacked()), "rounds[0]: The secrets give another deck"),
        (None, "it is gone, or larger than 1 MB"),
    ],
)
def test_what_cannot_be_opened_is_told_at_once_with_its_place(text: str | None, said: str) -> None:
    model = opened(text)
    assert said in region(model, "past").one("alert").text
    assert not region(model, "replay-acts").children


def test_what_was_wrong_is_forgotten_once_a_match_is_open() -> None:
    model = update(opened("{"), OpenText(write(match_of().replay.transcript)))[0]
    assert not shown(model).all("alert")
    assert not region(model, "past").children


# Watching


@settings(max_examples=60)
@given(moments)
def test_every_moment_is_well_formed_and_every_control_means_something(showing: Showing) -> None:
    model = watching(showing)
    whole = page(render(model)["regions"])
    ids = Counter(element["id"] for element in whole if "id" in element.attributes)
    assert max(ids.values()) == 1
    assert {e["href"][1:] for e in whole if e.tag == "use"} <= set(PLACES)
    for element in whole:
        if "data-msg" in element.attributes:
            assert element.name
            assert meant_by(element) is not None
        if element.tag == "select":
            for option in element.tagged("option"):
                assert isinstance(meant_by(element, option["value"]), LookFrom | Jump)
    [place] = [element for element in whole if element.attributes.get("type") == "range"]
    assert meant_by(place, place["value"]) == Jump(showing.moment)


@settings(max_examples=60)
@given(moments)
def test_a_chair_sees_its_own_tiles_and_backs_for_the_others(showing: Showing) -> None:
    model, scene = watching(showing), showing.scene
    listed = region(model, "replay-hands").all("listitem")
    for seat, (item, hand) in enumerate(zip(listed, scene.hands, strict=True)):
        up = showing.seat in (None, seat) or scene.view.result is not None
        assert tiles_shown(item) == (sorted(hand) if up else [])
        backs = [e for e in item if e.tag == "use" and e["href"] == "#back"]
        assert len(backs) == (0 if up else len(hand))
        assert re.search(rf"\b{len(hand)} tiles?\b", item.text)
        assert f"{scene.view.scores[seat]} of 100" in item.text


@given(moments.filter(lambda showing: showing.seat is not None))
@settings(max_examples=60)
def test_no_word_or_name_on_the_page_tells_a_chair_what_it_cannot_see(showing: Showing) -> None:
    scene = showing.scene
    if scene.view.result is not None:
        return
    hidden = [seat for seat in range(3) if seat != showing.seat]
    told = page(render(watching(showing))["regions"])
    named = {Tile.parse(tile) for tile in re.findall(r"\b\d-\d\b", told.raw_text)}
    named |= {Tile.parse(e.name[:3]) for e in told if re.match(r"\d-\d", e.name)}
    unseen = {tile for seat in hidden for tile in scene.hands[seat]}
    assert not named & unseen


def test_the_line_of_play_is_drawn_as_far_as_it_has_come() -> None:
    showing = match_of().at(9)
    laid = region(watching(showing), "replay-line").one("list", "Line of play").all("listitem")
    names = [item.name.partition(",")[0] for item in laid]
    assert names == [str(tile) for tile in showing.scene.view.line.laid]
    assert not region(watching(showing), "replay-line").all("button")
    unmeasured = replace(watching(showing), line_area=None)
    assert not region(unmeasured, "replay-line").children


def came_at(showing: Showing) -> list[str]:
    marks = (e.attributes.get("data-came") for e in region(watching(showing), "replay-line"))
    return [mark for mark in marks if mark]


def test_a_tile_comes_from_the_hands_where_a_step_onward_lays_it_and_only_there() -> None:
    laid = first_moment(match_of(), Played)
    before = laid.at(laid.moment - 1)
    assert set(came_at(before.at(laid.moment))) == {"hands"}
    assert came_at(replace(before.at(laid.moment), seat=1, playing=True))  # the moment is the same
    assert not came_at(laid.at(laid.moment + 1).at(laid.moment))
    assert not came_at(match_of().at(laid.moment + 3).at(laid.moment))
    drew = first_moment(match_of(), Drew)
    assert not came_at(drew.at(drew.moment - 1).at(drew.moment))


def first_moment(showing: Showing, kind: type) -> Showing:
    """The first moment whose news is, or ends in, an event of this kind."""
    found = (showing.at(moment) for moment in range(1, showing.last + 1))
    return next(each for each in found if isinstance(each.scene.view.record[-1], kind))


def test_a_drawn_tile_is_named_only_where_it_is_seen() -> None:
    drew = first_moment(match_of(), Drew)
    event = drew.scene.view.record[-1]
    assert isinstance(event, Drew)
    tile = str(drew.scene.hands[event.seat][-1])
    for seat in (None, 0, 1, 2):
        said = region(watching(replace(drew, seat=seat)), "status").text
        assert "drew" in said
        assert (tile in said) is (seat in (None, event.seat))


def test_each_step_is_announced_in_one_sentence_that_is_new() -> None:
    heard = [region(watching(match_of().at(moment)), "status") for moment in range(12)]
    assert all(region_.text.endswith(".") for region_ in heard)
    assert len({region_.tagged("p")[0]["id"] for region_ in heard}) == 12
    assert "opened with" in heard[0].text
    assert region(watching(match_of().at(3)), "replay-say").text.startswith(heard[3].text)


def test_what_the_lodge_did_for_somebody_is_said_so() -> None:
    transcript = match_of().replay.transcript
    kept = transcript.rounds[0]
    deeds = (replace(kept.deeds[0], by=By.LODGE), *kept.deeds[1:])
    changed = replace(transcript, rounds=(replace(kept, deeds=deeds), *transcript.rounds[1:]))
    said = region(watching(Showing(replay(changed), moment=1)), "status").text
    assert "The oil ran out, and the lodge played for" in said


def test_the_end_of_a_round_shows_how_it_ended_and_what_it_was_worth() -> None:
    ended = first_moment(match_of(), Ended)
    result = ended.scene.view.result
    assert result is not None
    said = region(watching(replace(ended, seat=0)), "replay-say").text
    assert re.search(r"laid the last tile\.|held the least\.|lowest hands are equal\.", said)
    assert result.winner is None or f"= {result.points} for" in said
    assert "wins" in region(watching(ended), "status").text or result.winner is None
    assert "You" not in said


def test_the_end_of_the_match_says_who_has_won_it() -> None:
    showing = match_of()
    said = region(watching(showing.at(showing.last)), "replay-say").text
    assert re.search(r"reached 100 in round \d", said)
    one = match_of(BLOCK_ROUND, 1, ())
    winner = one.replay.match.winner
    said = region(watching(one.at(one.last)), "replay-say").text
    assert winner is None or "wins." in said


def test_all_go_by_their_names_which_are_text() -> None:
    names = [seat_of(watching(match_of()), seat).tagged("b")[0].text for seat in range(3)]
    assert names == ["\u2068Ada\u2069", "Warden", "\u2068Bo<b>\u2069"]


def test_the_place_is_counted_as_people_count() -> None:
    showing = match_of()
    second = showing.start_of(1)
    assert slider(watching(showing))["aria-valuetext"] == "Round 1, the deal"
    assert slider(watching(showing.at(2)))["aria-valuetext"].startswith("Round 1, action 2 of ")
    assert slider(watching(showing.at(second - 1)))["aria-valuetext"] == (
        f"Round 1, action {second - 1} of {second - 1}"
    )
    assert slider(watching(showing.at(second)))["aria-valuetext"] == "Round 2, the deal"
    assert slider(watching(showing))["max"] == str(showing.last)
    rounds = len(showing.replay.transcript.rounds)
    top = region(watching(showing.at(second)), "replay-top").text
    assert f"Round 2 of {rounds}, first to 100" in top


def controls(model: Model) -> dict[str, Element]:
    return {button.name: button for button in region(model, "replay-acts").all("button")}


def test_the_controls_lead_to_the_start_back_on_and_to_the_next_round() -> None:
    showing = match_of()
    second = showing.start_of(1)
    acts = controls(watching(showing.at(second + 2)))
    assert {name: meant_by(button) for name, button in acts.items()} == {
        "Start of the round": Jump(second),
        "Step back": Step(-1),
        "Play": PlayReplay(),
        "Step on": Step(1),
        "Next round": Jump(showing.start_of(2)),
    }
    assert not any(button.disabled for button in acts.values())
    first = controls(watching(showing))
    assert {name for name in first if first[name].disabled} == {"Start of the round", "Step back"}
    last = controls(watching(showing.at(showing.last)))
    assert {name for name in last if last[name].disabled} == {"Step on", "Next round"}
    assert "Stop" in controls(watching(replace(showing, playing=True)))


def test_every_chair_and_every_round_can_be_chosen() -> None:
    showing = replace(match_of().at(3), seat=1)
    look, rounds = [e for e in region(watching(showing), "replay-acts") if e.tag == "select"]
    views = [(option.text, meant_by(look, option["value"])) for option in look.tagged("option")]
    assert views == [
        ("All hands up", LookFrom(None)),
        ("Seen by \u2068Ada\u2069", LookFrom(0)),
        ("Seen by Warden", LookFrom(1)),
        ("Seen by \u2068Bo<b>\u2069", LookFrom(2)),
    ]
    assert [o.text for o in look.tagged("option") if "selected" in o.attributes] == [
        "Seen by Warden"
    ]
    starts = [meant_by(rounds, option["value"]) for option in rounds.tagged("option")]
    count = len(showing.replay.transcript.rounds)
    assert starts == [Jump(showing.start_of(round)) for round in range(count)]
    labels = [e for e in region(watching(showing), "replay-acts") if e.tag == "label"]
    assert {label["for"] for label in labels} == {look["id"], rounds["id"]}


def test_a_match_can_be_saved_and_closed_and_left() -> None:
    top = region(watching(match_of()), "replay-top")
    assert meant_by(top.one("button", "Save the transcript")) == SaveTranscript()
    assert meant_by(top.one("button", "Close")) == CloseReplay()
    assert top.one("button", "Back to the hearth")["data-msg"] == "hearth"
    assert not region(choosing(), "replay-top").all("button", "Close")


def faulty(by: str) -> Showing:
    """A pass out of turn, or a second round that must not follow."""
    transcript = match_of().replay.transcript
    if by == "action":
        kept = transcript.rounds[0]
        deeds = (*kept.deeds[:4], replace(kept.deeds[4], action=Pass()), *kept.deeds[5:])
        wrong = replace(kept, deeds=deeds)
        rounds = (wrong, *transcript.rounds[1:])
    else:
        rounds = (replace(transcript.rounds[0], deeds=()), *transcript.rounds[1:])
    return Showing(replay(replace(transcript, rounds=rounds)))


def test_a_fault_is_told_with_its_place_at_every_moment_up_to_it() -> None:
    showing = faulty("action")
    fault = showing.replay.fault
    assert fault is not None
    assert showing.last == 4
    for moment in range(showing.last + 1):
        said = region(watching(showing.at(moment)), "replay-say").one("alert").text
        why = text(f"fault.{fault.code}")
        assert said == f"Round 1, action 5: {why} The replay stops before it."
    assert controls(watching(showing.at(4)))["Step on"].disabled
    assert slider(watching(showing.at(4)))["aria-valuetext"] == "Round 1, action 4 of 4"


def test_a_fault_before_a_rounds_first_action_names_the_round() -> None:
    said = region(watching(faulty("round")), "replay-say").one("alert").text
    assert said.startswith("Round 2: The round before this one has not ended.")
    rounds = [e for e in region(watching(faulty("round")), "replay-acts") if e.tag == "select"][1]
    assert len(rounds.tagged("option")) == 1


def test_a_hand_of_thirty_tiles_is_all_there() -> None:
    tiles = TRIO.rules.tiles
    nines = [tile for tile in tiles if 9 in (tile.low, tile.high) and tile != Tile(9, 9)]
    others = [tile for tile in tiles if 9 not in (tile.low, tile.high)]
    deck = (*others[:7], Tile(9, 9), *others[7:36], *nines[:1], *others[36:], *nines[1:])
    setup = Setup(Variant.DRAW, 2, 100)
    round, deeds = deal(setup.rules, 2, deck), list[Deed]()
    while legal_actions(round) == (Draw(),):
        deeds.append(Deed(round.turn, Draw()))
        round, _ = step(round, round.turn, Draw())
    showing = Showing(replay(Transcript(setup, (KeptRound(deck, tuple(deeds)),))))
    showing = showing.at(showing.last)
    model = watching(showing)
    sizes = [len(tiles_shown(seat_of(model, seat))) for seat in range(2)]
    assert max(sizes) >= 30
    assert sizes == [len(hand) for hand in showing.scene.hands]


# Around it


def test_nothing_of_the_table_lies_over_or_under_the_replay() -> None:
    """Who watches their match again has its end still waiting behind."""
    model = replace(watching(match_of()), update=seen("3-5", "5-6 6-3"))
    regions = render(model)["regions"]
    assert not regions["dialog"]
    assert not any(regions[name] for name in ("top", "hand", "acts", "say", "line", "rail"))
    assert render(model)["body"]["lit"] == "none"
    assert render(model)["title"] == "Watch a match: Lantern Lodge"
    assert region(replace(model, showing=None), "replay-top").all("button", "Close")


@pytest.mark.parametrize("screen", [Screen.HEARTH, Screen.TABLE])
def test_no_other_screen_shows_anything_of_a_replay(screen: Screen) -> None:
    model = replace(watching(match_of()), screen=screen)
    regions = render(model)["regions"]
    names = [name for name in regions if name.startswith("replay") or name == "past"]
    assert len(names) == 7
    assert not any(regions[name] for name in names)


def test_random_walks_through_a_match_stay_on_the_page() -> None:
    random, model = Random(3), watching(match_of())
    for _ in range(60):
        choices = [e for e in region(model, "replay-acts") if "data-msg" in e.attributes]
        intent = meant_by(random.choice(choices))
        assert intent is not None
        model, _ = update(model, intent)
        assert model.showing is not None
        assert 0 <= model.showing.moment <= model.showing.last
