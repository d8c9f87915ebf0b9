"""Numbers that a rulebook text may state and that are no field of the ruleset: lengths of lists, what the box has for each."""

from __future__ import annotations

from .ruleset import Ruleset
from .telling import ACTIONS, WORDS
from .words import ACTIVATIONS, AREAS, COLOURS, PHASES


def text_numbers(rules: Ruleset) -> dict[str, int]:
    """By name, as overviews call them."""
    return {
        "colours": len(COLOURS),
        "phases": len(PHASES),
        "areas": len(AREAS),
        "icons": len(ACTIVATIONS),
        "actions": len(ACTIONS),
        "piles": len(WORDS["pile"]),
        "statue_count": len(rules.statues),
        "statue_top": rules.statues[0] if rules.statues else 0,
        "statue_bottom": rules.statues[-1] if rules.statues else 0,
        "pawns_each": 2,
        "overview_each": 2,
        "seats": rules.max_players,
    }
