"""What a marker of the market adds to an action, by a rule of thumb, for playing on quickly inside a search (rollouts.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ....kernel import Option
from ..market_cards import ACTIONS, Improvement
from ..model import State
from ..rules.market import improvement_of
from .weights import GUILDER, WORKER

Estimate = Callable[[State, int, Option], float]

CHOICE = 0.2
"""What it is worth to choose colours."""


def _best_die(s: State, found: Improvement, option: Option) -> float:
    return GUILDER * (max(s.dice) - s.dice[s.deck.colour[option[1]]])


def _more_markers(s: State, seat: int, found: Improvement, option: Option) -> float:
    held = s.players[seat].threats[option[2]]
    return s.rules.threat_points * (min(held, found.numbers["markers"]) - 1.0)


def more(s: State, seat: int, found: Improvement, option: Option) -> float:
    """What an improvement adds to the plain action, in points."""
    numbers = found.numbers
    if found.kind == "best_die":
        return _best_die(s, found, option)
    if found.kind == "two_markers":
        return _more_markers(s, seat, found, option)
    if found.kind == "two_points":
        return float(numbers["points"] - s.rules.threat_points)
    if found.kind == "three_less":
        return GUILDER * min(numbers["guilders"], s.deck.price[option[1]])
    if found.kind == "no_worker":
        return WORKER
    goods = GUILDER * numbers.get("guilders", 0) + WORKER * numbers.get("workers", 0) + numbers.get("points", 0)
    return goods or CHOICE


def improved(plain: Mapping[str, Estimate], of_threat: Callable[[State, int, int], float]) -> dict[str, Estimate]:
    """The estimates of improved actions: those of the plain ones and what the improvement adds."""

    def estimate(action: int) -> Estimate:
        usual = plain[ACTIONS[action]]

        def value(s: State, seat: int, option: Option) -> float:
            threat = ACTIONS[action] == "threat"
            base = of_threat(s, seat, option[2]) if threat else usual(s, seat, option)
            return base + more(s, seat, improvement_of(s, action), option)

        return value

    return {f"improved_{name}": estimate(action) for action, name in enumerate(ACTIONS)}
