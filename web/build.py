"""Assembles the page into a folder of static files that any web server can serve.

    python -m web.build [--out DIR]

Names tell the content, addresses are relative, and nothing is asked of another host. It knows
which files the page is made of, and nothing of what they do.
"""

import argparse
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from web.dealt import dealt
from web.lessons.page import rules_pages
from web.runtime.library import app_bundle, library_archive
from web.runtime.naming import Names, fingerprint, is_fixed
from web.runtime.npm import PACKAGES, BuildError, install
from web.runtime.packing import packed
from web.sizes import over, sizes, told
from web.words import worded

WEB = Path(__file__).parent
PUBLISHED = ("pyodide", "pyscript", "micropython")  # folders of other people's files, unchanged
PAGE = ("*.html", "*.css", "*.js", "*.webmanifest", "css/*.css", "art/*")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
WORKER = ("worker.mjs", "arrival.mjs", "program.mjs", "memory.mjs")
MICROPYTHON = ("micropython.mjs", "micropython.wasm")
PYSCRIPT = re.compile(r"(core|error)(-\w+)?\.js")  # the rest are plugins that the page turns off
SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)">\n')
ONE_SHEET = "css/home.css"
FONTS = {
    "fonts/alegreya.woff2": "@fontsource-variable/alegreya/files/alegreya-latin-wght-normal.woff2",
    "fonts/alegreya-italic.woff2": "@fontsource/alegreya/files/alegreya-latin-400-italic.woff2",
    "fonts/source-sans-3.woff2": (
        "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2"
    ),
}
LICENSED = (  # packages that bring the text of their licence; web/licences.txt tells of the others
    "@pyscript/core",
    "idiomorph",
    "@fontsource-variable/alegreya",
    "@fontsource-variable/source-sans-3",
)


def build(out: Path) -> dict[str, bytes]:
    """Write the whole site to `out`, and nothing else there; returns its files by name."""
    install()
    files = _with_one_sheet(_page() | _rules()) | _licences() | _shell() | _brain()
    site = _versioned(Names(files, PUBLISHED).named())
    _write(out, site | packed(site))
    return site


def _page() -> dict[str, bytes]:
    found = {p.relative_to(WEB).as_posix(): p.read_bytes() for g in PAGE for p in WEB.glob(g)}
    found |= worded() | dealt()
    return found | {name: (PACKAGES / font).read_bytes() for name, font in FONTS.items()}


def _rules() -> dict[str, bytes]:
    return {name: text.encode() for name, text in rules_pages().items()}


def _with_one_sheet(page: Mapping[str, bytes]) -> dict[str, bytes]:
    """The home page asks for its style sheets as one, in their order: each that it waits for costs
    it a turn. What other pages ask for stays as well."""
    home = page["index.html"].decode()
    sheets = SHEET.findall(home)
    whole = b"\n".join(page[name] for name in sheets)
    first = SHEET.search(home)
    assert first
    above, below = home[: first.start()], SHEET.sub("", home[first.start() :])
    link = f'<link rel="stylesheet" href="{ONE_SHEET}">\n'
    others = b"".join(
        page[name] for name in page if name.endswith(".html") and name != "index.html"
    )
    kept = {n: body for n, body in page.items() if n not in sheets or n.encode() in others}
    return kept | {"index.html": (above + link + below).encode(), ONE_SHEET: whole}


def _licences() -> dict[str, bytes]:
    """Our own licence, then whose work the page carries, and on what terms."""
    texts = [(WEB.parent / "LICENSE").read_text(), (WEB / "licences.txt").read_text()]
    texts += [f"----- {name}\n\n{(PACKAGES / name / 'LICENSE').read_text()}" for name in LICENSED]
    return {"licences.txt": "\n\n".join(texts).encode()}


def _shell() -> dict[str, bytes]:
    scripts = PACKAGES / "@pyscript" / "core" / "dist"
    kept = [path for path in scripts.iterdir() if PYSCRIPT.fullmatch(path.name)]
    micropython = PACKAGES / "@micropython" / "micropython-webassembly-pyscript"
    return {
        "py/shell.py": (WEB / "py" / "shell.py").read_bytes(),
        "engine/shuffle.py": (WEB.parent / "engine" / "shuffle.py").read_bytes(),
        "idiomorph.js": (PACKAGES / "idiomorph" / "dist" / "idiomorph.min.js").read_bytes(),
        **{f"pyscript/{path.name}": _without_map(path) for path in kept},
        **{f"micropython/{name}": (micropython / name).read_bytes() for name in MICROPYTHON},
    }


def _brain() -> dict[str, bytes]:
    pyodide = PACKAGES / "pyodide"
    lock = json.loads((pyodide / "pyodide-lock.json").read_bytes())["info"]
    shim = (WEB / "runtime" / "interpreter.mjs").read_text()
    return {
        **{f"pyodide/{name}": _without_map(pyodide / name) for name in PYODIDE},
        "py/brain.py": (WEB / "py" / "brain.py").read_bytes(),
        **{name: (WEB / "runtime" / name).read_bytes() for name in WORKER},
        "interpreter.mjs": shim.replace('"%LOCK%"', json.dumps(lock)).encode(),
        "library.zip": library_archive(),
        "app.marshal": app_bundle(),
    }


def _without_map(path: Path) -> bytes:
    """A script without the comment that sends debuggers to a map we do not ship."""
    content = path.read_bytes()
    return re.sub(rb"\n//# sourceMappingURL=\S+\s*$", b"\n", content)


def _versioned(site: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that keep their names say of which build they are; the service worker also of
    what it consists."""
    names = sorted({"./", *site} - {"index.html", "sw.js"})
    fixed = sorted(filter(is_fixed, site))
    version = fingerprint(b"".join(site[name] for name in fixed)).encode()
    told = {name: site[name].replace(b"%BUILD%", version) for name in fixed}
    told["sw.js"] = told["sw.js"].replace(b'["%FILES%"]', json.dumps(names).encode())
    return {**site, **told}


def _write(out: Path, files: Mapping[str, bytes]) -> None:
    for old in [path for path in out.rglob("*") if path.is_file()]:
        if old.relative_to(out).as_posix() not in files:
            old.unlink()
    for name, content in files.items():
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != content:
            target.write_bytes(content)
    for folder in sorted((p for p in out.rglob("*") if p.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()


def main() -> int:
    """Build from the command line; 1 where the site cannot be built, or is over its budget."""
    parser = argparse.ArgumentParser(prog="python -m web.build", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("dist"), help="where the site goes")
    choice = parser.parse_args()
    try:
        site = build(choice.out)
    except BuildError as sorry:
        print(sorry, file=sys.stderr)
        return 1
    found = sizes(site)
    print(told(found))
    return 1 if over(found) else 0


if __name__ == "__main__":
    sys.exit(main())
