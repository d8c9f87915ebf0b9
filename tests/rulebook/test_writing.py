"""A game becomes a scenario that leads to the same position; its outcome is told so that a proof can fail."""

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from cases import each
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import bruges_lab as bl
from bruges_lab.cli.commands import app
from bruges_lab.games.bruges.kit import BrugesKit
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.positioning import Place, given_of, latest_given, position_digest
from bruges_lab.kernel.errors import LabError
from bruges_lab.kernel.game import Game
from bruges_lab.rulebook.proving import prove, start
from bruges_lab.rulebook.scenario_text import scenario_toml
from bruges_lab.rulebook.scenarios import Scenario
from bruges_lab.rulebook.writing import name_from, save_scenario

RULESETS: list[dict[str, Any]] = [
    {},
    {"peek": "after_all", "hand_limit": "discard_down"},
    {"reshuffle_discard": True, "end_by": "rounds", "rounds_limit": 3},
    {"instant_again": False, "threat_faces": (4, 5, 6)},
]


def random_game(seed: int, players: int = 0, choices: int = 10_000, **switches: Any) -> Game[State]:
    """A game played at random, to the end or for so many choices."""
    game = bl.new_game(players or 2 + seed % 3, seed, ruleset=bl.ruleset("default", **switches))
    stream = random.Random(seed)
    while not game.over and choices:
        assert game.pending is not None
        game.play(stream.randrange(len(game.pending.raw)))
        choices -= 1
    return game


def read_back(tmp_path: Path, data: dict[str, Any]) -> Scenario:
    """The scenario after a journey through a file."""
    path = tmp_path / "scenario.toml"
    path.write_text(scenario_toml(data), encoding="utf-8")
    return Scenario.read(path)


# The same position


@pytest.mark.parametrize("seed", range(16))
def test_a_position_comes_back_from_a_file(tmp_path: Path, seed: int) -> None:
    game = random_game(seed, **RULESETS[seed % len(RULESETS)])
    stream = random.Random(seed)
    for node in (game.root, *stream.sample(game.line, 6), game.line[-1]):
        game.goto(node)
        data = game.to_scenario()
        proof = prove(read_back(tmp_path, data))
        assert proof.differences == []
        assert position_digest(proof.game.state) == position_digest(game.state)
        assert (proof.game.names, proof.game.over) == (game.names, game.over)
        assert proof.game.legal() == game.legal()


# What a digest of the whole state says besides: where cards lay that have been drawn since, and a turn where none is played.
NO_PART_OF_A_POSITION = {"piles", "turn"}


@pytest.mark.parametrize("seed", range(4))
def test_nothing_else_is_left_out(seed: int) -> None:
    game = random_game(seed)
    for node in random.Random(seed).sample(game.line, 8):
        game.goto(node)
        there, here = prove(Scenario.read(game.to_scenario())).game.state, game.state
        differing = {name for name in State.position_fields() if getattr(there, name) != getattr(here, name)}
        if "players" in differing and list(there.players) == list(here.players):
            differing.remove("players")
        assert differing <= NO_PART_OF_A_POSITION
        assert [there.pile(pile) for pile in (0, 1)] == [here.pile(pile) for pile in (0, 1)]
        assert there.turn == here.turn or here.phase != 3


@pytest.mark.parametrize("choices", [0, 3, 12])
def test_near_the_set_up_the_state_is_the_same_to_the_last_card(choices: int) -> None:
    game = random_game(5, 3, choices)
    data = game.to_scenario()
    assert data["given"] == {"players": 3, "setup": True, "seed": 5}
    assert len(data["when"]) == choices
    assert prove(Scenario.read(data)).game.state.digest() == game.state.digest()


@each("name", list(BRUGES.scenarios))
def test_every_scenario_of_the_catalogue_can_be_written_again(name: str) -> None:
    game = bl.scenario(name, chance=bl.Ask())
    data = game.to_scenario()
    assert position_digest(prove(Scenario.read(data)).game.state) == position_digest(game.state)


def test_the_step_on_the_track_can_be_where_a_scenario_begins() -> None:
    dice = {"blue": 1, "brown": 3, "yellow": 6, "red": 5, "purple": 3}
    game = bl.scenario({"given": {"phase": "dice", "dice": dice, "players": [{"threats": {"red": 1}}, {}]}}, chance=bl.Ask())
    assert game.pending is not None
    assert game.pending.kind == "advance"
    data = game.to_scenario()
    assert data["when"] == []
    assert (data["given"]["phase"], data["given"]["threats_dealt"]) == ("dice", True)
    again = bl.scenario(data)
    assert position_digest(again.state) == position_digest(game.state)
    assert again.state.players[0].threats == (0, 0, 1, 2, 0)


