"""Ranked Block from the Ranked screen to the ledger and back, as two pages and a relay tell it."""

from __future__ import annotations

import asyncio
import re

import pytest

from engine.replay import replay
from engine.transcript import read
from tests.near_ranked import Ink, Lodge, Rival, act_once, meet, play_out
from tests.page import Memory
from tests.story import told


@told
async def test_two_find_each_other_play_and_are_rated() -> None:
    lodge = Lodge()
    ada = await Rival(lodge).enter("Ada")
    assert "1500 ± 350 ?" in ada.region("ranked-door").raw_text
    ada.press("Find an opponent")
    await ada.until_said("Looking for an opponent.")
    await ada.until_said("1 matching")
    bo = await Rival(lodge).enter("Bo")
    bo.press("Find an opponent")
    for rival in (ada, bo):
        await rival.until(lambda rival=rival: rival.at_table)  # type: ignore[misc]
    assert any("You meet Bo." in door for door in ada.doors)
    assert "1500 ± 350" in ada.region("seats").text
    await play_out(ada, bo)
    for rival in (ada, bo):
        assert rival.dialog == "Match over"
        assert "Dealt fairly" in rival.text
        assert rival.text.count("1500 before, now") == 2
        assert rival.complaints == []
    await ada.until_said("Save the transcript")
    ada.press("Save the transcript")
    await ada.until(lambda: bool(ada.files))
    [entry] = lodge.ink.reading.entries()
    assert ada.files == [entry.transcript]
    assert replay(read(ada.files[0])).fault is None


@told
async def test_a_bout_that_is_rated_stands_in_every_list() -> None:
    lodge = Lodge()
    ada, bo = await meet(lodge)
    await play_out(ada, bo)
    ada.press("Find another opponent")
    await ada.until_said("Looking for an opponent.")
    ada.press("Cancel")
    await ada.until(lambda: bool(ada.region("ranked-lists").all("table")))
    rows = ada.region("ranked-lists").one("table").tagged("tr")
    assert len(rows) == 3
    assert sum("you" in row.text for row in rows) == 1
    [bout] = [
        item
        for item in ada.region("ranked-lists").all("listitem")
        if item.attributes.get("id", "").startswith("rated-")
    ]
    [save, watch] = bout.all("button")
    ada._press(save)
    await ada.until(lambda: bool(ada.files))
    [entry] = lodge.ink.reading.entries()
    assert ada.files == [entry.transcript]
    ada._press(watch)
    await ada.until(lambda: ada.body["screen"] == "replay" and bool(ada.regions["replay-hands"]))
    await asyncio.sleep(60)
    counted = ada.way.asked.count("v1/stats")
    await asyncio.sleep(60)
    assert ada.way.asked.count("v1/stats") == counted  # nobody looks
    ada.press("Close")
    await ada.until(lambda: ada.body["screen"] == "ranked")
    await asyncio.sleep(60)
    assert ada.way.asked.count("v1/stats") >= counted + 7


@told
async def test_a_match_that_was_rated_is_kept_among_the_last_ones_of_this_browser() -> None:
    ada, bo = await meet(Lodge())
    await play_out(ada, bo)
    await ada.until_said("Watch it again")
    await asyncio.sleep(1)
    assert ada.keep.texts["matches"].count('"t":"past_match"') == 1


@told
async def test_a_rematch_begins_when_both_want_it() -> None:
    lodge = Lodge()
    ada, bo = await meet(lodge)
    await play_out(ada, bo)
    ada.press("Rematch")
    await ada.until_said("A rematch begins when Bo wants one too.")
    await bo.until_said("Ada waits for a rematch.")
    bo.press("Rematch")
    for rival in (ada, bo):
        await rival.until(lambda rival=rival: rival.dialog is None and rival.at_table)  # type: ignore[misc]
    await play_out(ada, bo)
    assert len([*lodge.ink.reading.entries()]) == 2


@told
async def test_a_rematch_is_offered_only_while_both_are_there() -> None:
    ada, bo = await meet(Lodge())
    await play_out(ada, bo)
    bo.press("Back to the hearth")
    await ada.until_said("Bo has gone, so there is no rematch.")
    assert not ada.page.all("button", "Rematch")
    ada.press("Find another opponent")
    await ada.until_said("Looking for an opponent.")


