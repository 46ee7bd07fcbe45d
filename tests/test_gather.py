"""The Gather screen: who is there, who is waited for, and what each may do about it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from app.intents import Intent
from app.intents.friends import Arrange, AskStart, CallMe, CloseForAll, MarkReady, SendAway, SitDown
from app.intents.hearth import GoToHearth
from app.intents.page import PutAside
from app.language import Language
from app.model import Model, Notice
from app.reading import read_intent
from app.settings import Settings
from app.standing import Role, Standing, Tie
from engine.chairs import Chair, Level, regular_in
from engine.messages import Phase, Update
from engine.rules import RULES, Setup, Variant
from tests.page import (
    BLOCK_ROUND,
    LINK,
    Element,
    at_friends,
    gathered,
    gatherings,
    region,
    shown,
)
from tests.strategies import SETUPS
from ui.gather import said
from ui.pages import render
from ui.texts import spoken, text

DRAW_4 = Setup(Variant.DRAW, 4, 150)
ADA, INES = Chair(name="Ada", ready=True), Chair(name="Inés", ready=True)
TOMASZ = Chair(name="Tomasz")
THREE = gathered(ADA, INES, TOMASZ, setup=DRAW_4)
GUEST = Standing(Role.GUEST, Tie.HERE, LINK)
WATCHER = Standing(Role.WATCHER, Tie.HERE, LINK)


def meant(element: Element, **more: object) -> Intent | None:
    value = element.attributes.get("data-value", "")
    return read_intent({"msg": element["data-msg"], "value": value, **more})


def chairs_on(model: Model) -> list[Element]:
    return region(model, "gather-chairs").one("list", "Chairs").all("listitem")


def without_isolates(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


# The way out


def test_the_host_closes_the_table_and_anybody_else_leaves_it() -> None:
    top = region(at_friends(THREE), "gather-top")
    assert meant(top.one("button", "Close the table")) == CloseForAll()
    assert not top.all("button", "Leave the table")
    for told in (None, replace(THREE, seat=1), replace(THREE, seat=None), dealing(THREE)):
        top = region(at_friends(told), "gather-top")
        assert meant(top.one("button", "Leave the table")) == GoToHearth()
        assert not top.all("button", "Close the table")


def dealing(told: Update) -> Update:
    return replace(told, phase=Phase.DEALING)


# The chairs


def test_each_chair_says_who_sits_there_and_whether_they_are_ready() -> None:
    assert [without_isolates(chair.text) for chair in chairs_on(at_friends(dealing(THREE)))] == [
        "Ada You, the host Ready",
        "Inés Came by the link Ready",
        "Tomasz Came by the link Not yet",
        "Cartographer A regular, steady",
    ]


def test_our_own_chair_comes_first_and_then_they_go_round() -> None:
    assert [without_isolates(c.text) for c in chairs_on(at_friends(replace(THREE, seat=2)))] == [
        "Tomasz You Not yet",
        "Cartographer A regular, steady",
        "Ada The host Ready",
        "Inés Came by the link Ready",
    ]
    ids = [chair["id"] for chair in chairs_on(at_friends(replace(THREE, seat=None)))]
    assert ids == ["chair-0", "chair-1", "chair-2", "chair-3"]


def test_readiness_is_a_lit_lamp_and_a_word() -> None:
    lamps = [
        ["on" in e.classes for e in chair if "lamp" in e.classes]
        for chair in chairs_on(at_friends(THREE))
    ]
    assert lamps == [[True], [True], [False], []]


def test_whoever_is_away_is_marked_so() -> None:
    told = gathered(ADA, replace(INES, present=False), setup=DRAW_4)
    texts = [chair.text for chair in chairs_on(at_friends(told))]
    assert [", away" in text for text in texts] == [False, True, False, False]


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (Setup(Variant.DRAW, 5, 200), "Lantern draw Five chairs, first to 200"),
        (BLOCK_ROUND, "Block Two chairs, one round"),
        (Setup(Variant.BLOCK, 2, 50), "Block Two chairs, first to 50"),
    ],
)
def test_the_middle_of_the_table_tells_what_is_played(setup: Setup, words: str) -> None:
    place = region(at_friends(gathered("Ada", setup=setup)), "gather-chairs")
    [middle] = [e for e in place if "mid" in e.classes]
    assert middle.text == words


@pytest.mark.parametrize(
    ("watchers", "words"), [(1, "1 person looks on."), (3, "3 people look on."), (0, None)]
)
def test_it_is_told_how_many_look_on(watchers: int, words: str | None) -> None:
    standing = Standing(Role.HOST, Tie.HERE, LINK, watchers=watchers)
    text = region(at_friends(THREE, standing=standing), "gather-chairs").text
    assert (words in text) if words else ("look" not in text)


@pytest.mark.parametrize("level", Level)
def test_the_host_chooses_how_a_regular_plays_and_the_others_read_it(level: Level) -> None:
    told = gathered(ADA, regular_in(1, Level.EASY), regular_in(2, level), setup=DRAW_4)
    [chooser] = [
        e
        for e in region(at_friends(told), "gather-chairs").tagged("select")
        if e.name == "How the Warden plays"
    ]
    options = {o["value"]: "selected" in o.attributes for o in chooser.tagged("option")}
    assert options == {each.value: each is level for each in Level}
    for other in Level:
        sent = read_intent({"msg": chooser["data-change"], "value": other.value})
        assert sent == Arrange("level-2", other.value)
    for others in (replace(told, seat=None, host=0), dealing(told)):
        model = at_friends(others)
        assert not region(model, "gather-chairs").tagged("select")
        assert f"Warden A regular, {level.value}" in region(model, "gather-chairs").text


def test_what_cannot_be_undone_is_asked_in_a_dialog_that_says_what_it_costs() -> None:
    sending = region(replace(at_friends(THREE), doubted=SendAway(1)), "dialog")
    assert "Send Inés away?" in without_isolates(sending.one("dialog").name)
    assert "may come again by the link" in sending.text
    assert meant(sending.one("button", "Send away")) == SendAway(1)
    assert meant(sending.one("button", "Let them stay")) == PutAside()
    closing = region(replace(at_friends(THREE), doubted=CloseForAll()), "dialog")
    assert meant(closing.one("button", "Close it")) == CloseForAll()
    assert closing.one("dialog")["data-cancel"] == "put_aside"
    gone = replace(at_friends(THREE), doubted=SendAway(4))
    assert not region(gone, "dialog").all("dialog")


def test_the_host_can_send_each_guest_away_and_nobody_else_can() -> None:
    chairs = region(at_friends(THREE), "gather-chairs")
    assert [without_isolates(b.name) for b in chairs.all("button")] == [
        "Send away Inés",
        "Send away Tomasz",
    ]
    assert [meant(button) for button in chairs.all("button")] == [SendAway(1), SendAway(2)]
    for told in (replace(THREE, seat=1), replace(THREE, seat=None), dealing(THREE)):
        assert not region(at_friends(told), "gather-chairs").all("button")


# What is played, and what we are called


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_host_finds_just_the_choices_that_the_rules_have(setup: Setup) -> None:
    side = region(at_friends(gathered("Ada", setup=setup)), "gather-side")
    length = "First to" if setup.variant is Variant.DRAW else "Length"
    groups = {g.tagged("legend")[0].text: g for g in side.all("group")}
    assert list(groups) == ["Game", "Chairs", length]
    rules = RULES[setup.variant]
    offered = {
        "Game": [variant.value for variant in Variant],
        "Chairs": [str(seats) for seats in rules.seats],
        length: [str(target or "") for target in rules.targets],
    }
    chosen = {"Game": setup.variant.value, "Chairs": str(setup.seats)}
    chosen[length] = str(setup.target or "")
    whats = {"Game": "variant", "Chairs": "seats", length: "target"}
    for name, group in groups.items():
        radios = group.tagged("input")
        assert [radio["value"] for radio in radios] == offered[name]
        assert len({radio["name"] for radio in radios}) == 1
        assert [r["value"] for r in radios if "checked" in r.attributes] == [chosen[name]]
        for radio in radios:
            sent = read_intent({"msg": radio["data-change"], "value": radio["value"]})
            assert sent == Arrange(whats[name], radio["value"])


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (DRAW_4, "Game Lantern draw Chairs 4 First to 150"),
        (BLOCK_ROUND, "Game Block Chairs 2 Length One round"),
        (Setup(Variant.BLOCK, 2, 50), "Game Block Chairs 2 Length To 50"),
    ],
)
def test_the_others_only_read_what_is_played(setup: Setup, words: str) -> None:
    for seat in (1, None):
        told = gathered(ADA, INES, setup=setup, seat=seat)
        side = region(at_friends(told), "gather-side")
        assert not [e for e in side.tagged("input") if e["type"] == "radio"]
        assert words in " ".join(e.text for e in side.tagged("dl")[0] if e.tag in ("dt", "dd"))


def test_whoever_has_a_chair_can_say_what_they_are_called() -> None:
    model = at_friends(THREE, settings=Settings(name="Ada"))
    side = region(model, "gather-side")
    [label] = [e for e in side.tagged("label") if e.text == "Your name"]
    [field] = [e for e in side.tagged("input") if e.attributes.get("id") == label["for"]]
    assert (field["value"], field["maxlength"]) == ("Ada", "24")
    assert read_intent({"msg": field["data-change"], "value": "Ada L."}) == CallMe("Ada L.")
    assert not label_of_name(region(replace(model, update=None), "gather-side"))


def test_the_name_is_asked_for_at_one_place_that_is_called_so() -> None:
    side = region(at_friends(THREE), "gather-side")
    assert not [each for each in side if each.attributes.get("aria-label") == "Your name"]
    assert [label.text for label in label_of_name(side)] == ["Your name"]


def label_of_name(place: Element) -> list[Element]:
    return [e for e in place.tagged("label") if e.text == "Your name"]


# Who is waited for, and what one may do


@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize("seat", [0, 1])
def test_ready_is_a_switch_that_shows_how_it_stands(on: bool, seat: int) -> None:
    us = Chair(name="Us", ready=on)
    people = (us, TOMASZ) if seat == 0 else (ADA, us)
    model = at_friends(gathered(*people, setup=DRAW_4, seat=seat))
    button = region(model, "gather-go").one("button", "Ready")
    assert button["aria-pressed"] == str(on).lower()
    assert meant(button) == MarkReady(not on)


@pytest.mark.parametrize(
    ("people", "early"),
    [((ADA, INES), False), ((ADA, TOMASZ), True), ((TOMASZ, INES), False), ((TOMASZ,), False)],
)
def test_the_host_deals_once_the_guests_are_ready_and_is_told_why_not(
    people: tuple[Chair, ...], early: bool
) -> None:
    model = at_friends(gathered(*people, setup=DRAW_4))
    button = region(model, "gather-go").one("button", "Deal the tiles")
    assert button.disabled is early
    assert meant(button) == AskStart()
    assert (
        "Not everybody is ready yet"
        in region(replace(model, notice=Notice.NOT_READY), "gather-go").text
    )


def test_a_guest_cannot_deal() -> None:
    for told in (replace(THREE, seat=1), replace(THREE, seat=None), dealing(THREE)):
        assert not shown(at_friends(told)).all("button", "Deal the tiles")


@pytest.mark.parametrize(
    ("people", "seat", "sentence"),
    [
        ((TOMASZ,), 0, "Nobody else has come yet. The lodge’s regulars keep the other chairs."),
        ((ADA, INES, TOMASZ), 0, "Two of three are ready. The lodge waits for Tomasz."),
        ((ADA, INES, TOMASZ), 2, "Two of three are ready. The lodge waits for you."),
        ((ADA, INES, TOMASZ), None, "Two of three are ready. The lodge waits for Tomasz."),
        ((ADA, TOMASZ), 0, "One of two is ready. The lodge waits for Tomasz."),
        ((TOMASZ, Chair(name="Bo")), 0, "Nobody is ready yet. The lodge waits for Bo."),
        (
            (ADA, TOMASZ, Chair(name="Bo"), Chair(name="Cy")),
            2,
            "One of four is ready. The lodge waits for Tomasz, you and Cy.",
        ),
        ((TOMASZ, INES), 0, "All guests are ready. The tiles are yours to deal."),
        ((TOMASZ, INES), 1, "All guests are ready. The lodge waits for Tomasz to deal."),
        ((ADA, INES), None, "All guests are ready. The lodge waits for Ada to deal."),
    ],
)
def test_it_is_said_in_one_sentence_who_is_waited_for(
    people: tuple[Chair, ...], seat: int | None, sentence: str
) -> None:
    model = at_friends(gathered(*people, setup=DRAW_4, seat=seat))
    assert without_isolates(said(model)) == sentence
    assert said(model) in region(model, "gather-go").text
    assert said(model) in region(model, "status").text


def test_while_the_tiles_are_dealt_there_is_nothing_to_press() -> None:
    go = region(at_friends(dealing(THREE)), "gather-go")
    assert go.text == "The tiles are being dealt."
    assert not go.all("button")


def test_whoever_came_by_the_link_may_sit_down_under_a_name_or_stay_and_watch() -> None:
    told = replace(THREE, seat=None)
    model = at_friends(told, standing=WATCHER, settings=Settings(name="Cy"))
    form = region(model, "gather-go").tagged("form")[0]
    assert [e["value"] for e in form.tagged("input") if e["name"] == "name"] == ["Cy"]
    assert label_of_name(form)
    button = form.one("button", "Sit down")
    assert meant(button, form={"name": "Cyrus"}) == SitDown("Cyrus")
    assert not region(model, "gather-go").all("button", "Ready")
    assert not label_of_name(region(model, "gather-side"))


def test_enter_in_the_form_sits_down_and_sends_nothing_elsewhere() -> None:
    form = region(at_friends(replace(THREE, seat=None)), "gather-go").tagged("form")[0]
    assert form["method"] == "dialog"
    assert [b["type"] for b in form.all("button")] == ["submit"]


def test_where_every_chair_has_a_person_one_may_watch() -> None:
    told = gathered(ADA, INES, setup=BLOCK_ROUND, seat=None)
    go = region(at_friends(told, standing=WATCHER), "gather-go")
    assert "Every chair is taken. You may watch." in go.text
    assert not go.all("button")


@pytest.mark.parametrize("language", Language)
def test_that_every_chair_is_taken_is_said_once_also_to_whom_one_was_refused(
    language: Language,
) -> None:
    told = gathered(ADA, INES, setup=BLOCK_ROUND, seat=None)
    watching = at_friends(told, standing=WATCHER)
    refused = replace(watching, notice=Notice.TABLE_FULL, asked_for=language)
    with spoken(language):
        words, _, _ = text("sit.full").partition(".")
    assert region(refused, "gather-go").text.count(words) == 1


@pytest.mark.parametrize(
    ("role", "sentence"),
    [
        (Role.HOST, "Setting the table…"),
        (Role.GUEST, "Looking for the table…"),
        (Role.WATCHER, "Looking for the table…"),
    ],
)
def test_before_anything_is_known_that_is_said_calmly(role: Role, sentence: str) -> None:
    model = at_friends(None, standing=Standing(role, Tie.COMING))
    assert region(model, "gather-go").text == sentence
    assert sentence in region(model, "status").text
    assert region(model, "tie").children == []
    assert region(model, "gather-chairs").children == []
    assert not region(model, "gather-go").all("button")


@pytest.mark.parametrize("notice", Notice)
def test_every_notice_is_said_beside_who_is_waited_for(notice: Notice) -> None:
    model = at_friends(THREE, notice=notice)
    [word] = [e for e in region(model, "gather-go") if "notice" in e.classes]
    assert word.text
    assert word.text in region(model, "status").text
    assert ("refusal" in word.classes) is not (notice is Notice.COPIED) or notice.value in (
        "goes_later", "auto_draw", "auto_pass", "choose_end", "played_for", "sat_elsewhere",
        "erased",
    )  # fmt: skip


# Whoever is there


NASTY = [
    "<img src=x onerror=alert(1)>", "x" * 24, "\u202eadA\u202c", "\u2066\u2067x", "'\"&amp;</p>",
    "{name} {0}", "نور الدين", "👩‍🚀",
]  # fmt: skip


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_name_is_text_wherever_it_stands(name: str, seat: int | None) -> None:
    def on_page(name: str) -> list[Element]:
        people = (Chair(name=name), Chair(name=name), Chair(name=name))
        return list(shown(at_friends(gathered(*people, setup=DRAW_4, seat=seat))))

    plain, nasty = on_page("Bo"), on_page(name)
    assert [e.tag for e in nasty] == [e.tag for e in plain]
    assert [list(e.attributes) for e in nasty] == [list(e.attributes) for e in plain]
    bearing = [e for e in nasty if f"\u2068{name}\u2069" in e.raw_text]
    assert len(bearing) == len([e for e in plain if "\u2068Bo\u2069" in e.raw_text]) > 0


@settings(max_examples=50)
@given(gatherings())
def test_nobody_is_offered_what_only_another_may_do(model: Model) -> None:
    on_page = shown(model)
    sent = {e["data-msg"] for e in on_page if "data-msg" in e.attributes and e.tag == "button"}
    told = model.update
    if told is None or told.seat != told.host or told.seat is None:
        assert not sent & {"start", "kick", "close_table"}
        assert not [e for e in on_page if e.attributes.get("data-change", "").startswith("arrange")]
    if told is None or told.seat is None:
        assert "ready" not in sent
    if told is None or told.seat is not None:
        assert "sit" not in sent


def test_the_screen_and_its_title_are_its_own() -> None:
    painted = render(at_friends(THREE))
    assert painted["title"] == "Gather: Lantern Lodge"
    assert painted["body"]["screen"] == "gather"
    assert painted["body"]["lit"] == "none"
    assert not painted["regions"]["hand"]


def test_we_are_named_within_the_sentence_where_we_come_first() -> None:
    named = (Chair(name="Host"), Chair(name="Ada"), Chair(name="Bo"))
    chairs = (*named, *THREE.chairs[len(named) :])
    model = at_friends(replace(THREE, chairs=chairs, seat=1))
    assert "The lodge waits for you and \u2068Bo\u2069." in region(model, "gather-go").text
