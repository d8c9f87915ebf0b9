"""Positions in which people meet, for tests of what they do together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tables import WAITS, Table, display, play, table, told

import bruges_lab as bl
from bruges_lab.games.bruges.deck import Op
from bruges_lab.games.bruges.words import COLOURS

DECK = bl.Deck.load()
LEFT, RIGHT = bl.Board.load().gates[0]
"""The canal spaces of the first player, from the gate outward."""
MEANING = "act.meaning"
IN_HAND = "student"
"""A card in hand: people do nothing there."""
DONE = ("knight", "friar")
"""People in a display who do nothing there by themselves: an arrow works on being placed, a Friar for a worker."""
GUESTS = ("duke", "cardinal")
"""To be recruited: laurels do nothing before the end. The Duke is a Noble."""
CARD_OF = {DECK[card].colour: card for card in ("squire", "beggar", "thief", "earl", "herald")}
"""A card to build with, for each colour."""
MIXED_DICE = {"blue": 1, "brown": 6, "yellow": 3, "red": 4, "purple": 5}
"""One low die and one that threatens."""


def n(person: str, name: str) -> int:
    """A number on a card."""
    return DECK[person].numbers[name]


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display, a card in hand, a worker of each colour, and neither guilders nor points."""
    return {"hand": [IN_HAND], "houses": display(*people), "guilders": 0, "points": 0, **fields}


def placing(person: str, *others: str, purse: int = 0, room: Sequence[str] = (), **fields: Any) -> dict[str, Any]:
    """A player about to place a person on a red house, with so much left in the purse then, and these houses left empty."""
    hand = [person, *fields.pop("hand", ())]
    return owner(hand=hand, guilders=DECK[person].price + purse, houses=[*display(*others), "red", *room], **fields)


def placed(person: str, *others: str, opponents: Sequence[dict[str, Any]] = (WAITS,), given: Any = None, **fields: Any) -> Table:
    """Place a person and stop at what comes of it."""
    return play(table(placing(person, *others, **fields), *opponents, **(given or {})), f"recruit:{person}:red")


def story(game: Table, first: str) -> list[tuple[str, int]]:
    """What happened, and to whom, from the last event of a kind on; answers that were the only ones are left out."""
    events = [(event.kind, event.player) for event in game.events if event.kind != "forced"]
    start = max(place for place, event in enumerate(events) if event[0] == first)
    return events[start:]


def kinds(game: Table, rule: str = MEANING) -> list[str]:
    """The kinds of the events of a rule; answers that were the only ones are left out."""
    return [kind for kind, _, _ in told(game, rule) if kind != "forced"]


def with_effects(**effects: tuple[Op, ...]) -> bl.Deck:
    """The deck with other effects on some of its cards."""
    return bl.Deck(card._replace(effect=effects.get(card.id, card.effect)) for card in DECK.cards)


def table_with(deck: bl.Deck, *players: dict[str, Any], **given: Any) -> Table:
    """A position in phase 3 with a deck of one's own."""
    dice = dict.fromkeys(COLOURS, 3)
    return bl.scenario(
        {"given": {"phase": "actions", "players": list(players), "dice": dice, **given}}, chance=bl.Ask(), deck=deck
    )


def row(**counts: int) -> tuple[int, ...]:
    """A number a colour."""
    return tuple(counts.get(colour, 0) for colour in COLOURS)
