import json
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from signal import SIGINT, SIGTERM
from typing import IO

import pytest

from engine.contest import add_arguments, run

ROOT = Path(__file__).parents[1]


def arguments(text: str) -> Namespace:
    parser = ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(text.split())


def test_the_last_line_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    text = "--variant draw --seats 3 --a steady --b doubles --deals 8 --seed 5 --json"
    run(arguments(text))
    said = capsys.readouterr()
    told = json.loads(said.out.splitlines()[-1])
    assert list(told) == [
        "variant", "seats", "a", "b", "deals", "seed",
        "net", "low", "high", "win_share", "ms_p50", "ms_p95",
    ]  # fmt: skip
    asked = ["draw", 3, "steady", "doubles", 8, 5]
    assert [told[key] for key in ("variant", "seats", "a", "b", "deals", "seed")] == asked
    assert told["low"] < told["net"] < told["high"]
    assert 0 < told["win_share"] < 1
    assert 0 < told["ms_p50"] <= told["ms_p95"]
    assert "8 of 8 deals" in said.err


def test_people_get_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    run(arguments("--variant block --a easy --oracle --deals 6"))
    out = capsys.readouterr().out
    assert out.startswith("easy - greedy, block with 2 seats, 6 mirrored deals, seed 1\n")
    assert [line.split("  ")[1] for line in out.splitlines()[1:]] == [
        "net points a round", "rounds won", "ms a choice, p50", "of the oracle's net",
    ]  # fmt: skip


def test_the_oracles_share_is_told_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    run(arguments("--variant block --a steady --deals 12 --oracle --json"))
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert told["b"] == "greedy"
    assert told["share_low"] < told["share"] < told["share_high"]


def test_the_same_seed_tells_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        run(arguments("--variant draw --seats 2 --a easy --b greedy --deals 6 --json"))
    one, other = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    for key in ("net", "low", "high", "win_share"):
        assert one[key] == other[key]


@pytest.mark.parametrize("deals", [-5, 0, 1])
def test_too_few_deals_are_refused_before_any_is_played(
    deals: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match=f"expected two deals at least, got {deals}"):
        run(arguments(f"--deals {deals}"))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("signals", "status"), [([SIGINT], 130), ([SIGINT, SIGINT], 130), ([SIGTERM], 143)], ids=str
)
def test_stopped_it_leaves_at_once_without_a_word_and_nobody_behind(
    signals: list[int], status: int
) -> None:
    """As a terminal does it: what is pressed reaches the whole group."""
    words = ["-m", "engine", "arena", "--a", "sharp", "--seats", "5", "--deals", "5000"]
    with subprocess.Popen(
        [sys.executable, *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as playing:
        assert playing.stderr is not None
        assert b"1 of 5000" in read_until(playing.stderr, b"deals")
        for number in signals:
            os.killpg(playing.pid, number) if number == SIGINT else playing.send_signal(number)
        _, told = playing.communicate(timeout=60)
    assert playing.returncode == status
    assert b"Traceback" not in told
    with pytest.raises(ProcessLookupError):
        os.killpg(playing.pid, 0)


def read_until(stream: IO[bytes], word: bytes) -> bytes:
    read = b""
    while word not in read:
        letter = stream.read(1)
        assert letter, read
        read += letter
    return read
