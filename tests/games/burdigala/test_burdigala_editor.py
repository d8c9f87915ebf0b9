"""The position editor of Burdigala without a browser: what is typed or picked changes the draft, and what is wrong is said."""

from __future__ import annotations

from collections import Counter

import pytest
from burdigala_tables import random_game

from bruges_lab.explorer.panels.edit_form import Open
from bruges_lab.games.burdigala.manifest import MANIFEST
from bruges_lab.games.burdigala.panels.position_draft import BurdigalaDraft
from bruges_lab.games.burdigala.panels.position_form import BurdigalaForm
from bruges_lab.games.burdigala.stages import STAGES
from bruges_lab.kernel import Game
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.texts import LANGUAGES

ACTS = BurdigalaForm.acts(MANIFEST)


def do(draft: BurdigalaDraft, act: str, typed: str = "", seat: int = 0) -> BurdigalaDraft:
    ACTS[act][1](draft, Open(seat), typed)
    return draft


def given(**more: object) -> BurdigalaDraft:
    return BurdigalaDraft.of_scenario({"given": {"players": [{}, {}], **more}}, "burdigala")


def test_the_editor_is_that_of_the_manifest() -> None:
    assert MANIFEST.editor is BurdigalaForm
    assert MANIFEST.editor.drafts is BurdigalaDraft


@pytest.mark.parametrize("choices", [2, 30, 90])
def test_a_game_is_edited_where_it_stands(choices: int) -> None:
    game = random_game(3, 7, choices)
    draft = BurdigalaDraft.of_game(game)
    assert draft.fault is None
    again = draft.read().state
    assert [list(player.meeples) for player in again.players] == [player["meeples"] for player in draft.given["players"]]
    assert again.laid_tiles == game.state.laid_tiles


def test_every_stage_can_be_chosen_from_every_other() -> None:
    draft = given(stage="move", dice=[3, 4])
    for first in STAGES:
        for then in STAGES:
            assert do(do(draft, "stage", first), "stage", then).fault is None, (first, then)
            assert draft.given["stage"] == then
    with pytest.raises(LabError, match="is not one of placing"):
        do(draft, "stage", "noon")


def test_dice_that_are_typed_are_as_they_fell() -> None:
    draft = do(given(stage="move", dice=[3, 4]), "dice", "5 5")
    assert (draft.state.dice, draft.state.thrown, draft.state.is_double) == ((5, 5), (5, 5), True)
    assert do(draft, "dice", "9 1").fault is not None
    assert draft.fault is not None
    assert (draft.fault.field, draft.fault.rule) == ("dice", "burdigala.comp.dice")
    assert do(draft, "dice", "1 2").fault is None


def test_a_card_comes_from_the_pile_of_its_own_deck_and_goes_back_there() -> None:
    draft = given(players=[{"hand": ["boat"]}, {"hand": ["boat"], "goods": ["wine"]}])
    do(draft, "hand_add", "boat")
    assert Counter(draft.given["players"][0]["hand"]) == {"boat": 2}
    assert draft.given["players"][1]["hand"] == ["boat"]
    do(draft, "goods_add", "tin", 1)
    assert sorted(draft.given["players"][1]["goods"]) == ["tin", "wine"]
    do(do(draft, "hand_drop", "0"), "goods_drop", "0", 1)
    assert (len(draft.given["goods_pile"]), len(draft.given["plot_pile"])) == (20, 32)
    with pytest.raises(LabError, match="unknown card 'wine'"):
        do(draft, "hand_add", "wine")
    assert draft.fault is None


def test_the_next_card_of_a_pile_is_picked() -> None:
    draft = do(do(given(), "goods_pile_top", "tin"), "plot_pile_top", "sailor")
    assert (draft.given["goods_pile"][0], draft.given["plot_pile"][0]) == ("tin", "sailor")
    assert (draft.state.goods_left, draft.state.plot_left) == (21, 34)
    with pytest.raises(LabError, match="in this pile"):
        do(draft, "goods_pile_top", "gold")


