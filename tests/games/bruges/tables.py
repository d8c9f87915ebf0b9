"""Positions to play in tests of the game, and short words for what is asked and told there."""

from __future__ import annotations

from typing import Any

import bruges_lab as bl
from bruges_lab.games.bruges.deck import GENERAL_RULE
from bruges_lab.games.bruges.model import BOOK
from bruges_lab.games.bruges.rules.scoring import HEADS, score_sheet
from bruges_lab.games.bruges.words import COLOURS
from bruges_lab.kernel import Ask, Game

Table = Game[bl.State]
DECK = bl.Deck.load()

DICE = {"blue": 3, "brown": 4, "yellow": 3, "red": 4, "purple": 3}
WAITS: dict[str, Any] = {"hand": ["novice"]}
"""The next player, whose turn stops the game."""


def table(*players: dict[str, Any], phase: str = "actions", **given: Any) -> Table:
    """A game at a position given as in a scenario; chance waits to be set."""
    dice = {"dice": DICE} if phase == "actions" else {}
    return bl.scenario({"given": {"phase": phase, "players": list(players), **dice, **given}}, chance=Ask())


def display(*people: str) -> list[dict[str, str]]:
    """People, each on a blue house."""
    return [{"card": "blue", "person": person} for person in people]


def play(game: Table, *choices: str) -> Table:
    """Make the choices one after the other."""
    for choice in choices:
        game.play(choice)
    return game


def asked(game: Table) -> tuple[str, int, set[str]]:
    """What is to be decided, by whom, and what may be chosen."""
    assert game.pending is not None
    return game.pending.kind, game.pending.player, {str(choice) for choice in game.legal()}


def told(game: Table, rule: str) -> list[tuple[str, int, dict[str, Any]]]:
    """The events of a rule: kind, player and numbers. Whose doing it was must be said where the rule is the general one."""
    found = []
    for event in game.events:
        if event.rule == rule:
            optional = BOOK.kinds[event.kind].optional
            assert rule != GENERAL_RULE or optional <= set(event.data), f"{event!r} does not say whose doing it was"
            found.append((event.kind, event.player, {name: n for name, n in event.data.items() if name not in optional}))
    return found


def refused(game: Table, choice: str) -> str | None:
    """The rule that refuses a choice; None if it is legal."""
    refusal = game.why_not(choice)
    return None if refusal is None else refusal.rule


# People: what their tests ask again and again


def number(person: str, name: str) -> int:
    """A number on a card: tests read it, so that it can be retuned."""
    return DECK[person].numbers[name]


def ids(cards: tuple[int, ...]) -> list[str]:
    """Cards by name."""
    return [DECK[card].id for card in cards]


def over(game: Table, person: str) -> bool:
    """Whether the turn goes on and the person cannot be used a second time this round."""
    return asked(game)[:2] == ("turn.act", 0) and refused(game, f"activate:{person}") == "act.worker.limit"


def paid_for(game: Table, person: str) -> bool:
    """Whether the worker on the card was paid and the card turned, so that it cannot be used again this round."""
    worker = COLOURS.index(str(DECK[person].worker))
    workers = bl.Ruleset().activation_workers
    return (
        told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": workers, "colour": worker})]
        and told(game, "act.worker.limit") == [("person.activated", 0, {"person": DECK[person].number})]
        and game.state.players[0].houses[0].used
        and refused(game, f"activate:{person}") == "act.worker.limit"
    )


def laurel(person: str, player: dict[str, Any], *others: dict[str, Any]) -> int:
    """What a person with a laurel counts in a game that ends, as head and person tell it; it does nothing before."""
    before = table({"hand": ["smuggler"], "houses": display(person)}, WAITS)
    assert refused(before, f"activate:{person}") == "act.laurel"
    game = table(player, *(others or ({},)), phase="majorities", round=8, final_round=8)
    assert game.over
    points = score_sheet(game.state, 0).laurels
    heads = [("head.scored", 0, {"head": HEADS.index("laurels"), "points": points})]
    people = [("laurel.counted", 0, {"person": DECK[person].number, "points": points})]
    assert told(game, "scoring.laurel") == (heads if points else [])
    assert told(game, DECK[person].rule) == (people if points else [])
    return points
