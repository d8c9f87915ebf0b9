"""The sheet behind "?": what can be pressed, and which keys do the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..show.svg import Svg, tag
from .markup import button, heading, text

if TYPE_CHECKING:
    from .explorer import Explorer

KEYS = (
    ("next", ("Space", "ArrowRight")),
    ("previous", ("ArrowLeft",)),
    ("ends", ("Home", "End")),
    ("choose", ("1–9",)),
    ("reach", ("Tab", "Enter")),
    ("let", ("l",)),
    ("decision", ("d",)),
    ("phase", ("p",)),
    ("round", ("n",)),
    ("undo", ("u",)),
    ("redo", ("r",)),
    ("close", ("Escape",)),
    ("help", ("?",)),
)
"""What the keys do, by the words for it."""


def drawn(explorer: Explorer) -> Svg:
    """The sheet."""
    say = explorer.words
    rows = [
        tag("tr", tag("td", *[tag("kbd", text(_called(explorer, key))) for key in keys]), tag("td", text(say(f"help.{what}"))))
        for what, keys in KEYS
        if what != "phase" or explorer.has_stages
    ]
    close = button("close", "", "×", "close", aria_label=say("close"))
    how = [tag("li", text(say(f"help.how_{step}"))) for step in ("press", "next", "back", "why")]
    around = button("tour", "", say("tour.show"), "small")
    body = [heading(say("help.title")), tag("ul", *how), around, heading(say("help.keys")), tag("table", *rows)]
    return tag("div", close, *body, class_="bl-popbox bl-sheet", role="dialog", aria_label=say("help.title"))


def _called(explorer: Explorer, key: str) -> str:
    return explorer.words(f"key.{key.lower()}") if len(key) > 1 and key != "1–9" else key
