"""The app's modules out of one file that is read at once; knows none of them by name.

Runs inside Pyodide before the app: `open_bundle` takes the place of a zip archive, which would be
listed and searched entry by entry.
"""

import importlib
import marshal
import random
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType

Codes = dict[str, tuple[bool, CodeType]]
"""By a module's name, whether it is a package, and its code."""


class Bundle(MetaPathFinder, Loader):
    """Finds a module in the bundle before anybody looks into a folder for it."""

    def __init__(self, codes: Codes) -> None:
        self._codes = codes

    def __iter__(self) -> Iterator[str]:
        return iter(self._codes)

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 (the import system gives it)
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        if fullname not in self._codes:
            return None
        return ModuleSpec(fullname, self, is_package=self._codes[fullname][0])

    def exec_module(self, module: ModuleType) -> None:
        exec(self._codes[module.__name__][1], module.__dict__)


def import_all() -> None:
    """Import every module that wants no page around it, as PyScript's own do."""
    for bundle in sys.meta_path:
        if isinstance(bundle, Bundle):
            for name in bundle:
                if not name.startswith("pyscript"):
                    importlib.import_module(name)


def start_anew() -> None:
    """In a memory from which others start as well: what a library draws is not to be theirs too."""
    random.seed()


def open_bundle(content: bytes) -> None:
    """Let modules be imported from the bundle."""
    codes, prepared = marshal.loads(content)  # noqa: S302 (the build's own)
    sys.modules["sitecustomize"].know(prepared)
    sys.meta_path.insert(0, Bundle(codes))
