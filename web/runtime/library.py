"""The two archives that the brain runs from: Python's library, trimmed, and the app.

Both are bytecode made by the page's own Pyodide, and are made again only when what goes into
them changes. This file does not know how they reach the browser.
"""

import ast
import hashlib
import importlib.util
import io
import json
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from web.runtime.cache import kept
from web.runtime.npm import PACKAGES, RUNTIME, BuildError, run_in_pyodide

ROOT = RUNTIME.parent.parent
STOCK_LIBRARY = PACKAGES / "pyodide" / "python_stdlib.zip"
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
    programs = [RUNTIME / "bytecode.py", RUNTIME / "rehearsal.py", STOCK_LIBRARY]
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder)
        (stage / "roots.json").write_text(roots)
        shutil.copy(RUNTIME / "rehearsal.py", stage)
        return _made_once("library", stage, roots.encode(), *(p.read_bytes() for p in programs))


def app_archive() -> bytes:
    """The app as bytecode, and PyScript's own Python with it: else each start compiles that."""
    sources = app_sources() | {f"pyscript/{path.name}": path for path in PYSCRIPT.glob("*.py")}
    program = (RUNTIME / "bytecode.py").read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        for name, path in sources.items():
            target = Path(folder, "sources", name)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
        parts = (part for n, p in sources.items() for part in (n.encode(), p.read_bytes()))
        return _made_once("app", Path(folder), STOCK_LIBRARY.read_bytes(), program, *parts)


def app_source_archive() -> bytes:
    """The app as plain sources, for the stock page of the bench."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name, path in app_sources().items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), path.read_bytes())
    return packed.getvalue()


def _made_once(kind: str, stage: Path, *inputs: bytes) -> bytes:
    key = hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in inputs)).hexdigest()

    def make() -> bytes:
        run_in_pyodide("bytecode.py", stage, kind)
        return (stage / f"{kind}.zip").read_bytes()

    return kept(f"{kind}-{key[:16]}.zip", make)


def _roots() -> set[str]:
    """The standard library's modules that the app, the brain and PyScript import by name."""
    with zipfile.ZipFile(STOCK_LIBRARY) as whole:
        offered = {_module(name) for name in whole.namelist() if name.endswith(".py")}
    sources = [*app_sources().values(), RUNTIME.parent / "py" / "brain.py", *PYSCRIPT.glob("*.py")]
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
