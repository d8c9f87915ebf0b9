"""The lesson of Burdigala: every task answered by the engine in four languages, learnt in the explorer, printed with its map."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from itertools import chain, combinations
from pathlib import Path

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.games.burdigala.manifest import MANIFEST
from bruges_lab.kernel.errors import DataError
from bruges_lab.rulebook.lesson_data import Book
from bruges_lab.rulebook.lessons import Task
from bruges_lab.rulebook.texts import LANGUAGES

BOOK = Book.load(game="burdigala")
NAMES = list(BOOK.tasks)


def task(name: str, lang: str = "en") -> Task:
    return bl.task(name, lang, game="burdigala")


def of(ask: str) -> list[str]:
    return [name for name in NAMES if BOOK.tasks[name].ask == ask]


def test_the_lesson_goes_through_the_chapters_in_their_order_with_every_kind_of_task() -> None:
    chapters = list(dict.fromkeys(record.chapter for record in BOOK.tasks.values()))
    assert chapters == [
        *("turn", "moving", "cubes", "completing", "plot_hand", "doubles"),
        *("sevens", "corruption", "ports", "stuck", "scoring"),
    ]
    assert [one for one in MANIFEST.chapters.chapters if one in chapters] == chapters
    assert len(NAMES) >= 12
    assert min(Counter(record.ask for record in BOOK.tasks.values()).values()) >= 4
    assert {record.ask for record in BOOK.tasks.values()} == {"legal", "count", "why", "play"}


@each("lang", LANGUAGES)
@each("name", NAMES)
def test_a_task_is_asked_and_solved_in_every_language(name: str, lang: str) -> None:
    asked = task(name, lang)
    result = asked.solution()
    assert result.right is True, result
    assert result.rule_text() == bl.rule(result.rule).text(lang, asked.position.rules)
    assert result.answer == task(name).solution().answer or asked.ask == "play"
    assert set(BOOK.tasks[name].hint) == set(LANGUAGES)


@each("name", NAMES)
def test_a_wrong_answer_brings_the_hint_a_second_one_the_reasons(name: str) -> None:
    asked = task(name, "fr")
    right = asked.solution().rule
    false = {
        "legal": ["-", " ".join(option.letter for option in asked.options)],
        "count": [58, 59],
        "why": [option.letter for option in asked.options if option.value != right],
        "play": ["end", "pass"],
    }[asked.ask]
    first, second = asked.check(false[0]), asked.check(false[1])
    assert first.right is False
    assert first.hint == asked.hint
    assert second.right is False
    assert second.hint == ""
    assert second.rules


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_are_those_of_the_glossary(lang: str) -> None:
    said = [
        str(texts[lang])  # type: ignore[index]
        for record in BOOK.tasks.values()
        for texts in (record.title, record.question, record.hint)
    ]
    assert [f"{text}: {terms}" for text in said if (terms := MANIFEST.glossary.forbidden(text, lang))] == []
    assert [text for text in said if re.search(r"['`´\"]|\s\s|\s$", text)] == []
    if lang == "fr":
        assert [text for text in said if re.search(r"(?<!\u00a0)[?!»;:]|\b[Dd]e Aigle|\b[Qq]ue Aigle", text)] == []


@each("name", of("legal"))
def test_exactly_one_set_of_letters_is_right_and_it_is_the_engine_s(name: str) -> None:
    asked = task(name)
    letters = [option.letter for option in asked.options]
    legal = {str(choice) for choice in asked.start().legal()}
    expected = [option.letter for option in asked.options if option.value in legal]
    answers = chain.from_iterable(combinations(letters, n) for n in range(len(letters) + 1))
    assert [list(answer) for answer in answers if asked.check(" ".join(answer) or "-").right] == [expected]
    assert 0 < len(expected) < len(letters)


LEGAL = {
    "after_the_throw": {"move:7:12", "lay:boat"},
    "how_far": {"move:14:9", "move:14:4", "move:14:8"},
    "somebody_in_the_way": {"move:14:8", "move:4:3"},
    "nothing_to_build_there": {"move:14:8", "move:20:15"},
    "which_sites": {"build:v", "build:vib"},
    "water_and_express": {"move:14:12", "move:14:20", "move:14:8"},
    "make_room": {"displace:28", "displace:7", "displace:12"},
    "no_way_back": {"favour:cube", "favour:merchandise"},
    "nowhere_to_go": {"remove:1", "remove:5"},
}
COUNTED = {
    "five_places": 5 - 1 - 1,
    "the_last_place": 2 + 3,
    "cards_for_the_neighbours": 2 + 1,
    "an_interrupted_yard": 2 + 1,
    "a_second_cube": 5 - 2,
    "a_clean_slate": 1 + 1,
    "round_the_block": 1,
    "put_on_a_port": 0,
    "eight_goods": 15 + 3 + 1,
    "two_of_tin": 6 + 1,
    "the_most_corrupt": 2,
    "the_whole_score": 26 + (6 + 1) + 2 * 2 - (3 + 1) - 5,
}
FORBIDDEN = {
    "no_rest_for_the_builder": "burdigala.turn.both_required",
    "there_and_back": "burdigala.move.no_street_twice",
    "a_second_card": "burdigala.plot.play",
    "two_twos": "burdigala.move.exact",
}
PLAYED = {
    "four_points": ("move:7:8", "build:vii"),
    "across_the_water": ("lay:boat", "move:14:18"),
    "the_consul_in_time": ("lay:consul", "build:v"),
    "the_dearest_token": ("relationship:5",),
}


def test_the_answers_are_what_a_person_with_the_rulebook_finds() -> None:
    assert {*LEGAL, *COUNTED, *FORBIDDEN, *PLAYED} == set(NAMES)
    for name, choices in LEGAL.items():
        assert task(name).check(sorted(choices)).right, name
    for name, number in COUNTED.items():
        assert [n for n in range(60) if task(name).check(n).right] == [number], name
    for name, rule in FORBIDDEN.items():
        assert [option.value for option in task(name).options if task(name).check(option.letter).right] == [rule], name
    for name, line in PLAYED.items():
        assert task(name).check(*line).right, name
        assert not task(name).proved(()).holds, name


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("four_points", ("move:7:8", "build:vib")),
        ("the_consul_in_time", ("build:v", "lay:consul")),
        ("the_dearest_token", ("relationship:1",)),
    ],
)
def test_another_line_does_not_reach_the_goal(name: str, line: tuple[str, ...]) -> None:
    assert task(name).check(*line).right is False


def test_what_a_number_is_made_of_is_told_beside_it() -> None:
    told = task("the_whole_score").check(28).reason
    assert "Eagle scores 7 points for merchandise, in sets of 3 and 1." in told
    assert "Nobody is more corrupt than Eagle, with a total of 4: 5 more points are lost." in told
    assert told.splitlines()[0] == "If you play it out, you get 28."
    assert "Eagle wins with 28 points." in told.splitlines()[-1]


def test_an_unknown_event_beside_a_number_is_named(tmp_path: Path) -> None:
    text = places.data("burdigala", "lessons.toml").read_text(encoding="utf-8")
    path = tmp_path / "lessons.toml"
    path.write_text(text.replace('told = ["corruption.counted"]', 'told = ["love.counted"]', 1), encoding="utf-8")
    with pytest.raises(DataError, match=r"^lessons.toml: the_most_corrupt: count.told: unknown event 'love.counted'$"):
        Book.load(path, "burdigala")


# In the explorer


def learning(name: str, lang: str = "en") -> bl.Explorer:
    explorer = bl.Explorer(bl.new_game("burdigala", players=2, seed=1), lang=lang)
    explorer.open_task(name)
    return explorer


def words(explorer: bl.Explorer) -> str:
    parts = explorer.surfaces()["inspect-lesson"].parts.values()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", "".join(parts))).split())


def press(explorer: bl.Explorer, act: str, value: str = "") -> None:
    explorer.surfaces()["inspect-lesson"].press(act, value)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_task_is_learnt_in_the_explorer(lang: str) -> None:
    explorer = learning("there_and_back", lang)
    asked = task("there_and_back", lang)
    assert " ".join(asked.question.split()) in words(explorer)
    press(explorer, "pick", "a")
    press(explorer, "answer")
    assert " ".join(asked.hint.split()) in words(explorer)
    press(explorer, "pick", "d")
    press(explorer, "answer")
    assert " ".join(asked.solution().reasons[0].text.split()) in words(explorer)
    press(explorer, "following")
    assert explorer.task is not None
    assert explorer.task.name == "nothing_to_build_there"
    explorer.close()


def test_a_goal_is_reached_by_playing_and_the_solution_can_be_shown() -> None:
    explorer = learning("across_the_water")
    explorer.choose("lay:boat")
    explorer.choose("move:14:18")
    assert "✓ Eagle: character on square 18" in words(explorer)
    explorer.close()
    other = learning("the_whole_score")
    other.answer_task(36)
    press(other, "solve")
    assert "If you play it out, you get 28." in words(other)
    other.close()


# On paper


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_handout_has_every_task_with_the_map_and_the_solutions_apart(lang: str) -> None:
    lesson = bl.lesson(lang=lang, game="burdigala")
    page = bl.handout(lesson, lang=lang).html
    tasks, solutions = page.split('<section class="new-page solutions">')
    assert re.findall(r'<section class="task" data-task="(\w+)"', tasks) == NAMES
    assert tasks.count("bl-map") >= len(NAMES)
    assert re.findall(r'class="solution" data-task="(\w+)"', solutions) == NAMES
    assert "<button" not in page
    assert all(unescape(tasks).count(one.question) >= 1 for one in lesson)
    assert "[burdigala." not in page
    room = float(re.findall(r"--ids:([\d.]+)em", solutions)[0])
    longest = max(map(len, re.findall(r'data-rule="([\w.]+)"', solutions)))
    assert room >= longest / 2


def test_whoever_matters_is_shown_in_full_on_paper() -> None:
    page = bl.handout(bl.lesson("scoring", game="burdigala")).html
    sections = page.split('<section class="task" data-task="')[1:]
    full = {one.split('"')[0]: re.findall(r'data-seat="(\d)" data-full', one) for one in sections}
    assert full["eight_goods"] == ["0"]
    assert full["the_most_corrupt"] == ["0", "1", "2"]
    assert full["the_whole_score"] == ["0", "1"]
