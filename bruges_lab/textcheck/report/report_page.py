"""The page around a report: one file of HTML that needs nothing else, in light and dark, with a small script of our own.

A content policy names that script and that style sheet by their digests; nothing else may run or load, whatever a text contains.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path

from ...show.svg import Svg, tag

STYLE, SCRIPT = ("\n" + Path(__file__).with_name(f"page.{kind}").read_text("utf-8") for kind in ("css", "js"))


def page(title: str, body: Svg, lang: str, *, script: bool = False) -> str:
    """A page that needs no other file."""
    allowed = f"script-src '{_digest(SCRIPT)}'; " if script else ""
    policy = f"default-src 'none'; {allowed}style-src '{_digest(STYLE)}'; base-uri 'none'; form-action 'none'"
    head = tag(
        "head",
        Svg('<meta charset="utf-8">'),
        Svg(f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'),
        Svg('<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">'),
        tag("title", text(title)),
        Svg(f"<style>{STYLE}</style>"),
    )
    last = Svg(f"<script>{SCRIPT}</script>") if script else Svg("")
    return "<!DOCTYPE html>\n" + tag("html", head, Svg("\n"), tag("body", body, last), lang=lang) + "\n"


def text(words: str) -> Svg:
    """Words, escaped."""
    return Svg(escape(words))


def _digest(content: str) -> str:
    """The digest by which a content policy knows a script or a style sheet."""
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"
