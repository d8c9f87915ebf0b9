"""Why an effect would bring nothing: for each run op what is missing, with the rule and the numbers a referee would name.

people.py refuses an activation none of whose parts finds anything (D-091), ships.py a ship (D-185). Of several parts the first
gives the reason: if that found something, the effect would be allowed.
"""

from __future__ import annotations

from collections.abc import Callable

from ....kernel.needs import Refused
from ..deck import FREE, Op
from ..model import EMPTY, FIRST_SHIP, Row, State
from . import queries
from .draw import can_draw
from .effects import supplied
from .harm import HARM, aimed_at, guarded, has_to_lose, opponents
from .queries import rule_of, runs_of
from .supplies import NO_GUILDERS, guilders_there, why_none, workers_there
from .works import cheapest_guest, cheapest_section

REASONS = (
    "too_poor",
    "no_worker_left",
    "no_card_for_effect",
    "no_card_to_draw",
    "no_discards",
    "counts_nothing",
    "track_ends",
    "sections_full",
    "no_marker",
    "no_threats",
    "houses_full",
    "nobody_affordable",
    "nobody_used",
    "nobody_ahead",
    "opponents_have_none",
    "opponents_protected",
    "supply_empty",
    "bank_empty",
    "workers_gone",
    "colour_gone",
)
"""All there are: a few kinds of things can be missing, whoever needs them."""

Why = Callable[[State, int, int, Op], Refused]


def workers_left(s: State, seat: int, person: int) -> Row:
    """The owner's workers once the person is paid for."""
    workers, colour = s.players[seat].workers, s.deck.activation[person]
    if colour is None or colour == FREE:
        return workers
    return (*workers[:colour], workers[colour] - s.rules.activation_workers, *workers[colour + 1 :])  # type: ignore[return-value]


def paid_with(workers: Row, colour: int, count: int) -> Row:
    """So many workers of a colour less."""
    return (*workers[:colour], workers[colour] - count, *workers[colour + 1 :])  # type: ignore[return-value]


def _left_by(s: State, seat: int, source: int) -> Row:
    """The workers of whoever uses a person or a ship, once it is paid for."""
    if source < FIRST_SHIP:
        return workers_left(s, seat, source)
    return paid_with(s.players[seat].workers, s.ship_tiles.colour[source - FIRST_SHIP], s.rules.ship_workers)


def why_idle(s: State, seat: int, person: int) -> Refused:
    """The rule, the reason and its numbers for somebody whose whole effect would find nothing."""
    step = runs_of(s, person)[0]
    return WHY[step.name](s, seat, person, step)


# Things of one's own


def _too_poor(s: State, seat: int, rule: str, price: int) -> Refused:
    return rule, "too_poor", {"needs": price, "has": s.players[seat].guilders}


def _no_worker(s: State, seat: int, person: int, rule: str) -> Refused:
    return rule, "no_worker_left", {"card": person, "has": sum(s.players[seat].workers)}


def _no_card(rule: str, person: int) -> Refused:
    return rule, "no_card_for_effect", {"card": person}


def _nothing_to_draw(s: State, seat: int, person: int, step: Op) -> Refused:
    return "end.all_cards_gone", "no_card_to_draw", {}


def _nothing_counted(s: State, seat: int, person: int, step: Op) -> Refused:
    has = queries.counted(s, seat, step, _left_by(s, seat, person))
    return rule_of(s, person), "counts_nothing", {"card": person, "needs": step.numbers[-1], "has": has}


def _no_guilders(s: State, seat: int, person: int, step: Op) -> Refused:
    return _nothing_counted(s, seat, person, step) if guilders_there(s) else NO_GUILDERS


def _no_workers(s: State, seat: int, person: int, step: Op) -> Refused:
    if workers_there(s, seat, step.colour, _left_by(s, seat, person)):
        return _nothing_counted(s, seat, person, step)
    return why_none(step.colour)


def _no_discards(s: State, seat: int, person: int, step: Op) -> Refused:
    return rule_of(s, person), "no_discards", {"card": person}


def _no_exchange(s: State, seat: int, person: int, step: Op) -> Refused:
    return _no_worker(s, seat, person, "person.family.exchange")


