"""The lesson: every task is answered by the engine, in four languages, and no answer is stored anywhere."""

import re
from collections import Counter
from itertools import chain, combinations
from pathlib import Path

import msgspec
import pytest
from cases import each

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.rulebook.glossary import Glossary
from bruges_lab.rulebook.lesson_data import Book
from bruges_lab.rulebook.lessons import Task
from bruges_lab.rulebook.seats import names_in
from bruges_lab.rulebook.standing import Aim, standing
from bruges_lab.rulebook.texts import LANGUAGES

NAMES = list(Book.load().tasks)
ASKED = {name: record.ask for name, record in Book.load().tasks.items()}


def of(ask: str) -> list[str]:
    return [name for name in NAMES if ASKED[name] == ask]


# The lesson as a whole


def test_the_lesson_goes_through_the_four_phases_and_the_scoring_with_every_kind_of_task() -> None:
    chapters = Counter(record.chapter for record in Book.load().tasks.values())
    assert list(chapters) == ["draw", "dice", "turns", "majorities", "scoring"]
    assert len(NAMES) >= 12
    assert min(chapters.values()) >= 2
    assert set(ASKED.values()) == {"legal", "count", "why", "play"}


def test_a_lesson_is_a_sequence_of_tasks_by_place_and_by_name() -> None:
    lesson = bl.lesson("dice", lang="it")
    assert [task.name for task in lesson][:2] == ["threats_dealt", "price_of_a_step"]
    assert lesson["intrigue"].lang == "it"
    assert [task.name for task in lesson[1:3]] == ["price_of_a_step", "which_damage"]
    assert lesson[0].number == 4
    with pytest.raises(LabError, match="unknown task 'refill' here"):
        lesson["refill"]
    with pytest.raises(LabError, match="unknown part 'fun' of the lesson"):
        bl.lesson("fun")


def test_an_unknown_task_or_language_is_refused_with_a_hint() -> None:
    with pytest.raises(LabError, match="unknown task 'refil'; did you mean refill"):
        bl.task("refil")
    with pytest.raises(LabError, match="unknown language 'es'"):
        bl.task("refill", lang="es")
    with pytest.raises(LabError, match="unknown language 'es'"):
        bl.lesson(lang="es")


@each("lang", LANGUAGES)
@each("name", NAMES)
def test_a_task_is_asked_and_solved_in_every_language(name: str, lang: str) -> None:
    task = bl.task(name, lang)
    assert task.question.strip()
    assert task.title.strip()
    result = task.solution()
    assert result.right is True, result
    assert result.rule in Catalogue.load()
    assert result.rule_text() == bl.rule(result.rule).text(lang)
    assert all(reason.rule == "" or reason.rule in Catalogue.load() for reason in result.reasons)
    assert result.answer == bl.task(name).solution().answer or task.ask == "play"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_are_those_of_the_glossary(lang: str) -> None:
    said = [
        text for record in Book.load().tasks.values() for text in (record.title[lang], record.question[lang], record.hint[lang])
    ]
    book = Book.load()
    said += [book.texts._templates[lang, "lesson", key].source for key in book.texts.keys("lesson", lang)]
    assert [f"{text}: {terms}" for text in said if (terms := Glossary.load().forbidden(text, lang))] == []
    assert [text for text in said if re.search(r"['`´]|\s\s", text)] == []
    if lang == "fr":
        assert [text for text in said if re.search(r"(?<!\u00a0)[?!»]|(?<![\u00a0\w])[;:](?=\s)|\w[;:]\s", text)] == []


def test_every_word_uses_the_same_values_in_every_language() -> None:
    texts = Book.load().texts
    for key in texts.keys("lesson"):
        assert len({texts.variables("lesson", key, lang) for lang in LANGUAGES}) == 1, key
        for lang in LANGUAGES:
            texts.say("lesson", key, dict.fromkeys(texts.variables("lesson", key, lang), 2), lang)


# Which of these choices are legal?


@pytest.mark.parametrize("name", of("legal"))
def test_exactly_one_set_of_letters_is_right_and_it_is_the_engine_s(name: str) -> None:
    task = bl.task(name)
    letters = [option.letter for option in task.options]
    legal = {str(choice) for choice in task.start().legal()}
    expected = [option.letter for option in task.options if option.value in legal]
    answers = chain.from_iterable(combinations(letters, n) for n in range(len(letters) + 1))
    right = [list(answer) for answer in answers if task.check(" ".join(answer) or "-").right]
    assert right == [expected]
    assert 0 < len(expected) < len(letters)


