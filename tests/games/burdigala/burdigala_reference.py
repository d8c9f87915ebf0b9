"""A second, slow reading of movement, written from section 5 of the specification alone.

It shares nothing with the engine: it reads the board file by itself, lines are words, and ways grow step by step as whole sets.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any


@dataclass
class Map:
    """The board as words: every line with its two ends, every district with its squares and sites."""

    lines: dict[str, tuple[int, int]]
    squares: list[int]
    sites: dict[str, list[int]]
    """The squares that touch the district of a site."""
    fast: list[int]
    """Squares at the ends of express ways."""


def read_map(file: Path) -> Map:
    raw: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    lines = {}
    for kind in ("street", "waterway", "express_way"):
        for entry in raw[kind]:
            one, other = entry["ends"]
            lines[f"{kind} {one} {other}"] = (one, other)
    sites = {}
    for district in raw["district"]:
        for number, _ in enumerate(district["sites"]):
            sites[district["name"] + (" ab"[number + 1] if len(district["sites"]) > 1 else "")] = district["squares"]
    fast = sorted({end for name, ends in lines.items() if name.startswith("express") for end in ends})
    return Map(lines, [square["number"] for square in raw["square"]], sites, fast)


@dataclass
class Position:
    """All that movement depends on."""

    own: list[int]
    others: list[int]
    dice: tuple[int, int]
    open_sites: set[str]
    supply: int = 30
    cart: bool = False
    boat: bool = False
    thrown: tuple[int, int] | None = None
    switches: dict[str, Any] = field(default_factory=dict)


def lines_of(board: Map, position: Position, double: bool) -> dict[str, tuple[int, int]]:
    usable = {name: ends for name, ends in board.lines.items() if name.startswith("street")}
    if double or position.boat:
        usable |= {name: ends for name, ends in board.lines.items() if name.startswith("waterway")}
    if double or position.cart:
        if position.switches.get("expressways") == "hub":
            usable |= {f"express_way {one} {other}": (one, other) for one, other in combinations(board.fast, 2)}
        else:
            usable |= {name: ends for name, ends in board.lines.items() if name.startswith("express")}
    return usable


def ends(board: Map, position: Position, start: int, number: int, double: bool) -> set[int]:
    """Where a way of so many steps can end."""
    usable = lines_of(board, position, double)
    switches = position.switches
    free_lines = switches.get("ways_cost") == 0
    barred = set(position.own + position.others) - {start} if switches.get("pass_over") is False else set()
    one_stretch = position.boat and not double and switches.get("boat_stretches") == "one"
    found = set()
    waiting = {(start, 0, frozenset[str](), frozenset({start}))}
    while waiting:
        following = set()
        for here, steps, used, visited in waiting:
            if steps == number and steps > 0:
                found.add(here)
            if used and here in barred:
                continue
            for name, pair in usable.items():
                if here not in pair or name in used:
                    continue
                there = pair[1] if pair[0] == here else pair[0]
                taken = steps + (0 if free_lines and not name.startswith("street") else 1)
                stretches = sum(one.startswith("waterway") for one in used) + name.startswith("waterway")
                if taken > number or (one_stretch and stretches > 1):
                    continue
                if switches.get("repeat") == "square" and there in visited:
                    continue
                following.add((there, taken, used | {name}, visited | {there}))
        waiting = following
    return found


def legal_moves(board: Map, position: Position) -> set[tuple[int, int]]:
    """Section 5: every first and last square."""
    switches = position.switches
    counted = position.thrown if switches.get("influence_counts") is False and position.thrown else position.dice
    double = counted[0] == counted[1]
    buildable = {square for site in position.open_sites for square in board.sites[site]} if position.supply else set()
    found = set()
    for start in position.own:
        for die in position.dice:
            for end in ends(board, position, start, die, double):
                if end == start and switches.get("round_trip") is False:
                    continue
                occupied = end in position.others or (end in position.own and end != start)
                if end in buildable and (double or not occupied):
                    found.add((start, end))
    return found
