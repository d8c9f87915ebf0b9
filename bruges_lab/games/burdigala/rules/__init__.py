"""The rules of Burdigala, a chapter per file, in the order of the document. Importing this fills the book."""

from . import (
    completing,
    corruption,
    cubes,
    doubles,
    ending,
    merchandise,
    moving,
    plot_cards,
    plot_hand,
    plot_play,
    scoring,
    setup,
    sevens,
    trade_cards,
    turns,
    untimely,
)

__all__ = [
    "completing",
    "corruption",
    "cubes",
    "doubles",
    "ending",
    "merchandise",
    "moving",
    "plot_cards",
    "plot_hand",
    "plot_play",
    "scoring",
    "setup",
    "sevens",
    "trade_cards",
    "turns",
    "untimely",
]
