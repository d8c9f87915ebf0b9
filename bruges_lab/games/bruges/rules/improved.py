"""The six actions improved by the market, a module of the Zwin: first the marker is taken, then the action runs, improved.

An improved action stands beside the plain one wherever a card is played (turns.py). It is judged with its improvement (D-198);
what people change comes first, then the market (D-195), and prices stop at 0. Which marker is free is in market.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....kernel import Action, need
from ..market_cards import ACTIONS, CANAL, GUILDERS, HOUSE, RECRUIT, THREAT, WORKERS
from ..model import BOOK, EMPTY, State
from ..words import COLOURS
from . import actions, queries
from .actions import IN_HAND, Args
from .effects import WORKER
from .goods import pay_guilders, pay_workers, score_points, take_guilders, take_workers
from .market import Improvement, free_markers, improvement_of, marker_needs, take_marker
from .notation import CARD, NEXT_SPACE, OWN_THREAT, PAID_WORKER, ROOM
from .occasions import discard_threat, occasion

BOOK.event("price.improved", guilders="count", improvement="improvement")
BOOK.event("house.free", improvement="improvement")

UNPAID = len(COLOURS)
"""In place of the colour of a worker: none is paid."""


def _is(s: State, action: int, kind: str) -> bool:
    """Whether the open card improves an action in a certain way."""
    return improvement_of(s, action).kind == kind


def _among(candidates: Callable[[State, int], list[Args]]) -> Callable[[State, int], list[Args]]:
    """What could be named where a market card is open; in a game without the market nothing is thought of."""
    return lambda s, seat: candidates(s, seat) if s.market != EMPTY else []


def _cards(s: State, seat: int) -> list[Args]:
    return [(card,) for card in s.players[seat].hand]


def _with_colours(s: State, seat: int) -> list[Args]:
    return [(card, colour) for card in s.players[seat].hand for colour in range(len(COLOURS))]


# Workers of colours that the player chooses


@BOOK.task("market.workers", rule="exp.market.use", seated=True)
def any_workers(s: State, seat: int, action: int, left: int) -> None:
    """One by one, as long as there are any in the supply (exp.supply.workers.any)."""
    if left and (not s.worker_pool or any(s.worker_pool)):
        s.then(("market.worker", seat, action), ("market.workers", seat, action, left - 1))


def _asking_rule(s: State, seat: int, action: int) -> str:
    return improvement_of(s, action).rule if s.market != EMPTY else "exp.market.use"


CHOICE = BOOK.decision("market.worker", rule="exp.market.use", cites=_asking_rule)


def _take_one(s: State, seat: int, action: int, colour: int) -> None:
    """One worker of any colour."""
    take_workers(s, seat, colour, 1, improvement_of(s, action).rule)


CHOICE.offer(WORKER.actions["take"].doing(_take_one))

# I. Workers


def workers(s: State, seat: int, card: int) -> None:
    """More of them, of any colours, or guilders besides."""
    found = take_marker(s, seat, WORKERS)
    if found.kind == "any_colours":
        actions.spend(s, seat, card, "workers", "action.workers")
        count, _ = queries.workers_brought(s, seat)
        s.then(("market.workers", seat, WORKERS, count), ("market.came", seat, s.deck.colour[card]))
        return
    actions.workers(s, seat, card)
    if found.kind == "one_more":
        take_workers(s, seat, s.deck.colour[card], found.numbers["workers"], found.rule)
    else:
        take_guilders(s, seat, found.numbers["guilders"], found.rule)


@BOOK.task("market.came", rule="action.workers", seated=True)
def came(s: State, seat: int, colour: int) -> None:
    """The worker action is over: who gains by it gains, as after the plain one."""
    occasion(s, seat, "workers_action", colour)


# II. Guilders


def guilders(s: State, seat: int, card: int) -> None:
    """More of them, by the highest die, or a worker besides; people who add to the die add to the highest (D-195)."""
    found = take_marker(s, seat, GUILDERS)
    if found.kind == "best_die":
        actions.spend(s, seat, card, "guilders", "action.guilders")
        take_guilders(s, seat, max(s.dice), found.rule)
        actions.guilders_by_people(s, seat)
        return
    actions.guilders(s, seat, card)
    if found.kind == "two_more":
        take_guilders(s, seat, found.numbers["guilders"], found.rule)
    else:
        take_workers(s, seat, s.deck.colour[card], found.numbers["workers"], found.rule)


# III. A threat away


def threat(s: State, seat: int, card: int, colour: int) -> None:
    """Two of them, one of any colour, or one for more points."""
    found = take_marker(s, seat, THREAT)
    held = s.players[seat].threats[colour]
    if found.kind == "two_markers" or not held:
        actions.threat(s, seat, card)
        for _ in range(min(held, found.numbers.get("markers", 1)) - 1):
            discard_threat(s, seat, colour, found.rule)
        return
    actions.spend(s, seat, card, "threat", "action.threat")
    discard_threat(s, seat, colour, found.rule, found.numbers.get("points"))


def _may_be_of_colour(s: State, seat: int, card: int, colour: int) -> bool:
    return colour == s.deck.colour[card] or _is(s, THREAT, "any_colour")


def _has_threat(s: State, seat: int, card: int, colour: int) -> bool:
    """A marker, or where cards may be played for nothing one of the card's colour that is missing (null_action, D-086)."""
    return s.players[seat].threats[colour] > 0 or (s.rules.null_action and colour == s.deck.colour[card])


