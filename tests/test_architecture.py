"""Reads what every file imports and keeps the house's arrows pointing down."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGINE = [
    "tiles", "rules", "line", "actions", "events", "round", "match", "view", "chairs", "codec",
    "shuffle", "deal", "transcript", "replay", "ranked", "messages", "letters", "promises",
    "witness", "seating", "snapshot", "table", "lodge",
]  # fmt: skip
"""Each file imports only from those before it; ai/ comes after all of them."""
ABOVE = ["estimate", "oracle", "arena", "exhibition", "contest", "__main__"]
"""What knows the game and the minds; in this order, after ai/."""
COMMANDS = ("engine/contest.py", "engine/__main__.py")
"""Where the engine meets files, streams and a clock, and nowhere else."""
SEEN = {"actions", "ai", "chairs", "events", "line", "rules", "tiles", "view"}
"""What a regular's mind may know of the engine."""


UNPREDICTABLE = {"random", "time", "datetime", "secrets", "uuid"}
OUTSIDE = {"socket", "ssl", "http", "urllib", "select", "selectors", "subprocess", "threading",
           "os", "io", "pathlib", "importlib", "ctypes", "multiprocessing"}  # fmt: skip
BROWSER = ("js", "pyodide", "pyodide_js", "pyscript", "polyscript")
DOORS = {
    "brain.py": {"js.console", "pyscript"},
    "app/cipher.py": {"js.crypto", "js.JSON", "pyodide.ffi.to_js"},
    "app/links/network.py": {"js.fetch", "js.JSON", "js.WebSocket", "pyodide.ffi.create_proxy"},
    "app/storage.py": {
        "js.indexedDB",
        "js.JSON",
        "js.navigator",
        "pyodide.ffi.create_proxy",
    },
}
"""All that the worker realm takes from the browser. The page belongs to the shell alone."""


