"""Sharing: the game as a link that can be copied, and as a code to be photographed from the board of a class."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..kernel import LabError
from ..kernel.errors import either, one_line
from ..links.linking import WHAT, to_link
from ..show.svg import Svg, tag
from .dialogs import Dialog
from .markup import block, select, span, text
from .surface import Act

if TYPE_CHECKING:
    from .entering import Entering

LONGEST_CODE = 1200
"""Characters of a link that a telephone still reads from a screen."""


class Share(Dialog):
    """What the link holds, the link, and its code."""

    name = "share"
    places = ("what", "link", "code")

    def __init__(self, explorer: Entering) -> None:
        super().__init__(explorer)
        self.what = WHAT[0]

    def acts(self) -> Mapping[str, Act]:
        return {"share.what": self._choose}

    def _choose(self, what: str) -> None:
        if what not in WHAT:
            raise LabError(f"what: {either(WHAT)}, not {one_line(what, 20)!r}")
        self.what = what

    def parts(self) -> Mapping[str, Svg]:
        say, link = self.explorer.words, self.explorer.link(self.what)
        offered = [(what, say(f"share.{what}")) for what in WHAT]
        shown = tag("input", type="text", value=link, readonly="readonly", data_copied="link", aria_label=say("share.title"))
        copy = tag("button", text(say("share.copy")), type="button", class_="bl-small", data_copy="link", data_key="share.copy")
        told = [say("share.length", count=len(link)), *([] if self.explorer.address else [say("share.page")])]
        return {
            "what": select("share.what", offered, self.what, say("share.what")),
            "link": Svg(block("sharelink", shown, copy) + block("quiet", text(" ".join(told)))),
            "code": self._code(link),
        }

    def _code(self, link: str) -> Svg:
        say = self.explorer.words
        if not self.explorer.address or find_spec("segno") is None:
            return Svg("")
        if len(link) > LONGEST_CODE:
            return block("quiet", text(say("share.no_code")))
        return tag("figure", code_of(link), tag("figcaption", span("soft", say("share.code"))), class_="bl-sharecode")


def code_of(link: str) -> Svg:
    """A link as a QR code, dark on white in every theme."""
    import segno

    made = segno.make(link, micro=False, error="l")
    rows = [bytes(row) for row in made.matrix]
    size = len(rows) + 8
    path = "".join(f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    ground = tag("rect", width=size, height=size, fill="#fff")
    return tag("svg", ground, tag("path", d=path, fill="#000"), viewBox=f"0 0 {size} {size}", class_="bl-qr", role="img")


def link_of(explorer: Entering, what: str) -> str:
    """The game that is looked at as a link; refused where somebody may not have all of it."""
    if explorer.covered_for is not None or explorer.seat is not None:
        raise LabError(explorer.words("edit.hidden"))
    return to_link(explorer.game, what, explorer.address if _leads(explorer.address) else "")


def _leads(address: str) -> bool:
    with suppress(LabError):
        from ..links.fragment import checked_page

        return bool(checked_page(address))
    return False