# IV. A canal tile


def canal_price(s: State, seat: int, section: int, found: Improvement) -> int:
    """The price after people have changed it, less what the market takes off; never below nothing."""
    price = actions.canal_price(s, seat, section)
    return max(0, price - found.numbers["guilders"]) if found.kind == "two_less" else price


def canal(s: State, seat: int, card: int, section: int) -> None:
    """For less, with any card, or with points besides; a Well-digger's 0 stays 0 (D-195)."""
    found = take_marker(s, seat, CANAL)
    price = canal_price(s, seat, section, found)
    actions.spend(s, seat, card, "canal", found.rule if found.kind == "any_card" else "action.canal.color")
    actions.say_canal_price(s, seat, actions.canal_price(s, seat, section))
    if found.kind == "two_less":
        _say_price(s, seat, price, found)
    actions.build_by_card(s, seat, section, price)
    if found.kind == "a_point":
        score_points(s, seat, found.numbers["points"], found.rule)


def _say_price(s: State, seat: int, price: int, found: Improvement) -> None:
    s.emit(found.rule, "price.improved", seat, guilders=price, improvement=found.id)


def _is_right_card(s: State, seat: int, card: int, section: int) -> bool:
    return _is(s, CANAL, "any_card") or s.deck.colour[card] == actions.next_space(s, seat, section).colour


def _pays_tile(s: State, seat: int, card: int, section: int) -> dict[str, object]:
    return {"needs": canal_price(s, seat, section, improvement_of(s, CANAL)), "has": s.players[seat].guilders}


# V. A house


def payments(s: State, seat: int, card: int, found: Improvement) -> list[int]:
    """The colours of workers that the house may be paid with, or UNPAID alone where none is paid."""
    if not s.rules.house_workers or found.kind == "no_worker" or queries.has(s, seat, "house_without_worker"):
        return [UNPAID]
    return [*range(len(COLOURS))] if found.kind == "any_worker" else [s.deck.colour[card]]


