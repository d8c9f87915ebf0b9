"""Every legal use of every card in hand, listed at once: what games spend their time in. Options are made once a card and shared.

The needs of the six actions are in actions.py; a property test proves this listing equal to them.
"""

from __future__ import annotations

from ..display import display
from ..model import State
from .actions import Args, canal_price, recruit_price

THREAT, HOUSE, LEFT, RIGHT = 1, 2, 4, 8
"""What more than workers and guilders a card can be played for, added up."""

_USES: list[list[list[Args]]] = []
"""For each card, what it can be played for, by that sum: in the order of the actions."""
_RECRUIT: list[list[Args]] = [[], [], [], [], []]
"""For each colour of a house, how each card can be placed on it."""


def _made(cards: int) -> None:
    for card in range(len(_USES), cards):
        more = {THREAT: ("threat", card), LEFT: ("canal", card, 0), RIGHT: ("canal", card, 1), HOUSE: ("house", card)}
        always: list[Args] = [("workers", card), ("guilders", card)]
        _USES.append([always + [use for flag, use in more.items() if flag & flags] for flags in range(16)])
        for colour, row in enumerate(_RECRUIT):
            row.append(("recruit", card, colour))


def list_six(s: State, seat: int) -> list[Args]:
    """Every legal use of every card in hand, card by card."""
    player, deck = s.players[seat], s.deck
    colours = deck.colour
    if len(_USES) < len(colours):
        _made(len(colours))
    shown = display(deck, player.houses)
    purse, threats, workers_, helped, rooms = player.guilders, player.threats, player.workers, shown.helped, shown.rooms
    needed, anyway = s.rules.house_workers, THREAT if s.rules.null_action else 0
    if helped and "house_without_worker" in shown.answering:
        needed = 0
    left = right = -1  # the colours that can be built on
    sections, tiles = s.board.gates[player.gate], player.canals
    if tiles[0] < len(sections[0]):
        space = sections[0][tiles[0]]
        if space[1] <= purse or (helped and canal_price(s, seat, 0) <= purse):
            left = space[0]
    if len(sections) > 1 and tiles[1] < len(sections[1]):
        space = sections[1][tiles[1]]
        if space[1] <= purse or (helped and canal_price(s, seat, 1) <= purse):
            right = space[0]
    found: list[Args] = []
    for card in player.hand:
        colour = colours[card]
        uses = THREAT if threats[colour] else anyway
        if workers_[colour] >= needed:
            uses += HOUSE
        if colour == left:
            uses += LEFT
        if colour == right:
            uses += RIGHT
        found += _USES[card][uses]
        if rooms and (recruit_price(s, seat, card) if helped else deck.price[card]) <= purse:
            for room in rooms:
                found.append(_RECRUIT[room][card])
    return found
