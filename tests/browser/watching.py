"""A page with all that it asked for and complained of, and where pictures are kept."""

from __future__ import annotations

import base64
import os
import re
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Page

SHOTS = Path(__file__).with_name("shots") / "new"
"""Pictures of this run. Small copies of some are kept in the folder above it: made anew where BRUGES_LAB_SHOTS=keep."""


def shoot(page: Page, name: str) -> Path:
    """Take a picture of the window."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    path = SHOTS / f"{name}.png"
    page.screenshot(path=path)
    return path


def keep(page: Page, name: str) -> None:
    """Take a picture of the window, of which a small copy is kept."""
    path = shoot(page, name)
    if os.environ.get("BRUGES_LAB_SHOTS") == "keep":
        shrink(page, path, SHOTS.parent / f"{name}.jpg")


def shrink(page: Page, picture: Path, small: Path, width: int = 480, largest: int = 40_000) -> None:
    """A small copy of a picture, drawn by the browser itself: no other tool is needed."""
    browser = page.context.browser
    assert browser is not None
    sheet = browser.new_page()
    data = base64.b64encode(picture.read_bytes()).decode()
    for quality in (0.8, 0.7, 0.6, 0.5, 0.4, 0.3):
        found = sheet.evaluate(SHRINK, [f"data:image/png;base64,{data}", width, quality])
        small.write_bytes(base64.b64decode(found.partition(",")[2]))
        if small.stat().st_size < largest:
            break
    sheet.close()


SHRINK = """
async ([source, width, quality]) => {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(width, picture.width);
  canvas.height = Math.round(picture.height * canvas.width / picture.width);
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', quality);
}
"""


OF_JUPYTERLAB = re.compile(r"Could not restore the debugger state: Canceled future for debug_request")
"""What JupyterLab complains of by itself: its debugger was still asking a new kernel when the story was over and its page closed."""


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
        if message.type == "error" and not OF_JUPYTERLAB.match(message.text):
            self.errors.append(message.text)

    def outside(self) -> list[str]:
        inside = re.compile(r"(http|ws)://127\.0\.0\.1:\d+/|data:|blob:|about:")
        return [url for url in self.requests if not inside.match(url)]
