"""What the page shows of a fair deal, and what it says of how to check one by hand."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from app.model import Model, Screen
from app.reading import read_intent
from engine.deal import LODGE, digest, shuffled
from engine.messages import Commit, Reveal, Update
from engine.round import legal_actions
from engine.rules import Setup, Variant
from engine.witness import Checked, Verdict
from tests.page import BLOCK_ROUND, Element, page, read
from tests.strategies import seated
from ui.pages import render
from ui.seal import seal

DRAW_3 = Setup(Variant.DRAW, 3, 200)
SECRETS = {"lodge": b"\0" * 32, "0": b"\x11" * 32, "1": b"\x22" * 32}
WEB = Path(__file__).parent.parent / "web"
INDEX = (WEB / "index.html").read_text()
RULES = {name: (WEB / name).read_text() for name in ("how-to-play.html", "how-to-play.de.html")}
FAIR = Checked(Verdict.FAIR)

SAID = {
    Verdict.FAIR: ("Dealt fairly", "The deal was not stacked."),
    Verdict.UNSEEN: ("The numbers agree", "you rely on those who gave them"),
    Verdict.UNPROVEN: ("Not proven", "nothing to check"),
    Verdict.BROKEN: ("A promise was broken", "The secret of the lodge is not"),
    Verdict.CHANGED: ("A promise was changed", "What the lodge had promised is not"),
    Verdict.LEFT_OUT: ("Dealt without your secret", "Your secret was left out"),
    Verdict.WITHHELD: ("A secret was kept back", "chooses between two decks"),
    Verdict.OTHER_DECK: ("Another deck was played", "give another deck"),
}


def over(setup: Setup = DRAW_3, member: str = "m0") -> Update:
    """The first round at a table of two people is over; both had given a secret."""
    table = seated(setup, 2)
    table.promise(SECRETS[LODGE])
    for seat in ("0", "1"):
        table.command(f"m{seat}", Commit(digest("here", 1, seat, SECRETS[seat])), 0.0)
    table.close_promises()
    for seat in ("0", "1"):
        table.command(f"m{seat}", Reveal(SECRETS[seat].hex()), 0.0)
    table.deal_fairly(0.0)
    while table.turn is not None:
        assert table.round is not None
        table.play_for(table.turn, legal_actions(table.round)[0], 0.0)
    return table.update(member, (), 0.0)


def drawn(update: Update, checked: Checked) -> Element:
    html = seal(update, checked)
    assert html is not None
    return read(html).one("group", "Fair-deal seal")


def dialog(update: Update, checked: Checked | None) -> Element:
    model = Model(screen=Screen.TABLE, update=update, checked=checked)
    return page(render(model)["regions"]).one("dialog")


def numbers(shown: Element) -> list[tuple[str, list[str]]]:
    """Each entry under "The numbers": what it is called, and what is said of it."""
    [listed] = shown.tagged("dl")
    found: list[tuple[str, list[str]]] = []
    for item in listed.children:
        assert isinstance(item, Element)
        if item.tag == "dt":
            found.append((item.text, []))
        else:
            found[-1][1].append(item.text)
    return found


def with_fair(update: Update, **changes: Any) -> Update:
    assert update.fair is not None
    return replace(update, fair=replace(update.fair, **changes))


@pytest.mark.parametrize("verdict", Verdict)
def test_each_verdict_is_said_in_a_line_and_a_sentence(verdict: Verdict) -> None:
    who = LODGE if verdict in (Verdict.BROKEN, Verdict.CHANGED) else None
    said = drawn(over(), Checked(verdict, who)).tagged("p")[0]
    line, sentence = SAID[verdict]
    assert said.tagged("b")[0].text == line
    assert sentence in said.text
    assert said.text.endswith(".")


@pytest.mark.parametrize("verdict", Verdict)
def test_the_wax_is_whole_where_the_numbers_agree_and_cracked_elsewhere(verdict: Verdict) -> None:
    [wax] = drawn(over(), Checked(verdict)).tagged("svg")
    cracks = [path for path in wax if "crack" in path.classes]
    assert ("cracked" in wax.classes) is bool(cracks)
    assert bool(cracks) is (verdict not in (Verdict.FAIR, Verdict.UNSEEN))


@pytest.mark.parametrize(
    ("verdict", "who", "sentence"),
    [
        (Verdict.BROKEN, "1", "The secret of \u2068Player 1\u2069 is not the one"),
        (Verdict.BROKEN, "0", "The secret that is called yours is not"),
        (Verdict.BROKEN, "2", "The secret of the Warden is not the one"),
        (Verdict.CHANGED, "1", "What \u2068Player 1\u2069 had promised"),
        (Verdict.CHANGED, "0", "What is called your promise"),
        (Verdict.BROKEN, "7", "The secret of seat 7 is not the one"),
    ],
)
def test_who_broke_or_changed_a_promise_is_named(verdict: Verdict, who: str, sentence: str) -> None:
    assert sentence in drawn(over(), Checked(verdict, who)).text


def test_only_a_fair_deal_is_said_to_prove_anything_and_what_it_does_not_prove() -> None:
    proves = (
        "What this proves is that the deal was not stacked. "
        "It does not prove that a host’s browser did not look."
    )
    for verdict in Verdict:
        assert (proves in drawn(over(), Checked(verdict)).text) is (verdict is Verdict.FAIR)


def test_every_number_is_there_to_be_checked_elsewhere() -> None:
    shown = drawn(over(), FAIR)
    promised = {who: digest("here", 1, who, secret) for who, secret in SECRETS.items()}
    called = {"lodge": "The lodge", "0": "You seat 0", "1": "\u2068Player 1\u2069 seat 1"}
    assert numbers(shown) == [
        ("Table", ["here"]),
        ("Round at this table", ["1"]),
        *(
            (called[who], [f"Commitment {promised[who]}", f"Secret {secret.hex()}"])
            for who, secret in SECRETS.items()
        ),
    ]
    [details] = shown.tagged("details")
    assert details.tagged("summary")[0].text == "The numbers"
    assert "open" not in details.attributes
    assert details["id"]  # by which it is known again when the page is painted anew


def test_a_number_that_did_not_come_is_said_to_be_missing() -> None:
    told = over()
    assert told.fair is not None
    some = with_fair(told, secrets=told.fair.secrets[:2], commitments=told.fair.commitments[::2])
    listed = dict(numbers(drawn(some, Checked(Verdict.BROKEN, "0"))))
    assert listed["You seat 0"][0] == "Commitment none"
    assert listed["\u2068Player 1\u2069 seat 1"][1] == "Secret none"


def test_without_numbers_there_is_no_list() -> None:
    shown = drawn(replace(over(), fair=None), Checked(Verdict.UNPROVEN))
    assert shown.tagged("dl") == []


def test_whatever_somebody_is_called_is_text() -> None:
    name = "<b>x</b>"
    told = over()
    chairs = (told.chairs[0], replace(told.chairs[1], name=name), *told.chairs[2:])
    table = with_fair(replace(told, chairs=chairs), table=name)
    shown = drawn(table, Checked(Verdict.BROKEN, "1"))
    assert shown.text.count(name) == 3
    assert len(shown.tagged("b")) == 1


@pytest.mark.parametrize("setup", [DRAW_3, BLOCK_ROUND], ids=str)
def test_the_seal_stands_on_the_paper_when_a_round_or_a_match_is_over(setup: Setup) -> None:
    shown = dialog(over(setup), FAIR)
    [paper] = [each for each in shown if "paper" in each.classes]
    assert paper.one("group", "Fair-deal seal").tagged("b")[0].text == "Dealt fairly"


@pytest.mark.parametrize("setup", [DRAW_3, BLOCK_ROUND], ids=str)
def test_before_anything_is_checked_there_is_no_seal(setup: Setup) -> None:
    assert not dialog(over(setup), None).all("group", "Fair-deal seal")


def test_the_transcript_can_be_saved_once_from_each_dialog_and_a_match_watched_again() -> None:
    after_round, after_match = (dialog(over(setup), FAIR) for setup in (DRAW_3, BLOCK_ROUND))
    for shown in (after_round, after_match):
        assert shown.one("button", "Save the transcript")["data-msg"] == "save"
    assert after_match.one("button", "Watch it again")["data-msg"] == "watch"
    assert not after_round.all("button", "Watch it again")


def test_what_is_folded_away_is_known_again_when_painted_anew() -> None:
    folded = dialog(over(BLOCK_ROUND), FAIR).tagged("details")
    assert [each["id"] for each in folded] == ["seal-numbers", "last-round"]


@pytest.mark.parametrize("setup", [DRAW_3, BLOCK_ROUND], ids=str)
def test_whatever_is_drawn_or_pressed_is_known_and_no_id_is_there_twice(setup: Setup) -> None:
    shown = dialog(over(setup), Checked(Verdict.BROKEN, LODGE))
    assert all(f'id="{use["href"][1:]}"' in INDEX for use in shown.tagged("use"))
    assert all(read_intent({"msg": button["data-msg"]}) for button in shown.all("button"))
    ids = [each["id"] for each in shown if "id" in each.attributes]
    assert len(ids) == len(set(ids))


def test_the_way_to_the_recipe_leaves_the_table_open() -> None:
    [link] = drawn(over(), FAIR).tagged("a")
    file, _, place = link["href"].partition("#")
    assert file == "how-to-play.html"
    assert all(f'id="{place}"' in page for page in RULES.values())
    assert link["target"] == "_blank"


KNOWN = {
    "how-to-play.html": (
        "Commitment of the lodge", "Commitment of seat 0", "Key", "Deck", "First word"
    ),
    "how-to-play.de.html": (
        "Zusage der Lodge", "Zusage von Platz 0", "Schlüssel", "Reihenfolge", "Erstes Wort"
    ),
}  # fmt: skip


@pytest.mark.parametrize("page", RULES)
def test_the_known_answer_on_a_rules_page_is_what_the_engine_gives(page: str) -> None:
    section = RULES[page][RULES[page].index('id="fair-deals"') :]
    told = dict(re.findall(r"<dt>([^<]*)</dt><dd>(.*?)</dd>", section))
    told = {name: re.sub("<[^>]*>", "", words) for name, words in told.items()}
    of_lodge, of_seat, key, order, word = (told[name] for name in KNOWN[page])
    lodge, first = SECRETS[LODGE], SECRETS["0"]
    assert of_lodge == digest("here", 1, LODGE, lodge)
    assert of_seat == digest("here", 1, "0", first)
    assert key == sha256(b"lantern-lodge/deal/1\0" + lodge + first).hexdigest()
    tiles = BLOCK_ROUND.rules.tiles
    deck = shuffled(tiles, lodge, {0: first})
    assert order == " ".join(map(str, deck))
    assert deck[-1] == sorted(tiles)[int(word) % len(deck)]
