"""How much each option of a decision adds to what a position is worth, without trying all of them: the same order, sooner.

Nearly every option of a turn adds a few things to the own worth and leaves the rest of it as it was: turn_values.py adds them up.
So does the step of phase 2 here, and what is asked in the middle of an effect. Everything else is tried: made on a copy, and the
position weighed. A test tries every option all the same and compares.
"""

from __future__ import annotations

from typing import Any

from ....analysis.policies import FOLLOW
from ....kernel import Option, Pending
from ..deck import Op
from ..model import UNLIMITED, State
from ..rules.dice import advance_price
from ..rules.occasions import COLOURLESS
from ..rules.queries import runs_of
from .differences import Change, Outlook, overtakes, room
from .loss_values import LOSSES, losses
from .round_end import GOES_FURTHER, GOES_ROUND, passing
from .tallies import tally
from .turn_values import OTHER, Turn, followed, numbered
from .weights import (
    ENDING,
    GUILDER,
    HAND_CARD,
    MAJORITY,
    PURSE,
    STEP,
)
from .worth import worth


def values(s: State, pending: Pending) -> list[float]:
    """How much better each of the options is for the seat that decides, to the end of what follows by itself.

    Only the differences mean something: what is the same after all of them is left out.
    """
    seat, options, kind = pending.player, pending.raw, pending.step.name
    if kind in _TURN:
        after = passing(s, seat, kind == "turn.act")
        if after != GOES_FURTHER and not (s.worker_pool or s.docks or s.bank_left != UNLIMITED):
            turn = Turn(s, seat, after)
            if turn.ends is not None:
                return turn.values(options)
        found: dict[Any, float] = {}
        numbers = numbered(s, options)
        for option in options:
            number = numbers[option]
            alike = option if number == OTHER else number
            if alike not in found:
                found[alike] = worth(followed(s, option), seat)
        return [found[option if numbers[option] == OTHER else numbers[option]] for option in options]
    if kind == "advance" and (step := _step(s, seat)) is not None:
        return [step if option[0] == "advance" else 0.0 for option in options]
    if kind in LOSSES and (left := losses(s, seat, options)) is not None:
        return left
    if kind in _ANSWERED and (answers := _answers(s, seat, kind, options)) is not None:
        return answers
    return [worth(followed(s, option), seat) for option in options]


_TURN = frozenset({"turn.act", "turn.more"})


_STEPPING = frozenset({"advance.offer", "turn"})
"""Tasks that may follow the step of phase 2 and change nothing for whoever has just been asked about it."""


def _step(s: State, seat: int) -> float | None:
    """What the step of phase 2 adds to the worth; None where more could happen than that it is taken."""
    player, steps, board = s.players[seat], s.rules.advance_steps, s.board
    reached, price = player.reputation + steps, advance_price(s, seat)
    for task in s.agenda[-2 : -2 - FOLLOW : -1]:
        if task[0] == "phase.actions":
            break  # turns, which are longer than we follow
        if task[0] not in _STEPPING:
            return None
    if reached > board.last_step or price is None or s.docks or s.bank_left != UNLIMITED:
        return None
    shown = tally(s, player.houses)
    most, cared = 0, shown.own
    for rival in s.players:
        if rival is not player:
            theirs = tally(s, rival.houses)
            if theirs.others:
                cared |= theirs.others
            number = rival.reputation + theirs.steps
            most = number if number > most else most
    if "step_taken" in cared or shown.laurels:
        outlook, change = Outlook(s, seat), Change(0)
        change.guilders, change.steps, change.hopes = -price, steps, outlook.overtaking(steps, 0, 0)
        if "step_taken" in cared and not all(outlook.gain("step_taken", COLOURLESS, change) for _ in range(steps)):
            return None
        return outlook.value(change, True)
    hopes = GUILDER * room(player.guilders, -price, PURSE) + STEP * steps
    if not player.majorities[0] and overtakes(player.reputation + shown.steps, steps, most):
        hopes += MAJORITY
    points = board.reputation_points(reached, s.rules) - board.reputation_points(player.reputation, s.rules)
    return points + (ENDING if s.final_round else 1.0) * hopes


def _answers(s: State, seat: int, kind: str, options: list[Option]) -> list[float] | None:
    """What the answers bring to a question in the middle of an effect; None where more could happen than what they say."""
    if s.docks or s.worker_pool or s.bank_left != UNLIMITED or s.agenda[-2][0] not in _HARMLESS:
        return None
    if s.agenda[-2][0] == "turn.go" and passing(s, seat, with_card=False, below=3) != GOES_ROUND:
        return None
    outlook = Outlook(s, seat)
    if kind == "clear.choose" and "threat_discarded" in outlook.cared:
        return None
    told = []
    for option in options:
        change = Change(0)
        if option[0] == "take":
            change.take_workers(option[-1], 1)
        elif option[0] == "swap":
            change.take_workers(option[1], -1)
            change.take_workers(option[2], 1)
        elif option[0] == "away":
            change.lose_threat(s, outlook.player, option[-1])
        elif kind == "trade.choose" and option[0] != "enough":
            spent = option[0] == "pay_card"
            change = Change(int(spent), spent=spent)
            if not _traded(outlook, runs_of(s, s.agenda[-1][2])[s.agenda[-1][3]], option, change):
                return None
        told.append(outlook.value(change, bool(outlook.shown.laurels)))
    return told


def _traded(outlook: Outlook, op: Op, option: Option, change: Change) -> bool:
    """Add one trade; False where more happens than that it is made."""
    brings, bring = op.numbers[1], op.words["bring"]
    if option[0] == "pay":
        change.guilders -= op.numbers[0]
    elif option[0] == "pay_worker":
        change.take_workers(option[1], -1)
    else:
        change.hopes -= HAND_CARD
    if bring == "guilders":
        change.guilders += brings
    elif bring == "points":
        change.points += brings
    elif bring == "step":
        if "step_taken" in outlook.cared or outlook.player.reputation + brings > outlook.s.board.last_step:
            return False
        change.steps = brings
        change.hopes += outlook.overtaking(brings, 0, 0)
    return bring != "card"  # workers come in a question of their own


_ANSWERED = frozenset({"worker.choose", "swap.choose", "clear.choose", "trade.choose"})
_HARMLESS = frozenset({"worker.choose", "turn.go"})
"""What may follow such a question: another one, or the turn goes on."""