def test_a_wrong_letter_is_explained_by_rule_and_numbers() -> None:
    result = bl.task("what_may_be_done").check("a, d, g")
    assert result.right is False
    assert "✗ g) Recruit the Squire into an empty yellow house: not allowed. You need 3 guilders; you have 2." in result.reason
    assert "✗ e) Build a canal tile on the left with the Squire: allowed." in result.reason
    assert "✓ a)" in result.reason
    assert "action.recruit.price" in result.rules
    assert bl.task("what_may_be_done", "de").check("g").reason.count("Du brauchst 3 Gulden; du hast 2.") == 1


@pytest.mark.parametrize("answer", [("a d e h",), ("adeh",), ("A, D; E+H",), ("a", "d", "e", "h"), (["a", "d", "e", "h"],)])
def test_letters_may_be_written_in_many_ways(answer: tuple[str, ...]) -> None:
    assert bl.task("what_may_be_done").check(*answer).right


def test_choices_may_be_named_instead_of_letters() -> None:
    task = bl.task("who_may_move_in")
    assert task.check("recruit:squire:red").right
    assert task.check(bl.Choice.parse("recruit:squire:red")).right
    assert task.check("-").right is False


@each("answer", ["z", "recruit:squire", "what?", "a x", 7, "<b>"])
def test_what_is_no_answer_is_no_mistake(answer: str | int) -> None:
    result = bl.task("who_may_move_in").check(answer)
    assert result.right is None
    assert "letters" in result.reason
    assert bl.task("who_may_move_in").check().right is None


# How many?


@each("name", of("count"))
def test_one_number_is_right(name: str) -> None:
    task = bl.task(name)
    right = [number for number in range(60) if task.check(number).right]
    assert len(right) == 1
    assert task.check(f" {right[0]} ").right
    wrong = task.check(right[0] + 1)
    assert wrong.right is False
    assert f"You said {right[0] + 1}." in wrong.reason
    assert f"If you play it out, you get {right[0]}." in wrong.reason


EXPECTED = {
    "refill": 5 - 2,
    "full_hand": 0,
    "last_card_of_a_pile": 6,
    "threats_dealt": 3,
    "price_of_a_step": 1 + 2 + 2,
    "intrigue": 2,
    "guilders_from_a_die": 4,
    "price_of_a_canal": 2 + 3,
    "top_statue": 5,
    "tied_for_the_lead": 2,
    "overtaken": 4,
    "third_spaces": 3 + 3,
    "whole_score": 8 + 6 + 4 + 8 + 3 + 7,
}


@each("name", of("count"))
def test_the_number_is_what_a_person_with_the_rulebook_finds(name: str) -> None:
    assert bl.task(name).solution().answer == str(EXPECTED[name])


def test_the_number_comes_from_playing_the_position_and_not_from_the_file() -> None:
    record = Book.load().tasks["refill"]
    assert record.given is not None
    first, second = record.given["players"]
    four = {**first, "hand": ["squire", "nun", "baron", "red"]}
    other = msgspec.structs.replace(record, given={**record.given, "players": [four, second]})
    assert Task(other).check(1).right
    assert Task(other).check(3).right is False
    fewer = msgspec.structs.replace(record, given={**record.given, "switches": {"hand_size": 4}})
    assert Task(fewer).check(2).right


@each("answer", ["three", "3.0", "", None, "9" * 40, "1 2"])
def test_what_is_no_number_is_no_mistake(answer: str) -> None:
    assert bl.task("refill").check(answer).right is None


# Why may it not be done?


@pytest.mark.parametrize("name", of("why"))
def test_exactly_the_rule_of_the_refusal_is_right(name: str) -> None:
    task = bl.task(name)
    refusal = task.start().why_not(task.record.refused)
    assert refusal is not None
    right = [option.value for option in task.options if task.check(option.letter).right]
    assert right == [refusal.rule]
    assert task.check(refusal.rule).right
    assert task.check(bl.rule(refusal.rule)).right


def test_a_wrong_rule_is_told_apart_from_the_right_one() -> None:
    result = bl.task("prince_too_dear").check("c")
    assert result.right is False
    assert "does not forbid this" in result.reason
    assert "You need 9 guilders; you have 8. [action.recruit.price]" in result.reason
    assert result.rule == "action.recruit.price"
    assert bl.task("prince_too_dear").check("no.such.rule").right is None


# Play until …


@pytest.mark.parametrize("name", of("play"))
def test_the_search_finds_a_line_that_reaches_the_goal_and_nothing_done_does_not(name: str) -> None:
    task = bl.task(name)
    assert task.solution().right
    assert not task.proved(()).holds
    assert task.check().right is None


def test_a_line_of_play_may_be_written_down() -> None:
    task = bl.task("a_home_for_the_squire")
    assert task.check("guilders:damsel", "house:nun", "recruit:squire:red").right
    assert task.check("guilders:damsel house:nun recruit:squire:red").right
    half = task.check("guilders:damsel", "house:nun")
    assert half.right is False
    assert "✗ Swan: people: Squire" in half.reason


