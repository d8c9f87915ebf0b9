"""The lesson tab without a browser: what is asked and told, hint, second try, solution, progress; and nothing given away."""

from __future__ import annotations

import re
from html import unescape

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab.games import shelf
from bruges_lab.rulebook.lessons import Task
from bruges_lab.rulebook.texts import LANGUAGES

LESSONS = [task.name for task in bl.lesson()]


def learning(task: str = "", lang: str = "en") -> bl.Explorer:
    explorer = bl.Explorer(bl.new_game(3, 7), lang=lang)
    if task:
        explorer.open_task(task)
    return explorer


def html(explorer: bl.Explorer) -> str:
    return "".join(explorer.surfaces()["inspect-lesson"].parts.values())


def words(explorer: bl.Explorer, part: str | None = None) -> str:
    parts = dict(explorer.surfaces()["inspect-lesson"].parts)
    if "said" not in parts:  # a hint stands where the next try is made
        parts["said"] = "".join(re.findall(r'<div class="bl-tasksaid[^>]*>.*?</div>', parts.get("after", "")))
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html(explorer) if part is None else parts.get(part, ""))).split())


def press(explorer: bl.Explorer, act: str, value: str = "") -> None:
    explorer.surfaces()["inspect-lesson"].press(act, value)


def offered(explorer: bl.Explorer, act: str) -> list[str]:
    return re.findall(rf'data-act="{act}" data-value="([^"]*)"', html(explorer))


# The list


def test_the_lessons_are_chapters_with_what_is_done_of_them() -> None:
    explorer = learning()
    explorer.open_lesson()
    assert explorer.tabs.index("lesson") == 3
    assert offered(explorer, "lesson") == ["draw", "dice", "turns", "majorities", "scoring"]
    assert offered(explorer, "task") == LESSONS
    assert "0 of 22 tasks done" in words(explorer)
    explorer.open_task("refill")
    explorer.answer_task(3)
    explorer.back()
    assert "1 of 22 tasks done" in words(explorer)
    assert "1 of 3 tasks done" in words(explorer, "part-draw")
    assert "Go on" in words(explorer, "part-draw")
    press(explorer, "lesson", "draw")
    assert explorer.task is not None
    assert explorer.task.name == "full_hand"  # the first that is not done


def test_a_game_without_lessons_has_no_such_tab_until_a_task_from_elsewhere_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = shelf.find("ferry")
    task = bl.task("across", game="ferry")
    monkeypatch.delitem(manifest._written, "lessons")
    monkeypatch.delitem(manifest._made, "lessons")
    explorer = bl.Explorer(bl.new_game("ferry", 3, 7))
    assert "lesson" not in explorer.tabs
    for opened in (explorer.open_lesson, lambda: explorer.open_lesson("turns"), lambda: explorer.open_task("across")):
        with pytest.raises(bl.LabError, match="Ferry has no lessons"):
            opened()
    explorer.open_task(task)
    assert "lesson" in explorer.tabs
    assert "Cross with the nine." in words(explorer)
    explorer.choose("cross:9")
    assert task.trying.fared == "right"
    explorer.next_task()


def test_unknown_lessons_and_tasks_are_refused_and_nothing_changes() -> None:
    explorer = learning()
    game = explorer.game
    with pytest.raises(bl.LabError, match="unknown part 'fun'"):
        explorer.open_lesson("fun")
    with pytest.raises(bl.LabError, match="did you mean refill"):
        explorer.open_task("refil")
    for act in (explorer.answer_task, explorer.show_solution, explorer.start_over, explorer.see_answer, explorer.next_task):
        with pytest.raises(bl.LabError, match="No task is open"):
            act()
    assert explorer.game is game


# A task, asked and answered


