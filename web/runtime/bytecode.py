"""Turns Python sources into one file of bytecode; runs inside Pyodide, for Pyodide alone.

`WORDS` say which: `library`; or `boot` and then `app`, inside that very library. It knows neither
what the app is nor what the page does with it.
"""

import ast
import importlib
import json
import marshal
import py_compile
import runpy
import shutil
import sys
import zipfile
from pathlib import Path, PurePosixPath
from types import CodeType

STAGE = Path("/stage")
LIBRARY = Path(f"/lib/python{sys.version_info[0]}{sys.version_info[1]}.zip")
OURS = {"bundle.py": "bundle.py", "prepared.py": "sitecustomize.py"}  # and their names in there
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
    names = {o.removeprefix(inside) for o in origins if o.startswith(inside)}
    unpacked = Path("/tmp/library")
    with zipfile.ZipFile(LIBRARY) as whole:
        whole.extractall(unpacked, names)
    for name, inside in OURS.items():
        shutil.copy(STAGE / name, unpacked / inside)
    archive(unpacked, sorted({*names, *OURS.values()}), STAGE / "library.zip")


def boot() -> None:
    """Write down what the library, which runs this, had to work out on its way up."""
    (STAGE / "prepared.marshal").write_bytes(sys.modules["sitecustomize"].remembered())


def app() -> None:
    """Bundle all that lies under sources/, and what is worked out while it is imported."""
    sources = STAGE / "sources"
    codes = {}
    for path in sorted(sources.rglob("*.py")):
        name = path.relative_to(sources)
        parts = name.with_suffix("").parts
        is_package = parts[-1] == "__init__"
        codes[".".join(parts[:-1] if is_package else parts)] = (is_package, _compiled(path, name))
    for above in {module.partition(".")[0] for module in codes} - set(codes):
        codes[above] = (True, compile("", above, "exec"))  # a folder of modules, and no more
    prepared = sys.modules["sitecustomize"]
    prepared.forget()
    sys.path.insert(0, str(sources))
    for module in codes:
        if not module.startswith("pyscript"):  # it wants a page around it
            importlib.import_module(module)
    (STAGE / "app.marshal").write_bytes(marshal.dumps((codes, prepared.remembered())))


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


def _compiled(source: Path, name: Path) -> CodeType:
    read = _Unsaid().visit(ast.parse(source.read_bytes()))
    return compile(read, str(name), "exec", dont_inherit=True, optimize=2)


class _Unsaid(ast.NodeTransformer):
    """Leaves out what functions say of the types of what they take and give: nothing asks for it,
    and it is a tenth of all."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._of_function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._of_function(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def _of_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)


if WORDS == ["library"]:  # noqa: F821  (inside.mjs sets it)
    await library()  # noqa: F704  (Pyodide lets a program await)
elif WORDS == ["boot"]:  # noqa: F821
    boot()
else:
    app()
