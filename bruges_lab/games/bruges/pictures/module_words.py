"""What pictures say of the modules of the Zwin: ships, market, what is left of limited supplies, the round marker.

The drawings (module_panels.py, module_pieces.py), the terminal and the text alternative take their words from here and so say the
same. In a game without modules there is nothing to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..card_texts import MARK, card_text
from ..deck import RECONSTRUCTED
from ..market_cards import ACTIONS, Improvement, MarketCard
from ..market_texts import improvement_name as named
from ..market_texts import improvement_text as told
from ..model import EMPTY, UNLIMITED, State
from ..rules.market import improved_by
from ..ship_tiles import Ship
from ..words import COLOURS
from .picture_words import Wording

HARBOUR, MARKET, STORES = "harbour", "market", "stores"
FIELDS = frozenset(
    {
        *("docks", "ship_stacks", "ship_left", "ships_gone", "ships_known", "ship_tops"),
        *("market", "markers", "market_pile", "market_left", "market_discard", "market_used"),
        *("worker_pool", "bank_left", "marker"),
    }
)
"""The fields that are told here."""


def modules_laid(state: State) -> tuple[str, ...]:
    """The parts that modules add to the table, in their order."""
    laid = {HARBOUR: bool(state.docks), MARKET: bool(state.market_pile), STORES: has_stores(state)}
    return tuple(name for name, there in laid.items() if there)


# Ships


def docked(state: State, colour: int) -> Ship | None:
    """The ship in a dock."""
    ship = state.docks[colour]
    return None if ship == EMPTY else state.ship_tiles[ship]


def on_top(state: State, colour: int) -> Ship | None:
    """The open ship on a stack; none where the stack is used up, or where its ship lies face down and nobody has seen it."""
    left = state.ship_left[colour]
    ship = state.ship_stacks[colour][left - 1] if left else EMPTY
    hidden = ship < 0 or (bool(state.ships_known) and not state.ships_known[colour])
    return None if hidden else state.ship_tiles[ship]


def ship_name(ship: Ship, say: Wording) -> str:
    """What a ship is called."""
    return ship.name.get(say.lang) or ship.name.get("en") or ship.id


def ship_effect(ship: Ship, say: Wording) -> str:
    """What a ship does, in a sentence; its name where its file has no words for it."""
    return card_text(ship, say.lang) or ship_name(ship, say)


def ship_costs(state: State, colour: int, say: Wording) -> str:
    """What using a ship of a colour costs."""
    workers = state.rules.ship_workers
    return say("ship_costs", workers=say("workers", count=workers, colour=COLOURS[colour])) if workers else say("ship_free")


def ship_sources(ship: Ship, say: Wording) -> str:
    """Where what it does and the figures in it are known from."""
    return say("ship_known", effect=say.witness(ship.source("effect")), figures=say.witness(ship.source("numbers")))


def ships_are_reconstructed(state: State) -> bool:
    """Whether anything about the ships of this game is only reconstructed."""
    fields = ("name", "effect", "numbers")
    return bool(state.docks) and any(RECONSTRUCTED in map(ship.source, fields) for ship in state.ship_tiles.ships)


def dock_words(state: State, colour: int, say: Wording) -> str:
    """A dock in words."""
    ship = docked(state, colour)
    if ship is None:
        return say.first("dock_empty", colour=COLOURS[colour])
    return say.first("dock", colour=COLOURS[colour], ship=ship_name(ship, say), effect=ship_effect(ship, say))


def stack_words(state: State, colour: int, say: Wording) -> str:
    """A stack of ships in words."""
    left, ship = state.ship_left[colour], on_top(state, colour)
    if not left:
        return say.first("ships_none", colour=COLOURS[colour])
    if ship is None:
        return say.first("ships_down", colour=COLOURS[colour])
    words = {"ship": ship_name(ship, say), "effect": ship_effect(ship, say)}
    return say.first("ships_left", colour=COLOURS[colour], count=left, **words)


def next_words(state: State, colour: int, say: Wording) -> str:
    """Which ship comes next, in a few words."""
    ship = on_top(state, colour)
    if ship is None:
        return say("ship_down") if state.ship_left[colour] else say("ship_none_left")
    return say("ship_next", ship=ship_name(ship, say))


# The market


def open_card(state: State) -> MarketCard | None:
    """The market card of the round."""
    return None if state.market == EMPTY else state.market_cards[state.market]


def improvements(state: State) -> Iterator[tuple[int, Improvement]]:
    """The actions that the open card improves, each with how."""
    if state.market != EMPTY:
        yield from ((action, found) for action, found in enumerate(improved_by(state, state.market)) if found is not None)


def improvement_name(found: Improvement, say: Wording) -> str:
    """An improved action in a few words; the mark of what is reconstructed stands at the market's own name."""
    return named(found, say.lang).removeprefix(f"{MARK}\u00a0")


