"""What the page says before any Python is there, taken from the lodge's texts when it is built.

It knows which words those are, and not where they stand.
"""

import json
import re
from pathlib import Path
from typing import Any

from app.language import Language
from ui.texts import TEXTS

WEB = Path(__file__).parent
MARK = re.compile(r'\bdata-words(?:-\w+)?="([^"]+)"')


def worded() -> dict[str, bytes]:
    """The script that puts the page into words, and the manifest of each other language."""
    files = {"words.js": _script().encode()}
    for language in Language:
        if language is not Language.ENGLISH:
            files[TEXTS[language]["page.manifest"]] = _manifest(language).encode()
    return files


def _script() -> str:
    keys = sorted(set(MARK.findall((WEB / "index.html").read_text())))
    words = {language: {key: TEXTS[language][key] for key in keys} for language in Language}
    told = json.dumps(words, ensure_ascii=False)
    return (WEB / "words.js").read_text().replace('{ "%WORDS%": {} }', told)


def _manifest(language: Language) -> str:
    """The page's own, each sentence of ours in another language."""
    own = json.loads((WEB / "manifest.webmanifest").read_text())
    theirs = {said: TEXTS[language][key] for key, said in TEXTS[Language.ENGLISH].items()}
    return json.dumps(_said(own, theirs) | {"lang": language}, ensure_ascii=False, indent=2)


def _said(plain: Any, theirs: dict[str, str]) -> Any:
    if isinstance(plain, dict):
        return {key: _said(value, theirs) for key, value in plain.items()}
    if isinstance(plain, list):
        return [_said(each, theirs) for each in plain]
    return theirs.get(plain, plain) if isinstance(plain, str) else plain
