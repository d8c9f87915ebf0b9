"""What greedy, search and hints count in Bruges: worth.py for positions, rollouts.py for playing on, odds for the reasons."""

from __future__ import annotations

from fractions import Fraction
from operator import sub
from typing import TYPE_CHECKING

from ....analysis.weighing import Odds, Weighing
from ....kernel import LabError, Option, Pending
from ..model import State
from ..views import drawn_worlds
from .greedy import DRAWS, back_values
from .rollouts import estimate, quick_policy
from .threat_odds import damage_ahead, price_ahead
from .worth import Worth, leaders, worth_parts

if TYPE_CHECKING:
    from ...manifest import Manifest


class BrugesWeighing(Weighing):
    """The worth of a position in points now and points to come."""

    worth = Worth
    estimate = staticmethod(estimate)
    quick = staticmethod(quick_policy)

    def __init__(self, manifest: Manifest) -> None:
        """All of it is counted from positions."""

    def parts(self, state: State, seat: int) -> Worth:
        return worth_parts(state, seat)

    def lead(self, state: State, seat: int) -> Worth:
        """The worth to a seat less that to the best of the others, part by part; who leads a majority is counted once for all."""
        ahead = leaders(state)
        parts = [worth_parts(state, other, ahead) for other in range(len(state.players))]
        own = parts.pop(seat)
        rival = max(parts, key=sum, default=None)
        return own if rival is None else Worth._make(map(sub, own, rival))

    def by_back(self, state: State, pending: Pending) -> list[float] | None:
        return back_values(state, pending) if pending.kind in DRAWS else None

    def branches(self, pending: Pending) -> bool:
        """Not where there is no choice, nor at every card that is drawn."""
        return pending.kind != "draw.card" and len(pending.raw) > 1

    def last_chapter(self, view: State) -> int:
        """This round, or the next where half of its turns are over and there is little to see."""
        late = view.phase > 3 or (view.phase == 3 and 2 * view.turn > view.rules.turns)
        return view.round + late

    def odds(self, world: State, option: Option, after: State, following: Pending | None, seat: int) -> tuple[Odds, ...]:
        """The card that is drawn, then the dice, as far as they can still harm or help.

        draw: one of so many cards of that back; damage: at least one with the next roll; step: the next roll brings a price
        within reach.
        """
        found = []
        if option[0] == "draw" and (cards := len(drawn_worlds(world, seat, option[1]))):
            found.append(Odds("draw", Fraction(1, cards), cards))
        try:
            damage = damage_ahead(after, seat)
        except LabError:  # the last dice are rolled
            return tuple(found)
        if damage:
            found.append(Odds("damage", damage))
        if following is not None and following.kind == "dice.roll":
            purse = after.players[seat].guilders
            payable = sum(
                (odds for price, odds in price_ahead(after).items() if price is not None and price <= purse), Fraction(0)
            )
            found.append(Odds("step", payable))
        return tuple(found)