def test_a_line_with_an_illegal_choice_is_explained_where_it_breaks() -> None:
    result = bl.task("a_home_for_the_squire").check("guilders:damsel", "house:squire")
    assert result.right is False
    assert result.rule == "action.house.no_worker"
    assert result.reason.startswith("✗ 2) Build a blue house with the Squire: not allowed. You need 1 blue worker")
    assert bl.task("a_home_for_the_squire").check("nonsense!!").right is None


def test_more_choices_than_allowed_do_not_count() -> None:
    record = Book.load().tasks["a_home_for_the_squire"]
    task = Task(msgspec.structs.replace(record, most=2))
    result = task.check("guilders:damsel", "house:nun", "recruit:squire:red")
    assert result.right is False
    assert "at most 2 are allowed" in result.reason
    assert task.solution().right is not True


def test_what_is_played_in_the_task_s_own_game_is_checked() -> None:
    task = bl.task("save_the_prince")
    task.game.play("damage:fire")
    assert task.check().right is False
    task.game.play("burn:0")
    assert task.check().right
    assert task.check(task.game).right
    task.game.undo()
    task.game.play("burn:1")
    assert task.check().right is False


def test_a_game_from_elsewhere_is_no_answer() -> None:
    result = bl.task("save_the_prince").check(bl.new_game(2))
    assert result.right is None
    assert "does not begin with the position" in result.reason
    other = bl.scenario("fire_spares_one_from_the_plague", chance=bl.Ask())
    other.play("roll:1:5:4:6:3")
    assert bl.task("save_the_prince").check(other).right is None


def test_a_task_opens_in_the_explorer_and_follows_what_is_played_there() -> None:
    task = bl.task("save_the_prince", "fr")
    explorer = task.explore()
    assert isinstance(explorer, bl.Explorer)
    assert explorer.lang == "fr"
    explorer.choose("damage:fire")
    explorer.choose("burn:0")
    assert task.check().right
    explorer.close()
    waiting = bl.task("tied_for_the_lead").explore()
    assert isinstance(waiting, bl.Explorer)
    assert waiting.cursor.inside
    assert waiting.state.phase == 4
    waiting.close()


# What it looks like in words


def test_a_task_and_a_result_print_themselves() -> None:
    assert repr(bl.task("no_house")).splitlines()[:3] == [
        "<Task no_house> A house that cannot be built",
        "  Swan: Build a blue house with the Squire.",
        "Swan wants to do this. Which rule forbids it?",
    ]
    assert str(bl.task("price_of_a_step").check(5)).splitlines() == [
        "Right.",
        "If you play it out, you get 5.",
        "  Advancing on the reputation track costs 5 guilders. [phase2.advance.cost]",
        "The price in guilders is the sum of all dice showing 1 or 2. [phase2.advance.cost]",
    ]
    assert repr(bl.lesson("scoring")).splitlines()[0] == "<Lesson, 2 tasks>"


# The file


