"""What is said of a choice at a moment that is not for it: the order of the turn, dice that are no double or no seven.

A plot card at the wrong moment is in plot_play.py.
"""

from __future__ import annotations

from ....kernel.book import AgendaStep, Past
from ....kernel.needs import Refused
from ..model import BOOK, State
from ..words import IN_VINO


def _lies(s: State) -> bool:
    """Whether the dice of this turn lie there."""
    return s.thrown != (0, 0)


def _dice(s: State) -> dict[str, object]:
    first, second = s.dice if s.rules.influence_counts else s.thrown
    return {"first": first, "second": second}


@BOOK.untimely("throw", rule="burdigala.turn.roll", reasons=("already_thrown",))
def no_throw_now(s: State, step: AgendaStep, args: tuple[object, ...], past: Past) -> Refused | None:
    """One throw a turn."""
    return ("burdigala.turn.roll", "already_thrown", {"first": s.thrown[0], "second": s.thrown[1]}) if _lies(s) else None


@BOOK.untimely("move", "remove", rule="burdigala.move.character", reasons=("throw_first", "already_moved"))
def no_move_now(s: State, step: AgendaStep, args: tuple[object, ...], past: Past) -> Refused | None:
    """After the throw, and once."""
    if s.turn and not _lies(s):
        return "burdigala.turn.roll", "throw_first", {}
    return ("burdigala.turn.sequence", "already_moved", {"square": s.moved}) if s.moved else None


@BOOK.untimely("build", rule="burdigala.cube.place", reasons=("move_first", "already_built"))
def no_cube_now(s: State, step: AgendaStep, args: tuple[object, ...], past: Past) -> Refused | None:
    """After the move, and once."""
    if s.turn and not s.moved:
        return "burdigala.turn.sequence", "move_first", {}
    for _, kind, _, data in past:
        if kind == "cube.placed":
            return "burdigala.cube.place", "already_built", {"site": data["site"]}
        if kind == "turn.begins":
            break
    return None


@BOOK.untimely("displace", rule="burdigala.double.displace", reasons=("no_double",))
def nobody_displaced(s: State, step: AgendaStep, args: tuple[object, ...], past: Past) -> Refused | None:
    """Only a double ends on an occupied square."""
    return None if not _lies(s) or s.is_double else ("burdigala.double.occupied", "no_double", _dice(s))


@BOOK.untimely(
    *("again", "pass"),
    rule="burdigala.double.extra_turn",
    reasons=("no_double", "no_tokens", "extra_turn_once"),
)
def no_extra_turn(s: State, step: AgendaStep, args: tuple[object, ...], past: Past) -> Refused | None:
    """What kept it from being offered, or will."""
    if not _lies(s):
        return None
    if not s.is_double:
        return "burdigala.double.extra_turn", "no_double", _dice(s)
    if not s.pool:
        return "burdigala.corruption.none_left", "no_tokens", {}
    if s.extra_turn and s.rules.extra_turns == "once":
        return "burdigala.double.extra_turn.again", "extra_turn_once", {}
    return None


@BOOK.untimely("corrupt", "honest", "favour", rule="burdigala.seven", reasons=("no_seven", "no_tokens"))
def not_corrupted(s: State, step: AgendaStep, args: tuple[object, ...], past: Past) -> Refused | None:
    """Without a seven, or without a token, nobody asks."""
    if not _lies(s):
        return None
    if not s.is_seven:
        return "burdigala.seven", "no_seven", {**_dice(s), "seven": s.rules.seven}
    return None if s.pool else ("burdigala.corruption.none_left", "no_tokens", {})


@BOOK.untimely("vino", "forgo", rule="burdigala.card.in_vino", reasons=("not_laid",))
def no_wine(s: State, step: AgendaStep, args: tuple[object, ...], past: Past) -> Refused | None:
    """Only with In vino veritas."""
    return None if IN_VINO in s.players[s.active].laid else ("burdigala.card.in_vino", "not_laid", {"plot": IN_VINO})