@told
async def test_after_the_end_nobody_is_waited_for_for_ever() -> None:
    ada, bo = await meet(Lodge())
    await play_out(ada, bo)
    await asyncio.sleep(65)
    for rival in (ada, bo):
        await rival.until_said("has gone, so there is no rematch.")
        assert rival.dialog == "Match over"


@told
async def test_who_watches_sees_no_hand_before_the_end() -> None:
    lodge = Lodge()
    ada, bo = await meet(lodge)
    await act_once(ada, bo)
    cy = await Rival(lodge).enter("Cy")
    await cy.until_said("Tables to watchAda and Bo")
    cy.press("Watch \u2068Ada\u2069 and \u2068Bo\u2069")
    await cy.until(lambda: cy.at_table)
    await ada.until_said("Ranked, 1 watching")
    await act_once(ada, bo)
    await asyncio.sleep(1)
    hands = {
        str(tile)
        for rival in (ada, bo)
        if rival.program.model.view is not None
        for tile in rival.program.model.view.hand
    }
    seen = set().union(*map(quoted_tiles, cy.regions.values()))
    assert hands
    assert seen
    assert not seen & hands
    assert not cy.page.all("group", "Your hand")
    await play_out(ada, bo)
    await cy.until_said("The result is in the ledger")
    cy.page.one("list", "All hands turned up")
    assert not cy.page.all("button", "Rematch")
    cy.press("Back to ranked block")
    await cy.until(lambda: cy.body["screen"] == "ranked")
    await asyncio.sleep(2)
    assert "watching" not in ada.text


@told
async def test_who_leaves_is_asked_first_and_has_lost() -> None:
    lodge = Lodge()
    ada, bo = await meet(lodge)
    bo.press("Back to the hearth")
    await bo.until(lambda: bo.dialog == "Leave the bout?")
    assert "it would be void" in bo.text
    bo.press("Stay")
    await bo.until(lambda: bo.dialog is None)
    await act_once(ada, bo)
    await bo.until(lambda: len(bo.program.model.view.record) > 1)  # type: ignore[union-attr]
    bo.press("Back to the hearth")
    await bo.until(lambda: bo.dialog == "Leave the bout?")
    assert "Who leaves has lost it." in bo.text
    bo.press("Leave")
    await bo.until(lambda: bo.body["screen"] == "hearth")
    await ada.until_said("Bo left, so you win.")
    await ada.until_said("The result is in the ledger")
    assert not ada.page.all("button", "Rematch")
    [entry] = lodge.ink.reading.entries()
    assert entry.finish == "left"
    await ada.until_said("Save the transcript")
    ada.press("Watch it again")
    await ada.until(lambda: bool(ada.regions["replay-hands"]))


@told
async def test_before_anybody_has_played_leaving_is_void() -> None:
    lodge = Lodge()
    ada, bo = await meet(lodge)
    bo.press("Back to the hearth")
    await bo.until(lambda: bo.dialog == "Leave the bout?")
    bo.press("Leave")
    await ada.until_said("The bout is void.")
    assert "Nothing is rated" in ada.text
    assert not [*lodge.ink.reading.entries()]
    ada.page.one("button", "Find another opponent")


@told
async def test_a_page_that_is_loaded_anew_comes_back_to_its_bout() -> None:
    ada, bo = await meet(Lodge())
    await act_once(ada, bo)
    await asyncio.sleep(1)
    hand = ada.program.model.view and ada.program.model.view.hand
    assert "#bout=" in ada.address
    ada.close()
    await bo.until_said("away, loses in 5")
    await bo.until_said("Ada is away, and loses the bout after a minute.")
    ada = await Rival(ada.lodge, ada.keep).come("", page=ada.address)
    await ada.until(lambda: ada.at_table)
    assert (ada.program.model.view and ada.program.model.view.hand) == hand
    await bo.until(lambda: "away, loses" not in bo.text)
    await play_out(ada, bo)
    assert "The numbers agree" in ada.text or "Dealt fairly" in ada.text


@told
async def test_who_stays_away_for_a_minute_has_lost() -> None:
    ada, bo = await meet(Lodge())
    await act_once(ada, bo)
    await act_once(ada, bo)
    ada.close()
    await bo.until_said("away, loses in")
    await bo.until_said("Ada stayed away, so you win.", 70)
    ada = await Rival(ada.lodge, ada.keep).come("", page=ada.address)
    await ada.until_said("You were away too long, so Bo wins.")


