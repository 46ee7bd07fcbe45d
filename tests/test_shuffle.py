import hmac
from hashlib import sha256
from itertools import count, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.shuffle import WORD, _Words, shuffled_places

SECRETS = st.lists(st.binary(min_size=32, max_size=32), min_size=1, max_size=6)


@given(st.integers(0, 60), SECRETS)
def test_every_place_is_there_once(length: int, secrets: list[bytes]) -> None:
    assert sorted(shuffled_places(length, secrets)) == list(range(length))


@given(SECRETS)
def test_the_order_is_the_one_that_the_design_spells_out(secrets: list[bytes]) -> None:
    key = sha256(b"lantern-lodge/deal/1\0" + b"".join(secrets)).digest()
    digests = (hmac.digest(key, number.to_bytes(8, "big"), "sha256") for number in count())
    words = (int.from_bytes(d[at : at + 8], "big") for d in digests for at in (0, 8, 16, 24))
    deck = list(range(55))
    for i in range(54, 0, -1):
        j = next(word for word in words if word < 2**64 - 2**64 % (i + 1)) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    assert shuffled_places(55, secrets) == deck


def test_a_word_beyond_the_last_whole_multiple_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = iter([WORD - 1, WORD - 1, 5, *repeat(0, 9)])  # of 3: the highest would tip the balance
    monkeypatch.setattr(_Words, "_next", lambda self: next(words))
    # 5 mod 3 = 2 leaves the last in place; then 0 swaps the other two.
    assert shuffled_places(3, [bytes(32)]) == [1, 0, 2]
