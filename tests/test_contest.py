import json
from argparse import ArgumentParser, Namespace

import pytest

from engine.contest import add_arguments, run


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
