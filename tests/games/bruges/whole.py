"""Whole random games for tests to look at."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import bruges_lab as bl
from bruges_lab.games.bruges.model import State
from bruges_lab.kernel import Game, Stream

GOLDEN = Path(__file__).parents[2] / "golden"
SMALL = {"cards": 100, "cards_per_colour": 20}


def random_game(players: int, seed: int, choices: int | None = None, **more: Any) -> Game[State]:
    """A game with so many random choices made, or all."""
    game = bl.new_game(players, seed, **more)
    stream = Stream(seed, "test")
    made = 0
    while (pending := game.pending) is not None and made != choices:
        game.play(stream.below(len(pending.raw)))
        made += 1
    return game


@cache
def whole_game(players: int, seed: int) -> Game[State]:
    """A random game to its end. Not to be moved: the tests share it."""
    return random_game(players, seed)
