"""What is left after a loss of one's own choice: which house or canal tile burns, which person goes (fire, plague).

What goes is taken away from the display, and what is left is counted, without making the choice. What follows by itself (the
markers go back, others are dealt theirs) is the same after every answer, unless somebody cares for it.
"""

from __future__ import annotations

from ....analysis.policies import FOLLOW
from ....kernel import Option
from ..model import EMPTY, House, State
from ..rules.scoring import laurel_points
from .differences import Change, Outlook
from .tallies import tally
from .weights import HAND_CARD, MAJORITY, THIRD_SPACE, TILE

LOSSES = frozenset({"fire.choose", "plague.choose"})


def losses(s: State, seat: int, options: list[Option]) -> list[float] | None:
    """What each loss leaves, but for what is the same after all of them; None where more could happen."""
    outlook = Outlook(s, seat)
    shown = outlook.shown
    if s.docks or "threats" in shown.counts or "damage_suffered" in shown.others or not _goes_on(s, seat):
        return None
    return [_left(outlook, option) for option in options]


def _goes_on(s: State, seat: int) -> bool:
    """Whether only the markers go back and others are dealt theirs, as far as we follow."""
    tasks = s.agenda[-2 : -2 - FOLLOW : -1]
    return tasks[0][0] == "threats.return" and all(
        task[0] == "reputation" or (task[0] == "threats.deal" and task[1] != seat) for task in tasks[1:]
    )


def _left(outlook: Outlook, option: Option) -> float:
    """The worth of the houses, people and canal tiles that are left, and of a card that comes back to the hand."""
    s, player, rules = outlook.s, outlook.player, outlook.s.rules
    houses, canals, returned = player.houses, player.canals, 0
    kind, what = option
    if kind == "burn":
        returned = houses[what][1] != EMPTY
        houses = houses[:what] + houses[what + 1 :]
    elif kind == "lose":
        houses = tuple([house._replace(person=EMPTY, used=False) if house[1] == what else house for house in houses])
    else:
        canals = (*canals[:what], canals[what] - 1, *canals[what + 1 :])
    shown, tiles = tally(s, houses), sum(canals)
    thirds = sum([built >= rules.third_space for built in canals])
    points = shown.points + rules.third_space_points * (
        thirds if rules.canal_bonus == "third_space" else tiles // rules.third_space
    )
    if shown.laurels:
        points += _laurels(outlook, houses, canals, returned, shown.laurels)
    numbers = player.reputation + shown.steps, shown.people + shown.heads, tiles + shown.tiles
    leads = sum([not won and number > most for won, number, most in zip(player.majorities, numbers, outlook.lead, strict=True)])
    hopes = shown.hopes + HAND_CARD * returned + TILE * tiles + MAJORITY * leads
    return points + THIRD_SPACE * thirds + outlook.hope * hopes


def _laurels(
    outlook: Outlook, houses: tuple[House, ...], canals: tuple[int, ...], returned: int, laurels: tuple[int, ...]
) -> int:
    table = outlook.table(Change(0))
    after = table.players[outlook.seat]
    after.houses, after.canals, after.hand = houses, canals, (0,) * returned + after.hand
    return sum([laurel_points(table, outlook.seat, person) for person in laurels])
