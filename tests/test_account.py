"""What is known of a table of friends: each host's newest word, and whether a chair is ours."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.links.account import Account
from engine.messages import Phase
from tests.page import gathered

SEATED, LOOKING_ON = gathered("Ada", "Bo", seat=1), gathered("Ada", seat=None)


def test_an_older_word_of_the_same_host_is_no_news() -> None:
    account = Account(returns=False)
    assert account.take(SEATED, 1)
    assert account.take(SEATED, 1)
    older = replace(SEATED, version=SEATED.version - 1, phase=Phase.DEALING)
    assert not account.take(older, 1)
    assert account.phase is Phase.GATHERING


def test_a_new_host_may_know_less_and_counts_all_the_same() -> None:
    account = Account(returns=False)
    account.take(SEATED, 1)
    assert account.take(replace(SEATED, version=0, phase=Phase.DEALING), 2)
    assert account.phase is Phase.DEALING


def test_who_returns_has_a_chair_until_the_table_says_otherwise() -> None:
    account = Account(returns=True)
    before = (account.has_chair, account.seat)
    account.take(LOOKING_ON, 1)
    assert before == (True, None)
    assert not account.has_chair


def test_who_is_new_has_a_chair_once_the_table_says_so() -> None:
    account = Account(returns=False)
    before = account.has_chair
    account.take(SEATED, 1)
    assert (before, account.has_chair, account.seat) == (False, True, 1)


def test_before_the_end_there_is_neither_a_record_nor_a_result() -> None:
    account = Account(returns=False)
    account.take(SEATED, 1)
    with pytest.raises(ValueError, match="record"):
        _ = account.transcript
    with pytest.raises(ValueError, match="over"):
        account.past(("Ada", "Bo"))
