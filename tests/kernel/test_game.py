"""The tree of nodes: undo, redo, branch, jump, notes, stepping."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from cases import each
from ferry.rules import KIT, Ferry, Traveller, start
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from play import random_game

from bruges_lab.kernel import Ask, Choice, Game, GameKit, LabError, Node, NotationError, Scripted, Seeded, Step, Supposed

SEEDS = st.integers(0, 300)


def kinds(step: Step | None) -> list[str]:
    return [] if step is None else [event.kind for event in step.events]


@given(SEEDS)
def test_undo_and_redo_lead_back(seed: int) -> None:
    game = random_game(seed)
    end, events = game.state.digest(), game.events
    steps = 0
    while game.node is not game.root:
        try:
            game.undo()
        except LabError:
            break
        steps += 1
        assert game.pending is not None
        assert not game.pending.is_chance
    for _ in range(steps):
        game.redo()
    assert game.state.digest() == end
    assert game.events == events
    with pytest.raises(LabError, match="nothing to redo"):
        game.redo()


def test_undo_skips_what_chance_did_by_itself_but_not_what_the_user_set() -> None:
    seeded = Game(KIT, start(), chance=Seeded(1))
    with pytest.raises(LabError, match="nothing to undo"):
        seeded.undo()
    asked = Game(KIT, start(), chance=Ask())
    asked.play("wind:4")
    assert asked.undo() is asked.root


def test_a_tree_is_freed_without_the_collector() -> None:
    """Its nodes form no cycles: what is no longer used is gone at once."""
    gc.disable()  # what is made from here on stays with the youngest, where there is little to look through
    others = {id(one) for one in gc.get_objects(generation=0) if isinstance(one, Node)}  # of games that other tests keep

    def own() -> list[Node[Any]]:
        return [one for one in gc.get_objects(generation=0) if isinstance(one, Node) and id(one) not in others]

    try:
        game = random_game(3)
        game.undo()
        game.redo()
        twin = game.branch()
        assert game.root.children
        assert game.root.last in game.root.children
        assert len(own()) == len(game.nodes) + len(twin.nodes)
        root = game.root
        del game, twin
        assert own() == [root]
        assert (root.children, root.last) == ((), None)  # nobody keeps them any more
    finally:
        gc.enable()


def test_the_last_node_of_a_very_long_line_can_be_let_go() -> None:
    game = random_game(3)
    node = game.node
    for _ in range(200_000):
        node = Node(node, 0, None, None, node.state, node.tree)
    del game
    del node


def test_a_choice_that_was_listed_is_the_same_in_the_next_game_with_the_same_things() -> None:
    first, second = (Game(KIT, start(), chance=Seeded(1)) for _ in range(2))
    assert [id(choice) for choice in first.legal()] == [id(choice) for choice in second.legal()]


def test_words_that_are_no_words_are_refused_also_where_they_equal_others() -> None:
    game = Game(KIT, start(), chance=Seeded(1))
    good = next(choice for choice in game.legal() if choice.args and isinstance(choice.args[0], int))
    for args in ((float(good.args[0]),), ([1],), ({},)):
        with pytest.raises(NotationError):
            game.play(Choice(good.kind, args))  # type: ignore[arg-type]
    assert game.play(Choice(good.kind, good.args)).choice == good


def test_a_node_counts_the_throws_on_its_line() -> None:
    game = random_game(5)
    assert game.node.throws == sum(node.by_chance for node in game.line) > 0
    assert game.branch().node.throws == game.node.throws


def test_another_choice_makes_a_branch_and_the_same_choice_does_not() -> None:
    game = Game(KIT, start(), chance=Seeded(1))
    here = game.node
    game.play("wait")
    first = game.node
    game.undo()
    game.play("draw")
    game.undo()
    game.play("wait")
    assert game.node is first
    assert [str(child.choice) for child in here.children] == ["wait", "draw"]


def test_jumping_makes_redo_follow_that_line() -> None:
    game = Game(KIT, start(), chance=Seeded(1))
    game.play("wait")
    game.undo()
    game.play("draw")
    drawn = game.node
    game.goto(1)
    game.goto(drawn)
    game.undo()
    assert game.redo() is drawn
    with pytest.raises(LabError, match="no node"):
        game.goto(99)
    with pytest.raises(LabError, match="no node"):
        game.goto(Game(KIT, start()).root)


def test_a_branch_goes_its_own_way() -> None:
    game = random_game(4, moves=3)
    game.note("here")
    twin = game.branch()
    nodes, digest = len(game.nodes), game.state.digest()
    assert (twin.state.digest(), twin.node.note, len(twin.nodes)) == (digest, "here", nodes)
    twin.play(0)
    twin.note("other")
    assert (len(game.nodes), game.state.digest(), game.node.note) == (nodes, digest, "here")
    assert twin.events[: len(game.events)] == game.events


def test_notes_are_kept_and_bounded() -> None:
    game = random_game(1, moves=2)
    game.note("<b>look</b>")
    assert game.node.note == "<b>look</b>"
    game.note("")
    assert game.node.note == ""
    with pytest.raises(LabError, match="at most"):
        game.note("x" * 20_000)


def test_play_takes_a_choice_a_notation_or_a_number() -> None:
    games = [Game(KIT, start(), chance=Seeded(1)) for _ in range(3)]
    choice = games[0].legal()[-1]
    for game, way in zip(games, (choice, str(choice), len(games[0].legal()) - 1), strict=True):
        step = game.play(way)
        assert step.choice == choice
        assert next(event.kind for event in step.events) == "waited"
    with pytest.raises(NotationError, match="numbered from 0"):
        games[0].play(99)
    with pytest.raises(NotationError):
        games[0].play("Not A Choice")


def test_a_step_is_one_task_and_all_steps_make_the_same_game() -> None:
    whole = Game(KIT, start(3, 2), chance=Seeded(2))
    game = Game(KIT, start(3, 2), chance=Seeded(2), run=False)
    kinds = []
    while (step := game.step()) is not None:
        assert len(step.events) <= 2
        kinds += [event.kind for event in step.events]
    assert kinds == ["round.begins", "wind.blows"]
    assert game.state.key() == whole.state.key()
    assert game.events == whole.events


def test_stepping_inside_a_storm() -> None:
    state = Ferry(players=[Traveller(hand=(8, 1)), Traveller(coins=1), Traveller(coins=0)], wind=1, pile=(3,))
    state.push("turn", 0)
    game = Game(KIT, state)
    step = game.play("cross:8", run=False)
    assert [event.kind for event in step.events] == ["card.crosses", "storm.begins"]
    assert game.pending is None
    assert not game.over
    assert str(game.why_not("wait")) == "Something that happens without a choice comes first. (ferry.end)"
    assert kinds(game.step()) == ["forced", "coin.lost"]
    assert kinds(game.step()) == ["forced", "spared"]
    assert game.step() is None
    assert game.over


def test_running_to_a_mark() -> None:
    state = Ferry(players=[Traveller(hand=(8, 1)), Traveller(coins=1)], wind=1, pile=(3,))
    state.then(("turn", 0), ("round", 2), ("round", 3))
    game = Game(KIT, state, chance=Seeded(1))
    game.play("cross:8", run=False)
    assert [event.kind for event in game.events_until("round")] == ["forced", "coin.lost"]
    assert game.agenda[0] == "A round begins."
    assert [event.kind for event in game.events_until("decision")] == ["round.begins", "wind.blows"]
    assert game.events_until("round") == []
    with pytest.raises(LabError, match="choose decision or round"):
        game.events_until("tea")


def test_frames_show_a_node_task_by_task() -> None:
    state = Ferry(players=[Traveller(hand=(8, 1)), Traveller(coins=1), Traveller(coins=0)], wind=1, pile=(3,))
    state.push("turn", 0)
    game = Game(KIT, state)
    game.play("cross:8")
    frames = list(game.frames())
    assert [[event.kind for event in events] for _, events in frames] == [
        ["card.crosses", "storm.begins"],
        ["forced", "coin.lost"],
        ["forced", "spared"],
    ]
    assert [frame.players[1].coins for frame, _ in frames] == [1, 0, 0]
    assert frames[-1][0].key() == game.state.key()
    assert [event for _, events in frames for event in events] == game.events_of([game.node])


def test_watchers_hear_of_every_move() -> None:
    game = Game(KIT, start(), chance=Seeded(1))
    heard: list[int] = []
    stop = game.watch(lambda: heard.append(game.node.number))
    game.play("wait")
    game.undo()
    game.redo()
    stop()
    game.undo()
    assert heard == [2, 1, 2]


def test_the_agenda_says_what_comes_next() -> None:
    game = Game(KIT, start(2), chance=Ask(), names=("Ada", "Ben"))
    assert game.agenda == ["The wind is thrown.", "Ada takes a turn.", "Ben takes a turn.", "A round begins.", "A round begins."]


class Wandering(RuleBasedStateMachine):
    """Any mix of play, undo, redo, jump and branch keeps every node as it was when it was made."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game(KIT, start(3, 11), chance=Seeded(11))
        self.known: dict[int, tuple[str, int]] = {}

    @precondition(lambda self: not self.game.over)
    @rule(pick=st.integers(0, 20))
    def play(self, pick: int) -> None:
        options = self.game.legal()
        choice = options[pick % len(options)]
        assert self.game.why_not(choice) is None
        self.game.play(choice)

    @precondition(lambda self: any(not node.auto and node.parent for node in self.game.line))
    @rule()
    def undo(self) -> None:
        self.game.undo()

    @precondition(lambda self: self.game.node.last is not None)
    @rule()
    def redo(self) -> None:
        self.game.redo()

    @rule(pick=st.integers(0, 1000))
    def jump(self, pick: int) -> None:
        self.game.goto(pick % len(self.game.nodes))

    @rule()
    def branch(self) -> None:
        self.game = self.game.branch()

    @invariant()
    def nodes_never_change(self) -> None:
        for node in self.game.nodes:
            now = (node.state.digest(), node.state.emitted)
            assert self.known.setdefault(node.number, now) == now

    @invariant()
    def events_fit_the_line(self) -> None:
        assert len(self.game.events) == self.game.state.emitted


