"""A lesson as a pupil does it, from first to last task: on the page, in a notebook, in another game; and printed on paper."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect
from servers import Servers
from test_explorer_in_browser import LONG, Table, open_notebook
from watching import Watched

import bruges_lab as bl
from bruges_lab.rulebook.texts import LANGUAGES

PAGE = """\
import bruges_lab as bl
explorer = bl.Explorer(bl.new_game(3, 7))
explorer
"""
FERRY = """\
import bruges_lab as bl
bl.lesson("turns", game="ferry")
"""
SMALLEST = 11


class Desk(Table):
    """An explorer with a lesson open."""

    def panel(self) -> Locator:
        return self.page.locator(".bl-inspect-lesson .bl-surface")

    def act(self, act: str, value: str | None = None) -> None:
        named = "" if value is None else f'[data-value="{value}"]'
        self.panel().locator(f'[data-act="{act}"]{named}').first.click()
        self.settled()

    def write(self, number: int, *, enter: bool = False) -> None:
        field = self.panel().locator('input[data-act="number"]')
        field.fill(str(number))
        if enter:
            field.press("Enter")
            self.settled()
        else:
            self.act("answer")

    def mark(self, letters: str) -> None:
        for letter in letters:
            self.act("pick", letter)
        self.act("answer")

    def said(self, words: str) -> None:
        expect(self.panel().locator(".bl-tasksaid")).to_contain_text(words, timeout=LONG)

    def legible(self) -> None:
        """No text is too small, and nothing stands out of the panel."""
        found = self.panel().evaluate(
            """root => {
              const faults = [], side = root.closest(".bl-side").getBoundingClientRect();
              for (const one of root.querySelectorAll("*")) {
                const words = [...one.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
                if (!words) continue;
                const box = one.getBoundingClientRect();
                if (parseFloat(getComputedStyle(one).fontSize) < SMALLEST) faults.push("small: " + one.textContent);
                if (box.right > side.right + 1 || box.left < side.left - 1) faults.push("outside: " + one.textContent);
              }
              return faults;
            }""".replace("SMALLEST", str(SMALLEST))
        )
        assert found == []


def at_a_desk(browser: Browser, address: str, width: int = 1280, height: int = 800) -> tuple[Watched, Desk]:
    watched = Watched(browser.new_page(viewport={"width": width, "height": height}))
    watched.page.goto(address)
    watched.page.locator(".bl-board svg:visible").first.wait_for(timeout=LONG)
    return watched, Desk(watched, None)  # type: ignore[arg-type]


@pytest.mark.browser
def test_a_lesson_from_first_to_last_task_on_the_page(module_servers: Servers, browser: Browser) -> None:
    watched, desk = at_a_desk(browser, module_servers.page(PAGE).address)
    page, panel = watched.page, desk.panel()
    desk.tab("lesson")
    expect(panel).to_contain_text("0 of 6 tasks done")
    desk.legible()
    desk.shot("lessons")
    desk.act("lesson", "dice")

    # A wrong answer, a hint; the board does not answer; a second one, the solution with its rule.
    expect(panel).to_contain_text("Task 1 of 6")
    assert desk.asked() == bl.task("threats_dealt").question
    expect(page.locator(".bl-board .bl-live")).to_have_count(0)
    desk.write(5)
    desk.said(bl.task("threats_dealt").hint)
    desk.legible()
    page.locator(".bl-next").click()
    desk.settled()
    expect(page.locator(".bl-message")).to_contain_text("Answer the question first")
    desk.write(4)
    desk.said("If you play it out, you get 3.")
    expect(panel.locator('.bl-rulecard[data-rule="phase2.threat.faces"]')).to_be_visible()
    desk.shot("lesson_solution")
    desk.legible()

    # Now it is seen on the board.
    desk.act("see")
    page.locator(".bl-next").click()
    desk.settled()
    expect(page.locator(".bl-board .bl-ring")).not_to_have_count(0)
    desk.act("following")

    # A number by the keyboard, wrong once and right then.
    desk.write(4, enter=True)
    desk.said("add up what they show")
    desk.write(5, enter=True)
    desk.said("Right, on the second try!")
    page.keyboard.press("Enter")
    desk.settled()

    # The next ones without the mouse: the keyboard is where the answer goes.
    for key in ("Space", "Tab", "Tab", "Space", "Tab", "Tab", "Enter"):  # a, c, Check
        page.keyboard.press(key)
        desk.settled()
    desk.said("Right!")
    page.keyboard.press("Enter")
    desk.settled()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    desk.settled()
    desk.said("Right!")
    page.keyboard.press("Enter")
    desk.settled()
    desk.mark("b")
    desk.said("Right!")
    desk.act("following")

    # The last one is played, wrongly first.
    expect(panel.locator(".bl-taskstands")).to_contain_text("0 of 2 choices made")
    expect(panel.locator(".bl-taskstands")).to_contain_text("now: no cards in hand")
    desk.choose("damage:fire")
    expect(panel.locator(".bl-taskstands")).to_contain_text("1 of 2 choices made")
    page.locator('.bl-board [data-target^="house:0:"].bl-live:visible').nth(1).click()
    desk.settled()
    desk.pop().locator('[data-act="choose"]').first.click()
    desk.settled()
    desk.said(bl.task("save_the_prince").hint)
    desk.shot("lesson_played")
    desk.act("over")
    desk.choose("damage:fire")
    page.locator('.bl-board [data-target^="house:0:"].bl-live:visible').first.click()
    desk.settled()
    desk.pop().locator('[data-act="choose"]').first.click()
    desk.settled()
    desk.said("Right, on the second try!")
    desk.act("following")

    # The list again, and the game that was there before.
    expect(panel).to_contain_text("6 of 6 tasks done")
    expect(panel.locator(".bl-pip-right")).to_have_count(3)
    expect(panel.locator(".bl-pip-helped")).to_have_count(2)
    expect(panel.locator(".bl-pip-shown")).to_have_count(1)
    expect(page.locator(".bl-where")).to_contain_text("Phase 1")
    assert watched.errors == []
    assert watched.outside() == []
    page.close()


@pytest.mark.browser
def test_a_lesson_in_a_notebook_is_answered_there_and_outlives_a_reload(module_servers: Servers, browser: Browser) -> None:
    folder = module_servers.home / "lessons"
    folder.mkdir()
    source = 'import bruges_lab as bl\nbl.lesson("draw", lang="de")'
    cell = {"cell_type": "code", "execution_count": None, "id": "lesson", "metadata": {}, "outputs": [], "source": source}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    (folder / "explorer.ipynb").write_text(json.dumps(notebook), "utf-8")
    server = module_servers.open("lessons")
    watched = Watched(browser.new_page(viewport={"width": 1280, "height": 800}))
    open_notebook(watched.page, server)
    watched.page.locator(".bl-board svg:visible").first.wait_for(timeout=LONG)
    desk = Desk(watched, server)
    expect(desk.panel()).to_contain_text("Aufgabe 1 von 3")
    desk.write(5)
    desk.said("Tipp:")
    desk.legible()
    desk.shot("lesson_in_lab")
    watched.page.locator('[data-command="docmanager:save"]').first.click()
    watched.page.wait_for_timeout(1500)
    watched.page.reload()
    watched.page.locator(".bl-board svg:visible").first.wait_for(timeout=LONG)
    desk.said("Tipp:")
    desk.write(3)
    desk.said("Richtig, beim zweiten Versuch!")
    watched.page.close()


@pytest.mark.browser
def test_another_game_s_lesson_on_a_narrow_page(module_servers: Servers, browser: Browser) -> None:
    watched, desk = at_a_desk(browser, module_servers.page(FERRY).address, 848, 700)
    desk.mark("bc")
    desk.said("Right!")
    desk.legible()
    desk.act("following")
    expect(desk.panel()).to_contain_text("0 of 1 choice made")
    desk.tab("decide")
    desk.choose("cross:9")
    desk.tab("lesson")
    desk.said("Right!")
    desk.act("following")
    expect(desk.panel()).to_contain_text("2 of 2 tasks done")
    assert watched.errors == []
    watched.page.close()


@pytest.mark.browser
def test_the_whole_lesson_is_printed_with_several_tasks_a_page(browser: Browser, tmp_path: Path) -> None:
    tasks = len(bl.lesson())
    for lang in LANGUAGES:
        path = tmp_path / f"{lang}.html"
        bl.handout(bl.lesson(), path, lang=lang)
        page = browser.new_page()
        page.goto(path.as_uri())
        page.evaluate("document.querySelectorAll('.solutions, .solutions ~ *').forEach(one => one.remove())")
        printed = page.pdf(format="A4", prefer_css_page_size=True)
        pages = len(re.findall(rb"/Type\s*/Page\b", printed))
        assert pages <= tasks / 2 - 1, lang
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 680, "height": 1000})  # the width of A4 without its margins
        faults = page.evaluate(
            """() => [...document.querySelectorAll(".task")].flatMap(task => {
              const box = task.getBoundingClientRect(), out = [];
              if (box.height > 960) out.push(task.dataset.task + " is higher than a page");
              for (const one of task.querySelectorAll("*")) {
                const right = one.getBoundingClientRect().right;
                if (right > box.right + 1) out.push(task.dataset.task + ": " + one.outerHTML.slice(0, 80));
              }
              return out;
            })"""
        )
        assert faults == [], lang
        page.close()


@pytest.mark.browser
def test_a_lesson_with_a_map_is_printed_so_that_it_can_be_read(browser: Browser, tmp_path: Path) -> None:
    lesson = bl.lesson(game="burdigala")
    for lang in LANGUAGES:
        path = tmp_path / f"{lang}.html"
        bl.handout(lesson, path, lang=lang)
        page = browser.new_page(viewport={"width": 680, "height": 1000})  # the width of A4 without its margins
        page.goto(path.as_uri())
        page.emulate_media(media="print")
        faults = page.evaluate(
            """() => [...document.querySelectorAll(".task")].flatMap(task => {
              const box = task.getBoundingClientRect(), out = [];
              if (box.height > 600) out.push(task.dataset.task + " is higher than it should be");
              for (const one of task.querySelectorAll("svg.bl-map text")) {
                const matrix = one.getScreenCTM(), scale = Math.hypot(matrix.a, matrix.b);
                if (parseFloat(getComputedStyle(one).fontSize) * scale < 9) out.push("small: " + one.textContent);
              }
              for (const one of task.querySelectorAll("div, li, p, svg"))
                if (one.getBoundingClientRect().right > box.right + 1) out.push(one.outerHTML.slice(0, 80));
              return out;
            })"""
        )
        assert faults == [], lang
        broken = """list => list.filter(one => {
          const words = document.createRange();
          words.selectNodeContents(one);
          return words.getClientRects().length > 1;
        }).map(one => one.textContent)"""
        assert page.locator(".cited code").evaluate_all(broken) == [], lang
        page.close()


BURDIGALA = """\
import bruges_lab as bl
bl.Explorer(bl.new_game("burdigala", players=2, seed=1))
"""


@pytest.mark.browser
def test_a_lesson_on_a_map_with_the_mouse(module_servers: Servers, browser: Browser) -> None:
    watched, desk = at_a_desk(browser, module_servers.page(BURDIGALA).address)
    page, panel = watched.page, desk.panel()
    desk.tab("lesson")
    desk.act("lesson", "moving")
    desk.mark("c")
    desk.said(bl.task("how_far", game="burdigala").hint)
    desk.act("pick", "c")
    desk.mark("abd")
    desk.said("Right, on the second try!")
    desk.legible()
    desk.act("following")
    desk.mark("a")
    desk.act("solve")
    desk.said("Dolphin has a character on square 9.")

    # A goal is reached on the map: the card, then the square.
    desk.act("lesson", "")
    desk.act("task", "across_the_water")
    for target, words in (("hand:0:boat", "Boat"), ("square:18", "18")):
        page.locator(f'.bl-board [data-target="{target}"]:visible').last.click()
        page.locator(f'button:has-text("{words}"):visible').last.click()
        desk.settled()
    desk.said("Right!")
    expect(panel).to_contain_text("2 of 2 choices made")
    desk.legible()
    watched.page.close()
