"""A browser that keeps what it was told from one start to the next; knows no page."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, BrowserType, Page

from e2e.guard import Guard


class Profile:
    """One person's browser: `open` starts it, or starts it again with the same storage."""

    def __init__(
        self, browser_type: BrowserType, folder: Path, options: dict[str, Any], guard: Guard
    ) -> None:
        self._start: Callable[..., BrowserContext] = browser_type.launch_persistent_context
        self._folder = folder
        self._options = options
        self._guard = guard
        self._context: BrowserContext | None = None

    def prefer(self, preferences: dict[str, Any]) -> None:
        """What its owner has chosen in the browser's own settings, before it first starts."""
        default = self._folder / "Default"
        default.mkdir(parents=True)
        (default / "Preferences").write_text(json.dumps(preferences))

    def open(self, **options: Any) -> Page:
        self.close()
        self._context = self._start(self._folder, **(self._options | options))
        self._guard.watch(self._context)
        return self._context.pages[0]

    def close(self) -> None:
        if self._context:
            self._context.close()
            self._context = None
