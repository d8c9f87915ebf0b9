"""The fixed vocabulary of the game: colours, damages, sections, areas, groups, seats, in one order and spelling everywhere."""

from __future__ import annotations

COLOURS = ("blue", "brown", "yellow", "red", "purple")
BLUE, BROWN, YELLOW, RED, PURPLE = range(5)

DAMAGES = ("flood", "plague", "raid", "fire", "intrigue")
"""The damage of each colour, in the order of the colours (threat.color.*, D-037)."""

GOODS = (*COLOURS, "workers", "guilders")
"""What can run out where it is limited: workers of a colour, workers of any colour, guilders."""
SECTIONS = ("left", "right")
PILES = ("first", "second")
AREAS = ("reputation", "people", "canal")
GROUPS = (
    "noble",
    "entertainer",
    "craftsman",
    "church",
    "protector",
    "scholar",
    "bureaucrat",
    "merchant",
    "castle",
    "artist",
    "underworld",
)
ACTIVATIONS = ("arrow", "worker", "infinity", "laurel")
PHASES = ("draw", "dice", "actions", "majorities")

NAMES = ("Swan", "Lion", "Lily", "Bear", "Falcon")
"""What players are called who are not named."""
