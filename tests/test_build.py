"""The static site: names that tell the content, nothing left out, no other host."""

import json
import re
import shutil
from pathlib import Path

import brotli
import pytest

from web.build import WEB, build
from web.runtime.library import app_bundle, app_sources, library_archive
from web.runtime.naming import Names
from web.runtime.npm import RUNTIME, BuildError, install, run_in_pyodide

PACKED = (".br", ".gz")
OURS = (".html", ".css", ".js", ".mjs", ".py", ".svg", ".webmanifest")
PUBLISHED = re.compile(r"(pyodide|pyscript|micropython)-[0-9a-f]{10}/|idiomorph-")
OPEN = """
import bundle, importlib, pathlib, sys
bundle.open_bundle(pathlib.Path("/stage/app.marshal").read_bytes())
"""
IMPORT_ALL = f"""{OPEN}
for name in WORDS:
    importlib.import_module(name)
"""
KNOW_ALL = f"""
import sitecustomize
{OPEN}
known = len(sitecustomize.patterns), len(sitecustomize.methods)
assert min(known) > 10, known
{IMPORT_ALL}
worked_out = len(sitecustomize.patterns), len(sitecustomize.methods)
assert worked_out == known, (worked_out, known)
"""
SAME_AS_EVER = """
import dataclasses, re
assert re.search(r"(?P<low>[0-9])-\\1", "3-3")["low"] == "3"
assert re.findall(rb"\\w+", b"a b", re.ASCII) == [b"a", b"b"]
assert re.compile("x", re.I).flags & re.I
@dataclasses.dataclass(frozen=True, slots=True)
class Tile:
    low: int
    high: int = 6
assert Tile(3) == Tile(3, 6) and repr(Tile(3)).endswith("Tile(low=3, high=6)")
assert dataclasses.replace(Tile(3), high=4).high == 4
"""
DRAW_CODE = f"""{OPEN}
from ui.invite import qr_code
(link,) = WORDS
drawn = qr_code(link)
assert drawn.count("<path") == 2, drawn
"""
REHEARSE = """
exec(open("/stage/rehearsal.py").read())
await rehearse()
"""


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once for all tests here; quick when it was built before."""
    out = tmp_path_factory.mktemp("site") / "dist"
    build(out)
    return out


@pytest.fixture
def stage(tmp_path: Path) -> Path:
    """A folder that a program inside Pyodide sees, with the two archives."""
    install()
    (tmp_path / "library.zip").write_bytes(library_archive())
    (tmp_path / "app.marshal").write_bytes(app_bundle())
    shutil.copy(RUNTIME / "rehearsal.py", tmp_path)
    return tmp_path


def names_in(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def one(names: list[str], pattern: str) -> str:
    (found,) = (name for name in names if re.fullmatch(pattern, name))
    return found


# Names


SMALL = {
    "index.html": b'<link href="css/look.css"><script src="early.js"></script>',
    "css/look.css": b"@font-face { src: url(../fonts/serif.woff2) } b { background: url('#a') }",
    "early.js": b'register("sw.js")',
    "sw.js": b"",
    "fonts/serif.woff2": b"wOF2",
    "art/none.svg": b'<a href="css/look.css">svg files name no others</a>',
}


def test_every_name_but_the_fixed_ones_ends_with_its_contents_hash() -> None:
    names = list(Names(SMALL).named())
    assert {"index.html", "sw.js"} < set(names)
    for path in ("css/look", "early", "fonts/serif", "art/none"):
        one(names, rf"{path}-[0-9a-f]{{10}}\.\w+")


def test_references_follow_the_names_from_wherever_they_are_made() -> None:
    site = Names(SMALL).named()
    look = one(list(site), r"css/look-.*")
    serif = one(list(site), r"fonts/serif-.*")
    assert f'href="{look}"'.encode() in site["index.html"]
    assert f"url(../{serif})".encode() in site[look]
    assert site[one(list(site), r"early-.*")] == b'register("sw.js")'
    assert site[one(list(site), r"art/none-.*")] == SMALL["art/none.svg"]


def test_a_change_renames_the_file_and_all_that_lead_to_it() -> None:
    before = set(Names(SMALL).named())
    after = set(Names(SMALL | {"fonts/serif.woff2": b"wOF2 drawn anew"}).named())
    assert {name.split("-")[0] for name in before - after} == {"fonts/serif", "css/look"}


def test_a_folder_kept_as_published_is_renamed_as_one() -> None:
    page = b'<script src="core/a.js"></script>'
    files = {"index.html": page, "core/a.js": b'import "./b.js"', "core/b.js": b""}
    site = Names(files, ["core"]).named()
    folder = one(list(site), r"core-[0-9a-f]{10}/a\.js").removesuffix("/a.js")
    assert site[f"{folder}/a.js"] == b'import "./b.js"'
    assert f'src="{folder}/a.js"'.encode() in site["index.html"]


@pytest.mark.parametrize(
    "page", [b'<img src="gone.svg">', b"<a href='gone.html'>", b'<link href="css/gone.css">']
)
def test_a_reference_to_what_is_not_there_stops_the_build(page: bytes) -> None:
    with pytest.raises(BuildError, match=r"index\.html names .*gone"):
        Names(SMALL | {"index.html": page}).named()


def test_files_that_name_each_other_stop_the_build() -> None:
    files = {"a.js": b'import "./b.js"', "b.js": b'import "./a.js"'}
    with pytest.raises(BuildError, match=r"a\.js names b\.js names a\.js"):
        Names(files).named()


# The site


def test_the_page_starts_the_shell_and_the_brain(dist: Path) -> None:
    page = (dist / "index.html").read_text()
    for start in ("early", "py/shell", "py/brain", "interpreter", "idiomorph"):
        assert re.search(rf'"{start}-[0-9a-f]{{10}}\.m?(js|py)"', page), start


def test_the_home_page_waits_for_one_style_sheet_that_has_all_of_them_in_order(dist: Path) -> None:
    [link] = re.findall(r'rel="stylesheet" href="([^"]+)"', (dist / "index.html").read_text())
    asked = re.findall(r'rel="stylesheet" href="([^"]+)"', (WEB / "index.html").read_text())
    whole = (dist / link).read_text()
    found = [whole.find((WEB / name).read_text().partition("url(")[0]) for name in asked]
    assert len(found) > 5
    assert found == sorted(found)
    assert found[0] == 0


def test_the_service_worker_keeps_every_file_of_the_build(dist: Path) -> None:
    text = (dist / "sw.js").read_text()
    (listed,) = re.findall(r"const FILES = (\[.*\]);", text)
    there = {name for name in names_in(dist) if not name.endswith(PACKED)}
    assert set(json.loads(listed)) == there - {"index.html", "sw.js"} | {"./"}
    assert re.search(r'const CACHE = "lodge-[0-9a-f]{10}"', text)


RELAYS_OF_THIS_MACHINE = {
    f"{scheme}://{host}:*" for scheme in ("http", "ws") for host in ("localhost", "127.0.0.1")
}
"""What the page's policy lets friends' tables reach beside https; no address of anything."""


def test_no_file_of_ours_names_a_host_or_an_absolute_address(dist: Path) -> None:
    for name in sorted(names_in(dist)):
        if not name.endswith(OURS) or PUBLISHED.match(name):
            continue
        text = (dist / name).read_text().replace("http://www.w3.org/", "")
        addresses = set(re.findall(r"""\w+://[^\s;"']*|["'(]//|(?:src|href)=["']/""", text))
        assert addresses <= RELAYS_OF_THIS_MACHINE, name


