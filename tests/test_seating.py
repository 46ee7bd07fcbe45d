"""Who holds which chair, whoever comes, goes, and comes back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chairs import MISSED, Chair, Level, Regular, regular_in
from engine.seating import Seating

EASY, SHARP = Level.EASY, Level.SHARP


def three(*guests: str) -> Seating:
    seating = Seating("host", "Ada", 3, (EASY, EASY, SHARP))
    for guest in guests:
        assert seating.sit_down(guest, guest.title())
    return seating


def test_the_host_has_the_first_chair_and_regulars_the_others() -> None:
    seating = three()
    assert seating.members == ("host", "", "")
    assert [chair.regular for chair in seating.chairs] == [None, Regular.FERRYMAN, Regular.WARDEN]
    assert [chair.level for chair in seating.chairs] == [None, EASY, SHARP]


def test_each_guest_takes_the_first_chair_without_a_person_and_no_other() -> None:
    seating = three("bob", "cy")
    assert seating.members == ("host", "bob", "cy")
    assert not seating.sit_down("dan", "Dan")
    seating.stand_up("bob")
    assert seating.chairs[1] == regular_in(1, EASY)
    assert seating.sit_down("dan", "Dan")
    assert seating.members == ("host", "dan", "cy")


def test_the_first_chair_is_free_too_once_its_host_has_stood_up() -> None:
    seating = three("bob")
    seating.stand_up("host")
    assert seating.chairs[0].regular is Regular.INNKEEPER
    assert seating.sit_down("cy", "Cy")
    assert seating.members == ("cy", "bob", "")


@pytest.mark.parametrize(("seats", "fits"), [(2, True), (1, False), (5, True)])
def test_chairs_come_and_go_while_nobody_sits_there(seats: int, fits: bool) -> None:
    seating = three("bob")
    before = list(seating.chairs)
    assert seating.arrange(seats, (SHARP,)) is fits
    if not fits:
        assert seating.chairs == before
    else:
        assert seating.chairs[:2] == before[:2]
        assert [chair.level for chair in seating.chairs[2:]] == [SHARP] * (seats - 2)


def test_all_people_are_asked_again_and_no_regular() -> None:
    seating = three("bob")
    for seat in (0, 1):
        seating.change(seat, ready=True)
    seating.ask_again()
    assert [chair.ready for chair in seating.chairs] == [False, False, True]


def test_only_what_changes_is_news_and_who_returns_has_missed_nothing() -> None:
    seating = three("bob")
    assert not seating.set_present("bob", present=True)
    assert not seating.set_present("stranger", present=False)
    assert seating.set_present("bob", present=False)
    assert not seating.set_present("bob", present=False)
    seating.change(1, missed=MISSED)
    assert seating.chairs[1].plays_by_itself
    assert seating.set_present("bob", present=True)
    assert seating.chairs[1] == Chair(name="Bob")


BOB = Chair(name="Bob")
KEPT: dict[str, Any] = {
    "host": "host",
    "chairs": (Chair(name="Ada"), BOB, regular_in(2, EASY)),
    "members": ("host", "bob", ""),
    "levels": (EASY,),
}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"members": ("host", "bob")}, "as many chairs as members"),
        ({"members": ("host", "host", "")}, "in one chair each"),
        ({"host": "eve"}, "the host and every other"),
        ({"host": ""}, "the host and every other"),
        ({"members": ("host", "", "bob")}, "a member in chair 1 or a regular"),
        ({"members": ("host", "bob", "cy")}, "a member in chair 2 or a regular"),
    ],
)
def test_a_seating_that_does_not_hold_is_not_restored(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Seating.restored(**(KEPT | changes))


def test_a_host_in_any_chair_is_restored() -> None:
    seating = Seating.restored(**(KEPT | {"host": "bob"}))
    assert seating.seat_of == {"host": 0, "bob": 1}
    assert seating.chairs[1] == BOB


MEMBERS = st.sampled_from(["host", "bob", "cy", "dan", "eve", "flo"])


@given(st.lists(st.tuples(st.booleans(), MEMBERS)))
def test_whoever_comes_and_goes_nobody_holds_two_chairs_or_loses_one(
    steps: list[tuple[bool, str]],
) -> None:
    seating = three()
    for sits, member in steps:
        before = dict(seating.seat_of)
        if sits and member not in before:
            seating.sit_down(member, member)
        elif not sits and member in before:
            seating.stand_up(member)
        others = {one: seat for one, seat in before.items() if one != member}
        assert others.items() <= seating.seat_of.items()
        people = [seat for seat, chair in enumerate(seating.chairs) if chair.is_person]
        assert sorted(seating.seat_of.values()) == people
        levels = tuple(chair.level or EASY for chair in seating.chairs)
        chairs = tuple(replace(chair) for chair in seating.chairs)
        if "host" in seating.seat_of:
            again = Seating.restored("host", chairs, seating.members, levels)
            assert (again.seat_of, again.chairs) == (seating.seat_of, seating.chairs)
