"""What a thing of a module is, for whoever presses it (about.py): ships, improved actions, supplies, with their rules."""

from __future__ import annotations

from collections.abc import Callable

from ....show.picture import About
from ..market_cards import ACTIONS
from ..ship_tiles import Ship
from ..words import COLOURS
from .facts import Look, name_of
from .module_words import (
    docked,
    improvement_name,
    improvement_text,
    improvements,
    marker_there,
    marker_words,
    market_words,
    on_top,
    open_card,
    ship_costs,
    ship_effect,
    ship_name,
    ship_sources,
    stack_words,
    store_words,
    used_by,
)
from .picture_words import capital

Rules = Callable[..., str]
"""What rules say, one after the other: `about` brings it along."""


def module_kinds(rules: Rules) -> dict[str, Callable[..., About | None]]:
    """What to ask about each kind of target."""

    def harbour(look: Look) -> About:
        rule = "exp.ships.use"
        costs = look.say("harbour_costs", count=look.state.rules.ship_workers)
        return About(look.say("harbour"), costs, rules(look, rule, "exp.ships.use.card", "exp.ships.use.one"), rule)

    def dock(look: Look, word: str) -> About:
        """A ship in its dock: what it does, what it costs, and who may use it."""
        colour = COLOURS.index(word)
        ship = docked(look.state, colour)
        if ship is None:
            rule = "exp.ships.reveal"
            return About(look.say.first("dock_empty", colour=word), "", rules(look, rule, "exp.ships.active"), rule)
        where = look.say("dock_of", colour=word)
        kind = f"{where} · {ship_costs(look.state, colour, look.say).rstrip('.')}"
        return _ship(look, ship, kind, rules(look, "exp.ships.use", "exp.ships.use.one", "exp.ships.shared"))

    def stack(look: Look, word: str) -> About:
        """The stack of a colour, and the ship that comes next."""
        colour = COLOURS.index(word)
        ship, words = on_top(look.state, colour), rules(look, "exp.ships.reveal")
        name = stack_words(look.state, colour, look.say)
        if ship is None:
            return About(name, "", words, "exp.ships.reveal")
        return _ship(look, ship, look.say.first("ships_count", colour=word, count=look.state.ship_left[colour]), words)

    def market(look: Look, action: str = "") -> About | None:
        """The market card, or one of the actions that it improves."""
        state, say = look.state, look.say
        if not action:
            rule = "exp.market.reveal"
            lines = tuple(marker_words(state, place, found, say) for place, found in improvements(state))
            name, _, piles = market_words(state, say).partition(", ")
            return About(name, piles, rules(look, rule, "exp.market.use"), rule, "", lines)
        place = ACTIONS.index(action)
        found = dict(improvements(state))[place]
        taken = [name_of(look.names, seat) for seat in used_by(state, place)]
        notes = [say("market_used", names=", ".join(taken))] if taken else []
        card = open_card(state)
        notes.append(say("market_known", source=say.witness(card.source(action) if card else "reconstructed")))
        words = " ".join([improvement_text(found, say), rules(look, "exp.market.use", "exp.market.use.first")])
        lies = capital(marker_there(state, place, say))
        return About(improvement_name(found, say), lies, words, found.rule, "", tuple(notes))

    def pool(look: Look, word: str) -> About:
        count = look.state.worker_pool[COLOURS.index(word)]
        rule = "exp.supply.workers"
        words = rules(look, rule, "exp.supply.workers.short", "exp.supply.workers.any")
        return About(look.say("pool", count=count, colour=word), "", words, rule)

    def store(target: str, *found: str) -> Callable[[Look], About | None]:
        def told(look: Look) -> About | None:
            words = store_words(look.state, look.say)
            return About(words[target], "", rules(look, *found), found[0]) if target in words else None

        return told

    return {
        "harbour": lambda look: harbour(look) if look.state.docks else None,
        "ship": dock,
        "ships": stack,
        "market": lambda look, action="": market(look, action) if look.state.market_pile else None,
        "pool": pool,
        "bank": store("bank", "exp.supply.guilders", "exp.supply.guilders.short"),
        "bag": store("bag", "exp.bag", "exp.bag.aside"),
        "marker": store("marker", "exp.round_marker.position", "exp.round_marker.advance", "exp.round_marker.end"),
    }


def _ship(look: Look, ship: Ship, kind: str, rules: str) -> About:
    words = f"{ship_effect(ship, look.say)} {rules}"
    return About(ship_name(ship, look.say), kind, words, ship.rule, "", (ship_sources(ship, look.say),))