FAULTS = {
    "a number of the wrong kind": ("most = 2", 'most = "2"', "save_the_prince: most: Expected 'int'"),
    "an unknown scenario": (
        'scenario = "section_completed"',
        'scenario = "nowhere"',
        "top_statue: scenario: unknown scenario",
    ),
    "an unknown rule": (
        'about = ["threat.intrigue"]',
        'about = ["threat.love"]',
        "intrigue: about: unknown rule 'threat.love'",
    ),
    "a missing language": (
        'question.it = "Quanti punti vale la statua che Cigno prende?"\n',
        "",
        "top_statue: question.it: is missing",
    ),
    "unknown goal": (
        'goal = [{ seat = 0, hand = ["prince"] }]',
        'goal = [{ seat = 0, hands = ["prince"] }]',
        "save_the_prince: goal.0: contains unknown field 'hands'; choose seat, view, points",
    ),
    "no goal": ('goal = [{ seat = 0, hand = ["prince"] }]\n', "", "save_the_prince: goal: is missing"),
    "a bad choice": ('refused = "house:squire"', 'refused = "House!"', "no_house: refused: 'House!' is not a choice"),
    "an unknown field": ('name = "refill"', 'name = "refill"\nanswer = 3', "refill: contains unknown field 'answer'"),
    "an unknown event": ('kind = "majority.turned"', 'kind = "majority.won"', "tied_for_the_lead: count.kind: unknown event"),
    "a name with spaces": ('name = "refill"', 'name = "re fill"', "re fill: name: must be small letters"),
    "the same name twice": ('name = "full_hand"', 'name = "refill"', "refill: name: appears twice in this file"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_file_is_one_line_that_names_task_and_field(fault: str, tmp_path: Path) -> None:
    before, after, message = FAULTS[fault]
    text = places.data("bruges", "lessons.toml").read_text(encoding="utf-8")
    assert before in text
    path = tmp_path / "lessons.toml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        Book.load(path)
    assert str(refused.value).startswith("lessons.toml: ")
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_task_says_either_a_scenario_or_a_position(tmp_path: Path) -> None:
    path = tmp_path / "lessons.toml"
    text = places.data("bruges", "lessons.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('scenario = "section_completed"\n', "", 1), encoding="utf-8")
    with pytest.raises(DataError, match="top_statue: given: a task has either"):
        Book.load(path)


# The notebook, whose cells are for readers: what proves it stands here


def test_the_notebook_has_a_cell_a_part_and_nothing_in_it_but_what_a_reader_writes() -> None:
    path = places.notebooks() / "01_the_rules.ipynb"
    cells = msgspec.json.decode(path.read_bytes())["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    chapters = list(dict.fromkeys(record.chapter for record in Book.load().tasks.values()))
    assert [cell for cell in code if cell.startswith('bl.lesson("')] == [f'bl.lesson("{chapter}")' for chapter in chapters]
    for cell in code:
        assert not re.search(r"\bassert\b|\.solution\(|\.check\((?!\.\.\.\))", cell), cell
    first = next(cell for cell in cells if cell["cell_type"] == "code")
    whole = "".join(first["outputs"][0]["data"]["text/html"])
    assert all(f'data-task="{name}"' in whole for name in NAMES)
    assert all(titled in whole for titled in (task.title for task in bl.lesson()))


def test_the_notebook_s_own_task_is_answered_as_a_reader_would() -> None:
    refill = bl.task("refill")
    waiting = refill.check(...)  # type: ignore[arg-type]
    assert waiting.right is None
    assert "whole number" in waiting.reason
    first = refill.check(5)
    assert str(first).splitlines() == [f"Not quite. {refill.hint}", "Try once more."]
    assert "Played out" not in first._repr_html_()
    assert refill.hint in first._repr_html_()
    assert str(refill.check(5)) == str(first)  # the same cell once more is the same try
    second = refill.check(4)
    assert second.hint == ""
    assert "If you play it out, you get 3." in str(second)
    assert refill.trying.fared == "shown"
    assert refill.check(3).right
    assert refill.trying.fared == "shown"


def test_a_second_try_may_help_and_a_first_one_may_do() -> None:
    once, twice = bl.task("refill"), bl.task("refill", "fr")
    assert once.check(3).right
    assert once.trying.fared == "right"
    twice.check(4)
    assert twice.told_in("de").trying is twice.trying
    assert twice.check(3).right
    assert twice.trying.fared == "helped"


# Hints


@each("lang", LANGUAGES)
@each("name", NAMES)
def test_a_hint_is_short_and_gives_no_answer_away(name: str, lang: str) -> None:
    task = bl.task(name, lang)
    assert task.record.hint
    assert 15 <= len(task.hint) <= 120
    assert not re.search(r"\d", task.hint)
    answer = task.solution().answer
    assert answer not in re.findall(r"\w+", task.hint)


def test_without_a_hint_of_its_own_a_task_names_the_rule_or_the_chapter_to_look_in() -> None:
    records = Book.load().tasks
    bare = {name: Task(msgspec.structs.replace(records[name], hint={})) for name in ("refill", "no_house")}
    assert bare["refill"].hint == f"Think of this rule: {bl.rule('phase1.refill.target').text()}"
    assert bare["no_house"].hint == "Look through the chapter “Phase 3: turns and cards” of the rules: what is needed for this?"


def test_a_player_is_called_in_a_task_as_on_the_board() -> None:
    for lang in LANGUAGES:
        for task in bl.lesson(lang=lang):
            said = f"{task.question} {task.hint}"
            for english, name in zip(("Swan", "Lion"), names_in(task.scenario, lang), strict=False):
                assert english == name or not re.search(rf"\b{english}", said), (lang, task.name)


# Where a task stands


def test_a_task_that_is_played_says_where_it_stands() -> None:
    task = bl.task("a_home_for_the_squire")
    stands = standing(task, task.game)
    assert stands is not None
    assert (stands.made, stands.most, stands.over, stands.reached) == (0, 3, False, False)
    assert stands.aims == (Aim("Swan: people: Squire", "no people", False),)
    for choice in ("guilders:damsel", "house:nun", "recruit:squire:red"):
        task.game.play(choice)
    stands = standing(task, task.game)
    assert stands is not None
    assert (stands.made, stands.over, stands.reached) == (3, True, True)
    assert standing(task, bl.new_game(2)) is None
    assert standing(bl.task("refill"), bl.task("refill").game) is None
