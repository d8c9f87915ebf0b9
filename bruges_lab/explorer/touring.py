"""The tour: what this is, in six steps, each at the part that it speaks of. It shows by itself the first time a browser meets an
explorer, and again from the sheet behind "?". The browser leads it (script/tour.js) and remembers that it was there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..show.svg import Svg, tag
from .markup import block, heading, span, text

if TYPE_CHECKING:
    from .explorer import Explorer

STEPS = (
    ("question", ".bl-bar .bl-asked"),
    ("go", ".bl-bar .bl-next"),
    ("board", ".bl-middle > .bl-board"),
    ("glow", ".bl-board .bl-live | .bl-bar .bl-answer | .bl-board [data-target]"),
    ("time", ".bl-time .bl-line"),
    ("panel", ".bl-middle > .bl-side"),
)
"""What each step is about, and the part that it points at: the first of them that can be seen."""
FIRST = "first"
"""To be shown unless this browser has seen it."""
FRAME = '<div data-part="all"></div>'


def drawn(explorer: Explorer) -> Svg:
    """All steps, of which the browser shows one, and the buttons that lead through them."""
    say = explorer.words
    game = explorer.manifest.called(explorer.lang)
    steps = [
        block(
            "tourstep",
            heading(say(f"tour.{step}")),
            tag("p", text(say(f"tour.{step}_about", game=game))),
            data_spot=spot,
            hidden="hidden",
        )
        for step, spot in STEPS
    ]
    foot = block(
        "tourfoot",
        span("tourcount", f"1 / {len(STEPS)}"),
        _button("end", say("tour.skip")),
        _button("back", say("tour.back")),
        tag(
            "button",
            span("on", say("tour.next")),
            span("done", say("tour.done")),
            tag("kbd", text("↵"), aria_hidden="true"),
            type="button",
            class_="bl-onward",
            data_tour="next",
            data_key="tour:next",
            data_hotkey="Enter",
        ),
    )
    inside = [tag("div", *steps, aria_live="polite"), foot]
    return tag("div", *inside, class_="bl-tourbox", role="dialog", aria_label=say("tour.title"))


def _button(where: str, words: str) -> Svg:
    return tag("button", text(words), type="button", class_="bl-small", data_tour=where, data_key=f"tour:{where}")
