from collections import Counter
from hashlib import sha256
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.deal import LODGE, Commitment, FairDeal, Secret, digest, shuffled
from engine.round import deal
from engine.rules import HAND, Setup, Variant
from engine.tiles import Tile, full_set

ZEROS, ELEVENS = bytes(32), b"\x11" * 32
BLOCK = (
    "0-3 2-6 5-6 0-1 1-5 1-3 1-6 2-5 4-6 3-3 2-4 6-6 4-4 3-6 "
    "1-1 0-0 3-5 5-5 2-3 1-4 0-6 0-2 2-2 4-5 1-2 0-4 0-5 3-4"
)
SECRETS = st.binary(min_size=32, max_size=32)


def fair(**secrets: bytes) -> FairDeal:
    """A deal as it should be: every secret promised, the lodge's first."""
    who = {name.removeprefix("seat"): secret for name, secret in secrets.items()}
    promised = (Commitment(name, digest("t", 3, name, secret)) for name, secret in who.items())
    given = (Secret(name, secret.hex()) for name, secret in who.items())
    return FairDeal("t", 3, tuple(promised), tuple(given))


HONEST = fair(lodge=ZEROS, seat0=ELEVENS, seat2=b"\x22" * 32)


def test_the_deck_of_block_is_the_known_answer() -> None:
    assert " ".join(map(str, shuffled(full_set(6), ZEROS, {0: ELEVENS}))) == BLOCK


def test_the_deck_of_draw_is_the_known_answer() -> None:
    deck = [str(tile) for tile in shuffled(full_set(9), ZEROS, {0: ELEVENS})]
    assert deck[:7] == ["8-8", "6-7", "1-6", "7-7", "0-2", "2-5", "0-5"]
    assert deck[-6:] == ["3-9", "1-2", "4-4", "1-7", "3-8", "1-9"]


def test_a_commitment_is_the_digest_of_a_text_that_names_it() -> None:
    text = b"lantern-lodge/commit/1\0t\0" + b"3\0" + b"0\0" + ELEVENS
    assert digest("t", 3, "0", ELEVENS) == sha256(text).hexdigest()


@given(SECRETS, st.dictionaries(st.integers(0, 4), SECRETS))
def test_a_deck_is_one_of_each_tile_whoever_gave_in_whatever_order(
    lodge: bytes, seats: dict[int, bytes]
) -> None:
    deck = shuffled(full_set(9), lodge, seats)
    assert sorted(deck) == list(full_set(9))
    assert shuffled(full_set(9)[::-1], lodge, dict(reversed(seats.items()))) == deck


def test_every_secret_changes_the_deck() -> None:
    given = [HONEST.secrets, HONEST.secrets[:1], HONEST.secrets[:2]]
    decks = {FairDeal("t", 3, secrets=secrets).deck(full_set(6)) for secrets in given}
    assert len(decks) == 3


def test_in_100_000_shuffles_every_tile_is_everywhere_as_often() -> None:
    """Chi-square of position × tile; 729 degrees of freedom, one chance in a million above 926."""
    shuffles, tiles = 100_000, full_set(6)
    counts = Counter[tuple[int, object]]()
    for number in range(shuffles):
        counts.update(enumerate(shuffled(tiles, number.to_bytes(32, "big"), {})))
    expected = shuffles / len(tiles)
    places = ((at, tile) for at in range(len(tiles)) for tile in tiles)
    chi_square = sum((counts[place] - expected) ** 2 / expected for place in places)
    assert 558 < chi_square < 926


def test_an_honest_deal_has_nothing_broken() -> None:
    assert HONEST.broken_by is None


