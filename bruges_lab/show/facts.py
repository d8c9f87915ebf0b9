"""What a picture of a position says, in words: names, phase, hands as a seat may see them, what is reconstructed.

Used by the SVG (position.py, player.py) and the terminal (terminal.py), so that both say the same and hide the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from ..bruges.board import Board, Section
from ..bruges.deck import RECONSTRUCTED, Deck
from ..bruges.model import EMPTY, House, Player, State, back, colour_of
from ..bruges.rules.dice import low_dice
from ..bruges.words import AREAS, COLOURS, DAMAGES, NAMES, PHASES, SEALS, SECTIONS

LONGEST = 60


def clean(text: str) -> str:
    """A text from outside on one line: no control characters, no text direction tricks, no endless length."""
    spaced = "".join(" " if c.isspace() else c for c in unicodedata.normalize("NFC", str(text)))
    line = " ".join("".join(c for c in spaced if c.isprintable()).split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def count(number: int, thing: str) -> str:
    """A number with its noun: 1 point, 2 points."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


# Players


def name_of(names: Sequence[str], seat: int) -> str:
    """The name a seat goes by; the usual one if none was given."""
    given = clean(names[seat]) if seat < len(names) else ""
    return given or (NAMES[seat] if seat < len(NAMES) else f"Player {seat + 1}")


def seal_of(seat: int) -> str:
    """The seal of a seat."""
    return SEALS[seat % len(SEALS)]


def section_of(state: State, seat: int, section: int) -> Section:
    """A canal section; none if the gate does not exist, as a position in the making may have it."""
    gate = state.players[seat].gate
    if not 0 <= gate < len(state.board.gates) or section >= len(state.board.gates[gate]):
        return ()
    return state.board.gates[gate][section]


def sections_of(state: State, seat: int) -> tuple[Section, ...]:
    """The canal sections of a seat, each from the gate outward."""
    return tuple(section_of(state, seat, number) for number in range(min(state.rules.sections, len(state.players[seat].canals))))


# Cards


def person_name(deck: Deck, card: int) -> str:
    """The English name of a person; only the colour, if the card may not be known."""
    if card >= 0:
        return clean(deck[card].name["en"])
    return f"{colour_name(deck, card)} card"


def colour_name(deck: Deck, card: int) -> str:
    """The colour of a card or a back, as a word."""
    colour = colour_of(deck, card)
    return "unknown" if colour is None else COLOURS[colour]


def visible_hand(state: State, owner: int, seat: int | None) -> tuple[int, ...]:
    """A hand as `seat` may see it, the rest as backs: own cards once looked at, others' only if everybody has seen them."""
    player = state.players[owner]
    if seat is None:
        return player.hand
    if seat == owner:
        return tuple(_turned(state.deck, card) if card in player.unseen else card for card in player.hand)
    return tuple(card if card in player.shown else _turned(state.deck, card) for card in player.hand)


def _turned(deck: Deck, card: int) -> int:
    return back(deck.colour[card]) if card >= 0 else card


# The table


def situation(state: State) -> list[str]:
    """Where the game stands: round, phase, turn, and whether it is the last round."""
    if not state.round and not state.phase:
        return ["Set-up"]
    words = [f"Round {state.round}"]
    if 1 <= state.phase <= len(PHASES):
        words.append(f"Phase {state.phase} · {PHASES[state.phase - 1].capitalize()}")
    if state.phase == 3 and state.turn:
        words.append(f"Turn {state.turn} of {state.rules.turns}")
    if state.final_round:
        words.append("Last round" if state.final_round == state.round else f"Round {state.final_round} is the last")
    return words


def advance_price(state: State) -> str:
    """What the dice ask for a step on the reputation track (phase2.advance.cost)."""
    if not any(state.dice):
        return "Not rolled yet"
    low = low_dice(state)
    if not low:
        return "No die sets a price for a step"
    total = f" = {sum(low)}" if len(low) > 1 else ""
    return f"A step costs {' + '.join(map(str, low))}{total} {'guilder' if sum(low) == 1 else 'guilders'}"


