"""What is at each target of the picture, so that two positions can be compared and what has changed be marked.

A number is told as a difference (+2); a word only says that something else is there. What the seat that looks may not know is
masked.
"""

from __future__ import annotations

from ....show.picture import Values
from ..market_cards import ACTIONS
from ..model import EMPTY, UNLIMITED, House, State
from ..rules.dice import low_dice
from ..words import AREAS, COLOURS, SECTIONS
from .facts import sections_of, visible_hand
from .module_words import has_marker, improvements, used_by
from .picture_words import colour_word
from .table import PILES


def values(state: State, seat: int | None) -> Values:
    """Every target with what is there."""
    found: dict[str, int | str] = {}
    for owner in range(len(state.players)):
        _of_player(found, state, owner, seat)
    found |= {f"die:{colour}": str(face) for colour, face in zip(COLOURS, state.dice, strict=True)}
    piles = (*state.left, len(state.extra), len(state.discard))
    found |= {f"pile:{name}": count for name, count in zip(PILES, piles, strict=True)}
    found |= {f"supply:{colour}": count for colour, count in zip(COLOURS, state.supply, strict=True)}
    for step in range(state.board.last_step + 1):
        found[f"step:{step}"] = " ".join(str(one) for one, player in enumerate(state.players) if player.reputation == step)
    found |= {"price": sum(low_dice(state)) or "", "start": str(state.start)}  # no price is no smaller price
    found["statue"] = " ".join(map(str, state.statues))
    _of_modules(found, state)
    return found


def _of_modules(found: dict[str, int | str], state: State) -> None:
    for colour, ship in zip(COLOURS, state.docks, strict=False):
        found[f"ship:{colour}"] = "" if ship == EMPTY else state.ship_tiles[ship].id
    found |= {f"ships:{colour}": left for colour, left in zip(COLOURS, state.ship_left, strict=False)}
    if state.market_pile:
        found["market"] = "" if state.market == EMPTY else state.market_cards[state.market].id
    for action, _ in improvements(state):
        found[f"market:{ACTIONS[action]}"] = f"{has_marker(state, action)} {used_by(state, action)}"
    found |= {f"pool:{colour}": count for colour, count in zip(COLOURS, state.worker_pool, strict=False)}
    if state.bank_left != UNLIMITED:
        found["bank"] = state.bank_left
    if state.marker:
        found["marker"] = state.marker


def _of_player(found: dict[str, int | str], state: State, owner: int, seat: int | None) -> None:
    player, deck = state.players[owner], state.deck
    found[f"seat:{owner}"] = "start" if owner == state.start else ""
    found[f"points:{owner}"] = player.points
    found[f"guilders:{owner}"] = player.guilders
    found[f"statues:{owner}"] = len(player.statues)
    found[f"houses:{owner}"] = len(player.houses)
    found[f"people:{owner}"] = len(player.people)
    found[f"canals:{owner}"] = sum(player.canals)
    for colour, count, held in zip(COLOURS, player.workers, player.threats, strict=True):
        found[f"worker:{owner}:{colour}"] = count
        found[f"threat:{owner}:{colour}"] = held
    for area, turned in zip(AREAS, player.majorities, strict=True):
        found[f"majority:{owner}:{area}"] = "turned" if turned else ""
    for side, section, tiles in zip(SECTIONS, sections_of(state, owner), player.canals, strict=False):
        found |= {f"canal:{owner}:{side}:{place + 1}": "tile" if place < tiles else "" for place in range(len(section))}
    for place, house in enumerate(player.houses):
        found[f"house:{owner}:{place}"] = f"{colour_word(deck, house.card)} {_inside(state, house)}"
        if house.person >= 0:
            found[f"person:{owner}:{deck[house.person].id}"] = "used" if house.used else "there"
    hand = visible_hand(state, owner, seat)
    found[f"hand:{owner}"] = len(hand)
    for place, card in enumerate(hand):
        found[f"hand:{owner}:{deck[card].id if card >= 0 else f'#{place}'}"] = colour_word(deck, card)


def _inside(state: State, house: House) -> str:
    """Who lives in a house, which everybody sees."""
    return "" if house.person == EMPTY else state.deck[house.person].id if house.person >= 0 else "somebody"
