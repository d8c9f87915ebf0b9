"""Decision trees: against brute force, in every format, and refused when they make no sense."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx
import pytest
from cases import each, sample

import bruges_lab as bl
from bruges_lab.analysis.tree import Tree, TreeNode
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.play.tree_measures import MEASURES, points
from bruges_lab.games.bruges.words import COLOURS
from bruges_lab.kernel import CHANCE, Game, Pending, Stream, advance, choose
from bruges_lab.kernel.book import Chance
from bruges_lab.show.tree_figures import tree_names

Table = Game[State]


def cascade() -> Table:
    """Fire and plague at once: the order decides whether the Prince stays."""
    game = bl.scenario("fire_and_plague", chance=bl.Ask())
    game.play("roll:3:5:4:6:3")
    return game


def before_the_dice(number: int) -> Table:
    """Two players near their limits, with houses and tiles to lose."""
    stream = Stream(number, "tree")
    players: list[dict[str, Any]] = [
        {
            "threats": {colour: stream.pick([0, 0, 0, 2]) for colour in COLOURS},
            "guilders": stream.below(6),
            "canals": {"left": stream.below(3)},
            "houses": [stream.pick(list(COLOURS)) for _ in range(stream.below(3))],
        }
        for _ in range(2)
    ]
    return bl.scenario({"given": {"phase": "dice", "players": players}}, chance=bl.Ask())


# Against brute force


def brute_force(state: State, seats: int, stage: object) -> tuple[Fraction, ...]:
    """Every choice and every one of the 7,776 rolls, written as simply as possible: the value to each seat at the phase's end."""
    own = state.copy()
    pending = advance(own)
    if pending is None or (own.round, own.phase) != stage:
        return tuple(Fraction(points(own, seat)) for seat in range(seats))
    if pending.player == CHANCE:
        assert isinstance(pending.step, Chance)
        outcomes = pending.step.outcomes(own, *pending.task[1:])
        assert outcomes is not None
        found = [Fraction(0)] * seats
        memory: dict[object, tuple[Fraction, ...]] = {}
        for option, odds in outcomes:
            # Within the phase only threatening colours and the price matter; the test of the sorts proves that.
            sort = (tuple(die in (5, 6) for die in option[1:]), sum(die for die in option[1:] if die < 3))
            if sort not in memory:
                memory[sort] = brute_force(after(own, option), seats, stage)
            for seat in range(seats):
                found[seat] += odds * memory[sort][seat]
        return tuple(found)
    values = [brute_force(after(own, option), seats, stage) for option in pending.raw]
    return max(values, key=lambda value: value[pending.player])


def after(state: State, option: tuple[object, ...]) -> State:
    twin = state.copy()
    choose(twin, option)  # type: ignore[arg-type]
    return twin


@sample("numbers", range(0, 50, 7), of=range(50))
def test_the_value_of_a_phase_equals_brute_force(numbers: range) -> None:
    for number in numbers:
        game = before_the_dice(number)
        tree = bl.tree(game, within="phase")
        state = game.state
        assert tree.complete
        assert tree.classes
        assert tree.value == brute_force(state, 2, (state.round, state.phase)), number


def test_merging_changes_no_value() -> None:
    game = before_the_dice(3)
    merged = bl.tree(game, within="phase")
    apart = bl.tree(game, within="phase", merge=False)
    assert len(apart) > len(merged)
    assert apart.value == merged.value


@each("number", range(6))
def test_odds_add_up_to_one_everywhere(number: int) -> None:
    tree = bl.tree(before_the_dice(number), within="phase")
    for node in tree.nodes:
        if node.player == CHANCE and node.edges:
            assert sum(edge.odds for edge in node.edges) == 1
    assert sum(edge.count for edge in tree.root.edges) == 6**5


def test_faces_are_told_apart_once_guilders_can_be_taken() -> None:
    game = bl.scenario({"given": {"phase": "dice", "players": [{"hand": ["squire"]}, {"hand": ["nun"]}]}}, chance=bl.Ask())
    assert bl.tree(game, within="phase").classes
    deep = bl.tree(game, depth=4, budget=8_000)
    assert not deep.classes
    assert len(deep.root.edges) == 6**5


# What it says


def test_the_order_of_damages_decides() -> None:
    tree = bl.tree(cascade(), depth=2)
    assert tree.label(tree.best_line()[0]) == "damage:fire"
    assert len(tree.root.edges) == 2
    assert tree.value[0] == max(edge.child.values[0] for edge in tree.root.edges)
    events = tree.events(tree.root.edges[1])
    assert {"house.burnt", "person.returned"} <= {event.kind for event in events}
    assert all(event.rule in bl.Catalogue.load() for event in events)
    assert "Brand" in tree.told(tree.root.edges[1], "de")