@pytest.mark.parametrize("lang", LANGUAGES)
@each("name", LESSONS)
def test_every_task_is_shown_on_the_board_and_in_words_in_every_language(name: str, lang: str) -> None:
    explorer = learning(name, lang)
    task = bl.task(name, lang)
    assert explorer.task is not None
    assert explorer.game.start.digest() == task.start().start.digest()
    shown = words(explorer)
    for said in (task.title, task.question, *task.deeds, *(option.words for option in task.options)):
        assert " ".join(said.split()) in shown
    assert task.hint not in shown
    explorer.show_solution()
    assert " ".join(task.rule_text(task.solution().rule).split()) in words(explorer)
    assert task.solution().rule in words(explorer)
    assert explorer.lesson_progress == {f"bruges.{name}": "shown"}


def test_a_wrong_number_gets_a_hint_then_a_second_try_then_the_solution() -> None:
    explorer = learning("price_of_a_step")
    press(explorer, "number", "4")
    press(explorer, "answer")
    hint = bl.task("price_of_a_step").hint
    assert words(explorer, "said") == f"Not quite. Hint: {hint}"
    assert "5 guilders" not in words(explorer)
    press(explorer, "answer", "4")  # the same again is the same try
    assert explorer.lesson_progress == {"bruges.price_of_a_step": "tried"}
    press(explorer, "answer", "6")
    assert words(explorer, "said").startswith(
        "The solution You said 6. If you play it out, you get 5. Advancing on the reputation track"
    )
    assert 'data-rule="phase2.advance.cost"' in html(explorer)
    assert offered(explorer, "answer") == []
    assert explorer.lesson_progress == {"bruges.price_of_a_step": "shown"}


def test_a_right_answer_says_why_and_leads_on() -> None:
    explorer = learning("which_damage")
    for letter in "abc":
        press(explorer, "pick", letter)
    press(explorer, "pick", "b")  # not after all
    assert html(explorer).count('aria-checked="true"') == 2
    press(explorer, "answer")
    assert words(explorer, "said").startswith("Right! ✓ a) Suffer the plague first: allowed.")
    press(explorer, "following")
    assert explorer.task is not None
    assert explorer.task.name == "intrigue"


def test_a_second_try_may_be_right() -> None:
    explorer = learning("no_house")
    press(explorer, "pick", "a")
    press(explorer, "pick", "b")
    assert html(explorer).count('aria-checked="true"') == 1  # one rule at a time
    press(explorer, "answer")
    assert "What does a house cost" in words(explorer, "said")
    press(explorer, "pick", "c")
    press(explorer, "answer")
    assert words(explorer, "said").startswith("Right, on the second try!")
    assert explorer.lesson_progress == {"bruges.no_house": "helped"}


@each("value", ["", "two", "3.5", "<b>", "-", "9" * 300])
def test_what_is_no_number_is_no_mistake(value: str) -> None:
    explorer = learning("refill")
    press(explorer, "number", value)
    press(explorer, "answer")
    assert explorer.lesson_progress == {}
    assert words(explorer, "said") == "Enter a whole number, then press “Check”."
    assert "<b>" not in html(explorer)


def test_a_letter_from_elsewhere_is_refused_in_one_line() -> None:
    explorer = learning("no_house")
    with pytest.raises(bl.LabError, match="not one of the answers"):
        explorer.pick_answer("z")
    press(explorer, "answer")  # nothing is marked
    assert words(explorer, "said") == "Mark the rule, then press “Check”."
    assert explorer.lesson_progress == {}


@each("act", ["lesson", "repeat", "task", "pick", "number", "answer", "solve", "over", "see", "following"])
def test_foreign_values_from_a_browser_do_no_harm(act: str) -> None:
    for task in ("no_house", ""):
        explorer = learning(task)
        explorer.select("lesson")
        for value in ("<script>", "x" * 20_000, "../../etc/passwd", "\u202e", "-1"):
            surface = explorer.surfaces()["inspect-lesson"]
            surface._received(None, {"act": act, "value": value, "count": 1}, [])
            assert "<script>" not in "".join([*surface.parts.values(), *explorer.surfaces()["bar"].parts.values()])
            assert len(explorer.message) <= 300
        explorer.open_task("refill")
        explorer.answer_task(3)
        assert explorer.lesson_progress["bruges.refill"] == "right"


