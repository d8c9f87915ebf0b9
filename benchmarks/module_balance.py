"""What ships, improvements and market cards are worth, each against a blank one: makes `data/bruges/balance_zwin.csv`.

    python benchmarks/module_balance.py                              all three groups, on one core
    python benchmarks/module_balance.py ships --sizes 200            kinds of ships alone, printed and not written

What may be far from the others of its group is played again with more pairs of games. The same command gives the same table
everywhere; only the time differs.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from bruges_lab import places
from bruges_lab.games.bruges.play.balance import Weighing, screen
from bruges_lab.games.bruges.play.module_balance import GROUPS, WEIGH, pieces

SIZES = (300, 1500)
"""Pairs of games: for everything, and for what may be an outlier."""


def weighings(group: str, sizes: tuple[int, ...], jobs: int) -> list[Weighing]:
    """All pieces of a group."""
    found: list[Weighing] = []
    for found in screen(pieces(group), sizes=sizes, jobs=jobs, weighing=WEIGH[group]):
        print(f"{group}: {max(one.games for one in found)} pairs of games", flush=True)
    standard = sum(one.difference for one in found) / len(found)
    for one in sorted(found, key=lambda one: -one.difference):
        far = "  far from the others" if one.outlier(standard) else ""
        print(f"  {one.card:<22}{100 * one.difference:+6.1f} ± {100 * one.error:.1f}  {one.points:+.2f} points  {one.games}{far}")
    print(f"  on the average {100 * standard:+.1f}", flush=True)
    return found


def write(file: Path, table: dict[str, list[Weighing]]) -> None:
    """As notebooks and tests read it."""
    with file.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(["group", "piece", *Weighing._fields[1:]])
        for group, found in table.items():
            for one in found:
                shares = [f"{value:.4f}" for value in (one.won, one.won_blank, one.error)]
                rows.writerow([group, one.card, one.games, *shares, f"{one.points:.3f}"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", help=f"of {', '.join(GROUPS)}; all, and the table is written, if none is named")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    if unknown := {*asked.groups} - {*GROUPS}:
        parser.error(f"there is no group {min(unknown)!r}; there are {', '.join(GROUPS)}")
    table = {group: weighings(group, tuple(asked.sizes), asked.jobs) for group in asked.groups or GROUPS}
    if not asked.groups:
        write(places.data("bruges", "balance_zwin.csv"), table)


if __name__ == "__main__":
    main()