def test_who_is_spent_is_said_where_the_displays_do_not_tell_it() -> None:
    given = {"phase": "majorities", "players": [{"houses": [{"card": "red", "person": "alchemist"}]}, {}]}
    usual = bl.scenario({"given": given}, run=False).state
    for spent in (["alchemist"], [], ["thief", "alchemist"]):
        start_ = Scenario.read({"given": {**given, "spent": spent}}).state
        said = given_of(start_, Place("majorities", 1, None)).get("spent")
        assert said == (None if start_.spent == usual.spent else spent)
        read = Scenario.read({"given": given_of(start_, Place("majorities", 1, None))}).state
        assert read.spent == start_.spent


def test_empty_hands_in_phase_3_are_said() -> None:
    dice = dict.fromkeys(("blue", "brown", "yellow", "red", "purple"), 3)
    lodged = {"hand": [], "houses": [{"card": "red", "person": "squire"}]}
    game = bl.scenario({"given": {"phase": "actions", "dice": dice, "players": [lodged, {}]}}, run=False)
    state = game.state
    read = Scenario.read({"given": given_of(state, Place("actions", 1, None))}).state
    assert position_digest(read) == position_digest(state)


def test_a_position_at_the_beginning_of_a_turn_needs_no_steps() -> None:
    game = bl.scenario("three_actions_discard_the_card")
    game.play("workers:squire")
    data = game.to_scenario()
    assert data["when"] == []
    assert (data["given"]["phase"], data["given"]["seat"]) == ("actions", 0)
    again = bl.scenario(data)
    assert position_digest(again.state) == position_digest(game.state)
    assert again.legal() == game.legal()


@each("seed", range(6))
def test_a_scenario_begins_in_the_same_round(seed: int) -> None:
    game = random_game(seed, **RULESETS[seed % len(RULESETS)])
    for node in random.Random(seed).sample(game.line, 12):
        game.goto(node)
        data = game.to_scenario()
        assert data["given"].get("round", 1) == game.state.round
        assert len(data["when"]) <= 40


def test_in_the_middle_of_a_decision_the_choices_since_lead_there() -> None:
    game = bl.scenario("fives_and_sixes_threaten_everybody", chance=bl.Ask())
    game.play("roll:1:2:3:5:3")
    game.play("advance")
    data = game.to_scenario()
    assert (data["given"]["phase"], data["when"]) == ("dice", [{"seat": 1, "choice": "advance"}])
    assert data["given"]["dice"] == {"blue": 1, "brown": 2, "yellow": 3, "red": 5, "purple": 3}
    assert position_digest(prove(Scenario.read(data)).game.state) == position_digest(game.state)


def test_dice_are_set_and_choices_name_their_seat() -> None:
    game = bl.scenario("step_costs_the_low_dice", chance=bl.Ask())
    game.play("roll:1:2:1:3:2")
    game.play("advance")
    data = game.to_scenario(since=game.root)
    assert data["when"] == [
        {"dice": {"blue": 1, "brown": 2, "yellow": 1, "red": 3, "purple": 2}},
        {"seat": 0, "choice": "advance"},
    ]


def test_dice_to_come_are_the_same() -> None:
    game = random_game(3, 2, 40)
    again = bl.scenario(game.to_scenario())
    assert again.chance.to_data() == game.chance.to_data()


def test_the_ruleset_comes_along_by_name_or_by_switch() -> None:
    assert bl.new_game(2, ruleset="003").to_scenario()["given"]["ruleset"] == "003"
    switched = bl.new_game(2, ruleset=bl.ruleset("default", threat_faces=(6,))).to_scenario()
    assert switched["given"]["switches"] == {"threat_faces": [6]}


# The outcome


def outcome() -> tuple[Game[State], dict[str, Any]]:
    game = bl.scenario("three_actions_discard_the_card")
    before = game.node
    game.play("workers:squire")
    return game, game.to_scenario("two_workers", "Zwei Handlanger", since=before, lang="de")


def test_the_outcome_names_what_changed_the_events_and_what_is_asked() -> None:
    _, data = outcome()
    assert data["title"] == {"de": "Zwei Handlanger"}
    assert data["when"] == [{"seat": 0, "choice": "workers:squire"}]
    then = data["then"]
    assert then[0]["workers"] == {"blue": 3}
    assert "squire" not in then[0]["hand"]
    assert "guilders" not in then[0]
    assert {"event": "action.workers", "kind": "card.spent", "seat": 0, "card": "squire", "action": "workers"} in then
    assert then[-1] == {"pending": "turn.act", "seat": 0}
    assert data["rules"][0] == "action.workers"


def test_an_outcome_with_another_number_does_not_hold() -> None:
    _, data = outcome()
    data["then"][0]["workers"]["blue"] = 4
    assert prove(Scenario.read(data)).differences == ["then.0: seat 0: workers is {'blue': 3}, not {'blue': 4}"]


@pytest.mark.parametrize("seed", range(6))
def test_any_outcome_holds(tmp_path: Path, seed: int) -> None:
    game = random_game(seed)
    stream = random.Random(seed)
    for node in stream.sample(game.line, 4):
        game.goto(node)
        line = game.line
        data = game.to_scenario(since=line[max(0, len(line) - 1 - stream.randrange(40))])
        proof = prove(read_back(tmp_path, data))
        assert proof.differences == []
        assert proof.told("fr")


