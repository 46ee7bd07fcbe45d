"""The two files that the brain runs from: Python's library, trimmed, and the app.

Both are bytecode made by the page's own Pyodide, and are made again only when what goes into
them changes. This file does not know how they reach the browser.
"""

import ast
import hashlib
import importlib.util
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from web.runtime.cache import kept
from web.runtime.npm import PACKAGES, RUNTIME, BuildError, run_in_pyodide

ROOT = RUNTIME.parent.parent
STOCK_LIBRARY = PACKAGES / "pyodide" / "python_stdlib.zip"
COMPILER = RUNTIME / "bytecode.py"
PYSCRIPT = PACKAGES / "@pyscript" / "core" / "src" / "stdlib" / "pyscript"
COMMAND_LINE_ONLY = tuple(
    f"engine/{name}.py"
    for name in ("estimate", "oracle", "arena", "exhibition", "contest", "__main__")
)
BORROWED = {"segno": ("consts.py", "encoder.py")}
"""What the app takes of other people's packages: these files, and not the rest."""
ALWAYS = {"asyncio", "traceback", "zipimport"}  # what Pyodide leans on when something fails


def app_sources() -> dict[str, Path]:
    """Every file of the app by its name in the archive: `engine`, `app`, `ui`, what is borrowed."""
    rooms = [(ROOT, "engine"), (ROOT / "web" / "py", "app"), (ROOT / "web" / "py", "ui")]
    found = {
        path.relative_to(above).as_posix(): path
        for above, room in rooms
        for path in sorted((above / room).rglob("*.py"))
    }
    own = {name: path for name, path in found.items() if name not in COMMAND_LINE_ONLY}
    return own | {
        f"{package}/{name}": _home_of(package) / name
        for package, names in BORROWED.items()
        for name in names
    }


def _home_of(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise BuildError(f"{package} is not here; install what pyproject.toml names")
    return Path(spec.origin).parent


def library_archive() -> bytes:
    """The trimmed standard library as bytecode."""
    roots = json.dumps(sorted(_roots()))
    carried = [RUNTIME / name for name in ("rehearsal.py", "bundle.py", "prepared.py")]
    inputs = [path.read_bytes() for path in (COMPILER, STOCK_LIBRARY, *carried)]

    def make(stage: Path) -> None:
        (stage / "roots.json").write_text(roots)
        for path in carried:
            shutil.copy(path, stage)
        run_in_pyodide(COMPILER.name, stage, "library")
        run_in_pyodide(COMPILER.name, stage, "boot", library=stage / "library.zip")
        with zipfile.ZipFile(stage / "library.zip", "a") as archive:
            entry = zipfile.ZipInfo("prepared.marshal", (1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, (stage / "prepared.marshal").read_bytes())

    return _made_once("library.zip", make, roots.encode(), *inputs)


def app_bundle() -> bytes:
    """The app as bytecode, and PyScript's own Python with it: else each start compiles that."""
    sources = app_sources() | {f"pyscript/{path.name}": path for path in PYSCRIPT.glob("*.py")}
    library = library_archive()

    def make(stage: Path) -> None:
        for name, path in sources.items():
            target = stage / "sources" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
        (stage / "library.zip").write_bytes(library)
        run_in_pyodide(COMPILER.name, stage, "app", library=stage / "library.zip")

    parts = (part for n, p in sources.items() for part in (n.encode(), p.read_bytes()))
    return _made_once("app.marshal", make, library, COMPILER.read_bytes(), *parts)


def _made_once(name: str, make: Callable[[Path], None], *inputs: bytes) -> bytes:
    """What `make` leaves under this name in a folder that it is given, made anew or kept."""
    key = hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in inputs)).hexdigest()

    def made() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            make(Path(folder))
            return Path(folder, name).read_bytes()

    kind, end = name.split(".")
    return kept(f"{kind}-{key[:16]}.{end}", made)


def _roots() -> set[str]:
    """The standard library's modules that the app, the brain and PyScript import by name."""
    with zipfile.ZipFile(STOCK_LIBRARY) as whole:
        offered = {_module(name) for name in whole.namelist() if name.endswith(".py")}
    own = [RUNTIME.parent / "py" / "brain.py", RUNTIME / "bundle.py", RUNTIME / "prepared.py"]
    sources = [*app_sources().values(), *own, *PYSCRIPT.glob("*.py")]
    named = {module for source in sources for module in _imports(source)}
    return (named & offered) | ALWAYS


def _imports(source: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _module(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