@told
async def test_a_line_that_breaks_is_mended_and_nothing_is_lost_but_time() -> None:
    ada, bo = await meet(Lodge())
    await act_once(ada, bo)
    ada.way.cut = True
    ada.way.drop()
    await ada.until_said("a minute away loses the bout")
    await bo.until_said("away, loses in")
    ada.way.cut = False
    await ada.until(lambda: "a minute away" not in ada.text)
    await play_out(ada, bo)


async def late_again() -> tuple[Rival, Rival] | None:
    """Who acts, and who let a turn run out and has the next; None where the deal was blocked."""
    ada, bo = await meet(Lodge())
    for rival in (ada, bo):
        rival.send("set.auto_pass", "false")
    first = await act_once(ada, bo)
    late = bo if first is ada else ada
    await late.until_said("Once more loses the bout")
    await first.until(lambda: first.has_turn or first.dialog is not None)
    if first.has_turn:
        await first.act_and_see()
    await late.until(lambda: late.has_turn or late.dialog is not None)
    return (first, late) if late.has_turn else None


@told
async def test_two_turns_that_run_out_lose_and_after_the_first_it_is_said() -> None:
    while (pair := await late_again()) is None:
        continue
    first, late = pair
    await late.until_said("Two of your turns ran out, so")
    await first.until_said("ran out, so you win.")


@told
async def test_nothing_is_rated_where_the_other_does_not_come() -> None:
    lodge = Lodge()
    ada = await Rival(lodge).enter("Ada")
    bo = await Rival(lodge).enter("Bo")
    bo.press("Find an opponent")
    await bo.until_said("Looking for an opponent.")
    bo.way.cut = True  # the queue still has them, but no table will
    ada.press("Find an opponent")
    await ada.until_said("The lodge waits 1")
    assert any("You meet Bo." in door for door in ada.doors)
    await ada.until_said("Your opponent did not come, so nothing is rated.", 30)
    ada.press("Find another opponent")
    await ada.until_said("Looking for an opponent.")


@told
async def test_who_cancels_before_the_deal_makes_it_void() -> None:
    lodge = Lodge()
    ada = await Rival(lodge).enter("Ada")
    ada.press("Find an opponent")
    await ada.until_said("Looking for an opponent.")
    ada.press("Cancel")
    await ada.until(lambda: bool(ada.page.all("button", "Find an opponent")))
    assert lodge.ranked.matching == 0
    ada.press("Find an opponent")
    await ada.until_said("1 matching")
    ada.press("Back to the hearth")
    await ada.until(lambda: ada.body["screen"] == "hearth")
    await asyncio.sleep(1)
    assert lodge.ranked.matching == 0


@told
async def test_a_second_tab_takes_over_the_search_and_the_bout() -> None:
    lodge = Lodge()
    ada = await Rival(lodge).enter("Ada")
    ada.press("Find an opponent")
    await ada.until_said("Looking for an opponent.")
    second = await Rival(lodge, ada.keep).enter("Ada")
    second.press("Find an opponent")
    await ada.until_said("Another tab of this browser looks for an opponent.")
    ada.page.one("button", "Find an opponent")
    bo = await Rival(lodge).enter("Bo")
    bo.press("Find an opponent")
    await second.until(lambda: second.at_table)
    ada.press("Find an opponent")
    await ada.until(lambda: ada.at_table)
    await second.until(lambda: second.dialog == "Your bout is in another tab")
    second.press("Take over here")
    await second.until(lambda: second.at_table and second.dialog is None)
    await ada.until(lambda: ada.dialog == "Your bout is in another tab")
    await play_out(second, bo)


@pytest.mark.parametrize(
    ("ranks", "dry", "words"),
    [
        (False, False, "There are no ranked games at this lodge."),
        (True, True, "The lodge cannot open its ledger now, so nothing is ranked."),
    ],
)
def test_where_nothing_can_be_ranked_it_is_said(ranks: bool, dry: bool, words: str) -> None:
    @told
    async def story() -> None:
        lodge = Lodge(ranks=ranks)
        lodge.ink.can_write = not dry
        ada = await Rival(lodge).enter("Ada")
        ada.press("Find an opponent")
        await ada.until_said(words)
        ada.page.one("button", "Find an opponent")
        counted = ada.way.asked.count("v1/stats")
        await asyncio.sleep(20)
        assert ada.way.asked.count("v1/stats") > counted

    story()