def test_the_game_is_left_where_it_is() -> None:
    game = cascade()
    before = game.state.digest()
    bl.tree(game, depth=2)
    assert game.state.digest() == before


def test_the_title_says_whose_values_and_whose_knowledge() -> None:
    tree = bl.tree(cascade(), depth=1, opponents="chance", seen_by=1, measure="lead")
    assert tree.settings.title == "lead for Swan; the others choose at random; as Lion sees it"


def test_a_budget_leaves_a_stub() -> None:
    tree = bl.tree(bl.new_game(2, 5), budget=40)
    assert len(tree) <= 40
    assert not tree.complete
    cut = [node for node in tree.nodes if node.kind == "cut"]
    assert cut
    assert all(node.more >= 1 and node.values for node in cut)
    assert "more" in tree.text()


def test_opponents_who_choose_at_random_are_a_mean() -> None:
    game = bl.new_game(2, 5)
    seat = 1 - game.state.start
    tree = bl.tree(game, depth=1, opponents="chance", seat=seat, measure="worth")
    assert tree.root.player != seat
    mean = sum(edge.odds * edge.child.values[seat] for edge in tree.root.edges)
    assert tree.value[seat] == pytest.approx(float(mean))


def test_opponents_with_a_policy_have_one_way() -> None:
    game = bl.new_game(2, 5)
    tree = bl.tree(game, depth=3, opponents="policy", policy="greedy", seat=1 - game.state.start)
    assert all(len(node.edges) <= 1 for node in tree.nodes)


def test_fixed_chance_is_what_the_game_would_throw() -> None:
    game = bl.scenario({"given": {"phase": "dice", "players": [{}, {}]}}, chance=bl.Seeded(4))
    assert game.pending is None or not game.pending.is_chance  # a seeded game has thrown already
    asked = before_the_dice(1)
    with pytest.raises(bl.LabError, match="chance='fixed' needs a source that decides"):
        bl.tree(asked, depth=1, chance="fixed")


def test_sampled_chance_has_as_many_throws() -> None:
    tree = bl.tree(before_the_dice(2), depth=1, chance="sample", samples=30)
    assert sum(edge.count for edge in tree.root.edges) == 30
    assert sum(edge.odds for edge in tree.root.edges) == 1


def test_a_seat_draws_any_card_it_has_not_seen() -> None:
    """The top card of the pile is known to the engine only; the tree reckons with every card of its back."""
    game = bl.new_game(2, 5)
    seat = game.state.start
    tree = bl.tree(game, depth=1, seen_by=seat)
    draws = [edge for edge in tree.root.edges if edge.option == ("draw", 0)]
    hands = {edge.child.state.players[seat].hand for edge in draws}
    colours = {edge.child.state.deck.colour[hand[-1]] for edge, hand in zip(draws, sorted(hands), strict=False)}
    assert len(hands) == len(draws) > 20
    assert len(colours) == 1
    assert sum(edge.odds for edge in draws) == 1


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_can_be_used(measure: str) -> None:
    assert len(bl.tree(cascade(), depth=1, measure=measure).value) == 2


def test_a_measure_of_ones_own() -> None:
    def houses(s: State, seat: int) -> int:
        return len(s.players[seat].houses)

    tree = bl.tree(cascade(), depth=1, measure=houses)
    assert tree.settings.measure == "houses"


# Other tools


def test_networkx_gets_typed_attributes() -> None:
    tree = bl.tree(cascade(), depth=2)
    graph = tree.graph
    assert isinstance(graph, networkx.DiGraph)
    assert networkx.is_directed_acyclic_graph(graph)
    assert graph.number_of_nodes() == len(tree)
    for _, data in graph.nodes(data=True):
        assert all(isinstance(value, str | int | float | bool) for value in data.values())
    assert {data["kind"] for _, data in graph.nodes(data=True)} == {"decision", "leaf"}


def test_graphml_can_be_read_back(tmp_path: Path) -> None:
    tree = bl.tree(cascade(), depth=2)
    (tmp_path / "tree.graphml").write_text(tree.to_graphml(), encoding="utf-8")
    again = networkx.read_graphml(tmp_path / "tree.graphml")
    assert again.number_of_edges() == tree.graph.number_of_edges()


