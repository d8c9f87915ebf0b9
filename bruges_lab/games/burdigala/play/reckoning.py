"""What greedy, search and hints count in Burdigala: worth.py for positions, rollouts.py for playing on, odds for the reasons."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ....analysis.weighing import Odds, Weighing
from ....kernel import GameKit, Option, Pending, Stream
from ..model import State
from .rollouts import estimate, quick_policy
from .worth import Worth, worth_parts
from .yards import typical

if TYPE_CHECKING:
    from ...manifest import Manifest


class BurdigalaWeighing(Weighing):
    """The worth of a position in points now and points to come; greedy looks at the lead, for what one leaves another takes."""

    worth = Worth
    estimate = staticmethod(estimate)
    quick = staticmethod(quick_policy)

    def __init__(self, manifest: Manifest) -> None:
        """All of it is counted from positions."""

    def parts(self, state: State, seat: int) -> Worth:
        return worth_parts(state, seat)

    def counted(self, state: State, seat: int) -> Worth:
        """The lead over the best of the others."""
        lead: Worth = self.lead(state, seat)
        return lead

    def world(self, kit: GameKit[Any], view: State, seat: int, stream: Stream) -> State:
        """Yards that the seat has not seen are of the usual value, so that no choice hangs on one that was dealt by chance."""
        world: State = kit.resample(view, seat, stream)
        world.laid_tiles = typical(world, seat)
        return world

    def branches(self, pending: Pending) -> bool:
        """Not while meeples are placed or looks are taken."""
        return len(pending.raw) > 1 and pending.kind not in ("place", "look")

    def last_chapter(self, view: State) -> int:
        """Until all others have had a turn."""
        return view.turn + len(view.players) - 1

    def odds(self, world: State, option: Option, after: State, following: Pending | None, seat: int) -> tuple[Odds, ...]:
        """A token that is drawn next: how likely it costs something. A throw of the seat: a double, a seven."""
        if following is None or not following.is_chance:
            return ()
        if following.kind == "token" and following.task[1] == seat:
            costs = sum(value > 0 for value in world.pool)
            return (Odds("token", Fraction(costs, len(world.pool)), len(world.pool)),)
        if following.kind == "dice.throw" and after.active == seat:
            faces = after.rules.dice_faces
            sevens = sum(1 <= after.rules.seven - one <= faces for one in range(1, faces + 1))
            return (Odds("double", Fraction(1, faces)), Odds("seven", Fraction(sevens, faces * faces)))
        return ()