# What the board must not give away


def test_nothing_on_the_board_answers_before_the_question_is_answered() -> None:
    explorer = learning("guilders_from_a_die")
    position = explorer.state.digest()
    surfaces = explorer.surfaces()
    assert surfaces["board"].live == []
    assert explorer.task is not None
    assert explorer.task.question in unescape(surfaces["bar"].parts["ask"])
    assert "answers" not in surfaces["bar"].parts
    explorer.select("decide")
    assert 'data-act="choose"' not in "".join(surfaces["decide"].parts.values())
    assert 'data-act="hint"' not in "".join(surfaces["decide"].parts.values())
    for go in (
        explorer.next,
        explorer.next_event,
        explorer.next_decision,
        explorer.next_round,
        explorer.let_choose,
        explorer.play_to_end,
        lambda: explorer.choose("guilders:nun"),
    ):
        go()
        assert explorer.message == "Answer the question first; then you can see what happens."
        assert explorer.state.digest() == position
    explorer.press("seat0.hand.0")
    assert 'data-act="choose"' not in "".join(surfaces["pop"].parts.values())
    explorer.answer_task(4)
    assert surfaces["board"].live
    explorer.choose("guilders:nun")
    assert explorer.state.digest() != position


@each("name", [task.name for task in bl.lesson() if task.ask == "count"])
def test_the_answer_is_played_on_the_board_event_by_event(name: str) -> None:
    explorer = learning(name)
    with pytest.raises(bl.LabError, match="Answer the question first"):
        explorer.see_answer()
    explorer.show_solution()
    explorer.see_answer()
    told = [event.text() for event in explorer.cursor.latest]
    wanted = {reason.text for reason in bl.task(name).solution().reasons if reason.rule}
    for _ in range(60):
        if wanted <= set(told):
            break
        explorer.next_event()
        told += [event.text() for event in explorer.cursor.latest]
    assert wanted - set(told) == set()


def test_who_looked_and_what_was_looked_at_come_back() -> None:
    explorer = bl.Explorer(bl.new_game(3, 7), seat=1, hand_over=True)
    game = explorer.game
    explorer.open_task("refill")
    explorer.answer_task(3)
    explorer.next_task()
    explorer.open_task("save_the_prince")
    assert explorer.seat is None
    assert explorer.covered_for is None
    explorer.back()
    assert explorer.game is game
    assert explorer.seat == 1
    assert not explorer.opened
    explorer.open_lesson("dice")
    explorer.open_lesson()  # the list, beside what was there before
    assert explorer.game is game
    explorer.open_lesson("scoring")
    explorer.open_lesson()
    assert explorer.game is game
    assert explorer.seat == 1
    assert not explorer.opened


def test_a_scenario_opened_from_a_task_leads_back_to_it() -> None:
    explorer = learning("save_the_prince")
    explorer.choose("damage:fire")
    explorer.open_scenario("fire_and_plague")
    assert explorer.task is None
    explorer.back()
    assert explorer.task is not None
    assert "1 of 2 choices made" in words(explorer)


# A task that is played