def house(s: State, seat: int, card: int, worker: int) -> None:
    """Without a worker, for one of any colour, or with guilders besides; whoever pays none by a person saves nothing (D-195)."""
    found = take_marker(s, seat, HOUSE)
    helpers = queries.people_with(s, seat, "house_without_worker")
    if helpers:
        s.emit(s.deck.rule[helpers[0]], "house.unpaid", seat, person=helpers[0])
    elif found.kind == "no_worker":
        s.emit(found.rule, "house.free", seat, improvement=found.id)
    elif worker != UNPAID:
        pay_workers(s, seat, worker, s.rules.house_workers, found.rule if found.kind == "any_worker" else "action.house.cost")
    actions.build_house(s, seat, card)
    if found.kind == "and_guilders":
        take_guilders(s, seat, found.numbers["guilders"], found.rule)


def _payments(s: State, seat: int, card: int) -> list[int]:
    return payments(s, seat, card, improvement_of(s, HOUSE))


def _free_rule(s: State, seat: int, card: int, worker: int) -> str:
    """Why no worker is paid: by a person, or by the market."""
    helpers = queries.people_with(s, seat, "house_without_worker")
    return s.deck.rule[helpers[0]] if helpers else improvement_of(s, HOUSE).rule if s.rules.house_workers else "action.house.cost"


def _has_worker(s: State, seat: int, card: int, worker: int) -> bool:
    return worker == UNPAID or s.players[seat].workers[worker] >= s.rules.house_workers


def _due(s: State, seat: int, card: int, worker: int) -> dict[str, object]:
    """The colour of the worker that is due; none where any will do."""
    due = _payments(s, seat, card)
    return {"colour": due[0] if len(due) == 1 else EMPTY}


# VI. A person


def recruit_price(s: State, seat: int, card: int, found: Improvement) -> int:
    """The price after people have changed it, less what the market takes off; never below nothing."""
    price = actions.recruit_price(s, seat, card)
    return max(0, price - found.numbers["guilders"]) if found.kind == "three_less" else price


def recruit(s: State, seat: int, card: int, colour: int) -> None:
    """For less, or with a worker of any colour after all effects of the person."""
    found = take_marker(s, seat, RECRUIT)
    price = recruit_price(s, seat, card, found)
    if found.kind == "and_worker":
        s.push("market.workers", seat, RECRUIT, found.numbers["workers"])  # under all that the person brings
    actions.say_recruit_price(s, seat, card)
    if found.kind == "three_less":
        _say_price(s, seat, price, found)
    pay_guilders(s, seat, price, "action.recruit.price")
    actions.place_person(s, seat, card, colour)


def _pays_person(s: State, seat: int, card: int, colour: int) -> dict[str, object]:
    return {"needs": recruit_price(s, seat, card, improvement_of(s, RECRUIT)), "has": s.players[seat].guilders}


# What can be chosen

