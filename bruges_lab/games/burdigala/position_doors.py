"""Scenarios of Burdigala from outside, with valid inputs to be wounded: whole files, and a position that is proved and told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...rulebook.scenarios import Scenario, read_scenarios
from ...rulebook.texts import LANGUAGES
from ...verification.doors import Door, files, only
from ...verification.malformed import from_file
from .manifest import MANIFEST

_POSITION = b"""[[scenario]]
name = "small"
game = "burdigala"
title = { en = "A small one" }
rules = ["burdigala.cube.points"]

[scenario.given]
stage = "build"
seat = 0
turn = 9
start = 1
dice = [3, 4]
moved = 12
tiles = { v = "forum", via = 5 }
cubes = { v = 2, via = 1 }
complete = ["i", "iia"]
bonus = { vi = 3, ix = 2 }
goods_pile = ["tin", "wine"]
plot_pile = ["sailor"]
plot_discard = 5
plot_removed = ["cart"]
switches = { tie = "less_corruption" }

[[scenario.given.players]]
name = "Ada"
earned = { cubes = 4, bonus = 2 }
meeples = [12, 7, 3]
hand = ["theft"]
laid = ["boat"]
goods = { wine = 2, tin = 1 }
tokens = [0, 5]
yards_seen = ["v"]

[[scenario.given.players]]
goods = ["copper"]
goods_seen = [["wine"], []]
pile_seen = ["tin"]

[[scenario.when]]
seat = 0
choice = "build:v"

[[scenario.when]]
seat = 0
choice = "corrupt"

[[scenario.when]]
chance = "token:4"

[[scenario.then]]
seat = 0
tokens = [0, 4, 5]
"""


def _proved(path: Path) -> object:
    from ...rulebook.proving import prove

    proof = prove(Scenario.read(path, "burdigala"))
    return [proof.told(lang) for lang in LANGUAGES]


def _read_all(path: Path) -> object:
    return read_scenarios(path, "burdigala")


def position_doors() -> Mapping[str, Door]:
    """Both ways in, by name."""
    return {
        "scenarios": Door(files(MANIFEST.folder("scenarios")), from_file(_read_all, "scenario.toml")),
        "positions": Door(only(_POSITION), from_file(_proved, "scenario.toml")),
    }
