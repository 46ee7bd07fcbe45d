"""Turns Python sources into one archive of bytecode; runs inside Pyodide, for Pyodide alone.

`WORDS` are `library` or `app`. It knows neither what the app is nor what the page does with it.
"""

import importlib
import json
import py_compile
import runpy
import sys
import zipfile
from pathlib import Path, PurePosixPath

STAGE = Path("/stage")
LIBRARY = Path(f"/lib/python{sys.version_info[0]}{sys.version_info[1]}.zip")
BIRTH = (1980, 1, 1, 0, 0, 0)  # one time for every file, so that equal sources make equal archives


async def library() -> None:
    """Archive the part of the standard library that the imports in roots.json come to need."""
    for name in json.loads((STAGE / "roots.json").read_text()):
        importlib.import_module(name)
    rehearsal = runpy.run_path(str(STAGE / "rehearsal.py"))
    await rehearsal["rehearse"]()
    specs = [getattr(module, "__spec__", None) for module in list(sys.modules.values())]
    origins = {spec.origin or "" for spec in specs if spec}
    inside = f"{LIBRARY}/"
    names = sorted(o.removeprefix(inside) for o in origins if o.startswith(inside))
    unpacked = Path("/tmp/library")
    with zipfile.ZipFile(LIBRARY) as whole:
        whole.extractall(unpacked, names)
    archive(unpacked, names, STAGE / "library.zip")


def app() -> None:
    """Archive all that lies under sources/."""
    sources = STAGE / "sources"
    names = sorted(str(path.relative_to(sources)) for path in sources.rglob("*.py"))
    archive(sources, names, STAGE / "app.zip")


def archive(folder: Path, names: list[str], target: Path) -> None:
    """Compile each file and store it, not deflated: what serves the page packs it better."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as packed:
        for name in names:
            entry = zipfile.ZipInfo(str(PurePosixPath(name).with_suffix(".pyc")), BIRTH)
            packed.writestr(entry, _bytecode(folder / name, name))


def _bytecode(source: Path, name: str) -> bytes:
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    written = py_compile.compile(
        str(source), "/tmp/one.pyc", dfile=name, doraise=True, optimize=2, invalidation_mode=mode
    )
    return Path(str(written)).read_bytes()


if WORDS == ["library"]:  # noqa: F821  (inside.mjs sets it)
    await library()  # noqa: F704  (Pyodide lets a program await)
else:
    app()