@pytest.mark.parametrize(
    ("who", "tamper"),
    [
        *product(["lodge", "0", "2"], ["secret", "commitment"]),
        *product(["0", "2"], ["no secret", "no commitment"]),
    ],
)
def test_whatever_is_tampered_with_is_caught_and_named(who: str, tamper: str) -> None:
    promised = {one.who: one.digest for one in HONEST.commitments}
    given = {one.who: one.text for one in HONEST.secrets}
    match tamper:
        case "secret":
            given[who] = "f" + given[who][1:]
        case "commitment":
            promised[who] = "0" * 64
        case "no secret":
            del given[who]
        case "no commitment":
            del promised[who]
    tampered = FairDeal(
        "t",
        3,
        tuple(map(Commitment, *zip(*promised.items()))),
        tuple(map(Secret, *zip(*given.items()))),
    )
    assert tampered.broken_by == who


@pytest.mark.parametrize(("table", "round"), [("u", 3), ("t", 4)])
def test_a_promise_holds_for_one_round_at_one_table(table: str, round: int) -> None:
    assert FairDeal(table, round, HONEST.commitments, HONEST.secrets).broken_by == LODGE


def test_before_the_round_is_over_no_secret_is_there() -> None:
    assert HONEST.hidden == FairDeal("t", 3, HONEST.commitments)


def test_a_secret_shows_in_no_repr() -> None:
    assert ELEVENS.hex() not in repr(HONEST)


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "g" * 64, "0" * 64 + "\n"])
def test_what_is_not_32_bytes_in_hex_is_refused_and_not_told(text: str) -> None:
    with pytest.raises(ValueError, match=f"of 32 bytes in hex, got {len(text)} letters"):
        Secret(LODGE, text)
    with pytest.raises(ValueError, match=f"of 32 bytes in hex, got {len(text)} letters"):
        Commitment(LODGE, text)


def test_without_the_lodges_secret_there_is_no_deck() -> None:
    with pytest.raises(ValueError, match="expected a secret of the lodge, got none"):
        FairDeal("t", 3, HONEST.commitments).deck(full_set(6))


@pytest.mark.parametrize(
    "setup", [Setup(Variant.DRAW, 5, 100), Setup(Variant.BLOCK, 2, None)], ids=str
)
def test_in_ten_thousand_deals_nobody_opens_or_can_match_oftener_and_no_tile_has_its_place(
    setup: Setup,
) -> None:
    deals, seats, whole = 10_000, setup.seats, setup.rules.tiles
    opens, matches = [0] * seats, [0] * seats
    held = [Counter[Tile]() for _ in range(seats)]
    for number in range(deals):
        deck = shuffled(whole, number.to_bytes(32, "big"), {0: ELEVENS})
        round = deal(setup.rules, seats, deck)
        opens[round.turn - 1] += 1
        for seat, hand in enumerate(round.hands):
            matches[seat] += any(round.line.fits(tile) for tile in hand)
            held[seat].update(deck[HAND * seat : HAND * (seat + 1)])
    assert within_chance(opens, deals, 1 / seats)
    assert within_chance(matches, deals, sum(matches) / deals / seats)
    for hands in held:
        assert within_chance([hands[tile] for tile in whole], deals, HAND / len(whole))


def within_chance(counts: list[int], tries: int, share: float) -> bool:
    """Whether each count is less than five standard deviations from its share of the tries."""
    most = 5 * (tries * share * (1 - share)) ** 0.5
    return all(abs(count - tries * share) < most for count in counts)


@pytest.mark.parametrize(
    "givers", ["0", "0 lodge", "lodge 01", "lodge 1 0", "lodge 1 1", "lodge lodge", "lodge x"]
)
def test_a_giver_by_another_name_or_out_of_order_is_refused(givers: str) -> None:
    with pytest.raises(ValueError, match="expected lodge, then seats ascending"):
        FairDeal("t", 3, tuple(Commitment(who, "0" * 64) for who in givers.split()))
    with pytest.raises(ValueError, match="expected lodge, then seats ascending"):
        FairDeal("t", 3, secrets=tuple(Secret(who, "0" * 64) for who in givers.split()))
