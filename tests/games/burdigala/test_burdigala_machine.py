"""Burdigala handled at random (see handled_at_random.py)."""

from __future__ import annotations

from collections import Counter

from cases import sample
from handled_at_random import Handling, handle
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from bruges_lab.games.burdigala.board import Board
from bruges_lab.games.burdigala.positions import check_position
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.games.burdigala.watching import WATCH
from bruges_lab.games.burdigala.words import GOODS, PLOTS
from bruges_lab.kernel import Stream
from bruges_lab.verification.close_watch import check_listing

RULES = {
    "default": Ruleset(),
    "ways": Ruleset().changed(repeat="square", pass_over=False, ways_cost=0, round_trip=False, boat_stretches="one"),
    "secrets": Ruleset().changed(
        seven_token_seen=False, in_vino="instead", plots_a_turn=2, crassus_site="adjoining", extra_turns="once"
    ),
    "short": Ruleset().changed(cubes=6, cubes_return=False, plot_reshuffle=False, influence_bounds="free", consul_for="anyone"),
}
SITES = tuple(site.name.lower() for site in Board.load().sites)

square = st.integers(0, 29)
plot = st.sampled_from(PLOTS)
good = st.sampled_from(GOODS)
seat = st.integers(-1, 4)
notations = st.one_of(
    st.tuples(st.sampled_from(("place", "displace", "remove")), square),
    st.tuples(st.just("move"), square, square),
    st.tuples(st.sampled_from(("build", "extra", "look")), st.sampled_from(SITES)),
    st.tuples(st.sampled_from(("lay", "discard", "discard_laid")), plot),
    st.tuples(st.just("betrayal"), seat, st.one_of(plot, st.just("hand"))),
    st.tuples(st.sampled_from(("theft", "merchant")), seat),
    st.tuples(st.just("influence"), st.integers(0, 3), st.sampled_from(("up", "down", "sideways"))),
    st.tuples(st.sampled_from(("relationship", "token")), st.one_of(st.integers(-1, 6), st.just("unseen"))),
    st.tuples(st.sampled_from(("keep", "stolen")), good),
    st.tuples(st.just("swap"), good, good),
    st.tuples(st.just("favour"), st.sampled_from(("cube", "merchandise", "money"))),
    st.tuples(st.just("dice"), st.integers(0, 7), st.integers(0, 7)),
    st.tuples(
        st.sampled_from(("throw", "end", "honest", "corrupt", "vino", "forgo", "again", "pass", "sailor", "crassus", "order"))
    ),
    st.tuples(st.sampled_from(("indiscretion", "nothing", "move"))),
).map(lambda words: ":".join(map(str, words)))


class HandlingBurdigala(Handling):
    """A game of Burdigala, looked at closely: the seats' views and all that could be asked."""

    name, rulesets, notations, throws, longest = "burdigala", RULES, notations, "dice", 250
    check_position = staticmethod(check_position)

    @rule(seed=st.integers(0, 10_000))
    def look(self, seed: int) -> None:
        """Views do not leak, and what is hidden can be dealt anew."""
        WATCH.check_views(self.game.state.copy(), Stream(seed, "machine"))

    @precondition(lambda self: self.decides)
    @rule()
    def ask_about_everything(self) -> None:
        """The fast listing is that of the needs, and every refusal has its rule."""
        pending = self.game.pending
        assert pending is not None
        check_listing(self.game.state, pending)
        assert WATCH.check_refusals(self.game.state, pending, [], Counter()) >= len(pending.raw)


@sample("examples", 10, of=20)
def test_whatever_is_done_with_a_game_it_stays_whole(examples: int) -> None:
    handle(HandlingBurdigala, examples)
