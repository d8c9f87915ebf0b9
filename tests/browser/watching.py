"""A page with all that it asked for and complained of, and where pictures are kept."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Page

SHOTS = Path(__file__).with_name("shots")


class Watched:
    """A page with all that it asked for and complained of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda found: self.requests.append(found.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._heard)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def outside(self) -> list[str]:
        inside = re.compile(r"(http|ws)://127\.0\.0\.1:\d+/|data:|blob:|about:")
        return [url for url in self.requests if not inside.match(url)]
