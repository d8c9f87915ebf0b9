"""The modules of the Zwin on the live picture: docks and stacks of ships, the market card with its markers, limited supplies.

Words are HTML here, not drawings, so that they wrap for any width; tokens and ships are drawn.
"""

from __future__ import annotations

from functools import lru_cache

from ....show.live import CARD, INK, LINE, MUTED, PAPER, WATER, caption, figure, live_shade, piece, plate, row, thing, told, words
from ....show.svg import Svg, circle, group, path, rect, seal, tag
from ..market_cards import ACTIONS
from ..model import EMPTY, State
from ..words import COLOURS
from .colours import SHADES, sign
from .facts import Look, name_of
from .module_words import (
    HARBOUR,
    MARKET,
    STORES,
    dock_words,
    docked,
    has_marker,
    improvement_name,
    improvements,
    in_bag,
    marker_words,
    market_is_reconstructed,
    market_words,
    modules_laid,
    next_words,
    on_top,
    open_card,
    ship_costs,
    ship_effect,
    ships_are_reconstructed,
    stack_words,
    store_words,
    used_by,
)
from .picture_words import Wording
from .player import PAWN
from .ship_shapes import action_marker, ship


def module_pieces(look: Look) -> dict[str, Svg]:
    """The pieces that modules add to the table, by name; none in a game without modules."""
    drawn = {HARBOUR: _harbour, MARKET: _market, STORES: _stores}
    return {name: drawn[name](look) for name in modules_laid(look.state)}


def _title(said: str, reconstructed: bool) -> Svg:
    return caption(f"{said} ≈" if reconstructed else said)


# Ships


def _harbour(look: Look) -> Svg:
    """For each colour the ship in its dock with what it does, and the one that comes next."""
    state, say = look.state, look.say
    price = state.rules.ship_workers
    title = told("harbour", say("harbour"), _title(say("harbour"), ships_are_reconstructed(state)), rule="exp.ships.use")
    head = tag("div", title, words(say("harbour_costs", count=price), "bl-soft"), class_="bl-headline")
    return Svg(head + tag("div", *(_berth(state, colour, say) for colour in range(len(COLOURS))), class_="bl-stands"))


def _berth(state: State, colour: int, say: Wording) -> Svg:
    lies = docked(state, colour)
    said = dock_words(state, colour, say)
    does = words(ship_effect(lies, say), "bl-wraps") if lies else words(say("dock_none"), "bl-soft")
    if lies:
        said = f"{said} {ship_costs(state, colour, say)}"
    dock = told(
        f"ship:{COLOURS[colour]}", said, _dock(colour, lies is not None), does, rule="exp.ships.active", kind="bl-figured"
    )
    left = state.ship_left[colour]
    count = words(f"×{left}", "bl-strong") if left else Svg("")
    coming = words(next_words(state, colour, say), "" if on_top(state, colour) else "bl-soft")
    stack = told(f"ships:{COLOURS[colour]}", stack_words(state, colour, say), count, coming, rule="exp.ships.setup")
    return tag("div", dock, stack, class_="bl-stand")


@lru_cache(16)
def _dock(colour: int, full: bool) -> Svg:
    """Water within a quay of its colour, and the ship on it; the sign of the colour as on workers and dice."""
    tone, live = SHADES[colour], live_shade(SHADES[colour])
    quay = rect(1.25, 1.25, 37.5, 33.5, WATER if full else CARD, 6, stroke=tone.fill, stroke_width=2.5)
    if not full:
        return piece(40, 36, quay, sign(colour, 20, 18, 12, live.ink), aria_hidden="true")
    moored = ship(20, 17, 26, tone.fill, "#ffffff", tone.fill)
    return piece(40, 36, quay, moored, sign(colour, 20, 25.5, 6.5, tone.on), aria_hidden="true")


# The market


def _market(look: Look) -> Svg:
    """The card of the round: each improved action in words, with its marker or where it was."""
    state, say = look.state, look.say
    title = _title(say("market"), market_is_reconstructed(state))
    card = open_card(state)
    name = words(say("market_none") if card is None else card.id, "bl-soft" if card is None else "bl-strong")
    piles = words(say("market_piles", count=state.market_left, discard=len(state.market_discard)), "bl-soft")
    head = told("market", market_words(state, say), title, name, piles, rule="exp.market.reveal", kind="bl-headline")
    cells = [_improved(look, action) for action, _ in improvements(state)]
    return Svg(head + (tag("div", *cells, class_="bl-stands") if cells else ""))


def _improved(look: Look, action: int) -> Svg:
    state, say = look.state, look.say
    found = dict(improvements(state))[action]
    seats, there = used_by(state, action), has_marker(state, action)
    said = marker_words(state, action, found, say)
    if seats:
        said += f" ({', '.join(name_of(look.names, seat) for seat in seats)})"
    return told(
        f"market:{ACTIONS[action]}",
        said,
        _token(action, there, EMPTY if there or not seats else seats[0]),
        words(improvement_name(found, say), "bl-wraps" if there else "bl-wraps bl-soft"),
        *(_mark(seat) for seat in (seats if there else seats[1:])),
        rule=found.rule,
        kind="bl-stand bl-figured",
    )


@lru_cache(64)
def _token(action: int, there: bool, taker: int) -> Svg:
    """A marker; where it was, the seal of whoever took it."""
    seal_ = Svg("") if taker == EMPTY else seal(taker, 11, 11, 11, MUTED)
    return piece(22, 22, action_marker(action, 11, 11, 22, there=there, gone=MUTED), seal_, aria_hidden="true")


@lru_cache(16)
def _mark(seat: int) -> Svg:
    """The seal of whoever had it."""
    return piece(16, 16, circle(8, 8, 8, INK), seal(seat, 8, 8, 8.5, PAPER), aria_hidden="true")


# Supplies


def _stores(look: Look) -> Svg:
    state, say = look.state, look.say
    chips = [_pool(colour, count, say) for colour, count in enumerate(state.worker_pool)]
    figures = {"bank": state.bank_left, "bag": in_bag(state), "marker": state.marker}
    for target, said in store_words(state, say).items():
        chips.append(_chip(target, said, say(f"{target}_under"), figures[target]))
    return Svg(caption(say("stores")) + row(*chips, kind="bl-tight"))


def _pool(colour: int, count: int, say: Wording) -> Svg:
    """A worker and how many of its colour the supply has."""
    tone, live = SHADES[colour], live_shade(SHADES[colour])
    fill, ink = (tone.fill, tone.on) if count else (live.tint, live.ink)
    pawn = group(
        12, 13, path(PAWN, fill, stroke=tone.fill, stroke_width=1, transform="scale(.82)"), sign(colour, 0, 2.6, 7.5, ink)
    )
    return thing(
        f"pool:{COLOURS[colour]}",
        say("pool", count=count, colour=COLOURS[colour]),
        40,
        24,
        plate(40, 24, CARD, LINE, 12),
        pawn,
        figure(30, 12, count, 16, 12.5, INK if count else MUTED),
        rule="exp.supply.workers",
    )


_STORE_RULES = {"bank": "exp.supply.guilders", "bag": "exp.bag", "marker": "exp.round_marker.position"}


def _chip(target: str, said: str, under: str, count: int) -> Svg:
    return told(
        target, said, words(under, "bl-soft"), words(str(count), "bl-strong"), rule=_STORE_RULES[target], kind="bl-counted"
    )
