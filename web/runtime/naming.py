"""Names that tell the content: `style.css` becomes `style-1f2e3d4c5b.css`, wherever it is named.

It knows files by their path in the site and their bytes, and refuses to know what they are for.
"""

import hashlib
import posixpath
import re
from collections.abc import Iterable, Mapping

from web.runtime.npm import BuildError

SPEAKS = (".html", ".css", ".js", ".mjs", ".webmanifest")  # the files that name other files
FIXED = (".html", "/sw.js", ".webmanifest")  # the files whose names people and browsers rely on
_NAMED = re.compile(r"""(?<=["'(])(?:\.{1,2}/)*[\w@.-]+(?:/[\w@.-]+)*\.\w+(?=["')?#])""")
_FETCHED = re.compile(r"""(?:\b(?:src|href)=["']|\burl\(["']?)([^"'#?)\s:]+)(?=["'#?)\s])""")


def fingerprint(content: bytes) -> str:
    """Ten characters that change when the content does."""
    return hashlib.sha256(content).hexdigest()[:10]


def is_fixed(path: str) -> bool:
    """Whether a file keeps its name whatever it contains."""
    return f"/{path}".endswith(FIXED)


class Names:
    """Gives each file its final name, and writes that name into the files that mention it."""

    def __init__(self, files: Mapping[str, bytes], kept: Iterable[str] = ()) -> None:
        """What lies in the folders `kept` stays as published; the folder's name tells it all."""
        self._files = files
        self._folders = {folder: _folder_name(files, folder) for folder in kept}
        self._done: dict[str, tuple[str, bytes]] = {}
        self._open: list[str] = []

    def named(self) -> dict[str, bytes]:
        """The whole site under its final names."""
        return dict(self._name(path) for path in self._files)

    def _name(self, path: str) -> tuple[str, bytes]:
        if path not in self._done:
            self._done[path] = self._name_once(path)
        return self._done[path]

    def _name_once(self, path: str) -> tuple[str, bytes]:
        content = self._files[path]
        for folder, final in self._folders.items():
            if path.startswith(f"{folder}/"):
                return final + path.removeprefix(folder), content
        if path.endswith(SPEAKS):
            content = self._rewritten(path, content.decode()).encode()
        if is_fixed(path):
            return path, content
        stem, end = posixpath.splitext(path)
        return f"{stem}-{fingerprint(content)}{end}", content

    def _rewritten(self, path: str, text: str) -> str:
        if path in self._open:
            raise BuildError(f"{' names '.join([*self._open, path])}: no name can be first")
        self._open.append(path)
        folder = posixpath.dirname(path)
        for match in _FETCHED.finditer(text):
            self._expect(path, folder, match[1])
        text = _NAMED.sub(lambda match: self._final(path, folder, match[0]), text)
        self._open.pop()
        return text

    def _final(self, path: str, folder: str, mentioned: str) -> str:
        target = posixpath.normpath(posixpath.join(folder, mentioned))
        if target not in self._files or target == path or is_fixed(target):
            return mentioned
        final = posixpath.relpath(self._name(target)[0], folder or ".")
        return f"./{final}" if mentioned.startswith("./") else final

    def _expect(self, path: str, folder: str, mentioned: str) -> None:
        target = posixpath.normpath(posixpath.join(folder, mentioned))
        if target != "." and target not in self._files:
            raise BuildError(f"{path} names {mentioned}, but the site has no {target}")


def _folder_name(files: Mapping[str, bytes], folder: str) -> str:
    inside = sorted(path for path in files if path.startswith(f"{folder}/"))
    return f"{folder}-{fingerprint(b''.join(path.encode() + files[path] for path in inside))}"
