"""Whole games: under watch, saved and read back, seen by each seat, played out by policies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cases import each, sample
from whole import GOLDEN, SMALL, random_game, whole_game

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.games.bruges.kit import BrugesKit
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.ruleset import Value
from bruges_lab.games.bruges.watching import watch_game
from bruges_lab.kernel import Game, advance, choose
from bruges_lab.kernel.events import rebuild, walk
from bruges_lab.kernel.saving import from_bytes, to_bytes

SEVERAL = [(2, 1), (3, 2), (4, 3)]
several = pytest.mark.parametrize(("players", "seed"), SEVERAL)


# Under watch


@sample("games", 2, of=8)
@each("players", [2, 3, 4])
def test_a_game_under_watch(players: int, games: int) -> None:
    for seed in range(games):
        watched = watch_game(players, 100 + seed, closely=True)
        assert watched.rounds >= 3
        assert watched.checked > 20 * watched.decisions
        assert watched.kinds["round.begins"] == watched.rounds
        assert set(watched.rules) <= set(bl.Catalogue.load()), "an event cites a rule that does not exist"


OTHER_RULES: dict[str, tuple[str, dict[str, Value]]] = {
    "document 001": ("001", {}),
    "document 002, a passage": ("002:peek_after_all", {}),
    "document 003": ("003", {}),
    "rounds": ("default", {"end_by": "rounds"}),
    "rounds and shuffled discards": ("default", {"end_by": "rounds", "rounds_limit": 14, "reshuffle_discard": True}),
    "pile or rounds": ("default", {"end_by": "pile_or_rounds", "rounds_limit": 5, "start_player": "seat"}),
    "vain draws": ("default", {"end_trigger": "failed_draw", "deck_split": "random_cut"}),
    "vain draws and shuffled discards": (
        "default",
        {"end_trigger": "failed_draw", "end_by": "rounds", "reshuffle_discard": True},
    ),
    "hand limit": ("default", {"hand_limit": "discard_down", "turns": 1, "end_by": "pile_or_rounds"}),
    "look after all": ("default", {"peek": "after_all", "null_action": True}),
    "people read otherwise": (
        "default",
        {
            "instant_again": False,
            "notary_on_earl": True,
            "earl_when": "unaffordable",
            "fire_eater_self": True,
            "bishop_pairs": "same_colour",
            "engraver_points": 1,
        },
    ),
    "scored otherwise": ("default", {"canal_bonus": "lots_of_three", "reputation_points": "six_at_step_6"}),
    "many threats": ("default", {"threat_faces": (4, 5, 6), "threat_limit": 2, "start_guilders": 20, "start_workers": 3}),
    "few statues": ("default", {"statues": (7,), "start_guilders": 40, "workers_taken": 4, "hand_size": 7, "turns": 6}),
}


@sample("games", 1, of=2)
@each("place, name", list(enumerate(OTHER_RULES)))
def test_a_game_under_other_rules(place: int, name: str, games: int) -> None:
    base, switches = OTHER_RULES[name]
    rules = bl.ruleset(base, **switches)
    assert rules.diff(), "these are the default rules"
    for number in range(place, place + games):
        watched = watch_game((2, 4)[number % 2], 7, closely=True, rules=rules)
        assert watched.rounds <= rules.rounds_limit or rules.end_by == "pile"


# Copies, events, seeds


@several
def test_what_is_done_to_a_copy_leaves_the_original_alone(players: int, seed: int) -> None:
    game = whole_game(players, seed)
    for node in game.line[:-1]:
        before = node.state.digest()
        twin = node.state.copy()
        pending = advance(twin)
        assert pending is not None
        if not pending.is_chance:
            for option in pending.raw:
                other = twin.copy()
                choose(other, option)
                advance(other)
        for player in twin.players:
            player.guilders += 1
            player.hand = ()
        twin.agenda.clear()
        twin.discard = ()
        assert node.state.digest() == before


@several
def test_events_rebuild_every_position(players: int, seed: int) -> None:
    game = whole_game(players, seed)
    fields = [name for name in State.position_fields() if name != "agenda"]
    state = game.start.copy()
    first = game.opening
    for node in game.line:
        rebuild(state, game.events[first : node.state.emitted] if first < node.state.emitted else [])
        first = node.state.emitted
        for name in fields:
            there, here = getattr(node.state, name), getattr(state, name)
            assert list(there) == list(here) if name == "players" else there == here, f"node {node.number}: {name}"


@several
def test_the_same_seed_is_the_same_game(players: int, seed: int) -> None:
    one, two, other = whole_game(players, seed), random_game(players, seed), random_game(players, seed + 1)
    assert [node.choice for node in one.line] == [node.choice for node in two.line]
    assert one.events == two.events
    assert one.state.digest() == two.state.digest() != other.state.digest()


def test_the_dice_of_a_round_are_the_same_on_every_branch() -> None:
    thrown: dict[int, set[str]] = {}
    for policy_seed in range(4):
        end = bl.play_out(bl.new_game(3, 11), "random", policy_seed)
        rolls = [str(event.data) for event in end.events if event.kind == "dice.rolled"]
        for number, roll in enumerate(rolls, 1):
            thrown.setdefault(number, set()).add(roll)
    assert len(thrown) >= 4
    assert all(len(rolls) == 1 for rolls in thrown.values())
    assert len({roll for rolls in thrown.values() for roll in rolls}) > 1


@several
def test_the_number_of_events_is_the_number_emitted(players: int, seed: int) -> None:
    game = whole_game(players, seed)
    assert [event.index for event in game.events] == list(range(game.state.emitted))
    assert all(event.cause < event.index for event in game.events)


@several
def test_a_round_does_not_happen_because_of_the_round_before(players: int, seed: int) -> None:
    depths = {depth for depth, event in walk(whole_game(players, seed).events) if event.kind == "round.begins"}
    assert len(depths) == 1


# Saved and read back


def assert_same_game(one: Game[State], two: Game[State]) -> None:
    assert [(node.choice, node.auto, node.by_chance, node.note) for node in one.nodes] == [
        (node.choice, node.auto, node.by_chance, node.note) for node in two.nodes
    ]
    assert [node.state.digest() for node in one.nodes] == [node.state.digest() for node in two.nodes]
    assert one.node.number == two.node.number
    assert one.names == two.names
    assert [(e.rule, e.kind, e.player, e.data, e.deltas) for e in one.events] == [
        (e.rule, e.kind, e.player, e.data, e.deltas) for e in two.events
    ]
    assert [str(choice) for choice in one.legal()] == [str(choice) for choice in two.legal()]
    assert to_bytes(one) == to_bytes(two)


@pytest.mark.parametrize("choices", [0, 1, 17, 60, None])
@several
def test_saved_and_read_back(players: int, seed: int, choices: int | None, tmp_path: Path) -> None:
    game = random_game(players, seed, choices)
    game.note("here")
    game.save(tmp_path / "game.json")
    assert_same_game(bl.load(tmp_path / "game.json"), game)
    text = game.to_text()
    assert_same_game(bl.from_text(text), game)
    wrapped = "\n".join(text[i : i + 60] for i in range(0, len(text), 60))
    assert_same_game(bl.from_text(f"  {wrapped}\n"), game)


def test_a_tree_with_branches_is_saved_whole() -> None:
    game = random_game(3, 5, 30)
    for number in (12, 20, 5):
        game.goto(number)
        pending = game.pending
        if pending is not None and not pending.is_chance:
            game.play(len(pending.raw) - 1)
            game.note(f"tried from {number}")
    assert len({node.parent for node in game.nodes}) < len(game.nodes) - 1, "no branch was made"
    again = bl.from_text(game.to_text())
    assert_same_game(again, game)
    again.undo()
    game.undo()
    assert_same_game(again, game)


def test_a_game_that_stands_between_two_tasks_is_saved_as_it_is() -> None:
    game = random_game(2, 9, 10)
    game.play(0, run=False)
    assert game.pending is None or not game.node.settled
    again = bl.from_text(game.to_text())
    assert again.state.digest() == game.state.digest()
    while game.step() is not None:
        again.step()
        assert again.state.digest() == game.state.digest()


def test_a_game_with_other_rules_is_read_back_with_them() -> None:
    rules = bl.ruleset("003", hand_limit="discard_down", statues=(5, 5))
    again = bl.from_text(random_game(2, 4, 20, ruleset=rules).to_text())
    assert again.state.rules == rules


@pytest.mark.parametrize("other", ["deck", "board"])
def test_a_game_with_another_deck_or_board_is_refused_in_one_line(other: str, tmp_path: Path) -> None:
    own: dict[str, Any] = {"deck": other_deck(tmp_path), "board": other_board(tmp_path)}
    game = random_game(2, 3, 25, **own)
    game.save(tmp_path / "game.json")
    assert_same_game(bl.load(tmp_path / "game.json", **own), game)
    rest = {name: value for name, value in own.items() if name != other}
    with pytest.raises(bl.SaveError) as refused:
        bl.load(tmp_path / "game.json", **rest)
    message = str(refused.value)
    assert message.startswith("game.json: ")
    assert f"the game was saved with another {other}" in message
    assert f"give it as {other}=" in message
    assert message.isprintable()
    with pytest.raises(bl.SaveError, match=f"another {other}"):
        bl.from_text(game.to_text(), **rest)


def other_deck(folder: Path) -> bl.Deck:
    text = places.data("bruges", "cards.toml").read_text(encoding="utf-8")
    (folder / "deck.toml").write_text(text.replace("price = 3\n", "price = 6\n", 1), encoding="utf-8")
    return bl.Deck.load(folder / "deck.toml")


def other_board(folder: Path) -> bl.Board:
    text = places.data("bruges", "board.toml").read_text(encoding="utf-8")
    (folder / "board.toml").write_text(text.replace("price = 5", "price = 6", 1), encoding="utf-8")
    return bl.Board.load(folder / "board.toml")


def test_a_deck_of_another_size_is_given_as_a_file(tmp_path: Path) -> None:
    game = random_game(2, 3, 25, ruleset=bl.ruleset(**SMALL), deck=GOLDEN / "deck.toml")
    game.save(tmp_path / "game.json")
    assert_same_game(bl.load(tmp_path / "game.json", deck=GOLDEN / "deck.toml"), game)
    with pytest.raises(bl.SaveError, match="another deck; give it as deck="):
        bl.load(tmp_path / "game.json")


# Policies


@several
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_playout_leaves_the_game_where_it_is_and_can_be_played_in_it(players: int, seed: int, policy: str) -> None:
    game = random_game(players, seed, 12)
    node, nodes, before = game.node, len(game.nodes), game.state.digest()
    end = bl.play_out(game, policy, seed)
    assert (game.node, len(game.nodes), game.state.digest()) == (node, nodes, before)
    assert end.state.digest() != before
    assert [sheet.total for sheet in end.scores()] == [player.points for player in end.state.players]
    assert end.into() is game
    assert game.over
    assert game.state.digest() == end.state.digest()
    assert game.events[node.state.emitted :] == end.events
    assert (game.winners, game.scores()) == (end.winners, end.scores())
    again = random_game(players, seed, 12)
    assert end.into(again) is again
    assert again.events == game.events
    assert end.into() is game, "a second time leads along the same nodes"
    assert len(game.nodes) == len(again.nodes)


def test_a_playout_with_dice_that_the_user_sets() -> None:
    game = bl.new_game(2, 3, chance=bl.Ask())
    end = bl.play_out(game, "random", 5)
    end.into()
    assert game.over
    assert game.events[-len(end.events) :] == end.events


def test_a_playout_with_dice_that_are_written_down() -> None:
    game = bl.new_game(2, 1, chance=bl.Scripted(["roll:1:1:1:1:1"], then=bl.Seeded(3)))
    end = bl.play_out(game, "random", 5)
    assert next(str(event.data["blue"]) for event in end.events if event.kind == "dice.rolled") == "1"
    end.into()
    assert game.events[-len(end.events) :] == end.events


def test_a_policy_a_seat() -> None:
    game = bl.new_game(3, 2)
    assert (
        bl.play_out(game, ["greedy", "random", "greedy"], 1).options
        == bl.play_out(game, ["greedy", "random", "greedy"], 1).options
    )
    with pytest.raises(bl.LabError, match="2 policies for 3 players"):
        bl.play_out(game, ["greedy", "random"], 1)
    with pytest.raises(bl.LabError, match="unknown policy 'lucky'"):
        bl.play_out(game, "lucky")
    waiting = bl.new_game(2, 1, run=False)
    with pytest.raises(bl.LabError, match="tasks are still to run"):
        bl.play_out(waiting)


def test_simulations_are_reproducible() -> None:
    one, two = (bl.simulate(6, 3, "random", seed=4) for _ in range(2))
    assert one == two
    assert bl.simulate(3, 3, "random", seed=7) == [row._replace(game=row.game - 3) for row in one if row.seed >= 7]
    assert one != bl.simulate(6, 3, "random", seed=5)
    assert len(one) == 18
    for game in range(6):
        rows = [row for row in one if row.game == game]
        assert sum(row.won for row in rows) == pytest.approx(1)
        assert all(row.total == sum(row.parts.values()) for row in rows)
        assert max(row.total for row in rows) == max(row.total for row in rows if row.won)


def test_greedy_beats_random_clearly() -> None:
    first, second = bl.simulate(15, 2, ("greedy", "random"), seed=0), bl.simulate(15, 2, ("random", "greedy"), seed=100)
    wins = (first.wins(policy="greedy") + second.wins(policy="greedy")) / 2
    assert wins >= 0.85
    assert first.mean(policy="greedy") > first.mean(policy="random") + 5
    assert second.mean(policy="greedy") > second.mean(policy="random") + 5


# Scores


@several
def test_scores_are_their_parts_at_every_node(players: int, seed: int) -> None:
    game = whole_game(players, seed)
    for node in game.line:
        s = node.state
        for seat, sheet in enumerate(game.kit.scores(s)):
            player = s.players[seat]
            assert sheet.total == sum(sheet.parts.values()) == sum(sheet)
            assert sheet.total == (player.points if player.final else player.points + sheet.total - sheet.in_play)
            assert sheet.people == sum(s.deck[person].price for person in player.people) / 3
            assert sheet.houses == len(player.houses)
            assert sheet.majorities == 4 * player.majorities.count(True)
            assert sheet.third_spaces == 3 * sum(tiles >= 3 for tiles in player.canals)
            assert sheet.statues == sum(player.statues)
            assert sheet.reputation == s.board.points[player.reputation]
        if not s.agenda:
            assert [player.points for player in s.players] == [sheet.total for sheet in game.kit.scores(s)]


@several
def test_the_winners_have_most_points_then_most_guilders(players: int, seed: int) -> None:
    game = whole_game(players, seed)
    results = [(sheet.total, player.guilders) for sheet, player in zip(game.scores(), game.state.players, strict=True)]
    assert game.winners == [seat for seat, result in enumerate(results) if result == max(results)]
    twin = game.branch()
    twin.undo()
    assert twin.winners == [], "nobody has won while the game goes on"


def test_a_loaded_game_goes_on_as_the_one_that_was_saved() -> None:
    game = random_game(3, 12, 40)
    again = from_bytes({"bruges": BrugesKit()}, to_bytes(game), "memory")
    ends = [bl.play_out(one, "greedy", 3) for one in (game, again)]
    assert ends[0].options == ends[1].options
    assert ends[0].state.digest() == ends[1].state.digest()
