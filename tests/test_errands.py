"""What a seat has asked and the table has not heard: in order, until it has, and then no more."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.links.errands import Errands
from engine.messages import Join, Leave, Phrase, React, Ready, Reveal

COMMANDS = (Join("Ada"), Ready(on=True), React(Phrase.THANKS), Leave())


def asked() -> Errands:
    errands = Errands("page")
    for command in COMMANDS:
        errands.add(command)
    return errands


def numbers(errands: Errands) -> list[int]:
    return [ask.number for ask in errands.open]


def test_each_is_numbered_from_one_under_its_page() -> None:
    errands = asked()
    assert [(ask.page, ask.number, ask.command) for ask in errands.open] == [
        ("page", number, command) for number, command in enumerate(COMMANDS, 1)
    ]


def test_what_the_table_has_heard_is_asked_no_more_nor_what_came_before_it() -> None:
    errands = asked()
    errands.heard("page", 2)
    assert numbers(errands) == [3, 4]
    errands.heard("page", 1)
    assert numbers(errands) == [3, 4]
    errands.heard("page", 4)
    assert numbers(errands) == []


def test_what_was_heard_of_another_page_is_nothing_of_ours() -> None:
    errands = asked()
    for page in ("", "other", "Page"):
        errands.heard(page, 4)
    assert numbers(errands) == [1, 2, 3, 4]


def test_whoever_takes_them_has_them_and_numbers_are_never_used_again() -> None:
    errands = asked()
    assert errands.take() == COMMANDS
    assert errands.open == ()
    assert errands.take() == ()
    assert errands.add(Leave()).number == 5


@given(st.lists(st.none() | st.integers(-3, 12) | st.integers()))
def test_numbers_only_grow_and_stay_in_order_whatever_is_heard(steps: list[int | None]) -> None:
    errands, added, heard = Errands("page"), 0, 0
    for step in steps:
        if step is None:
            added += 1
            assert errands.add(Leave()).number == added
        else:
            errands.heard("page", step)
            heard = max(heard, min(step, added))
        assert numbers(errands) == list(range(heard + 1, added + 1))


def test_an_errand_shows_no_secret() -> None:
    errands = Errands("page")
    assert "5ec2e7" not in repr(errands.add(Reveal("5ec2e7")))
    assert "5ec2e7" not in repr(errands.open)
