"""The picture of a position: what a game draws of it, and where it can be pressed; else the lab draws a plain table.

A game's folder states both by name in its manifest (`picture`, `targets`); whoever draws asks the manifest and knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .svg import FONT, LINE, PAPER, Svg, rect, tag

if TYPE_CHECKING:
    from ..games.manifest import Manifest
    from ..kernel import Choice

LAB = "lab"
Values = Mapping[str, int | str]
"""What is at each target: a count, or a word."""


class Parts(NamedTuple):
    """A picture in pieces for a live view: `frame` is HTML, and each element with `data-part` in it the place of a fragment.

    A fragment is HTML with small drawings at one unit a pixel (live.py), so that a style sheet lays the pieces out for any width.
    The frame depends on who plays and on whose view it is, and so changes seldom. Every player has two forms in it, one line
    (`bl-summary`) and everything (`bl-full`); which is shown is for whoever shows it to say (`bl-open` on the `data-seat`).
    An element with `data-with` is seen only while one of the targets or choices that it names is pointed at, or open.
    """

    frame: str
    fragments: dict[str, str]


class Picture(NamedTuple):
    """How a game is drawn: a position, names (none: the usual ones), the seat that looks (None: all hands open), a language."""

    parts: Callable[[Any, tuple[str, ...], int | None, str], Parts]
    """For a live view, which replaces only what has changed."""
    whole: Callable[[Any, tuple[str, ...], int | None, str], str]
    """One self-contained SVG of the class `bl-position`; what the seat may not know is in no attribute either."""
    situation: Callable[[Any, str], Sequence[str]]
    """Where the game stands in a few words each, such as round and phase; given a position and a language."""


class About(NamedTuple):
    """What a thing on the picture is, for whoever presses it; everything in words is in the language asked for."""

    name: str
    kind: str = ""
    """What sort of thing, with its figures: "church · 12 guilders · 4 points"."""
    words: str = ""
    """What it does or is for, in a sentence or two: the effect of a person, what a third marker would bring."""
    rule: str = ""
    """The rule that governs it."""
    picture: str = ""
    """A small SVG of it, if there is one."""
    notes: tuple[str, ...] = ()
    """What else is worth knowing, such as what of it is reconstructed."""


class Targets(NamedTuple):
    """Choices and places on the picture. A target is the `data-target` of an element, a text such as `hand:0:7`."""

    of: Callable[[Any, Choice], tuple[str, ...]]
    """The targets that a choice of the question asked concerns, the most telling first."""
    attempts: Callable[[Any, int, str], list[str]]
    """What a seat may have meant that pressed a target where nothing can be chosen, in the order to ask `why_not` about."""

    about: Callable[[Any, tuple[str, ...], int | None, str, str], About | None] = lambda state, names, seat, target, lang: None
    """What a target is: given a position, names, the seat that looks, the target and a language. None: nothing is known of it, or
    the seat may not know it."""
    values: Callable[[Any, int | None], Values] = lambda state, seat: {}
    """What is at each target that can change, as the seat that looks may know it: a count, whose difference is told (+2), or a
    word for what is there. Two positions are compared by it, and what differs is marked on the picture."""

    def at(self, state: Any, choices: Iterable[Choice], target: str) -> list[Choice]:
        """Those of the choices that concern a target."""
        return [choice for choice in choices if target in self.of(state, choice)]


def picture_for(manifest: Manifest, written: str) -> Picture:
    """How a game is drawn: by its own hand, or as a plain table."""
    if written != LAB:
        made: Picture = manifest.named(written)
        return made
    from .plain_position import plain_picture

    return plain_picture(manifest)


def targets_for(manifest: Manifest, written: str) -> Targets:
    """Where a game's picture can be pressed."""
    if written != LAB:
        made: Targets = manifest.named(written)
        return made
    from .plain_position import plain_targets

    return plain_targets(manifest)


def sheet(
    parts: Mapping[str, Svg], inside: Sequence[Svg], width: float, height: float, *, scale: float, role: str, label: str
) -> Svg:
    """The paper that a position is drawn on: its title and description, a frame, and whatever stands inside."""
    return tag(
        "svg",
        tag("title", *filter(None, [parts.get("title")]), data_part="title"),
        tag("desc", *filter(None, [parts.get("desc")]), data_part="desc"),
        rect(0.5, 0.5, width - 1, height - 1, PAPER, 12, stroke=LINE),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height:g}",
        width=width * scale,
        height=height * scale,
        style="max-width:100%;height:auto",
        role=role,
        aria_label=label,
        class_="bl-position",
        font_family=FONT,
    )
