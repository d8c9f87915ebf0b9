"""The reference of names in Python, out of their docstrings: what `bl` has, a page per room; what games add; the contract.

The pages name what they show (`::: module.name`); mkdocstrings reads signatures and docstrings from the code without running it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import bruges_lab

from .. import kernel
from ..games import shelf
from ..games.manifest import Manifest
from ..show.rulebook_pages import plain
from .sources import Contents, Source, lines


class Group(NamedTuple):
    """A page of the reference: the rooms whose names stand on it."""

    name: str
    title: str
    about: str
    rooms: tuple[str, ...]


GROUPS = (
    Group(
        "games",
        "Games and play",
        "Start a game, play it, save it, look at what happened and why.",
        ("lab", "games", "kernel", "links"),
    ),
    Group("rules", "Rules, scenarios, lessons", "What the rules say, who says so, and positions that show it.", ("rulebook",)),
    Group("analysis", "Analyses", "Trees, scores, playouts, simulations, comparisons, hints.", ("analysis",)),
    Group("show", "Figures and handouts", "What is drawn and printed.", ("show",)),
    Group("explorer", "Explorer", "A game to look at and to play, in a notebook or on a page.", ("explorer",)),
    Group("texts", "Rulebook texts", "Hold a text against the rules that run.", ("textcheck",)),
)
KERNEL, CONTRACT = "kernel", "manifest"
"""The pages for those who write a game."""


def reference_sources() -> Iterator[Source]:
    """Every page of the reference."""
    for group in GROUPS:
        listed = lab_names().items()
        names = [(f"bl.{name}", place) for at in group.rooms for name, place in listed if room(place) == at]
        yield _page(group.name, group.title, f"{group.about} All of it with `import bruges_lab as bl`.", names)
    for manifest in shelf.games():
        if own := manifest.exported():
            usual = manifest is shelf.find()
            before = "bl" if usual else f"bl.{manifest.name}"
            about = f"What the game adds, as `{before}.{next(iter(own))}` and so on."
            places = [(f"{before}.{name}", _place(manifest, where)) for name, where in own.items()]
            yield _page(manifest.name, f"What {manifest.called()} adds", about, places)
    about = "What a [game of your own](../write_a_game.md) is made of: its book of steps, its state, its kit."
    already = lab_names()
    names = [(name, f"kernel.{name}") for name in kernel.__all__ if name not in already]
    yield _page(KERNEL, "For writers of games: the kernel", about, [(name, f"bruges_lab.{place}") for name, place in names])
    yield Source(f"reference/{CONTRACT}.md", _contract())


def reference_contents() -> Contents:
    """Its part of the contents of the site."""
    parts: Contents = [{group.title: f"reference/{group.name}.md"} for group in GROUPS]
    parts += [{f"What {one.called()} adds": f"reference/{one.name}.md"} for one in shelf.games() if one.exported()]
    return [
        *parts,
        {"For writers of games: the kernel": f"reference/{KERNEL}.md"},
        {"The contract with a game": f"reference/{CONTRACT}.md"},
    ]


def lab_names() -> dict[str, str]:
    """Where each name of the lab's own lives, in full."""
    return {name: f"bruges_lab.{place}.{name}" for name, place in sorted(bruges_lab._WHERE.items())}


def room(place: str) -> str:
    """The room of a name in full."""
    return place.split(".")[1]


def _place(manifest: Manifest, where: str) -> str:
    module, _, name = where.partition(":")
    return ".".join(filter(None, (manifest.package, module, name)))


def _page(name: str, title: str, about: str, places: list[tuple[str, str]]) -> Source:
    parts = [f"# {plain(title)}", about]
    parts += [f"::: {place}\n    options:\n      heading: {called}\n      toc_label: {called}" for called, place in places]
    return Source(f"reference/{name}.md", lines(parts))


def _contract() -> str:
    parts = [
        "# The contract with a game",
        "How to write one is told in [Write a game](../write_a_game.md); here is every slot of its manifest.",
        "::: bruges_lab.games.manifest.Manifest\n    options:\n      heading: Manifest\n      toc_label: Manifest\n"
        "      show_if_no_docstring: true\n      filters: ['!^_']",
        "::: bruges_lab.games.manifest.Slot\n    options:\n      heading: Slot\n      toc_label: Slot",
    ]
    return lines(parts)
