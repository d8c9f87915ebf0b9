"""The rules of Bruges, a chapter a file, in the order of the rulebook. Importing this fills the book."""

from . import (
    actions,
    dice,
    draw,
    effects,
    ending,
    goods,
    hand,
    majorities,
    people,
    queries,
    rounds,
    scoring,
    setup,
    threats,
    turns,
)

__all__ = [
    "actions",
    "dice",
    "draw",
    "effects",
    "ending",
    "goods",
    "hand",
    "majorities",
    "people",
    "queries",
    "rounds",
    "scoring",
    "setup",
    "threats",
    "turns",
]
