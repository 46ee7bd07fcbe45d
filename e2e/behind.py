"""A host whose tab lies behind another for minutes on end, while two guests go on playing.

`python -m e2e.behind SITE SECONDS` has it happen and prints what was seen, as JSON. Playwright
keeps every page that it holds in view; so the host's is held by the browser's own protocol.
"""

import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from websockets.sync.client import ClientConnection, connect

from e2e import browser as browsers
from e2e import servers
from e2e.company import PLAYS, Friend
from e2e.pages import PATIENCE

READY = "document.querySelector('body[data-ready]') !== null"
INVITED = "document.querySelector('#invite-link')?.textContent"
ALL_READY = "document.querySelector('[data-msg=start]:not([aria-disabled=true])') !== null"
TABLE = """[...document.querySelectorAll('#line [role=listitem]')].map(each => each.id).join()"""
STIRRED = f"{TABLE} + document.querySelector('#rail').textContent"
"""A text that changes whenever anybody at the table does anything."""


@dataclass
class Seen:
    hidden: bool = True
    """The host's tab, each time that it was asked."""
    banners: int = 0
    """Times that a guest's page said something of the connection."""
    longest_quiet: float = 0
    """Seconds in which nobody did anything."""
    turns: int = 0
    same_line: bool = False
    """Whether the host's page, in front again, shows what the guests' show."""
    played_out: bool = False
    """Whether the round then goes on to its end."""


class Tab:
    """A tab that may be hidden; it is told what to do in JavaScript."""

    def __init__(self, browser: "Chromium", target: str) -> None:
        self.target = target
        self._browser = browser
        self._session = browser.command("Target.attachToTarget", targetId=target, flatten=True)

    def open(self, url: str) -> None:
        self.command("Page.navigate", url=url)

    def do(self, script: str) -> Any:
        result = self.command("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def press(self, message: str) -> None:
        self.do(f"document.querySelector('[data-msg={message}]').click()")

    def wait_for(self, script: str) -> Any:
        deadline = time.monotonic() + PATIENCE / 1000
        while not (value := self.do(script)):
            assert time.monotonic() < deadline, f"in vain: {script}"
            time.sleep(0.1)
        return value

    def command(self, method: str, **params: Any) -> Any:
        return self._browser.command(method, self._session["sessionId"], **params)


class Chromium:
    """A browser with tabs in one window, of which one is in front."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = count(1)

    def command(self, method: str, session: str | None = None, **params: Any) -> Any:
        id = next(self._ids)
        whose = {"sessionId": session} if session else {}
        self._socket.send(json.dumps({"id": id, "method": method, "params": params} | whose))
        while (answer := json.loads(self._socket.recv(PATIENCE / 1000))).get("id") != id:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def new_tab(self) -> Tab:
        """In front of all others."""
        return Tab(self, self.command("Target.createTarget", url="about:blank")["targetId"])

    def bring_forward(self, tab: Tab) -> None:
        self.command("Target.activateTarget", targetId=tab.target)


@contextmanager
def chromium(executable: Path) -> Iterator[Chromium]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [
            str(executable),
            *browsers.ARGUMENTS,
            "--headless=new",
            "--remote-debugging-port=0",
        ]
        command += ["--no-first-run", f"--user-data-dir={profile}"]
        port = Path(profile, "DevToolsActivePort")
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            try:
                while not (port.exists() and len(lines := port.read_text().split()) == 2):
                    assert process.poll() is None
                    time.sleep(0.1)
                address = f"ws://127.0.0.1:{lines[0]}{lines[1]}"
                with connect(address, compression=None, max_size=None) as socket:
                    yield Chromium(socket)
            finally:
                process.terminate()


def play(host: Tab, window: Chromium, guests: list[Friend], seconds: float) -> Seen:
    """All sit at the table and the tiles are dealt."""
    seen = Seen()
    window.new_tab()
    for guest in guests:
        guest.play_by_itself()
    began = stirred_at = time.monotonic()
    before = None
    while time.monotonic() < began + seconds:
        time.sleep(0.5)
        seen.hidden &= host.do("document.hidden")
        seen.banners += sum(guest.banner.count() for guest in guests)
        if (now := guests[0].page.evaluate(STIRRED)) != before:
            before, stirred_at = now, time.monotonic()
            seen.turns += 1
        seen.longest_quiet = max(seen.longest_quiet, time.monotonic() - stirred_at)
    window.bring_forward(host)
    host.wait_for("!document.hidden")
    host.do(PLAYS)
    return seen


def evening(site: Path, seconds: float, room: Path) -> Seen:
    with servers.relay(site, room) as lodge, sync_playwright() as playwright:
        found = browsers.find(playwright.chromium.executable_path)
        assert found, browsers.NONE_FOUND
        others = playwright.chromium.launch(executable_path=found, args=browsers.ARGUMENTS)
        with chromium(found) as window:
            host = window.new_tab()
            guests = gathered(host, lodge.url, others)
            seen = play(host, window, guests, seconds)
            for guest in guests:
                guest.over.wait_for(timeout=120_000)
            host.wait_for("document.querySelector(':popover-open') !== null")
            seen.played_out = True
            line = guests[0].page.evaluate(TABLE)
            seen.same_line = host.do(TABLE) == line != ""
        others.close()
    return seen


def gathered(host: Tab, url: str, others: Browser) -> list[Friend]:
    host.open(url)
    host.wait_for(READY)
    host.press("invite")
    link = host.wait_for(INVITED)
    guests = []
    for name in ("Inés", "Tomasz"):
        guest = Friend(others.new_context().new_page())
        guest.come(link)
        guest.sit_down(name)
        guest.be_ready()
        guests.append(guest)
    host.wait_for(ALL_READY)
    host.press("start")
    for guest in guests:
        guest.wait_for_table()
    return guests


def main(site: str, seconds: str) -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and its browsers end with it
    with tempfile.TemporaryDirectory() as room:
        print(json.dumps(asdict(evening(Path(site), float(seconds), Path(room)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