@told
async def test_a_result_that_cannot_be_written_is_told_as_none() -> None:
    lodge = Lodge()
    ada, bo = await meet(lodge)
    await act_once(ada, bo)
    await bo.until(lambda: len(bo.program.model.view.record) > 1)  # type: ignore[union-attr]
    lodge.ink.dry = True
    bo.send("hearth")
    bo.send("hearth")
    await ada.until_said("Nothing is rated, because the ledger could not be written.")
    assert not ada.page.all("button", "Save the transcript")


@told
async def test_without_a_connection_it_is_said_and_tried_again() -> None:
    lodge = Lodge()
    ada = await Rival(lodge).come("Ada")
    ada.way.cut = True
    ada.send("ranked")
    await ada.until_said("Playing solo works; ranked play needs a connection.")
    ada.press("Find an opponent")
    await ada.until_said("Coming to the queue")
    ada.way.cut = False
    await ada.until_said("Looking for an opponent.")
    assert "needs a connection" not in ada.text


@told
async def test_a_lodge_that_starts_anew_has_no_bout_to_go_back_to() -> None:
    lodge = Lodge()
    ada, bo = await meet(lodge)
    await act_once(ada, bo)
    lodge.kill(1012)
    await ada.until_said("The lodge starts anew, and this bout is void.")
    lodge.forget()
    lodge.restart()
    await ada.until(lambda: ada.dialog == "That bout is over")
    ada.press("Back to ranked block")
    await ada.until(lambda: bool(ada.page.all("button", "Find an opponent")))


@told
async def test_what_a_closing_lodge_has_said_stands_when_it_is_open_again() -> None:
    lodge = Lodge()
    ada, bo = await meet(lodge)
    await act_once(ada, bo)
    await lodge.ranked.close()
    lodge.ink = Ink()
    await ada.until_said("The lodge closed in the middle of it, so nothing is rated.")
    lodge.kill(1012)
    lodge.forget()
    lodge.restart()
    await asyncio.sleep(60)
    assert ada.dialog == "Match over"
    ada.press("Find another opponent")
    await ada.until_said("1 matching")


@told
async def test_where_nothing_is_kept_one_plays_all_the_same_and_is_told() -> None:
    lodge = Lodge()
    ada = await Rival(lodge, Memory(refuses={"get", "put", "drop"})).enter("Ada")
    await ada.until_said("your rating is yours until this page is closed")
    bo = await Rival(lodge).enter("Bo")
    for rival in (ada, bo):
        rival.press("Find an opponent")
    for rival in (ada, bo):
        await rival.until(lambda rival=rival: rival.at_table)  # type: ignore[misc]
    await play_out(ada, bo)


@told
async def test_what_goes_on_is_asked_for_gently_and_only_while_somebody_looks() -> None:
    ada = await Rival(Lodge()).enter("Ada")
    before = ada.way.asked.count("v1/stats")
    await asyncio.sleep(60)
    assert before + 5 <= ada.way.asked.count("v1/stats") <= before + 10
    ada.send("hidden")
    await asyncio.sleep(1)
    quiet = len(ada.way.asked)
    await asyncio.sleep(60)
    assert len(ada.way.asked) == quiet
    ada.send("visible")
    await asyncio.sleep(1)
    assert len(ada.way.asked) > quiet
    ada.press("Find an opponent")
    await ada.until_said("Looking for an opponent.")
    counted = ada.way.asked.count("v1/stats")
    await asyncio.sleep(60)
    assert ada.way.asked.count("v1/stats") == counted
    ada.press("Back to the hearth")
    await asyncio.sleep(1)
    quiet = len(ada.way.asked)
    await asyncio.sleep(60)
    assert len(ada.way.asked) == quiet


@told
async def test_the_secret_of_a_device_is_told_to_the_relay_alone() -> None:
    ada, bo = await meet(Lodge())
    await play_out(ada, bo)
    identity = await ada.program._drawer.identity()
    assert len(identity.secret) == 43
    assert identity.secret in ada.keep.texts["ranked"]
    assert identity.secret not in repr((identity, ada.program.model, ada.effects, ada.regions))
    assert identity.player
    assert not any(identity.secret in path for path in ada.way.asked)


def quoted_tiles(text: str) -> set[str]:
    """Those that a text names between quotes, signs of markup or spaces; the lower value first."""
    named = re.findall(r"(?<=[\">\s])(\d)-(\d)(?=[\"<\s,.])", text)
    return {"-".join(sorted(pair)) for pair in named}
