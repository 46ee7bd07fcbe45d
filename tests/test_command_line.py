import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.__main__ import main
from engine.chairs import Level
from engine.exhibition import play_match
from engine.rules import Setup, Variant
from engine.transcript import read, write
from web.runtime.npm import run_in_pyodide

ROOT = Path(__file__).parents[1]
CASES = (ROOT / "tests" / "transcripts" / "cases.jsonl").read_text("utf-8").splitlines()
WHOLE = write(play_match(Setup(Variant.BLOCK, 2, 50), [Level.EASY] * 2, 1))
SEVEN = (
    *("play", "--variant", "draw", "--seats", "3", "--levels", "steady,easy,steady"),
    *("--target", "100", "--seed", "7"),
)


def engine(*words: str, given: bytes = b"", stdout: int = subprocess.PIPE) -> tuple[int, str, str]:
    """Exit status, output and complaint of ``python -m engine``."""
    done = subprocess.run(
        [sys.executable, "-m", "engine", *words],
        cwd=ROOT,
        input=given,
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
    )
    return done.returncode, (done.stdout or b"").decode(), done.stderr.decode()


@pytest.fixture
def whole(tmp_path: Path) -> str:
    path = tmp_path / "match.json"
    path.write_text(WHOLE, "utf-8")
    return str(path)


def test_a_file_is_replayed(whole: str) -> None:
    status, printed, complaint = engine("replay", whole)
    assert (status, complaint) == (0, "")
    assert printed.count("\n") == 1
    assert json.loads(printed)["ok"] is True


@pytest.mark.parametrize("words", [["replay", "-"], ["replay"]])
def test_standard_input_is_replayed(words: list[str], whole: str) -> None:
    assert engine(*words, given=WHOLE.encode()) == engine("replay", whole)


def test_a_file_may_begin_with_a_byte_order_mark(whole: str) -> None:
    assert engine("replay", "-", given=b"\xef\xbb\xbf" + WHOLE.encode()) == engine("replay", whole)


def test_an_illegal_action_is_told_with_status_1() -> None:
    wrong = next(case for line in CASES if not (case := json.loads(line))["expected"]["ok"])
    status, printed, complaint = engine("replay", given=json.dumps(wrong["transcript"]).encode())
    assert (status, complaint) == (1, "")
    assert {**wrong["expected"], "message": json.loads(printed)["message"]} == json.loads(printed)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"", "line 1, column 1: expected JSON, got the end\n"),
        (b"\xff\xfe{}", "expected UTF-8, got the byte 0xff\n"),
        (b"[" * 10_000_000, "expected at most 32 levels, got more\n"),
        (b'"' * 10_000_000, "expected JSON"),
        (WHOLE.encode() * 400, "expected JSON"),
        (WHOLE[:-1].encode(), "expected JSON, got the end\n"),
        (WHOLE.replace("block", "chess").encode(), "variant: expected one of draw, block"),
        (b'{"format": "lantern-lodge/1", "\xc3\xa9": 1}', "got '\\xe9'\n"),
    ],
    ids=["nothing", "UTF-16", "deep", "quotes", "long", "cut", "no game", "a strange key"],
)
def test_what_is_no_transcript_is_one_line_of_complaint_with_status_2(
    given: bytes, said: str
) -> None:
    status, printed, complaint = engine("replay", given=given)
    assert (status, printed) == (2, "")
    assert said in complaint
    assert complaint.count("\n") == 1
    assert "Traceback" not in complaint


@pytest.mark.parametrize("file", ["nowhere.json", "."])
def test_a_file_that_cannot_be_read_is_named(file: str) -> None:
    status, printed, complaint = engine("replay", file)
    assert (status, printed) == (2, "")
    assert f"'{file}'" in complaint
    assert complaint.count("\n") == 1


def test_a_result_comes_out_for_each_line() -> None:
    cases = [json.loads(line) for line in CASES[:20]]
    assert {case["expected"]["ok"] for case in cases} == {True, False}
    lines = [json.dumps(case["transcript"]) for case in cases]
    status, printed, complaint = engine("replay", "--lines", given="\n".join(lines).encode())
    assert (status, complaint) == (1, "")
    results = [json.loads(line) for line in printed.splitlines()]
    for result in results:
        result.pop("message", None)
    assert results == [case["expected"] for case in cases]


def test_a_line_that_is_no_transcript_leaves_the_others_in_their_places() -> None:
    lines = [WHOLE, "nonsense", "", WHOLE]
    status, printed, complaint = engine("replay", "--lines", "-", given="\n".join(lines).encode())
    assert status == 2
    results = [json.loads(line) for line in printed.splitlines()]
    assert [result["ok"] for result in results] == [True, False, False, True]
    assert [result.get("code") for result in results[1:3]] == ["unreadable"] * 2
    assert complaint.splitlines() == [
        "line 2: line 1, column 1: expected JSON, got 'nonsense\\n'",
        "line 3: line 2, column 1: expected JSON, got the end",
    ]


