import pytest

from app.shelf import LIST, MOST, PastMatch, Shelf
from app.storage import StorageError
from tests.page import BLOCK_ROUND, DRAW_100, Memory
from tests.story import live


def past(number: int = 0, *scores: int) -> PastMatch:
    return PastMatch(number, DRAW_100, scores or (100, 20), 0, ("Guest", "ferryman"))


def test_matches_are_listed_newest_first_with_their_transcripts() -> None:
    async def story() -> None:
        shelf = Shelf(Memory())
        await shelf.add(past(0, 100, 20), "one")
        await shelf.add(past(0, 30, 110), "two")
        first, second = await shelf.matches()
        assert (first.scores, second.scores) == ((30, 110), (100, 20))
        assert await shelf.transcript(first.number) == "two"
        assert await shelf.transcript(second.number) == "one"

    live(story())


def test_beyond_the_last_twelve_the_oldest_goes_with_its_transcript() -> None:
    async def story() -> None:
        keep = Memory()
        shelf = Shelf(keep)
        for number in range(MOST + 2):
            await shelf.add(past(), f"match {number}")
        numbers = [match.number for match in await shelf.matches()]
        assert len(numbers) == len(set(numbers)) == MOST
        texts = [await shelf.transcript(number) for number in numbers]
        assert texts == [f"match {number}" for number in range(MOST + 1, 1, -1)]
        assert len(keep.texts) == MOST + 1

    live(story())


@pytest.mark.parametrize("text", ["", "{", "null", '[{"t":"past_match"}]', "[" * 1000])
def test_a_list_that_cannot_be_read_is_as_if_there_were_none(text: str) -> None:
    async def story() -> None:
        keep = Memory()
        keep.texts[LIST] = text
        shelf = Shelf(keep)
        assert await shelf.matches() == ()
        await shelf.add(PastMatch(0, BLOCK_ROUND, (12, 0), 0, ("Guest", "ferryman")), "new")
        assert len(await shelf.matches()) == 1

    live(story())


def test_a_number_that_is_not_there_has_no_transcript() -> None:
    async def story() -> None:
        assert await Shelf(Memory()).transcript(7) is None

    live(story())


@pytest.mark.parametrize("refused", ["get", "put"])
def test_what_the_browser_refuses_is_raised(refused: str) -> None:
    async def story() -> None:
        with pytest.raises(StorageError):
            await Shelf(Memory(refuses={refused})).add(past(), "text")

    live(story())
