"""How well the policies play: two of them at a table of two, every seed twice with the seats changed.

    python benchmarks/strength.py                                  greedy against random, 400 games
    python benchmarks/strength.py search:100 greedy --games 200    a search with a budget of 100 nodes against greedy

The share of games won comes with its 95 % interval by pairs (Wilson's by games where that is wider). The same command plays the
same games everywhere; only the time differs.
"""

from __future__ import annotations

import argparse
import time

from bruges_lab.analysis.matches import Match, match
from bruges_lab.kernel import LabError


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", nargs="?", default="greedy")
    parser.add_argument("second", nargs="?", default="random")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--game", default=None, help="the usual one, if none is named")
    parser.add_argument("--chunk", type=int, default=40, help="games between two lines of progress")
    asked = parser.parse_args()
    began = time.process_time()
    found: Match | None = None
    try:
        for done in range(0, asked.games, asked.chunk):
            games = min(asked.chunk, asked.games - done)
            part = match(asked.first, asked.second, games, asked.seed + done // 2, workers=asked.workers, game=asked.game)
            found = part if found is None else found + part
            print(f"{found}; {(time.process_time() - began) / found.games:.2f} s of processor time a game", flush=True)
    except LabError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
