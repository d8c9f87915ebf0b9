"""How cost grows with size: `python benchmarks/growth.py` measures curves and draws them into docs/pictures/growth_*.svg.

Seconds are those of computing, the least of a few tries, so that a busy machine changes little; what counts is the shape of a
curve, not its height. The table that the page docs/growth.md shows is printed.
"""

from __future__ import annotations

import argparse
import gc
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from html import escape
from math import log10
from pathlib import Path
from typing import Any, NamedTuple

import bruges_lab as bl
from bruges_lab.analysis.playouts import play_out
from bruges_lab.kernel import Seeded, Stream, advance, choose, expand
from bruges_lab.kernel.pause import collector_paused
from bruges_lab.kernel.saving import from_bytes, to_bytes

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SAMPLE = Path(__file__).resolve().parents[1] / "data" / "bruges" / "samples" / "en"
TRIES = 3


class Curve(NamedTuple):
    """What is measured by size: a row a size, the numbers that are told, and the one that is drawn."""

    name: str
    size: str
    columns: tuple[str, ...]
    rows: list[tuple[float, ...]]
    drawn: int = 1
    """Which column is drawn over the size."""


def seconds(work: Callable[[], object], tries: int = TRIES) -> float:
    best = float("inf")
    for _ in range(tries):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


def players(games: int = 30) -> Curve:
    rows = []
    for count in (2, 3, 4, 5):
        rules = bl.ruleset("zwin:five") if count == 5 else bl.ruleset()
        fresh = [bl.new_game(count, seed, ruleset=rules) for seed in range(games)]
        decisions = sum(play_out(one, "random", seed).decisions for seed, one in enumerate(fresh)) / games
        spent = seconds(lambda fresh=fresh: [play_out(one, "random", seed) for seed, one in enumerate(fresh)]) / games
        rows.append((count, 1e6 * spent / decisions, decisions, 1e3 * spent))
    return Curve("players", "players", ("µs per decision", "decisions per game", "ms per game"), rows)


def length(games: int = 40) -> Curve:
    """What a decision costs in each round: a display grows, and with it what may be chosen and who may react."""
    spent: dict[int, float] = {}
    asked: dict[int, int] = {}
    options: dict[int, int] = {}
    for seed in range(games):
        state = bl.new_game(4, seed).state.copy()
        source, stream, chosen = Seeded(seed), Stream(seed, "length"), random.Random(seed)
        state.log = []
        with collector_paused():
            began = time.process_time()
            while (pending := advance(state)) is not None:
                if pending.is_chance:
                    option = source.pick(state, pending, 0)
                else:
                    option = pending.raw[int(chosen.random() * len(pending.raw))]
                    asked[state.round] = asked.get(state.round, 0) + 1
                    options[state.round] = options.get(state.round, 0) + len(pending.raw)
                assert option is not None
                was = state.round
                choose(state, option)
                now = time.process_time()
                spent[was] = spent.get(was, 0.0) + now - began
                began = now
        del stream
    rounds = sorted(number for number in asked if asked[number] > 10 * games)
    rows = [(number, 1e6 * spent[number] / asked[number], options[number] / asked[number]) for number in rounds]
    return Curve("length", "round", ("µs per decision", "choices per question"), rows)


def middle() -> Any:
    game = bl.new_game(3, 3)
    chosen = random.Random(3)
    while len(game.nodes) < 120 or len(game.legal()) < 14:
        legal = game.legal()
        game.play(legal[int(chosen.random() * len(legal))])
    return game.state


def tree() -> Curve:
    state = middle()
    rows = []
    for cap in (100, 1_000, 10_000, 100_000):
        spent = seconds(lambda cap=cap: expand(state, depth=9, cap=cap))
        tracemalloc.start()
        grown = expand(state, depth=9, cap=cap)
        held = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        rows.append((len(grown.nodes), 1e6 * spent / len(grown.nodes), held / 1024 / len(grown.nodes)))
        del grown
    return Curve("tree", "nodes", ("µs per node", "kB per node"), rows)


def simulation() -> Curve:
    rows = []
    for games in (10, 100, 1_000):
        spent = seconds(lambda games=games: bl.simulate(games, 3, progress=False), 2)
        tracemalloc.start()
        found = bl.simulate(games, 3, progress=False)
        held = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        rows.append((games, 1e3 * spent / games, held / 1024 / games))
        del found
    return Curve("simulation", "games", ("ms per game", "kB per game"), rows)


def texts() -> Curve:
    """Each size in a process of its own: what was read of one text is remembered for the next."""
    rows = []
    for size in (1_000, 4_000, 12_000, 27_000):
        command = [sys.executable, __file__, "--text", str(size)]
        told = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout.split()
        vocabulary, spent = map(float, told)
        rows.append((size, 1e6 * spent / size, 1e3 * spent, 1e3 * vocabulary))
    return Curve("text", "characters", ("µs per character", "ms per text", "ms for the vocabulary before"), rows)


