import pytest

from engine.chairs import Level
from engine.exhibition import play_match
from engine.replay import replay
from engine.rules import Setup
from engine.transcript import By
from tests.strategies import GAMES

LEVELS = [Level.STEADY, Level.EASY, Level.STEADY, Level.EASY, Level.STEADY]


@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_a_match_is_played_to_its_end_by_the_rules(setup: Setup) -> None:
    transcript = play_match(setup, LEVELS, 7)
    replayed = replay(transcript)
    assert replayed.fault is None
    assert replayed.match.over
    assert {deed.by for kept in transcript.rounds for deed in kept.deeds} == {By.AI}


def test_the_same_seed_plays_the_same_match_and_another_one_another() -> None:
    first = play_match(GAMES[1], LEVELS, 7)
    assert play_match(GAMES[1], LEVELS, 7) == first
    assert play_match(GAMES[1], LEVELS, 8) != first


def test_every_seat_plays_at_its_own_level() -> None:
    alike = play_match(GAMES[1], [Level.STEADY] * 3, 7)
    assert play_match(GAMES[1], LEVELS, 7) != alike
