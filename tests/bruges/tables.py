"""Positions to play in tests of the game, and short words for what is asked and told there."""

from __future__ import annotations

from typing import Any

import bruges_lab as bl
from bruges_lab.kernel import Ask, Game

Table = Game[bl.State]

DICE = {"blue": 3, "brown": 4, "yellow": 3, "red": 4, "purple": 3}
WAITS: dict[str, Any] = {"hand": ["novice"]}
"""The next player, whose turn stops the game."""


def table(*players: dict[str, Any], phase: str = "actions", **given: Any) -> Table:
    """A game at a position given as in a scenario; chance waits to be set."""
    dice = {"dice": DICE} if phase == "actions" else {}
    return bl.scenario({"given": {"phase": phase, "players": list(players), **dice, **given}}, chance=Ask())


def display(*people: str) -> list[dict[str, str]]:
    """People, each on a blue house."""
    return [{"card": "blue", "person": person} for person in people]


def play(game: Table, *choices: str) -> Table:
    """Make the choices one after the other."""
    for choice in choices:
        game.play(choice)
    return game


def asked(game: Table) -> tuple[str, int, set[str]]:
    """What is to be decided, by whom, and what may be chosen."""
    assert game.pending is not None
    return game.pending.kind, game.pending.player, {str(choice) for choice in game.legal()}


def told(game: Table, rule: str) -> list[tuple[str, int, dict[str, Any]]]:
    """The events of a rule: kind, player and numbers."""
    return [(event.kind, event.player, event.data) for event in game.events if event.rule == rule]


def refused(game: Table, choice: str) -> str | None:
    """The rule that refuses a choice; None if it is legal."""
    refusal = game.why_not(choice)
    return None if refusal is None else refusal.rule
