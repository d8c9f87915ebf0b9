"""Rules under which a game of Bruges would go on and on: what is refused before it is played, and what may be the reason."""

from __future__ import annotations

from ...kernel import LabError
from ...kernel.playing import MOST_ROUNDS
from .ruleset import Ruleset

MOST_TURNS = 100
"""Turns a round beyond which nobody waits for the end; a game of four that ends by its pile has 4, in 8 rounds."""


def check_ending(rules: Ruleset) -> None:
    """Refuse rules under which a game would not end in a reasonable time."""
    by_rounds = rules.end_by == "rounds" or (rules.end_by == "pile_or_rounds" and rules.reshuffle_discard)
    if by_rounds and rules.rounds_limit > MOST_ROUNDS:
        problem = f"rounds_limit: games of {rules.rounds_limit:,} rounds are not played out; at most {MOST_ROUNDS:,} are"
        raise LabError(f"{problem} (end_by = {rules.end_by!r})")
    if rules.turns > MOST_TURNS:
        raise LabError(f"turns: games with {rules.turns:,} turns a round are not played out; at most {MOST_TURNS} are")


def why_endless(rules: Ruleset) -> str:
    """The switch that may be the reason that a game has not ended."""
    if rules.reshuffle_discard:
        return "reshuffle_discard = True: the piles are filled again and again"
    return f"end_by = {rules.end_by!r}, with {rules.cards:,} cards and a rounds_limit of {rules.rounds_limit:,}"