def imports(path: Path) -> set[str]:
    """Every module and name that ``path`` imports, wherever: ``engine.tiles.Tile`` too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: expected no relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def takes(path: Path, *modules: str) -> set[str]:
    """What ``path`` imports of these modules, or of what lies inside them."""
    return {
        name for name in imports(path)
        if any(f"{name}.".startswith(f"{module}.") for module in modules)
    }  # fmt: skip


def files(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def each(*folders: str) -> pytest.MarkDecorator:
    paths = [path for path in files(*folders) if "node_modules" not in path.parts]
    return pytest.mark.parametrize("path", paths, ids=lambda path: str(path.relative_to(ROOT)))


def top(name: str) -> str:
    return name.split(".", maxsplit=1)[0]


PAGE = ("web/py/app", "web/py/ui")


@each("engine")
def test_the_engine_stands_on_the_standard_library_alone(path: Path) -> None:
    others = {top(name) for name in imports(path)} - {"engine"}
    assert others <= sys.stdlib_module_names


@each("engine")
def test_an_engine_file_imports_only_from_those_before_it(path: Path) -> None:
    if path.name == "__init__.py":
        assert imports(path) == set()
    elif path.parent.name == "engine":
        order = [*ENGINE, "ai", *ABOVE]
        assert path.stem in order, f"give {path.stem} its place in ENGINE or ABOVE"
        earlier = {f"engine.{name}" for name in order[: order.index(path.stem)]}
        taken = takes(path, "engine")
        # ``from engine import codec`` names a file; anything else names what is in one.
        assert {".".join(name.split(".")[:2]) for name in taken} <= earlier


def test_every_file_in_the_engines_order_is_there() -> None:
    assert {path.stem for path in (ROOT / "engine").glob("*.py")} == {*ENGINE, *ABOVE, "__init__"}


@each("engine/ai")
def test_the_regulars_minds_cannot_reach_a_secret(path: Path) -> None:
    assert {name.split(".")[1] for name in takes(path, "engine")} <= SEEN


@each("engine")
def test_only_the_lodge_waits(path: Path) -> None:
    assert takes(path, "asyncio") == set() or path.name == "lodge.py"


@each("engine")
def test_the_lodge_knows_no_mind(path: Path) -> None:
    minds = path.parent.name == "ai" or path.stem in ABOVE
    assert minds or takes(path, "engine.ai") == set()


@each("engine", *PAGE)
def test_chance_and_time_arrive_as_arguments(path: Path) -> None:
    allowed = {"random.Random", "random.SystemRandom"}
    if path.relative_to(ROOT).as_posix() in COMMANDS:
        allowed.add("time.perf_counter")
    assert takes(path, *UNPREDICTABLE) <= allowed


@each("engine", *PAGE)
def test_neither_engine_nor_interface_touches_the_world_outside(path: Path) -> None:
    if path.relative_to(ROOT).as_posix() in COMMANDS:
        return
    assert takes(path, *OUTSIDE) == set()
    called = {node.id for node in ast.walk(ast.parse(path.read_text("utf-8")))
              if isinstance(node, ast.Name)}  # fmt: skip
    assert not called & {"open", "eval", "exec", "__import__", "print", "input"}


@each("engine", *PAGE)
def test_only_the_ui_imports_the_ui(path: Path) -> None:
    assert takes(path, "ui") == set() or "ui" in path.relative_to(ROOT).parts


@each("engine")
def test_the_engine_imports_nothing_above_it(path: Path) -> None:
    assert takes(path, "app", "ui", "web", "relay", "tests", "shell", "brain") == set()


@each(*PAGE)
def test_the_interface_stands_on_the_engine_and_the_standard_library(path: Path) -> None:
    others = {top(name) for name in imports(path) - takes(path, *BROWSER)} - {"app", "ui", "engine"}
    borrowed = {"segno"} if path.name == "invite.py" else set()
    assert others - borrowed <= sys.stdlib_module_names


@each(*PAGE)
def test_the_interface_sees_views_only(path: Path) -> None:
    if "links" not in path.parts:
        secret = [f"engine.{name}" for name in ("round", "match", "table", "lodge")]
        assert takes(path, *secret) == set()


@each("web/py")
def test_only_the_shell_touches_the_page(path: Path) -> None:
    name = path.relative_to(ROOT / "web/py").as_posix()
    if name != "shell.py":
        assert takes(path, *BROWSER) <= DOORS.get(name, set())


@each("web/py")
def test_the_two_realms_share_no_code_but_the_order_of_a_deck(path: Path) -> None:
    shared = {"engine.shuffle.shuffled_places"} if path.name == "shell.py" else set()
    taken = {top(name) for name in imports(path) - shared}
    ours = {"shell", "brain", "app", "ui", "engine"}
    above = {"shell.py": ours, "brain.py": {"shell"}}.get(path.name, {"shell", "brain"})
    assert not taken & above


@each("web")
def test_the_page_never_imports_the_relay(path: Path) -> None:
    assert takes(path, "relay") == set()


@each("relay")
def test_the_relay_never_imports_the_page_and_knows_the_rules_only_to_judge(path: Path) -> None:
    assert takes(path, "web", "app", "ui", "shell", "brain") == set()
    assert takes(path, "engine") == set() or path.stem in {"referee", "duel", "desk", "audit"}


@each("relay")
def test_a_room_of_the_relay_meets_no_clock_no_chance_and_no_socket(path: Path) -> None:
    still = {"envelope", "limits", "backlog", "members", "room", "rooms"}
    if path.stem in still | {"meeting", "queue", "rating"}:
        assert takes(path, *UNPREDICTABLE, *OUTSIDE, "asyncio", "starlette", "uvicorn") == set()


@pytest.mark.parametrize("path", sorted((ROOT / "web" / "css").glob("*.css")), ids=lambda p: p.name)
def test_no_rule_of_style_asks_the_whole_page_what_it_has_within(path: Path) -> None:
    assert not re.search(r"(:root|\bhtml|\bbody)[^\s{},]*:has\(", path.read_text("utf-8"))


def test_a_class_belongs_to_one_style_sheet_of_the_page() -> None:
    """They are one in the built page, where a second one would change the first one's things.

    Not asked are those that speak of all: what each colour, control and motion is.
    """
    of_all = {"tokens", "parts", "motion"}
    told = re.findall(r'href="css/([\w-]+)\.css"', (ROOT / "web" / "index.html").read_text("utf-8"))
    owners: dict[str, set[str]] = {}
    for sheet in set(told) - of_all:
        text = (ROOT / "web" / "css" / f"{sheet}.css").read_text("utf-8")
        bare = re.sub(r"/\*.*?\*/|\([^()]*\)", "", text, flags=re.DOTALL)
        for rule in re.findall(r"([^{}]+){", bare):
            for name in re.findall(r"(?:^|,)\s*\.([\w-]+)\s*(?=,|$)", rule):
                owners.setdefault(name, set()).add(sheet)
    assert len(owners) > 50
    assert {name: sheets for name, sheets in owners.items() if len(sheets) > 1} == {}


def test_imports_are_read_wherever_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    path.write_text("import a.b as c\ndef f():\n    from d.e import g, h\n", "utf-8")
    assert imports(path) == {"a.b", "d.e.g", "d.e.h"}
    assert takes(path, "d", "a.bc") == {"d.e.g", "d.e.h"}
