"""The size of the site by part, and what becomes of one that is over its budget."""

import os

import pytest

from web import build
from web.sizes import PARTS, over, sizes, told

SMALL = {"pyodide-1/pyodide.mjs": b"a" * 300, "app-1.marshal": b"b" * 200, "index.html": b"c" * 100}


def test_every_file_counts_in_one_part() -> None:
    found = sizes(SMALL)
    assert {part: round(1000 * size.raw) for part, size in found.items() if size.raw} == {
        "interpreter": 300,
        "app": 200,
        "page": 100,
    }
    assert over(found) == []


def test_what_is_packed_counts_as_it_is_sent() -> None:
    [page] = (size for size in sizes({"index.html": b"c" * 5000}).values() if size.raw)
    assert page.raw == 5
    assert page.wire < 0.1


def test_the_budgets_together_are_less_than_a_first_visit_may_take() -> None:
    assert sum(part.most for part in PARTS.values()) <= 6000


def test_a_site_over_budget_is_built_told_of_and_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = {"library-1.zip": os.urandom(901_000)}
    assert over(sizes(noise)) == ["library"]
    assert "library is 1.0 kB too large" in told(sizes(noise))
    monkeypatch.setattr(build, "build", lambda _: noise)
    monkeypatch.setattr("sys.argv", ["build"])
    assert build.main() == 1
    assert "too large" in capsys.readouterr().out
