"""Ships, a module of the Zwin: a stack of each colour, docks that dice fill for a round, and their use after a canal tile.

A module is in play where its docks are laid. What a ship does are run ops, carried out as those of people (effects.py), with the
ship as their source. In the variant with turned ships (ships_form, D-189) a stack is one tile that lies face down.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....kernel import NUMBER, TABLE, Need, Stream, become, need, put
from ....kernel.book import AgendaStep, Past
from ....kernel.deltas import Delta, add_at, become_at
from ....kernel.needs import Refused
from ..model import BOOK, EMPTY, FIRST_SHIP, State
from ..words import COLOURS, PHASES
from .effects import POSSIBLE, RUN
from .goods import pay_workers
from .idle import REASONS, paid_with, why_idle
from .notation import DOCK

BOOK.event("ships.stacked", ships="count", sealed=True)
BOOK.event("ship.turned_up", ship="ship", colour="colour")
BOOK.event("ship.docked", ship="ship", colour="colour")
BOOK.event("ship.none", colour="colour")
BOOK.event("ship.used", ship="ship", colour="colour")
BOOK.event("ship.leaves", ship="ship", colour="colour")
BOOK.event("ship.forgone")
BOOK.event("ships.cleared", ships="count")
BOOK.event("ships.turned_down", ships="count")
BOOK.event("ships.shuffled", ships="count", colour="colour", sealed=True)


def turns_ships(s: State) -> bool:
    """Whether ships lie face down and are turned up and down again (ships_form, D-179)."""
    return bool(s.ships_known)


# Set-up


def lay_ships(s: State, stream: Stream) -> None:
    """Six of each colour in a stack, the top one open; or one of each colour by lot, face down (D-189)."""
    flip = s.rules.ships_form == "flip"
    orders = tuple(tuple(stream.shuffled(ships)) for ships in s.ship_tiles.by_colour)
    stacks = tuple(order[:1] for order in orders) if flip else orders
    deltas = [
        become(TABLE, "docks", (EMPTY,) * len(COLOURS)),
        become(TABLE, "ship_stacks", stacks),
        become(TABLE, "ship_left", tuple(map(len, stacks))),
    ]
    if flip:
        deltas.append(become(TABLE, "ships_known", (False,) * len(COLOURS)))
    rule = "exp.ships.flip" if flip else "exp.ships.setup"
    s.emit(rule, "ships.stacked", TABLE, deltas, ships=sum(map(len, stacks)))
    if not flip:
        for colour in range(len(COLOURS)):
            _turn_up(s, colour, "exp.ships.setup")


def _turn_up(s: State, colour: int, rule: str) -> None:
    """Say which ship lies on top of a stack now, if any."""
    if left := s.ship_left[colour]:
        s.emit(rule, "ship.turned_up", TABLE, ship=s.ship_stacks[colour][left - 1], colour=colour)


# Phase 2: into the docks


@BOOK.task("ships.dock", rule="exp.ships.step")
def dock(s: State) -> None:
    """For each die that shows a ship's face the top ship of its colour comes into its dock; a dry colour has none (D-187)."""
    for colour, die in enumerate(s.dice):
        if die in s.rules.ship_faces:
            _dock(s, colour)


def _dock(s: State, colour: int) -> None:
    left = s.ship_left[colour]
    if not left:
        s.emit("exp.ships.dry", "ship.none", TABLE, colour=colour)
        return
    ship = s.ship_stacks[colour][left - 1]
    deltas = [become_at(TABLE, "docks", colour, ship), add_at(TABLE, "ship_left", colour, -1)]
    if turns_ships(s):
        deltas.append(become_at(TABLE, "ships_known", colour, True))
        s.emit("exp.ships.flip", "ship.turned_up", TABLE, deltas, ship=ship, colour=colour)
    else:
        s.emit("exp.ships.reveal", "ship.docked", TABLE, deltas, ship=ship, colour=colour)
        _turn_up(s, colour, "exp.ships.next")


# Phase 3: after a canal tile


