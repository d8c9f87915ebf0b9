"""Figures as files: a page of HTML with everything in it, or a still image (PNG, SVG, PDF) drawn by a Chromium on this machine.

The browser draws the same page that the HTML file would be; nothing is fetched, nothing of its own is kept. Files are written
whole or not at all, and carry a mark by which a figure is known that may be replaced by another.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
import warnings
import zlib
from collections.abc import Iterable
from html import escape, unescape
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from ..kernel.errors import LabError, one_line
from ..kernel.files import check_own, write_own

if TYPE_CHECKING:
    import plotly.graph_objects

WIDTH = 950
"""As wide as a notebook, in pixels."""
FORMATS = (".png", ".svg", ".pdf", ".html")
LARGEST = 6000
PATIENCE = 120
"""Seconds until a browser that does not answer is given up."""

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge")
_ELSEWHERE = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
_FLAGS = (
    "--headless",
    "--disable-gpu",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
)
_MARK = "Bruges Lab, figure"
_META = f'<meta name="generator" content="{_MARK}">'
_SOFTWARE = b"tEXtSoftware\0" + _MARK.encode()
_AFTER_SIZE = 33
"""Where in a PNG the signature and the block with the size end, and others may stand."""
_OURS = {
    ".html": re.compile(rb'<!doctype html><html><head><meta charset="utf-8">' + re.escape(_META.encode())),
    ".png": re.compile(rb"\x89PNG\r\n\x1a\n.{25}.{4}" + re.escape(_SOFTWARE), re.DOTALL),
    ".svg": re.compile(rb'<svg data-made-by="' + _MARK.encode() + rb'"'),
    ".pdf": re.compile(rb"%PDF-[^<]{1,40}<</Title \(" + _MARK.encode() + rb"\)"),
}
"""How files begin that are figures of ours."""
_PICTURE = re.compile(r'<pre id="picture">([^<]*)</pre>')


def save(
    figure: plotly.graph_objects.Figure,
    path: str | Path,
    *,
    width: int = WIDTH,
    height: int | None = None,
    scale: float = 2,
    force: bool = False,
) -> Path:
    """Write a figure as .png, .svg, .pdf or .html, and give the file. `scale` is how many dots of a PNG make a pixel.

    Where no Chromium is found a still image becomes an HTML file of the same name, and a warning says so. A figure of the same
    format that was written here is replaced, any other file only with `force=True`.
    """
    target = Path(path)
    kind = target.suffix.lower()
    if kind not in FORMATS:
        raise LabError(f"{one_line(target.name)}: a figure can be written as {', '.join(FORMATS)}")
    for name, value, largest in (("width", width, LARGEST), ("height", height, LARGEST), ("scale", scale, 10)):
        if value is not None and not (isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= largest):
            raise LabError(f"{name}: a number above 0 up to {largest}, not {one_line(value, 20)!r}")
    if kind == ".html":
        write_own(target, page(figure).encode(), _OURS[kind].match, force=force)
        return target
    browser = find_browser()
    if browser is None:
        instead = target.with_suffix(".html")
        write_own(instead, page(figure).encode(), _OURS[".html"].match, force=force)
        warnings.warn(f"No Chromium was found to draw {target.name}; the figure is in {instead.name} instead.", stacklevel=2)
        return instead
    check_own(target, _OURS[kind].match, force=force)  # before a browser is started for it
    high = int(height or figure.layout.height or 450)
    if kind == ".png":
        data = _marked(_drawn(browser, figure, "png", int(width), high, scale))
    else:
        data = _drawn(browser, figure, "svg", int(width), high, 1)
        if kind == ".pdf":
            data = _printed(browser, data.decode(), int(width), high)
        else:
            data = data.replace(b"<svg", f'<svg data-made-by="{_MARK}"'.encode(), 1)
    write_own(target, data, _OURS[kind].match, force=force)
    return target


def _marked(png: bytes) -> bytes:
    """A PNG that says what made it, in a block of text after that of its size."""
    length, check = len(_SOFTWARE) - 4, zlib.crc32(_SOFTWARE)
    block = length.to_bytes(4, "big") + _SOFTWARE + check.to_bytes(4, "big")
    return png[:_AFTER_SIZE] + block + png[_AFTER_SIZE:]


def page(figure: plotly.graph_objects.Figure, after: str = "") -> str:
    """A figure as a page of its own, plotly included; `after` is a script for when it is drawn."""
    from .tools import tools

    body = figure.to_html(include_plotlyjs=True, full_html=False, post_script=after or None, config=tools(figure))
    words = re.sub(r"<[^>]*>", "", (figure.layout.title.text or "figure").partition("</b>")[0].replace("<br>", " "))
    title = escape(one_line(unescape(words), 120))
    return f'<!doctype html><html><head><meta charset="utf-8">{_META}<title>{title}</title></head><body>{body}</body></html>'


def find_browser() -> str | None:
    """A Chromium, or one of its kin, on this machine; the variable BROWSER_PATH may name one."""
    named = os.environ.get("BROWSER_PATH", "")
    return _first(shutil.which(name) for name in (*([named] if named else []), *_BROWSERS, *_ELSEWHERE))


def _first(found: Iterable[str | None]) -> str | None:
    return next((path for path in found if path), None)


def _drawn(browser: str, figure: plotly.graph_objects.Figure, kind: str, width: int, height: int, scale: float) -> bytes:
    """The picture that plotly itself makes of the figure, read out of the page."""
    import plotly.graph_objects as go

    still = go.Figure(figure)
    still.update_layout(width=width, height=height, autosize=False)
    options = f"{{format: '{kind}', width: {width}, height: {height}, scale: {scale}}}"
    after = (
        f"Plotly.toImage('{{plot_id}}', {options}).then(picture => {{ const pre = document.createElement('pre');"
        " pre.id = 'picture'; pre.textContent = picture; document.body.replaceChildren(pre); });"
    )
    with TemporaryDirectory(prefix="bruges-lab-") as folder:
        file = Path(folder) / "page.html"
        file.write_text(page(still, after), encoding="utf-8")
        dom = _run(browser, folder, "--virtual-time-budget=20000", "--dump-dom", file.as_uri())
    found = _PICTURE.search(dom)
    if found is None:
        raise LabError(f"{Path(browser).name} drew no picture; write the figure as .html instead")
    head, _, data = unescape(found[1]).partition(",")
    return base64.b64decode(data) if head.endswith(";base64") else unquote_to_bytes(data)


def _printed(browser: str, svg: str, width: int, height: int) -> bytes:
    """A picture as a PDF of one page of its size."""
    style = f"@page {{ size: {width}px {height}px; margin: 0 }} body {{ margin: 0 }} svg {{ display: block }}"
    with TemporaryDirectory(prefix="bruges-lab-") as folder:
        file, printed = Path(folder) / "page.html", Path(folder) / "page.pdf"
        head = f'<!doctype html><meta charset="utf-8"><title>{_MARK}</title><style>{style}</style>'
        file.write_text(head + svg, encoding="utf-8")
        _run(browser, folder, "--no-pdf-header-footer", f"--print-to-pdf={printed}", file.as_uri())
        if not printed.is_file():
            raise LabError(f"{Path(browser).name} printed no page; write the figure as .html instead")
        return printed.read_bytes()


def dots(svg: str, scale: float = 2) -> bytes:
    """A drawing of its own size as a PNG, so many dots a pixel."""
    browser = find_browser()
    if browser is None:
        raise LabError("no Chromium was found to make dots of a drawing; write it as .svg instead")
    size = re.search(r'<svg[^>]*? width="([0-9.]+)" height="([0-9.]+)"', svg)
    if size is None:
        raise LabError("the drawing does not say how large it is; write it as .svg instead")
    wide, high = (min(LARGEST, ceil(float(number))) for number in size.groups())
    style = "<style>html, body { margin: 0; overflow: hidden } svg { display: block; max-width: none !important }</style>"
    with TemporaryDirectory(prefix="bruges-lab-") as folder:
        file, drawn = Path(folder) / "page.html", Path(folder) / "page.png"
        file.write_text(f'<!doctype html><meta charset="utf-8">{style}{svg}', encoding="utf-8")
        wanted = (f"--window-size={wide},{high}", f"--force-device-scale-factor={scale:g}", f"--screenshot={drawn}")
        _run(browser, folder, *wanted, file.as_uri())
        if not drawn.is_file():
            raise LabError(f"{Path(browser).name} drew no picture; write it as .svg instead")
        return drawn.read_bytes()


def _run(browser: str, folder: str, *arguments: str) -> str:
    """Let the browser do one thing, with a profile that goes when it is done."""
    flags = [*_FLAGS, f"--user-data-dir={folder}/profile"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")  # Chromium refuses to start as root otherwise
    try:
        done = subprocess.run(
            [browser, *flags, *arguments], capture_output=True, timeout=PATIENCE, check=False, encoding="utf-8", errors="replace"
        )
    except subprocess.TimeoutExpired:
        raise LabError(f"{Path(browser).name} did not answer within {PATIENCE} seconds") from None
    except OSError as error:
        raise LabError(f"{Path(browser).name}: cannot be started: {one_line(error.strerror or error)}") from None
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        raise LabError(f"{Path(browser).name} ended with {done.returncode}: {one_line(last, 120)}")
    return done.stdout
