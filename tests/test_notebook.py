from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from app.notebook import PAGE, SET_ASIDE, Notebook
from app.outcome import Sitting
from app.storage import StorageError
from app.tally import Tally, keepsake, read
from tests.page import Memory
from tests.story import live
from tests.test_tally import won

SITTING = Sitting("here", 1, 0)
PLAYED = Tally().heard(SITTING, None).heard(SITTING, won(by=0))


def test_a_round_is_counted_from_its_first_word_to_its_last() -> None:
    async def story() -> None:
        notebook = Notebook(Memory())
        assert await notebook.tally() == Tally()
        assert await notebook.count(SITTING, None)
        assert await notebook.count(SITTING, won(by=0))
        assert await Notebook(notebook._keep).tally() == PLAYED

    live(story())


def test_what_two_tabs_count_at_once_is_all_counted() -> None:
    async def story() -> None:
        keep = Memory()
        tabs = [Notebook(keep), Notebook(keep)]
        places = [Sitting("one", 1, 0), Sitting("other", 1, 0)]
        for outcome in (None, won(by=0)):
            await asyncio.gather(*(tab.count(at, outcome) for tab, at in zip(tabs, places)))
        tally = await tabs[0].tally()
        assert tally is not None
        assert tally.games[0].rounds == 2

    live(story())


@pytest.mark.parametrize("text", ["", "{", '{"format":"lantern-lodge/statistics/2","games":{}}'])
def test_what_cannot_be_read_is_set_aside_and_counting_begins_anew(text: str) -> None:
    async def story() -> None:
        keep = Memory()
        keep.texts[PAGE] = text
        assert await Notebook(keep).tally() is None
        assert keep.texts == {SET_ASIDE: text}
        assert await Notebook(keep).tally() == Tally()
        keep.texts[PAGE] = text
        assert not await Notebook(keep).count(SITTING, None)
        assert await Notebook(keep).count(SITTING, won(by=0))
        assert keep.texts[SET_ASIDE] == text
        assert read(keep.texts[PAGE]) == PLAYED

    live(story())


def test_erased_nothing_is_left_that_counts_and_the_round_being_played_still_will() -> None:
    async def story() -> None:
        keep = Memory()
        keep.texts |= {PAGE: keepsake(PLAYED), SET_ASIDE: "old"}
        notebook, next_round = Notebook(keep), Sitting("here", 2, 0)
        await notebook.count(next_round, None)
        await notebook.erase()
        assert set(keep.texts) == {PAGE}
        assert replace(read(keep.texts[PAGE]), sat=()) == Tally()
        await notebook.count(SITTING, won(by=0))
        await notebook.count(next_round, won(by=0))
        await notebook.count(next_round, won(by=0))
        tally = await notebook.tally()
        assert tally is not None
        assert [game.rounds for game in tally.games] == [1]

    live(story())


@pytest.mark.parametrize("refused", ["get", "change"])
def test_what_the_browser_refuses_is_raised(refused: str) -> None:
    async def story() -> None:
        with pytest.raises(StorageError):
            await Notebook(Memory(refuses={refused})).count(SITTING, None)

    live(story())
