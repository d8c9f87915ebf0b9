"""How well simulations use two cores, and how little memory a long one needs when it streams.

    python benchmarks/simulation.py             two workers beside one, in turn, the best of five each
    python benchmarks/simulation.py --memory    100,000 random games streamed to a folder that is deleted afterwards

Every measure has a process of its own, so that one worker is not measured where workers were started before. These are started
before the clock: a run of hours starts them once. Two free cores are needed: on a busy machine the scheduler may share out time
by session, and two workers then get no more than one.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import bruges_lab as bl


def once(games: int, policy: str, workers: int) -> None:
    bl.simulate(20, 3, policy, workers=workers, progress=False)
    began = time.perf_counter()
    bl.simulate(games, 3, policy, workers=workers, progress=False)
    print(time.perf_counter() - began)


def timed(games: int, policy: str, workers: int) -> float:
    command = [sys.executable, __file__, "--once", str(workers), "--games", str(games), "--policy", policy]
    return float(subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout)


def speed(games: int, policy: str, times: int) -> None:
    best = dict.fromkeys((1, 2), float("inf"))
    for turn in range(times):
        for workers in best:
            spent = timed(games, policy, workers)
            best[workers] = min(best[workers], spent)
            print(f"{turn + 1}: {workers} worker{'s' if workers > 1 else ''} {games / spent:7.1f} games/s", flush=True)
    load = os.getloadavg()[0]
    print(f"{games} {policy} games, best of {times}: {games / best[1]:.1f} and {games / best[2]:.1f} games/s (load {load:.1f})")
    print(f"two workers are {best[1] / best[2]:.2f} times one; at least 1.6 is wanted")


def memory(games: int, workers: int, form: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        found = bl.simulate(games, 3, "random", workers=workers, out=Path(folder) / "results", format=form, progress=False)  # type: ignore[call-overload]
        spent = time.perf_counter() - began
        rows = sum(1 for _ in found.rows())
        size = sum(path.stat().st_size for path in found.folder.iterdir()) / 2**20
    if workers > 1:
        from joblib.externals.loky import get_reusable_executor

        get_reusable_executor().shutdown(wait=True)  # a child's memory is known when it has ended
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024 if workers > 1 else 0.0
    print(f"{found.games:,} games, {rows:,} rows, {size:.0f} MB of {form} on disk, {spent:.0f} s with {workers} workers")
    print(f"most memory: {own:.0f} MB here, {child:.0f} MB in the largest worker; under 500 MB is wanted")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memory", action="store_true", help="measure memory instead of speed")
    parser.add_argument("--games", type=int, help="600 for speed, 100,000 for memory")
    parser.add_argument("--policy", default="random")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2, help="for memory")
    parser.add_argument("--format", default="jsonl", help="for memory: jsonl or parquet")
    parser.add_argument("--once", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.once:
        once(asked.games, asked.policy, asked.once)
    elif asked.memory:
        memory(asked.games or 100_000, asked.workers, asked.format)
    else:
        speed(asked.games or 600, asked.policy, asked.times)


if __name__ == "__main__":
    main()
