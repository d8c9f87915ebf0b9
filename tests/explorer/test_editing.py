"""The position editor without a browser: what is typed is checked by the real reader, what is wrong stands beside its field."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab.explorer.editing import Draft, scenario_in
from bruges_lab.explorer.panels.scenario_panel import titles
from bruges_lab.games.bruges.manifest import MANIFEST
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.bruges.panels.position_draft import BrugesDraft
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.proving import prove
from bruges_lab.rulebook.scenario_text import scenario_toml
from bruges_lab.rulebook.scenarios import Scenario
from bruges_lab.rulebook.texts import LANGUAGES

FIRE = "fire_and_plague"


class Editor:
    """An explorer with its editor open, to be pressed."""

    def __init__(self, game: Any = None, **options: Any) -> None:
        self.explorer = bl.Explorer(bl.scenario("three_actions_discard_the_card") if game is None else game, **options)
        self.explorer.select("edit")
        self.surface = self.explorer.surfaces()["inspect-edit"]

    def press(self, act: str, value: str = "") -> Editor:
        self.surface.press(f"edit.{act}", value)
        return self

    @property
    def tab(self) -> Any:
        return self.explorer._stage._inspectors["edit"]  # type: ignore[union-attr]

    @property
    def draft(self) -> Draft:
        return self.tab.current  # type: ignore[no-any-return]

    @property
    def message(self) -> str:
        return self.explorer.message

    def shown(self, *parts: str) -> str:
        return "".join(part for name, part in self.surface.parts.items() if not parts or name in parts)

    def wrong(self) -> list[str]:
        """What is said to be wrong, wherever it is said."""
        return [
            unescape(re.sub(r"<[^>]+>", "", found)) for found in re.findall(r'class="bl-wrong"[^>]*>(.*?)</div>', self.shown())
        ]

    def row(self, label: str) -> str:
        """The row of the form with this label, and what stands below it."""
        (found,) = re.findall(
            rf'<div class="bl-editrow[^"]*"><span class="bl-editlabel">{label}</span>.*?(?=<div class="bl-editrow|$)',
            self.shown("edit-player"),
        )
        return str(found)


# Where it starts


def test_it_opens_with_the_position_of_the_game() -> None:
    editor = Editor()
    state = editor.explorer.game.state
    assert editor.draft.state.players[0].hand == state.players[0].hand
    assert 'data-act="edit.guilders"' in editor.row("guilders")
    assert editor.draft.fault is None


def test_an_empty_table_has_as_many_players() -> None:
    assert Editor(bl.new_game(4)).press("from_empty").draft.state.players[3].hand == ()


@each("name", list(BRUGES.scenarios))
def test_every_scenario_can_be_edited(name: str) -> None:
    draft = BrugesDraft.of_scenario(name)
    there, here = draft.game(), bl.scenario(name)
    for mine, its in zip(here.state.players, there.state.players, strict=True):
        assert (mine.points, mine.guilders, mine.workers, mine.threats) == (its.points, its.guilders, its.workers, its.threats)
        assert (mine.hand, mine.canals, mine.statues, mine.majorities) == (its.hand, its.canals, its.statues, its.majorities)
        assert [house[:3] for house in mine.houses] == [house[:3] for house in its.houses]
    assert (here.state.round, here.state.phase, here.state.start) == (there.state.round, there.state.phase, there.state.start)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_scenarios_are_found_by_name_and_by_title_in_the_language(lang: str) -> None:
    title = BRUGES.scenarios[FIRE][0].title[lang]
    editor = Editor(lang=lang)
    for words in (FIRE, title.upper()):
        assert f'data-value="{FIRE}"' in editor.press("search", words).shown("edit-start")
    assert 'data-act="edit.from"' not in editor.press("search", "no such thing anywhere").shown("edit-start")
    found, count = titles(MANIFEST, lang, "", 5)
    assert (len(found), count) == (5, len(BRUGES.scenarios))


def test_a_scenario_that_is_pressed_is_edited() -> None:
    editor = Editor().press("from", FIRE)
    assert editor.draft.state.digest() == Scenario.read(FIRE).state.digest()
    assert editor.press("from", "no_such_scenario").message == "unknown scenario 'no_such_scenario'"
    assert editor.draft.state.digest() == Scenario.read(FIRE).state.digest()


@pytest.mark.parametrize("whole", ["file", "fields", "given"])
def test_a_pasted_scenario_is_edited(whole: str) -> None:
    data = bl.scenario(FIRE).to_scenario("mine")
    text = scenario_toml(data)
    if whole != "file":
        text = text.partition("[[scenario]]")[2]
    if whole == "given":
        text = "round = 3\nplayers = [{ guilders = 9 }, {}]\n"
    editor = Editor().press("paste", text).press("read")
    assert editor.wrong() == []
    assert editor.draft.state.round == (3 if whole == "given" else data["given"]["round"])


def test_the_short_text_of_a_game_is_edited_or_opened() -> None:
    other = bl.new_game(4, 3)
    editor = Editor().press("paste", other.to_text()).press("read")
    assert len(editor.draft.given["players"]) == 4
    editor.press("open_text")
    assert editor.explorer.opened
    assert editor.explorer.game.state.digest() == other.state.digest()


@each("text", ["", "  ", "BL1-nonsense", "x = [", "a = 1", "[[scenario]]\n[[scenario]]\n", "given = 7", "[" * 5000])
def test_a_text_that_is_neither_changes_nothing(text: str) -> None:
    editor = Editor()
    before, game = editor.draft.data(), editor.explorer.game
    editor.press("paste", text)
    for act in ("read", "open_text"):
        editor.press(act)
        assert editor.message
        assert "\n" not in editor.message
        assert editor.wrong() == [editor.message]
    assert (editor.draft.data(), editor.explorer.game) == (before, game)


# Fields


@each(
    ("act", "typed", "read"),
    [
        ("round", "4", lambda s: s.round == 4),
        ("turn", "3", lambda s: s.turn == 3),
        ("start", "1", lambda s: s.start == 1),
        ("seat", "1", lambda s: s.agenda[-1] == ("turn", 1, 1)),
        ("phase", "majorities", lambda s: s.phase == 4),
        ("final_round", "9", lambda s: s.final_round == 9),
        ("dice.red", "6", lambda s: s.dice[3] == 6),
        ("players", "4", lambda s: len(s.players) == 4),
        ("guilders", "17", lambda s: s.players[0].guilders == 17),
        ("points", "33", lambda s: s.players[0].points == 33),
        ("reputation", "5", lambda s: s.players[0].reputation == 5),
        ("workers.purple", "8", lambda s: s.players[0].workers[4] == 8),
        ("threats.yellow", "2", lambda s: s.players[0].threats[2] == 2),
        ("canals.right", "5", lambda s: s.players[0].canals == (0, 5) and s.players[0].claimed == (False, True)),
        ("majorities", "people", lambda s: s.players[0].majorities == (False, True, False)),
        ("hand_add", "Prince", lambda s: s.deck[s.players[0].hand[-1]].id == "prince"),
        ("hand_add", "Prinz", lambda s: s.deck[s.players[0].hand[-1]].id == "prince"),
        ("hand_add", "violet", lambda s: s.deck[s.players[0].hand[-1]].colour == "purple"),
        ("house_add", "brown", lambda s: s.deck[s.players[0].houses[-1].card].colour == "brown"),
        ("pile0", "7", lambda s: s.left[0] == 7),
        ("top1", "Thief", lambda s: s.deck[s.top(1)].id == "thief"),
        ("top0", "yellow", lambda s: s.deck[s.top(0)].colour == "yellow"),
    ],
)
def test_a_field_that_is_changed_changes_the_position(act: str, typed: str, read: Any) -> None:
    for editor in (Editor().press("from", "three_actions_discard_the_card"), Editor()):  # piles by seed, and card by card
        before = editor.shown()
        editor.press(act, typed)
        assert (editor.draft.fault, editor.wrong()) == (None, [])
        assert read(editor.draft.state)
        assert read(editor.draft.game().start)
        assert editor.shown() != before


@each(
    ("act", "typed", "field", "problem"),
    [
        ("guilders", "-1", "players.0.guilders", "less than nothing"),
        ("threats.red", "3", "players.0.threats", "damage comes at 3"),
        ("reputation", "99", "players.0.reputation", "steps"),
        ("canals.left", "6", "players.0.canals", "a section has 5 spaces"),
        ("turn", "9", "turn", "is not from 1 to 4"),
        ("round", "0", "round", "is not from 1"),
        ("dice.blue", "0", "dice", "all five dice"),
        ("dice.blue", "7", "dice", "a die shows 1 to 6"),
        ("start", "7", "start", "7 is not from 0 to 1"),
        ("statues", "7", "players.0.statues", "1 statues for 0 sections"),
    ],
)
def test_what_the_reader_refuses_stands_beside_its_field_and_the_picture_stays(
    act: str, typed: str, field: str, problem: str
) -> None:
    editor = Editor()
    picture = editor.shown("seat0.threats", "seat0.guilders", "seat0.canals", "seat0.hand", "dice", "bar")
    legal = editor.draft.state.digest()
    editor.press(act, typed)
    if act == "statues":  # a statue makes its section claimed, so it takes more than there are sections
        editor.press("statues", "6").press("statues", "5")
        field, problem = "players.0.statues", "3 statues for 2 sections"
        legal, picture = editor.draft.state.digest(), ""
    assert editor.draft.fault is not None
    assert editor.draft.fault.field == field
    (wrong,) = editor.wrong()
    assert problem in wrong
    assert f'data-fault="{field}"' in editor.shown()
    assert editor.draft.state.digest() == legal
    if picture:
        assert editor.shown("seat0.threats", "seat0.guilders", "seat0.canals", "seat0.hand", "dice", "bar") == picture
    game = editor.explorer.game
    editor.press("explore")
    assert editor.explorer.game is game
    assert problem in editor.message


def test_a_fault_of_another_player_marks_that_seat() -> None:
    editor = Editor().press("threats.red", "3").press("open", "1")
    assert "⚠" in editor.shown("edit-seats")
    assert "damage comes at 3" in editor.shown("edit-fault")
    editor.press("open", "0")
    assert "damage comes at 3" in editor.row("threat markers")
    assert editor.press("threats.red", "2").wrong() == []


@each("typed", ["", "x", "1.5", "9" * 30, "１２", "--1", "<b>", "\x00"])
@each("act", ["guilders", "round", "workers.red", "pile0", "players", "start"])
def test_what_is_no_number_is_refused_beside_the_field_and_changes_nothing(act: str, typed: str) -> None:
    editor = Editor()
    before = editor.draft.data()
    editor.press(act, typed)
    assert len(editor.wrong()) == 1
    assert editor.draft.data() == before


@each(
    ("act", "value"),
    [
        *(("hand_drop", "99"), ("hand_drop", "x"), ("house_drop", "0"), ("hand_add", "nobody"), ("hand_add", "")),
        *(("house_add", ""), ("majorities", "x"), ("statues", "x"), ("phase", "x"), ("players", "9"), ("seat", "x")),
        *(("hand_add", "Squire"), ("house_add", "squire"), ("top1", "squire")),  # in hand already
        *(("top0", "nobody"), ("pile0", "999"), ("name", ""), ("name", "x" * 99), ("open", "x"), ("house", "x"), ("steps", "x")),
    ],
)
def test_no_act_raises_and_none_is_half_done(act: str, value: str) -> None:
    editor = Editor()
    before = editor.draft.data()
    editor.press(act, value)
    assert len(editor.wrong()) == 1
    assert editor.draft.data() == before
    assert editor.draft.game().state.digest() == editor.explorer.game.state.digest()


def test_houses_are_opened_changed_and_taken_away() -> None:
    editor = Editor().press("house_add", "blue").press("house", "0")
    deck = editor.draft.state.deck

    def house() -> bl.House:
        return editor.draft.state.players[0].houses[0]

    editor.press("house_person", "King").press("house_used", "1")
    assert (deck[house().person].id, house().used) == ("king", True)
    editor.press("house_card", "red")
    assert deck[house().card].colour == "red"
    editor.press("house_person", "")
    assert (house().person, house().used) == (-1, False)
    editor.press("house_drop", "0")
    assert (editor.draft.state.players[0].houses, editor.draft.fault) == ((), None)


def test_cards_go_somewhere_and_come_from_somewhere() -> None:
    editor = Editor()
    state = editor.draft.state
    discarded = len(state.discard)
    editor.press("hand_drop", "0")
    assert (len(editor.draft.state.discard), editor.draft.fault) == (discarded + 1, None)
    top = state.deck[state.top(0)].id  # type: ignore[index]
    editor.press("hand_add", top)
    assert (editor.draft.state.left[0], editor.draft.fault) == (state.left[0] - 1, None)
    editor.press("pile0", "30").press("pile1", "30").press("pile0", "34")
    assert (editor.draft.state.left, editor.draft.fault) == ((34, 30), None)


def test_a_player_who_leaves_lays_the_cards_aside() -> None:
    game = bl.new_game(3, 7)
    for _ in range(15):
        game.play(0)
    editor = Editor(game).press("open", "2").press("players", "2")
    assert (len(editor.draft.state.players), editor.draft.fault) == (2, None)
    assert editor.press("players", "4").draft.state.players[3].points == 5


def test_names_are_text() -> None:
    hostile = "<img src=x onerror=alert(1)>"
    editor = Editor().press("name", hostile)
    assert "<img" not in editor.shown()
    assert "&lt;img" in editor.shown()
    assert editor.press("explore").explorer.names[0] == hostile


# What is done with it


def test_an_edited_position_is_explored_and_the_first_game_is_kept() -> None:
    editor = Editor()
    first = editor.explorer.game
    editor.press("guilders", "44").press("explore")
    assert editor.explorer.game.state.players[0].guilders == 44
    assert first.state.players[0].guilders == 5
    editor.explorer.back()
    assert editor.explorer.game is first


def test_a_short_text_is_shown_to_copy() -> None:
    editor = Editor().press("guilders", "44").press("share", "draft")
    (text,) = re.findall(r"<textarea[^>]*readonly[^>]*>(BL1-[^<]+)</textarea>", editor.shown("edit-share"))
    assert bl.from_text(text).state.players[0].guilders == 44
    editor.press("share", "game")
    (text,) = re.findall(r"<textarea[^>]*readonly[^>]*>(BL1-[^<]+)</textarea>", editor.shown("edit-share"))
    assert bl.from_text(text).state.digest() == editor.explorer.game.state.digest()


def test_a_game_is_saved_replaced_only_when_asked_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    editor = Editor().press("path", str(path)).press("save")
    assert "game.json" in editor.message
    saved = path.read_bytes()
    editor.explorer.choose("workers:squire")
    editor.press("save")
    assert path.read_bytes() == saved
    assert "edit.replace_game" in editor.shown("edit-game")
    editor.press("keep")
    assert "edit.replace_game" not in editor.shown("edit-game")
    editor.press("replace_game")
    assert path.read_bytes() == saved
    editor.press("replace_game")
    assert path.read_bytes() != saved
    editor.press("load")
    assert editor.explorer.opened
    assert len(editor.explorer.game.nodes) == 2


@pytest.mark.parametrize("content", [None, b"", b"{}", b"\xff\xfe", b"[" * 9000])
def test_a_bad_file_is_one_line_and_changes_nothing(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "bad.json"
    if content is not None:
        path.write_bytes(content)
    editor = Editor()
    game = editor.explorer.game
    editor.press("path", str(path)).press("load")
    assert editor.wrong() == [editor.message]
    assert "\n" not in editor.message
    assert editor.explorer.game is game


@pytest.mark.parametrize("path", ["", "/no/such/folder/game.json", "\x00", "x" * 400])
def test_a_place_that_cannot_be_written_is_one_line(path: str) -> None:
    editor = Editor()
    for act in ("save", "save_scenario"):
        editor.press("path", path).press("scenario_path", path).press(act)
        assert editor.message
        assert editor.wrong() == [editor.message]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_latest_steps_become_a_scenario_that_holds(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "two_workers.toml"
    editor = Editor(lang=lang)
    editor.explorer.choose("workers:squire")
    editor.press("title", 'He said "so" <b>').press("scenario_path", str(path)).press("steps", "1").press("save_scenario")
    assert "two_workers.toml" in editor.message
    scenario = Scenario.read(path)
    assert (scenario.name, scenario.title) == ("two_workers", {lang: 'He said "so" <b>'})
    assert [step.choice for step in scenario.record.when] == ["workers:squire"]
    assert prove(scenario).holds
    before = path.read_bytes()
    editor.press("save_scenario")
    assert path.read_bytes() == before
    assert "edit.replace_scenario" in editor.shown("edit-scenario")
    editor.press("scenario_name", "another").press("replace_scenario").press("save_scenario").press("replace_scenario")
    assert Scenario.read(path).name == "another"


def test_a_scenario_with_a_bad_name_is_refused_and_no_file_is_left(tmp_path: Path) -> None:
    editor = Editor().press("scenario_path", str(tmp_path / "x.toml")).press("scenario_name", "No Name").press("save_scenario")
    assert "small letters" in editor.message
    assert list(tmp_path.iterdir()) == []


def test_the_explorer_saves_a_scenario_by_name(tmp_path: Path) -> None:
    explorer = bl.Explorer(bl.scenario("three_actions_discard_the_card"))
    root = explorer.game.node
    explorer.choose("workers:squire")
    explorer.save_scenario(tmp_path / "a.toml", "two_workers", "Two workers", since=root)
    assert prove(Scenario.read(tmp_path / "a.toml")).holds
    with pytest.raises(LabError, match="there is such a file already"):
        explorer.save_scenario(tmp_path / "a.toml")


# Who may see what


def test_who_looks_as_one_player_gets_nothing_of_the_others() -> None:
    game = bl.new_game(2, 7)
    while game.state.phase == 1:
        game.play("draw:first")
    editor = Editor(game, seat=0)
    names = [game.state.deck[card].id for card in game.state.players[1].hand]
    assert (editor.draft.given["piles"], editor.draft.given["players"][1]["hand"]) == (None, [])
    for act, value in (("from_here", ""), ("share", "game")):
        assert f'data-act="edit.{act}" data-value="{value}"' not in editor.shown()
        assert "all hands are visible" in editor.press(act, value).message
    assert not any(f'"{name}"' in str(editor.draft.data()) for name in names)
    assert (editor.shown("edit-scenario"), editor.tab.shared) == ("", "")


def test_another_seat_does_not_see_what_was_edited_before() -> None:
    editor = Editor().press("guilders", "44")
    editor.explorer.look_as(1)
    assert editor.draft.given["players"][0]["guilders"] == 5
    assert editor.draft.given["piles"] is None


def test_a_covered_screen_shows_nothing_of_it() -> None:
    game = bl.new_game(2, 7)
    editor = Editor(game, seat=0, hand_over=True)
    while editor.explorer.covered_for is None:
        editor.explorer.choose("draw:first")
    assert editor.shown() == ""
    editor.explorer.take_over()
    assert 'data-act="edit.guilders"' in editor.shown()


def test_what_is_told_again_takes_no_message_away(tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    editor = Editor().press("path", path).press("save").press("path", path).press("guilders", "5")
    assert "game.json" in editor.message
    editor.press("save").press("path", path)
    assert "edit.replace_game" in editor.shown("edit-game")
    editor.press("keep").press("guilders", "x")
    assert editor.press("path", path).wrong() == ["x is not a whole number up to 10000"]
    assert editor.press("guilders", "5").wrong() == []


def test_a_click_on_the_picture_moves_nothing() -> None:
    editor = Editor()
    node = editor.explorer.game.node
    editor.surface.press("target", "hand:0:squire")
    assert editor.explorer.game.node is node


# In all languages, and after stepping


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_said_in_the_language(lang: str) -> None:
    editor = Editor()
    editor.explorer.set_language(lang)
    text = editor.press("house_add", "blue").press("house", "0").shown()
    assert editor.surface.language == lang
    assert "edit." not in re.sub(r'data-(?:act|key)="[^"]*"', "", text)


def test_stepping_on_leaves_the_draft() -> None:
    editor = Editor().press("guilders", "44")
    editor.explorer.choose("workers:squire")
    assert editor.draft.given["players"][0]["guilders"] == 44


@pytest.mark.parametrize("text", ["given = { players = 7 }", "players = [{}, {}]"])
def test_a_scenario_is_found_in_a_text(text: str) -> None:
    assert "given" in scenario_in(text)


# Places and piles that a scenario can name


def test_threats_dealt_is_a_place_of_its_own() -> None:
    editor = Editor(bl.scenario({"given": {"players": [{}, {}]}}))
    for colour, die in {"blue": 1, "brown": 3, "yellow": 6, "red": 5, "purple": 3}.items():
        editor.press(f"dice.{colour}", str(die))
    editor.press("phase", "dealt")
    assert editor.wrong() == []
    assert re.search(r'<option value="dealt" selected="selected">[^<]*, threat markers dealt</option>', editor.shown())
    game = editor.draft.game()
    assert game.pending is not None
    assert (game.pending.kind, game.state.players[0].threats) == ("advance", (0,) * 5)
    editor.press("phase", "dice")
    assert sum(editor.draft.game().state.players[0].threats) == 2
    editor.press("phase", "dealt").press("dice.red", "0")
    assert "five dice" in editor.wrong()[0]


def test_piles_by_number_are_spelled_out() -> None:
    draft = BrugesDraft.of_scenario({"given": {"piles": [3, ["prince"]], "extra": 99, "players": [{}, {}]}})
    assert [len(draft.given["piles"][0]), draft.given["piles"][1], len(draft.given["extra"])] == [3, ["prince"], 99]
    assert Scenario.read(draft.data()).state.digest() == draft.state.digest()
    draft.put_pile(0, 2)
    draft.add_card(0, "hand", "thief")
    assert draft.fault is None
    assert draft.state.left == (2, 1)
