"""Measures one state of the lab from outside, by what a user types: run as a file with that state first on the path.

It knows nothing but `import bruges_lab as bl`, so that it can drive commits in which everything else has another place. A line on
standard input names a measure and the seconds of a window; a line on standard output answers with the rate a second, or `-` where
that state of the lab has no such thing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import bruges_lab as bl

Window = Callable[[int], int]
"""Does a piece of work, told which one it is by a number, and says how much there was of it."""


def _random_playout(number: int) -> int:
    return int(bl.play_out(bl.new_game(3, number), "random", number).decisions)


def _greedy_playout(number: int) -> int:
    return int(bl.play_out(bl.new_game(2, number), "greedy", number).decisions)


def _game_played(number: int) -> int:
    game = bl.new_game(3, number)
    decisions = 0
    while not game.over:
        legal = game.legal()
        game.play(legal[(7 * decisions + number) % len(legal)])
        decisions += 1
    return decisions


def _tree(number: int) -> int:
    return len(bl.tree(bl.scenario("first_look", chance=bl.Ask()), depth=3, budget=1500).nodes)


def _hint(number: int) -> int:
    game = bl.new_game(2, number)
    game.play(0)
    game.hint()
    return 1


def _saved(number: int) -> int:
    bl.from_text(_whole_game().to_text())
    return 1


def _whole_game() -> bl.Game[bl.State]:
    if not _KEPT:
        game = bl.new_game(2, 1)
        while not game.over:
            game.play(0)
        _KEPT.append(game)
    return _KEPT[0]


_KEPT: list[bl.Game[bl.State]] = []
MEASURES: dict[str, Window] = {
    "play_out, random": _random_playout,
    "play_out, greedy": _greedy_playout,
    "Game.legal + Game.play": _game_played,
    "tree": _tree,
    "hint": _hint,
    "short text written and read": _saved,
}
UNITS = dict(zip(MEASURES, ("decisions/s", "decisions/s", "decisions/s", "nodes/s", "hints/s", "games/s"), strict=True))


def rate(window: Window, seconds: float) -> float:
    """How much was done a second, over whole pieces of work until the time is up."""
    done = number = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds or not number:
        done += window(number)
        number += 1
    return done / spent


def answer(name: str, seconds: float) -> str:
    """One measure as a line."""
    try:
        return repr(rate(MEASURES[name], seconds))
    except (AttributeError, TypeError, ValueError) as error:  # that state of the lab has it otherwise, or not at all
        print(f"{name}: {error}", file=sys.stderr, flush=True)
        return "-"


if __name__ == "__main__":
    print(bl.__file__, flush=True)
    for line in sys.stdin:
        asked, _, long = line.strip().rpartition("\t")
        print(answer(asked, float(long)), flush=True)
