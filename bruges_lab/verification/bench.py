"""What `bruges-lab bench` tells: sustained rates beside peers measured in the same run, then the small times and the starts.

Rates come from bench_against.py; ratios are what can be compared between machines. The peers come with the extra `bench`; without
them only our own figures are given.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..analysis.policies import random_policy
from ..games import shelf
from ..kernel import Game, Seeded, Stream, advance, choose
from ..kernel.engine import Pending
from ..kernel.saving import from_bytes, to_bytes
from ..lab import new_game, rules_of
from .bench_against import SECONDS, by_itself, others
from .bench_driver import AT, PEERS
from .bench_starts import starts
from .bench_windows import Spread


class Figure(NamedTuple):
    """One measure: its value, how it scatters, the floor it must reach, and how it is written."""

    name: str
    value: float
    unit: str
    floor: str
    met: bool | None
    spread: Spread | None = None


Rate = Callable[[], float]

FLOORS = {
    "play_out, random": ("python-chess", 3.3),
    "Game.legal + Game.play": ("python-chess", 1.8),
    "tree": ("python-chess, tree by copy", 0.85),
}
"""How many times as fast as a peer the usual game is to be."""
OTHERS = {"play_out, random": ("python-chess", 2.5)}
"""The same of every other game."""
MANY = 12
"""Answers that a question in the middle of a game has at least."""


__all__ = ["Figure", "measure", "others"]

# Our own


def middle(seed: int = 3) -> tuple[Any, Pending]:
    """A position in the middle of a game: from the half of a random game on, the first question with many answers."""
    half = sum(1 for _ in _asked(seed)) // 2
    for number, (state, pending) in enumerate(_asked(seed)):
        if number >= half and not pending.is_chance and len(pending.raw) >= MANY:
            return state, pending
    raise AssertionError(f"no question of the game has {MANY} answers")


def _asked(seed: int) -> Iterator[tuple[Any, Pending]]:
    """Everything that is asked in a random game of as many as can play, events off."""
    manifest = shelf.find()
    players = manifest.players[-1]
    rules, source, stream = rules_of(manifest, "default"), Seeded(seed), Stream(seed, "middle")
    material = manifest.material_for(rules, {})
    state, _ = manifest.first_position(players, rules, source.stream("set-up", players), material)
    while (pending := advance(state)) is not None:
        yield state, pending
        option = source.pick(state, pending, 0) if pending.is_chance else random_policy(state, pending, stream)
        assert option is not None
        choose(state, option)


def copy_time(times: int = 3000) -> float:
    """Microseconds to copy a state in mid-game."""
    state, _ = middle()
    began = time.perf_counter()
    for _ in range(times):
        state.copy()
    return (time.perf_counter() - began) / times * 1e6


def listing_time(times: int = 3000) -> float:
    """Microseconds to list the legal choices of a turn in mid-game."""
    state, pending = middle()
    step: Any = pending.step
    args = pending.task[1:]
    began = time.perf_counter()
    for _ in range(times):
        step.options(state, *args)
    return (time.perf_counter() - began) / times * 1e6


def _whole_game() -> Game[Any]:
    game = new_game(4, 1)
    stream = Stream(1, "bench")
    while not game.over:
        assert game.pending is not None
        game.play_option(game.pending.raw[stream.below(len(game.pending.raw))])
    return game


def jump_time() -> float:
    """Milliseconds to undo to the start and jump back, by move."""
    game = _whole_game()
    last = game.node.number
    began = time.perf_counter()
    for number in range(0, last, 5):
        game.goto(number)
        game.goto(last)
        game.undo()
    return (time.perf_counter() - began) / (3 * len(range(0, last, 5))) * 1e3


def load_time() -> float:
    """Milliseconds to load a full game: replayed and verified."""
    data = to_bytes(_whole_game())
    began = time.perf_counter()
    from_bytes(shelf.Kits({}), data, "bench")
    return (time.perf_counter() - began) * 1e3


def node_memory() -> float:
    """Kilobytes a history node."""
    new_game(4, 1)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    game = _whole_game()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(game.nodes) / 1024


# All of it


def measure(windows: int = 9, seconds: float = SECONDS) -> Iterator[Figure]:
    """All measures: sustained rates, ours and the peers' by turns, then small times, then starts in fresh processes."""
    rates = {one.name: one for one in by_itself(windows, seconds) if one.here is not None}
    for name, one in rates.items():
        assert one.here is not None
        called, _, game = name.partition(AT)
        if name in PEERS:
            yield Figure(name, one.here.median, one.unit, "", None, one.here)
            continue
        manifest = shelf.find(game or None)
        peer, floor = (OTHERS if game else FLOORS).get(called, ("", 0.0))
        titled = f"{manifest.called()}: {called}"
        beside = rates.get(peer)
        ratio = None if beside is None else one.here.over(beside.here)
        if ratio is None:
            told = f"{floor:g} × {peer}: not installed" if peer else ""
            yield Figure(titled, one.here.median, one.unit, told, None, one.here)
        else:
            yield Figure(titled, one.here.median, one.unit, f"{ratio:.2f} × {peer} (floor {floor:g} ×)", ratio >= floor, one.here)
    small: list[tuple[str, Rate, str, float]] = [
        ("state copy in mid-game", copy_time, "µs", 10),
        ("legal listing in mid-game", listing_time, "µs", 20),
        ("undo or jump", jump_time, "ms", 1),
        ("load a full game", load_time, "ms", 5),
        ("memory per history node", node_memory, "kB", 4),
    ]
    for name, rate, unit, floor in small:
        value = min(rate() for _ in range(5))
        yield Figure(name, value, unit, f"at most {floor:g} {unit}", value <= floor)
    for start in starts(next(iter(shelf.find().catalogue))):
        value = start.milliseconds()
        yield Figure(start.name, value, "ms", f"at most {start.most:g} ms", value <= start.most)
