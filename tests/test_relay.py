"""The relay from the outside: what it serves, with which headers, and how it opens and closes."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import Field, fields
from pathlib import Path

import brotli
import pytest
from starlette.testclient import TestClient

from relay import settings as settings_module
from relay.app import create_app
from relay.limits import Limits
from relay.reception import Reception
from relay.settings import BadSetting, Settings
from relay.site import ASK_AGAIN, FOREVER, caching
from tests.relaying import running

ROOT = Path(__file__).parent.parent
SCRIPT = b"// a long enough script to be worth compressing\n" * 40
FILES = {
    "index.html": b"<!doctype html><title>Lodge</title>",
    "sw.js": b"self.addEventListener('fetch', () => {})",
    "manifest.webmanifest": b"{}",
    "shell.py": b"print('shell')",
    "brain.0123abcd.zip": b"PK",
    "core.89abcdef01.js": SCRIPT,
    "pyodide.89abcdef01.mjs": b"export {}",
    "runtime.0123456789abcdef/pyodide.asm.wasm": b"\0asm",
    "art/lamp.svg": b"<svg/>",
    "font.fedcba98.woff2": b"wOF2",
    "odd name é.txt": b"odd",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    for name, inside in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(inside)
    (folder / "core.89abcdef01.js.br").write_bytes(brotli.compress(SCRIPT))
    (folder / "core.89abcdef01.js.gz").write_bytes(b"\x1f\x8b pretended, larger than brotli" * 4)
    (tmp_path / "secret.txt").write_text("not part of the site")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    return folder


@pytest.fixture
def client(site: Path) -> Iterator[TestClient]:
    app = create_app(site, Reception(Limits(), origins=(), shelf=None))
    with TestClient(app, headers={"accept-encoding": ""}) as client:
        yield client


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("/", "text/html"),
        ("/index.html", "text/html"),
        ("/sw.js", "text/javascript"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/shell.py", "text/x-python"),
        ("/brain.0123abcd.zip", "application/zip"),
        ("/pyodide.89abcdef01.mjs", "text/javascript"),
        ("/runtime.0123456789abcdef/pyodide.asm.wasm", "application/wasm"),
        ("/art/lamp.svg", "image/svg+xml"),
        ("/font.fedcba98.woff2", "font/woff2"),
    ],
)
def test_a_file_comes_whole_and_with_its_type(client: TestClient, url: str, kind: str) -> None:
    answer = client.get(url)
    assert answer.status_code == 200
    assert answer.headers["content-type"].split(";")[0] == kind
    assert answer.content == FILES[url[1:] or "index.html"]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("/", ASK_AGAIN),
        ("/index.html", ASK_AGAIN),
        ("/sw.js", ASK_AGAIN),
        ("/manifest.webmanifest", ASK_AGAIN),
        ("/core.js", ASK_AGAIN),
        ("/core.min.js", ASK_AGAIN),
        ("/core.controls.js", ASK_AGAIN),
        ("/core.0123abc.js", ASK_AGAIN),
        ("/0123abcd.js", ASK_AGAIN),
        ("/core-0123ABCD.js", ASK_AGAIN),
        ("/core0123abcd.js", ASK_AGAIN),
        ("/core.0123abcd", ASK_AGAIN),
        ("/core-0123abcd", ASK_AGAIN),
        ("/core-0123456789.js", FOREVER),
        ("/core.0123abcd.js", FOREVER),
        ("/core.0123abcd.js.map", FOREVER),
        ("/art/lamp.0123456789abcdef.svg", FOREVER),
        ("/pyodide-0123456789/pyodide.asm.wasm", FOREVER),
    ],
)
def test_only_a_hashed_name_is_kept_for_ever(url: str, expected: str) -> None:
    assert caching(url) == expected


def test_caching_is_told_with_each_file(client: TestClient) -> None:
    assert client.get("/").headers["cache-control"] == "no-cache"
    forever = client.get("/core.89abcdef01.js").headers["cache-control"]
    assert forever == "public, max-age=31536000, immutable"


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [
        ("gzip, deflate, br", "br"),
        ("br;q=0, gzip", "gzip"),
        ("gzip", "gzip"),
        ("identity", None),
        ("", None),
        ("nonsense;q=x,,;", None),
    ],
)
def test_the_smallest_accepted_encoding_is_sent(
    client: TestClient, site: Path, accepted: str, chosen: str | None
) -> None:
    with client.stream(
        "GET", "/core.89abcdef01.js", headers={"accept-encoding": accepted}
    ) as answer:
        raw = b"".join(answer.iter_raw())
    suffix = {"br": ".br", "gzip": ".gz", None: ""}[chosen]
    assert answer.headers.get("content-encoding") == chosen
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["vary"] == "Accept-Encoding"
    assert raw == (site / f"core.89abcdef01.js{suffix}").read_bytes()


def test_an_unchanged_file_is_not_sent_again(client: TestClient) -> None:
    tag = client.get("/").headers["etag"]
    again = client.get("/", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/", headers={"if-none-match": '"another"'}).status_code == 200


def test_head_says_the_same_without_the_body(client: TestClient) -> None:
    head, get = client.head("/sw.js"), client.get("/sw.js")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers == get.headers


@pytest.mark.parametrize(
    ("asked", "status", "content"),
    [
        ("bytes=0-3", 206, b"self"),
        ("bytes=-3", 206, b"{})"),
        ("bytes=900-", 416, b""),
        ("bytes=x-y", 200, FILES["sw.js"]),
        ("parrots=1-2", 200, FILES["sw.js"]),
    ],
)
def test_a_part_of_a_file(client: TestClient, asked: str, status: int, content: bytes) -> None:
    answer = client.get("/sw.js", headers={"range": asked})
    assert (answer.status_code, answer.content) == (status, content)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW"])
@pytest.mark.parametrize("url", ["/", "/sw.js", "/healthz"])
def test_only_reading_is_allowed(client: TestClient, method: str, url: str) -> None:
    answer = client.request(method, url)
    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}


@pytest.mark.parametrize(
    "url",
    [
        "/nowhere",
        "/nowhere/",
        "/healthz/",
        "/art",
        "/art/",
        "/sw.js/",
        "/core.89abcdef01.js.br",
        "/link.txt",
        "/%2e%2e/secret.txt",
        "/art/%2e%2e/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/%252e%252e/secret.txt",
        "/..%5csecret.txt",
        "//sw.js",
        "/art//lamp.svg",
        "/%00",
        "/sw.js%00",
        "/%ff%fe",
        "/%",
        "/%zz",
        "/%C3%A9",
        "/%F0%9F%81%A3",
        "/" + "a" * 5000,
    ],
)
def test_what_is_not_in_the_site_is_not_found(client: TestClient, url: str) -> None:
    for method in ("GET", "HEAD"):
        answer = client.request(method, f"http://testserver{url}")
        assert answer.status_code == 404
        assert b"secret" not in answer.content
    assert client.get(f"http://testserver{url}").text.startswith("There is nothing at this address")


@pytest.mark.parametrize("url", ["/", "/sw.js", "/healthz", "/nowhere"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_every_answer_is_secured(client: TestClient, url: str, method: str) -> None:
    headers = client.request(method, url).headers
    policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["script-src"] == "'self' 'unsafe-eval' blob:"
    assert policy["worker-src"] == "'self' blob:"
    assert policy["object-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "access-control-allow-origin" not in headers


def test_an_unchanged_file_is_secured_too(client: TestClient) -> None:
    tag = client.get("/").headers["etag"]
    answer = client.get("/", headers={"if-none-match": tag})
    assert "content-security-policy" in answer.headers


def test_health(client: TestClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert answer.headers["cache-control"] == "no-store"


def test_a_page_elsewhere_may_read_the_answer_if_it_is_admitted(site: Path) -> None:
    app = create_app(site, Reception(Limits(), origins=("https://page.test",), shelf=None))
    with TestClient(app) as client:
        for origin, admitted in (("https://page.test", True), ("https://other.test", False)):
            room = client.post("/v1/rooms", headers={"origin": origin})
            stats = client.get("/v1/stats", headers={"origin": origin})
            assert room.status_code == (201 if admitted else 403)
            assert stats.status_code == 200
            for answer in (room, stats):
                header = answer.headers.get("access-control-allow-origin")
                assert header == (origin if admitted else None)
        assert client.get("/v1/stats").json() == {"online": 1, "matching": 0, "tables": 1}
        assert client.get("/v1/rooms").status_code == 405


def test_settings_have_defaults_but_for_a_site_that_must_be_there(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(site.parent)
    rooms, ledger = Path(".cache/rooms-8600.db"), Path(".lodge/ledger-8600.db")
    usual = Settings("127.0.0.1", 8600, Path("dist"), rooms=rooms, ledger=ledger)
    assert Settings.read({}) == usual
    assert Settings.read({}).address == "http://localhost:8600"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("LODGE_PORT", ""),
        ("LODGE_PORT", "http"),
        ("LODGE_PORT", "-1"),
        ("LODGE_PORT", "65536"),
        ("LODGE_PORT", "٨٦٠٠"),
        ("LODGE_PORT", "9" * 5000),
        ("LODGE_HOST", ""),
        ("LODGE_HOST", " localhost"),
        ("LODGE_HOST", "http://localhost"),
        ("LODGE_HOST", "gäste.test"),
        ("LODGE_SITE", ""),
        ("LODGE_SITE", "nowhere"),
        ("LODGE_SITE", "art\0"),
        ("LODGE_ORIGINS", "*"),
        ("LODGE_ORIGINS", "page.test"),
        ("LODGE_ORIGINS", "https://"),
        ("LODGE_ORIGINS", "https://page.test/"),
        ("LODGE_PROXIES", "proxy.test"),
        ("LODGE_PROXIES", "10.0.0.1/8"),
        ("LODGE_DRAIN", "-1"),
        ("LODGE_GRACE", "0"),
        ("LODGE_GRACE", "inf"),
        ("LODGE_GRACE", "nan"),
        ("LODGE_FRAME", "0"),
        ("LODGE_FRAME", "1.5"),
        ("LODGE_MEMBERS", "six"),
    ],
)
def test_a_bad_setting_is_named_with_what_came(site: Path, name: str, text: str) -> None:
    with pytest.raises(BadSetting, match=rf"^{name}: expected .* got {re.escape(repr(text))}"):
        Settings.read({"LODGE_SITE": str(site), name: text})


def test_lists_and_limits_are_read(site: Path) -> None:
    settings = Settings.read(
        {
            "LODGE_SITE": str(site),
            "LODGE_ORIGINS": " https://A.test, http://b.test:81 ,",
            "LODGE_PROXIES": "10.0.0.1, 2001:db8::/32",
            "LODGE_WATCHER_RATE": "0.25",
            "LODGE_MEMBERS": "3",
        }
    )
    assert settings.origins == ("https://a.test", "http://b.test:81")
    assert settings.proxies == ("10.0.0.1/32", "2001:db8::/32")
    assert settings.limits == Limits(watcher_rate=0.25, members=3)


@pytest.mark.parametrize(
    ("chosen", "rooms"),
    [
        ({"LODGE_PORT": "81"}, Path(".cache/rooms-81.db")),
        ({"LODGE_PORT": "0"}, None),
        ({"LODGE_ROOMS": ""}, None),
        ({"LODGE_ROOMS": "/var/rooms.db"}, Path("/var/rooms.db")),
    ],
)
def test_rooms_outlive_a_restart_unless_nobody_wants_that(
    site: Path, chosen: dict[str, str], rooms: Path | None
) -> None:
    assert Settings.read({"LODGE_SITE": str(site)} | chosen).rooms == rooms


@pytest.mark.parametrize("limit", fields(Limits), ids=lambda limit: limit.name)
def test_every_limit_is_a_setting_told_with_its_default(limit: Field[float]) -> None:
    told = [line.split() for line in (settings_module.__doc__ or "").splitlines()]
    [line] = [line for line in told if line[:1] == [f"LODGE_{limit.name.upper()}"]]
    assert float(line[-1]) == limit.default


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://localhost:8600"),
        ("0.0.0.0", "http://localhost:8600"),
        ("::1", "http://localhost:8600"),
        ("192.0.2.7", "http://192.0.2.7:8600"),
        ("2001:db8::7", "http://[2001:db8::7]:8600"),
    ],
)
def test_the_address_is_one_that_a_person_can_open(host: str, address: str) -> None:
    assert Settings(host=host).address == address


class TestProcess:
    """The real command over a real socket."""

    def test_opens_answers_and_closes_without_a_fuss(self, site: Path) -> None:
        with running(site) as (process, port):
            answer = ask(port, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
            assert answer.endswith(FILES["index.html"])
            assert b"\r\nserver:" not in answer.lower()
            process.send_signal(signal.SIGINT)
            said, complained = process.communicate(timeout=10)
        assert (process.returncode, complained) == (0, "")
        assert said == "\nLantern Lodge is closed\n"

    @pytest.mark.parametrize(
        ("line", "status"),
        [
            (b"GET /../secret.txt HTTP/1.1", 404),
            (b"GET /art/../../secret.txt HTTP/1.1", 404),
            (b"GET //../secret.txt HTTP/1.1", 404),
            (b"GET /%ff HTTP/1.1", 404),
            (b"GET /\xff HTTP/1.1", 400),
            (b"GET / HTTP/9", 400),
            (b"nonsense", 400),
            (b"HEAD /nowhere HTTP/1.1", 404),
            (b"POST / HTTP/1.1", 405),
        ],
    )
    def test_odd_requests_get_their_status_and_leave_it_standing(
        self, opened: int, line: bytes, status: int
    ) -> None:
        odd = ask(opened, line + b"\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert odd.split(b"\r\n")[0].split(b" ")[1] == str(status).encode()
        assert b"Traceback" not in odd
        well = ask(opened, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert well.endswith(b"ok\n")

    def test_a_taken_port_is_one_sentence(self, site: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            done = run(LODGE_SITE=str(site), LODGE_PORT=str(port))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"Port {port} at 127.0.0.1 is taken: ")
        assert done.stderr.count("\n") == 1

    def test_a_missing_site_says_how_to_build_it(self, tmp_path: Path) -> None:
        done = run(LODGE_SITE=str(tmp_path / "dist"))
        assert (done.returncode, done.stdout) == (2, "")
        assert "build it with `make site`" in done.stderr
        assert done.stderr.count("\n") == 1

    @pytest.mark.parametrize("host", ["not an address", "256.0.0.1", "nowhere.invalid"])
    def test_a_host_that_is_not_ours_is_one_sentence(self, site: Path, host: str) -> None:
        done = run(LODGE_SITE=str(site), LODGE_HOST=host, LODGE_PORT="0")
        assert done.returncode == 2
        assert host in done.stderr
        assert done.stderr.count("\n") == 1

    def test_a_file_for_rooms_that_cannot_be_is_one_sentence(self, site: Path) -> None:
        done = run(LODGE_SITE=str(site), LODGE_PORT="0", LODGE_ROOMS=str(site))
        assert done.returncode == 2
        assert done.stderr.startswith(f"LODGE_ROOMS: expected a file to keep rooms in, got {site}")
        assert done.stderr.count("\n") == 1

    def test_help_lists_the_settings(self) -> None:
        done = run("--help")
        assert done.returncode == 0
        assert {"LODGE_HOST", "LODGE_PORT", "LODGE_SITE"} <= set(done.stdout.split())


@pytest.fixture(scope="class")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("opened")
    (folder / "index.html").write_bytes(FILES["index.html"])
    with running(folder) as (_, port):
        yield port


def ask(port: int, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as wire:
        wire.sendall(request)
        return b"".join(iter(lambda: wire.recv(65536), b""))


def run(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "relay", *arguments],
        cwd=ROOT,
        env=os.environ | environ,
        capture_output=True,
        check=False,
        text=True,
        timeout=20,
    )