def test_json_holds_exact_odds() -> None:
    data = json.loads(bl.tree(before_the_dice(0), within="phase").to_json())
    odds = [Fraction(edge["odds"]) for edge in data["nodes"][0]["edges"]]
    assert sum(odds) == 1
    assert data["complete"]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_gambit_agrees(depth: int, tmp_path: Path) -> None:
    tree = bl.tree(cascade(), depth=depth)
    check_gambit(tree, tmp_path)


def test_gambit_agrees_with_chance_and_unfolds_merges(tmp_path: Path) -> None:
    tree = bl.tree(before_the_dice(4), depth=2, within="phase")
    assert tree.root.player == CHANCE
    check_gambit(tree, tmp_path)


def check_gambit(tree: Tree[State], folder: Path) -> None:
    """Read by Gambit: as many nodes, and under our choices the same payoffs at the root."""
    file = folder / "tree.efg"
    file.write_text(tree.to_efg(), encoding="utf-8")
    import pygambit  # here, for it loads half a library with it

    game: Any = pygambit.read_efg(str(file))
    nodes, choices = unfold(tree)
    profile = game.mixed_behavior_profile(data=choices, rational=True)
    assert len(profile.realiz_probs) == nodes
    payoffs = dict(profile.payoffs)
    assert [Fraction(str(payoffs[name])) for name in tree.settings.names] == [Fraction(value) for value in tree.value]


def unfold(tree: Tree[State]) -> tuple[int, list[list[list[int]]]]:
    """How many nodes there are when merged ones are told apart, and the best choice at each, by player, in Gambit's order."""
    count = 0
    choices: list[list[list[int]]] = [[] for _ in tree.settings.names]
    stack: list[TreeNode[State]] = [tree.root]
    while stack:
        node = stack.pop()
        count += 1
        if node.edges and node.player is not None and node.player >= 0:
            choices[node.player].append([int(edge.best) for edge in node.edges])
        stack.extend(edge.child for edge in reversed(node.edges))
    return count, choices


def test_a_gambit_file_that_would_be_too_large_is_refused() -> None:
    tree = bl.tree(bl.new_game(2, 5), depth=6)
    with pytest.raises(bl.LabError, match="more than 10 nodes"):
        tree.to_efg(most=10)


# Pictures


def test_figures_are_drawn_in_every_language() -> None:
    tree = bl.tree(cascade(), depth=2)
    for lang, best in (
        ("en", "best line of play"),
        ("de", "bester Verlauf"),
        ("fr", "meilleur déroulement"),
        ("it", "svolgimento migliore"),
    ):
        figure = tree.figure(lang=lang)
        assert any(trace.name == best for trace in figure.data)
        assert tree_names(tree, lang)[tree.settings.seat] in figure.layout.title.text
    assert len(tree.icicle().data[0].labels) == len(tree)


def test_a_large_tree_shows_whole_levels() -> None:
    tree = bl.tree(bl.new_game(2, 5), budget=900)
    figure = tree.figure(most=100)
    assert "of" in figure.layout.title.text
    assert sum(len(trace.x) for trace in figure.data if trace.mode == "markers") <= 100


# Bad input


@each(
    ("arguments", "problem"),
    [
        ({}, "needs a bound"),
        ({"depth": 0}, "depth: 1 or more"),
        ({"budget": 0}, "budget: 1 or more"),
        ({"depth": 1, "chance": "luck"}, "'luck' is not one of enumerate, sample, fixed"),
        ({"depth": 1, "opponents": "nice"}, "'nice' is not one of"),
        ({"depth": 1, "seen_by": 7}, "seen_by: a seat from 0 to 1"),
        ({"depth": 1, "seat": -1}, "seat: a seat from 0 to 1"),
        ({"depth": 1, "measure": "joy"}, "'joy' is not one of"),
        ({"depth": 1, "policy": "clever"}, "unknown policy 'clever'"),
        ({"depth": 1, "within": "week"}, "is not 'phase'"),
        ({"depth": 1, "samples": 0, "chance": "sample"}, "samples: 1 or more"),
    ],
)
def test_bad_arguments_are_refused_before_any_work(arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(bl.LabError, match=problem) as error:
        bl.tree(cascade(), **arguments)
    assert str(error.value).isprintable()


def test_a_pending_question_is_kept() -> None:
    game = cascade()
    tree = bl.tree(game, depth=1)
    assert isinstance(tree.root.pending, Pending)
    assert tree.root.kind == "decision"
