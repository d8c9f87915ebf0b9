"""The vocabulary of effects: every op a card may use, with its parameters. `rules/effects.py` carries them out.

Three sorts: *run* ops happen when a person is placed or activated; *query* ops hold while a person is in the display and are
asked for, never told; *score* ops count at the end. A parameter is a number, a word of a fixed list, or the name of one of the
card's own numbers.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Sort = Literal["run", "query", "score"]

COUNTS = (
    "groups",
    "full_sections",
    "third_spaces",
    "statues",
    "worker_pairs",
    "people_of_group",
    "people",
)
"""What `per` may count among a player's things (rules/queries.py)."""

TRIGGERS = ("person_placed", "step_taken", "house_built", "canal_built")


class OpKind(NamedTuple):
    """An op: its sort, the number parameters it needs, the word parameters with their allowed values, and what it does."""

    sort: Sort
    numbers: tuple[str, ...]
    words: dict[str, tuple[str, ...]]
    about: str


OPS: dict[str, OpKind] = {
    # run
    "gain_guilders": OpKind("run", ("guilders",), {}, "take guilders from the bank"),
    "gain_guilders_per": OpKind("run", ("guilders",), {"per": COUNTS}, "take guilders for each of something"),
    "gain_points_per": OpKind("run", ("points",), {"per": COUNTS}, "score points for each of something"),
    "draw_cards": OpKind("run", ("cards",), {}, "draw cards, each from either pile"),
    "each_opponent_gives_workers": OpKind("run", ("workers",), {}, "each opponent gives workers of their own choice"),
    "each_opponent_gives_guilders": OpKind("run", ("guilders",), {}, "each opponent gives guilders"),
    "lend_to_opponents": OpKind("run", ("points",), {}, "give each opponent a guilder and score for each given"),
    "discard_threats_per": OpKind("run", (), {"per": COUNTS}, "discard up to so many threats of any colours"),
    "each_opponent_loses_canal": OpKind("run", (), {}, "each opponent loses an outer canal tile"),
    "build_canal": OpKind("run", ("price_factor",), {}, "build a canal tile without a card, at a multiple of its price"),
    "play_card": OpKind("run", ("cards",), {}, "play one more card at once"),
    "exchange_workers": OpKind("run", (), {}, "swap workers for as many of other colours"),
    # query
    "canal_price": OpKind("query", ("price",), {}, "canal tiles cost this much"),
    "hand_size": OpKind("query", ("hand",), {}, "may refill the hand up to this"),
    "advance_discount": OpKind("query", ("discount",), {}, "the step of phase 2 costs less"),
    "advance_without_dice": OpKind(
        "query", ("guilders",), {}, "may take the step of phase 2 at this price when no low die allows it"
    ),
    "worker_action": OpKind("query", ("workers",), {}, "the worker action brings this many"),
    "repeat_arrow": OpKind("query", (), {}, "arrow effects of people placed later may happen twice"),
    "share_lead": OpKind("query", (), {}, "a tie for the lead turns the majority marker too"),
    "may_discard_threat": OpKind(
        "query", (), {"on": TRIGGERS, "colour": ("same", "any")}, "may discard a threat when something happens"
    ),
    # score
    "score_per": OpKind("score", ("points",), {"per": COUNTS}, "score points for each of something"),
    "score_if_all_house_colours": OpKind("score", ("points",), {}, "score points for houses of all five colours"),
}
