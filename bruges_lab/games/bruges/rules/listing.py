"""Every legal use of every card in hand, listed at once: what games spend their time in. Options are made once a card and shared.

The needs of the six actions are in actions.py; a property test proves this listing equal to them.
"""

from __future__ import annotations

from ..model import EMPTY, State
from . import queries
from .actions import Args, canal_price, recruit_price

_ALWAYS: list[tuple[Args, Args]] = []
_THREAT: list[Args] = []
_HOUSE: list[Args] = []
_CANAL: list[list[Args]] = [[], []]
_RECRUIT: list[list[Args]] = [[], [], [], [], []]


def _made(cards: int) -> None:
    for card in range(len(_ALWAYS), cards):
        _ALWAYS.append((("workers", card), ("guilders", card)))
        _THREAT.append(("threat", card))
        _HOUSE.append(("house", card))
        for section, row in enumerate(_CANAL):
            row.append(("canal", card, section))
        for colour, row in enumerate(_RECRUIT):
            row.append(("recruit", card, colour))


def list_six(s: State, seat: int) -> list[Args]:
    """Every legal use of every card in hand, card by card."""
    player, deck = s.players[seat], s.deck
    colours = deck.colour
    if len(_ALWAYS) < len(colours):
        _made(len(colours))
    purse, threats, workers_ = player.guilders, player.threats, player.workers
    needed, anyway = s.rules.house_workers, s.rules.null_action
    helps = deck.helps_listing
    helped = False
    empty: list[int] = []
    for house_ in player.houses:
        if house_[1] == EMPTY:
            if colours[house_[0]] not in empty:
                empty.append(colours[house_[0]])
        elif helps[house_[1]]:
            helped = True
    if helped and queries.has(s, seat, "house_without_worker"):
        needed = 0
    left = right = -1  # the colours that can be built on
    for section, tiles in enumerate(player.canals):
        spaces = s.board.gates[player.gate][section]
        if tiles < len(spaces):
            colour, price, _, _ = spaces[tiles]
            if price <= purse or (helped and canal_price(s, seat, section) <= purse):
                if section:
                    right = colour
                else:
                    left = colour
    found: list[Args] = []
    for card in player.hand:
        colour = colours[card]
        found += _ALWAYS[card]
        if threats[colour] or anyway:
            found.append(_THREAT[card])
        if colour == left:
            found.append(_CANAL[0][card])
        if colour == right:
            found.append(_CANAL[1][card])
        if workers_[colour] >= needed:
            found.append(_HOUSE[card])
        if empty and (recruit_price(s, seat, card) if helped else deck.price[card]) <= purse:
            for house_colour in empty:
                found.append(_RECRUIT[house_colour][card])
    return found
