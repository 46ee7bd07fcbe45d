from collections.abc import Callable

import pytest

from engine.deal import LODGE, Secret, digest
from engine.promises import Promises

LODGES = Secret(LODGE, "00" * 32)


def secret(seat: int) -> str:
    return f"{seat:064x}"


def promise_of(seat: int) -> str:
    return digest("t", 3, str(seat), bytes.fromhex(secret(seat)))


def asked(*seats: int) -> Promises:
    return Promises("t", 3, LODGES, seats)


def promised(*seats: int) -> Promises:
    promises = asked(*seats)
    for seat in seats:
        promises = promises.promise(seat, promise_of(seat))
    return promises


def test_a_deal_goes_on_when_all_have_promised_and_again_when_all_have_given() -> None:
    promises = asked(0, 2)
    assert not promises.complete
    promises = promises.promise(2, promise_of(2))
    assert not promises.complete
    promises = promises.promise(0, promise_of(0))
    assert promises.complete
    promises = promises.close()
    assert not promises.complete
    promises = promises.give(0, secret(0)).give(2, secret(2))
    assert promises.complete
    assert promises.left_out == ()
    assert promises.fair.broken_by is None
    assert [one.who for one in promises.fair.secrets] == ["lodge", "0", "2"]


def test_where_nobody_is_asked_nobody_is_waited_for() -> None:
    assert asked().complete
    assert asked().close().complete


def test_nobody_sees_another_promise_before_the_last_is_made() -> None:
    promises = promised(0, 2)
    assert [one.who for one in promises.published.commitments] == ["lodge"]
    assert [one.who for one in promises.close().published.commitments] == ["lodge", "0", "2"]


def test_what_is_published_holds_no_secret() -> None:
    promises = promised(0, 2).close().give(0, secret(0))
    assert promises.published.secrets == ()
    assert secret(0) not in repr(promises)


def test_who_promised_nothing_is_not_waited_for_and_left_out() -> None:
    promises = asked(0, 2).promise(0, promise_of(0)).close().give(0, secret(0))
    assert promises.complete
    assert promises.left_out == (2,)
    assert [one.who for one in promises.fair.commitments] == ["lodge", "0"]


def test_a_secret_that_was_not_promised_is_left_out_and_not_waited_for() -> None:
    promises = promised(0, 2).close().give(0, secret(0)).give(2, secret(7))
    assert promises.complete
    assert promises.left_out == (2,)
    assert [one.who for one in promises.fair.secrets] == ["lodge", "0"]
    assert promises.fair.broken_by is None


def test_a_commitment_in_capitals_is_the_same_commitment() -> None:
    promises = asked(0).promise(0, promise_of(0).upper()).close().give(0, secret(0).upper())
    assert promises.left_out == ()
    assert promises.fair.broken_by is None


@pytest.mark.parametrize(
    "say",
    [
        lambda: promised(0).promise(0, promise_of(0)),
        lambda: asked(0).promise(1, promise_of(1)),
        lambda: asked(0).close().promise(0, promise_of(0)),
        lambda: promised(0).give(0, secret(0)),
        lambda: asked(0).close().give(0, secret(0)),
        lambda: promised(0).close().give(0, secret(0)).give(0, secret(0)),
        lambda: promised(0).close().give(0, secret(1)).give(0, secret(0)),
        lambda: promised(0).close().give(1, secret(1)),
    ],
    ids=["twice", "not asked", "too late", "too early", "nothing promised", "given twice",
         "a second try", "a stranger"],
)  # fmt: skip
def test_what_is_not_awaited_is_refused(say: Callable[[], Promises]) -> None:
    with pytest.raises(ValueError, match="is awaited"):
        say()
