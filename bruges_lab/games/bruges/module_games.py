"""Random games over all combinations of modules of the Zwin, for `bruges-lab verify modules`: which rules each is played by.

Six modules are in or out, and a fifth player may be there, so that 256 games have all combinations with two to five players. In
half of the games every other switch of the ruleset is set by lot.
"""

from __future__ import annotations

from typing import NamedTuple

from ...kernel import Stream
from ...rulebook.readings import ruleset
from .ruleset import FIVE, SIX_STACKS, Ruleset, Value, fields

MODULES = ("ships", "market", "worker_supply", "bank", "threat_bag", "round_marker")
"""What is in or out beside five players, by the field that says so."""
COMBINATIONS = 2 ** len(MODULES) * 4
"""With two, three, four and five players."""
_STRIDE = 37
"""Has no divisor in common with COMBINATIONS: so few games are a mixture too."""
LENGTHS = (3, 6, 8, 9, 14)
"""Rounds where their number is limited; the market's pile is used up after twelve."""


class Setting(NamedTuple):
    """How one game of the campaign is played."""

    players: int
    rules: Ruleset
    modules: tuple[str, ...]
    at_random: bool
    """Whether all other switches are set by lot."""


def setting(number: int) -> Setting:
    """The rules of a game of the campaign by its number: COMBINATIONS in a row are all, twice that also in both halves."""
    combination = number * _STRIDE % COMBINATIONS
    players = 2 + combination % 4
    modules = tuple(name for bit, name in enumerate(MODULES) if combination // 4 >> bit & 1)
    at_random = bool(number.bit_count() % 2)  # both halves of every combination come in turn
    stream = Stream(number, "modules")
    changes: dict[str, Value] = {name: stream.pick(_in_play(name)) for name in modules}
    if at_random:
        changes = {**_by_lot(stream, players), **changes}
    base = ruleset("zwin:five") if players == FIVE else Ruleset()
    return Setting(players, base.changed(**changes), modules, at_random)


def _in_play(module: str) -> list[Value]:
    """The values of its field that put a module in play."""
    field = fields()[module]
    return [value for value in field.values if value != field.default]


def _by_lot(stream: Stream, players: int) -> dict[str, Value]:
    """Every switch that is no module, and the numbers that belong to modules."""
    switches = [field for field in fields().values() if field.unit == "switch" and field.name not in MODULES]
    found: dict[str, Value] = {field.name: stream.pick(field.values) for field in switches}
    found |= {
        "ship_faces": stream.pick([(3, 4), (4,)]),
        "ship_workers": stream.below(3),
        "bagged_threats": 1 + stream.below(3),
        "rounds_limit": stream.pick(LENGTHS),
    }
    if players != FIVE:
        found["five_deck"] = "five_stacks"
    elif found["five_deck"] == "six_stacks" or not stream.below(3):  # or as with new citizens (exp.five_players.deck.six)
        found["stacks"] = SIX_STACKS
    if found["reshuffle_discard"]:  # the piles are never used up for good
        found["end_by"] = "rounds"
    return found