def track_is_reconstructed(board: Board) -> bool:
    """Whether any value of the reputation track is only reconstructed."""
    return RECONSTRUCTED in board.points_from


def canals_are_reconstructed(sections: Iterable[Section]) -> bool:
    """Whether any colour or price of these spaces is only reconstructed."""
    return any(RECONSTRUCTED in (space.colour_from, space.price_from) for section in sections for space in section)


def reconstruction_note(state: State) -> str:
    """The sentence that every picture carries if it shows a value which no document gives; else nothing."""
    parts = ["the reputation track"] if track_is_reconstructed(state.board) else []
    if any(canals_are_reconstructed(sections_of(state, seat)) for seat in range(len(state.players))):
        parts.append("the canals")
    if any(card.source("price") == "reconstructed" for card in state.deck.cards):
        parts.append("most people")
    *firsts, last = parts or [""]
    listed = f"{', '.join(firsts)} and {last}" if firsts else last
    return f"≈ reconstructed: values of {listed}" if listed else ""


# The whole position, for those who cannot see it


def describe(state: State, names: Sequence[str], seat: int | None) -> str:
    """The position in English sentences: the text alternative of the picture."""
    dice = _row(state.dice) if any(state.dice) else "not rolled"
    tops = [colour_name(state.deck, top) if (top := state.top(pile)) is not None else "none" for pile in (0, 1)]
    piles = ", ".join(f"{count(left, 'card')} with {top} on top" for left, top in zip(state.left, tops, strict=True))
    sentences = [
        ", ".join(situation(state)),
        f"Dice: {dice}",
        f"Draw piles: {piles}; extra pile {len(state.extra)}, discard pile {len(state.discard)}",
        f"Statues left: {', '.join(map(str, state.statues)) or 'none'}",
        f"Threats in the supply: {_row(state.supply)}",
        *(_describe_player(state, names, player, seat) for player in range(len(state.players))),
    ]
    if note := reconstruction_note(state):
        sentences.append(note.removeprefix("≈ ").capitalize())
    return ". ".join(sentences) + "."


def _row(numbers: Iterable[int]) -> str:
    return ", ".join(f"{colour} {number}" for colour, number in zip(COLOURS, numbers, strict=True))


def _describe_player(state: State, names: Sequence[str], owner: int, seat: int | None) -> str:
    player = state.players[owner]
    turned = [area for area, is_turned in zip(AREAS, player.majorities, strict=True) if is_turned]
    threats = ", ".join(f"{number} of {damage}" for damage, number in zip(DAMAGES, player.threats, strict=True) if number)
    canals = ", ".join(f"{tiles} on the {side}" for side, tiles in zip(SECTIONS, player.canals, strict=False))
    houses = ", ".join(describe_house(state.deck, house) for house in player.houses)
    hand = ", ".join(person_name(state.deck, card) for card in visible_hand(state, owner, seat))
    parts = [
        f"{count(player.points, 'point')}, {count(player.guilders, 'guilder')}, step {player.reputation} of the reputation track",
        f"workers {_row(player.workers)}",
        f"threats {threats or 'none'}",
        f"canal tiles {canals}",
        f"statues {', '.join(map(str, player.statues)) or 'none'}",
        f"majorities {', '.join(turned) or 'none'}",
        f"houses {houses or 'none'}",
        f"hand {hand or 'none'}",
    ]
    return f"{name_of(names, owner)}{' (start player)' if owner == state.start else ''}: {'; '.join(parts)}"


def describe_house(deck: Deck, house: House) -> str:
    """A house in words. Which person is on the hidden side of its card is nobody's business but the owner's."""
    colour = colour_name(deck, house.card)
    if house.person == EMPTY:
        return f"{colour} house, empty"
    points = f", {count(deck.points[house.person], 'point')}" if house.person >= 0 else ""
    return f"{colour} house with {person_name(deck, house.person)}{points}{', used' if house.used else ''}"


def section_claimed(player: Player, section: int) -> bool:
    """Whether the statue of a section has been claimed (D-108)."""
    return section < len(player.claimed) and player.claimed[section]