def test_the_same_seed_prints_the_same_match() -> None:
    status, printed, complaint = engine(*SEVEN)
    assert (status, complaint) == (0, "")
    transcript = read(printed)
    assert transcript.setup == Setup(Variant.DRAW, 3, 100)
    assert transcript == play_match(transcript.setup, [Level.STEADY, Level.EASY, Level.STEADY], 7)
    assert engine("replay", given=printed.encode())[0] == 0


def test_the_same_seed_and_the_worked_cases_print_the_same_in_pyodide(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "engine", tmp_path / "engine")
    lines = [json.dumps(json.loads(line)["transcript"]) for line in CASES]
    (tmp_path / "lines").write_text("\n".join(lines), "utf-8")
    program = tmp_path / "program.py"
    program.write_text(
        "import sys; sys.path.insert(0, '/stage')\n"
        "from engine.__main__ import main\n"
        "main(WORDS), main(['replay', '--lines', '/stage/lines'])\n"
    )
    results = engine("replay", "--lines", given="\n".join(lines).encode())[1]
    assert run_in_pyodide(str(program), tmp_path, *SEVEN) == engine(*SEVEN)[1] + results


def test_without_a_seed_every_match_is_another() -> None:
    assert engine("play")[1] != engine("play")[1]


@pytest.mark.parametrize(
    ("words", "setup"),
    [
        ("", Setup(Variant.DRAW, 2, 100)),
        ("--variant block", Setup(Variant.BLOCK, 2, None)),
        ("--variant block --target none", Setup(Variant.BLOCK, 2, None)),
        ("--variant block --target 50", Setup(Variant.BLOCK, 2, 50)),
        ("--seats 5 --level steady", Setup(Variant.DRAW, 5, 100)),
    ],
)
def test_what_is_not_said_is_the_games_first_choice(words: str, setup: Setup) -> None:
    assert read(engine("play", *words.split())[1]).setup == setup


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "the following arguments are required"),
        ("dance", "invalid choice: 'dance'"),
        ("play --seats 6", "expected 2 to 5 seats for draw, got 6\n"),
        ("play --seats two", "invalid int value: 'two'"),
        ("play --target 30", "expected a target out of [100, 150, 200] for draw, got 30\n"),
        ("play --target none", "expected a target out of [100, 150, 200] for draw, got None\n"),
        ("play --levels easy,wild", "got 'easy,wild'"),
        ("play --levels easy,easy,easy", "expected at most 2 levels, got 3\n"),
        ("play --variant chess", "invalid"),
    ],
)
def test_what_cannot_be_asked_for_is_refused_with_status_2(words: str, said: str) -> None:
    status, printed, complaint = engine(*words.split())
    assert (status, printed) == (2, "")
    assert said in complaint
    assert "Traceback" not in complaint


def test_a_reader_who_has_enough_is_no_fault() -> None:
    lines = "\n".join([WHOLE] * 2000).encode()
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "replay", "--lines"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as reading:
        assert reading.stdin is not None
        assert reading.stdout is not None
        assert reading.stderr is not None
        reading.stdin.write(lines[: len(WHOLE) + 1])
        reading.stdin.flush()
        reading.stdout.close()
        _, complaint = reading.communicate(lines)
    assert (reading.returncode, complaint) == (0, b"")


@pytest.mark.parametrize("words", ["replay", "replay --lines", "replay nowhere", "play --seats 9"])
def test_where_nobody_hears_a_complaint_the_status_tells_it(words: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "engine", *words.split()],
        cwd=ROOT,
        input=b"nonsense",
        stdout=subprocess.PIPE,
        stderr=writer,
        check=False,
    )
    os.close(writer)
    assert done.returncode == 2


def test_help_can_be_printed_on_any_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "play", "--help"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_output_that_takes_nothing_is_one_line_of_complaint(whole: str) -> None:
    with Path(whole).open("rb") as only_read:
        status, _, complaint = engine("replay", whole, stdout=only_read.fileno())
    assert status == 2
    assert complaint == "[Errno 9] Bad file descriptor\n"


@given(st.binary(max_size=200) | st.tuples(st.integers(0, len(WHOLE)), st.binary(max_size=9)).map(
    lambda cut: WHOLE[: cut[0]].encode() + cut[1] + WHOLE[cut[0] :].encode()
))  # fmt: skip
def test_whatever_the_bytes_there_is_a_status_and_no_traceback(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "bytes"
    file.write_bytes(raw)
    assert main(["replay", str(file)]) in (0, 1, 2)
    assert main(["replay", "--lines", str(file)]) in (0, 1, 2)
