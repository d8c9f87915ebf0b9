"""What a scenario says, as types: the position (`given`), what is done (`when`), what must come of it (`then`).

`given` names only what matters: other fields take their set-up values, hands are empty unless given, and piles come from seed 0.
Cards are named by person (`"prince"`) or, where any will do, by colour (`"red"`). Of a pile it is enough to say how many:
`piles = [20, 20]`, `extra = 99` (`Cards` says who lies there then). Cards that lie nowhere else are the extra pile if piles are
given, and the discards if that is given too. With `setup` the scenario begins before set-up, with a number of players and a seed.
building.py makes the position.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ...rulebook.scenario_records import ScenarioRecord as AnyScenarioRecord

Colour = Literal["blue", "brown", "yellow", "red", "purple"]
Area = Literal["reputation", "people", "canal"]
Count = int | dict[Colour, int]
Cards = int | list[str]
"""Cards by name (a person, or a colour where any such card will do), or only how many.

A number is filled with people whom `given` does not name at all, in the order of the seed; so who they are does not matter to
anything that is said. Only when these run out come people who are spoken of and lie nowhere (`spent`, `shuffles` …).
"""


class HouseGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A house: its card by person or colour, the person on it, whether that person was used this round."""

    card: str
    person: str | None = None
    used: bool = False
    maybe: list[str] = []
    """People whom everybody knew in the owner's hand when it was built: its card may be one of them."""
    shuffle: int = 0
    """The latest shuffle of the discards that its card can have come from, counted from 1."""


class PlayerGiven(msgspec.Struct, forbid_unknown_fields=True):
    """What is said of one player; what is not said is as at set-up."""

    name: str | None = None
    points: int | None = None
    guilders: int | None = None
    workers: Count | None = None
    threats: Count = 0
    reputation: int | None = None
    canals: dict[Literal["left", "right"], int | list[int]] = {}
    claimed: list[Literal["left", "right"]] | None = None
    statues: list[int] = []
    houses: list[str | HouseGiven] = []
    hand: list[str] | None = None
    """Empty if not given; in phase 3 one is said, if only to be empty, unless somebody can be activated."""
    shown: list[str] = []
    held: list[str] = []
    """People whom everybody has seen and who are in hand or lie face down as a house."""
    unseen: list[str] = []
    """Cards of the hand that even the owner has not looked at."""
    majorities: list[Area] = []
    gate: int | None = None


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The position; or, with `setup`, how many players sit down to a game that is yet to be set up."""

    players: int | list[PlayerGiven]
    setup: bool = False
    ruleset: str = "default"
    switches: dict[str, int | str | bool | list[int]] = {}
    seed: int = 0
    round: int = 1
    phase: Literal["draw", "dice", "actions", "majorities"] = "draw"
    turn: int = 1
    seat: int | None = None
    """Whose turn it is in phase 3, or who is dealt to next; the start player if not given."""
    start: int = 0
    dice: dict[Colour, int] = {}
    threats_dealt: bool = False
    """In phase 2: these dice have brought their threats and damage already, and the step on the reputation track is next."""
    statues: list[int] | None = None
    piles: tuple[Cards, Cards] | None = None
    """The draw piles, each from the top down, or how many cards it has."""
    extra: Cards | None = None
    """The extra pile from the top down, or how many cards it has."""
    discard: list[str] | None = None
    final_round: int = 0
    extra_used: bool = False
    spent: list[str] | None = None
    """People whose arrow has had its effect; those in the displays if not given."""
    shuffles: list[list[str]] = []
    """The discards each time they were shuffled into new piles."""


class When(msgspec.Struct, forbid_unknown_fields=True):
    """One thing that is done: dice set, or a choice made or refused."""

    dice: dict[Colour, int] | None = None
    choice: str | None = None
    refused: str | None = None
    rule: str | None = None
    seat: int | None = None


class ScenarioRecord(AnyScenarioRecord, forbid_unknown_fields=True):
    """A scenario of Bruges as a file gives it."""

    given: Given
    when: list[When] = []  # noqa: RUF012  # msgspec makes a new list for each