Wandering.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
TestWandering = Wandering.TestCase


# Another seat than the one that is asked


def _in_wind(strength: int = 4) -> Game[Ferry]:
    game = Game(KIT, start(3, 1), chance=Scripted([f"wind:{strength}"], then=Seeded(0)))
    assert game.pending is not None
    assert game.pending.player == 0
    return game


def test_what_another_seat_could_do_is_listed_and_marked() -> None:
    game = _in_wind()
    before = (game.state.digest(), game.node, len(game.nodes), game.legal())
    hand = game.state.players[2].hand
    listed = game.legal(seat=2)
    assert {str(choice) for choice in listed} == {*(f"cross:{card}" for card in hand if card > 4), "draw", "wait"}
    assert isinstance(listed, Supposed)
    assert listed.if_turn == 2
    assert repr(listed).startswith("<If it were the turn of seat 2: ")
    assert (game.state.digest(), game.node, len(game.nodes), game.legal()) == before
    assert game.legal(seat=0) == game.legal()
    assert not isinstance(game.legal(seat=0), Supposed)


def test_why_another_seat_could_not_is_said_as_such() -> None:
    game = _in_wind(6)
    low, high = min(game.state.players[1].hand), 10
    refusal = game.why_not(f"cross:{low}", seat=1)
    assert refusal is not None
    assert (refusal.rule, refusal.reason, refusal.if_turn) == ("ferry.stronger", "too_weak", 1)
    assert refusal.data == {"card": low, "wind": 6, "if_turn": 1}
    assert refusal.text("en").startswith("Suppose it were Player 2’s turn. ")
    assert refusal.text("fr").startswith("Supposons que ce soit à Joueur 2 de jouer. ")
    assert game.why_not("draw", seat=1) is None
    for nonsense in (f"cross:{high}", "cross:north", "dance"):
        refused = game.why_not(nonsense, seat=1)
        assert refused is not None
        assert refused.if_turn == 1
    own = game.why_not(f"cross:{high}", seat=0)
    assert own is not None
    assert own.if_turn is None


