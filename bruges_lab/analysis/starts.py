"""Where a game begins that nobody looks at: its manifest, its rules and material, and the position before the first task."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..games import shelf
from ..games.manifest import Manifest
from ..kernel import LabError, Seeded
from ..kernel.errors import one_line
from ..kernel.rulesets import BaseRuleset

if TYPE_CHECKING:
    from ..kernel.events import RawEvent

AnyRuleset = BaseRuleset | str | Path | None
"""A ruleset, its name or its file; None for the usual one."""


def find_game(game: Manifest | str | None) -> Manifest:
    """A game's manifest, by its name; the usual one if none is named."""
    return game if isinstance(game, Manifest) else shelf.find(game)


def find_rules(manifest: Manifest, ruleset: AnyRuleset) -> BaseRuleset | None:
    """The ruleset of a game as it was asked for; None for a game that has none."""
    from ..rulebook.readings import DEFAULT, rules_of

    return rules_of(manifest, DEFAULT if ruleset is None else ruleset)


def start(
    manifest: Manifest, players: int, seed: int, rules: BaseRuleset | None, material: dict[str, Any]
) -> tuple[Any, list[RawEvent]]:
    """The position before the first task of the game with this seed, and the events of the set-up."""
    return manifest.first_position(players, rules, Seeded(seed).stream("set-up", players), material)


def any_start(manifest: Manifest) -> Any:
    """A position before the first task, whichever: for what is the same in all of them."""
    rules = find_rules(manifest, None)
    return start(manifest, manifest.players_under(rules).start, 0, rules, manifest.material_for(rules, {}))[0]


def check_number(name: str, value: object, most: int, least: int = 1) -> None:
    """Refuse what is no whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise LabError(f"{name}: a whole number from {least} to {most:,}, not {one_line(repr(value), 20)}")
