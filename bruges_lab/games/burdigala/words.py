"""The fixed vocabulary of the game: goods, plot cards, special buildings, lines, endings: one order and spelling."""

from __future__ import annotations

GOODS = ("wine", "ceramic", "copper", "wheat", "tin")
"""Kinds of merchandise (burdigala.comp.merch.types)."""

PLOTS = (
    "consul",
    "hygiene",
    "cart",
    "boat",
    "good_harvest",
    "in_vino",
    "betrayal",
    "influence",
    "indiscretion",
    "merchant",
    "sailor",
    "crassus",
    "relationship",
    "theft",
)
"""Kinds of plot card in the order of the document (burdigala.comp.plot.kinds)."""
(
    CONSUL,
    HYGIENE,
    CART,
    BOAT,
    GOOD_HARVEST,
    IN_VINO,
    BETRAYAL,
    INFLUENCE,
    INDISCRETION,
    MERCHANT,
    SAILOR,
    CRASSUS,
    RELATIONSHIP,
    THEFT,
) = range(len(PLOTS))
LASTING = range(CONSUL, IN_VINO + 1)
"""The kinds whose effect lasts: only these can be permanent cards (burdigala.plot.permanent, B-023)."""

SPECIALS = ("", "necropolis", "interrupted_yard")
NECROPOLIS, INTERRUPTED_YARD = 1, 2

STREET, WATERWAY, EXPRESS_WAY = range(3)
LINES = ("street", "waterway", "express_way")

ENDINGS = ("buildings", "meeples", "merchandise")
"""What can end the game, in the order of the document."""

NAMES = ("Eagle", "Dolphin", "Stag", "Owl")
"""What players are called who are not named."""
