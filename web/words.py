"""What the page says before any Python is there, taken from the lodge's texts when it is built.

It knows which words those are, and not where they stand.
"""

import json
import re
import runpy
from pathlib import Path
from typing import Any

WEB = Path(__file__).parent
TEXTS = WEB / "py" / "ui" / "texts"
LANGUAGES = {"en": "english", "de": "german"}
"""The code of each language and its file; the page itself is written in the first."""
MARK = re.compile(r'\bdata-words(?:-\w+)?="([^"]+)"')


def sentences(code: str) -> dict[str, str]:
    """All of a language's, by key."""
    name = LANGUAGES[code]
    found: dict[str, str] = runpy.run_path(str(TEXTS / f"{name}.py"))[name.upper()]
    return found


def worded() -> dict[str, bytes]:
    """The script that puts the page into words, and the manifest of each other language."""
    files = {"words.js": _script().encode()}
    for code in LANGUAGES:
        if code != "en":
            files[sentences(code)["page.manifest"]] = _manifest(code).encode()
    return files


def _script() -> str:
    keys = sorted(set(MARK.findall((WEB / "index.html").read_text())))
    words = {code: {key: sentences(code)[key] for key in keys} for code in LANGUAGES}
    told = json.dumps(words, ensure_ascii=False)
    return (WEB / "words.js").read_text().replace('{ "%WORDS%": {} }', told)


def _manifest(code: str) -> str:
    """The page's own, each sentence of ours in another language."""
    own = json.loads((WEB / "manifest.webmanifest").read_text())
    theirs = {sentence: sentences(code)[key] for key, sentence in sentences("en").items()}
    return json.dumps(_said(own, theirs) | {"lang": code}, ensure_ascii=False, indent=2)


def _said(plain: Any, theirs: dict[str, str]) -> Any:
    if isinstance(plain, dict):
        return {key: _said(value, theirs) for key, value in plain.items()}
    if isinstance(plain, list):
        return [_said(each, theirs) for each in plain]
    return theirs.get(plain, plain) if isinstance(plain, str) else plain
