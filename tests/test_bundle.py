"""The app's modules out of one file: found before a folder is searched, imported all at once."""

import random
import sys
from collections.abc import Iterator

import pytest

from web.runtime.bundle import Bundle, import_all, start_anew

CODES = {
    "lantern": (True, compile("oil = 1", "lantern", "exec")),
    "lantern.wick": (False, compile("from lantern import oil; lit = oil > 0", "wick", "exec")),
    "pyscript_page": (False, compile("raise ImportError('no page')", "page", "exec")),
}


@pytest.fixture(autouse=True)
def bundle(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bundle]:
    opened = Bundle(CODES)
    monkeypatch.setattr(sys, "meta_path", [opened, *sys.meta_path])
    yield opened
    for name in CODES:
        sys.modules.pop(name, None)


def test_everything_is_imported_but_what_wants_a_page_around_it() -> None:
    import_all()
    assert sys.modules["lantern"].__path__ == []
    assert sys.modules["lantern.wick"].lit
    assert "pyscript_page" not in sys.modules


def test_two_that_start_from_one_memory_draw_different_numbers() -> None:
    memory = random.getstate()
    drawn = set()
    for _ in range(2):
        random.setstate(memory)
        start_anew()
        drawn.add(random.getrandbits(64))
    assert len(drawn) == 2
