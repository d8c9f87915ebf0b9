"""A game of Bruges handled at random: choices, refusals, dice set by hand, undo, redo, jumps, branches, saves, in any order."""

from __future__ import annotations

from typing import Any

import pytest
from cases import sample
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

import bruges_lab as bl
from bruges_lab.games.bruges.kit import BrugesKit
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.positions import check_position
from bruges_lab.games.bruges.words import COLOURS, DAMAGES, SECTIONS
from bruges_lab.kernel import Game, Stream
from bruges_lab.kernel.saving import from_bytes, to_bytes

RULES = {
    "default": bl.ruleset(),
    "003": bl.ruleset("003"),
    "long": bl.ruleset(end_by="rounds", rounds_limit=12, reshuffle_discard=True, end_trigger="failed_draw", null_action=True),
    "rich": bl.ruleset(
        peek="after_all", hand_limit="discard_down", turns=2, threat_faces=(4, 5, 6), start_guilders=20, start_workers=4
    ),
}
CATALOGUE = bl.Catalogue.load()
PEOPLE = tuple(card.id for card in bl.Deck.load().cards)
KIT = {"bruges": BrugesKit()}

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


class Handling(RuleBasedStateMachine):
    """One game, and what is remembered of its nodes."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Game[State] = bl.new_game(2)
        self.digests: list[str] = []

    @initialize(
        players=st.integers(2, 4),
        seed=st.integers(0, 999),
        rules=st.sampled_from(tuple(RULES)),
        on=st.integers(0, 150),
        ask=st.booleans(),
    )
    def begin(self, players: int, seed: int, rules: str, on: int, ask: bool) -> None:
        """A game in which so many choices have been made at random."""
        game = self.game = bl.new_game(players, seed, ruleset=RULES[rules], chance=bl.Ask() if ask else None)
        stream = Stream(seed, "machine")
        while on and game.pending is not None:
            if game.pending.is_chance:
                self.throw([1 + stream.below(6) for _ in range(5)])
            else:
                game.play_option(stream.pick(game.pending.raw))
            on -= 1
        self.remember()

    def remember(self) -> None:
        """Note the digests of nodes that are new."""
        self.digests += [node.state.digest() for node in self.game.nodes[len(self.digests) :]]

    def throw(self, dice: list[int]) -> None:
        pending = self.game.pending
        assert pending is not None
        outcome = "roll:" + ":".join(map(str, dice)) if pending.kind == "dice.roll" else f"order:{sum(dice) * 12345}"
        self.game.play(outcome)

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
        choice = str(game.legal()[number % len(game.legal())])
        known = len(game.nodes)
        game.play(choice, run=False)
        if len(game.nodes) > known:
            assert game.pending is None or game.node.settled
        while not game.node.settled:
            game.step()
        self.remember()

    @precondition(lambda self: self.chance)
    @rule(dice=st.lists(st.integers(1, 6), min_size=5, max_size=5))
    def set_dice(self, dice: list[int]) -> None:
        rolled = self.game.pending is not None and self.game.pending.kind == "dice.roll"
        node = self.game.node
        self.throw(dice)
        assert node.last is not None
        assert node.last.by_chance
        assert not node.last.auto or not isinstance(self.game.chance, bl.Ask)
        if rolled:
            assert node.last.state.dice == tuple(dice)
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
        assert refusal.rule in CATALOGUE
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

    @rule()
    def undo(self) -> None:
        if any(not node.auto for node in self.game.line[1:]):
            assert self.game.undo().children

    @rule()
    def redo(self) -> None:
        if self.game.node.last is not None:
            assert self.game.redo().parent is not None

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

    @rule(text=st.sampled_from(("", "a note", "«è»\n✓")))
    def note(self, text: str) -> None:
        self.game.note(text)

    @rule()
    def save_and_load(self) -> None:
        saved = to_bytes(self.game)
        again = from_bytes(KIT, saved, "memory")
        assert to_bytes(again) == saved
        assert again.node.number == self.game.node.number
        assert [node.note for node in again.nodes] == [node.note for node in self.game.nodes]
        self.game = again

    # Always

    @invariant()
    def the_position_is_legal(self) -> None:
        check_position(self.game.state)

    @invariant()
    def nodes_stay_as_they_were(self) -> None:
        assert [node.state.digest() for node in self.game.nodes[: len(self.digests)]] == self.digests

    @invariant()
    def every_event_is_there(self) -> None:
        events = self.game.events
        assert [event.index for event in events] == list(range(self.game.state.emitted))

    @invariant()
    def there_is_something_to_do_until_it_is_over(self) -> None:
        game = self.game
        assert (game.pending is None) == game.over
        assert bool(game.winners) == game.over
        assert self.chance or bool(game.legal()) != game.over


@sample("examples", 8, of=30)
def test_whatever_is_done_with_a_game_it_stays_whole(examples: int) -> None:
    run_state_machine_as_test(Handling, settings=settings(max_examples=examples, stateful_step_count=30, deadline=None))
