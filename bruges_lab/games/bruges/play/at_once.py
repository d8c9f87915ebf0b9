"""What people bring at once when they are placed or activated, as far as greedy follows an option: added up, op by op.

Most ops do one of two things: they bring goods, which can be added up; or they ask something, and what comes of that is seen
when it is asked. The others are tried (option_values.py).
"""

from __future__ import annotations

from ....analysis.policies import FOLLOW
from ..deck import FREE, Op
from ..rules import queries
from ..rules.actions import canal_price
from .differences import Change, Outlook
from .tallies import ASK, Person

_GOODS = frozenset({"gain_guilders", "gain_points", "gain_workers"})
_STAYS = frozenset(
    {
        *("houses", "houses_of_colour", "house_colours", "canal_tiles", "third_spaces", "full_sections", "statues", "steps"),
        *("majorities", "workers", "worker_pairs", "worker_colours", "threats", "safe_colours", "opponents"),
        *("die", "low_dice", "threatening_dice"),
    }
)
"""What does not change when somebody is placed."""


def arrow(outlook: Outlook, person: Person, number: int, change: Change) -> bool:
    """Add what an arrow brings to whoever places the person; False where it has to be tried."""
    op, s = person.first, outlook.s
    if op is None:
        return True
    if "person_placed" in outlook.shown.own or "person_placed" in person.own:
        return False  # somebody may react to it first
    if number in s.spent and not s.rules.instant_again:
        return True
    if op.name in _GOODS:
        return _goods(outlook, op, change, op.words["per"] in _STAYS)
    if op.name == "advance":
        if "step_taken" in outlook.cared:
            return False
        change.steps += outlook.player.reputation < s.board.last_step
        return True
    if op.name != "lend_to_opponents" or "guilders" in outlook.shown.counts | person.counts:
        return False
    others = len(s.players) - 1
    if outlook.player.guilders + change.guilders >= others:
        change.guilders -= others
        change.points += others * op.numbers[0]
    return True


def _goods(outlook: Outlook, op: Op, change: Change, as_before: bool = False) -> bool:
    """Add goods that an op brings; False for workers of any colour, about which there is a question for each."""
    number = op.numbers[0]
    if op.words["per"] != "once":
        number *= queries.count(outlook.s if as_before else outlook.table(change), outlook.seat, op)
    if op.name == "gain_guilders":
        change.guilders += number
    elif op.name == "gain_points":
        change.points += number
    elif number and op.colour >= 0:
        change.take_workers(op.colour, number)
    return True


def activated(outlook: Outlook, number: int, change: Change) -> bool:
    """Add what it brings and costs to activate a person; False where it has to be tried."""
    s = outlook.s
    colour, runs = s.deck.activation[number], s.deck.runs[number]
    if len(runs) > FOLLOW:
        return False
    if colour is not None and colour != FREE:
        change.take_workers(colour, -s.rules.activation_workers)
    for place, op in enumerate(runs):
        last = place == len(runs) - 1
        if op.name in _GOODS:
            if op.name == "gain_workers" and op.colour < 0:
                return last or op.words["per"] == "once"  # asked about; what comes after it is seen when that is answered
            _goods(outlook, op, change)
        elif op.name == "build_canal" and last:
            return _digs(outlook, op, change)
        else:
            return (last and op.name in ASK) or _asks(outlook, op, change)
    return True


def _asks(outlook: Outlook, op: Op, change: Change) -> bool:
    """Whether there is surely a question, before anything else happens."""
    player = outlook.player
    if op.name == "discard_threats":
        held = any(player.threats) if op.colour < 0 else player.threats[op.colour] > 0
        return held and op.words["per"] == "once" and op.numbers[0] > 0
    if op.name == "advance":
        can = player.reputation + change.steps < outlook.s.board.last_step
        return can and 0 < op.numbers[0] <= player.guilders + change.guilders
    return False


def _digs(outlook: Outlook, op: Op, change: Change) -> bool:
    """Add a canal tile that is built unasked, because only one section can be paid for; False where it has to be tried."""
    s, player, factor = outlook.s, outlook.player, op.numbers[0]
    purse = player.guilders + change.guilders
    found = []
    for section, tiles in enumerate(player.canals):
        if tiles < s.rules.section_spaces and (price := canal_price(s, outlook.seat, section, factor)) <= purse:
            found.append((section, price))
    return len(found) != 1 or ("canal_built" not in outlook.cared and outlook.dig(change, *found[0]))
