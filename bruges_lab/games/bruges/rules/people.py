"""People: what happens when one is placed, activated, or reacts.

An effect is a list of ops in `cards.toml` (vocabulary in ops.py, what they do in effects.py). Passive effects are asked for
where they matter (queries.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....kernel import TABLE, Action, Need, need
from ....kernel.deltas import become_at, put
from ..deck import FREE
from ..display import display
from ..model import BOOK, EMPTY, State
from . import queries
from .effects import BY_HAND, POSSIBLE, RUN, Test, begins, meets_a_shortage, whole_nothing
from .goods import pay_workers
from .harm import HARM, aimed_at, meets_a_guard
from .idle import REASONS, why_idle, workers_left
from .notation import OWN_THREAT, RESIDENT
from .occasions import discard_threat
from .queries import PERSON, persons_rule

BOOK.event("person.activated", person="card", sealed=True)
BOOK.event("effect.begins", person="card")
BOOK.event("effect.spent", person="card")
BOOK.event("effect.again", person="card")
# Placed


@BOOK.task("people.placed", rule="act.instant.when", seated=True)
def placed(s: State, seat: int, card: int) -> None:
    """An arrow takes effect at once, even if it finds nothing (D-095, D-096); a Fire-eater may react, before or after (D-098)."""
    effect = bool(s.deck.arrow[card] and s.deck.runs[card])
    reacts = _reactors(s, seat, "person_placed", s.deck.colour[card], card)
    spent = card in s.spent and not s.rules.instant_again and s.as_of > 1  # of such an effect nothing is asked: it says so itself
    if effect and reacts and not spent:
        s.push("people.order", seat, card)
        return
    tasks: list[tuple[Any, ...]] = []
    if effect:
        tasks.append(("people.arrow", seat, card))
    if reacts:
        tasks.append(("people.react", seat, "person_placed", s.deck.colour[card], card))
    s.then(*tasks)


def _reacting_rule(s: State, seat: int, card: int) -> str:
    reacts = _reactors(s, seat, "person_placed", s.deck.colour[card], card)
    return s.deck.rule[reacts[0]] if reacts else "person.fire_eater"


ORDER = BOOK.decision("people.order", rule="person.fire_eater", cites=_reacting_rule, about=PERSON)


@ORDER.choice("effect_first")
def effect_first(s: State, seat: int, card: int) -> None:
    """The arrow, then the reaction."""
    s.then(("people.arrow", seat, card), ("people.react", seat, "person_placed", s.deck.colour[card], card))


@ORDER.choice("reaction_first")
def reaction_first(s: State, seat: int, card: int) -> None:
    """The reaction, then the arrow."""
    s.then(("people.react", seat, "person_placed", s.deck.colour[card], card), ("people.arrow", seat, card))


@BOOK.task("people.arrow", rule="act.instant.when", seated=True)
def arrow(s: State, seat: int, card: int) -> None:
    """Once when placed, and again whenever placed again, unless that is ruled out (instant_again, D-022)."""
    if card not in s.spent:
        s.because(s.emit("act.instant.when", "effect.begins", seat, (put(TABLE, "spent", card),), person=card))
    elif s.rules.instant_again:
        s.because(s.emit("act.instant.replay", "effect.begins", seat, person=card))
    else:
        s.emit("act.instant.replay", "effect.spent", seat, person=card)
        return
    idle = s.as_of > 1 and not begins(s, seat, card, s.players[seat].workers)
    if idle and not meets_a_guard(s, seat, card) and not meets_a_shortage(s, seat, card):
        whole_nothing(s, seat, card)
        return
    tasks = _ops(s, seat, card)
    # D-132: an Astronomer placed earlier lets the effect happen a second time, after the first is complete.
    if _repeaters(s, seat, card):
        tasks.append(("people.repeat" if s.as_of > 1 else "people.again", seat, card))
    s.then(*tasks)


def _repeaters(s: State, seat: int, card: int) -> list[int]:
    return [person for person in queries.people_with(s, seat, "repeat_arrow") if person != card]


def _ops(s: State, seat: int, card: int) -> list[tuple[Any, ...]]:
    return [("people.op", seat, card, place) for place in range(len(s.deck.runs[card]))]


@BOOK.task("people.op", rule="act.meaning", seated=True)
def run_op(s: State, seat: int, card: int, place: int) -> None:
    """Carry out one op of an effect."""
    step = s.deck.runs[card][place]
    RUN[step.name](s, seat, card, step)


@BOOK.task("people.repeat", rule="person.astronomer", seated=True)
def repeat(s: State, seat: int, card: int) -> None:
    """Nobody is asked about an effect that would find nothing the second time."""
    if begins(s, seat, card, s.players[seat].workers):
        s.push("people.again", seat, card)


def _repeaters_rule(s: State, seat: int, card: int) -> str:
    repeaters = _repeaters(s, seat, card)
    return s.deck.rule[repeaters[0]] if repeaters else "person.astronomer"


AGAIN = BOOK.decision("people.again", rule="person.astronomer", cites=_repeaters_rule, about=PERSON)


@AGAIN.choice("again")
def again(s: State, seat: int, card: int) -> None:
    """A second time, counted anew (D-133)."""
    s.because(s.emit(_repeaters_rule(s, seat, card), "effect.again", seat, person=card))
    s.then(*_ops(s, seat, card))


@AGAIN.choice("enough")
def enough(s: State, seat: int, card: int) -> None:
    """Once was enough."""
    s.emit(_repeaters_rule(s, seat, card), "declined", seat, person=card)


# Activated


def activate(s: State, seat: int, person: int) -> None:
    """Once a round, for a worker or for nothing; the card is turned (act.worker.rotate, act.infinity.type1)."""
    paid = s.deck.activation[person]
    houses = s.players[seat].houses
    place = next(i for i, h in enumerate(houses) if h.person == person)
    if paid is not None and paid != FREE:
        pay_workers(s, seat, paid, s.rules.activation_workers, "act.worker.cost")
    rule = "act.infinity.type1" if paid == FREE else "act.worker.limit"
    deltas = (become_at(seat, "houses", place, houses[place]._replace(used=True)),)
    s.because(s.emit(rule, "person.activated", seat, deltas, person=person))
    s.then(*_ops(s, seat, person))


IN_DISPLAY = need(
    "act.own_turn",
    "not_in_display",
    lambda s, seat, person: person in s.players[seat].people,
    lambda s, seat, person: {"card": person},
)


ACTION_OPS = frozenset({"worker_action", "guilder_action", "canal_price", "house_without_worker"})
"""Passive ops that improve one of the six actions; the others help elsewhere."""


def _improves_an_action(s: State, person: int) -> bool:
    first = s.deck[person].effect[0]
    return first.name in ACTION_OPS or (first.name == "discount" and first.words["on"] != "advance")


def _passive(s: State, person: int) -> bool:
    return s.deck.activation[person] is None and s.deck[person].when == "infinity" and bool(s.deck[person].effect)


def _kind_rule(rule: str, reason: str, wrong: Callable[[State, int], bool]) -> Any:
    return need(rule, reason, lambda s, seat, person: not wrong(s, person), lambda s, seat, person: {"card": person})


ONLY_ONCE = _kind_rule("act.instant.once", "arrow_only_when_placed", lambda s, person: s.deck.arrow[person])
ONLY_AT_END = _kind_rule("act.laurel", "laurel_only_at_end", lambda s, person: s.deck[person].when == "laurel")
IMPROVES_AN_ACTION = _kind_rule(
    "act.infinity.type2", "works_by_itself", lambda s, person: _passive(s, person) and _improves_an_action(s, person)
)
HELPS_ELSEWHERE = _kind_rule("act.infinity.type3", "works_by_itself", lambda s, person: _passive(s, person))
NO_EFFECT = _kind_rule("act.supplement", "effect_unknown", lambda s, person: s.deck.activation[person] is None)


def _used(s: State, seat: int, person: int) -> bool:
    return any(house.person == person and house.used for house in s.players[seat].houses)


FREE_NOT_USED = need(
    "act.infinity.type1",
    "used",
    lambda s, seat, person: s.deck.activation[person] != FREE or not _used(s, seat, person),
    lambda s, seat, person: {"card": person},
)
NOT_USED = need(
    "act.worker.limit", "used", lambda s, seat, person: not _used(s, seat, person), lambda s, seat, person: {"card": person}
)


def _has_worker(s: State, seat: int, person: int) -> bool:
    colour = s.deck.activation[person]
    return colour is None or colour == FREE or s.players[seat].workers[colour] >= s.rules.activation_workers


HAS_WORKER = need(
    "act.worker.cost",
    "no_worker",
    _has_worker,
    lambda s, seat, person: {
        "colour": s.deck.activation[person],
        "needs": s.rules.activation_workers,
        "has": s.players[seat].workers[s.deck.activation[person]],
    },
)


# An activation that could bring nothing is refused, whatever it costs: no worker and no turn of a card is wasted (D-091).


def _brings_something(s: State, seat: int, person: int) -> bool:
    return _seems_to_bring_something(s, seat, person, BY_HAND if s.as_of > 1 else POSSIBLE)


def _seems_to_bring_something(s: State, seat: int, person: int, tests: Mapping[str, Test] = POSSIBLE) -> bool:
    """By what everybody can see."""
    if s.as_of == 1 and _began_as_of_1(s, seat, person):
        return True
    return begins(s, seat, person, workers_left(s, seat, person), tests)


def _began_as_of_1(s: State, seat: int, person: int) -> bool:
    """Rules of old asked only of some ops whether there is anything to do."""
    return any(step.name in _ALWAYS_BEGAN or (step.name in HARM and aimed_at(s, seat, step)) for step in s.deck.runs[person])


_ALWAYS_BEGAN = ("gain_guilders", "gain_points", "gain_workers", "exchange_workers", "lend_to_opponents")


def _idle(reason: str) -> Need:
    """A condition that only an activation which brings nothing fails, and only where this is the reason."""

    def test(s: State, seat: int, person: int) -> bool:
        return _brings_something(s, seat, person) or why_idle(s, seat, person)[1] != reason

    def rule(s: State, seat: int, person: int) -> str:
        return why_idle(s, seat, person)[0]

    def numbers(s: State, seat: int, person: int) -> Mapping[str, object]:
        return why_idle(s, seat, person)[2]

    return need(rule, reason, test, numbers)


def list_activations(s: State, seat: int, brings: Callable[[State, int, int], bool] = _brings_something) -> list[tuple[Any, ...]]:
    """Everybody whom the seat can activate now: the fast listing of ACTIVATE."""
    player = s.players[seat]
    ready = display(s.deck, player.houses).ready
    if not ready:
        return []
    workers, needed = player.workers, s.rules.activation_workers
    return [
        ("activate", person) for person, takes in ready if (takes == FREE or workers[takes] >= needed) and brings(s, seat, person)
    ]


def seems_to_activate(s: State, seat: int) -> bool:
    """Whether there is anybody to activate, as far as others can see: who is not asked then has told them nothing."""
    return bool(list_activations(s, seat, _seems_to_bring_something))


ACTIVATE = Action(
    "activate",
    activate,
    candidates=lambda s, seat: [(person,) for person in s.players[seat].people],
    needs=(
        IN_DISPLAY,
        ONLY_ONCE,
        ONLY_AT_END,
        IMPROVES_AN_ACTION,
        HELPS_ELSEWHERE,
        NO_EFFECT,
        FREE_NOT_USED,
        NOT_USED,
        HAS_WORKER,
        *(_idle(reason) for reason in REASONS),
    ),
    codecs=(RESIDENT,),
)


# Reacting: threats may go when something happens (Fire-eater, Preacher, Stucco worker, Tower watchman)


def _reactors(s: State, seat: int, trigger: str, colour: int, placed_card: int = EMPTY) -> list[int]:
    """The persons that may react now, with a marker to discard. A person does not react to being placed (D-143)."""
    threats = s.players[seat].threats
    found = []
    for person in queries.people_with(s, seat, "may_discard_threat"):
        words = s.deck.queries["may_discard_threat"][person].words
        if words["on"] != trigger or (person == placed_card and not s.rules.fire_eater_self):
            continue
        if threats[colour] if words["colour"] == "same" else any(threats):
            found.append(person)
    return found


@BOOK.task("people.react", rule="act.infinity.type3", seated=True)
def react(s: State, seat: int, trigger: str, colour: int, placed_card: int = EMPTY) -> None:
    """Each reacting person in the order of the display; the owner may decline (D-094)."""
    s.then(*(("react.choose", seat, person, colour) for person in _reactors(s, seat, trigger, colour, placed_card)))


REACT = BOOK.decision("react.choose", rule="action.threat.always_point", forced=False, cites=persons_rule, about=PERSON)


def _reaction_colours(s: State, seat: int, person: int, colour: int) -> list[tuple[int, ...]]:
    """The person's colour of the occasion, or any that the player has."""
    same = s.deck.queries["may_discard_threat"][person].words["colour"] == "same"
    return [(c,) for c, n in enumerate(s.players[seat].threats) if n and (not same or c == colour)]


@REACT.choice(
    "away",
    candidates=_reaction_colours,
    needs=(
        need(
            "action.threat.need",
            "no_marker",
            lambda s, seat, person, colour, c: (c,) in _reaction_colours(s, seat, person, colour),
            lambda s, seat, person, colour, c: {"colour": c},
        ),
    ),
    codecs=(OWN_THREAT,),
)
def discard_by_reaction(s: State, seat: int, person: int, colour: int, marker: int) -> None:
    """A marker away, for a point by the general rule (D-144)."""
    discard_threat(s, seat, marker, s.deck.rule[person], **queries.credit(s, person))


@REACT.choice("keep")
def keep(s: State, seat: int, person: int, colour: int) -> None:
    """An advantage may be given up."""
    s.emit("act.infinity.forgo", "declined", seat, person=person)
