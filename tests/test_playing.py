"""The game at the terminal: what is typed, what is answered; and the program itself around it."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from cases import each
from rich.console import Console
from running import PROGRAM, Run, assert_refused, start

import bruges_lab as bl
from bruges_lab.cli.terminal_play import Table
from bruges_lab.games.bruges.model import State
from bruges_lab.kernel import Game, perft
from bruges_lab.rulebook.texts import lab_texts

LANGUAGES = ("en", "de", "fr", "it")


def type_in(
    game: Game[State], lines: Iterable[str], *, seats: str = "", explain: bool = False, lang: str = "en", seed: int = 0
) -> str:
    """What the terminal shows when these lines are typed and then the input ends."""
    typed = iter(lines)

    def ask(prompt: str) -> str:
        line = next(typed, None)
        if line is None:
            raise EOFError
        return line

    out = io.StringIO()
    console = Console(file=out, width=100)
    chosen = seats.split(",") if seats else ["human"] * len(game.names)
    Table(game, chosen, console, explain=explain, lang=lang, seed=seed).play(ask)
    return out.getvalue()


def position(**more: Any) -> Game[State]:
    """Seat 0 to play: two cards, one house, 5 guilders; the dice can be set."""
    given = {
        "phase": "actions",
        "dice": {"blue": 3, "brown": 4, "yellow": 3, "red": 4, "purple": 3},
        "players": [{"hand": ["squire", "nun"], "houses": ["red"], **more}, {"hand": ["baron"]}],
    }
    return bl.scenario({"given": given}, chance=bl.Ask())


def listed(shown: str) -> list[str]:
    """The notations of the choices that were listed last."""
    block = shown.rstrip().rsplit("\n\n", 1)[-1].splitlines()
    return [line.split()[-1] for line in block if line.split() and line.split()[0].isdecimal()]


# Choosing


def test_the_choices_are_numbered_with_their_notation() -> None:
    game = position()
    shown = type_in(game, [])
    assert listed(shown) == [str(choice) for choice in game.legal()]
    assert "[phase3.actions]" in shown


def test_a_choice_by_number_and_by_notation() -> None:
    for line in ("workers:squire", "1"):
        game = position()
        shown = type_in(game, [line])
        assert str(game.node.choice) == "workers:squire"
        assert game.events[-1].text() in shown
        assert game.pending is not None
        assert game.pending.player == 1
        assert listed(shown) == [str(choice) for choice in game.legal()]


@each("line", ["0", "99", "-1", "house:prince", "house:nobody", "dance", "UNDO", "house:", "1.5", "²", "\x1b[31m", "[bold]x[/]"])
def test_what_cannot_be_chosen_is_answered_and_asked_again(line: str) -> None:
    game = position()
    before = game.state.digest()
    shown = type_in(game, [line])
    assert (len(game.nodes), game.state.digest()) == (1, before)
    assert shown.count("[phase3.actions]") >= 2, "the question comes again"
    assert "Traceback" not in shown


def test_an_illegal_choice_is_refused_with_its_rule() -> None:
    game = position()
    refusal = game.why_not("house:baron")
    assert refusal is not None
    shown = type_in(game, ["house:baron"])
    assert refusal.text() in shown
    assert refusal.rule in shown


def test_a_number_of_five_thousand_digits_is_refused() -> None:
    game = position()
    type_in(game, ["9" * 5000])
    assert len(game.nodes) == 1


def test_empty_lines_do_nothing() -> None:
    game = position()
    shown = type_in(game, ["", "   ", "\t"])
    assert len(game.nodes) == 1
    assert shown.count("[phase3.actions]") == 4


def test_the_end_of_the_input_and_quit_stop_it() -> None:
    for lines in ([], ["quit"], ["q"], ["workers:squire", "quit", "workers:baron"]):
        game = position()
        type_in(game, lines)
        assert not game.over
        assert len(game.nodes) == 1 + ("workers:squire" in lines)


# Asking


def test_why() -> None:
    game = position(guilders=0)
    shown = type_in(game, ["why recruit:squire:red", "why workers:squire", "why dance", "why", "why a b"])
    refusal = game.why_not("recruit:squire:red")
    assert refusal is not None
    assert f"{refusal.text()}  [action.recruit.price]" in shown
    assert "That is allowed." in shown
    assert len(game.nodes) == 1
    assert shown.count("[phase3.actions]") >= 6


def test_rule_help_agenda_and_board() -> None:
    game = position()
    shown = type_in(game, ["rule threat.fire", "rule no.such.rule", "rule", "help", "agenda", "board"])
    assert bl.rule("threat.fire").text("en", game.state.rules) in shown
    assert "no.such.rule" in shown
    for word in ("why CHOICE", "undo, redo", "save FILE", "text"):
        assert word in shown
    for line in game.agenda:
        assert f"  {line}" in shown
    for word in ("Swan", "Lion", "Squire", "Nun", "brown"):
        assert word in shown
    assert "Baron (" not in shown.split("Swan · you")[1], "the other hand is hidden"
    assert len(game.nodes) == 1


def test_undo_and_redo() -> None:
    game = position()
    shown = type_in(game, ["undo", "workers:squire", "undo", "redo", "redo", "undo", "guilders:nun"])
    assert "there is nothing to undo" in shown
    assert "there is nothing to redo" in shown
    assert [str(node.choice) for node in game.nodes[1:]] == ["workers:squire", "guilders:nun"]
    assert str(game.node.choice) == "guilders:nun"
    spent = position().play("workers:squire").events[0]
    assert spent.kind == "card.spent"
    assert shown.count(spent.text()) == 2, "told when it was done, and when it was done again"


def test_undo_takes_back_ones_own_choice_when_others_are_policies() -> None:
    game = position()
    type_in(game, ["workers:squire", "undo"], seats="human,greedy")
    assert game.pending is not None
    assert game.pending.player == 0
    assert str(game.pending.options[0]) == "workers:squire"


# Saving


def test_save_and_text(tmp_path: Path) -> None:
    game = position()
    target = tmp_path / "my game.json"
    shown = type_in(game, ["workers:squire", f"save {target}", "text", "save", f"save {tmp_path / 'no' / 'such' / 'folder'}"])
    assert bl.load(target).state.digest() == game.state.digest()
    assert f"Saved as {target}" in shown
    (text,) = [line for line in shown.splitlines() if line.startswith("BL1-")]
    assert bl.from_text(text).state.digest() == game.state.digest()
    assert "Name a file: save FILE" in shown
    assert "cannot be written" in shown
    assert [path.name for path in tmp_path.iterdir()] == ["my game.json"]


def test_a_save_is_replaced_only_after_a_yes_and_nothing_else_ever(tmp_path: Path) -> None:
    folder = tmp_path / ("a_long_name" * 4)
    folder.mkdir()
    target, notes = folder / "game.json", folder / "notes.txt"
    notes.write_text("mine", encoding="utf-8")
    position().save(target)
    before = target.read_bytes()
    for answers in (["n"], [""], ["maybe"], []):  # the last: the input has ended
        shown = type_in(position(), ["workers:squire", f"save {target}", *answers])
        assert "Nothing was saved." in shown
        assert target.read_bytes() == before
    shown = type_in(position(), ["workers:squire", f"save {notes}", "y", f"save {target}", "Yes"])
    assert "notes.txt: cannot be written: it holds something else" in shown
    assert f"Saved as {target}." in " ".join(shown.split()), "whole, however long it is"
    assert notes.read_text(encoding="utf-8") == "mine"
    assert target.read_bytes() != before


# Dice by hand


def test_dice_set_by_hand() -> None:
    game = bl.new_game(2, 1, chance=bl.Ask())
    draws = ["1"] * 10
    shown = type_in(game, [*draws, "roll:1:2:3", "roll:9:9:9:9:9", "decline", "agenda", "board", "roll:3:3:4:6:3"])
    assert game.state.dice == (3, 3, 4, 6, 3)
    assert "roll:1:2:3:4:5" in shown
    assert game.pending is not None
    assert game.pending.kind == "turn.act"


# Languages


@each("lang", LANGUAGES)
@each("explain", [False, True])
def test_a_round_in_every_language(lang: str, explain: bool) -> None:
    game = bl.new_game(2, 5)
    typed = ["why house:prince", "agenda", *["1"] * 40, "undo", "redo", "help", "board", "text", "nonsense:::"]
    shown = type_in(game, typed, lang=lang, explain=explain)
    assert game.state.round >= 2
    last = game.events[-1]
    assert last.text(lang) in shown
    assert (f"[{last.rule}]" in shown) == (explain or last.rule == (game.pending and game.pending.rule))
    assert "Traceback" not in shown
    assert "{" not in shown, "a template shows through"
    question = game.question(lang)
    assert question in shown
    if lang != "en":
        assert question != game.question("en")
        assert last.text(lang) != last.text("en")


# Policies


@pytest.mark.parametrize("seats", ["random,random", "greedy,random", "greedy,greedy,greedy", "random,greedy,random,greedy"])
def test_policies_alone_play_to_the_scores(seats: str) -> None:
    game = bl.new_game(len(seats.split(",")), 3)
    shown = type_in(game, [], seats=seats, explain=True)
    assert game.over
    scores = shown.splitlines()[-len(game.names) :]
    for seat, line in enumerate(scores):
        assert line.startswith(f"{game.names[seat]}: {game.scores()[seat].total}  (")
        assert line.endswith("★") == (seat in game.winners)
    again = bl.new_game(len(game.names), 3)
    assert type_in(again, [], seats=seats, explain=True) == shown, "the same seed is the same game"


def test_a_person_among_policies_is_asked_only_for_the_own_seat() -> None:
    game = bl.new_game(3, 2)
    asked: list[int] = []

    def ask(prompt: str) -> str:
        assert prompt == "> "
        assert game.pending is not None
        asked.append(game.pending.player)
        if len(asked) > 25:
            raise EOFError
        return "1"

    Table(game, ["greedy", "human", "random"], Console(file=io.StringIO(), width=100), explain=False, lang="en", seed=1).play(ask)
    assert set(asked) == {1}


def test_what_others_draw_and_build_is_not_told() -> None:
    game = bl.new_game(2, 6)
    shown = type_in(game, ["1"] * 5, seats="human,greedy")
    deck = game.state.deck
    assert not any(deck[card].name["en"] in shown for card in game.state.players[1].hand)


def test_who_plays_alone_is_told_what_the_seat_may_see() -> None:
    """In the set-up each takes a plot card: one's own by name, another's not; two who share a screen are told both."""
    for seats, told in (("human,greedy", "a plot card.\n"), ("human,human", "a plot card: Hygiene.\n")):
        shown = type_in(bl.new_game("burdigala", players=2, seed=0), [], seats=seats)
        assert "Eagle takes a plot card: Cart.\n" in shown
        assert f"Dolphin takes {told}" in shown


def test_a_game_that_waits_between_tasks_is_taken_up() -> None:
    game = bl.new_game(2, 1, run=False)
    assert "[phase1.pile_choice]" in type_in(game, [])


def test_an_unknown_policy_or_language_is_refused() -> None:
    with pytest.raises(bl.LabError, match="unknown policy 'lucky'"):
        type_in(position(), [], seats="human,lucky")
    with pytest.raises(bl.LabError, match="unknown language 'xx'"):
        type_in(position(), [], lang="xx")


# The program


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


def test_play_with_the_input_at_its_end() -> None:
    ended = start("play", "--players", "2", "--seats", "human,human")
    assert (ended.code, ended.err) == (0, "")
    assert "draw:first" in ended.out


def test_play_without_any_input() -> None:
    command = f"'{PROGRAM}' play --players 2 --seats human,human <&-"
    ended = subprocess.run(["sh", "-c", command], capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert "Traceback" not in ended.stderr
    assert ended.returncode in (0, 2)


def test_play_some_choices_and_save_and_go_on(tmp_path: Path, run: Run) -> None:
    saved = tmp_path / "game.json"
    words = ("play", "--players", "2", "--seats", "human,human", "--seed", "4")
    ended = start(*words, typed=f"draw:first\n2\nsave {saved}\nquit\n")
    assert (ended.code, ended.err) == (0, "")
    assert [str(node.choice) for node in bl.load(saved).line[1:]] == ["draw:first", "draw:second"]
    ended = run("play", "--load", saved, "--lang", "de", "--explain", typed="agenda\nquit\n")
    assert (ended.code, ended.err) == (0, "")
    assert bl.load(saved).events[-1].text("de") in ended.out
    assert "[phase1.pile_choice]" in ended.out


def test_play_policies_only(run: Run) -> None:
    ended = run("play", "--players", "3", "--seats", "greedy,random,greedy", "--ruleset", "003")
    assert (ended.code, ended.err) == (0, "")
    assert "★" in "".join(ended.out.splitlines()[-3:])


def test_play_with_dice_set_by_hand(run: Run) -> None:
    ended = run("play", "--players", "2", "--seats", "greedy,greedy", "--set-dice", typed="roll:1:1:1:1:1\n")
    assert (ended.code, ended.err) == (0, "")
    assert "roll:1:2:3:4:5" in ended.out


BAD = {
    "seven players": ["--players", "7"],
    "one player": ["--players", "1"],
    "no number": ["--players", "many"],
    "unknown policy": ["--seats", "human,lucky,greedy"],
    "empty policies": ["--seats", ",,"],
    "too few seats": ["--seats", "human,greedy"],
    "too many seats": ["--seats", "human,greedy,greedy,greedy"],
    "unknown language": ["--lang", "xx"],
    "unknown ruleset": ["--ruleset", "009"],
    "huge seed": ["--seed", "9" * 40],
    "missing save": ["--load", "MISSING"],
    "binary save": ["--load", "BINARY"],
    "save of something else": ["--load", "OTHER"],
    "folder": ["--load", "FOLDER"],
    "edited save": ["--load", "EDITED"],
}


@pytest.mark.parametrize("name", BAD)
def test_bad_arguments_of_play_give_one_line(name: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "BINARY").write_bytes(bytes(range(256)) * 9)
    (tmp_path / "OTHER").write_text('{"schema": 1, "game": "chess"}', encoding="utf-8")
    (tmp_path / "FOLDER").mkdir()
    position().save(tmp_path / "EDITED")
    text = (tmp_path / "EDITED").read_text(encoding="utf-8")
    (tmp_path / "EDITED").write_text(
        text.replace('"guilders":5', '"guilders":50').replace('"guilders": 5', '"guilders": 50'), encoding="utf-8"
    )
    assert (tmp_path / "EDITED").read_text(encoding="utf-8") != text
    assert_refused(run("play", *[str(tmp_path / arg) if arg.isupper() else arg for arg in BAD[name]]))


def test_perft_counts_lines(run: Run) -> None:
    expected = {depth: perft(bl.Scenario.read("first_look").state, depth) for depth in (1, 2, 3)}
    for depth, count in expected.items():
        counted = run("perft", "first_look", "--depth", depth)
        assert (counted.code, counted.err, counted.out.strip()) == (0, "", str(count))
    split = run("perft", "first_look", "--depth", "2", "--split").out.split()
    assert sum(map(int, split[1:-1:2])) == expected[2] == int(split[-1])


@pytest.mark.parametrize(
    "args", [["nothing_like_it"], ["first_look", "--depth", "-1"], ["first_look", "--depth", "99"], []], ids=str
)
def test_bad_arguments_of_perft_give_one_line(args: list[str], run: Run) -> None:
    assert_refused(run("perft", *args))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_scenario_that_holds(lang: str, run: Run) -> None:
    shown = run("scenario", "fire_and_plague", "--lang", lang)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.rstrip().endswith(lab_texts().say("terminal", "scenario.holds", {}, lang))


SCENARIO = """
[[scenario]]
name = "mine"
title = {{ en = "Mine" }}
given = {{ phase = "actions", dice = {{ blue = 3, brown = 4, yellow = 3, red = 4, purple = 3 }}, players = [
  {{ hand = ["squire"] }},
  {{}},
] }}
when = [{when}]
then = [{then}]
"""


def test_a_scenario_file_that_holds_and_others_that_do_not(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "mine.toml"
    spent = '{ choice = "guilders:squire" }'
    for when, then, code, says in (
        (spent, "{ seat = 0, guilders = 8 }", 0, "Everything is as expected."),
        (spent, "{ seat = 0, guilders = 7 }", 1, "Not as expected: then.0: seat 0: guilders is 8, not 7"),
        ('{ choice = "guilders:nun" }', "{ seat = 0, guilders = 8 }", 1, "Not as expected: when.0: "),
        (
            '{ refused = "guilders:squire", rule = "phase3.turns" }',
            "",
            1,
            "Not as expected: when.0: guilders:squire is not refused",
        ),
        (spent, '{ event = "threat.fire", seat = 0 }', 1, "Not as expected: then.0: no event of threat.fire"),
    ):
        file.write_text(SCENARIO.format(when=when, then=then), encoding="utf-8")
        shown = run("scenario", file)
        assert (shown.code, shown.err) == (code, "")
        assert says in shown.words
        assert ("Everything is as expected." in shown.out) == (code == 0)


@pytest.mark.parametrize("name", ["first_look", "fire_and_plague"])
def test_a_scenario_in_no_language_says_nothing_but_that(name: str, run: Run) -> None:
    assert_refused(run("scenario", name, "--lang", "xx"))


def test_a_hint_is_searched_for_once_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    game, hint = position(), Game.hint
    monkeypatch.setattr(Game, "hint", lambda self, **options: asked.append(self.node.number) or hint(self, budget=2, **options))
    shown = type_in(game, ["hint"] * 5 + ["1", "hint"])
    assert len(asked) == len(set(asked)) == 2
    assert shown.count("Hint for Swan") == 5


def test_another_game_at_the_terminal() -> None:
    game = bl.new_game("ferry", 2, 3)
    shown = type_in(game, ["board", "hint", "why cross:9", "rule ferry.storm", "agenda", "wait", "undo"], explain=True)
    assert "Traceback" not in shown
    assert game.node.parent is None or str(game.node.choice) != "wait"
    assert "[ferry.turn]" in shown


def test_a_number_of_players_that_no_rule_gives() -> None:
    with pytest.raises(bl.LabError, match=r"^for 2 to 4 players, not 9$"):
        bl.simulate(2, 9, game="ferry")
