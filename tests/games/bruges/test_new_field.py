"""A new field of Bruges is one line of its schema: scenario, bounds, story, editor, terminal and comparison follow from it."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

import bruges_lab as bl
from bruges_lab.analysis.difference_words import difference_text
from bruges_lab.explorer.panels.edit_form import Open
from bruges_lab.games.bruges import building
from bruges_lab.games.bruges.laid_kinds import SpokenOf
from bruges_lab.games.bruges.manifest import MANIFEST
from bruges_lab.games.bruges.model import Player, State
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.field_kinds import Count, Counts, Kind, Numbers
from bruges_lab.rulebook.fields import Field, Fields
from bruges_lab.rulebook.proving import prove
from bruges_lab.rulebook.scenarios import Scenario

BALES = Field("bales", most=6, rule="action.canal.layout")
"""The one line."""
MODULE = "reshuffle_discard"
"""Some switch of the ruleset, in place of one that turns a module on."""


class Laden(Player):
    """A player with things of a module."""

    bales: int = 0
    crew: tuple[int, ...] = ()
    stacks: tuple[int, ...] = (0, 0)
    guests: tuple[int, ...] = ()


class Harbour(State):
    """A table with something of a module."""

    tide: int = 0


@pytest.fixture
def add(monkeypatch: pytest.MonkeyPatch) -> Any:
    def add(player: tuple[Field, ...] = (), table: tuple[Field, ...] = ()) -> None:
        kept = {name: made for name, made in MANIFEST._made.items() if name not in ("fields", "positions", "scenarios")}
        old = MANIFEST.fields
        fields = Fields((*old.player.values(), *player), (*old.table.values(), *table), old.types)
        monkeypatch.setattr(MANIFEST, "_made", {**kept, "fields": fields})
        monkeypatch.setattr(building, "Player", Laden)
        monkeypatch.setattr(building, "State", Harbour)

    return add


def given(*, rules: dict[str, Any] | None = None, **player: Any) -> dict[str, Any]:
    return {"players": [player, {}], **({"switches": rules} if rules else {})}


def refused(data: dict[str, Any]) -> str:
    with pytest.raises(LabError) as error:
        Scenario.read(data)
    return str(error.value).removeprefix("scenario: scenario: ")


def form(found: Scenario) -> Any:
    editor = MANIFEST.editor
    return editor(editor.drafts(found), Open(0), "en", "people")


def printed(state: State) -> str:
    console = Console(file=io.StringIO(), width=80)
    console.print(MANIFEST.terminal(state))
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_a_position_is_given_by_it_and_its_bounds_are_kept(add: Any) -> None:
    add((BALES,))
    assert [p.bales for p in Scenario.read({"given": given(bales=4)}).state.players] == [4, 0]  # type: ignore[attr-defined]
    assert refused({"given": given(bales=7)}) == "given.players.0.bales: 7 is not from 0 to 6 (action.canal.layout)"
    assert refused({"given": given(bales=-1)}) == "given.players.0.bales: -1 is not from 0 to 6 (action.canal.layout)"
    assert refused({"given": given(bales="x")}) == "given.players.0.bales: Expected 'int | null', got 'str'"
    assert refused({"given": given(bale=1)}).endswith("unseen, majorities, gate or bales")


def test_it_is_expected_and_told(add: Any) -> None:
    add((BALES,))
    proof = prove(Scenario.read({"given": given(bales=4), "then": [{"seat": 0, "bales": 4}, {"seat": 1, "bales": 2}]}))
    assert [difference.partition(":")[0] for difference in proof.differences] == ["then.1"]
    story = proof.told("en")
    assert "Swan: bales: 4" in story
    assert "✓ Swan: bales: 4" in story
    assert "✗ Lion: bales: 2" in story


def test_a_position_with_it_becomes_a_scenario(add: Any) -> None:
    add((BALES,))
    written = MANIFEST.positions.latest(bl.scenario({"given": given(bales=4)}))
    assert written["players"][0]["bales"] == 4
    assert "bales" not in written["players"][1]


def test_the_editor_has_a_row_for_it(add: Any) -> None:
    add((BALES,))
    shown = form(Scenario.read({"given": given(bales=4)}))
    assert 'value="4" class="bl-numeric" data-act="edit.bales"' in shown.parts()["player"]
    where, act = type(shown).acts(MANIFEST)["bales"]
    act(shown.draft, Open(0), "5")
    assert (where, shown.draft.state.players[0].bales, shown.draft.fault) == ("*.bales", 5, None)
    act(shown.draft, Open(0), "9")
    assert shown.draft.fault == ("players.0.bales", "9 is not from 0 to 6", "action.canal.layout")
    assert "9 is not from 0 to 6" in shown.parts()["player"]


def test_a_terminal_prints_it_and_a_difference_counts_it(add: Any) -> None:
    add((BALES,))
    game = bl.scenario({"given": given(bales=4)})
    assert "│ bales       4 " in printed(game.state)
    before = game.node
    game.play(game.legal()[0])
    game.node.state.players[0].bales = 1
    assert "bales 4 → 1 (-3)" in " ".join(difference_text(bl.score_difference(game, before, game.node)).split())


@pytest.mark.parametrize(
    ("kind", "name", "said", "value", "shown"),
    [
        (Count(), "bales", 2, 2, "2"),
        (Numbers(), "crew", [3, 1], (3, 1), "3 1"),
        (Counts("near", "far"), "stacks", [5, 6], (5, 6), "5  6"),
        (SpokenOf(), "guests", ["thief"], None, "Thief"),
    ],
)
def test_counts_lists_of_counts_and_lists_of_names_are_lines_too(
    add: Any, kind: Kind, name: str, said: Any, value: Any, shown: str
) -> None:
    add((Field(name, kind),))
    found = Scenario.read({"given": given(**{name: said}), "then": [{"seat": 0, name: said}]})
    assert prove(found).differences == []
    assert value is None or getattr(found.state.players[0], name) == value
    assert f"{name:<10}  {shown}" in printed(found.state)
    assert f'data-act="edit.{name}' in form(found).parts()["player"]


def test_a_field_of_the_table_is_a_line_too(add: Any) -> None:
    add(table=(Field("tide", most=3, rule="comp.dice"),))
    found = Scenario.read({"given": {**given(), "tide": 2}, "then": [{"tide": 2}]})
    assert prove(found).differences == []
    assert "Tide: 2" in prove(found).told("en")
    assert "│ tide        2 " in printed(found.state)
    assert 'data-act="edit.tide"' in form(found).parts()["table"]
    assert refused({"given": {**given(), "tide": 4}}) == "given.tide: 4 is not from 0 to 3 (comp.dice)"


def test_a_field_of_a_module_is_there_only_with_it(add: Any) -> None:
    add((BALES._replace(module=MODULE),))
    problem = f"given.players.0.bales: there is none without {MODULE} = true (action.canal.layout)"
    assert refused({"given": given(bales=4)}) == problem
    without, within = (Scenario.read({"given": given(rules={MODULE: on})}) for on in (False, True))
    assert "bales" not in printed(without.state) + form(without).parts()["player"]
    assert "bales" in printed(within.state)
    assert "edit.bales" in form(within).parts()["player"]
    assert "bales" in MANIFEST.score_parts.things(within.state, 0)
    assert "bales" not in MANIFEST.score_parts.things(without.state, 0)
    assert Scenario.read({"given": given(rules={MODULE: True}, bales=4)}).state.players[0].bales == 4  # type: ignore[attr-defined]
