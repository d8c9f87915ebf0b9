"""Cards in hand: what is known of one that leaves."""

from __future__ import annotations

from ....kernel import Need, need
from ....kernel.deltas import Delta, become, drop, put
from ..model import House, State


def in_hand(rule: str) -> Need:
    """The card, the first thing a choice names, must be in hand."""
    return need(
        rule,
        "not_in_hand",
        lambda s, seat, card, *rest: card in s.players[seat].hand,
        lambda s, seat, card, *rest: {"card": card},
    )


def leave_hand(s: State, seat: int, card: int, *, seen: bool = True) -> list[Delta]:
    """A card leaves the hand, for all to see or face down.

    What others know of the hand must not tell them what they cannot see: once a card of some colour is laid face down, cards of
    that colour that were known to be in hand are only known to be in hand *or* lying there.
    """
    player = s.players[seat]
    deltas = [drop(seat, "hand", card)]
    if seen:
        if card in player.shown:
            deltas.append(drop(seat, "shown", card))
        elif card in player.held:
            deltas.append(drop(seat, "held", card))
        return deltas
    if player.shown:
        colour = s.deck.colour[card]
        veiled = tuple(known for known in player.shown if s.deck.colour[known] == colour)
        if veiled:
            deltas.append(become(seat, "shown", tuple(known for known in player.shown if known not in veiled)))
            deltas.append(become(seat, "held", (*player.held, *veiled)))
    return deltas


def veiled_house(s: State, seat: int, card: int) -> House:
    """A card from hand laid face down, with what everybody can tell of it."""
    player, colours = s.players[seat], s.deck.colour
    maybe: tuple[int, ...] = ()
    shuffle = 0
    if player.shown or player.held:
        maybe = tuple(known for known in (*player.shown, *player.held) if colours[known] == colours[card])
    if s.shuffles:
        hidden = (*player.hand, *(house.card for house in player.houses))
        shuffle = max(s.shuffle_of(other) for other in hidden if colours[other] == colours[card])
    return House(card, maybe=maybe, shuffle=shuffle)


def show_in_hand(s: State, seat: int, card: int) -> list[Delta]:
    """A card goes to a hand for all to see; it lies under none of the houses there are."""
    houses = s.players[seat].houses
    deltas = [put(seat, "hand", card), put(seat, "shown", card)]
    if any(card in house.maybe for house in houses):
        cleared = tuple(house._replace(maybe=tuple(c for c in house.maybe if c != card)) for house in houses)
        deltas.append(become(seat, "houses", cleared))
    return deltas


def uncover(s: State, seat: int, card: int) -> list[Delta]:
    """A card that lay face down is seen by all."""
    return [drop(seat, "held", card)] if card in s.players[seat].held else []