def test_a_game_without_turns_says_so_in_one_sentence() -> None:
    waiting = Game(KIT, start(3, 1), chance=Ask())
    with pytest.raises(LabError, match="the wind has not blown yet"):
        waiting.legal(seat=1)
    with pytest.raises(LabError, match=r"^ferry does not say what another seat could do$"):
        GameKit.turn(KIT, waiting.state, 1)


def test_when_the_game_is_over_no_seat_could_do_anything() -> None:
    game = random_game(3)
    assert game.legal(seat=1) == []
    refusal = game.why_not("wait", seat=1)
    assert refusal is not None
    assert (refusal.reason, refusal.if_turn) == ("over", None)


@each("seat", [3, -1, 1.0, "1", True, [0]])
def test_there_is_no_such_seat(seat: Any) -> None:
    for ask in (lambda: _in_wind().legal(seat=seat), lambda: _in_wind().why_not("wait", seat=seat)):
        with pytest.raises(LabError, match="seats are 0 to 2"):
            ask()


NO_CHOICES: list[Any] = [None, 3.5, [], {}, b"wait", object(), True, ("wait",)]
NO_CHOICES += [Choice("cross", ([],)), Choice(5, ()), Choice("cross", "north")]  # type: ignore[arg-type]


@each("nonsense", NO_CHOICES, ids=range(len(NO_CHOICES)))
def test_what_is_no_choice_is_refused_as_notation(nonsense: Any) -> None:
    game = _in_wind()
    for ask in (game.play, game.why_not, lambda choice: game.why_not(choice, seat=1)):
        with pytest.raises(NotationError, match="is not a choice"):
            ask(nonsense)
    assert len(game.nodes) == 2


@pytest.mark.parametrize("number", [10**5000, -1, 99], ids=["huge", "below", "beyond"])
def test_a_number_that_no_choice_has_is_refused(number: int) -> None:
    with pytest.raises(NotationError, match="there is no choice number"):
        _in_wind().play(number)