def improvement_text(found: Improvement, say: Wording) -> str:
    """What the improvement changes, in a sentence."""
    return told(found, say.lang)


def has_marker(state: State, action: int) -> bool:
    """Whether a marker lies on an action."""
    return action < len(state.markers) and state.markers[action]


def used_by(state: State, action: int) -> tuple[int, ...]:
    """The seats that have had this improved action in the round."""
    return tuple(seat for seat, used in enumerate(state.market_used) if used[action])


def marker_there(state: State, action: int, say: Wording) -> str:
    """What has become of a marker: there, taken by somebody, or gone."""
    lies = "there" if has_marker(state, action) else "taken" if used_by(state, action) else "gone"
    return say("market_marker", marker=lies)


def marker_words(state: State, action: int, found: Improvement, say: Wording) -> str:
    """An improved action in words, and whether its marker is still there."""
    return say("market_action", improvement=improvement_name(found, say), marker=marker_there(state, action, say))


def market_words(state: State, say: Wording) -> str:
    """The open market card, pile and discards in words."""
    card = open_card(state)
    title = say("market_none") if card is None else say("market_card", card=card.id)
    return f"{title}, {say('market_piles', count=state.market_left, discard=len(state.market_discard))}"


def market_is_reconstructed(state: State) -> bool:
    """Whether anything about the market cards of this game is only reconstructed."""
    cards = state.market_cards.cards if state.market_pile else ()
    return any(RECONSTRUCTED in map(card.source, ACTIONS) for card in cards)


# Supplies and the round marker


def has_stores(state: State) -> bool:
    """Whether something is limited, set aside or marked that a game without modules does not have."""
    return bool(state.worker_pool) or state.bank_left != UNLIMITED or bool(state.marker) or in_bag(state) > 0


def in_bag(state: State) -> int:
    """Threat markers of each colour in the bag."""
    return state.rules.threat_supply - state.rules.threats_in_play


def store_words(state: State, say: Wording) -> dict[str, str]:
    """What there is besides workers, by target."""
    found = {}
    if state.bank_left != UNLIMITED:
        found["bank"] = say("bank", guilders=say("guilders", count=state.bank_left))
    if bagged := in_bag(state):
        found["bag"] = say("bag", count=bagged)
    if state.marker:
        found["marker"] = say("round_marker", space=state.marker)
    return found


# All of it told, for those who cannot see it


def told_modules(state: State, say: Wording) -> Iterator[str]:
    """The modules in sentences."""
    if state.docks:
        yield from (dock_words(state, colour, say) for colour in range(len(COLOURS)) if docked(state, colour))
        if max(state.docks) == EMPTY:
            yield say("harbour_empty")
        yield from (stack_words(state, colour, say) for colour in range(len(COLOURS)))
    if state.market_pile:
        yield market_words(state, say)
        yield from (marker_words(state, action, found, say) for action, found in improvements(state))
    for colour, count in enumerate(state.worker_pool):
        yield say("pool", count=count, colour=COLOURS[colour])
    yield from store_words(state, say).values()