@pytest.mark.parametrize(
    "terms",
    [
        "MIT License",
        "Mozilla Public",
        "PSF License",
        "Apache License",
        "segno: Copyright",
        "Zero-Clause BSD",
        "SIL OPEN FONT",
    ],
)
def test_the_licences_of_all_that_the_page_carries_come_with_it(dist: Path, terms: str) -> None:
    [path] = dist.glob("licences-*.txt")
    assert terms in path.read_text()


def test_every_packed_file_unpacks_to_the_one_beside_it(dist: Path) -> None:
    packed = [dist / name for name in names_in(dist) if name.endswith(".br")]
    assert len(packed) > 10
    for path in packed:
        assert brotli.decompress(path.read_bytes()) == path.with_suffix("").read_bytes()


def test_building_again_changes_nothing(dist: Path) -> None:
    def times() -> dict[str, int]:
        return {name: (dist / name).stat().st_mtime_ns for name in names_in(dist)}

    before = times()
    (dist / "left-over.js").write_text("from an older build")
    build(dist)
    assert times() == before


# The archives


@pytest.mark.parametrize(
    "link", ["https://lodge.example/#table=AA_-&key=_w", "https://lödge.example/游"]
)
def test_the_trimmed_library_draws_an_invites_code(stage: Path, link: str) -> None:
    (stage / "draw_code.py").write_text(DRAW_CODE)
    program, library = str(stage / "draw_code.py"), stage / "library.zip"
    run_in_pyodide(program, stage, link, library=library)


def test_the_trimmed_library_passes_the_rehearsal(stage: Path) -> None:
    (stage / "rehearse.py").write_text(REHEARSE)
    run_in_pyodide(str(stage / "rehearse.py"), stage, library=stage / "library.zip")


def test_a_module_that_the_library_lacks_fails_and_is_named(stage: Path) -> None:
    (stage / "import_all.py").write_text(IMPORT_ALL)
    program, library = str(stage / "import_all.py"), stage / "library.zip"
    with pytest.raises(BuildError, match="No module named 'turtle'"):
        run_in_pyodide(program, stage, "turtle", library=library)


def test_every_module_of_the_app_can_be_imported_and_nothing_is_worked_out_for_it(
    stage: Path,
) -> None:
    names = [re.sub(r"(/__init__)?\.py$", "", name).replace("/", ".") for name in app_sources()]
    (stage / "know_all.py").write_text(KNOW_ALL)
    run_in_pyodide(str(stage / "know_all.py"), stage, *names, library=stage / "library.zip")


def test_what_the_build_did_not_foresee_is_worked_out_as_ever(stage: Path) -> None:
    (stage / "same.py").write_text(SAME_AS_EVER)
    run_in_pyodide(str(stage / "same.py"), stage, library=stage / "library.zip")


# The packages


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads((RUNTIME / "package-lock.json").read_text())
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]


def test_without_node_the_build_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(BuildError, match="install Node 20"):
        run_in_pyodide("bytecode.py", tmp_path)
