"""The vocabulary of effects: every op a card may use, with its parameters. `rules/effects.py` carries them out.

Three sorts: *run* ops happen when a person is placed or activated; *query* ops hold while a person is in the display and are
asked for where they matter; *score* ops count at the end. A parameter is a number, a word of a fixed list, or the name of one of
the card's own numbers. Parameters in DEFAULTS may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from .words import AREAS, COLOURS, DAMAGES, GROUPS

Sort = Literal["run", "query", "score"]

COUNTS = (
    "once",
    "groups",
    "people",
    "people_of_group",
    "people_of_colour",
    "people_colours",
    "largest_group",
    "houses",
    "empty_houses",
    "houses_of_colour",
    "house_colours",
    "canal_tiles",
    "third_spaces",
    "full_sections",
    "statues",
    "steps",
    "majorities",
    "guilders",
    "workers",
    "worker_pairs",
    "worker_colours",
    "threats",
    "safe_colours",
    "cards",
    "opponents",
    "die",
    "low_dice",
    "threatening_dice",
)
"""What `per` may count (rules/queries.py): a player's own things, opponents, or dice; each full `lot` counts once."""

CONDITIONS = (
    "all_house_colours",
    "all_people_colours",
    "all_worker_colours",
    "no_threats",
    "both_third_spaces",
    "all_majorities",
    "most_guilders",
    "most_steps",
)
"""What `score_if` may ask at the end (rules/queries.py)."""

TRIGGERS = (
    "person_placed",
    "step_taken",
    "house_built",
    "canal_built",
    "statue_taken",
    "threat_discarded",
    "damage_suffered",
    "majority_turned",
    "workers_action",
    "round_begins",
)
"""Occasions that people react to (rules/occasions.py)."""

COLOURLESS = ("step_taken", "statue_taken", "majority_turned", "round_begins")
"""Occasions that have no colour of their own."""

WHO = ("each", "one", "ahead")
"""Each opponent, one of the owner's choice, or all who have more points than the owner."""

COMPANIONS = {
    "people_of_group": ("group", GROUPS),
    "people_of_colour": ("colour", COLOURS),
    "houses_of_colour": ("colour", COLOURS),
    "die": ("colour", COLOURS),
}
"""Counts that need one more word."""

DEFAULTS: dict[str, str | int] = {"per": "once", "lot": 1, "who": "each", "of": "self", "group": "any", "colour": "none"}


class OpKind(NamedTuple):
    """An op: its sort, its numbers, its words with the allowed values, the event that tells it, and what it does."""

    sort: Sort
    numbers: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    event: str
    about: str


_COUNTED = {"per": COUNTS}
_ANY_COLOUR = ("any", *COLOURS)