def test_at_the_end_the_winners_are_told() -> None:
    game = random_game(2)
    assert game.to_scenario()["then"][-1] == {"over": True, "winners": game.winners}


# Refused


def test_what_no_scenario_can_tell_is_refused_with_the_reason() -> None:
    game = random_game(4, 3, 60)
    beheaded: Game[State] = Game(BrugesKit(), game.state.copy(), names=game.names)
    with pytest.raises(LabError, match="no scenario can tell this position"):
        beheaded.to_scenario()


def test_while_tasks_run_there_is_no_scenario() -> None:
    with pytest.raises(LabError, match="tasks are still to run"):
        bl.new_game(2, run=False).to_scenario()


def test_the_outcome_begins_on_the_line() -> None:
    game = random_game(0, 2, 20)
    tried = game.node
    game.undo()
    with pytest.raises(LabError, match=r"node \d+ is not on the line"):
        game.to_scenario(since=tried)


@pytest.mark.parametrize("name", ["", "Two Words", "x/../y", '"]\nname = "y"', "7up"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(LabError, match="must be small letters"):
        bl.new_game(2).to_scenario(name)


@each("title", ["", " ", "a\nb", "x" * 300, "\x00", "\ud800"])
def test_a_title_that_cannot_be_shown_is_refused(title: str) -> None:
    with pytest.raises(LabError, match="a title is a printable text"):
        bl.new_game(2).to_scenario(title=title)


# Files


def test_a_saved_scenario_is_proved_by_the_command_line(tmp_path: Path) -> None:
    game, _ = outcome()
    path = tmp_path / "two workers.toml"
    title = "<script>alert(1)</script> \"quoted\" \\ and 'so on' {$player} – é"
    assert save_scenario(game, path, title=title, since=game.root).holds
    scenario = Scenario.read(path)
    assert (scenario.name, scenario.title) == ("two_workers", {"en": title})
    run = CliRunner().invoke(app, ["scenario", str(path)])
    assert (run.exit_code, "Everything is as expected." in run.output) == (0, True)


def test_a_file_is_never_replaced_unasked(tmp_path: Path) -> None:
    game = bl.new_game(2)
    path = tmp_path / "kept.toml"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(LabError, match="there is such a file already"):
        save_scenario(game, path)
    assert path.read_text(encoding="utf-8") == "mine"
    save_scenario(game, path, replace=True)
    assert Scenario.read(path).name == "kept"


def test_a_refused_scenario_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(LabError):
        save_scenario(bl.new_game(2), tmp_path / "x.toml", "No Name")
    assert list(tmp_path.iterdir()) == []


def test_a_file_knows_only_the_labs_own_cards(tmp_path: Path) -> None:
    rules = bl.Ruleset(cards_per_colour=33)
    deck = bl.Deck(tuple(reversed(bl.Deck.for_rules(rules).cards)))
    game = bl.new_game(2, deck=deck)
    with pytest.raises(LabError, match="own cards and board"):
        save_scenario(game, tmp_path / "x.toml")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Fire at the gate!", "fire_at_the_gate"),
        ("2 of 3", "position_2_of_3"),
        ("…", "position"),
        ("ÄÖ", "position"),
        ("a" * 90, "a" * 60),
    ],
)
def test_a_name_is_made_of_any_words(words: str, name: str) -> None:
    assert name_from(words) == name


@given(st.text(), st.lists(st.text(min_size=1), max_size=40))
def test_any_text_stays_inside_its_quotes(title: str, rules: list[str]) -> None:
    data = {"name": "x", "title": {"en": title}, "rules": rules, "given": {"players": [{"name": title}], "seed": -3}}
    try:
        text = scenario_toml(data)
        text.encode()
    except UnicodeEncodeError:
        return
    (read,) = tomllib.loads(text)["scenario"]
    assert read == {key: value for key, value in data.items() if value or key == "title"}


# For whoever wants to change it


@each("seed", range(6))
def test_the_latest_place_of_a_line_is_a_legal_position(seed: int) -> None:
    game = random_game(seed)
    for node in random.Random(seed).sample(game.line, 6):
        game.goto(node)
        state = start(Scenario.read({"given": latest_given(game)})).state
        assert state.round == game.state.round
        assert len(state.players) == len(game.state.players)


def test_in_a_turn_everything_is_where_it_lies() -> None:
    game = random_game(1)
    for node in game.line:
        game.goto(node)
        if game.pending is not None and game.pending.kind in ("turn.act", "turn.more"):
            there, here = Scenario.read({"given": latest_given(game)}).state, game.state
            for mine, its in zip(here.players, there.players, strict=True):
                assert (mine.guilders, mine.hand, mine.workers, mine.canals) == (its.guilders, its.hand, its.workers, its.canals)
            assert (there.turn, there.start, there.dice) == (here.turn, here.start, here.dice)
