"""A lesson in a notebook, in another game, on a map; and printed on paper. From first to last task it is a story of its own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from desks import Desk
from playwright.sync_api import Browser, expect
from servers import Servers
from test_explorer_in_browser import LONG, open_notebook
from watching import Watched

import bruges_lab as bl
from bruges_lab.rulebook.texts import LANGUAGES

FERRY = """\
import bruges_lab as bl
bl.lesson("turns", game="ferry")
"""


def at_a_desk(browser: Browser, address: str, width: int = 1280, height: int = 800) -> tuple[Watched, Desk]:
    watched = Watched(browser.new_page(viewport={"width": width, "height": height}))
    watched.page.goto(address)
    watched.page.locator(".bl-board svg:visible").first.wait_for(timeout=LONG)
    return watched, Desk(watched, None)  # type: ignore[arg-type]


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