def possible(s: State, seat: int, ship: int) -> bool:
    """Whether a ship can do anything, by what everybody can see, with the workers left once it is paid for (D-185)."""
    workers = paid_with(s.players[seat].workers, s.ship_tiles.colour[ship], s.rules.ship_workers)
    return any(POSSIBLE[step.name](s, seat, step, workers) for step in s.ship_tiles.runs[ship])


DOCKED = need(
    "exp.ships.active",
    "not_docked",
    lambda s, seat, colour: s.docks[colour] > EMPTY,
    lambda s, seat, colour: {"colour": colour},
)
HAS_WORKER = need(
    "exp.ships.cost",
    "no_worker",
    lambda s, seat, colour: s.players[seat].workers[colour] >= s.rules.ship_workers,
    lambda s, seat, colour: {"colour": colour, "needs": s.rules.ship_workers, "has": s.players[seat].workers[colour]},
)


def _idle(reason: str) -> Need:
    """A condition that only a ship which could do nothing fails, and only where this is the reason."""

    def why(s: State, seat: int, colour: int) -> Refused:
        return why_idle(s, seat, FIRST_SHIP + s.docks[colour])

    def test(s: State, seat: int, colour: int) -> bool:
        return possible(s, seat, s.docks[colour]) or why(s, seat, colour)[1] != reason

    def numbers(s: State, seat: int, colour: int) -> Mapping[str, object]:
        return why(s, seat, colour)[2]

    return need("exp.ships.need", reason, test, numbers)


CHOOSE = BOOK.decision("ship.choose", rule="exp.ships.use")


@CHOOSE.choice(
    "ship",
    candidates=lambda s, seat: [(colour,) for colour in range(len(COLOURS))],
    needs=(DOCKED, HAS_WORKER, *(_idle(reason) for reason in REASONS)),
    codecs=(DOCK,),
    when="ship",
)
def use(s: State, seat: int, colour: int) -> None:
    """Pay a worker of the ship's colour, then carry out its effect; it stays for whoever comes next (D-183)."""
    ship = s.docks[colour]
    used = s.emit("exp.ships.use", "ship.used", seat, ship=ship, colour=colour)
    s.because(used)
    pay_workers(s, seat, colour, s.rules.ship_workers, "exp.ships.cost")
    if not s.rules.ship_stays:
        s.emit("exp.ships.shared", "ship.leaves", seat, _leaving(s, colour), ship=ship, colour=colour)
    s.because(used)
    s.then(*(("ship.op", seat, ship, place) for place in range(len(s.ship_tiles.runs[ship]))))


@CHOOSE.choice("forgo")
def forgo(s: State, seat: int) -> None:
    """Nobody has to."""
    s.emit("exp.ships.optional", "ship.forgone", seat)


@CHOOSE.quickly
def list_ships(s: State, seat: int) -> list[tuple[Any, ...]]:
    """The ships that can be used, then to forgo them."""
    workers, needed = s.players[seat].workers, s.rules.ship_workers
    found: list[tuple[Any, ...]] = [
        ("ship", colour)
        for colour, ship in enumerate(s.docks)
        if ship > EMPTY and workers[colour] >= needed and possible(s, seat, ship)
    ]
    return [*found, ("forgo",)]


@BOOK.task("ship.op", rule="exp.ships.use", seated=True)
def run_op(s: State, seat: int, ship: int, place: int) -> None:
    """Carry out one op of a ship's effect."""
    step = s.ship_tiles.runs[ship][place]
    RUN[step.name](s, seat, FIRST_SHIP + ship, step)


# Phase 4: away again


def _leaving(s: State, colour: int) -> list[Delta]:
    """A ship leaves its dock: out of the game, or face down where it lay."""
    emptied = become_at(TABLE, "docks", colour, EMPTY)
    if turns_ships(s):
        lying = become_at(TABLE, "ship_stacks", colour, (s.docks[colour],))
        return [emptied, lying, become_at(TABLE, "ship_left", colour, 1)]
    return [emptied, put(TABLE, "ships_gone", s.docks[colour])]