def _no_trade(s: State, seat: int, person: int, step: Op) -> Refused:
    """What the trade would bring comes first: without that it does not matter what there is to give."""
    rule, give, bring = rule_of(s, person), step.words["give"], step.words["bring"]
    if bring == "step" and s.players[seat].reputation >= s.board.last_step:
        return _track_ends(s, rule)
    if bring == "card" and not can_draw(s):
        return _nothing_to_draw(s, seat, person, step)
    if not supplied(s, seat, step, workers_left(s, seat, person)):
        return NO_GUILDERS if bring == "guilders" else why_none(-1)
    if give == "guilders":
        return _too_poor(s, seat, rule, step.numbers[0])
    return _no_card(rule, person) if give == "card" else _no_worker(s, seat, person, rule)


def _no_threat(s: State, seat: int, person: int, step: Op) -> Refused:
    threats = s.players[seat].threats
    if step.colour < 0 and not any(threats):
        return rule_of(s, person), "no_threats", {"card": person}
    if step.colour >= 0 and not threats[step.colour]:
        return rule_of(s, person), "no_marker", {"colour": step.colour}
    return _nothing_counted(s, seat, person, step)


# Building and placing


def _track_ends(s: State, rule: str) -> Refused:
    return rule, "track_ends", {"last": s.board.last_step}


def _no_step(s: State, seat: int, person: int, step: Op) -> Refused:
    if s.players[seat].reputation >= s.board.last_step:
        return _track_ends(s, rule_of(s, person))
    return _too_poor(s, seat, rule_of(s, person), step.numbers[0])


def _no_canal(s: State, seat: int, person: int, step: Op) -> Refused:
    price = cheapest_section(s, seat, step.numbers[0])
    if price is None:
        return "action.canal.options", "sections_full", {"spaces": s.rules.section_spaces}
    return _too_poor(s, seat, "person.family.canal", price)


def _no_house(s: State, seat: int, person: int, step: Op) -> Refused:
    return _no_card(rule_of(s, person), person)


def _no_guest(s: State, seat: int, person: int, step: Op) -> Refused:
    """A house first, which everybody can see; the cheapest person in hand only where there is room for one."""
    player = s.players[seat]
    if all(house.person != EMPTY for house in player.houses):
        return "action.recruit.empty_house", "houses_full", {"has": len(player.houses)}
    if not player.hand:
        return _no_card(rule_of(s, person), person)
    price = cheapest_guest(s, seat, step.numbers[0])
    return "action.recruit.price", "nobody_affordable", {"card": person, "needs": price, "has": player.guilders}


def _no_extra_card(s: State, seat: int, person: int, step: Op) -> Refused:
    return _no_card("person.family.extra_card", person)


def _nobody_used(s: State, seat: int, person: int, step: Op) -> Refused:
    return rule_of(s, person), "nobody_used", {"card": person}


# Against opponents

_GOODS = {
    "opponents_give_guilders": "guilders",
    "opponents_give_workers": "workers",
    "opponents_lose_canal": "canals",
    "opponents_lose_house": "houses",
}


def _no_victim(s: State, seat: int, person: int, step: Op) -> Refused:
    """Nobody is aimed at; or who is, is protected or has nothing."""
    rule, aimed = rule_of(s, person), aimed_at(s, seat, step)
    if not aimed:
        most = max(s.players[other].points for other in opponents(s, seat))
        return rule, "nobody_ahead", {"card": person, "has": s.players[seat].points, "most": most}
    concerned = [other for other in aimed if has_to_lose(s, other, step)]
    if concerned:  # all of them are protected, or the activation would bring something
        numbers = {"spared": len(concerned), "others": len(aimed) - len(concerned), "goods": _GOODS.get(step.name, "")}
        return s.deck.rule[guarded(s, concerned[0])[0]], "opponents_protected", {"card": person, **numbers}
    if step.name not in _GOODS:
        return "threat.shortage", "supply_empty", {"colour": step.colour}
    return rule, "opponents_have_none", {"card": person, "goods": _GOODS[step.name], "aimed": len(aimed)}


def _nothing_to_lend(s: State, seat: int, person: int, step: Op) -> Refused:
    return _too_poor(s, seat, rule_of(s, person), 1)


WHY: dict[str, Why] = {
    "gain_guilders": _no_guilders,
    "gain_points": _nothing_counted,
    "gain_workers": _no_workers,
    "draw_cards": _nothing_to_draw,
    "take_discard": _no_discards,
    "exchange_workers": _no_exchange,
    "trade": _no_trade,
    "discard_threats": _no_threat,
    "advance": _no_step,
    "build_canal": _no_canal,
    "build_house": _no_house,
    "recruit": _no_guest,
    "play_card": _no_extra_card,
    "ready_person": _nobody_used,
    "lend_to_opponents": _nothing_to_lend,
    **dict.fromkeys(HARM, _no_victim),
}
"""One entry a run op; a test holds them together."""
