"""A game handled at random: choices, refusals, chance set by hand, undo, redo, jumps, branches, saves, in any order.

A game's own test names the game, its rulesets and the notations that may be tried (`Handling`), and adds what only it has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

import bruges_lab as bl
from bruges_lab.kernel import Game, Stream
from bruges_lab.kernel.saving import from_bytes, to_bytes


class Handling(RuleBasedStateMachine):
    """One game, and what is remembered of its nodes."""

    name: str
    rulesets: Mapping[str, Any]
    notations: st.SearchStrategy[str]
    throws: str
    """How the notation of a throw of the dice begins."""
    longest: int
    """Choices that are made before the handling begins, at most."""
    check_position: Callable[[Any], None]

    def __init__(self) -> None:
        super().__init__()
        self.game: Game[Any] = bl.new_game(2, game=self.name)
        self.digests: list[str] = []

    @initialize(
        players=st.integers(2, 4), seed=st.integers(0, 999), numbers=st.tuples(*[st.integers(0, 9999)] * 2), ask=st.booleans()
    )
    def begin(self, players: int, seed: int, numbers: tuple[int, int], ask: bool) -> None:
        """A game in which so many choices have been made at random."""
        rules = list(self.rulesets.values())[numbers[0] % len(self.rulesets)]
        on = numbers[1] % (self.longest + 1)
        game = self.game = bl.new_game(players, seed, game=self.name, ruleset=rules, chance=bl.Ask() if ask else None)
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
        choice = str(game.legal()[number % len(game.legal())])
        known = len(game.nodes)
        game.play(choice, run=False)
        if len(game.nodes) > known:
            assert game.pending is None or game.node.settled
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
        assert not node.last.auto or not isinstance(self.game.chance, bl.Ask)
        kind, _, dice = outcome.partition(":")
        if kind == self.throws:
            assert ":".join(map(str, node.last.state.dice)) == dice
        self.remember()

    @rule(data=st.data())
    def something_else(self, data: st.DataObject) -> None:
        """Anything at all: refused with a rule that exists and without a trace, or else legal."""
        game, choice = self.game, data.draw(self.notations)
        before = (game.node, len(game.nodes), game.state.digest(), game.state.emitted)
        refusal = game.why_not(choice)
        if refusal is None:
            assert self.chance or choice in [str(option) for option in game.legal()]
            return
        assert refusal.rule in game.manifest.catalogue
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
        again = from_bytes({self.name: self.game.kit}, saved, "memory")
        assert to_bytes(again) == saved
        assert again.node.number == self.game.node.number
        assert [node.note for node in again.nodes] == [node.note for node in self.game.nodes]
        self.game = again

    # Always

    @invariant()
    def the_position_is_legal(self) -> None:
        type(self).check_position(self.game.state)

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
        assert self.chance or bool(game.legal()) != game.over


def handle(machine: type[Handling], examples: int) -> None:
    """Handle so many games in thirty steps each."""
    run_state_machine_as_test(machine, settings=settings(max_examples=examples, stateful_step_count=30, deadline=None))
