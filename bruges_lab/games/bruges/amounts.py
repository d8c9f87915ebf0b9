"""What a choice costs and brings where it is offered: the numbers of its phrase, asked of the rules that will carry it out.

`amounts` gives the values besides its own numbers that the phrases and labels of a choice may use (`choice`, `explorer.act.*` of
the locales). What cannot be told from the position is NONE, and the phrase leaves it out. A view may hide the card under a house.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...kernel import advance as go_on
from ...kernel.choices import Option
from ...kernel.events import RawEvent
from ...rulebook.articles import Name
from ...rulebook.telling import NONE
from .card_texts import card_text
from .deck import FREE, Op
from .market_cards import CANAL, GUILDERS, HOUSE, RECRUIT, THREAT, WORKERS, Improvement
from .market_texts import improvement_name
from .model import EMPTY, Row, State, colour_of
from .rules import improved, queries
from .rules.actions import canal_helpers, canal_price, next_space, recruit_price
from .rules.dice import advance_helpers, advance_price, dice_price
from .rules.effects import brought
from .rules.idle import paid_with, workers_left
from .rules.market import improved_by
from .rules.supplies import guilders_to_take, workers_to_take
from .rules.works import invite_price
from .words import COLOURS, DAMAGES

if TYPE_CHECKING:
    from .telling import BrugesTeller

Values = dict[str, object]
Task = tuple[Any, ...]

UNKNOWN: Mapping[str, object] = dict.fromkeys(
    (
        *("amount", "full", "off", "helper", "rooms", "brings", "step", "points", "paid", "space_colour", "back"),
        *("house_colour", "house_card", "resident", "to", "does", "lost", "improvement"),
    ),
    NONE,
)
"""Every value there is, for a choice told outside a position."""
VALUES = frozenset({*UNKNOWN, "several"})


def amounts(teller: BrugesTeller, s: State | None, option: Option, lang: str) -> Values:
    """What a choice costs and brings in a position that offers it."""
    found: Values = {**UNKNOWN, "several": False}
    task = teller.offering(option, s)
    if s is not None and task is not None and option[0] in _AMOUNTS:
        found.update(_AMOUNTS[option[0]](_Asked(teller, s, task, option, lang)))
    return found


class _Asked:
    """One choice of one seat, with what tells it."""

    def __init__(self, teller: BrugesTeller, s: State, task: Task, option: Option, lang: str) -> None:
        self.teller, self.s, self.task, self.lang = teller, s, task, lang
        self.seat: int = task[1]
        self.numbers = option[1:]
        self.player = s.players[self.seat]

    @property
    def known(self) -> bool:
        """Whether the card that is played is known to whoever reads."""
        return bool(self.numbers[0] >= 0)

    def named(self, people: Sequence[int]) -> object:
        """Persons by their names, as a sentence lists them."""
        names = [self.teller.card_name(person, self.lang) for person in people]
        return Name(self.teller.listed(names, self.lang), each=names) if names else NONE

    def good(self, key: str, count: int, colour: int = EMPTY) -> str:
        """So much of a good, in words."""
        values = {"count": count, "colour": COLOURS[colour] if colour >= 0 else NONE}
        return self.teller.texts.say("amount", key, values, self.lang)


# The six actions


def _workers(a: _Asked) -> Values:
    count, helper = queries.workers_brought(a.s, a.seat)
    colour = colour_of(a.s.deck, a.numbers[0])
    if colour is not None:
        count = workers_to_take(a.s, a.seat, colour, a.player.workers, count)
    return {"amount": count, "helper": a.named([] if helper == EMPTY else [helper])}


def _guilders(a: _Asked) -> Values:
    colour = colour_of(a.s.deck, a.numbers[0])
    if colour is None or not a.s.dice[colour]:
        return {}
    besides = queries.guilders_besides(a.s, a.seat)
    total = guilders_to_take(a.s, a.s.dice[colour] + sum(more for _, more in besides))
    return {"amount": total, "helper": a.named([person for person, _ in besides])}


def _threat(a: _Asked) -> Values:
    colour = colour_of(a.s.deck, a.numbers[0])
    return {} if colour is None else {"amount": a.player.threats[colour], "points": a.s.rules.threat_points}


def _tile(a: _Asked, section: int, factor: int) -> Values:
    """The next space of a section: its colour and price, and who changes the price."""
    space = next_space(a.s, a.seat, section) if section < a.s.rules.sections else None
    if space is None:
        return {}
    price, full = canal_price(a.s, a.seat, section, factor), factor * space.price
    helpers = canal_helpers(a.s, a.seat) if price != full else []
    return {"amount": price, "full": full, "off": full - price, "helper": a.named(helpers), "space_colour": COLOURS[space.colour]}


def _house(a: _Asked) -> Values:
    helpers = queries.people_with(a.s, a.seat, "house_without_worker")[:1]
    return {"paid": 0 if helpers else a.s.rules.house_workers, "helper": a.named(helpers)}


def _recruit(a: _Asked) -> Values:
    card = a.numbers[0]
    if not a.known:
        return {}
    price, full = recruit_price(a.s, a.seat, card), a.s.deck.price[card]
    helpers = queries.discounters(a.s, a.seat, "recruit", card) if price != full else []
    return _moving_in(a, price, full, helpers)


def _invite(a: _Asked) -> Values:
    card, by, discount = a.numbers[0], a.task[2], a.task[3]
    if not a.known:
        return {}
    price, full = invite_price(a.s, a.seat, card, discount), a.s.deck.price[card]
    helpers = [by, *queries.discounters(a.s, a.seat, "recruit", card)] if price != full else []
    return _moving_in(a, price, full, helpers)


def _moving_in(a: _Asked, price: int, full: int, helpers: list[int]) -> Values:
    """The price, who lowers it, and which houses there are: of several of a colour the oldest is taken unasked (D-205)."""
    empty = [colour_of(a.s.deck, house.card) for house in a.player.houses if house.person == EMPTY]
    told = {"amount": price, "full": full, "off": full - price, "helper": a.named(helpers)}
    return {**told, "rooms": len(set(empty)), "several": empty.count(a.numbers[1]) > 1}


# The same, improved by the market


def _improved(action: int, tell: Callable[[_Asked, Improvement], Values]) -> Callable[[_Asked], Values]:
    """What the improved action costs and brings, and how it is improved; nothing where no card is open that improves it."""

    def told(a: _Asked) -> Values:
        found = None if a.s.market == EMPTY else improved_by(a.s, a.s.market)[action]
        if found is None:
            return {}
        return {**tell(a, found), "does": found.kind, "improvement": improvement_name(found, a.lang)}

    return told


def _improved_workers(a: _Asked, found: Improvement) -> Values:
    count, _ = queries.workers_brought(a.s, a.seat)
    return {"amount": count + found.numbers.get("workers", 0), "brings": _besides(a, found, "guilders")}


def _improved_guilders(a: _Asked, found: Improvement) -> Values:
    colour = colour_of(a.s.deck, a.numbers[0])
    if colour is None or not all(a.s.dice):
        return {}
    die = max(a.s.dice) if found.kind == "best_die" else a.s.dice[colour]
    more = sum(more for _, more in queries.guilders_besides(a.s, a.seat)) + found.numbers.get("guilders", 0)
    return {"amount": die + more, "brings": _besides(a, found, "workers", colour)}


def _improved_threat(a: _Asked, found: Improvement) -> Values:
    count = min(a.player.threats[a.numbers[1]], found.numbers.get("markers", 1))
    return {"amount": count, "points": count * found.numbers.get("points", a.s.rules.threat_points)}


def _improved_canal(a: _Asked, found: Improvement) -> Values:
    told = _tile(a, a.numbers[1], 1)
    if not told:
        return {}
    price = improved.canal_price(a.s, a.seat, a.numbers[1], found)
    return {**told, "amount": price, "helper": NONE, "brings": _besides(a, found, "points")}


def _improved_house(a: _Asked, found: Improvement) -> Values:
    paid = 0 if a.numbers[1] == improved.UNPAID else a.s.rules.house_workers
    return {"paid": paid, "brings": _besides(a, found, "guilders")}


def _improved_recruit(a: _Asked, found: Improvement) -> Values:
    if not a.known:
        return {}
    price = improved.recruit_price(a.s, a.seat, a.numbers[0], found)
    return {**_moving_in(a, price, a.s.deck.price[a.numbers[0]], []), "brings": _besides(a, found, "workers")}


def _besides(a: _Asked, found: Improvement, good: str, colour: int = EMPTY) -> object:
    """What the improvement brings besides the action, in words."""
    return a.good(good, found.numbers[good], colour) if found.kind in _BESIDES and good in found.numbers else NONE


_BESIDES = ("and_guilders", "and_worker", "a_point")


# People


def _activate(a: _Asked) -> Values:
    """What it takes, and what those parts of the effect bring that bring goods."""
    person = a.numbers[0]
    paid = a.s.deck.activation[person] if a.known else None
    if paid is None:
        return {}
    goods = [_brought(a, step, person) for step in a.s.deck.runs[person] if step.name in _GOODS]
    told = [words for words in goods if words]
    brings = a.teller.listed(told, a.lang) if told else NONE
    return {"paid": NONE if paid == FREE else COLOURS[paid], "amount": a.s.rules.activation_workers, "brings": brings}


_GOODS = {"gain_guilders": "guilders", "gain_points": "points", "gain_workers": "workers"}


def _brought(a: _Asked, step: Op, person: int) -> str:
    return _good(a, step, workers_left(a.s, a.seat, person))


def _good(a: _Asked, step: Op, kept: Row) -> str:
    """What an op brings as far as the supply goes, with these workers left once it is paid for; nothing if that is nothing."""
    number = brought(a.s, a.seat, step, kept)
    if step.name == "gain_guilders":
        number = guilders_to_take(a.s, number)
    elif step.name == "gain_workers":
        number = workers_to_take(a.s, a.seat, step.colour, kept, number)
    if number <= 0:
        return ""
    return a.good(_GOODS[step.name], number, step.colour if step.name == "gain_workers" else EMPTY)


def _ship(a: _Asked) -> Values:
    """The worker that a ship costs, and what it brings; in its own words where that is not goods alone."""
    ship = a.s.docks[a.numbers[0]]
    if ship == EMPTY:
        return {}
    runs = a.s.ship_tiles.runs[ship]
    workers = paid_with(a.player.workers, a.numbers[0], a.s.rules.ship_workers)
    goods = list(filter(None, (_good(a, step, workers) for step in runs if step.name in _GOODS)))
    told: Values = {"amount": a.s.rules.ship_workers}
    if len(goods) == len(runs):
        return {**told, "brings": a.teller.listed(goods, a.lang)}
    text = card_text(a.s.ship_tiles[ship], a.lang)
    return {**told, "does": text.removesuffix(".") or NONE}


def _trade(a: _Asked) -> Values:
    step = queries.runs_of(a.s, a.task[2])[a.task[3]]
    bring = {"worker": "workers", "step": "steps", "card": "cards"}.get(step.words["bring"], step.words["bring"])
    return {"amount": step.numbers[0], "brings": a.good(bring, step.numbers[1])}


def _away(a: _Asked) -> Values:
    return {"points": a.s.rules.threat_points}


def _lend(a: _Asked) -> Values:
    return {"points": a.task[3]}


def _give(a: _Asked) -> Values:
    return {"to": a.teller.seat_name(a.task[2], a.lang)}


def _target(a: _Asked) -> Values:
    step = queries.runs_of(a.s, a.task[2])[a.task[3]]
    return {"does": step.name.removeprefix("opponents_"), "amount": step.numbers[0] if step.numbers else NONE}


def _threaten(a: _Asked) -> Values:
    return {"to": a.teller.listed([a.teller.seat_name(seat, a.lang) for seat in a.task[4]], a.lang)}


# The dice phase


def _advance(a: _Asked) -> Values:
    price, full = advance_price(a.s, a.seat), dice_price(a.s)
    if price is None:
        return {}
    helpers = advance_helpers(a.s, a.seat) if price != full else []
    return {"amount": price, "full": NONE if full is None else full, "helper": a.named(helpers), "step": _reached(a)}


def _climb(a: _Asked) -> Values:
    return {"amount": a.task[3], "step": a.player.reputation + 1}


def _reached(a: _Asked) -> int:
    return min(a.s.board.last_step, a.player.reputation + a.s.rules.advance_steps)


def _damage(a: _Asked) -> Values:
    """What the damage would take now, by carrying it out on a copy."""
    colour = a.numbers[0]
    twin = a.s.copy()
    log: list[RawEvent] = []
    twin.agenda, twin.causes, twin.log = [], [], log
    twin.push(f"damage.{DAMAGES[colour]}", a.seat)
    go_on(twin)
    for _, kind, _, data, _, _ in log:
        if kind in _LOST:
            return {"lost": a.good(_LOST[kind], data[_LOST[kind]])}
        if kind == "nothing.lost":
            return {"lost": "nothing"}
    return {}


_LOST = {"workers.lost": "workers", "guilders.lost": "guilders", "points.lost": "points"}
"""The events of a loss that leaves no choice, and where they say how much."""


def _burn(a: _Asked) -> Values:
    """A house by its colour, the card that it is and who lives there."""
    place = a.numbers[0]
    if not 0 <= place < len(a.player.houses):
        return {}
    house = a.player.houses[place]
    colour = colour_of(a.s.deck, house.card)
    return {
        "house_colour": NONE if colour is None else COLOURS[colour],
        "house_card": a.teller.card_name(house.card, a.lang) if house.card >= 0 else NONE,
        "resident": NONE if house.person == EMPTY else a.teller.card_name(house.person, a.lang),
    }


def _draw(a: _Asked) -> Values:
    """The back that lies on top, for all to see."""
    pile = a.numbers[0]
    left = a.s.left[pile] if pile < len(a.s.left) else 0
    colour = colour_of(a.s.deck, a.s.piles[pile][left - 1]) if left else None
    return {} if colour is None else {"back": COLOURS[colour]}


_AMOUNTS: Mapping[str, Callable[[_Asked], Values]] = {
    "workers": _workers,
    "guilders": _guilders,
    "threat": _threat,
    "canal": lambda a: _tile(a, a.numbers[1], 1),
    "house": _house,
    "recruit": _recruit,
    "improved_workers": _improved(WORKERS, _improved_workers),
    "improved_guilders": _improved(GUILDERS, _improved_guilders),
    "improved_threat": _improved(THREAT, _improved_threat),
    "improved_canal": _improved(CANAL, _improved_canal),
    "improved_house": _improved(HOUSE, _improved_house),
    "improved_recruit": _improved(RECRUIT, _improved_recruit),
    "activate": _activate,
    "ship": _ship,
    "draw": _draw,
    "advance": _advance,
    "damage": _damage,
    "burn": _burn,
    "away": _away,
    "give": _give,
    "lend": _lend,
    "dig": lambda a: _tile(a, a.numbers[0], a.task[3]),
    "pay": _trade,
    "pay_worker": _trade,
    "pay_card": _trade,
    "climb": _climb,
    "invite": _invite,
    "target": _target,
    "threaten": _threaten,
}