@BOOK.task("ships.clear", rule="exp.ships.reset")
def clear(s: State) -> None:
    """Docked ships leave the game (D-187), or are turned face down again; a used-up stack is perhaps made anew (ships_again)."""
    docked = [colour for colour, ship in enumerate(s.docks) if ship > EMPTY]
    if docked:
        deltas = [delta for colour in docked for delta in _leaving(s, colour)]
        if turns_ships(s):
            s.because(s.emit("exp.ships.flip", "ships.turned_down", TABLE, deltas, ships=len(docked)))
        else:
            s.because(s.emit("exp.ships.reset", "ships.cleared", TABLE, deltas, ships=len(docked)))
    if s.rules.ships_again and not turns_ships(s):
        s.then(*(("ships.again", s.round, colour) for colour, left in enumerate(s.ship_left) if not left))


_ORDERS = 10**15


@BOOK.chance("ships.again", rule="exp.ships.dry", kind="ship_order", codecs=(NUMBER,))
def again(s: State, round_: int, colour: int) -> None:
    """The ships of a used-up stack are shuffled (ships_again, D-187). The outcome is a number from which the order follows."""
    return


@again.sampled
def again_sample(s: State, stream: Stream, round_: int, colour: int) -> tuple[str, int]:
    """Any number will do."""
    return ("ship_order", stream.below(_ORDERS))


@again.allowed
def again_allowed(s: State, round_: int, colour: int, number: int) -> bool:
    """Whether it is such a number."""
    return 0 <= number < _ORDERS


@again.on
def shuffled_again(s: State, round_: int, colour: int, number: int) -> None:
    """They become the stack anew, and the top one is turned up."""
    ships = [ship for ship in s.ships_gone if s.ship_tiles.colour[ship] == colour]
    stack = tuple(Stream(number, "ships").shuffled(sorted(ships)))
    deltas = (
        become_at(TABLE, "ship_stacks", colour, stack),
        become_at(TABLE, "ship_left", colour, len(stack)),
        become(TABLE, "ships_gone", tuple(ship for ship in s.ships_gone if ship not in ships)),
    )
    s.emit("exp.ships.dry", "ships.shuffled", TABLE, deltas, ships=len(stack), colour=colour)
    _turn_up(s, colour, "exp.ships.next")


# At another time


@BOOK.untimely(
    "ship", rule="exp.ships.use", reasons=("no_ships", "none_docked", "tile_first", "ship_used", "ship_forgone", "by_card")
)
def no_ship_now(s: State, step: AgendaStep, args: tuple[Any, ...], past: Past) -> Refused | None:
    """In phase 3 whoever asks hears what is missing: the end of the action, a tile built by a card, or another tile."""
    if not s.docks:
        return "exp.optional", "no_ships", {}
    if PHASES[s.phase - 1] != "actions":
        return None
    if any(task[0] == "ship.choose" for task in s.agenda):
        return "exp.ships.use.after", "tile_first", {}
    if max(s.docks) == EMPTY:
        return "exp.ships.active", "none_docked", {}
    return _since_turn_began(args[0], past) or ("exp.ships.use.card", "by_card", {})


def _since_turn_began(seat: int, past: Past) -> Refused | None:
    """What became of the ship of this turn."""
    for _, kind, player, _ in past:
        if kind == "turn.begins":
            return None
        if kind == "ship.used" and player == seat:
            return "exp.ships.use.one", "ship_used", {}
        if kind == "ship.forgone" and player == seat:
            return "exp.ships.optional", "ship_forgone", {}
        if kind == "canal.built" and player == seat:
            return "exp.ships.use.card", "by_card", {}
    return None


@BOOK.untimely("forgo", rule="act.meaning")
def nothing_to_forgo(s: State, step: AgendaStep, args: tuple[Any, ...], past: Past) -> Refused | None:
    """Who has used or forgone the ship of this tile hears that; otherwise it is a person's effect that would be forgone."""
    if not s.docks or PHASES[s.phase - 1] != "actions":
        return None
    found = _since_turn_began(args[0], past)
    return None if found is None or found[1] == "by_card" else found
