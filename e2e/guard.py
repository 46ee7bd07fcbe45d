"""Writes down everything that goes wrong in a browser while a test runs; judges no page itself."""

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    WebError,
    WebSocket,
)

HERE = {"localhost", "127.0.0.1"}
LOUD = {"assert", "error", "warning"}
ONLY_SLOW = "was preloaded using link preload but not used within a few seconds"
LOCAL_SCHEMES = {"about", "blob", "data"}


@dataclass
class Guard:
    """Watches contexts; `allow(pattern)` excuses what a test means to provoke."""

    complaints: list[str] = field(default_factory=list)
    _allowed: list[re.Pattern[str]] = field(default_factory=list)

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("request", self._on_request)
        context.on("requestfailed", self._on_failure)
        context.on("response", self._on_response)
        context.on("page", self._watch_page)
        for page in context.pages:
            self._watch_page(page)

    def allow(self, pattern: str) -> None:
        self._allowed.append(re.compile(pattern))

    @property
    def unexcused(self) -> list[str]:
        return [line for line in self.complaints if not any(p.search(line) for p in self._allowed)]

    def _watch_page(self, page: Page) -> None:
        page.on("crash", self._on_crash)
        page.on("websocket", self._on_websocket)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in LOUD and ONLY_SLOW not in message.text:
            where = message.location.get("url", "")
            self._note(f"console {message.type}: {message.text} ({where})")

    def _on_error(self, error: WebError) -> None:
        self._note(f"uncaught: {error.error}")

    def _on_request(self, request: Request) -> None:
        self._note_if_foreign(request.url)

    def _on_failure(self, request: Request) -> None:
        # A page that is left or closed calls off what it was still fetching: no failure.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"request failed: {request.url} ({request.failure})")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"request refused: {response.url} ({response.status})")

    def _on_websocket(self, websocket: WebSocket) -> None:
        self._note_if_foreign(websocket.url)

    def _on_crash(self, page: Page) -> None:
        self._note(f"page crashed: {page.url}")

    def _note_if_foreign(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in LOCAL_SCHEMES and parts.hostname not in HERE:
            self._note(f"request to another host: {url}")

    def _note(self, complaint: str) -> None:
        self.complaints.append(complaint)