def test_a_site_has_a_tile_cubes_and_a_side() -> None:
    draft = given(tiles={"i": "altar", "v": "necropolis"}, bonus={"ii": 3})
    do(do(draft, "tile0", "necropolis"), "cubes0", "3")
    assert (draft.given["tiles"]["i"], draft.given["tiles"]["v"], draft.state.supply) == ("necropolis", "altar", 27)
    assert do(draft, "cubes0", "4").fault is not None
    do(draft, "complete0")
    assert draft.fault is None
    assert (draft.given["complete"], draft.given["cubes"]["i"], draft.state.supply) == (["i"], 0, 30)
    do(draft, "complete0")
    assert draft.given["complete"] == []
    do(draft, "complete1")
    assert draft.given["bonus"]["ii"] == 0
    do(do(draft, "complete1"), "bonus1", "2")
    assert draft.state.bonus[1] == 2
    for act, typed in (("tile0", "pyramid"), ("tile19", "altar"), ("cubes0", "many")):
        with pytest.raises(LabError):
            do(draft, act, typed)


def test_players_come_and_go() -> None:
    draft = given(stage="build", players=[{"meeples": [7, 2, 3], "goods": ["wine"]}, {}], moved=7)
    do(draft, "players", "4")
    assert (draft.fault, [len(player["meeples"]) for player in draft.given["players"]]) == (None, [2, 2, 2, 2])
    do(draft, "players", "3")
    assert (draft.fault, len(draft.state.players), draft.state.moved) == (None, 3, 7)


def test_the_character_that_moved_is_one_of_whose_turn_it_is() -> None:
    draft = given(stage="build", players=[{"meeples": [7]}, {"meeples": [22]}], moved=7)
    do(draft, "seat", "1")
    assert (draft.fault, draft.state.active, draft.state.moved) == (None, 1, 22)
    do(draft, "meeples", "23", 1)
    assert (draft.fault, draft.state.moved) == (None, 23)


def test_what_was_known_and_is_no_longer_so_is_forgotten() -> None:
    seen = {"goods_seen": [[], ["tin", "wine"]], "pile_seen": ["copper"], "pool_seen": [5]}
    draft = given(players=[seen, {"goods": ["tin", "wine"]}])
    do(draft, "goods_drop", "0", 1)
    assert draft.fault is None
    assert draft.given["players"][0]["goods_seen"] == [[], ["wine"]]
    do(draft, "tokens", "5 5 5 5", 1)
    assert (draft.fault, draft.given["players"][0]["pool_seen"]) == (None, [])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_form_is_drawn_in_a_language(lang: str) -> None:
    draft = given(stage="build", players=[{"hand": ["boat"], "tokens": [4]}, {}])
    parts = BurdigalaForm(draft, Open(0), lang, "people").parts()
    texts = MANIFEST.texts
    assert parts["fault"] == ""
    for name in ("stage", "dice", "goods_pile", "bonus", "complete_one"):
        assert texts.say("field", name, {}, lang) in parts["table"], name
    for name in ("meeples", "hand", "laid", "goods", "tokens", "earned"):
        assert texts.say("field", name, {}, lang) in parts["player"], name
    assert texts.form("plot", "boat", lang) in parts["player"]
    assert "≈" in parts["table"]
    assert parts["table"].count('data-act="edit.tile') == 18


def test_what_is_wrong_stands_beside_its_row() -> None:
    draft = do(given(stage="move", dice=[3, 4]), "dice", "9 1")
    parts = BurdigalaForm(draft, Open(0), "en", "people").parts()
    assert 'data-fault="dice"' in parts["table"]
    assert parts["fault"] == ""
    assert 'value="None"' not in "".join(parts.values())
    do(do(draft, "players", "3"), "dice", "1 2")
    do(draft, "dice", "9 1")
    do(draft, "stage", "build")
    assert 'value="None"' not in "".join(BurdigalaForm(draft, Open(2), "en", "people").parts().values())


def test_a_game_that_begins_with_a_question_is_edited_where_it_stands() -> None:
    """As after “Play it this way”; in the middle of something there is nothing to edit, and it says so."""
    begun = 0
    for game in (random_game(3, 7, choices) for choices in range(8, 60)):
        assert game.pending is not None
        anew = Game(game.kit, game.state.copy())
        if game.pending.kind in ("turn.throw", "turn.move", "turn.move.plain", "turn.build", "turn.build.plain", "turn.end"):
            begun += 1
            again = BurdigalaDraft.of_game(anew).read().game()
            assert again.pending is not None
            assert (again.pending.kind, again.legal()) == (game.pending.kind, game.legal())
        elif game.pending.kind != "place":
            with pytest.raises(LabError, match="in the middle of something"):
                BurdigalaDraft.of_game(anew)
    assert begun > 20