def test_a_task_that_is_played_states_goal_standing_and_what_counts_and_is_judged_as_it_is_played() -> None:
    explorer = learning("save_the_prince", "de")
    assert words(explorer, "stands") == (
        "Ziel ○ Schwan: auf der Hand: Prinz jetzt: keine Karten auf der Hand 0 von 2 Entscheidungen getroffen"
        " Schwan darf höchstens 2 Entscheidungen treffen."
    )
    assert explorer.surfaces()["board"].live or "answers" in explorer.surfaces()["bar"].parts
    explorer.choose("damage:fire")
    assert "1 von 2 Entscheidungen getroffen" in words(explorer, "stands")
    assert offered(explorer, "over") == [""]
    explorer.choose("burn:1")
    assert "jetzt: auf der Hand: Knappe" in words(explorer, "stands")
    assert words(explorer, "said").startswith("Noch nicht. Tipp: Beides trifft")
    press(explorer, "over")
    assert "0 von 2" in words(explorer, "stands")
    explorer.game.play("damage:fire")  # in a cell it is the same
    explorer.game.play("burn:0")
    assert words(explorer, "said").startswith("Richtig, beim zweiten Versuch!")
    assert "✓ Schwan: auf der Hand: Prinz" in words(explorer, "stands")
    assert explorer.lesson_progress == {"bruges.save_the_prince": "helped"}


def test_a_second_line_that_fails_shows_one_that_does_not() -> None:
    explorer = learning("save_the_prince")
    for choice in ("burn:1", "plague"):
        explorer.start_over()
        explorer.choose("damage:fire" if choice == "burn:1" else "damage:plague")
        explorer.choose(choice if choice == "burn:1" else str(explorer.game.legal()[0]))
    assert "This is how it can be done: 1. Suffer the fire first 2. Lose a house" in words(explorer, "said")
    explorer.see_answer()
    for _ in range(12):
        explorer.next()
    assert "Prince" in explorer.surfaces()["board"].parts["seat0.hand"] or explorer.state.players[0].hand


@each("name", [task.name for task in bl.lesson() if task.ask == "play"])
def test_the_solution_that_is_found_is_right_when_it_is_played(name: str) -> None:
    from bruges_lab.rulebook.task_answers import way

    explorer = learning(name)
    for choice in way(bl.task(name)):
        explorer.choose(choice)
    assert explorer.lesson_progress == {f"bruges.{name}": "right"}


# Progress


def test_progress_is_plain_data_that_can_be_kept_and_given_back() -> None:
    explorer = learning("refill")
    kept: list[dict[str, str]] = []
    explorer.on_lesson_progress(kept.append)
    explorer.answer_task(1)
    explorer.answer_task("?")  # no answer: nothing to keep
    explorer.answer_task(3)
    assert kept == [{"bruges.refill": "tried"}, {"bruges.refill": "helped"}]
    again = learning()
    again.lesson_progress = kept[-1]
    again.open_task("refill")
    assert words(again, "said").startswith("Right, on the second try! If you play it out, you get 3.")
    again.lesson_progress = {"bruges.refill": "tried", "bruges.gone": "right", "bruges.full_hand": "<b>", "ferry.across": "right"}
    assert again.lesson_progress == {"bruges.refill": "tried", "bruges.gone": "right", "ferry.across": "right"}
    assert bl.task("refill").hint in words(again, "said")
    again.answer_task(7)
    assert again.lesson_progress["bruges.refill"] == "shown"
    for bad in (7, "bruges.refill", {str(number): "right" for number in range(3000)}):
        with pytest.raises(bl.LabError, match="progress: a word a task"):
            again.lesson_progress = bad


def test_a_lesson_can_be_done_once_more() -> None:
    explorer = learning()
    for task in bl.lesson("scoring"):
        explorer.open_task(task.name)
        explorer.answer_task(task.solution().answer)
    explorer.next_task()  # the last one leads to the list
    assert explorer.task is None
    assert "Once more" in words(explorer, "part-scoring")
    assert "2 of 2 tasks done" in words(explorer, "part-scoring")
    press(explorer, "repeat", "scoring")
    assert explorer.lesson_progress == {}
    assert explorer.waits_for_answer


