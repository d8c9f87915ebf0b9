"""A game of Bruges handled at random (see handled_at_random.py)."""

from __future__ import annotations

from cases import sample
from handled_at_random import Handling, handle
from hypothesis import strategies as st

import bruges_lab as bl
from bruges_lab.games.bruges.positions import check_position
from bruges_lab.games.bruges.words import COLOURS, DAMAGES, SECTIONS

RULES = {
    "default": bl.ruleset(),
    "003": bl.ruleset("003"),
    "long": bl.ruleset(end_by="rounds", rounds_limit=12, reshuffle_discard=True, end_trigger="failed_draw", null_action=True),
    "rich": bl.ruleset(
        peek="after_all", hand_limit="discard_down", turns=2, threat_faces=(4, 5, 6), start_guilders=20, start_workers=4
    ),
}
PEOPLE = tuple(card.id for card in bl.Deck.load().cards)

card = st.sampled_from(PEOPLE)
colour = st.sampled_from(COLOURS)
section = st.sampled_from(SECTIONS)
small = st.integers(-1, 6)
notations = st.one_of(
    st.tuples(st.sampled_from(("workers", "guilders", "threat", "house", "discard", "activate", "lose")), card),
    st.tuples(st.just("recruit"), card, colour),
    st.tuples(st.just("canal"), card, section),
    st.tuples(st.sampled_from(("away", "give")), colour),
    st.tuples(st.just("swap"), colour, colour),
    st.tuples(st.sampled_from(("burn_canal", "remove", "dig")), section),
    st.tuples(st.sampled_from(("burn", "refill", "lend")), small),
    st.tuples(st.just("damage"), st.sampled_from(DAMAGES)),
    st.tuples(st.just("draw"), st.sampled_from(("first", "second", "third"))),
    st.tuples(st.just("roll"), *[st.integers(0, 7)] * 5),
    st.tuples(st.sampled_from(("advance", "decline", "end", "keep", "enough", "again", "effect_first", "dance", "order"))),
    st.tuples(st.sampled_from(("house", "recruit", "damage")), st.just("nobody")),
).map(lambda words: ":".join(map(str, words)))


class HandlingBruges(Handling):
    """A game of Bruges."""

    name, rulesets, notations, throws, longest = "bruges", RULES, notations, "roll", 150
    check_position = staticmethod(check_position)


@sample("examples", 8, of=30)
def test_whatever_is_done_with_a_game_it_stays_whole(examples: int) -> None:
    handle(HandlingBruges, examples)
