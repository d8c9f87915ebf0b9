"""Measures one state of the lab by what a user types, and the peers: run as a file with that state first on the path.

It knows nothing but `import bruges_lab as bl`, so that it can drive commits in which everything else has another place. A line on
standard input names a measure, the seconds of a window and the number of its first piece of work; a line on standard output
answers with the rate a second, or `-` where there is no such thing. Everything a user waits for counts: games are set up within
the window, from seeds that were never used before, and the garbage collector runs as it does for anybody. Seconds are those of
computing, so that whatever else the machine does takes nothing away.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import bruges_lab as bl

Window = Callable[[int], float]
"""Does a piece of work, told which one it is by a number, and says how much there was of it."""

AT = " @ "
"""Between a measure and a game that is not the usual one."""
DEPTH, CAP = 3, 2500
"""How far a tree is grown, and how large."""
MANY = 12
"""Answers that the question at the root of a tree has at least."""


def _new(game: str, players: int, number: int) -> Any:
    return bl.new_game(game, players, number) if game else bl.new_game(players, number)


_SHARES: dict[str, float] = {}


def _share(game: str) -> float:
    """The share of questions that are decisions: where a hand is hidden, a player is asked even if there is one answer."""
    if game not in _SHARES:
        asked: list[bool] = []

        def noted(state: Any, pending: Any, stream: Any) -> Any:
            asked.append(len(pending.raw) > 1)
            return pending.raw[stream.below(len(pending.raw))]

        for seed in range(20):
            bl.play_out(_new(game, 3, seed), noted, seed)
        _SHARES[game] = sum(asked) / len(asked)
    return _SHARES[game]


def _random_playout(number: int, game: str = "") -> float:
    return float(bl.play_out(_new(game, 3, number), "random", number).decisions) * _share(game)


def _greedy_playout(number: int, game: str = "") -> float:
    bl.play_out(_new(game, 3, number), "greedy", number)
    return 1


def _game_played(number: int, game: str = "") -> float:
    one, chosen = _new(game, 3, number), random.Random(number)
    decisions = 0
    while not one.over:
        legal = one.legal()
        one.play(legal[int(chosen.random() * len(legal))])
        decisions += len(legal) > 1
    return decisions


def _tree(number: int, game: str = "") -> float:
    """Every node is applied; to where it grows from is not counted (`SETTING_OUT`)."""
    from bruges_lab.kernel import expand

    one, chosen = _new(game, 3, number), random.Random(number)
    for _ in range(80):
        while not one.over:
            legal = one.legal()
            if len(one.nodes) > 60 and len(legal) >= MANY:
                break
            one.play(legal[int(chosen.random() * len(legal))])
        if not one.over:
            break
        one = _new(game, 3, number := number + 1)
    state = one.state
    began = time.process_time()
    nodes = len(expand(state, depth=DEPTH, cap=CAP).nodes)
    _APART[0] += time.process_time() - began
    return nodes


def _asked(number: int, game: str) -> Any:
    """A game in which somebody is asked something with many answers."""
    one, chosen = _new(game, 3, number), random.Random(number)
    for _ in range(60):
        if one.over:
            one = _new(game, 3, number := number + 1)
        legal = one.legal()
        if len(legal) >= MANY:
            break
        one.play(legal[int(chosen.random() * len(legal))])
    return one


def _searched(number: int, game: str = "") -> float:
    one = _asked(number, game)
    began = time.process_time()
    playouts = int(one.hint(budget=100).nodes)
    _APART[0] += time.process_time() - began
    return playouts


def _first_answer(number: int, game: str = "") -> float:
    """Hints a second, as far as the first ranked answer: where there is but one answer, to that."""
    one = _asked(number, game)
    began = time.process_time()
    hints = getattr(bl, "hints", None)
    if hints is None:  # a state of the lab that gives a hint only when it is done
        one.hint()
    else:
        next(iter(hints(one)))
    _APART[0] += time.process_time() - began
    return 1


def _saved(number: int, game: str = "") -> float:
    if game not in _KEPT:
        one, chosen = _new(game, 3, number), random.Random(number)
        while not one.over:
            legal = one.legal()
            one.play(legal[int(chosen.random() * len(legal))])
        _KEPT[game] = one
    bl.from_text(_KEPT[game].to_text())
    return 1


_KEPT: dict[str, Any] = {}
_APART = [0.0]
"""Seconds of a window that count, for measures that set out from a position in the middle of a game."""


# The peers


def _chess_playout(number: int, _game: str = "") -> float:
    """A random game of python-chess; a position with a single move is no decision."""
    import chess

    chosen, board, moves = random.Random(number), chess.Board(), 0
    while not board.is_game_over() and len(board.move_stack) < 300:
        legal = list(board.legal_moves)
        board.push(legal[int(chosen.random() * len(legal))])
        moves += len(legal) > 1
    return moves


def _chess_tree(number: int, _game: str = "") -> float:
    """A tree of python-chess by copy, every node applied, from a position in the opening."""
    import chess

    chosen, board = random.Random(number), chess.Board()
    for _ in range(number % 8):
        board.push(chosen.choice(list(board.legal_moves)))
    began = time.process_time()
    nodes, level = 1, [board]
    for _ in range(DEPTH):
        following: list[Any] = []
        for one in level:
            for move in one.legal_moves:
                if nodes + len(following) < CAP:
                    child = one.copy(stack=False)
                    child.push(move)
                    following.append(child)
        nodes += len(following)
        level = following
    _APART[0] += time.process_time() - began
    return nodes


def _catan_playout(number: int, _game: str = "") -> float:
    """A random game of catanatron with four players; a single legal action is no decision, there as here."""
    from catanatron import Color, Game, RandomPlayer

    decisions = 0

    class Counting(RandomPlayer):  # type: ignore[misc]
        def decide(self, game: Any, playable_actions: Any) -> Any:
            nonlocal decisions
            decisions += len(playable_actions) > 1
            return super().decide(game, playable_actions)

    Game([Counting(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=number).play()
    return decisions


MEASURES: dict[str, tuple[Callable[..., float], str]] = {
    "play_out, random": (_random_playout, "decisions/s"),
    "Game.legal + Game.play": (_game_played, "decisions/s"),
    "tree": (_tree, "nodes/s"),
    "play_out, greedy": (_greedy_playout, "games/s"),
    "search": (_searched, "playouts/s"),
    "first answer of a hint": (_first_answer, "hints/s"),
    "short text written and read": (_saved, "games/s"),
}
"""What is measured of a lab: each with its unit."""
PEERS: dict[str, tuple[Callable[..., float], str]] = {
    "python-chess": (_chess_playout, "decisions/s"),
    "python-chess, tree by copy": (_chess_tree, "nodes/s"),
    "catanatron": (_catan_playout, "decisions/s"),
}
"""The same of peers, where they are installed."""
_SET_OUT = (_tree, _searched, _first_answer, _chess_tree)
"""What is measured from a position on: the way there does not count."""


def rate(name: str, seconds: float, first: int) -> float:
    """How much was done a second, over whole pieces of work until the time is up."""
    called, _, game = name.partition(AT)
    window, _ = {**MEASURES, **PEERS}[called]
    done, number = 0.0, first
    _APART[0] = 0.0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds or number == first:
        done += window(number, game)
        number += 1
    return done / (_APART[0] if window in _SET_OUT else spent)


def answer(name: str, seconds: float, first: int) -> str:
    """One measure as a line."""
    try:
        return repr(rate(name, seconds, first))
    except (AttributeError, ImportError, KeyError, TypeError, ValueError) as error:  # that state has it otherwise, or not at all
        print(f"{name}: {error}", file=sys.stderr, flush=True)
        return "-"


if __name__ == "__main__":
    print(bl.__file__, flush=True)
    for line in sys.stdin:
        asked, long, number = line.rstrip("\n").split("\t")
        print(answer(asked, float(long), int(number)), flush=True)
