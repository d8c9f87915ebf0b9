"""What a picture of a position says: whose view it is, names, phase, hands as a seat may see them, what is reconstructed.

Used by the SVG (position.py, table.py, player.py) and the terminal (terminal.py), so that both say the same and hide the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ....rulebook.seats import clean
from ..board import Board, Section
from ..deck import RECONSTRUCTED, Deck
from ..model import EMPTY, House, Player, State, back
from ..rules.dice import low_dice
from ..words import AREAS, COLOURS, DAMAGES, NAMES, PHASES, SECTIONS
from .module_words import market_is_reconstructed, ships_are_reconstructed, told_modules
from .picture_words import Wording, capital, colour_word


class Look(NamedTuple):
    """A position as somebody looks at it: the names, the seat that looks (None: all hands open), and the words."""

    state: State
    names: Sequence[str]
    seat: int | None
    say: Wording


# Players


def name_of(names: Sequence[str], seat: int) -> str:
    """The name a seat goes by; the usual one if none was given."""
    given = clean(names[seat]) if seat < len(names) else ""
    return given or (NAMES[seat] if seat < len(NAMES) else f"Player {seat + 1}")


def section_of(state: State, seat: int, section: int) -> Section:
    """A canal section; none if the gate does not exist, as a position in the making may have it."""
    gate = state.players[seat].gate
    if not 0 <= gate < len(state.board.gates) or section >= len(state.board.gates[gate]):
        return ()
    return state.board.gates[gate][section]


def sections_of(state: State, seat: int) -> tuple[Section, ...]:
    """The canal sections of a seat, each from the gate outward."""
    return tuple(section_of(state, seat, number) for number in range(min(state.rules.sections, len(state.players[seat].canals))))


def section_claimed(player: Player, section: int) -> bool:
    """Whether the statue of a section has been claimed (D-108)."""
    return section < len(player.claimed) and player.claimed[section]


# Cards


def visible_hand(state: State, owner: int, seat: int | None) -> tuple[int, ...]:
    """A hand as `seat` may see it, the rest as backs: own cards once looked at, others' only if everybody has seen them.

    Other hands are in a fixed order, as in a view (bruges/views.py): a gap would tell which card was played.
    """
    player = state.players[owner]
    if seat is None:
        return player.hand
    if seat == owner:
        return tuple(_turned(state.deck, card) if card in player.unseen else card for card in player.hand)
    hand = [card if card in player.shown else _turned(state.deck, card) for card in player.hand]
    seen = len(hand) - len(player.unseen)
    return (*sorted(hand[:seen]), *sorted(hand[seen:]))


def _turned(deck: Deck, card: int) -> int:
    return back(deck.colour[card]) if card >= 0 else card


def person_name(deck: Deck, card: int, say: Wording) -> str:
    """The name of a person; only the colour, if the card may not be known."""
    if card < 0:
        return say("card", colour=colour_word(deck, card))
    name = deck[card].name
    return clean(name.get(say.lang, name["en"]))


def describe_house(deck: Deck, house: House, say: Wording) -> str:
    """A house in words. Which person is on the hidden side of its card is nobody's business but the owner's."""
    colour = colour_word(deck, house.card)
    if house.person == EMPTY:
        return say("house_empty", colour=colour)
    return say("house_with", colour=colour, person=describe_person(deck, house, say))


def describe_person(deck: Deck, house: House, say: Wording) -> str:
    """The person on a house in words."""
    name = person_name(deck, house.person, say)
    points = f", {say('points', count=deck.points[house.person])}" if house.person >= 0 else ""
    return f"{name}{points}{', ' + say('used') if house.used else ''}"


# The table


def situation(state: State, say: Wording) -> list[str]:
    """Where the game stands: round, phase, turn, and whether it is the last round."""
    if not state.round and not state.phase:
        return [say("setup")]
    words = [say("round", round=state.round)]
    if 1 <= state.phase <= len(PHASES):
        words.append(say("phase", number=state.phase, phase=PHASES[state.phase - 1]))
    if state.phase == 3 and state.turn:
        words.append(say("turn", turn=state.turn, turns=state.rules.turns))
    if state.final_round:
        words.append(say("last_round") if state.final_round == state.round else say("last_is", round=state.final_round))
    return words


def advance_price(state: State, say: Wording) -> str:
    """What the dice ask for a step on the reputation track (phase2.advance.cost)."""
    if not any(state.dice):
        return say("not_rolled")
    low = low_dice(state)
    if not low:
        return say("no_price")
    total = f" = {sum(low)}" if len(low) > 1 else ""
    return say("step_costs", sum=f"{' + '.join(map(str, low))}{total}", count=sum(low))


def track_is_reconstructed(board: Board) -> bool:
    """Whether any value of the reputation track is only reconstructed."""
    return RECONSTRUCTED in board.points_from


def canals_are_reconstructed(sections: Iterable[Section]) -> bool:
    """Whether any colour or price of these spaces is only reconstructed."""
    return any(RECONSTRUCTED in (space.colour_from, space.price_from) for section in sections for space in section)


def reconstruction_note(state: State, say: Wording) -> str:
    """The sentence that every picture carries if it shows a value which no document gives; else nothing."""
    parts = [say("of_track")] if track_is_reconstructed(state.board) else []
    if any(canals_are_reconstructed(sections_of(state, seat)) for seat in range(len(state.players))):
        parts.append(say("of_canals"))
    if any(card.source("price") == RECONSTRUCTED for card in state.deck.cards):
        parts.append(say("of_people"))
    if ships_are_reconstructed(state):
        parts.append(say("of_ships"))
    if market_is_reconstructed(state):
        parts.append(say("of_market"))
    if not parts:
        return ""
    *firsts, last = parts
    return say("reconstructed", things=say("and", first=", ".join(firsts), last=last) if firsts else last)


def board_title(look: Look) -> str:
    """Which board this is."""
    title = look.state.board.title
    return look.say("board", title=look.say("own_board") if title == Board.load().title else clean(title))


# The whole position, for those who cannot see it


def describe(look: Look) -> str:
    """The position in sentences: the text alternative of the picture."""
    state, say = look.state, look.say
    piles = []
    for pile in (0, 1):
        top = state.top(pile)
        colour = "empty" if top is None else colour_word(state.deck, top)
        piles.append(say("told.pile", count=state.left[pile], colour=colour))
    first, second = piles
    sentences = [
        ", ".join(situation(state, say)),
        say("told.dice", dice=_row(state.dice, say) if any(state.dice) else say("told.not_rolled")),
        say("told.piles", first=first, second=second, extra=len(state.extra), discard=len(state.discard)),
        say("told.statues_left", statues=_numbers(state.statues, say)),
        say("told.supply", threats=_row(state.supply, say)),
        *(one.rstrip(".") for one in told_modules(state, say)),
        *(_describe_player(look, owner) for owner in range(len(state.players))),
    ]
    if note := reconstruction_note(state, say):
        sentences.append(capital(note.lstrip("≈\u00a0 ")))
    return ". ".join(sentences) + "."


def _row(numbers: Iterable[int], say: Wording) -> str:
    return ", ".join(f"{say.colour(colour)} {number}" for colour, number in zip(range(len(COLOURS)), numbers, strict=True))


def _numbers(numbers: Sequence[int], say: Wording) -> str:
    return ", ".join(map(str, numbers)) or say("none")


def _describe_player(look: Look, owner: int) -> str:
    state, say = look.state, look.say
    player = state.players[owner]
    none = say("none")
    threats = [say("told.threat", count=number, damage=DAMAGES[colour]) for colour, number in enumerate(player.threats) if number]
    turned = [say(f"area.{area}") for area, is_turned in zip(AREAS, player.majorities, strict=True) if is_turned]
    canals = [say("told.tiles", count=tiles, section=side) for side, tiles in zip(SECTIONS, player.canals, strict=False)]
    hand = [person_name(state.deck, card, say) for card in visible_hand(state, owner, look.seat)]
    goods = [say("points", count=player.points), say("guilders", count=player.guilders), say("told.step", step=player.reputation)]
    parts = [
        ", ".join(goods),
        say("told.workers", list=_row(player.workers, say)),
        say("told.threats", list=", ".join(threats) or none),
        say("told.canals", list=", ".join(canals)),
        say("told.statues", list=_numbers(player.statues, say)),
        say("told.majorities", list=", ".join(turned) or none),
        say("told.houses", list=", ".join(describe_house(state.deck, house, say) for house in player.houses) or none),
        say("told.hand", list=", ".join(hand) or none),
    ]
    name = name_of(look.names, owner)
    key = "told.start_player" if owner == state.start else "told.player"
    return say(key, name=name, things="; ".join(parts))
