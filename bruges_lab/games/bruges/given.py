"""How a scenario says what is no field by itself: a house, a pile, a step of `when`, and what stands before the fields.

The fields of `given` and of its players are those of fields.py. `given` names only what matters: other fields take their set-up
values, hands are empty unless given, and piles come from seed 0. Cards are named by person (`"prince"`) or, where any will do, by
colour (`"red"`). Of a pile it is enough to say how many: `piles = [20, 20]`, `extra = 99`. Cards that lie nowhere else are the
extra pile if piles are given, and the discards if that is given too. With `setup` the scenario begins before set-up, with a
number of players and a seed. building.py makes the position.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Colour = Literal["blue", "brown", "yellow", "red", "purple"]
CardsGiven = int | list[str]
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


def head(player: Any) -> list[tuple[Any, ...]]:
    """What `given` says before its fields: the players, or with `setup` how many sit down to a game that is yet to be set up."""
    return [
        ("players", int | list[player]),
        ("setup", bool, False),
        ("ruleset", str, "default"),
        ("switches", dict[str, int | str | bool | list[int]], {}),
        ("seed", int, 0),
    ]


class When(msgspec.Struct, forbid_unknown_fields=True):
    """One thing that is done: dice set, or a choice made or refused."""

    dice: dict[Colour, int] | None = None
    choice: str | None = None
    refused: str | None = None
    rule: str | None = None
    seat: int | None = None
