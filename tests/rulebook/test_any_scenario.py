"""Scenarios of any game: Ferry has fields, a few lines for its agenda and a file, and the lab does the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import bruges_lab as bl
from bruges_lab.explorer.editing import Draft
from bruges_lab.explorer.panels.edit_form import Form, Open
from bruges_lab.games import shelf
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook import scenarios
from bruges_lab.rulebook.field_kinds import (
    Cards,
    Count,
    Counts,
    Flag,
    Kind,
    Marks,
    Numbers,
    OneSeat,
    OneWord,
    Row,
    Seats,
    WordList,
)
from bruges_lab.rulebook.fields import Field, Fields
from bruges_lab.rulebook.proving import prove
from bruges_lab.rulebook.scenarios import Scenario
from bruges_lab.rulebook.wording import FieldWords
from bruges_lab.rulebook.writing import save_scenario

STORM = "a_storm_for_a_coin"
GIVEN: dict[str, Any] = {"players": [{"hand": [9, 2]}, {"coins": 0, "hand": [1, 3]}], "round": 1, "wind": 4, "seat": 0}


def ferry(**more: Any) -> dict[str, Any]:
    return {"game": "ferry", "given": GIVEN, **more}


# Reading


def test_a_scenario_is_found_by_name_in_its_game() -> None:
    game = bl.scenario(STORM, game="ferry")
    assert (game.kit.name, game.names, str(game.pending)) == (
        "ferry",
        ("Player 1", "Player 2"),
        "<Pending turn, player 0, 3 options [ferry.turn]>",
    )
    assert game.state.players[0].hand == (9, 2)
    assert sorted(game.state.pile) == [4, 5, 6, 7, 8]


def test_a_dictionary_or_a_file_names_its_game(tmp_path: Path) -> None:
    assert bl.scenario(ferry()).state.digest() == bl.scenario(STORM, game="ferry").state.digest()
    path = tmp_path / "storm.toml"
    save_scenario(bl.scenario(ferry()), path)
    assert path.read_text("utf-8").splitlines()[3:5] == ['name = "storm"', 'game = "ferry"']
    assert Scenario.read(path).manifest.name == "ferry"


def test_the_scenarios_of_a_game_are_its_own() -> None:
    assert list(shelf.find("ferry").scenarios) == [STORM]
    assert STORM not in shelf.find().scenarios
    assert not any(record.game for record, _ in shelf.find().scenarios.values())


def test_the_seed_and_the_set_up_are_those_of_a_new_game() -> None:
    game = bl.scenario({"game": "ferry", "given": {"players": 3, "seed": 4}})
    assert game.state.digest() == bl.new_game("ferry", 3, 4).state.digest()


def test_cards_that_are_given_leave_where_they_were_laid() -> None:
    state = Scenario.read({"game": "ferry", "given": {"players": [{}, {"crossed": [9, 8]}, {}]}}).state
    lying = [*state.pile, *(card for player in state.players for card in (*player.hand, *player.crossed))]
    assert sorted(lying) == list(range(1, 10))
    assert state.players[1].crossed == (9, 8)


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"players": [{"coins": -1}, {}]}, "given.players.0.coins: -1 is less than 0 (ferry.storm)"),
        ({"players": [{"hand": [12]}, {}]}, "given.players.0.hand: unknown card '12' (ferry.own_card)"),
        ({"players": [{"hand": ["red"]}, {}]}, "given.players.0.hand: unknown card 'red' (ferry.own_card)"),
        (
            {"players": [{"purse": 2}, {}]},
            "given.players.0: contains unknown field 'purse'; choose name, coins, hand, shown or crossed",
        ),
        ({"players": [{}]}, "given.players: for 2 to 4 players, not 1"),
        ({"players": 2, "wind": 3}, "given.wind: is decided by the set-up; list the players to give a position"),
        ({"players": [{}, {}], "wind": 9}, "given.wind: 9 is not from 0 to 6 (ferry.wind)"),
        ({"players": [{}, {}], "seat": 2}, "given.seat: there is no seat 2"),
        ({"players": [{"hand": [3, 3]}, {}]}, "given: the nine cards are not all there (ferry.own_card)"),
        ({"players": [{"name": "A"}, {"name": "A"}]}, "given.players: two players have the same name"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(given: dict[str, Any], refused: str) -> None:
    with pytest.raises(LabError) as error:
        bl.scenario({"game": "ferry", "given": given})
    assert str(error.value) == f"scenario: scenario: {refused}"


@pytest.mark.parametrize(
    ("source", "options", "refused"),
    [
        ("a_storm_for_a_coim", {"game": "ferry"}, f"unknown scenario 'a_storm_for_a_coim' of Ferry; did you mean {STORM}?"),
        ({"game": "chess", "given": {}}, {}, "unknown game 'chess'; choose bruges, burdigala or ferry"),
        (ferry(), {"game": "bruges"}, "this is a scenario of 'ferry', not of 'bruges'"),
        (ferry(), {"deck": 3}, "scenario: scenario: given: Ferry does not take deck="),
        (ferry(when=[{"dice": {}}]), {}, "when.0: contains unknown field 'dice'; choose chance, choice, refused, rule or seat"),
        (ferry(when=[{"seat": 0}]), {}, "when.0: must say exactly one of chance, choice, refused"),
        (ferry(when=[{"chance": "wind 4"}]), {}, "when.0.chance: 'wind 4' is not a choice"),
        (
            ferry(then=[{"seat": 0, "coin": 2}]),
            {},
            "then.0: contains unknown field 'coin'; choose seat, view, coins, hand, shown or crossed",
        ),
        (ferry(then=[{"winds": 2}]), {}, "unknown field 'winds'; choose view, round, wind, pile, over or winners"),
        (ferry(then=[{"pending": "turns"}]), {}, "then.0.pending: unknown question 'turns'; did you mean turn?"),
        (ferry(then=[{"event": "ferry.storm", "kind": "gale"}]), {}, "then.0.kind: there is no kind of event 'gale'"),
    ],
)
def test_what_is_not_of_the_game_is_refused_in_one_line(source: Any, options: dict[str, Any], refused: str) -> None:
    with pytest.raises(LabError) as error:
        bl.scenario(source, **options)
    assert refused in str(error.value)
    assert "\n" not in str(error.value)


def test_a_game_without_fields_has_no_scenarios(monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = shelf.find("ferry")
    monkeypatch.setattr(manifest, "_written", {"kit": "rules:FerryKit", "set_up": "rules:set_up", "words": "lab", "texts": "."})
    monkeypatch.setattr(manifest, "_made", {})
    for asked in (lambda: bl.new_game("ferry", 2).to_scenario(), lambda: bl.scenario(STORM, game="ferry")):
        with pytest.raises(LabError, match="Ferry has no scenarios"):
            asked()


def test_open_cases_are_those_of_the_rules_or_without_rules_all_that_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = shelf.find("ferry")
    source = ferry(discrepancies=["F-1"])
    with pytest.raises(LabError, match=r"discrepancies\.0: no rule cites an entry 'F-1'"):
        bl.scenario(source)
    listed = {name: written for name, written in manifest._written.items() if name != "catalogue"} | {"discrepancies": "LISTED"}
    monkeypatch.setattr(manifest, "_written", listed)
    monkeypatch.setattr(manifest, "_made", {"discrepancies": frozenset({"F-1"})})
    scenarios._entries.cache_clear()
    try:
        assert bl.scenario(source).pending is not None
        with pytest.raises(LabError, match="no rule cites an entry 'F-2'"):
            bl.scenario(ferry(discrepancies=["F-2"]))
    finally:
        scenarios._entries.cache_clear()


# Proving


def test_the_proof_holds() -> None:
    proof = prove(Scenario.read(STORM, "ferry"))
    assert proof.differences == []
    assert [deed.player for deed in proof.deeds] == [0, 0, 1]


@pytest.mark.parametrize(
    ("when", "then", "difference"),
    [
        ([{"choice": "cross:9"}], {"seat": 0, "coins": 3}, "then.0: seat 0: coins is 2, not 3"),
        ([{"choice": "cross:9"}], {"seat": 0, "hand": [2, 9]}, "then.0: seat 0: hand is [2], not [2, 9]"),
        ([{"choice": "cross:9"}], {"seat": 0, "hand": 2}, "then.0: seat 0: hand is 1, not 2"),
        ([], {"wind": 6}, "then.0: wind is 4, not 6"),
        ([], {"over": True}, "then.0: over is False, not True"),
        ([], {"view": 1, "seat": 0, "hand": [9, 2]}, "then.0: seat 0: hand is ['?', '?'], not [9, 2]"),
        ([{"seat": 1, "choice": "wait"}], {}, "when.0: it is not seat 1 that decides"),
        ([{"refused": "cross:9", "rule": "ferry.stronger"}], {}, "when.0: cross:9 is not refused"),
        ([{"refused": "cross:2", "rule": "ferry.storm"}], {}, "when.0: cross:2 is refused by ferry.stronger, not by ferry.storm"),
        ([{"chance": "wind:4"}], {}, "when.0: "),
    ],
)
def test_a_proof_fails_when_something_came_otherwise(when: list[Any], then: dict[str, Any], difference: str) -> None:
    proof = prove(Scenario.read(ferry(when=when, then=[then] if then else [])))
    assert not proof.holds
    assert proof.differences[0].startswith(difference)
    assert "✗" in proof.told()


def test_chance_is_set_by_its_notation() -> None:
    given = {"players": [{}, {}], "round": 2}
    proof = prove(Scenario.read({"game": "ferry", "given": given, "when": [{"chance": "wind:6"}], "then": [{"wind": 6}]}))
    assert (proof.differences, proof.game.state.round, proof.game.pending.player) == ([], 2, 0)  # type: ignore[union-attr]


def test_it_is_told_in_the_languages_of_the_game() -> None:
    proof = prove(Scenario.read(STORM, "ferry"))
    told = proof.told().splitlines()
    assert told[0] == "A storm and an empty purse"
    assert "  Wind: 4" in told
    assert "  2. Player 1: Cross with the 9" in told
    assert any(line.startswith("  ✓ Player 1: coins: 2; ") and line.endswith("shown: 3; crossed: 9") for line in told)
    french = proof.told("fr").replace("\u00a0", " ").splitlines()
    assert french[0] == "Une tempête et une bourse vide"
    assert "  Vent : 4" in french
    assert any("pièces : 2" in line and "traversées : 9" in line for line in french)


# Writing


@pytest.mark.parametrize("steps", range(0, 30, 3))
def test_a_game_becomes_a_scenario_and_back(steps: int) -> None:
    game = bl.new_game("ferry", 3, 4)
    for _ in range(steps):
        if not game.over:
            game.play(game.legal()[steps % len(game.legal())])
    data = game.to_scenario("again", since=game.root)
    assert data["game"] == "ferry"
    proof = prove(Scenario.read(data))
    assert (proof.differences, proof.game.state.digest()) == ([], game.state.digest())
    assert bl.scenario(game.to_scenario()).kit.name == "ferry"


# Showing


def test_the_difference_of_two_positions_is_told_by_fields() -> None:
    game = prove(Scenario.read(STORM, "ferry")).game
    found = bl.score_difference(game, 0, game.node)
    assert {(item.thing, item.seat): item.change for item in found.differing if "." not in item.thing} == {
        ("score", 0): 9,
        ("shown", 0): 1,
        ("crossed", 0): 1,
        ("hand", 1): -1,
    }
    assert "traversées" in found.told("fr")
    assert "crossed" in found._repr_html_()


@pytest.mark.parametrize(("lang", "words"), [("en", ("coins", "wind", "9, 2")), ("fr", ("pièces", "vent", "9, 2"))])
def test_a_terminal_shows_every_field(lang: str, words: tuple[str, ...]) -> None:
    game = bl.scenario(STORM, game="ferry")
    console = Console(width=80, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(game.manifest.terminal(game.state, game.names, None, lang))
    text = console.export_text()
    assert all(word in text for word in (*words, *game.names))
    console.print(game.manifest.terminal(game.state, game.names, 1, lang))
    hidden = console.export_text()
    assert "9, 2" not in hidden
    assert "?, ?" in hidden


# Editing


def test_a_form_has_a_row_a_field() -> None:
    draft = Draft.of_game(bl.scenario(STORM, game="ferry"))
    parts = Form(draft, Open(), "en", "people").parts()
    assert [name for name in ("round", "wind", "pile", "seat") if f"edit.{name}" in parts["table"]] == [
        "round",
        "wind",
        "pile",
        "seat",
    ]
    assert all(f"edit.{name}" in parts["player"] for name in ("name", "coins", "hand_add", "hand_drop", "crossed_add"))


def test_a_draft_is_changed_by_its_fields_and_read_by_the_real_reader() -> None:
    draft = Draft.of_game(bl.scenario(STORM, game="ferry"))
    acts = Form.acts(draft.manifest)

    def press(name: str, typed: str, seat: int = 0) -> None:
        acts[name][1](draft, Open(seat), typed)

    press("coins", "7")
    press("hand_add", "8")
    press("hand_drop", "0")
    press("wind", "1")
    assert (draft.fault, draft.state.players[0].coins, draft.state.players[0].hand, draft.state.wind) == (None, 7, (2, 8), 1)
    press("wind", "9")
    assert draft.fault is not None
    assert (draft.fault.field, draft.fault.rule, draft.state.wind) == ("wind", "ferry.wind", 1)
    press("wind", "4")
    press("players", "3")
    press("seat", "2")
    press("name", "Ada", 2)
    game = draft.game()
    assert (draft.fault, game.names, game.pending.player) == (None, ("Player 1", "Player 2", "Ada"), 2)  # type: ignore[union-attr]
    press("players", "2")
    assert (draft.fault, len(draft.state.players)) == (None, 2)
    assert bl.scenario(draft.data()).state.digest() == draft.state.digest()


def test_the_explorer_edits_any_game_with_fields() -> None:
    explorer = bl.Explorer(bl.scenario(STORM, game="ferry"), lang="fr")
    explorer.select("edit")
    surface = explorer.surfaces()["inspect-edit"]
    assert all(label in surface.parts["edit-player"] for label in ("pièces", "traversées"))
    for act, typed in (("search", "tempête"), ("from", STORM), ("coins", "5"), ("wind", "1"), ("explore", "")):
        surface.press(f"edit.{act}", typed)
    assert (explorer.message, explorer.game.state.players[0].coins, explorer.game.state.wind) == ("", 5, 1)
    explorer.select("edit")
    surface.press("edit.paste", bl.new_game(2).to_text())
    surface.press("edit.read", "")
    assert "this is a game of Bruges, not of Ferry" in surface.parts["edit-start"]


# The schema


class Words(FieldWords):
    """Words for the fields of no game in particular."""

    def __init__(self) -> None:
        super().__init__(shelf.find("ferry"), None, ("Ada", "Bo"))


@pytest.mark.parametrize(
    ("kind", "value", "said", "told", "counted"),
    [
        (Count(), 3, 3, ["thing: 3"], {"thing": 3}),
        (Flag(), True, True, ["thing: True"], {"thing": 1}),
        (OneSeat(), 1, 1, ["thing: Bo"], {"thing": 1}),
        (Seats(), [0, 1], [0, 1], ["thing: Ada, Bo"], None),
        (OneWord(("low", "high"), first=1), 2, "high", ["thing: high"], None),
        (Row(("a", "b"), "letter"), (0, 2), {"a": 0, "b": 2}, ["thing: a 0", "thing: b 2"], {"thing.a": 0, "thing.b": 2}),
        (Numbers(), (4, 2), [4, 2], ["thing: 4, 2"], {"thing": 2}),
        (Counts("x", "y"), (1, 5), [1, 5], ["thing: 1, 5"], {"thing.x": 1, "thing.y": 5}),
        (Marks(("a", "b"), "letter", "thing"), (False, True), ["b"], ["thing: b"], {"thing.a": 0, "thing.b": 1}),
    ],
)
def test_a_kind_stands_between_state_scenario_and_words(
    kind: Kind, value: Any, said: Any, told: list[str], counted: dict[str, int] | None
) -> None:
    assert kind.said(None, value) == said
    assert kind.read(None, said, value) == value
    assert list(kind.told(Words(), "thing", said)) == told
    assert kind.shown(Words(), None, value)
    if counted is not None:
        assert dict(kind.counted("thing", None, value)) == counted


def test_a_field_that_follows_from_others_cannot_be_set() -> None:
    with pytest.raises(LabError, match="total follows from other fields"):
        Field("total", read=lambda state, seat: 3).put(None, 0, 3)


def test_every_schema_expects_the_end_of_the_game() -> None:
    assert Fields().expected(None) == ("over", "winners")
    assert Fields(types={}).expected(0) == ()


@pytest.mark.parametrize("game", [game.name for game in shelf.games() if game.has("fields")])
def test_every_field_has_bounds_in_a_rule_and_can_be_read_from_a_new_game(game: str) -> None:
    fields, state = shelf.find(game).fields, bl.new_game(game, 2).state
    for seat in (None, 0):
        for field in fields.of(seat).values():
            if not field.of_game and field.is_played(state):
                value = field.value(state, -1 if seat is None else seat)
                assert field.fault(state, value) is None or field.name in ("round", "turn"), field.name
            assert field.rule is None or not shelf.find(game).has("catalogue") or field.rule in shelf.find(game).catalogue


def test_lists_of_words_and_cards_may_be_said_by_number() -> None:
    houses = WordList(("red", "blue"), "colour", "house")
    assert (houses.like(None, [0, 1], 2), houses.said(None, [0, 1])) == (2, ["red", "blue"])
    card = shelf.find("ferry").fields.player["hand"].kind
    assert isinstance(card, Cards)
    assert card.like(None, (3, 1), 5) == 2