IMPROVED = (
    Action(
        "improved_workers",
        workers,
        candidates=_among(_cards),
        needs=(*marker_needs(WORKERS), IN_HAND),
        codecs=(CARD,),
        when="card",
    ),
    Action(
        "improved_guilders",
        guilders,
        candidates=_among(_cards),
        needs=(*marker_needs(GUILDERS), IN_HAND),
        codecs=(CARD,),
        when="card",
    ),
    Action(
        "improved_threat",
        threat,
        candidates=_among(_with_colours),
        needs=(
            *marker_needs(THREAT),
            IN_HAND,
            need("action.threat", "not_card_colour", _may_be_of_colour, lambda s, seat, card, c: {"colour": s.deck.colour[card]}),
            need("action.threat.need", "no_marker", _has_threat, lambda s, seat, card, colour: {"colour": colour}),
        ),
        codecs=(CARD, OWN_THREAT),
        when="card",
    ),
    Action(
        "improved_canal",
        canal,
        candidates=_among(actions.CANAL.candidates),  # type: ignore[arg-type]
        needs=(
            *marker_needs(CANAL),
            IN_HAND,
            actions.SECTION_OPEN,
            actions.RIGHT_COLOUR._replace(test=_is_right_card),
            need("action.canal.cost", "too_poor", lambda *asked: _affords(_pays_tile(*asked)), _pays_tile),
        ),
        codecs=(CARD, NEXT_SPACE),
        when="card",
    ),
    Action(
        "improved_house",
        house,
        candidates=_among(
            lambda s, seat: [(card, worker) for card in s.players[seat].hand for worker in range(len(COLOURS) + 1)]
        ),
        needs=(
            *marker_needs(HOUSE),
            IN_HAND,
            need(
                _free_rule,
                "nothing_to_pay",
                lambda s, seat, card, worker: worker == UNPAID or _payments(s, seat, card) != [UNPAID],
            ),
            need(
                "action.house.cost",
                "worker_due",
                lambda s, seat, card, worker: worker in _payments(s, seat, card),
                _due,
            ),
            need(
                "action.house.no_worker",
                "no_worker",
                _has_worker,
                lambda s, seat, card, worker: {
                    "colour": worker,
                    "needs": s.rules.house_workers,
                    "has": s.players[seat].workers[worker],
                },
            ),
        ),
        codecs=(CARD, PAID_WORKER),
        when="card",
    ),
    Action(
        "improved_recruit",
        recruit,
        candidates=_among(actions.RECRUIT.candidates),  # type: ignore[arg-type]
        needs=(
            *marker_needs(RECRUIT),
            IN_HAND,
            actions.EMPTY_HOUSE,
            need("action.recruit.price", "too_poor", lambda *asked: _affords(_pays_person(*asked)), _pays_person),
        ),
        codecs=(CARD, ROOM),
        when="card",
    ),
)


def _affords(purse: dict[str, Any]) -> bool:
    return bool(purse["has"] >= purse["needs"])


# All at once: the fast listing


def list_improved(s: State, seat: int) -> list[Args]:
    """Every legal improved use of every card in hand, action by action."""
    found: list[Args] = []
    for action, improvement in free_markers(s, seat):
        found += _LISTED[action](s, seat, improvement)
    return found


def _list_plain(action: int) -> Callable[[State, int, Improvement], list[Args]]:
    kind = f"improved_{ACTIONS[action]}"
    return lambda s, seat, found: [(kind, card) for card in s.players[seat].hand]


def _list_threats(s: State, seat: int, found: Improvement) -> list[Args]:
    player, colours = s.players[seat], s.deck.colour
    if found.kind != "any_colour":
        return [("improved_threat", card, colours[card]) for card in player.hand if _has_threat(s, seat, card, colours[card])]
    return [("improved_threat", card, c) for card in player.hand for c in range(len(COLOURS)) if _has_threat(s, seat, card, c)]


def _list_canals(s: State, seat: int, found: Improvement) -> list[Args]:
    player, colours = s.players[seat], s.deck.colour
    listed: list[Args] = []
    for section in range(s.rules.sections):
        space = actions.next_space(s, seat, section)
        if space is not None and canal_price(s, seat, section, found) <= player.guilders:
            fitting = [card for card in player.hand if found.kind == "any_card" or colours[card] == space.colour]
            listed += [("improved_canal", card, section) for card in fitting]
    return listed


def _list_houses(s: State, seat: int, found: Improvement) -> list[Args]:
    return [
        ("improved_house", card, worker)
        for card in s.players[seat].hand
        for worker in payments(s, seat, card, found)
        if _has_worker(s, seat, card, worker)
    ]


def _list_persons(s: State, seat: int, found: Improvement) -> list[Args]:
    rooms, purse = actions.empty_house_colours(s, seat), s.players[seat].guilders
    if not rooms:
        return []
    payable = [card for card in s.players[seat].hand if recruit_price(s, seat, card, found) <= purse]
    return [("improved_recruit", card, colour) for card in payable for colour in rooms]


_LISTED = (_list_plain(WORKERS), _list_plain(GUILDERS), _list_threats, _list_canals, _list_houses, _list_persons)
