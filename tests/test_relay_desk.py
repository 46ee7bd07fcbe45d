"""The letters of a ranked table: what is heard once, and what is told to whom."""

from __future__ import annotations

import pytest

from engine import letters
from engine.codec import Unreadable
from engine.letters import Ask, Bout, Contender, Letter, Stage, Tell
from engine.messages import Leave, Refused, Rematch
from relay.desk import WATCHERS, Desk

BOUT = Bout(
    "r.1", Stage.MEETING, None, None, (Contender("p", 1500, 350, True, None, None, False),) * 2, 0
)
NO = Refused("no", "No.")


@pytest.fixture
def said() -> list[tuple[str, Letter]]:
    return []


@pytest.fixture
def desk(said: list[tuple[str, Letter]]) -> Desk:
    return Desk(lambda member, text, is_view: said.append((member, letters.read(text))))


def test_an_ask_is_heard_once_on_each_page(desk: Desk) -> None:
    asks = [
        Ask("a", 1, Rematch()),
        Ask("a", 1, Leave()),
        Ask("a", 3, Leave()),
        Ask("a", 2, Leave()),
        Ask("b", 1, Leave()),
    ]
    heard = [desk.read("m0", letters.write(ask)) for ask in asks]
    assert heard == [Rematch(), None, Leave(), None, Leave()]
    assert desk.read("m1", letters.write(Ask("a", 1, Leave()))) == Leave()


@pytest.mark.parametrize("text", ["", "[", "{}", letters.write(Tell("a", 1, NO))])
def test_what_is_no_ask_is_unreadable(desk: Desk, text: str) -> None:
    with pytest.raises(Unreadable):
        desk.read("m0", text)


def test_a_reply_names_what_was_heard_last(desk: Desk, said: list[tuple[str, Letter]]) -> None:
    desk.read("m0", letters.write(Ask("a", 4, Leave())))
    desk.reply("m0", NO)
    desk.reply("m1", NO)
    assert said == [("m0", Tell("a", 4, NO)), ("m1", Tell("", 0, NO))]


def test_all_who_watch_are_told_what_one_is(desk: Desk, said: list[tuple[str, Letter]]) -> None:
    desk.reply(WATCHERS, NO)
    assert said == []
    desk.watching = {"w1", "w2"}
    desk.reply(WATCHERS, NO)
    desk.tell(BOUT, "m0", "w1")
    assert sorted(member for member, _ in said) == ["m0", "w1", "w1", "w2"]
    assert {letters.write(letter) for _, letter in said} == {
        letters.write(Tell("", 0, NO)), letters.write(BOUT)
    }  # fmt: skip