def one_text(size: int) -> None:
    """The seconds for a first, short text, with which all vocabulary is read, and for one of a size."""
    from bruges_lab.documents.opening import source_of

    text = (SAMPLE / "clean.md").read_text(encoding="utf-8")
    asked = source_of(Path("growth.md"), text[: text.rindex(".", 0, size) + 1].encode())
    first = source_of(Path("first.md"), b"Each player takes 5 guilders from the bank and puts them beside the board.")
    print(*(seconds(lambda text=text: bl.check_translation(text, language="en"), 1) for text in (first, asked)))


def history() -> Curve:
    rows = []
    for size in (200, 1_000, 5_000, 20_000):
        game, chosen = bl.new_game(4, 1), random.Random(1)
        began = time.process_time()
        while len(game.nodes) < size:
            if game.over:
                game.goto(chosen.randrange(len(game.nodes) // 2))
                continue
            legal = game.legal()
            game.play(legal[int(chosen.random() * len(legal))])
        step = (time.process_time() - began) / size
        data = to_bytes(game)
        loaded = seconds(lambda data=data: from_bytes(_kits(), data, "growth"), 1)
        gc.collect()
        rows.append((len(game.nodes), 1e6 * step, len(data) / len(game.nodes), 1e6 * loaded / len(game.nodes)))
    return Curve("history", "nodes", ("µs per choice", "bytes per node in a save", "µs per node to load"), rows)


def _kits() -> Any:
    from bruges_lab.games.shelf import Kits

    return Kits({})


CURVES = {made.__name__: made for made in (players, length, tree, simulation, texts, history)}


# Drawing

WIDE, HIGH, LEFT, LOW = 520, 260, 64, 46


def drawn(curve: Curve) -> str:
    """The curve as a picture: what one costs, over how many there are; sizes that span much are drawn by powers of ten."""
    sizes, costs = [row[0] for row in curve.rows], [row[curve.drawn] for row in curve.rows]
    by_power = sizes[-1] / sizes[0] > 20
    across = [log10(size) for size in sizes] if by_power else sizes
    top = max(costs) * 1.25
    right, up = WIDE - LEFT - 24, HIGH - LOW - 30

    def x(place: float) -> float:
        return LEFT + 12 + (place - across[0]) / (across[-1] - across[0]) * (right - 12)

    def y(cost: float) -> float:
        return HIGH - LOW - cost / top * up

    points = " ".join(f"{x(place):.1f},{y(cost):.1f}" for place, cost in zip(across, costs, strict=True))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" role="img" '
        f'font-family="sans-serif" font-size="13" fill="#1f2933">',
        f"<title>{escape(curve.columns[curve.drawn - 1])} by {escape(curve.size)}</title>",
        f'<rect width="{WIDE}" height="{HIGH}" fill="#ffffff"/>',
        f'<text x="{LEFT - 40}" y="18" font-weight="bold">{escape(curve.columns[curve.drawn - 1])}</text>',
        f'<path d="M{LEFT} 30V{HIGH - LOW}H{WIDE - 12}" fill="none" stroke="#52606d"/>',
        f'<polyline points="{points}" fill="none" stroke="#9a3412" stroke-width="2"/>',
    ]
    for size, place, cost in zip(sizes, across, costs, strict=True):
        parts.append(f'<circle cx="{x(place):.1f}" cy="{y(cost):.1f}" r="3.5" fill="#9a3412"/>')
        parts.append(f'<text x="{x(place):.1f}" y="{y(cost) - 10:.1f}" text-anchor="middle">{told(cost)}</text>')
        parts.append(f'<text x="{x(place):.1f}" y="{HIGH - LOW + 18}" text-anchor="middle">{told(size)}</text>')
    parts.append(f'<text x="{WIDE - 12}" y="{HIGH - 8}" text-anchor="end">{escape(curve.size)}</text></svg>\n')
    return "\n".join(parts)


def told(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 or number == int(number) else f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def table(curve: Curve) -> Iterator[str]:
    yield f"| {' | '.join((curve.size, *curve.columns))} |"
    yield f"|{' --- |' * (len(curve.columns) + 1)}"
    for row in curve.rows:
        yield f"| {' | '.join(map(told, row))} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("curves", nargs="*", help="which; all if none is named")
    parser.add_argument("--text", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.text:
        one_text(asked.text)
        return
    for name in asked.curves or CURVES:
        curve = CURVES[name]()
        (PICTURES / f"growth_{curve.name}.svg").write_text(drawn(curve), encoding="utf-8")
        print(f"\n{curve.name}\n", *table(curve), sep="\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
