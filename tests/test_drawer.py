"""What is played on a page is counted, in whatever visit it ends, and goes where it is sent."""

from __future__ import annotations

import json

from app.drawer import SET_ASIDE, SOLO
from app.notebook import PAGE
from app.shelf import LIST
from app.tally import Tally, read
from engine.chairs import Level
from engine.messages import Phase, Start
from engine.rules import Setup, Variant
from engine.transcript import read as read_transcript
from tests.company import play, sets_a_table
from tests.near_relay import Relay
from tests.page import BLOCK_ROUND, Memory, Visitor
from tests.story import live, told
from tests.test_tables import came, sat
from tests.visits import EVERYTHING, TAKE, gone_by, leave, play_out, visit

LONG = Setup(Variant.DRAW, 3, 200)


async def counted(visitor: Visitor) -> Tally:
    """As this browser keeps it."""
    await gone_by(1, visitor)
    text = visitor.keep.texts.get(PAGE)
    return Tally() if text is None else read(text)


async def play_round(visitor: Visitor) -> None:
    await visitor.play_until(lambda: visitor.dialog in ("Round over", "Match over"))


def files(visitor: Visitor) -> dict[str, str]:
    given = [effect for effect in visitor.effects if effect["do"] == "download"]
    return {effect["name"]: effect["text"] for effect in given}


def test_a_match_is_counted_once_with_every_round_and_whoever_was_met() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(LONG, Level.STEADY)
        await play_out(visitor)
        match = visitor.truth.match
        tally = await counted(visitor)
        [game] = tally.games
        won = [result for result in match.results if result.winner == 0]
        assert (game.variant, game.seats) == (LONG.variant, LONG.seats)
        assert (game.matches, game.matches_won) == (1, match.winner == 0)
        assert (game.rounds, game.rounds_won) == (len(match.results), len(won))
        assert (game.points_won, game.points_lost) == (match.scores[0], sum(match.scores[1:]))
        assert game.best_round == max((result.points for result in won), default=0)
        ferryman, warden = tally.regulars
        assert ferryman.rounds == warden.rounds == game.rounds
        assert (ferryman.level, ferryman.points_lost) == (Level.STEADY, match.scores[1])
        assert warden.net == (match.scores[0] - match.scores[2]) / game.rounds

    live(story())


def test_a_page_loaded_anew_when_a_round_is_over_counts_nothing_twice() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(LONG)
        await play_round(visitor)
        once = await counted(visitor)
        assert once.games[0].rounds == 1
        visitor = await visit(visitor.keep)
        visitor.press(TAKE)
        await visitor.look_until(lambda: visitor.dialog == "Round over")
        assert await counted(visitor) == once
        visitor.press("Deal the next round")
        await visitor.look_until(lambda: visitor.dialog is None)
        await play_round(visitor)
        assert (await counted(visitor)).games[0].rounds == 2

    live(story())


def test_a_match_taken_up_again_from_before_its_last_tile_counts_once() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(BLOCK_ROUND)
        await visitor.look_until(lambda: visitor.program.model.my_turn)
        await gone_by(1, visitor)
        before = visitor.keep.texts[SOLO]
        await play_out(visitor)
        once = await counted(visitor)
        assert (once.games[0].matches, once.games[0].rounds) == (1, 1)
        visitor.keep.texts[SOLO] = before  # as if the tab had gone before the end was kept
        visitor = await visit(visitor.keep)
        visitor.press(TAKE)
        await visitor.look_until(lambda: visitor.program.model.my_turn)
        await play_out(visitor)
        assert await counted(visitor) == once

    live(story())


@told
async def test_at_a_table_of_friends_ones_own_seat_counts_and_whoever_watches_does_not() -> None:
    relay = Relay()
    host = sets_a_table(relay, BLOCK_ROUND)
    await host.until(lambda one: one.update.phase is Phase.GATHERING)
    visitor = await sat(relay, host)
    watcher = await came(relay, host.standing.invite)
    visitor.send("ready", "true")
    await host.until(lambda one: one.update.chairs[1].ready)
    host.say(Start())
    await play([host], lambda: host.update.phase is Phase.MATCH_OVER)
    tally = await counted(visitor)
    result = host.update.view.result if host.update.view is not None else None
    assert result is not None
    [game] = tally.games
    assert (game.matches, game.rounds, game.rounds_won) == (1, 1, result.winner == 1)
    assert tally.regulars == ()
    assert PAGE not in watcher.keep.texts
    again = await came(relay, host.standing.invite, visitor.keep)
    assert again.program.model.update is not None
    assert again.program.model.update.phase is Phase.MATCH_OVER
    assert await counted(again) == tally


