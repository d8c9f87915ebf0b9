"""A page with all that it asked for and complained of, and where pictures are kept."""

from __future__ import annotations

import base64
import os
import re
import struct
import zlib
from pathlib import Path

from playwright.sync_api import Page

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


OF_JUPYTERLAB = re.compile(
    r"(Error: |Could not restore the debugger state: )?Canceled future for (debug|create_subshell)_request\b"
)
"""What JupyterLab complains of by itself: it was still asking a new kernel about its debugger, or for a channel for widgets, when
the page closed or turned to the kernel that the notebook had already."""


class Watched:
    """A page with all that it asked for and complained of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda found: self.requests.append(found.url))
        page.on("pageerror", lambda error: self._complained(str(error)))
        page.on("console", lambda message: self._complained(message.text) if message.type == "error" else None)

    def _complained(self, words: str) -> None:
        if not OF_JUPYTERLAB.match(words):
            self.errors.append(words)

    def outside(self) -> list[str]:
        inside = re.compile(r"(http|ws)://127\.0\.0\.1:\d+/|data:|blob:|about:")
        return [url for url in self.requests if not inside.match(url)]


def save_small_png(page: Page, picture: bytes, file: Path) -> int:
    """Write a picture as a PNG whose colours differ by steps that nobody sees, which makes it small. Gives its size in bytes."""
    browser = page.context.browser
    assert browser is not None
    sheet = browser.new_page()
    width, height, text = sheet.evaluate(PIXELS, f"data:image/png;base64,{base64.b64encode(picture).decode()}")
    sheet.close()
    pixels = base64.b64decode(text)
    rows = (b"\0" + pixels[at : at + 3 * width] for at in range(0, len(pixels), 3 * width))
    parts = (
        _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        _chunk(b"IDAT", zlib.compress(b"".join(rows), 9)),
        _chunk(b"IEND", b""),
    )
    return file.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))


def _chunk(sort: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + sort + data + struct.pack(">I", zlib.crc32(sort + data))


PIXELS = """
async (source) => {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [picture.width, picture.height];
  const pen = canvas.getContext('2d');
  pen.drawImage(picture, 0, 0);
  const colours = pen.getImageData(0, 0, canvas.width, canvas.height).data.filter((_, at) => at % 4 < 3);
  const found = colours.map((colour) => Math.min(255, Math.round(colour / 4) * 4));
  let text = '';
  for (let at = 0; at < found.length; at += 32768) text += String.fromCharCode(...found.subarray(at, at + 32768));
  return [canvas.width, canvas.height, btoa(text)];
}
"""
