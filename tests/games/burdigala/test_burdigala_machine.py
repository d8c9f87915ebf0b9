"""Burdigala handled at random: choices, refusals, dice set by hand, undo, redo, jumps, branches, saves, in any order."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from burdigala_rule_ids import RULES as RULE_IDS
from cases import sample
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

import bruges_lab as bl
from bruges_lab.games.burdigala.board import Board
from bruges_lab.games.burdigala.kit import BurdigalaKit
from bruges_lab.games.burdigala.model import State
from bruges_lab.games.burdigala.positions import check_position
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.games.burdigala.watching import WATCH
from bruges_lab.games.burdigala.words import GOODS, PLOTS
from bruges_lab.kernel import Game, Stream
from bruges_lab.kernel.saving import from_bytes, to_bytes
from bruges_lab.verification.close_watch import check_listing

RULES = {
    "default": Ruleset(),
    "ways": Ruleset().changed(repeat="square", pass_over=False, ways_cost=0, round_trip=False, boat_stretches="one"),
    "secrets": Ruleset().changed(
        seven_token_seen=False, in_vino="instead", plots_a_turn=2, crassus_site="adjoining", extra_turns="once"
    ),
    "short": Ruleset().changed(cubes=6, cubes_return=False, plot_reshuffle=False, influence_bounds="free", consul_for="anyone"),
}
KIT = {"burdigala": BurdigalaKit()}
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


class Handling(RuleBasedStateMachine):
    """One game, and what is remembered of its nodes."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Game[State] = bl.new_game(2, game="burdigala")
        self.digests: list[str] = []

    @initialize(
        players=st.integers(2, 4),
        seed=st.integers(0, 999),
        rules=st.sampled_from(tuple(RULES)),
        on=st.integers(0, 250),
        ask=st.booleans(),
    )
    def begin(self, players: int, seed: int, rules: str, on: int, ask: bool) -> None:
        """A game in which so many choices have been made at random."""
        game = self.game = bl.new_game(players, seed, game="burdigala", ruleset=RULES[rules], chance=bl.Ask() if ask else None)
        stream = Stream(seed, "machine")
        while on and game.pending is not None:
            if game.pending.is_chance:
                self.throw(stream.below(10_000))
            else:
                game.play_option(stream.pick(game.pending.raw))
            on -= 1
        self.remember()

    def remember(self) -> None:
        """Note the digests of nodes that are new."""
        self.digests += [node.state.digest() for node in self.game.nodes[len(self.digests) :]]

    def throw(self, number: int) -> str:
        """An outcome of chance, set by hand."""
        pending = self.game.pending
        assert pending is not None
        listed = pending.outcomes
        outcome = f"order:{number * 12345}" if listed is None else str(listed[number % len(listed)][0])
        self.game.play(outcome)
        return outcome

    @property
    def decides(self) -> bool:
        pending = self.game.pending
        return pending is not None and not pending.is_chance

    @property
    def chance(self) -> bool:
        pending = self.game.pending
        return pending is not None and pending.is_chance

    # Choosing

    @precondition(lambda self: self.decides)
    @rule(number=st.integers(0, 10_000))
    def play(self, number: int) -> None:
        number %= len(self.game.legal())
        expected = self.game.legal()[number]
        assert self.game.why_not(expected) is None
        before = self.game.node
        step = self.game.play(number)
        assert step.choice == expected
        assert before.last is not None
        assert before.last.choice == expected
        assert [event.index for event in step.events] == list(range(before.state.emitted, self.game.state.emitted))
        self.remember()

    @precondition(lambda self: self.decides)
    @rule(number=st.integers(0, 10_000))
    def play_by_notation_task_by_task(self, number: int) -> None:
        game = self.game
        game.play(str(game.legal()[number % len(game.legal())]), run=False)
        while not game.node.settled:
            game.step()
        self.remember()

    @precondition(lambda self: self.chance)
    @rule(number=st.integers(0, 10_000))
    def set_chance(self, number: int) -> None:
        node = self.game.node
        outcome = self.throw(number)
        assert node.last is not None
        assert node.last.by_chance
        assert str(node.last.choice) == outcome
        if outcome.startswith("dice"):
            assert "dice:{}:{}".format(*node.last.state.dice) == outcome
        self.remember()

    @rule(choice=notations)
    def something_else(self, choice: str) -> None:
        """Anything at all: refused with a rule that exists and without a trace, or else legal."""
        game = self.game
        before = (game.node, len(game.nodes), game.state.digest(), game.state.emitted)
        refusal = game.why_not(choice)
        if refusal is None:
            assert self.chance or choice in [str(option) for option in game.legal()]
            return
        assert refusal.rule in RULE_IDS
        for lang in ("en", "de", "fr", "it"):
            assert refusal.text(lang).strip().replace("\u00a0", " ").isprintable()  # French has no-break spaces
        with pytest.raises(bl.IllegalChoice) as raised:
            game.play(choice)
        assert raised.value.refusal.rule == refusal.rule
        assert (game.node, len(game.nodes), game.state.digest(), game.state.emitted) == before

    @rule(nonsense=st.one_of(st.text(max_size=20), st.integers(-3, -1), st.integers(10_000, 20_000)))
    def nonsense(self, nonsense: Any) -> None:
        node = self.game.node
        try:
            bl.Choice.parse(nonsense)
        except bl.LabError:
            with pytest.raises(bl.LabError):
                self.game.play(nonsense)
        assert self.game.node is node

    # Moving

    @rule()
    def undo_and_redo(self) -> None:
        node = self.game.node
        try:
            above = self.game.undo()
        except bl.LabError:
            assert all(step.auto for step in self.game.line[1:])
            assert self.game.node is node
            return
        assert above in [step.parent for step in self.game.nodes]
        found = self.game.redo()
        while found is not node and found.auto:  # redo goes on over what a source threw by itself
            assert found.parent is not None
            found = found.parent
        assert found is node

    @rule(number=st.integers(0, 10_000))
    def jump(self, number: int) -> None:
        number %= len(self.game.nodes)
        assert self.game.goto(number).number == number
        with pytest.raises(bl.LabError):
            self.game.goto(len(self.game.nodes))

    @rule(number=st.integers(0, 10_000), text=st.text(max_size=10))
    def branch(self, number: int, text: str) -> None:
        """A second game goes its own way; the first stays as it is."""
        nodes, node, note = len(self.game.nodes), self.game.node, self.game.node.note
        twin = self.game.branch()
        if self.decides:
            twin.play(number % len(twin.legal()))
        twin.note(text)
        twin.goto(0)
        assert (len(self.game.nodes), self.game.node, self.game.node.note) == (nodes, node, note)

    @rule()
    def save_and_load(self) -> None:
        saved = to_bytes(self.game)
        again = from_bytes(KIT, saved, "memory")
        assert to_bytes(again) == saved
        assert again.node.number == self.game.node.number
        self.game = again

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

    # Always

    @invariant()
    def the_position_is_legal(self) -> None:
        check_position(self.game.state)

    @invariant()
    def nodes_stay_as_they_were(self) -> None:
        assert [node.state.digest() for node in self.game.nodes[: len(self.digests)]] == self.digests

    @invariant()
    def every_event_is_there(self) -> None:
        assert [event.index for event in self.game.events] == list(range(self.game.state.emitted))

    @invariant()
    def there_is_something_to_do_until_it_is_over(self) -> None:
        game = self.game
        assert (game.pending is None) == game.over
        assert bool(game.winners) == game.over
        if self.decides:
            assert game.legal()


@sample("examples", 10, of=20)
def test_whatever_is_done_with_a_game_it_stays_whole(examples: int) -> None:
    run_state_machine_as_test(Handling, settings=settings(max_examples=examples, stateful_step_count=30, deadline=None))