def test_watching_a_match_again_counts_nothing() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(BLOCK_ROUND)
        await play_out(visitor)
        once = await counted(visitor)
        visitor.send("watch")
        visitor.send("jump", "999")
        assert await counted(visitor) == once

    live(story())


def test_where_nothing_is_kept_a_round_is_played_and_the_sheet_says_so() -> None:
    async def story() -> None:
        visitor = await visit(Memory(refuses={*EVERYTHING, "change", "clear"}))
        visitor.deal(BLOCK_ROUND)
        await play_out(visitor)
        visitor.send("open", "statistics")
        await gone_by(1, visitor)
        assert "so nothing is counted" in visitor.region("dialog").text
        assert visitor.complaints == []

    live(story())


def test_a_newer_record_is_set_aside_with_a_sentence_and_the_sheet_is_empty() -> None:
    async def story() -> None:
        newer = '{"format":"lantern-lodge/statistics/2"}'
        keep = Memory()
        keep.texts[PAGE] = newer
        visitor = await visit(keep)
        visitor.send("open", "statistics")
        await gone_by(1, visitor)
        assert "could not be read and were set aside" in visitor.region("dialog").one("status").text
        assert "Nothing has been played here yet." in visitor.region("dialog").text
        assert keep.texts == {f"{PAGE}.unreadable": newer}

    live(story())


def test_the_statistics_are_shown_saved_and_after_a_question_erased() -> None:
    async def story() -> None:
        visitor = await visit()
        visitor.deal(BLOCK_ROUND)
        await play_out(visitor)
        await leave(visitor)
        visitor.send("open", "statistics")
        await gone_by(1, visitor)
        block, _ = visitor.region("dialog").tagged("caption")
        assert block.text == "Block"
        visitor.press("Save as a file")
        await gone_by(1, visitor)
        document = json.loads(files(visitor)["lantern-lodge-statistics.json"])
        assert document["games"][0]["matches"] == 1
        visitor.press("Erase")
        await gone_by(1, visitor)
        assert visitor.dialog == "Erase the statistics?"
        assert (await counted(visitor)).games != ()
        visitor.press("Erase the statistics")
        await gone_by(1, visitor)
        assert "Nothing has been played here yet." in visitor.region("dialog").text
        assert (await counted(visitor)).games == ()
        assert LIST in visitor.keep.texts

    live(story())


def test_everything_kept_is_saved_as_one_file_and_erased_to_the_last_text() -> None:
    async def story() -> None:
        visitor = await visit(settings='{"name": "Ada"}')
        visitor.deal(BLOCK_ROUND)
        await play_out(visitor)
        visitor.press("Rematch")  # and so a match is left unfinished
        await visitor.look_until(lambda: visitor.program.model.my_turn)
        await leave(visitor)
        assert SOLO in visitor.keep.texts
        visitor.keep.texts[SET_ASIDE] = "{"
        visitor.send("open", "statistics")
        await gone_by(1, visitor)
        visitor.press("Save everything as a file")
        await gone_by(1, visitor)
        document = json.loads(files(visitor)["lantern-lodge-kept.json"])
        assert document["settings"]["name"] == "Ada"
        assert document["statistics"]["games"][0]["matches"] == 1
        [match] = document["matches"]
        assert len(read_transcript(json.dumps(match)).rounds) == 1

        visitor.press("Erase everything")
        await gone_by(1, visitor)
        visitor.press("Erase everything")
        await gone_by(1, visitor)
        assert visitor.keep.texts == {}
        assert visitor.effects[-1] == {"do": "store", "key": "settings", "text": ""}
        assert visitor.program.model.unfinished is None
        assert visitor.region("again").text == ""
        assert visitor.complaints == []

    live(story())
