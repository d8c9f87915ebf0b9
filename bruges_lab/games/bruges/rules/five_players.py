"""Five players (exp.five_players.*, D-170 to D-176): what is different in set-up, piles and end, and the rule that says so.

All five stacks are in the draw piles, so there is no extra pile: the first pile to run out fixes the last round, and the other
one is halved. Everything else is played as by two to four.
"""

from __future__ import annotations

from ..model import State
from ..ruleset import FIVE, Ruleset


def rule_for(number: int, usual: str, of_five: str) -> str:
    """The rule of an event of the set-up, for so many players or for this one of them."""
    return of_five if number == FIVE else usual


def deck_rule(players: int, rules: Ruleset, usual: str) -> str:
    """The rule for what goes into the piles: five stacks or the six of D-170, or those of a deck with new citizens (D-172)."""
    six = rules.five_deck == "five_stacks" and rules.stacks > FIVE
    return rule_for(players, usual, "exp.five_players.deck.six" if six else "exp.five_players.deck")


def without_extra_pile(s: State) -> bool:
    """Whether five play and there never was an extra pile."""
    return len(s.players) == FIVE and not s.extra and not s.extra_used