OPS: dict[str, OpKind] = {
    # run: goods and cards
    "gain_guilders": OpKind("run", ("guilders", "lot"), _COUNTED, "guilders.taken", "take guilders from the bank"),
    "gain_points": OpKind("run", ("points", "lot"), _COUNTED, "points.scored", "score points"),
    "gain_workers": OpKind(
        "run", ("workers", "lot"), {**_COUNTED, "colour": _ANY_COLOUR}, "workers.taken", "take workers of a colour, or of any"
    ),
    "draw_cards": OpKind("run", ("cards",), {}, "card.drawn_open", "draw cards, each from either pile"),
    "take_discard": OpKind("run", (), {}, "discard.taken", "take the top card of the discard pile into the hand"),
    "exchange_workers": OpKind("run", (), {}, "workers.swapped", "swap workers for as many of other colours"),
    "trade": OpKind(
        "run",
        ("gives", "brings", "times"),
        {"give": ("guilders", "worker", "card"), "bring": ("guilders", "points", "worker", "step", "card")},
        "trade.made",
        "up to so many times: give goods for other goods",
    ),
    # run: threats
    "discard_threats": OpKind(
        "run",
        ("markers", "lot"),
        {**_COUNTED, "colour": _ANY_COLOUR},
        "threat.discarded",
        "discard up to so many threats of a colour, or of any",
    ),
    # run: building and placing
    "advance": OpKind("run", ("guilders",), {}, "step.taken", "may take a step on the reputation track at this price"),
    "build_canal": OpKind(
        "run", ("price_factor",), {}, "canal.built", "build a canal tile without a card, at a multiple of the price"
    ),
    "build_house": OpKind("run", (), {}, "house.built", "may lay a card from hand as a house, without a worker"),
    "recruit": OpKind("run", ("discount",), {}, "person.placed", "may place a person from hand at a lower price"),
    "play_card": OpKind("run", ("cards",), {}, "extra.begins", "play one more card at once"),
    "ready_person": OpKind("run", (), {}, "person.readied", "may straighten another person who was used this round"),
    # run: against others
    "opponents_give_guilders": OpKind("run", ("guilders",), {"who": WHO}, "guilders.given", "opponents give the owner guilders"),
    "opponents_give_workers": OpKind(
        "run", ("workers",), {"who": WHO}, "workers.given", "opponents give the owner workers of their own choice"
    ),
    "opponents_lose_canal": OpKind("run", (), {"who": WHO}, "canal.lost", "opponents lose an outer canal tile of their choice"),
    "opponents_lose_house": OpKind("run", (), {"who": WHO}, "house.burnt", "opponents lose a house of their choice"),
    "opponents_take_threat": OpKind(
        "run", (), {"who": WHO, "colour": ("chosen", *COLOURS)}, "threat.taken", "opponents take a threat of a colour"
    ),
    "lend_to_opponents": OpKind("run", ("points",), {}, "guilders.given", "give opponents a guilder each and score for each"),
    # query: cheaper, more, otherwise
    "canal_price": OpKind("query", ("price",), {}, "price.changed", "canal tiles cost this much"),
    "discount": OpKind(
        "query",
        ("discount",),
        {"on": ("canal", "recruit", "advance"), "group": ("any", *GROUPS)},
        "price.changed",
        "canal tiles, people (of a group) or the step of phase 2 cost less",
    ),
    "advance_without_dice": OpKind(
        "query", ("guilders",), {}, "step.taken", "may take the step of phase 2 at this price when no low die allows it"
    ),
    "house_without_worker": OpKind("query", (), {}, "house.unpaid", "houses cost no worker"),
    "worker_action": OpKind("query", ("workers",), {}, "workers.taken", "the worker action brings this many"),
    "guilder_action": OpKind("query", ("guilders",), {}, "guilders.taken", "the guilder action brings so many more"),
    "hand_size": OpKind("query", ("hand",), {}, "hand.target", "may refill the hand up to this"),
    "repeat_arrow": OpKind("query", (), {}, "effect.again", "arrow effects of people placed later may happen twice"),
    "share_lead": OpKind("query", (), {}, "majority.turned", "a tie for the lead turns the majority marker too"),
    "counts_more": OpKind("query", ("more",), {"area": AREAS}, "majority.turned", "has so many more in the count of a majority"),
    "wards_off": OpKind("query", (), {"damage": DAMAGES}, "damage.averted", "wards off damage of a kind"),
    "immune": OpKind("query", (), {}, "person.spares", "opponents’ people do no harm to the owner"),
    "may_discard_threat": OpKind(
        "query",
        (),
        {"on": TRIGGERS, "colour": ("same", "any")},
        "threat.discarded",
        "may discard a threat when something happens",
    ),
    "gain_when": OpKind(
        "query",
        ("gain",),
        {
            "on": TRIGGERS,
            "of": ("self", "opponent"),
            "what": ("guilders", "points", "workers", "cards"),
            "colour": ("same", "none", *COLOURS),
        },
        "guilders.taken",
        "gains goods when something happens to the owner or to an opponent",
    ),
    # score
    "score_per": OpKind("score", ("points", "lot"), _COUNTED, "laurel.counted", "score points for each of something"),
    "score_if": OpKind("score", ("points",), {"if": CONDITIONS}, "laurel.counted", "score points if something holds"),
}