def test_a_task_follows_the_language_and_keeps_what_was_answered() -> None:
    explorer = learning("refill")
    explorer.answer_task(4)
    explorer.answer_task(5)
    explorer.set_language("it")
    assert words(explorer, "said").startswith("La soluzione La tua risposta: 5. Giocando si ottiene 3. Cigno pesca")
    explorer.set_language("en")
    assert words(explorer, "said").startswith("The solution You said 5.")


def test_a_whole_lesson_is_done_from_first_to_last_task_by_what_stands_on_the_page() -> None:
    explorer = learning()
    explorer.open_lesson("dice")
    for number in range(1, 7):
        assert f"Task {number} of 6" in words(explorer)
        task = explorer.task
        assert isinstance(task, Task)
        if task.ask == "play":
            for choice in ("damage:fire", "burn:0"):
                explorer.choose(choice)
        elif task.ask == "count":
            press(explorer, "answer", task.solution().answer)
        else:
            for letter in task.solution().answer.split(", ") if task.ask == "legal" else "b":
                press(explorer, "pick", letter)
            press(explorer, "answer")
        assert words(explorer, "said").startswith("Right!"), task.name
        press(explorer, "following")
    assert "6 of 6 tasks done" in words(explorer, "part-dice")


# In a notebook, and another game


def test_a_lesson_in_a_notebook_is_the_explorer_and_elsewhere_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    from bruges_lab.rulebook import lessons

    assert bl.lesson("dice")._repr_mimebundle_() is None
    monkeypatch.setattr(lessons, "in_notebook", lambda *_: True)
    shown = bl.lesson("dice")._repr_mimebundle_()
    assert isinstance(shown, dict)
    assert "application/vnd.jupyter.widget-view+json" in shown
    assert 'data-task="intrigue"' in shown["text/html"]
    explorer = bl.lesson("dice", lang="fr").explore()
    assert isinstance(explorer, bl.Explorer)
    assert explorer.task is not None
    assert explorer.task.name == "threats_dealt"
    assert not explorer.opened
    whole = bl.lesson().explore()
    assert isinstance(whole, bl.Explorer)
    assert whole.course.lists
    assert offered(whole, "task") == LESSONS


def test_an_explored_task_shares_its_tries_with_the_cells() -> None:
    task = bl.task("refill")
    assert task.check(1).hint
    explorer = task.explore()
    assert isinstance(explorer, bl.Explorer)
    assert task.hint in words(explorer, "said")
    explorer.answer_task(3)
    assert task.trying.fared == "helped"


def test_another_game_brings_its_lesson_by_its_manifest() -> None:
    explorer = bl.Explorer(bl.new_game("ferry", 3, 7), lang="fr")
    explorer.open_lesson("turns")
    assert "Exercice 1 sur 2" in words(explorer)
    explorer.answer_task("a")
    assert "Pensez à cette règle\u00a0: Une carte ne passe que si" in html(explorer)  # it has no hint of its own
    explorer.answer_task("b c")
    explorer.next_task()
    explorer.choose("wait")
    assert "Attendre ne fait passer personne." in words(explorer, "said")
    explorer.start_over()
    explorer.choose("cross:9")
    assert words(explorer, "said").startswith("Juste, au deuxième essai\u00a0!".replace("\u00a0", " "))
    assert explorer.lesson_progress == {"ferry.a_strong_wind": "helped", "ferry.across": "helped"}
    explorer.next_task()
    assert "Exercices faits : 2 sur 2" in words(explorer)


def test_no_step_shows_what_a_question_asks_for() -> None:
    explorer = learning("tied_for_the_lead")
    assert explorer.cursor.frame == 0
    for step in ("last", "first", "undo", "redo", "scrub"):
        explorer.surfaces()["time"].press(step, "9")
        assert explorer.waits_for_answer
        assert explorer.cursor.frame == 0, step


def test_the_game_of_a_task_is_known_as_one() -> None:
    explorer = learning("refill")
    assert explorer.is_of_task(explorer.game)
    explorer.back()
    assert not explorer.is_of_task(explorer.game)
